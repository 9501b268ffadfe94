"""The rule of a competition as an event stores it: who, which lists, how counted.

    {"unit": "person", "who": {"categories": ["ladies"], "least_age": 60}, "lists": {"rounds": [1]},
     "value": {"by": "tally", "tally": "won"}, "members": {"counted": 3}, "tie_breaks": ["lot"]}

Every key may be left out. Without `value` the competition is counted as the event's own ranking: its value,
its tie-breaks, and, over all rounds, its best lists and its minimum. Everything else is as in
docs/competitions.md. All criteria of `who` must hold, for every member of a team.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules.game import Game, Violation, text
from rules.reading import Refused, changed_options
from scoring.competitions.forms import Wrong, list_of, object_of, one_of, problems_of, whole, words
from scoring.competitions.meaning import OF_PERSONS, check_meaning
from scoring.competitions.reading import (
    COUNTING,
    MEMBERS,
    PARAMETERS,
    UNIT,
    check_form,
    competition_of,
    present,
    value_by,
)
from scoring.competitions.requests import AVERAGE, PLACES, TABLE_POINTS, TEAM, Competition
from scoring.standings.policy import Policy

CODE = "competition_invalid"
LONGEST_CATEGORY = 30  # of a player, so no longer one lets anybody in
GUESTS = ("in", "out", "only")
RULE = object_of(
    {
        "unit": UNIT,
        "who": object_of(
            {
                "categories": list_of(words(), least=1),
                "least_age": whole(1),
                "most_age": whole(1),
                "guests": one_of(*GUESTS),
            }
        ),
        "lists": object_of({"rounds": list_of(whole(1), least=1), **COUNTING}),
        "value": value_by({by: own for by, own in PARAMETERS.items() if by != PLACES}),
        "members": MEMBERS,
        "tie_breaks": list_of(words()),
    }
)
MESSAGES = {
    "named_twice": text("A round, a category or a person is named twice in the rule of the competition."),
    "tally_unknown": text("The game counts no such tally; choose one that its sheets have."),
    "members_not_for_persons": text("How many of a team count is only said of a competition of teams."),
    "counted_over_size": text("More members would count than a team has."),
    "least_over_counted": text("A team would need more members for a list than count in it."),
    "best_and_drop": text("Either the best lists count or the worst are dropped, not both."),
    "best_too_many": text("More of the best lists would count than the competition has rounds."),
    "minimum_too_many": text("Nobody can have as many lists as the minimum asks for."),
    "points_not_descending": text("Points by place go down from place to place, as in 3-2-1-0."),
    "tie_break_unknown": text("A tie-break of the competition is unknown in this game."),
    "tie_break_twice": text("A tie-break of the competition is named twice."),
    "tie_break_is_value": text("The competition is ranked by one of its tie-breaks already."),
    "tie_break_not_possible": text("A tie-break of the competition cannot be computed for these units."),
    "category_too_long": text("A category has at most {most} characters; “{key}” has {found}."),
    "ages_crossed": text("Nobody is at least {least} and at most {most} years old."),
}
UNREADABLE = text("“{field}” of a competition cannot be read ({code}); docs/competitions.md says its form.")


@dataclass(frozen=True, slots=True)
class Who:
    """Whom a competition lets in; ages are those reached in the year of the event."""

    categories: frozenset[str] = frozenset()
    least_age: int | None = None
    most_age: int | None = None
    guests: str = "in"


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule that was read."""

    who: Who
    competition: Competition


def read_rule(raw: object, key: str, game: Game, options: Any, policy: Policy) -> Rule:
    """Return the rule of a competition. Raises Refused (`competition_invalid`) with every problem."""
    rule = raw if isinstance(raw, Mapping) else {}
    try:
        if not isinstance(raw, Mapping):
            raise refusal("bad_type", "rule")
        if problems := problems_of(RULE, raw):
            raise Refused([violation(each.code, each.field) for each in problems])
        competition = {**contract_of(rule, policy), "key": key}
        asked = request_of_rule(competition, game, options)
        check_form(asked)
        check_meaning(asked)
    except Wrong as wrong:
        inside = "competitions[0]."
        violations = [violation(each.code, each.field.removeprefix(inside)) for each in wrong.problems]
        raise Refused(violations) from wrong
    return Rule(who_of(rule), competition_of(competition, game, options, {}))


def refuse_long_categories(rule: Mapping[str, Any]) -> None:
    """Raise Refused (`competition_invalid`) with every category of a readable rule that no player can have.

    Only who writes a rule is asked: an older one that is stored stays readable.
    """
    sentence = MESSAGES["category_too_long"]
    long = [
        Violation(
            CODE,
            f"who.categories[{at}]",
            sentence,
            {"most": LONGEST_CATEGORY, "key": key, "found": len(key)},
        )
        for at, key in enumerate(present(present(rule, "who", {}), "categories", ()))
        if len(key) > LONGEST_CATEGORY
    ]
    if long:
        raise Refused(long)


def who_of(raw: Mapping[str, Any]) -> Who:
    """Return whom a competition lets in. Raises Refused (`competition_invalid`)."""
    who = present(raw, "who", {})
    least, most = who.get("least_age"), who.get("most_age")
    if least is not None and most is not None and least > most:
        raise Refused([Violation(CODE, "who", MESSAGES["ages_crossed"], {"least": least, "most": most})])
    return Who(frozenset(present(who, "categories", ())), least, most, present(who, "guests", "in"))


def contract_of(raw: Mapping[str, Any], policy: Policy) -> dict[str, Any]:
    """Return a rule as `rank_competitions` reads a competition; who takes part is chosen by the caller."""
    lists, unit = dict(present(raw, "lists", {})), raw.get("unit")
    own = {name: raw[name] for name in ("unit", "members", "tie_breaks") if raw.get(name) is not None}
    if raw.get("value") is not None:
        return {**own, "value": raw["value"], "lists": lists}
    if "rounds" not in lists:
        lists = {"best": policy.best, "minimum": policy.minimum or None, **lists}
    impossible = OF_PERSONS if unit == TEAM else ()
    ties = [key for key in policy.tie_breaks if key not in impossible]
    return {"tie_breaks": ties, **own, "value": value_of(policy), "lists": lists}


def value_of(policy: Policy) -> dict[str, Any]:
    """Return the value of an event's own ranking."""
    points = {"points": list(policy.table_points)} if policy.by == TABLE_POINTS else {}
    return {"by": policy.by, **points, **({"per": "deal"} if policy.by == AVERAGE else {})}


def request_of_rule(competition: Mapping[str, Any], game: Game, options: Any) -> dict[str, Any]:
    """Return a request without lists that asks for one competition, to be checked as any other."""
    return {
        "game": game.key,
        "options": changed_options(options),
        "entrants": [],
        "lists": [],
        "lot": "seed",
        "competitions": [competition],
    }


def violation(code: str, field: str) -> Violation:
    """Return one problem of a rule."""
    return Violation(CODE, field, MESSAGES.get(code, UNREADABLE), {"field": field, "code": code})


def refusal(code: str, field: str) -> Refused:
    """Return the refusal of one problem."""
    return Refused([violation(code, field)])
