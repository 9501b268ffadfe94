"""What everybody may know of a draw: what was promised, what came out, and what the seating is worth.

The seed and the seats come out with the first released round, not before; a director sees the worth of his
drafts as well. Everything is counted from the seating as it is stored, by seating/fairness.py.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import QuerySet

from seating.fairness import Certificate, certificate, commitment, draw_seed, list_commitment
from tournaments.models import (
    Draw,
    DrawMode,
    DrawStatus,
    Event,
    EventEntry,
    EventEntryKind,
    Round,
    RoundStatus,
)
from tournaments.selectors.draws import seatings_of
from tournaments.selectors.publications import hides_sheet, names_of

TOLD = (
    EventEntryKind.SEED_COMMITTED,
    EventEntryKind.DRAWN,
    EventEntryKind.SWAPPED,
    EventEntryKind.DRAW_DISCARDED,
)
CAME_TO_NOTHING = (DrawStatus.DISCARDED, DrawStatus.REFUSED)
TIME_TO_WRITE_DOWN = timedelta(minutes=1)
BY_SCHEDULE = (DrawMode.ALL, DrawMode.RANDOM)


@dataclass(frozen=True, slots=True, kw_only=True)
class Promise:
    """What was shown before the draw, and whether it was kept; None where that cannot be compared (yet)."""

    seed_hash: str
    list_hash: str
    numbers: Sequence[int]
    at: datetime
    is_seed_kept: bool | None = None
    is_list_kept: bool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Making:
    """What the draw was made from; `number` is SHA-256 of seed and start numbers.

    `was_hasty`: it followed the promise so quickly that hardly anybody can have written the hash down.
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
    """Two start numbers that changed places by hand, and the repeats that cost."""

    round: int
    one: int
    two: int
    repeats: int
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Worth:
    """What rounds 1 to `last` are worth; `rounds` are start numbers by round, table and seat."""

    first: int
    last: int
    rounds: Sequence[Sequence[Sequence[int]]]
    counted: Certificate
    names: dict[int, str]
    has_drafts: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawFacts:
    """A draw as its page tells it; `making` is None before the seed is out, `worth` while none is shown.

    `ranking` are the standings it was made by, the leader first; empty while they are secret.
    """

    draw: Draw
    ranking: Sequence[int]
    promise: Promise
    making: Making | None
    swaps: Sequence[Swap]
    discarded: Sequence[Draw]
    worth: Worth | None


def draw_facts(draw: Draw, *, with_drafts: bool) -> DrawFacts:
    """Everything one may know of a draw; `with_drafts` for its director. The queries never grow."""
    told = list(draw.event.entries.filter(kind__in=TOLD).order_by("number"))
    own = [entry for entry in told if entry.facts.get("draw") == draw.number]
    is_revealed = draw.revealed_at is not None
    return DrawFacts(
        draw=draw,
        ranking=[] if is_ranking_secret(draw, with_drafts) else draw.ranking,
        promise=promise_of(draw, own, is_revealed),
        making=making_of(draw, own) if is_revealed else None,
        swaps=swaps_of(draw, told, own) if is_revealed or with_drafts else [],
        discarded=list(draw.event.draws.filter(status__in=CAME_TO_NOTHING).exclude(pk=draw.pk)),
        worth=worth_of(draw, with_drafts),
    )


def is_ranking_secret(draw: Draw, with_drafts: bool) -> bool:
    """Whether the standings a draw was made by are secret until prize-giving."""
    return not with_drafts and hides_sheet(draw.event, draw.first_round - 1)


# What was promised, what it was made from


def promise_of(draw: Draw, own: Sequence[EventEntry], is_revealed: bool) -> Promise:
    """Both hashes, computed anew; once revealed, compared with what the event's history holds."""
    seed_hash = commitment(bytes.fromhex(draw.seed))
    list_hash = list_commitment(draw.committed_numbers)
    kept = first_of(own, EventEntryKind.SEED_COMMITTED) if is_revealed else None
    written = kept.facts if kept else {}
    return Promise(
        seed_hash=seed_hash,
        list_hash=list_hash,
        numbers=draw.committed_numbers,
        at=draw.committed_at,
        is_seed_kept=written["seed_hash"] == seed_hash if "seed_hash" in written else None,
        is_list_kept=list_commitment(written["numbers"]) == list_hash if "numbers" in written else None,
    )


def making_of(draw: Draw, own: Sequence[EventEntry]) -> Making:
    """Seed, start numbers and the number they make."""
    number = draw_seed(bytes.fromhex(draw.seed), draw.numbers)
    committed, drawn = set(draw.committed_numbers), set(draw.numbers)
    done = first_of(own, EventEntryKind.DRAWN)
    return Making(
        seed=draw.seed,
        number=number,
        numbers=draw.numbers,
        joined=sorted(drawn - committed),
        left=sorted(committed - drawn),
        at=done.at if done else None,
        was_hasty=done is not None and done.at - draw.committed_at < TIME_TO_WRITE_DOWN,
        command=command_of(draw, number) if can_be_repeated(draw) else "",
    )


def can_be_repeated(draw: Draw) -> bool:
    """Whether `draw_rounds` makes the same tables: only players, rounds and sizes went into the draw."""
    is_plain = not draw.sit_outs and not any(draw.wishes.values())
    return is_plain and draw.first_round == 1 and draw.mode in BY_SCHEDULE


def command_of(draw: Draw, number: int) -> str:
    """The command that draws the same again, for players 1 to N in the order of the start numbers."""
    sizes = ",".join(map(str, draw.sizes))
    return (
        f"draw_rounds --players {len(draw.numbers)} --rounds {draw.rounds_wanted} --sizes {sizes} "
        f"--seed {number} --steps {draw.steps_done}"
    )


def first_of(entries: Sequence[EventEntry], kind: EventEntryKind) -> EventEntry | None:
    """The first entry of a kind."""
    return next((entry for entry in entries if entry.kind == kind), None)


# What was changed by hand


def swaps_of(draw: Draw, told: Sequence[EventEntry], own: Sequence[EventEntry]) -> list[Swap]:
    """Changes of places in the rounds of this draw: after it was drawn, before what is left was discarded."""
    drawn, discarded = (first_of(own, kind) for kind in (EventEntryKind.DRAWN, EventEntryKind.DRAW_DISCARDED))
    begin = drawn.number if drawn else told[-1].number if told else 0
    end = discarded.number if discarded else told[-1].number + 1 if told else 0
    rounds = range(draw.first_round, draw.first_round + draw.rounds_wanted)
    return [
        Swap(**{name: entry.facts[name] for name in ("round", "one", "two", "repeats")}, at=entry.at)
        for entry in told
        if entry.kind == EventEntryKind.SWAPPED
        and begin < entry.number < end
        and entry.facts["round"] in rounds
    ]


# What it is worth


def worth_of(draw: Draw, with_drafts: bool) -> Worth | None:
    """The certificate of all rounds up to the last of the draw; five queries."""
    own = list(shown(draw.rounds.all(), with_drafts).order_by("number").values_list("number", "status"))
    if not own:
        return None
    last = own[-1][0]
    rounds = seatings_of(shown(draw.event.rounds.filter(number__lte=last), with_drafts))
    return Worth(
        first=own[0][0],
        last=last,
        rounds=rounds,
        counted=certificate(rounds),
        names=names_of(draw.event),
        has_drafts=any(status == RoundStatus.DRAFT for _, status in own),
    )


def shown(rounds: QuerySet[Round], with_drafts: bool) -> QuerySet[Round]:
    """The rounds a visitor may see."""
    return rounds if with_drafts else rounds.exclude(status=RoundStatus.DRAFT)


def public_draws(event: Event) -> list[Draw]:
    """The draws an event's page names, newest first: promised ones and released ones; one query."""
    return list(event.draws.exclude(status__in=CAME_TO_NOTHING).order_by("-number"))


def certificate_json(facts: DrawFacts) -> dict[str, Any]:
    """The same for programs; the number of the draw as text, for it is longer than many can count."""
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
    """What the draw was made from, enough to make it again with seating/."""
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
    """The seating, and what was counted from it."""
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
    }
