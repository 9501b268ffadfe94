"""Prizes in words: a prize key as it is typed, and a prize in a line."""

from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.utils.formats import number_format
from django.utils.translation import gettext, gettext_noop, ngettext, override

from scoring.standings.agreements import read_prizes
from scoring.standings.prizes import WHOLE, Prize, PrizeKey
from tournaments.wording.money import money_text

SERIES = gettext_noop("series")


def key_text(key: PrizeKey) -> str:
    """Return the key as it is typed, one line for each prize."""
    lines = [f"{places_text(each.places)}: {what_text(each)}" for each in key.prizes]
    return "\n".join([*lines, *(f"{gettext(SERIES)}: {each}" for each in key.series)])


def prize_line(prize: Prize) -> str:
    """Return the prize of one place or of each of several places, such as "Place 1: 40 % of the pot"."""
    what = what_text(prize)
    if prize.share:
        what = gettext("%(share)s of the pot") % {"share": what}
    line = ngettext("Place %(places)s: %(prize)s", "Places %(places)s: %(prize)s each", len(prize.places))
    return line % {"places": places_text(prize.places), "prize": what}


def series_words() -> set[str]:
    """Return the words that mark a series prize in a line.

    The English one and its translation in every language.
    """
    words = {SERIES}
    for code, _name in settings.LANGUAGES:
        with override(code):
            words.add(gettext(SERIES).casefold())
    return words


def places_text(places: Sequence[int]) -> str:
    """Format places as ranges: 1-4, 8, 12."""
    spans: list[list[int]] = []
    for place in sorted(places):
        if spans and place == spans[-1][1] + 1:
            spans[-1][1] = place
        else:
            spans.append([place, place])
    return ", ".join(f"{first}" if first == last else f"{first}-{last}" for first, last in spans)


def what_text(prize: Prize) -> str:
    """Format a prize: an amount, a share of the pot, or a thing."""
    if prize.share:
        whole, part = divmod(prize.share, WHOLE // 100)
        return f"{number_format(f'{whole}.{part}')} %" if part else f"{whole} %"
    return prize.thing or money_text(prize.cents)


def prizes_shown(raw: object) -> dict[str, Any]:
    """Return the stored prizes of an event as its public page lists them."""
    key = read_prizes(raw)
    kinds = {"fee": gettext("fees"), "lost_deals": gettext("lost-deal money")}
    return {
        "lines": [prize_line(prize) for prize in key.prizes],
        "series": key.series,
        "pot": [words for kind, words in kinds.items() if kind in key.pot] if key.shares else [],
    }
