"""Is the evening complete? Everything that is still open, with the page where it is settled."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext

from tournaments.models import Event, Stage
from tournaments.selectors.calls import open_calls
from tournaments.selectors.completeness import missing_for
from tournaments.selectors.rounds import all_rounds


@dataclass(frozen=True, slots=True)
class Question:
    """One thing that is open, in a sentence, and where to settle it."""

    code: str
    message: str
    url: str


def open_questions(event: Event) -> list[Question]:
    """Tables that play, conflicts, late and marked deals, sheets nobody confirmed, rounds, calls."""
    return [*open_tables(event), *missing_things(event), *waiting_calls(event)]


def open_tables(event: Event) -> Iterator[Question]:
    """Tables of an open round that miss deals, one by one."""
    for drawn in all_rounds(event):
        for table in drawn.tables if drawn.is_open else ():
            if table.deals_expected and not table.is_complete:
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
    for each in missing_for(event, Stage.FINAL):
        yield Question(each.code, each.message, round_url(event, each.round))


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
