"""An event's ranking in one sentence: "Ranked by: Total, best 3 rounds. Ties: Deals won, Lot.".

And why one row stands before another: "Total put Ada before Ben: +12 against +7."
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from typing import Any

from django.utils.translation import gettext, ngettext

from rules.game import Ranking
from scoring.standings.policy import BY_AVERAGE, BY_GAME, BY_TABLE_POINTS, BY_TOTAL, points_text
from scoring.standings.standings import MINIMUM, NEVER_PLAYED, UNPLACED, Method, Reason, why_unranked
from tournaments.wording.lists import in_a_list
from tournaments.wording.numbers import amount
from tournaments.wording.sheet_json import translate


def ranking_words(method: Method) -> str:
    """Return the sentence in the reader's language."""
    values, ties = in_a_list(parts(method)), in_a_list(labels(method.tie_breaks))
    if not ties:
        return gettext("Ranked by: %(values)s. Ties share a rank.") % {"values": values}
    return gettext("Ranked by: %(values)s. Ties: %(ties)s.") % {"values": values, "ties": ties}


def labels(rankings: Iterable[Ranking]) -> list[str]:
    """Return the labels of ranking values."""
    return [translate(ranking.label) for ranking in rankings]


def parts(method: Method) -> Iterator[str]:
    """Yield the ranking value, the rounds that count, and the minimum."""
    policy = method.policy
    yield way_words(method)
    if policy.best is not None:
        yield ngettext("best round", "best %(best)s rounds", policy.best) % {"best": policy.best}
    if policy.minimum:
        words = ngettext(
            "ranked from %(minimum)s round on", "ranked from %(minimum)s rounds on", policy.minimum
        )
        yield words % {"minimum": policy.minimum}


def way_words(method: Method) -> str:
    """Return the ranking value in words."""
    policy = method.policy
    words = {
        BY_GAME: in_a_list(labels(method.rankings)),
        BY_TOTAL: gettext("Total"),
        BY_AVERAGE: average_words(method.nominal_deals),
        BY_TABLE_POINTS: gettext("Table points %(points)s") % {"points": points_text(policy.table_points)},
    }
    if method.rankings[0].high_is_better:
        return words[policy.by]
    return gettext("%(values)s, lowest first") % {"values": words[policy.by]}


def average_words(deals: int) -> str:
    """Return an average and the number of deals it is scaled to."""
    return ngettext("Average per deal", "Average per %(deals)s deals", deals) % {"deals": deals}


def ranking_json(ranking: Ranking) -> dict[str, Any]:
    """Return one ranking value as JSON."""
    return {
        "name": ranking.tally,
        "label": gettext(ranking.label),
        "unit": str(ranking.unit),
        "high_is_better": ranking.high_is_better,
    }


# A row among those that are equal in the first value


def deciding_by_number(standings: Mapping[str, Any]) -> dict[int, tuple[Any, Any]]:
    """Return the value that put a row before or after one of an equal first value: (ranking, value), by
    start number.
    """
    by_number: dict[int, tuple[Any, Any]] = {}
    for first, second in pairwise(standings["rows"]):
        if ranking := deciding_ranking(first, second, standings):
            for row in (first, second):
                by_number.setdefault(row["number"], (ranking, later_value(row, ranking)))
    return by_number


def deciding_ranking(
    first: Mapping[str, Any], second: Mapping[str, Any], standings: Mapping[str, Any]
) -> Any:
    """Return the ranking value that put one row before an equal one; None if the first value did, or none."""
    if first["total"] != second["total"] or first["rank"] == second["rank"] or second["rank"] is None:
        return None
    later = [*standings["ranked_by"][1:], *standings["ties_broken_by"]]
    return next((each for each in later if later_value(first, each) != later_value(second, each)), None)


def later_value(row: Mapping[str, Any], ranking: Mapping[str, Any]) -> Any:
    """Return a row's ranking value or tie-break."""
    name = ranking["name"]
    return row["values"][name] if name in row["values"] else row["tie_breaks"].get(name)


# A row without a rank


def unranked_json(rounds: int, minimum: int) -> dict[str, str]:
    """Return why an entrant with this many rounds has no rank: a code, and a few words beside their name."""
    code = why_unranked(rounds, minimum)
    words = {
        NEVER_PLAYED: gettext("has not played"),
        MINIMUM: ngettext("fewer than %(minimum)s round", "fewer than %(minimum)s rounds", minimum),
        UNPLACED: gettext("left early"),
    }
    return {"code": code, "words": words[code] % {"minimum": minimum}}


def as_shown(row: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a row as lists show it: who has not played has no figures, unless the director gave some."""
    if not row["unranked"] or row["unranked"].get("code") != NEVER_PLAYED or row["total"]:
        return row
    return {**row, "total": None, "values": dict.fromkeys(row["values"]), "tie_breaks": {}}


# The order of two rows


def reason_words(reason: Reason | None, first: str, second: str, standings: Mapping[str, Any]) -> str:
    """Return the deciding difference between two named rows of a list as one sentence."""
    if reason is None:
        message = gettext("%(first)s and %(second)s are equal in every tie-break and share a rank.")
        return message % {"first": first, "second": second}
    if reason.key == NEVER_PLAYED:
        return gettext("%(second)s has not played for their own account and is not ranked.") % {
            "second": second
        }
    if reason.key == MINIMUM:
        played = int(reason.worse or 0)
        message = ngettext(
            "%(second)s played %(rounds)s round, too few to be ranked.",
            "%(second)s played %(rounds)s rounds, too few to be ranked.",
            played,
        )
        return message % {"second": second, "rounds": played}
    if reason.key == UNPLACED:
        return gettext("%(second)s left early and is not ranked.") % {"second": second}
    return decided_words(reason, first, second, standings)


def decided_words(reason: Reason, first: str, second: str, standings: Mapping[str, Any]) -> str:
    """Return which value ranked one above the other, and whether all earlier values were equal."""
    keys = [*standings["ranked_by"], *standings["ties_broken_by"]]
    ranking = next(each for each in keys if each["name"] == reason.key)
    equal = in_a_list(each["label"] for each in keys[: keys.index(ranking)])
    better, worse = (value_words(value, ranking["unit"]) for value in (reason.better, reason.worse))
    values = {"first": first, "second": second, "label": ranking["label"], "better": better, "worse": worse}
    if not equal:
        return gettext("%(label)s put %(first)s before %(second)s: %(better)s against %(worse)s.") % values
    message = gettext(
        "Equal in: %(equal)s. %(label)s put %(first)s before %(second)s: %(better)s against %(worse)s."
    )
    return message % {**values, "equal": equal}


def value_words(value: Any, unit: str) -> str:
    """Return a value in its unit, or several; a dash for a missing one."""
    if isinstance(value, list):
        return in_a_list(value_words(each, unit) for each in value)
    return "–" if value is None else amount(value, unit)
