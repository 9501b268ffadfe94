"""The marked sheets of a round: which pages every table needs, and the plans that were printed."""

from dataclasses import dataclass

from marked.arrangement import Arranged, plan_of
from marked.plan import Plan, plan_from_json
from tournaments.models import Event, MarkedPlan, Round
from tournaments.selectors.sheets.agreements import deals_expected, game_of, options_of

LINES_WITHOUT_A_NUMBER = 40
LEAST_SPARE, SPARE = 2, 10  # lines for deals that are passed or struck out: two, or one for ten deals
MOST_PAGES = 35  # one sign of the code says the page


@dataclass(frozen=True, slots=True)
class TableSheets:
    """The sheets of one table: its last part, who sits there, and how many pages it needs."""

    table: int
    part: int
    players: tuple[str, ...]
    plan: Plan
    arranged: Arranged
    pages: int


def marked_tables(round: Round, only: int | None = None) -> list[TableSheets]:
    """Return the sheets of a round's tables, or of one of them."""
    tables = round.tables.order_by("number").prefetch_related("parts__seats__entrant__player")
    chosen = tables if only is None else tables.filter(number=only)
    plans: dict[int, tuple[Plan, Arranged]] = {}
    sheets = []
    for table in chosen:
        part = list(table.parts.all())[-1]
        players = tuple(seat.entrant.player.name for seat in part.seats.all())
        if len(players) not in plans:
            plans[len(players)] = plan_of(game_of(round.event), options_of(round.event), len(players))
        plan, arranged = plans[len(players)]
        pages = pages_needed(round.event, len(players), len(plan.rows))
        sheets.append(TableSheets(table.number, part.position, players, plan, arranged, pages))
    return sheets


def pages_needed(event: Event, seats: int, rows: int) -> int:
    """Return the pages for all deals of a round and some lines to spare."""
    deals = deals_expected(event, seats) or LINES_WITHOUT_A_NUMBER
    lines = deals + max(LEAST_SPARE, deals // SPARE)
    return min(MOST_PAGES, -(-lines // rows))


def printed_plans(event: Event) -> dict[str, Plan]:
    """Return the plans of all sheets that were printed for an event, by fingerprint."""
    plans = MarkedPlan.objects.filter(round__event=event).order_by("pk")
    return {each.fingerprint: plan_from_json(each.plan) for each in plans}
