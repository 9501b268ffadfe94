"""An event's ranking in one sentence: "Ranked by: Total, best 3 rounds. Ties: Deals won, Lot."."""

from collections.abc import Iterable, Iterator
from typing import Any

from django.utils.translation import gettext, ngettext

from rules.game import Ranking
from scoring.policy import BY_AVERAGE, BY_GAME, BY_TABLE_POINTS, BY_TOTAL, points_text
from scoring.standings import Method
from tournaments.wording.sheet_json import translate


def ranking_words(method: Method) -> str:
    """The sentence in the reader's language."""
    values, ties = ", ".join(parts(method)), ", ".join(labels(method.tie_breaks))
    if not ties:
        return gettext("Ranked by: %(values)s. Ties share a rank.") % {"values": values}
    return gettext("Ranked by: %(values)s. Ties: %(ties)s.") % {"values": values, "ties": ties}


def labels(rankings: Iterable[Ranking]) -> list[str]:
    """The labels of ranking values."""
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
    """The ranking value in words."""
    policy = method.policy
    words = {
        BY_GAME: ", ".join(labels(method.rankings)),
        BY_TOTAL: gettext("Total"),
        BY_AVERAGE: average_words(method.nominal_deals),
        BY_TABLE_POINTS: gettext("Table points %(points)s") % {"points": points_text(policy.table_points)},
    }
    if method.rankings[0].high_is_better:
        return words[policy.by]
    return gettext("%(values)s, lowest first") % {"values": words[policy.by]}


def average_words(deals: int) -> str:
    """An average and the number of deals it is scaled to."""
    return ngettext("Average per deal", "Average per %(deals)s deals", deals) % {"deals": deals}


def ranking_json(ranking: Ranking) -> dict[str, Any]:
    """One ranking value as JSON."""
    return {
        "name": ranking.tally,
        "label": gettext(ranking.label),
        "unit": str(ranking.unit),
        "high_is_better": ranking.high_is_better,
    }
