"""What the tables of an event add up to, and the standings that makes: computed from what is stored now."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace

from scoring.standings import Line, compute_standings
from scoring.tallies import PartResult
from tournaments.models import Admission, Event, Part, RoundStatus, Seat
from tournaments.selectors.standings import leavers_of, method_of


def load_results(event: Event) -> list[PartResult]:
    """What every part of every released sheet adds up to, if a deal counts on it; two queries."""
    return list(results_by_part(event).values())


def results_by_part(event: Event) -> dict[int, PartResult]:
    """The same by the part's id."""
    accounts: dict[int, list[int]] = defaultdict(list)
    seats = Seat.objects.filter(part__table__round__event=event).order_by("part_id", "position")
    for part_id, account in seats.values_list("part_id", "account__number"):
        accounts[part_id].append(account)
    parts = Part.objects.filter(table__round__event=event, deals_counted__gt=0)
    released = parts.exclude(table__round__status=RoundStatus.DRAFT)
    return {
        part_id: PartResult(round_number, tuple(accounts[part_id]), tallies, counted, table_number)
        for part_id, round_number, table_number, tallies, counted in released.values_list(
            "pk", "table__round__number", "table__number", "tallies", "deals_counted"
        )
    }


def lines_of(event: Event, results: Iterable[PartResult], numbers: Iterable[int]) -> list[Line]:
    """The lines of an event's standings from what its tables add up to."""
    return compute_standings(results, numbers, replace(method_of(event), leavers=leavers_of(event)))


def ranked_entrants(event: Event, results: Iterable[PartResult]) -> dict[int, int]:
    """Ids by start number of everybody in the list: not who waits for a place, not who never came."""
    playing = {account for result in results for account in result.accounts}
    entrants = event.entrants.values_list("number", "pk", "admission", "left_after")
    return {
        number: pk
        for number, pk, admission, left_after in entrants
        if number in playing or is_in_play(admission, left_after)
    }


def is_in_play(admission: str, left_after: int | None) -> bool:
    """Whether somebody has a place and did not go before he played."""
    return admission == Admission.ENTERED or (admission == Admission.LEFT and bool(left_after))
