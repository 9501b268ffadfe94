"""The public record of a draw: what was committed, the result, and the quality of the seating.

Seed and seats are revealed with the first released round, not before; a director also sees the quality of
their drafts. Everything is counted from the stored seating by seating/fairness.py.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import QuerySet

from seating.fairness import Audit, audit_of, commitment, draw_seed, list_commitment
from seating.new_partners import PartnersAgain, partners_again
from tournaments.models import (
    Draw,
    DrawMode,
    DrawStatus,
    Event,
    EventChange,
    EventChangeKind,
    Round,
    RoundStatus,
)
from tournaments.selectors.draw.draws import seatings_of
from tournaments.selectors.publishing.public_event import PublicEvent, hides_sheet

TOLD = (
    EventChangeKind.SEED_COMMITTED,
    EventChangeKind.DRAWN,
    EventChangeKind.SWAPPED,
    EventChangeKind.DRAW_DISCARDED,
)
CAME_TO_NOTHING = (DrawStatus.DISCARDED, DrawStatus.REFUSED)
TIME_TO_WRITE_DOWN = timedelta(minutes=1)
BY_SCHEDULE = (DrawMode.ALL, DrawMode.RANDOM)


@dataclass(frozen=True, slots=True, kw_only=True)
class Promise:
    """The values published before the draw, and whether they were kept; None if not comparable (yet)."""

    seed_hash: str
    list_hash: str
    numbers: Sequence[int]
    at: datetime
    is_seed_kept: bool | None = None
    is_list_kept: bool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Making:
    """The inputs of the draw; `number` is SHA-256 of seed and start numbers.

    `was_hasty` means that it followed the commitment too quickly for anyone to write down the hash.
    """

    seed: str
    number: int
    numbers: Sequence[int]
    joined: Sequence[int]
    left: Sequence[int]
    at: datetime | None
    was_hasty: bool
    command: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Swap:
    """A swap of two start numbers by hand, and the repeats it added."""

    round: int
    one: int
    two: int
    repeats: int
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Worth:
    """The quality of rounds 1 to `last`; `rounds` are start numbers by round, table and seat."""

    first: int
    last: int
    rounds: Sequence[Sequence[Sequence[int]]]
    counted: Audit
    names: dict[int, str]
    has_drafts: bool
    again: PartnersAgain | None  # if partners are drawn anew


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawFacts:
    """A draw as its page shows it; `making` is None before the seed is revealed, `worth` while hidden.

    `ranking` are the standings it was made from, the leader first; empty while they are secret.
    """

    draw: Draw
    ranking: Sequence[int]
    promise: Promise
    making: Making | None
    swaps: Sequence[Swap]
    discarded: Sequence[Draw]
    worth: Worth | None


def draw_facts(draw: Draw, *, with_drafts: bool) -> DrawFacts:
    """Return all visible facts of a draw; `with_drafts` for its director.

    The number of queries is constant.
    """
    entries = list(draw.event.entries.filter(kind__in=TOLD).order_by("number"))
    own = [entry for entry in entries if entry.facts.get("draw") == draw.number]
    is_revealed = draw.revealed_at is not None
    return DrawFacts(
        draw=draw,
        ranking=[] if is_ranking_secret(draw, with_drafts) else draw.ranking,
        promise=promise_of(draw, own, is_revealed),
        making=making_of(draw, own) if is_revealed else None,
        swaps=swaps_of(draw, entries, own) if is_revealed or with_drafts else [],
        discarded=list(draw.event.draws.filter(status__in=CAME_TO_NOTHING).exclude(pk=draw.pk)),
        worth=worth_of(draw, with_drafts),
    )


def is_ranking_secret(draw: Draw, with_drafts: bool) -> bool:
    """Return whether the standings a draw was made from are secret until prize-giving."""
    return not with_drafts and hides_sheet(draw.event, draw.first_round - 1)


# Commitment and inputs


def promise_of(draw: Draw, own: Sequence[EventChange], is_revealed: bool) -> Promise:
    """Compute both hashes again; once revealed, compare them with those in the event's history."""
    seed_hash = commitment(bytes.fromhex(draw.seed))
    list_hash = list_commitment(draw.committed_numbers)
    promise = first_of(own, EventChangeKind.SEED_COMMITTED) if is_revealed else None
    written = promise.facts if promise else {}
    return Promise(
        seed_hash=seed_hash,
        list_hash=list_hash,
        numbers=draw.committed_numbers,
        at=draw.committed_at,
        is_seed_kept=written["seed_hash"] == seed_hash if "seed_hash" in written else None,
        is_list_kept=list_commitment(written["numbers"]) == list_hash if "numbers" in written else None,
    )


def making_of(draw: Draw, own: Sequence[EventChange]) -> Making:
    """Return the inputs of a revealed draw."""
    number = draw_seed(bytes.fromhex(draw.seed), draw.numbers)
    committed, numbers = set(draw.committed_numbers), set(draw.numbers)
    done = first_of(own, EventChangeKind.DRAWN)
    return Making(
        seed=draw.seed,
        number=number,
        numbers=draw.numbers,
        joined=sorted(numbers - committed),
        left=sorted(committed - numbers),
        at=done.at if done else None,
        was_hasty=done is not None and done.at - draw.committed_at < TIME_TO_WRITE_DOWN,
        command=command_of(draw, number) if can_be_repeated(draw) else "",
    )


def can_be_repeated(draw: Draw) -> bool:
    """Return whether `draw_rounds` repeats the draw: only what it can be told went into it."""
    is_plain = not draw.sit_outs and not any({**draw.wishes, "new_partners": False}.values())
    return is_plain and draw.first_round == 1 and draw.mode in BY_SCHEDULE


def command_of(draw: Draw, number: int) -> str:
    """Return the command that repeats the draw, for players 1 to N in the order of the start numbers."""
    sizes = ",".join(map(str, draw.sizes))
    by_lot = " --new-partners" if draw.wishes.get("new_partners") else ""
    return (
        f"draw_rounds --players {len(draw.numbers)} --rounds {draw.rounds_wanted} --sizes {sizes} "
        f"--seed {number} --steps {draw.steps_done}{by_lot}"
    )


def first_of(entries: Sequence[EventChange], kind: EventChangeKind) -> EventChange | None:
    """Return the first entry of a kind, or None."""
    return next((entry for entry in entries if entry.kind == kind), None)


# Changes by hand


def swaps_of(draw: Draw, entries: Sequence[EventChange], own: Sequence[EventChange]) -> list[Swap]:
    """Return the swaps in this draw's rounds, made after it was drawn and before the rest was discarded."""
    drawn, discarded = (
        first_of(own, kind) for kind in (EventChangeKind.DRAWN, EventChangeKind.DRAW_DISCARDED)
    )
    begin = drawn.number if drawn else entries[-1].number if entries else 0
    end = discarded.number if discarded else entries[-1].number + 1 if entries else 0
    rounds = range(draw.first_round, draw.first_round + draw.rounds_wanted)
    return [
        Swap(**{name: entry.facts[name] for name in ("round", "one", "two", "repeats")}, at=entry.at)
        for entry in entries
        if entry.kind == EventChangeKind.SWAPPED
        and begin < entry.number < end
        and entry.facts["round"] in rounds
    ]


# Quality


def worth_of(draw: Draw, with_drafts: bool) -> Worth | None:
    """Return the audit of all rounds up to the draw's last one; five queries."""
    own = list(
        visible_rounds(draw.rounds.all(), with_drafts).order_by("number").values_list("number", "status")
    )
    if not own:
        return None
    last = own[-1][0]
    rounds = seatings_of(visible_rounds(draw.event.rounds.filter(number__lte=last), with_drafts))
    return Worth(
        first=own[0][0],
        last=last,
        rounds=rounds,
        counted=audit_of(rounds),
        names=PublicEvent(draw.event).names,
        has_drafts=any(status == RoundStatus.DRAFT for _, status in own),
        again=partners_again(rounds) if draw.wishes.get("new_partners") else None,
    )


def visible_rounds(rounds: QuerySet[Round], with_drafts: bool) -> QuerySet[Round]:
    """Return the rounds a visitor may see."""
    return rounds if with_drafts else rounds.exclude(status=RoundStatus.DRAFT)


def public_draws(event: Event) -> list[Draw]:
    """Return the committed and released draws that an event's page lists, newest first; one query."""
    return list(event.draws.exclude(status__in=CAME_TO_NOTHING).order_by("-number"))


def audit_json(facts: DrawFacts) -> dict[str, Any]:
    """Return the facts as JSON.

    The draw's number is text, because it exceeds the integers of many programs.
    """
    draw, made = facts.draw, facts.making
    promised = {
        "event": draw.event.slug,
        "draw": draw.number,
        "status": draw.status,
        "mode": draw.mode,
        "committed_at": draw.committed_at.isoformat(),
        "committed_numbers": list(draw.committed_numbers),
        "seed_hash": facts.promise.seed_hash,
        "list_hash": facts.promise.list_hash,
        "revealed_at": draw.revealed_at.isoformat() if draw.revealed_at else None,
    }
    revealed = {**making_json(draw, made, facts.swaps), "ranking": list(facts.ranking)} if made else {}
    return {**promised, **revealed, "certificate": worth_json(facts.worth) if facts.worth else None}


def making_json(draw: Draw, made: Making, swaps: Sequence[Swap]) -> dict[str, Any]:
    """Return the inputs as JSON, sufficient to repeat the draw with seating/."""
    return {
        "seed": made.seed,
        "numbers": list(made.numbers),
        "number": str(made.number),
        "steps": draw.steps_done,
        "sizes": draw.sizes,
        "sit_outs": draw.sit_outs,
        "wishes": draw.wishes,
        "first_round": draw.first_round,
        "rounds_wanted": draw.rounds_wanted,
        "command": made.command,
        "swaps": [
            {"round": each.round, "one": each.one, "two": each.two, "repeats": each.repeats} for each in swaps
        ],
    }


def worth_json(worth: Worth) -> dict[str, Any]:
    """Return the seating as JSON, and the values counted from it."""
    counted = worth.counted
    return {
        "rounds": worth.rounds,
        "players": list(counted.players),
        "repeats": counted.repeats,
        "lower_bound": counted.lower_bound,
        "optimal": counted.is_optimal,
        "small_tables": counted.small_tables,
        "seats": counted.seats,
        "most_visits": counted.most_visits,
        "meetings": counted.meetings,
        **({"partners_again": worth.again.times, "partners_bound": worth.again.bound} if worth.again else {}),
    }
