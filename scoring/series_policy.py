"""A series' policy: what an event is worth, how many of them count, who is placed, whether guests are in.

    {"by": "places", "points": [25, 18, 15], "best": 6, "of": 8, "minimum": 3, "guests": "out"}

Everything but "by" may be left out. `read_series_policy` names every contradiction at once.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from rules.game import Term, Violation, text
from rules.reading import Refused, is_whole
from scoring.policy import points_text, refusal

BY_PLACES, BY_TOTAL = "places", "total"
WAYS = (BY_PLACES, BY_TOTAL)
PLAYERS = "players"  # the rule instead of typed points: as many as there are players from that place down
POINTS_BY_PLACE = (25, 18, 15, 12, 10, 8, 6, 4, 2, 1)
GUESTS_IN, GUESTS_OUT = "in", "out"
SHARE, BEST = "share", "best"
KEYS = ("by", "points", "best", "of", "minimum", "guests", "ties")


@dataclass(frozen=True, slots=True)
class SeriesPolicy:
    """How a series is counted. `points` empty: the rule `players`; `best` None: all events count.

    `of` is how many events the series will have, None where nobody said; `minimum` 0: everybody is placed.
    """

    by: str = BY_PLACES
    points: tuple[int, ...] = POINTS_BY_PLACE
    best: int | None = None
    of: int | None = None
    minimum: int = 0
    guests: str = GUESTS_IN
    ties: str = SHARE


class Counted(NamedTuple):
    """An event as a series looks at it: its name, its game's, and what its standings rank by first."""

    name: str
    game: str
    value: str


def read_series_policy(raw: object, events: Sequence[Counted] | None = None) -> SeriesPolicy:
    """A policy from JSON. Raises Refused (`policy_invalid`) with everything that is wrong.

    What contradicts the chosen events is looked at where they are given.
    """
    if not isinstance(raw, Mapping):
        raise Refused([refusal("policy", text("A series' policy is an object with “by”, not {found}."), raw)])
    given = {name: value for name, value in raw.items() if value is not None or name == "by"}
    if problems := [*shape_violations(given)]:
        raise Refused(problems)
    policy = policy_of(given)
    if problems := [*contradictions(policy, given), *events_contradictions(policy, events)]:
        raise Refused(problems)
    return policy


def policy_of(given: Mapping[str, Any]) -> SeriesPolicy:
    """The policy of readable values."""
    points = given.get("points", POINTS_BY_PLACE)
    return SeriesPolicy(
        given.get("by", BY_PLACES),
        () if points == PLAYERS else tuple(points),
        given.get("best"),
        given.get("of"),
        given.get("minimum", 0),
        given.get("guests", GUESTS_IN),
        given.get("ties", SHARE),
    )


# What can be read


def shape_violations(given: Mapping[str, Any]) -> Iterator[Violation]:
    """Everything that is no policy at all."""
    for unknown in sorted(map(str, set(given) - set(KEYS))):
        message = text("A series' policy has {known}, not “{found}”.")
        yield refusal("policy", message, unknown, known=", ".join(KEYS))
    yield from word_violations(given)
    for name in ("best", "of", "minimum"):
        value = given.get(name)
        if value is not None and not (is_whole(value) and value >= 1):
            message = text("“{name}” is a number of events, 1 or more, not {found}. Leave it out for none.")
            yield refusal(f"policy.{name}", message, value, name=name)
    yield from points_violations(given.get("points", PLAYERS))


def word_violations(given: Mapping[str, Any]) -> Iterator[Violation]:
    """Words of which one is chosen."""
    choices = {"by": WAYS, "guests": (GUESTS_IN, GUESTS_OUT), "ties": (SHARE, BEST)}
    for name, words in choices.items():
        if name in given and given[name] not in words:
            message = text("“{name}” of a series is {known}, not “{found}”.")
            yield refusal(f"policy.{name}", message, given[name], name=name, known=" / ".join(words))


def points_violations(typed: Any) -> Iterator[Violation]:
    """The rule, or whole numbers for the first place, the second and so on, none above the one before."""
    if typed == PLAYERS:
        return
    if not isinstance(typed, (list, tuple)) or not typed or not all(is_whole(each) for each in typed):
        message = text("Points are whole numbers, the first place's first, as in 25-18-15, not {found}.")
        yield refusal("policy.points", message, typed)
    elif list(typed) != sorted(typed, reverse=True) or typed[-1] < 0 or not typed[0]:
        message = text(
            "Points go down from place to place and not below 0, as in 25-18-15; not as in {typed}."
        )
        yield refusal("policy.points", message, typed=points_text(typed))


# What contradicts itself


def contradictions(policy: SeriesPolicy, given: Mapping[str, Any]) -> Iterator[Violation]:
    """Everything that cannot be meant, whatever the events."""
    if policy.by == BY_TOTAL:
        for name in ("points", "ties"):
            if name in given:
                message = text(
                    "Points by place are given, but the series adds up totals. Leave one of them out."
                )
                yield refusal(f"policy.{name}", message)
    if policy.of is not None:
        yield from count_violations(policy, policy.of)


def count_violations(policy: SeriesPolicy, events: int) -> Iterator[Violation]:
    """More events than there are."""
    if policy.best is not None and policy.best > events:
        message = text(
            "The best {best} of {events} events cannot count. Count fewer, choose more events, or say how"
            " many the series will have."
        )
        yield refusal("policy.best", message, best=policy.best, events=events)
    if policy.minimum > events:
        message = text("Nobody can play {minimum} of {events} events; ask for {events} at most.")
        yield refusal("policy.minimum", message, minimum=policy.minimum, events=events)


def events_contradictions(policy: SeriesPolicy, events: Sequence[Counted] | None) -> Iterator[Violation]:
    """What these events cannot be counted by."""
    if events is None:
        return
    if policy.of is None:
        yield from count_violations(policy, len(events))
    elif len(events) > policy.of:
        message = text(
            "{found} events are chosen, but the series has {of}. Leave one out or raise the number."
        )
        yield refusal("policy.of", message, len(events), of=policy.of)
    if policy.by == BY_TOTAL and events:
        yield from total_violations(events)


def total_violations(events: Sequence[Counted]) -> Iterator[Violation]:
    """Totals add up only where they are the same thing: of one game, ranked by one value."""
    first = events[0]
    other = next((each for each in events if each.game != first.game), None)
    if other:
        message = text(
            "Totals of different games cannot be added up: “{one}” is {game}, “{other}” is {other_game}."
            " Count by places, or leave one of them out."
        )
        games = {"game": Term(first.game), "other_game": Term(other.game)}
        yield refusal("events", message, one=first.name, other=other.name, **games)
        return
    other = next((each for each in events if each.value != first.value), None)
    if other:
        message = text(
            "Only one kind of value can be added up: “{one}” is ranked by {value}, “{other}” by"
            " {other_value}. Count by places, or leave one of them out."
        )
        ways = {"value": Term(first.value), "other_value": Term(other.value)}
        yield refusal("events", message, one=first.name, other=other.name, **ways)
