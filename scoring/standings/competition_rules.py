"""The rule of a competition as an event stores it: who, which lists, how counted.

    {"unit": "person", "who": {"categories": ["ladies"], "least_age": 60}, "lists": {"rounds": [1]},
     "value": {"by": "tally", "tally": "won"}, "members": {"counted": 3}, "tie_breaks": ["lot"]}

Every key may be left out. Without `value` the competition is counted as the event's own ranking: its value,
its tie-breaks, and, over all rounds, its best lists and its minimum. Everything else is as in
docs/competitions.md. All criteria of `who` must hold, for every member of a team.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from rules.game import MOST_SEATS, Game, Violation, text
from rules.reading import Refused
from scoring.competitions.contradictions import CODES, competition_problems, names_in
from scoring.competitions.json_readers import (
    Wrong,
    list_of,
    object_of,
    one_of,
    refuse,
    value_of,
    whole,
    words,
)
from scoring.competitions.ranking_form import COUNTING, MEMBERS, OF_LISTS, UNIT, Asked, way_by
from scoring.competitions.requests import (
    PERSON,
    TABLE_POINTS,
    TEAM,
    Competition,
    Lists,
    Members,
    Selection,
    Way,
)
from scoring.competitions.tie_breaks import OF_PERSONS
from scoring.standings.policy import Policy

CODE = "competition_invalid"
LONGEST_CATEGORY = 30  # of a player, so no longer one lets anybody in
ONLY = "only"  # guests, and nobody else
SUM_OF_PLACES = (*range(-1, -MOST_SEATS - 1, -1),)  # points by place at the tables, so that the fewest win


@dataclass(frozen=True, slots=True)
class Who:
    """Whom a competition lets in; ages are those reached in the year of the event."""

    categories: Sequence[str] = ()
    least_age: int | None = None
    most_age: int | None = None
    guests: str = "in"


@dataclass(frozen=True, slots=True)
class Written:
    """A rule as it is stored; None: not said."""

    unit: str = PERSON
    who: Who = Who()
    lists: Lists = field(default_factory=Lists)
    value: Way | None = None
    members: Members | None = None
    tie_breaks: Sequence[str] | None = None


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule that was read; who takes part is chosen by the caller."""

    who: Who
    competition: Competition


WHO = {
    "categories": list_of(words(), least=1),
    "least_age": whole(1),
    "most_age": whole(1),
    "guests": one_of("in", "out", ONLY),
}
RULE = object_of(
    Written,
    {
        "unit": UNIT,
        "who": object_of(Who, WHO),
        "lists": object_of(Lists, {"rounds": list_of(whole(1), least=1), **COUNTING}),
        "value": way_by(OF_LISTS),
        "members": MEMBERS,
        "tie_breaks": list_of(words()),
    },
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


def read_rule(raw: object, key: str, game: Game, options: Any, policy: Policy) -> Rule:
    """Return the rule of a competition. Raises Refused (`competition_invalid`) with every problem."""
    if not isinstance(raw, Mapping):
        raise Refused([violation("bad_type", "rule")])
    try:
        written: Written = value_of(RULE, raw)
        competition = competition_of(written, key, policy, raw)
        known = names_in(Asked(game, (), (), (), options, lot="seed"))
        refuse(competition_problems("rule", competition, known), CODES)
    except Wrong as wrong:
        problems = [violation(each.code, each.field.removeprefix("rule.")) for each in wrong.problems]
        raise Refused(problems) from wrong
    who = written.who
    if who.least_age is not None and who.most_age is not None and who.least_age > who.most_age:
        values = {"least": who.least_age, "most": who.most_age}
        raise Refused([Violation(CODE, "who", MESSAGES["ages_crossed"], values)])
    return Rule(who, competition)


def competition_of(written: Written, key: str, policy: Policy, raw: Mapping[str, Any]) -> Competition:
    """Return the competition; what the rule does not say is as in the event's own ranking."""
    lists, way = written.lists, written.value
    if way is None:
        way = Way(policy.by, points=policy.table_points)
        own = raw.get("lists") or {}
        if lists.rounds is None and "best" not in own:
            lists = replace(lists, best=policy.best)
        if lists.rounds is None and "minimum" not in own:
            lists = replace(lists, minimum=policy.minimum or 1)
    ties = tuple(tie_breaks_of(raw, policy))
    return Competition(way, key, written.unit, Selection(), lists, written.members, ties)


def tie_breaks_of(rule: Mapping[str, Any], policy: Policy) -> Sequence[str]:
    """Return the tie-breaks of a readable rule, in order."""
    own: Sequence[str] | None = rule.get("tie_breaks")
    if own is not None or rule.get("value") is not None:
        return own or ()
    impossible = OF_PERSONS if rule.get("unit") == TEAM else ()
    return [key for key in policy.tie_breaks if key not in impossible]


def refuse_wrong_categories(rule: Mapping[str, Any]) -> None:
    """Raise Refused (`competition_invalid`) for categories that no player can have or that are named twice.

    Only who writes a rule is asked: an older one that is stored stays readable.
    """
    named = (rule.get("who") or {}).get("categories") or ()
    wrong = [
        violation("named_twice", f"who.categories[{at}]") for at, key in enumerate(named) if key in named[:at]
    ]
    wrong += [
        Violation(
            CODE,
            f"who.categories[{at}]",
            MESSAGES["category_too_long"],
            {"most": LONGEST_CATEGORY, "key": key, "found": len(key)},
        )
        for at, key in enumerate(named)
        if len(key) > LONGEST_CATEGORY
    ]
    if wrong:
        raise Refused(wrong)


def is_sum_of_places(value: Mapping[str, Any]) -> bool:
    """Return whether the value of a rule adds up places at the tables."""
    return value.get("by") == TABLE_POINTS and tuple(value.get("points") or ()) == SUM_OF_PLACES


def violation(code: str, field: str) -> Violation:
    """Return one problem of a rule."""
    return Violation(CODE, field, MESSAGES.get(code, UNREADABLE), {"field": field, "code": code})
