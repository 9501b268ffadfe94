"""A series' policy: the value of an event, the number that count, the minimum, the role of guests.

    {"by": "places", "points": [25, 18, 15], "best": 6, "of": 8, "minimum": 3, "guests": "out"}

Only "by" is required. `read_series_policy` reports every contradiction at once.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from rules.game import Listed, Term, Violation, text
from rules.reading import Refused, is_whole
from scoring.standings.policy import points_text, refusal

BY_PLACES, BY_TOTAL, BY_AVERAGE = "places", "total", "average"
WAYS = (BY_PLACES, BY_TOTAL, BY_AVERAGE)
BY_RESULT = (BY_TOTAL, BY_AVERAGE)  # the results themselves count, not the places
PLAYERS = "players"  # a rule instead of typed points: the number of players from that place down
POINTS_BY_PLACE = (25, 18, 15, 12, 10, 8, 6, 4, 2, 1)
GUESTS_IN, GUESTS_OUT = "in", "out"
SHARE, BEST = "share", "best"
KEYS = ("by", "points", "best", "of", "minimum", "guests", "ties")


@dataclass(frozen=True, slots=True)
class SeriesPolicy:
    """The scoring of a series. `points` empty: the rule `players`; `best` None: all events count.

    `of` is the planned number of events, None if unknown; `minimum` 0: every player is placed.
    """

    by: str = BY_PLACES
    points: tuple[int, ...] = POINTS_BY_PLACE
    best: int | None = None
    of: int | None = None
    minimum: int = 0
    guests: str = GUESTS_IN
    ties: str = SHARE


class Counted(NamedTuple):
    """An event as its series sees it: its name, its game's, and the first ranking value."""

    name: str
    game: str
    value: str


def read_series_policy(raw: object, events: Sequence[Counted] | None = None) -> SeriesPolicy:
    """Return a policy from JSON. Raises Refused (`policy_invalid`) with every problem.

    Contradictions with the chosen events are checked if these are given.
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
    """Return the policy from readable values."""
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


# Readability


def shape_violations(given: Mapping[str, Any]) -> Iterator[Violation]:
    """Report values of the wrong shape."""
    for unknown in sorted(map(str, set(given) - set(KEYS))):
        message = text("A series' policy has {known}, not “{found}”.")
        yield refusal("policy", message, unknown, known=Listed(KEYS))
    yield from word_violations(given)
    for name in ("best", "of", "minimum"):
        value = given.get(name)
        if value is not None and not (is_whole(value) and value >= 1):
            message = text("“{name}” is a number of events, 1 or more, not {found}. Leave it out for none.")
            yield refusal(f"policy.{name}", message, value, name=name)
    yield from points_violations(given.get("points", PLAYERS))


def word_violations(given: Mapping[str, Any]) -> Iterator[Violation]:
    """Report words that are not among the choices."""
    choices = {"by": WAYS, "guests": (GUESTS_IN, GUESTS_OUT), "ties": (SHARE, BEST)}
    for name, words in choices.items():
        if name in given and given[name] not in words:
            message = text("“{name}” of a series is {known}, not “{found}”.")
            yield refusal(f"policy.{name}", message, given[name], name=name, known=" / ".join(words))


def points_violations(points: Any) -> Iterator[Violation]:
    """Check that points are the rule, or whole numbers by place, never increasing."""
    if points == PLAYERS:
        return
    if not isinstance(points, (list, tuple)) or not points or not all(is_whole(each) for each in points):
        message = text("Points are whole numbers, the first place's first, as in 25-18-15, not {found}.")
        yield refusal("policy.points", message, points)
    elif list(points) != sorted(points, reverse=True) or points[-1] < 0 or not points[0]:
        message = text(
            "Points go down from place to place and not below 0, as in 25-18-15; not as in {typed}."
        )
        yield refusal("policy.points", message, typed=points_text(points))


# Contradictions


def contradictions(policy: SeriesPolicy, given: Mapping[str, Any]) -> Iterator[Violation]:
    """Report every contradiction that does not depend on the events."""
    if policy.by in BY_RESULT:
        for name in ("points", "ties"):
            if name in given:
                message = (
                    text("Points by place are given, but the series adds up totals. Remove one of them.")
                    if policy.by == BY_TOTAL
                    else text("Points by place are given, but the series takes averages. Remove one of them.")
                )
                yield refusal(f"policy.{name}", message)
    if policy.of is not None:
        yield from count_violations(policy, policy.of)


def count_violations(policy: SeriesPolicy, events: int) -> Iterator[Violation]:
    """Report more events than there are."""
    if policy.best is not None and policy.best > events:
        message = text(
            "The best {best} of {events} events cannot count. Count fewer, choose more events, or say how"
            " many the series will have."
        )
        yield refusal("policy.best", message, best=policy.best, events=events)
    if policy.minimum > events:
        message = text("No player can play {minimum} of {events} events; enter {events} at most.")
        yield refusal("policy.minimum", message, minimum=policy.minimum, events=events)


def events_contradictions(policy: SeriesPolicy, events: Sequence[Counted] | None) -> Iterator[Violation]:
    """Report events that this policy cannot count."""
    if events is None:
        return
    if policy.of is None:
        yield from count_violations(policy, len(events))
    elif len(events) > policy.of:
        message = text("{found} events are chosen, but the series has {of}. Remove one or raise the number.")
        yield refusal("policy.of", message, len(events), of=policy.of)
    if policy.by in BY_RESULT and events:
        yield from total_violations(events)


def total_violations(events: Sequence[Counted]) -> Iterator[Violation]:
    """Check that totals add up only for one game with one ranking value."""
    first = events[0]
    other = next((each for each in events if each.game != first.game), None)
    if other:
        message = text(
            "Totals of different games cannot be added up: “{one}” is {game}, “{other}” is {other_game}. "
            "Count by places, or remove one of them."
        )
        games = {"game": Term(first.game), "other_game": Term(other.game)}
        yield refusal("events", message, one=first.name, other=other.name, **games)
        return
    other = next((each for each in events if each.value != first.value), None)
    if other:
        message = text(
            "Only one kind of value can be added up: “{one}” is ranked by {value}, “{other}” by "
            "{other_value}. Count by places, or remove one of them."
        )
        ways = {"value": Term(first.value), "other_value": Term(other.value)}
        yield refusal("events", message, one=first.name, other=other.name, **ways)
