"""A competition in words: its title, who takes part, which lists count, and how."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django.utils.translation import gettext, ngettext

from rules.board import Unit
from rules.game import Ranking, unit_of_points
from scoring.competitions.requests import AVERAGE, GAME, LIST_POINTS, TABLE_POINTS, TALLY, TEAM, TOTAL
from scoring.sheet.tallies import tally_ranking
from scoring.standings.standings import Method
from tournaments.wording.ranking import average_words, ranking_words
from tournaments.wording.sheet_json import translate

Labelled = tuple[str, Unit]
TEAMS = "teams"  # the key of the teams where no card is about them


def title_of(key: str, name: str) -> str:
    """Return the title of a competition; that of the teams has no name."""
    return gettext("Teams") if key == TEAMS and not name else name


def first_value(method: Method, rule: Mapping[str, Any]) -> Labelled:
    """Return label and unit of what a competition compares first."""
    return ranking_values(method, rule)[0]


def ranking_values(method: Method, rule: Mapping[str, Any]) -> list[Labelled]:
    """Return label and unit of every value that a competition compares, in order."""
    value = rule.get("value") or {}
    total = (gettext("Total"), points_unit(method))
    by_way = {
        None: labelled(method.rankings),
        GAME: labelled(method.ranks_by),
        TOTAL: [total],
        AVERAGE: [(gettext("Average"), points_unit(method))],
        TABLE_POINTS: [(gettext("Table points"), Unit.COUNT)],
        LIST_POINTS: [(gettext("Points by place"), Unit.COUNT), total],
    }
    if value.get("by") == TALLY:
        return labelled([tally_ranking(value["tally"], method.game)])
    return by_way[value.get("by")]


def labelled(rankings: Iterable[Ranking]) -> list[Labelled]:
    """Return labels and units in the reader's language."""
    return [(translate(each.label), each.unit) for each in rankings]


def points_unit(method: Method) -> Unit:
    """Return the unit of the game's points."""
    return unit_of_points(method.ranks_by)


def rule_words(method: Method, rule: Mapping[str, Any]) -> str:
    """Return the rule of a competition in one line."""
    return ". ".join([*who_words(rule), *list_words(rule), value_words(method, rule)])


def who_words(rule: Mapping[str, Any]) -> Iterator[str]:
    """Yield who takes part."""
    who = rule.get("who") or {}
    if who.get("categories"):
        yield ", ".join(who["categories"])
    if who.get("least_age"):
        yield gettext("At least %(age)s years old this year") % {"age": who["least_age"]}
    if who.get("most_age"):
        yield gettext("At most %(age)s years old this year") % {"age": who["most_age"]}
    if who.get("guests") in ("out", "only"):
        yield gettext("Guests only") if who["guests"] == "only" else gettext("Without guests")


def list_words(rule: Mapping[str, Any]) -> Iterator[str]:
    """Yield which lists count, and who of a team."""
    lists, members = rule.get("lists") or {}, rule.get("members") or {}
    if lists.get("rounds"):
        rounds = ", ".join(map(str, lists["rounds"]))
        message = ngettext("Round %(rounds)s", "Rounds %(rounds)s", len(lists["rounds"]))
        yield message % {"rounds": rounds}
    if lists.get("best"):
        yield ngettext("best round", "best %(best)s rounds", lists["best"]) % {"best": lists["best"]}
    if members.get("counted"):
        count = members["counted"]
        message = ngettext("The best member counts", "The best %(count)s members count", count)
        yield message % {"count": count}


def value_words(method: Method, rule: Mapping[str, Any]) -> str:
    """Return how a competition is counted."""
    value = rule.get("value")
    if value is None:
        words = ranking_words(method)
    else:
        label, _unit = first_value(method, rule)
        if value["by"] == AVERAGE:
            label = average_words(method.nominal_deals)
        is_low = value.get("high") is False
        words = gettext("Ranked by: %(values)s") % {"values": label}
        words = gettext("%(values)s, lowest first") % {"values": words} if is_low else words
    if rule.get("unit") == TEAM and (rule.get("members") or {}).get("short", "scale") == "scale":
        note = gettext("A list with one member missing is scaled to a full team.")
        return f"{words.rstrip('.')}. {note}"
    return words
