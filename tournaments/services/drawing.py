"""Drawing rounds: a seed is committed, the search runs as a task, its tables are drafts until released.

A draw is made from SHA-256(seed + start numbers) and from nothing a director could bend: drawing again means
a new commitment, and the discarded draw stays in the list for everybody to see.
"""

import secrets
from collections.abc import Sequence

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext

from seating.constraints import Contradiction, check
from seating.fairness import SEED_BYTES, commitment
from seating.schedule import STEPS
from seating.sizes import table_sizes
from tournaments import live
from tournaments.errors import NotPossible
from tournaments.models import (
    Draw,
    DrawMode,
    DrawStatus,
    Event,
    EventEntryKind,
    Round,
    RoundStatus,
    StandingsRow,
)
from tournaments.selectors.drafts import drafts_of
from tournaments.selectors.seating import contradiction_text, sizes_for, standard_first
from tournaments.selectors.wishes import constraints_of, wishes_json
from tournaments.services.event_history import SYSTEM, append_event_entry, refuse_unseen_draft
from tournaments.services.history import Author, lock_event
from tournaments.services.rounds import lock_round, refuse_closed, refuse_decided, refuse_unfinished
from tournaments.services.searching import carry_out_draw

THOROUGH = 10  # times the usual steps, for who wants to wait
MOST_ROUNDS = 50

# The seed


@transaction.atomic
def commit_seed(*, event: Event, by: Author = SYSTEM) -> Draw:
    """Close the registration for the next draw: a secret seed, its hash shown beside the list's hash.

    Raises NotPossible (`seed_committed`) while a committed seed waits for its draw.
    """
    event = lock_event(event)
    refuse_closed(event)
    waiting = event.draws.filter(status=DrawStatus.COMMITTED).first()
    if waiting:
        message = gettext("The seed of draw %(number)s is committed already; draw with it.")
        raise NotPossible("seed_committed", message % {"number": waiting.number})
    return new_draw(event, secrets.token_hex(SEED_BYTES), by)


def new_draw(event: Event, seed: str, by: Author) -> Draw:
    """The next draw of the (locked) event, with its seed and the list as it is."""
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
        EventEntryKind.SEED_COMMITTED,
        by=by,
        draw=draw.number,
        numbers=numbers,
        seed_hash=commitment(bytes.fromhex(seed)),
    )
    return draw


# Asking for a draw


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
    by: Author = SYSTEM,
) -> Draw:
    """Have the next round, or several, drawn by a task: everybody present, with the event's wishes.

    What can be refused is refused here, and nothing stored. Raises NotPossible: as `refuse_decided`,
    `round_open`, `draw_running`, `no_such_tables`, `bad_rounds`, `no_round_before` and the codes of
    seating.constraints.Contradiction.
    """
    event = lock_event(event)
    refuse_decided(event)
    refuse_unfinished(event)
    refuse_running(event)
    refuse_mode(event, mode, rounds)
    numbers = list(event.entrants.filter(is_present=True).order_by("number").values_list("number", flat=True))
    allowed = list(sizes) or standard_first(event)
    sizes_for(event, len(numbers) - sit_outs, allowed)
    refuse_contradictions(event, numbers, allowed, sit_outs)
    draw = event.draws.filter(status=DrawStatus.COMMITTED).first()
    draw = draw or new_draw(event, seed or secrets.token_hex(SEED_BYTES), by)
    draw.status, draw.mode, draw.rounds_wanted = DrawStatus.SEARCHING, mode, rounds
    draw.first_round, draw.numbers = next_round_number(event), numbers
    draw.ranking, draw.sizes, draw.sit_outs = ranking_of(event, numbers), allowed, sit_outs
    draw.wishes = wishes_json(event, numbers)
    draw.steps = STEPS * (THOROUGH if thorough else 1)
    draw.save()
    live.DRAWS.ring_after_commit()
    return draw


def next_round_number(event: Event) -> int:
    """The number after the last round, drafts included."""
    return (event.rounds.order_by("-number").values_list("number", flat=True).first() or 0) + 1


def ranking_of(event: Event, numbers: Sequence[int]) -> list[int]:
    """Start numbers, the leader first; empty before anything was played."""
    if not event.rounds.filter(status=RoundStatus.CLOSED).exists():
        return []
    rows = StandingsRow.objects.filter(event=event, entrant__number__in=numbers)
    return list(rows.order_by("rank", "entrant__number").values_list("entrant__number", flat=True))


def refuse_running(event: Event) -> None:
    """Raises NotPossible (`draw_running`) while a draw is being searched."""
    if event.draws.filter(status=DrawStatus.SEARCHING).exists():
        message = gettext("A draw is being made just now; wait for it, or stop it first.")
        raise NotPossible("draw_running", message)


def refuse_mode(event: Event, mode: DrawMode, rounds: int) -> None:
    """Raises NotPossible for numbers of rounds nobody plays, and ways that need a round before."""
    most = MOST_ROUNDS if mode == DrawMode.ALL else 1
    if not 1 <= rounds <= most:
        message = gettext("This way draws 1 to %(most)s rounds at once, not %(rounds)s.")
        raise NotPossible("bad_rounds", message % {"most": most, "rounds": rounds})
    needs_results = mode not in (DrawMode.ALL, DrawMode.RANDOM)
    if needs_results and not event.rounds.filter(status=RoundStatus.CLOSED).exists():
        message = gettext("Nothing was played yet: draw the first round by lot.")
        raise NotPossible("no_round_before", message)


def refuse_contradictions(
    event: Event, numbers: Sequence[int], sizes: Sequence[int], sit_outs: int = 0
) -> None:
    """Raises NotPossible with the first two wishes that exclude each other, by name."""
    drawn = table_sizes(len(numbers) - sit_outs, allowed=sizes, standard=sizes[0])
    try:
        check(numbers, drawn, constraints_of(wishes_json(event, numbers), next_round_number(event)))
    except Contradiction as error:
        raise NotPossible(error.code, contradiction_text(event, error)) from error


# While it is searched


def stop_draw(*, draw: Draw) -> None:
    """End a search early; the best so far is kept."""
    Draw.objects.filter(pk=draw.pk, status=DrawStatus.SEARCHING).update(is_stopped=True)


# Taking a draw back


@transaction.atomic
def discard_draw(*, draw: Draw, by: Author = SYSTEM) -> None:
    """Throw away a draw's drafts; what was released stays. Raises NotPossible (`draw_released`)."""
    event = lock_event(draw.event)
    draw.refresh_from_db()
    drafts = draw.rounds.filter(status=RoundStatus.DRAFT)
    if draw.status == DrawStatus.DONE and not drafts.exists():
        message = gettext("Every round of draw %(number)s was released; it stands.")
        raise NotPossible("draw_released", message % {"number": draw.number})
    drafts.delete()
    if not draw.rounds.exists():
        draw.status = DrawStatus.DISCARDED
        draw.save(update_fields=["status"])
    append_event_entry(event, EventEntryKind.DRAW_DISCARDED, by=by, draw=draw.number)


@transaction.atomic
def discard_draft(*, round: Round, by: Author = SYSTEM, seen: int | None = None) -> None:
    """Throw a draft away, and every draft of its draw. Raises NotPossible (`round_open`, `round_unknown`,
    `changed_meanwhile` where a draft was changed after the revision that was `seen`)."""
    event = lock_round(round)
    refuse_unseen_draft(event, seen)
    if round.status != RoundStatus.DRAFT:
        raise NotPossible("round_open", gettext("This round was released; its draw stands."))
    if round.draw:
        discard_draw(draw=round.draw, by=by)
    else:
        event.rounds.filter(pk=round.pk).delete()
        append_event_entry(event, EventEntryKind.DRAW_DISCARDED, by=by, draw=0, round=round.number)


@transaction.atomic
def draw_again(*, round: Round, by: Author = SYSTEM, seen: int | None = None) -> Draw:
    """Another draw in place of a draft, and of the drafts after it, asked for as before; a new seed.

    With whoever is present now: nobody sits out any more if their number has changed, unless asked for
    anew. Raises as `discard_draft` and `start_draw`.
    """
    asked, event = round.draw, round.event
    drafts = drafts_of(event)
    discard_draft(round=round, by=by, seen=seen)
    if asked is None:
        return start_draw(event=event, by=by)
    is_same = event.entrants.filter(is_present=True).count() == len(asked.numbers)
    return start_draw(
        event=event,
        mode=DrawMode(asked.mode),
        rounds=len(drafts) if asked.mode == DrawMode.ALL else 1,
        sit_outs=asked.sit_outs if is_same else 0,
        sizes=asked.sizes,
        by=by,
    )


@transaction.atomic
def draw_instead(
    *,
    event: Event,
    mode: DrawMode = DrawMode.RANDOM,
    rounds: int = 1,
    sit_outs: int = 0,
    sizes: Sequence[int] = (),
    thorough: bool = False,
    by: Author = SYSTEM,
) -> Draw:
    """Discard every draft of the event and draw as asked: for who came late, or was asked to sit out.

    Raises as `start_draw`, and then the drafts stay.
    """
    event = lock_event(event)
    for draw in event.draws.filter(rounds__status=RoundStatus.DRAFT).distinct():
        discard_draw(draw=draw, by=by)
    event.rounds.filter(status=RoundStatus.DRAFT).delete()
    return start_draw(
        event=event, mode=mode, rounds=rounds, sit_outs=sit_outs, sizes=sizes, thorough=thorough, by=by
    )


def draw_round(*, event: Event, seed: int | None = None, mode: DrawMode = DrawMode.RANDOM) -> Round:
    """Draw the next round at once, without a task: for demonstrations, imports and tests.

    Raises as `start_draw`.
    """
    chosen = f"{seed:032x}" if seed is not None else ""
    draw = start_draw(event=event, mode=mode, seed=chosen)
    carry_out_draw(draw_id=draw.pk)
    return draw.rounds.get(number=draw.first_round)
