"""A series' rules in one line: "Points by place: 25-18-15. Equals share. The best 6 of 8 count."."""

from collections.abc import Iterator

from django.utils.translation import gettext, ngettext

from scoring.standings.policy import points_text
from scoring.standings.series_policy import BEST, BY_AVERAGE, BY_RESULT, BY_TOTAL, GUESTS_OUT, SeriesPolicy
from scoring.standings.standings import MINIMUM


def series_words(policy: SeriesPolicy) -> str:
    """Return all sentences in the reader's language."""
    return " ".join(sentences(policy))


def sentences(policy: SeriesPolicy) -> Iterator[str]:
    """Yield the worth of an event, how many count, the minimum, and the rule for guests."""
    yield worth_words(policy)
    if policy.by not in BY_RESULT:
        yield (
            gettext("Tied players all get the best place's points.")
            if policy.ties == BEST
            else gettext("Tied players share the points.")
        )
    if policy.best is not None:
        yield best_words(policy.best, policy.of)
    if policy.minimum:
        yield minimum_words(policy.minimum)
    if policy.guests == GUESTS_OUT:
        yield gettext("Guests are left out before places are given.")


def worth_words(policy: SeriesPolicy) -> str:
    """Return the worth of an event in words."""
    if policy.by == BY_TOTAL:
        return gettext("The results of the events are added up.")
    if policy.by == BY_AVERAGE:
        return gettext("The average of the events that a player played counts.")
    if not policy.points:
        return gettext("A place is worth as many points as there are players from that place down.")
    return gettext("Points by place: %(points)s.") % {"points": points_text(policy.points)}


def best_words(best: int, of: int | None) -> str:
    """Return the number of events that count, in words."""
    if of is not None:
        return gettext("The best %(best)s of %(of)s events count.") % {"best": best, "of": of}
    return ngettext("The best event counts.", "The best %(best)s events count.", best) % {"best": best}


def minimum_words(minimum: int) -> str:
    """Return the minimum number of events, in words."""
    words = ngettext("Ranked from %(minimum)s event on.", "Ranked from %(minimum)s events on.", minimum)
    return words % {"minimum": minimum}


def too_few_events(minimum: int) -> dict[str, str]:
    """Return why a player of the list has no rank: a code, and a few words beside their name."""
    words = ngettext("fewer than %(minimum)s event", "fewer than %(minimum)s events", minimum)
    return {"code": MINIMUM, "words": words % {"minimum": minimum}}
