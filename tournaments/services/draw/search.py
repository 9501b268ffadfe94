"""Carry out a draw in a background task: search, report progress, store the tables as drafts."""

from collections.abc import Callable, Mapping, Sequence
from datetime import timedelta
from random import Random
from time import monotonic
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from seating.constraints import Contradiction
from seating.fairness import draw_seed
from seating.meetings import count_repeats
from seating.next_round import draw_next
from seating.schedule import draw_schedule
from seating.sit_outs import choose_with_partners
from tournaments.models import Draw, DrawMode, DrawStatus, Entrant, EventChangeKind, Round, SitOut
from tournaments.selectors.draw.constraints import constraints_of
from tournaments.selectors.draw.draws import past_seatings, sit_outs_so_far
from tournaments.selectors.draw.table_sizes import contradiction_text
from tournaments.services.history.event_chain import SYSTEM, append_event_entry
from tournaments.services.history.sheet_chain import lock_event
from tournaments.services.rounds.lifecycle import seat_round

SILENCE = timedelta(seconds=20)  # after which a searching worker counts as dead
REPORT_SECONDS = 0.5  # between two database reads during a search
Tables = list[list[int]]


def draws_to_make() -> list[int]:
    """Return IDs of the draws that wait for a worker, oldest first."""
    return list(Draw.objects.filter(status=DrawStatus.SEARCHING).order_by("pk").values_list("pk", flat=True))


def carry_out_draw(*, draw_id: int) -> None:
    """Search and store the tables as drafts; repeated or late calls do nothing. Runs as a task.

    Runs outside any transaction, so that others can write meanwhile. A stopped search keeps its best
    result.
    """
    if not claim(draw_id):
        return
    draw = Draw.objects.select_related("event").get(pk=draw_id)
    try:
        rounds, sit_outs_by_round, steps = search(draw)
    except Contradiction as error:
        store_refusal(draw_id, contradiction_text(draw.event, error))
        return
    store_draw(draw_id, rounds, sit_outs_by_round, steps)


def claim(draw_id: int) -> bool:
    """Claim a waiting draw that no live worker is searching; whether this worker got it."""
    now = timezone.now()
    is_heard = Q(searched_at__range=(now - SILENCE, now + SILENCE))  # not if the clock was set back since
    waiting = Draw.objects.filter(~is_heard | Q(searched_at=None), pk=draw_id, status=DrawStatus.SEARCHING)
    return bool(waiting.update(searched_at=now))


def search(draw: Draw) -> tuple[list[Tables], list[list[int]], int]:
    """Return rounds of tables of start numbers, the sit-outs of each round, and the steps taken."""
    number = draw_seed(bytes.fromhex(draw.seed), draw.numbers)
    history = past_seatings(draw.event)
    if draw.mode == DrawMode.ALL:
        return search_schedule(draw, draw.numbers, number, history, draw.sit_outs)
    sitting_out = choose_sit_outs(draw, number)
    present = [each for each in draw.numbers if each not in sitting_out]
    if draw.mode == DrawMode.RANDOM:
        rounds, _, steps = search_schedule(draw, present, number, history, 0)
        return rounds, [sitting_out], steps
    tables = draw_next(
        history,
        draw.ranking or None,
        draw.mode,
        players=present,
        sizes=draw.sizes,
        seed=number,
        constraints=constraints_of(constraints_without(draw.wishes, sitting_out), draw.first_round),
    )
    return [[list(table) for table in tables]], [sitting_out], 0


def search_schedule(
    draw: Draw,
    numbers: Sequence[int],
    number: int,
    history: Sequence[Sequence[Sequence[int]]],
    sit_outs: int,
) -> tuple[list[Tables], list[list[int]], int]:
    """Search all rounds at once, taking the rounds already played into account."""
    watch = Progress(draw)
    sitting_out = set(draw.numbers) - set(numbers)
    schedule = draw_schedule(
        numbers,
        draw.rounds_wanted,
        draw.sizes,
        seed=number,
        steps=draw.steps,
        should_stop=watch.should_stop,
        watch=watch.report,
        constraints=constraints_of(constraints_without(draw.wishes, sitting_out), draw.first_round),
        history=history,
        sit_outs=sit_outs,
        past_sit_outs=sit_outs_so_far(draw.event),
    )
    rounds = [[list(table) for table in tables] for tables in schedule.rounds]
    sit_outs_by_round = [
        sorted(set(numbers) - {each for table in tables for each in table}) for tables in rounds
    ]
    return rounds, sit_outs_by_round, schedule.steps


def constraints_without(
    constraints: Mapping[str, Any], sitting_out: Sequence[int] | set[int]
) -> dict[str, Any]:
    """Return the constraints without the entrants who sit out."""
    gone = set(sitting_out)
    return {
        "apart": [pair for pair in constraints.get("apart", []) if not gone & set(pair)],
        "partners": [pair for pair in constraints.get("partners", []) if not gone & set(pair)],
        **{
            key: [[one for one in team if one not in gone] for team in constraints.get(key, [])]
            for key in ("groups", "teams")
        },
        "tables": [pair for pair in constraints.get("tables", []) if pair[0] not in gone],
        "seats": [pair for pair in constraints.get("seats", []) if pair[0] not in gone],
        "capacity": constraints.get("capacity", []),
        "new_partners": constraints.get("new_partners", False),
    }


def choose_sit_outs(draw: Draw, number: int) -> list[int]:
    """Choose the sit-outs: the fewest so far first, ties by lot; none twice before all sat out once."""
    order = list(draw.numbers)
    Random(number).shuffle(order)
    partners = draw.wishes.get("partners", [])
    return sorted(choose_with_partners(order, sit_outs_so_far(draw.event), draw.sit_outs, partners))


class Progress:
    """Report a search's progress to the database at intervals, and read whether to stop."""

    def __init__(self, draw: Draw, clock: Callable[[], float] = monotonic) -> None:
        self.draw_id, self.clock = draw.pk, clock
        self.next_look, self.is_stopped = clock() + REPORT_SECONDS, False

    def report(self, steps_done: int) -> None:
        """Store the number of steps done, twice a second at most."""
        if self.clock() >= self.next_look:
            self.next_look = self.clock() + REPORT_SECONDS
            waiting = Draw.objects.filter(pk=self.draw_id, status=DrawStatus.SEARCHING)
            now = timezone.now()
            is_wanted = waiting.filter(is_stopped=False).update(steps_done=steps_done, searched_at=now)
            self.is_stopped = not is_wanted

    def should_stop(self) -> bool:
        """Return whether the search was stopped or the draw discarded."""
        return self.is_stopped


@transaction.atomic
def store_draw(
    draw_id: int, rounds: Sequence[Tables], sit_outs_by_round: Sequence[Sequence[int]], steps: int
) -> None:
    """Store the tables as drafts, unless the draw was discarded meanwhile: all rounds, or none."""
    draw = Draw.objects.select_related("event").get(pk=draw_id)
    event = lock_event(draw.event)
    draw.refresh_from_db()
    if draw.status != DrawStatus.SEARCHING:
        return
    entrants = {each.number: each for each in event.entrants.filter(number__in=draw.numbers)}
    for index, (tables, sitting_out) in enumerate(zip(rounds, sit_outs_by_round, strict=True)):
        seats = [[entrants[each] for each in table] for table in tables]
        round = seat_round(event=event, tables=seats, number=draw.first_round + index, draw=draw)
        sit_out(round, [entrants[each] for each in sitting_out])
    draw.status, draw.steps_done = DrawStatus.DONE, steps
    draw.repeats = count_repeats([*past_seatings(event), *rounds])
    draw.save(update_fields=["status", "steps_done", "repeats"])
    append_event_entry(
        event,
        EventChangeKind.DRAWN,
        by=SYSTEM,
        draw=draw.number,
        mode=draw.mode,
        numbers=draw.numbers,
        steps=steps,
    )


def sit_out(round: Round, entrants: Sequence[Entrant]) -> None:
    """Store the entrants who sit out."""
    SitOut.objects.bulk_create(SitOut(round=round, entrant=entrant) for entrant in entrants)


@transaction.atomic
def store_refusal(draw_id: int, problem: str) -> None:
    """Mark the draw as refused: no draw meets all constraints. The seed is used up."""
    draw = Draw.objects.select_related("event").get(pk=draw_id)
    event = lock_event(draw.event)
    waiting = Draw.objects.filter(pk=draw_id, status=DrawStatus.SEARCHING)
    if waiting.update(status=DrawStatus.REFUSED, problem=problem):
        append_event_entry(event, EventChangeKind.DRAW_DISCARDED, by=SYSTEM, draw=draw.number, refused=True)
