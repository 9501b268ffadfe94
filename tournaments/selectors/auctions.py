"""An auction at a table, call by call: whose turn, what may be said, what comes of it. Stores nothing."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext

from scoring.auctions import auction_json
from tournaments.errors import NotPossible
from tournaments.models import Table
from tournaments.presenting import spoken
from tournaments.selectors.sheets import game_of, load_sheet


def auction_state(table: Table, raw_calls: Sequence[object]) -> dict[str, Any]:
    """Where the next deal's auction stands after these calls; a refused call and all behind it are left out.

    Raises NotPossible (`game_has_no_auction`).
    """
    game = game_of(table.round.event)
    if game.auction is None:
        raise NotPossible("game_has_no_auction", gettext("This game has no auction."))
    return auction_json(spoken(), game, load_sheet(table).sheet.last.state, raw_calls)
