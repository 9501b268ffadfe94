"""A ranking policy: the ranking value, the rounds that count, the minimum, and the tie-breaks.

    {"by": "table_points", "table_points": [4, 2, 1, 0], "best": 3, "minimum": 2, "tie_breaks": ["total"]}

Only "by" is required. `read_policy` reports every contradiction at once.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rules.game import Game, Listed, Ranking, Violation, text, unit_of_points
from rules.reading import Refused, is_whole, json_name
from scoring.competitions.tie_breaks import OF_DECLARERS, TIE_BREAK_BY_KEY, tie_break_keys
from scoring.sheet.tallies import POINTS, more_points_win

BY_GAME, BY_TOTAL, BY_AVERAGE, BY_TABLE_POINTS = "game", "total", "average", "table_points"
WAYS = (BY_GAME, BY_TOTAL, BY_AVERAGE, BY_TABLE_POINTS)
TABLE_POINTS = (4, 2, 1, 0)
KEYS = ("by", "table_points", "best", "minimum", "tie_breaks")
CODE = "policy_invalid"

RANKING_BY_WAY = {
    BY_TOTAL: Ranking(POINTS, text("Total")),
    BY_AVERAGE: Ranking("average", text("Average")),
    BY_TABLE_POINTS: Ranking("table_points", text("Table points")),
}


@dataclass(frozen=True, slots=True)
class Policy:
    """The ranking of an event. `best` None: all rounds count; `minimum` 0: every entrant is placed."""

    by: str = BY_GAME
    table_points: tuple[int, ...] = TABLE_POINTS
    best: int | None = None
    minimum: int = 0
    tie_breaks: tuple[str, ...] = ()

    def rankings(self, ranks_by: Sequence[Ranking]) -> tuple[Ranking, ...]:
        """Return the ranking values in order; `ranks_by` is the game's own.

        Total and average are in the unit of its points, and fewer are better if they are there; table points
        are always good.
        """
        if self.by == BY_GAME:
            return tuple(ranks_by)
        own = RANKING_BY_WAY[self.by]
        if self.by != BY_TABLE_POINTS:
            own = replace(own, high_is_better=more_points_win(ranks_by), unit=unit_of_points(ranks_by))
        return (own,)


def read_policy(raw: object, game: Game | None = None, rounds: int | None = None) -> Policy:
    """Return a policy from JSON. Raises Refused (`policy_invalid`) with every problem.

    Without a game, tie-breaks that only some games have are refused; the number of rounds is checked if it is
    known.
    """
    if not isinstance(raw, Mapping):
        raise Refused([refusal("policy", text("A ranking policy is an object with “by”, not {found}."), raw)])
    given = {name: value for name, value in raw.items() if value is not None or name == "by"}
    if problems := [*shape_violations(given, game)]:
        raise Refused(problems)
    policy = policy_of(given)
    if problems := [*contradictions(policy, given, game, rounds)]:
        raise Refused(problems)
    return policy


def policy_of(given: Mapping[str, Any]) -> Policy:
    """Return the policy from readable values."""
    return Policy(
        given.get("by", BY_GAME),
        tuple(given.get("table_points") or TABLE_POINTS),
        given.get("best"),
        given.get("minimum", 0),
        tuple(given.get("tie_breaks", ())),
    )


def refusal(field: str, message: str, raw: object = None, **values: object) -> Violation:
    """Return one problem of a policy."""
    return Violation(CODE, field, message, {**values, "found": json_name(raw)})


# Readability


def shape_violations(given: Mapping[str, Any], game: Game | None) -> Iterator[Violation]:
    """Report values of the wrong shape."""
    for unknown in sorted(map(str, set(given) - set(KEYS))):
        message = text(
            "A ranking policy has “by”, “table_points”, “best”, “minimum” and “tie_breaks”, not “{found}”."
        )
        yield refusal("policy", message, unknown)
    if given.get("by", BY_GAME) not in WAYS:
        message = text("Standings are ranked by “game”, “total”, “average” or “table_points”, not “{found}”.")
        yield refusal("policy.by", message, given["by"])
    yield from count_violations(given)
    yield from table_points_violations(given.get("table_points"))
    yield from tie_breaks_violations(given.get("tie_breaks", []), game)


def count_violations(given: Mapping[str, Any]) -> Iterator[Violation]:
    """Check that counts of rounds are at least one."""
    for name in ("best", "minimum"):
        value = given.get(name)
        if value is not None and not (is_whole(value) and value >= 1):
            message = text("“{name}” is a number of rounds, 1 or more, not {found}. Leave it out for none.")
            yield refusal(f"policy.{name}", message, value, name=name)


def table_points_violations(points: Any) -> Iterator[Violation]:
    """Check that table points are whole numbers by place, never increasing."""
    if points is None or points == []:
        return
    if not isinstance(points, (list, tuple)) or not all(is_whole(each) for each in points):
        message = text("Table points are whole numbers, the first place's first, as in 4-2-1-0, not {found}.")
        yield refusal("policy.table_points", message, points)
    elif list(points) != sorted(points, reverse=True) or points[0] == points[-1]:
        message = text("Table points go down from place to place, as in 4-2-1-0, not as in {typed}.")
        yield refusal("policy.table_points", message, typed=points_text(points))


def points_text(points: Sequence[int]) -> str:
    """Return table points in readable form: `4-2-1-0`; with commas if some are negative."""
    return (", " if min(points) < 0 else "-").join(str(each) for each in points)


def tie_breaks_violations(keys: Any, game: Game | None) -> Iterator[Violation]:
    """Check that tie-breaks are a list of known keys without repetition."""
    if not isinstance(keys, (list, tuple)) or not all(isinstance(each, str) for each in keys):
        message = text("Tie-breaks are a list of words, in their order, not {found}.")
        yield refusal("policy.tie_breaks", message, keys)
        return
    known = tie_break_keys(game) if game else tuple(TIE_BREAK_BY_KEY)
    for key in dict.fromkeys(keys):
        if key not in known:
            yield unknown_tie_break(key, known, game)
        elif keys.count(key) > 1:
            message = text("The tie-break “{found}” is named twice. Name it once, at its place.")
            yield refusal("policy.tie_breaks", message, key)


def unknown_tie_break(key: str, known: Sequence[str], game: Game | None) -> Violation:
    """Report a key that this game does not have or that does not exist."""
    if game and key in OF_DECLARERS:
        message = text("{game} has no deals won or lost by one player; remove the tie-break “{found}”.")
        return refusal("policy.tie_breaks", message, key, game=game.name)
    message = text("The tie-breaks are {known}, not “{found}”.")
    return refusal("policy.tie_breaks", message, key, known=Listed(known))


# Contradictions


def contradictions(
    policy: Policy, given: Mapping[str, Any], game: Game | None, rounds: int | None
) -> Iterator[Violation]:
    """Report every contradiction in the policy."""
    if given.get("table_points") and policy.by != BY_TABLE_POINTS:
        message = text("Table points are given, but the event is ranked by “{found}”. Remove one of them.")
        yield refusal("policy.table_points", message, policy.by)
    yield from rounds_contradictions(policy, rounds)
    ranked_by = {ranking.tally for ranking in policy.rankings(game.ranks_by if game else ())}
    for key in policy.tie_breaks:
        if key in ranked_by or (key == "points" and POINTS in ranked_by and policy.best is None):
            message = text(
                "The event is ranked by the tie-break “{found}” already, so it cannot break a tie."
            )
            yield refusal("policy.tie_breaks", message, key)


def rounds_contradictions(policy: Policy, rounds: int | None) -> Iterator[Violation]:
    """Report more rounds than there are."""
    if rounds is None:
        return
    if policy.best is not None and policy.best > rounds:
        message = text("The best {best} of {rounds} rounds cannot count; there are only {rounds}.")
        yield refusal("policy.best", message, best=policy.best, rounds=rounds)
    if policy.minimum > rounds:
        message = text("No player can play {minimum} of {rounds} rounds; enter {rounds} at most.")
        yield refusal("policy.minimum", message, minimum=policy.minimum, rounds=rounds)
