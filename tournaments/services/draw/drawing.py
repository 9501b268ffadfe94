"""Draw rounds: commit a seed, search in a background task, store the tables as drafts until released.

A draw depends on SHA-256(seed + start numbers) and on nothing that a director can influence. Drawing again
needs a new commitment, and the discarded draw stays in the public list.
"""

import secrets
from collections.abc import Sequence

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext

from scoring.not_possible import NotPossible
from seating.constraints import Contradiction, check
from seating.fairness import SEED_BYTES, commitment
from seating.schedule import STEPS
from seating.sizes import table_sizes
from server.wake_ups import DRAWS
from tournaments.models import (
    Draw,
    DrawMode,
    DrawStatus,
    Event,
    EventChangeKind,
    Round,
    RoundStatus,
)
from tournaments.selectors.draw.constraints import constraints_json, constraints_of
from tournaments.selectors.draw.drafts import drafts_of
from tournaments.selectors.draw.draws import ranking_of
from tournaments.selectors.draw.table_sizes import contradiction_text, sizes_for, usual_sizes
from tournaments.services.draw.search import carry_out_draw
from tournaments.services.entry.leaving import dismiss_absent
from tournaments.services.history.event_chain import SYSTEM, append_event_entry, refuse_unseen_draft
from tournaments.services.history.sheet_chain import Author, lock_event
from tournaments.services.rounds.lifecycle import lock_round, refuse_unfinished
from tournaments.services.sheets.write_guard import (
    lock_not_over,
    refuse_cancelled,
    refuse_closed,
    refuse_decided,
    refuse_written,
)

THOROUGH = 10  # multiplies the steps of a search, at the director's request
MOST_ROUNDS = 50

# The seed


@transaction.atomic
def commit_seed(*, event: Event, by: Author = SYSTEM) -> Draw:
    """Commit a secret seed for the next draw: publish its hash beside the hash of the list of entrants.

    Raises NotPossible: as `refuse_over`; `seed_committed` while one waits for its draw.
    """
    event = lock_not_over(event)
    waiting = event.draws.filter(status=DrawStatus.COMMITTED).first()
    if waiting:
        message = gettext("The seed of draw %(number)s is already committed; draw with it.")
        raise NotPossible("seed_committed", message % {"number": waiting.number})
    return new_draw(event, secrets.token_hex(SEED_BYTES), by)


def new_draw(event: Event, seed: str, by: Author) -> Draw:
    """Store the next draw of the (locked) event, with its seed and the current start numbers."""
    numbers = list(event.entrants.order_by("number").values_list("number", flat=True))
    draw = Draw.objects.create(
        event=event,
        number=event.draws.count() + 1,
        seed=seed,
        committed_numbers=numbers,
        committed_at=timezone.now(),
    )
    append_event_entry(
        event,
        EventChangeKind.SEED_COMMITTED,
        by=by,
        draw=draw.number,
        numbers=numbers,
        seed_hash=commitment(bytes.fromhex(seed)),
    )
    return draw


# Requesting a draw


@transaction.atomic
def start_draw(
    *,
    event: Event,
    mode: DrawMode = DrawMode.RANDOM,
    rounds: int = 1,
    sit_outs: int = 0,
    sizes: Sequence[int] = (),
    thorough: bool = False,
    seed: str = "",
    drops_absent: bool = False,
    instead: bool = False,
    by: Author = SYSTEM,
) -> Draw:
    """Request a draw of the next round or rounds by a task: all present entrants, the event's constraints.

    `drops_absent` lets who is absent leave for the rest of the event, `instead` discards all drafts first.
    Raises NotPossible, and stores nothing then: as `refuse_now`, `refuse_written`, `no_such_tables`,
    `bad_rounds`, `no_round_before` and the codes of seating.constraints.Contradiction.
    """
    if instead:
        discard_drafts(event, by)
    event = lock_event(event)
    refuse_now(event)
    refuse_mode(event, mode, rounds)
    if drops_absent:
        dismiss_absent(event=event, by=by)
        event = lock_event(event)
    numbers = list(event.entrants.filter(is_present=True).order_by("number").values_list("number", flat=True))
    allowed = list(sizes) or usual_sizes(event, len(numbers) - sit_outs)
    sizes_for(event, len(numbers) - sit_outs, allowed)
    refuse_contradictions(event, numbers, allowed, sit_outs)
    committed = event.draws.filter(status=DrawStatus.COMMITTED).first()
    draw = committed or new_draw(event, seed or secrets.token_hex(SEED_BYTES), by)
    draw.status, draw.mode, draw.rounds_wanted = DrawStatus.SEARCHING, mode, rounds
    draw.first_round, draw.numbers = next_round_number(event), numbers
    draw.ranking, draw.sizes, draw.sit_outs = ranking_of(event, numbers), allowed, sit_outs
    draw.wishes, draw.steps = constraints_json(event, numbers), STEPS * (THOROUGH if thorough else 1)
    draw.save()
    DRAWS.send_after_commit()
    return draw


def refuse_now(event: Event) -> None:
    """Raise NotPossible while no draw can be requested: as `refuse_decided`, `event_cancelled`, `round_open`,
    `draw_running`.
    """
    refuse_decided(event)
    refuse_cancelled(event)
    refuse_unfinished(event)
    refuse_running(event)


def next_round_number(event: Event) -> int:
    """Return the number after the last round, drafts included."""
    return (event.rounds.order_by("-number").values_list("number", flat=True).first() or 0) + 1


def refuse_running(event: Event) -> None:
    """Raise NotPossible (`draw_running`) while a draw is being searched."""
    if event.draws.filter(status=DrawStatus.SEARCHING).exists():
        message = gettext("A draw is in progress; wait for it, or stop it first.")
        raise NotPossible("draw_running", message)


def refuse_mode(event: Event, mode: DrawMode, rounds: int) -> None:
    """Raise NotPossible: `bad_rounds`, or `no_round_before` for a mode that needs results."""
    most = MOST_ROUNDS if mode == DrawMode.ALL else 1
    if not 1 <= rounds <= most:
        message = gettext("This method draws 1 to %(most)s rounds at once, not %(rounds)s.")
        raise NotPossible("bad_rounds", message % {"most": most, "rounds": rounds})
    needs_results = mode not in (DrawMode.ALL, DrawMode.RANDOM)
    if needs_results and not event.rounds.filter(status=RoundStatus.CLOSED).exists():
        message = gettext("No round has been played yet: draw the first round by lot.")
        raise NotPossible("no_round_before", message)


def refuse_contradictions(
    event: Event, numbers: Sequence[int], sizes: Sequence[int], sit_outs: int = 0
) -> None:
    """Raise NotPossible with the first two constraints that contradict each other, by name."""
    seats_by_table = table_sizes(len(numbers) - sit_outs, allowed=sizes, standard=sizes[0])
    try:
        check(
            numbers,
            seats_by_table,
            constraints_of(constraints_json(event, numbers), next_round_number(event)),
        )
    except Contradiction as error:
        raise NotPossible(error.code, contradiction_text(event, error)) from error


# During the search


def stop_draw(*, draw: Draw) -> None:
    """Stop a search early; the best result so far is kept."""
    Draw.objects.filter(pk=draw.pk, status=DrawStatus.SEARCHING).update(is_stopped=True)


# Discarding a draw


@transaction.atomic
def discard_draw(*, draw: Draw, by: Author = SYSTEM) -> None:
    """Discard a draw's drafts; released rounds stay.

    Raises NotPossible: `draw_released`, `event_closed`, and as `refuse_written`.
    """
    event = lock_event(draw.event)
    refuse_closed(event)
    draw.refresh_from_db()
    drafts = draw.rounds.filter(status=RoundStatus.DRAFT)
    if draw.status == DrawStatus.DONE and not drafts.exists():
        message = gettext("Every round of draw %(number)s was opened; the draw cannot change.")
        raise NotPossible("draw_released", message % {"number": draw.number})
    refuse_written(drafts)
    drafts.delete()
    if not draw.rounds.exists():
        draw.status = DrawStatus.DISCARDED
        draw.save(update_fields=["status"])
    append_event_entry(event, EventChangeKind.DRAW_DISCARDED, by=by, draw=draw.number)


@transaction.atomic
def discard_draft(*, round: Round, by: Author = SYSTEM, seen: int | None = None) -> None:
    """Discard a draft and all other drafts of its draw.

    Raises NotPossible: `round_open`, `round_unknown`, `event_closed`, as `refuse_written`, or
    `changed_meanwhile` if a draft was changed after revision `seen`.
    """
    event = lock_round(round)
    refuse_closed(event)
    refuse_unseen_draft(event, seen)
    if round.status != RoundStatus.DRAFT:
        raise NotPossible("round_open", gettext("This round was opened; its draw cannot change."))
    if round.draw:
        discard_draw(draw=round.draw, by=by)
    else:
        draft = event.rounds.filter(pk=round.pk)
        refuse_written(draft)
        draft.delete()
        append_event_entry(event, EventChangeKind.DRAW_DISCARDED, by=by, draw=0, round=round.number)


@transaction.atomic
def draw_again(
    *, round: Round, drops_absent: bool = False, by: Author = SYSTEM, seen: int | None = None
) -> Draw:
    """Replace a draft and the drafts after it by a new draw of the same mode, with a new seed.

    Draws the entrants present now; if their number has changed, the request for sit-outs is dropped.
    Raises as `discard_draft` and `start_draw`.
    """
    draw, event = round.draw, round.event
    drafts = drafts_of(event)
    discard_draft(round=round, by=by, seen=seen)
    if draw is None:
        return start_draw(event=event, drops_absent=drops_absent, by=by)
    is_same = event.entrants.filter(is_present=True).count() == len(draw.numbers)
    return start_draw(
        event=event,
        mode=DrawMode(draw.mode),
        rounds=len(drafts) if draw.mode == DrawMode.ALL else 1,
        sit_outs=draw.sit_outs if is_same else 0,
        sizes=draw.sizes,
        drops_absent=drops_absent,
        by=by,
    )


def discard_drafts(event: Event, by: Author) -> None:
    """Discard all drafts of the event. Raises as `refuse_written`, and then they stay."""
    event = lock_event(event)
    for draw in event.draws.filter(rounds__status=RoundStatus.DRAFT).distinct():
        discard_draw(draw=draw, by=by)
    drafts = event.rounds.filter(status=RoundStatus.DRAFT)
    refuse_written(drafts)
    drafts.delete()


def draw_round(*, event: Event, seed: int | None = None, mode: DrawMode = DrawMode.RANDOM) -> Round:
    """Draw the next round synchronously, without a task: for demonstrations, imports and tests.

    Raises as `start_draw`.
    """
    chosen = f"{seed:032x}" if seed is not None else ""
    draw = start_draw(event=event, mode=mode, seed=chosen)
    carry_out_draw(draw_id=draw.pk)
    return draw.rounds.get(number=draw.first_round)
