"""Seats at a table, part by part, and the effect that a change of seats would have on its sheet."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rules.board import Scope
from scoring.sheet.sheet import Row, Sheet, blank_sheet, fold_sheet
from tournaments.models import Event, Seat, Table
from tournaments.selectors.sheets.agreements import deals_expected, game_of
from tournaments.selectors.sheets.folded_sheets import LoadedPart, load_parts, open_at
from tournaments.wording.sheet_json import board_json

Place = tuple[int, int]  # IDs of the entrant on the seat and of the entrant who receives the points
Places = tuple[Place, ...]


def places_of(loaded: LoadedPart) -> Places:
    """Return the places of a part, in seat order."""
    return tuple((seat.entrant_id, seat.account_id) for seat in loaded.part.seats.all())


def seats_of_parts(parts: Sequence[LoadedPart]) -> list[dict[str, Any]]:
    """Return the seats as stored in the history: IDs, part by part."""
    return [
        {"first_dealer": each.part.first_dealer, "seats": [list(place) for place in places_of(each)]}
        for each in parts
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatPlan:
    """Other seats from row `number` on: the resulting sheet, and the rows that become impossible.

    `opens_part` is false if these seats have no row before `number`: then they are only replaced. `breaks`
    are the rows that the rules would refuse.
    """

    before: tuple[LoadedPart, ...]
    places: Places
    number: int
    first_dealer: int
    opens_part: bool
    sheet: Sheet
    breaks: tuple[int, ...]

    @property
    def moved(self) -> LoadedPart:
        """Return the part that the rows from `number` on belong to."""
        return self.before[-1]

    @property
    def rows(self) -> tuple[Row, ...]:
        """Return the rows that move to the new seats, as they are now."""
        return tuple(row for row in self.moved.sheet.rows if row.number >= self.number)


def first_row_of(parts: Sequence[LoadedPart]) -> int:
    """Return the number of the first row of the current seats."""
    return 1 + sum(len(each.deals) for each in parts[:-1])


def next_row_of(parts: Sequence[LoadedPart]) -> int:
    """Return the number of the next row of the table."""
    return first_row_of(parts) + len(parts[-1].deals)


def deal_of_row(parts: Sequence[LoadedPart], number: int) -> int:
    """Return the number of the counting deal in a row, as on the sheet; after the last row, the next deal."""
    rows = (row for each in parts for row in each.sheet.rows)
    return next((row.deal for row in rows if row.number == number), parts[-1].sheet.deals_counted + 1)


def row_of_deal(parts: Sequence[LoadedPart], deal: int) -> int | None:
    """Return the first row of a counting deal, numbered as on the sheet.

    None if there is no such deal yet.
    """
    rows = (row for each in parts for row in each.sheet.rows)
    number = next((row.number for row in rows if row.deal == deal), None)
    is_next = deal == parts[-1].sheet.deals_counted + 1
    return number or (next_row_of(parts) if is_next else None)


def plan_seats(
    table: Table, places: Places, number: int | None = None, first_dealer: int | None = None
) -> SeatPlan:
    """Plan other seats from row `number` (None: the next) on, which must be in the last part or be the next.

    The first dealer, unless given: the entrant who was to deal that row, on their new seat; else the old
    seat.
    """
    event, parts = table.round.event, load_parts(table)
    number = number or next_row_of(parts)
    staying = [row for row in parts[-1].sheet.rows if row.number < number]
    moved = [row for row in parts[-1].sheet.rows if row.number >= number]
    dealer = first_dealer if first_dealer is not None else next_dealer(parts[-1], moved, places)
    counted = sum(row.outcome.counts for part in parts for row in part.sheet.rows if row.number < number)
    blank = blank_sheet(open_at(event, len(places), dealer), deals_counted=counted)
    sheet = fold_sheet(game_of(event), blank, [row.record for row in moved], first_number=number)
    return SeatPlan(
        before=tuple(parts),
        places=places,
        number=number,
        first_dealer=dealer,
        opens_part=bool(staying),
        sheet=sheet,
        breaks=tuple(sorted(sheet.broken - parts[-1].sheet.broken)),
    )


def next_dealer(loaded: LoadedPart, moved: Sequence[Row], places: Places) -> int:
    """Return the seat among `places` of the dealer of the first moved row, or of the next one."""
    if not moved and not loaded.deals and len(places) == len(places_of(loaded)):
        return loaded.part.first_dealer
    seat = moved[0].dealer if moved else loaded.sheet.state.dealer
    who = places_of(loaded)[seat][0]
    sitting = [entrant_id for entrant_id, _ in places]
    return sitting.index(who) if who in sitting else seat % len(places)


def starts_anew(plan: SeatPlan, event: Event) -> list[dict[str, Any]]:
    """Return the board's lines that a new part would reset: those that differ from a fresh sheet."""
    if not plan.opens_part:
        return []
    game, before = game_of(event), plan.moved.sheet.state
    fresh = {line["label"]: line["values"] for line in board_json(game, open_table_like(plan, event))}
    lines = [line for line in board_json(game, before) if line["scope"] != Scope.CALLED]
    return [line for line in lines if line["values"] != fresh.get(line["label"])]


def open_table_like(plan: SeatPlan, event: Event) -> Any:
    """Return the opening state of the part that ends."""
    part, seats = plan.moved.part, len(places_of(plan.moved))
    return open_at(event, seats, part.first_dealer)


def deals_to_play(event: Event, plan: SeatPlan) -> tuple[int, int | None]:
    """Return the deals that count so far, and those agreed for a table of the new size."""
    return plan.before[-1].sheet.deals_counted, deals_expected(event, len(plan.places))


def tables_now(round_id: int) -> dict[int, int]:
    """Return the current table number of every seated entrant of the round, by entrant ID; two queries."""
    rows = Seat.objects.filter(part__table__round=round_id).order_by("part__position")
    newest: dict[int, tuple[int, int]] = {}
    for table_number, part_id in rows.values_list("part__table__number", "part_id"):
        newest[table_number] = (part_id, table_number)
    last = dict(newest.values())
    seats = rows.values_list("entrant_id", "part_id")
    return {entrant_id: last[part_id] for entrant_id, part_id in seats if part_id in last}
