"""Is the evening complete? Everything that is still open, with the page where it is settled."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.urls import reverse
from django.utils.translation import gettext

from tournaments.models import Event, Stage, Table
from tournaments.selectors.calls import open_calls
from tournaments.selectors.completeness import missing_for
from tournaments.selectors.rounds import all_rounds

ROUND_OPEN = "round_open"
AT_THE_DESK = {"conflicts_open": "#conflicts", "deals_marked": ""}  # settled there by whoever may rule


@dataclass(frozen=True, slots=True)
class Question:
    """One thing that is open, in a sentence, and where to settle it: `desks` are the tables' own pages."""

    code: str
    message: str
    url: str
    desks: Sequence[tuple[int, str]] = ()

    @property
    def is_for_all(self) -> bool:
        """Whether whoever helps may open the page that settles it; drafts are the director's alone."""
        return self.code != ROUND_OPEN


def open_questions(event: Event) -> list[Question]:
    """Tables that play, conflicts, late and marked deals, sheets nobody confirmed, rounds, calls."""
    return [*open_tables(event), *missing_things(event), *waiting_calls(event)]


def open_tables(event: Event) -> Iterator[Question]:
    """Tables of an open round that miss deals, or hold more than agreed since it was made shorter."""
    for drawn in all_rounds(event):
        for table in drawn.tables if drawn.is_open else ():
            if table.deals_expected and (table.too_many or not table.is_complete):
                message = gettext("Round %(round)s: table %(table)s has %(counted)s of %(expected)s deals.")
                values = {
                    "round": drawn.number,
                    "table": table.number,
                    "counted": table.deals_counted,
                    "expected": table.deals_expected,
                }
                yield Question("table_open", message % values, round_url(event, drawn.number))


def missing_things(event: Event) -> Iterator[Question]:
    """What also stands against a final list."""
    missing = missing_for(event, Stage.FINAL)
    tables = tables_by_place(event) if any(each.code in AT_THE_DESK for each in missing) else {}
    for each in missing:
        desks = [
            (number, desk_url(event, tables[each.round, number]) + AT_THE_DESK[each.code])
            for number in each.tables
            if each.code in AT_THE_DESK
        ]
        yield Question(each.code, each.message, round_url(event, each.round), desks)


def tables_by_place(event: Event) -> Mapping[tuple[int, int], UUID]:
    """The tables by round and number; one query."""
    tables = Table.objects.filter(round__event=event).values_list("round__number", "number", "public_id")
    return {(drawn, number): public_id for drawn, number, public_id in tables}


def desk_url(event: Event, public_id: UUID) -> str:
    """The director's page of a table."""
    return reverse("table_desk", args=[event.slug, public_id])


def waiting_calls(event: Event) -> Iterator[Question]:
    """Tables that wait for the director."""
    for call in open_calls(event):
        message = gettext("Table %(table)s of round %(round)s waits for you: %(reason)s.")
        values = {"table": call.table.number, "round": call.table.round.number}
        reason = call.get_reason_display()
        yield Question(
            "call_open", message % {**values, "reason": reason}, reverse("board", args=[event.slug])
        )


def round_url(event: Event, number: int) -> str:
    """The page of a round; the board where there is none."""
    return reverse("round", args=[event.slug, number]) if number else reverse("board", args=[event.slug])
