"""A competition in words: its title, who takes part, which lists count and how; why a row stands there."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext, ngettext

from rules.board import Unit
from rules.game import Ranking, unit_of_points
from scoring.competitions.rank_reasons import (
    FEW_LISTS,
    LEFT,
    NO_LIST,
    SHORT,
    compared_by,
    decision,
    why_unplaced,
)
from scoring.competitions.requests import AVERAGE, GAME, LIST_POINTS, TABLE_POINTS, TALLY, TEAM, TOTAL
from scoring.competitions.tie_breaks import OTHER_NAME, tie_break_ranking
from scoring.sheet.tallies import POINTS, tally_ranking
from scoring.standings.competition_rules import is_sum_of_places, tie_breaks_of
from scoring.standings.policy import points_text
from scoring.standings.standings import Method, Reason
from tournaments.wording.lists import in_a_list, in_brackets
from tournaments.wording.ranking import average_words, ranking_words, reason_words, value_words
from tournaments.wording.sheet_json import translate

Labelled = tuple[str, Unit]
TEAMS = "teams"  # the key of the teams' card that nobody stored


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
    return ". ".join([*who_words(rule), *list_words(rule), way_words(method, rule)])


def who_words(rule: Mapping[str, Any]) -> Iterator[str]:
    """Yield who takes part."""
    who = rule.get("who") or {}
    if who.get("categories"):
        yield in_a_list(who["categories"])
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
        rounds = in_a_list(lists["rounds"])
        message = ngettext("Round %(rounds)s", "Rounds %(rounds)s", len(lists["rounds"]))
        yield message % {"rounds": rounds}
    if lists.get("best"):
        yield ngettext("best round", "best %(best)s rounds", lists["best"]) % {"best": lists["best"]}
    if lists.get("drop"):
        dropped = lists["drop"]
        message = ngettext("without the worst round", "without the worst %(dropped)s rounds", dropped)
        yield message % {"dropped": dropped}
    if least := lists.get("minimum"):
        message = gettext("ranked from %(minimum)s of the rounds on")
        if isinstance(least, int):
            message = ngettext("ranked from %(minimum)s round on", "ranked from %(minimum)s rounds on", least)
        yield message % {"minimum": least}
    if members.get("counted"):
        count = members["counted"]
        message = ngettext("The best member counts", "The best %(count)s members count", count)
        yield message % {"count": count}


def way_words(method: Method, rule: Mapping[str, Any]) -> str:
    """Return how a competition is counted."""
    value = rule.get("value")
    if value is None:
        words = ranking_words(method)
    else:
        label, _unit = first_value(method, rule)
        if value["by"] == AVERAGE:
            label = average_words(method.nominal_deals)
        if value.get("points"):
            label = f"{label} {points_text(value['points'])}"
        if is_sum_of_places(value):
            label = gettext("Sum of places at the tables, as a number below 0")
        is_low = value.get("high") is False
        words = gettext("Ranked by: %(values)s") % {"values": label}
        words = gettext("%(values)s, lowest first") % {"values": words} if is_low else words
    if rule.get("unit") == TEAM and (rule.get("members") or {}).get("short", "scale") == "scale":
        note = gettext("A list with one member missing is scaled to a full team.")
        return f"{words.rstrip('.')}. {note}"
    return words


Rule = Mapping[str, Any]
Row = Mapping[str, Any]


# Why a person or a team stands where it does


def reasons_of(
    rows: Sequence[Row], method: Method, rule: Rule, names: Mapping[int, str], titles: Sequence[str]
) -> list[list[str]]:
    """Return the sentences about each row; `titles` are the names of the rows, `names` those of persons."""
    keys, values = tie_breaks_of(rule, method.policy), ranking_values(method, rule)
    criteria = [*values, *(tie_break_label(key, method, values[0][1]) for key in keys)]
    sentences = []
    for at, row in enumerate(rows):
        above = max(at, 1)  # the first row is compared with the one below it
        pair = slice(above - 1, above + 1)
        order = order_words(rows[pair], titles[pair], keys, criteria) if row["rank"] is not None else []
        sentences.append([*row_words(row, method, rule, values[0][1], names), *order])
    return sentences


def tie_break_label(key: str, method: Method, unit: Unit) -> Labelled:
    """Return label and unit of a tie-break of a competition."""
    own = {
        "lists": (gettext("Number of lists"), Unit.COUNT),
        "complete": (gettext("Short lists"), Unit.COUNT),
        "members": (gettext("The members' points, best first"), points_unit(method)),
    }
    event_name = {other: name for name, other in OTHER_NAME.items()}.get(key, key)
    if key in own:
        return own[key]
    ranking = tie_break_ranking(event_name, method.game, method.rankings[0], method.options)
    return translate(ranking.label), unit if key in OTHER_NAME.values() else ranking.unit


def order_words(
    pair: Sequence[Row], titles: Sequence[str], keys: Sequence[str], criteria: Sequence[Labelled]
) -> list[str]:
    """Return what put the first of two neighbours before the second; nothing for one without a rank."""
    if len(pair) < 2 or any(row["rank"] is None for row in pair):
        return []
    (first, second), (one, other) = pair, titles
    decided = decision(compared_by(first, keys), compared_by(second, keys))
    reason = decided and Reason(str(decided.position), decided.better, decided.worse)
    heads = [{"name": str(at), "label": label, "unit": unit} for at, (label, unit) in enumerate(criteria)]
    return [reason_words(reason, one, other, {"ranked_by": heads, "ties_broken_by": []})]


def row_words(row: Row, method: Method, rule: Rule, unit: Unit, names: Mapping[int, str]) -> Iterator[str]:
    """Yield the lists of a row, how they are added up, and why it has no rank."""
    for each in row["lists"]:
        yield one_list_words(each, method, rule, unit, names)
    if len(row["lists"]) > 1 or row["added"]:
        by = (rule.get("value") or {}).get("by") or method.policy.by
        message = gettext("%(value)s is the sum of the rounds that count.")
        if by == AVERAGE:
            message = gettext("%(value)s is the average of the rounds that count.")
        yield message % {"value": value_words(row["value"], unit)}
    if row["added"]:
        message = gettext("%(points)s of it were given or deducted by the director.")
        yield message % {"points": value_words(row["added"], unit)}
    if row["rank"] is None:
        yield unplaced_words(row, rule)


def one_list_words(each: Row, method: Method, rule: Rule, unit: Unit, names: Mapping[int, str]) -> str:
    """Return one list of a row, with whom it has it from and what is special about it."""
    line = gettext("Round %(number)s: %(value)s")
    notes = in_a_list(list_notes(each, method, rule, names))
    words = line % {"number": each["round"], "value": value_words(each["value"], unit)}
    return words + in_brackets(notes) if notes else words


def list_notes(each: Row, method: Method, rule: Rule, names: Mapping[int, str]) -> Iterator[str]:
    """Yield who counts in a list of a team, and what is special about it."""
    by = (rule.get("value") or {}).get("by") or method.policy.by
    is_of_points = by in (TOTAL, LIST_POINTS) or (by == GAME and method.ranks_by[0].tally == POINTS)
    brought = each.get("brought", ()) if is_of_points else ()
    for at, number in enumerate(each.get("members", ())):
        points = value_words(brought[at], points_unit(method)) if brought else ""
        yield f"{names.get(number, number)} {points}".rstrip()
    if each.get("added"):
        message = gettext("%(points)s by the director")
        yield message % {"points": value_words(each["added"], points_unit(method))}
    if each.get("credited"):
        yield gettext("the last of the round, credited for leaving early")
    if each.get("short"):
        scaled = (rule.get("members") or {}).get("short", "scale") == "scale"
        yield gettext("one missing, scaled to a full team") if scaled else gettext("one missing")
    if not each["counts"]:
        yield gettext("does not count: not among the best")


def unplaced_words(row: Row, rule: Rule) -> str:
    """Return why a row has no rank."""
    why = why_unplaced(row, rule)
    if why == FEW_LISTS:
        number = len(row["lists"])
        message = ngettext("not ranked: only %(number)s round", "not ranked: only %(number)s rounds", number)
        return message % {"number": number}
    words = {
        NO_LIST: gettext("too few members have played")
        if rule.get("unit") == TEAM
        else gettext("has not played"),
        SHORT: gettext("not ranked: a member is missing in a round"),
        LEFT: gettext("left early"),
    }
    return words[why]


# Events of earlier versions


def sum_words(row: Row, unit: str) -> str:
    """Return how the sum of a team was made: its members' totals, scaled once."""
    members = [f"{each['name']} {value_words(each['value'], unit)}" for each in row["members"]]
    words = gettext("%(value)s is the sum of its members: %(members)s.")
    if row["factor"]:
        words = gettext("%(value)s is the sum of its members, times %(factor)s: %(members)s.")
    values = {"value": value_words(row["total"], unit), "factor": row["factor"]}
    return words % {**values, "members": in_a_list(members)}


def rank_among_all(rank: int | None) -> str:
    """Return the rank in the standings from which the one among the own follows."""
    message = gettext("Rank %(rank)s in the standings of the event; here only these players are counted.")
    return message % {"rank": rank}
