"""Why a person or a team stands where it does in a competition, in sentences.

Which lists it has and who brought them, what the director gave or deducted, what does not count, how they are
added up, and what put the row above before it.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext, ngettext

from rules.board import Unit
from scoring.competitions.requests import AVERAGE, GAME, LIST_POINTS, TEAM, TOTAL
from scoring.competitions.tie_breaks import OTHER_NAME
from scoring.competitions.why import FEW_LISTS, LEFT, NO_LIST, SHORT, compared_by, decision, why_unplaced
from scoring.sheet.tallies import POINTS
from scoring.standings.competition_rules import tie_breaks_of
from scoring.standings.standings import Method, Reason
from scoring.standings.tie_breaks import tie_break_ranking
from tournaments.wording.competitions import Labelled, points_unit, ranking_values
from tournaments.wording.ranking import reason_words, value_words
from tournaments.wording.sheet_json import translate

Rule = Mapping[str, Any]
Row = Mapping[str, Any]


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
        yield list_words(each, method, rule, unit, names)
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


def list_words(each: Row, method: Method, rule: Rule, unit: Unit, names: Mapping[int, str]) -> str:
    """Return one list of a row, with whom it has it from and what is special about it."""
    line = gettext("Round %(number)s: %(value)s")
    notes = ", ".join(list_notes(each, method, rule, names))
    words = line % {"number": each["round"], "value": value_words(each["value"], unit)}
    return f"{words} ({notes})" if notes else words


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
    return words % {**values, "members": ", ".join(members)}


def rank_among_all(rank: int | None) -> str:
    """Return the rank in the standings from which the one among the own follows."""
    message = gettext("Rank %(rank)s in the standings of the event; here only these players are counted.")
    return message % {"rank": rank}
