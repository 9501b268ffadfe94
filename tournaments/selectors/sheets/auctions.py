"""An auction at a table, call by call: the turn, the legal calls, the result. Stores nothing."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext

from scoring.phone.auctions import auction_json
from scoring.sheet.refusals import NotPossible
from tournaments.models import Table
from tournaments.selectors.sheets.folded_sheets import game_of, load_sheet
from tournaments.wording.sheet_json import reader_language


def auction_state(table: Table, raw_calls: Sequence[object]) -> dict[str, Any]:
    """Return the next deal's auction after these calls; an illegal call and all after it are dropped.

    Raises NotPossible (`game_has_no_auction`).
    """
    game = game_of(table.round.event)
    if game.auction is None:
        raise NotPossible("game_has_no_auction", gettext("This game has no auction."))
    return auction_json(reader_language(), game, load_sheet(table).sheet.last.state, raw_calls)
