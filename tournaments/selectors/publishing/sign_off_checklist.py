"""The checklist before the sign-off: every obstacle, and the round or tables where it is settled."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.utils.translation import gettext

from scoring.foot.paper_totals import Standing
from tournaments.models import Event, Stage, Table
from tournaments.selectors.paper.totals import PaperSheet, compared_sheets
from tournaments.selectors.publishing.publishing_obstacles import SHORT, obstacles_to
from tournaments.selectors.rounds.director_calls import open_calls
from tournaments.selectors.rounds.progress import all_rounds
from tournaments.wording.lists import in_a_list
from tournaments.wording.numbers import signed

ROUND_OPEN, DISPUTED = "round_open", "disputed"
AT_THE_DESK = {
    "conflicts_open": "#conflicts",
    "deals_marked": "",
    SHORT: "",
}  # settled there by users who may rule


@dataclass(frozen=True, slots=True)
class SignOffObstacle:
    """An obstacle to the sign-off as a sentence, and where it is settled.

    That is in a round (0: on the dashboard) or at tables, each with number and public ID; `anchor` is the
    section of a table's page.
    """

    code: str
    message: str
    round: int
    tables: Sequence[tuple[int, UUID]] = ()
    anchor: str = ""

    @property
    def numbers(self) -> list[int]:
        """Return the numbers of the tables."""
        return [number for number, _ in self.tables]

    @property
    def is_for_all(self) -> bool:
        """Return whether all helpers may open the page that settles it.

        Drafts are visible to directors only.
        """
        return self.code != ROUND_OPEN


def obstacles_to_sign_off(event: Event) -> list[SignOffObstacle]:
    """Return unfinished tables, conflicts, late and marked deals, unconfirmed or disputed sheets, rounds,
    calls.
    """
    return [
        *open_tables(event),
        *obstacles_to_final_list(event),
        *waiting_calls(event),
        *disputed_sheets(event),
    ]


def open_tables(event: Event) -> Iterator[SignOffObstacle]:
    """Yield tables of an open round with missing deals, or with more than a reduced agreement allows."""
    for round in all_rounds(event):
        for table in round.tables if round.is_open else ():
            if table.deals_expected and (table.too_many or not table.is_complete):
                message = gettext("Round %(round)s: table %(table)s has %(counted)s of %(expected)s deals.")
                values = {
                    "round": round.number,
                    "table": table.number,
                    "counted": table.deals_counted,
                    "expected": table.deals_expected,
                }
                places = [(table.number, table.public_id)]
                yield SignOffObstacle("table_open", message % values, round.number, places)


def obstacles_to_final_list(event: Event) -> Iterator[SignOffObstacle]:
    """Yield the other obstacles to a final list."""
    obstacles = obstacles_to(event, Stage.FINAL)
    tables = tables_by_place(event) if any(each.code in AT_THE_DESK for each in obstacles) else {}
    for each in obstacles:
        is_at_tables = each.code in AT_THE_DESK
        places = [(number, tables[each.round, number]) for number in each.tables] if is_at_tables else ()
        yield SignOffObstacle(each.code, each.message, each.round, places, AT_THE_DESK.get(each.code, ""))


def tables_by_place(event: Event) -> Mapping[tuple[int, int], UUID]:
    """Return the tables by round and number; one query."""
    tables = Table.objects.filter(round__event=event).values_list("round__number", "number", "public_id")
    return {(round, number): public_id for round, number, public_id in tables}


def waiting_calls(event: Event) -> Iterator[SignOffObstacle]:
    """Yield open calls for the director."""
    for call in open_calls(event):
        message = gettext("Table %(table)s of round %(round)s waits for you: %(reason)s.")
        values = {"table": call.table.number, "round": call.table.round.number}
        reason = call.get_reason_display()
        yield SignOffObstacle("call_open", message % {**values, "reason": reason}, 0)


def disputed_sheets(event: Event) -> Iterator[SignOffObstacle]:
    """Yield sheets that differ from the totals on their paper, with each difference."""
    for sheet in compared_sheets(event):
        if sheet.standing == Standing.DIFFERS:
            message = gettext(
                "Round %(round)s, table %(table)s is disputed. Paper minus sheet: %(differences)s."
            )
            round, table = sheet.table.round, sheet.table
            differences = listed_differences(sheet)
            values = {"round": round.number, "table": table.number, "differences": differences}
            tables = [(table.number, table.public_id)]
            yield SignOffObstacle(DISPUTED, message % values, round.number, tables)


def listed_differences(sheet: PaperSheet) -> str:
    """Return the differences of a sheet: players, then deals."""
    differing = [f"{name} {signed(by)}" for name, _, by in sheet.differing]
    if sheet.judgement.deals_differ:
        differing.append(gettext("%(deals)s deals on paper") % {"deals": sheet.judgement.paper.deals})
    return in_a_list(differing)
