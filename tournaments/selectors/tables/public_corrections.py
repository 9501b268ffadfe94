"""The corrections of a sheet for everybody, if the club shows them: what and when, never who or why."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from tournaments.models import Deal, SheetChangeKind, Table
from tournaments.selectors.rounds.progress import NameOf
from tournaments.selectors.sheets.agreements import game_of
from tournaments.selectors.sheets.folded_sheets import LoadedPart
from tournaments.selectors.tables.deal_versions import WITH_RECORD, number_on_sheet
from tournaments.wording.deals import whole_deal_words


@dataclass(frozen=True, slots=True)
class PublicVersion:
    """One version of a deal as a line; an empty line where the row was struck out."""

    at: datetime
    line: str


@dataclass(frozen=True, slots=True)
class CorrectedDeal:
    """A deal with more than one version, the oldest first; `number` as on the sheet, 0 if struck out."""

    deal_id: int
    number: int
    versions: Sequence[PublicVersion]


def corrections_shown(table: Table, parts: Sequence[LoadedPart], name_of: NameOf) -> list[CorrectedDeal]:
    """Return the corrected and struck deals of a sheet.

    Empty, without a query, unless the event shows them.
    """
    if not table.round.event.shows_corrections:
        return []
    deals = list(table.deals.filter(revision__gt=1).order_by("number", "pk"))
    versions: defaultdict[int | None, list[PublicVersion]] = defaultdict(list)
    kinds = (*WITH_RECORD, SheetChangeKind.STRUCK)
    places = {deal.pk: place_of(parts, deal) for deal in deals}
    entries = table.entries.filter(deal__in=deals, kind__in=kinds) if deals else []
    for entry in entries:
        line = line_of(table, places[entry.deal_id or 0], entry.record, name_of) if entry.record else ""
        versions[entry.deal_id].append(PublicVersion(entry.at, line))
    return [CorrectedDeal(deal.pk, number_on_sheet(parts, deal), versions[deal.pk]) for deal in deals]


def place_of(parts: Sequence[LoadedPart], deal: Deal) -> LoadedPart:
    """Return the part that a deal belongs to, struck out or not."""
    return next(loaded for loaded in parts if loaded.part.pk == deal.part_id)


def line_of(table: Table, loaded: LoadedPart, record: Any, name_of: NameOf) -> str:
    """Return a record in words with the names that everybody sees."""
    game = game_of(table.round.event)
    names = [name_of(seat.entrant.player, seat.entrant.number) for seat in loaded.part.seats.all()]
    return whole_deal_words(game, loaded.sheet.state, names, record)
