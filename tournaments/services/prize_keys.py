"""The key of an evening's prizes as clubs write it, line by line (scoring/agreements.py: as it is stored)."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils.formats import number_format
from django.utils.translation import gettext, gettext_noop, ngettext, override

from scoring.agreements import LAST_PLACE, LONGEST_THING
from scoring.prizes import POT, TIES, WHOLE, Prize, PrizeKey
from tournaments.errors import NotPossible
from tournaments.models import Event, EventEntryKind
from tournaments.money import money_text, read_money
from tournaments.services.event_history import SYSTEM, append_event_entry, refuse_faster
from tournaments.services.history import Author, lock_event

SERIES = gettext_noop("series")
LINE = re.compile(r"(?P<places>[^:：]+)[:：]\s*(?P<what>.+)")
SPAN = re.compile(r"(\d{1,3})(?:\s*[-–]\s*(\d{1,3}))?")
PERCENT = re.compile(r"(\d{1,3})(?:[.,](\d))?\s*%")


class UnreadableKey(NotPossible):
    """Lines of a prize key that cannot be taken; `problems` has a sentence for each."""

    def __init__(self, problems: Sequence[str]) -> None:
        super().__init__("prizes_unreadable", " ".join(problems))
        self.problems = list(problems)


def key_text(key: PrizeKey) -> str:
    """The key as it is typed, one line for each prize."""
    lines = [f"{places_text(each.places)}: {what_text(each)}" for each in key.prizes]
    return "\n".join([*lines, *(f"{gettext(SERIES)}: {each}" for each in key.series)])


def prize_line(prize: Prize) -> str:
    """What one place gets, or each of some places: Place 1: 40 % of the pot."""
    what = what_text(prize)
    if prize.share:
        what = gettext("%(share)s of the pot") % {"share": what}
    line = ngettext("Place %(places)s: %(prize)s", "Places %(places)s: %(prize)s each", len(prize.places))
    return line % {"places": places_text(prize.places), "prize": what}


def series_words() -> set[str]:
    """How a line names a prize of the season: the English word, and that of every language there is."""
    words = {SERIES}
    for code, _name in settings.LANGUAGES:
        with override(code):
            words.add(gettext(SERIES).casefold())
    return words


def places_text(places: Sequence[int]) -> str:
    """Places as people write them: 1-4, 8, 12."""
    spans: list[list[int]] = []
    for place in sorted(places):
        if spans and place == spans[-1][1] + 1:
            spans[-1][1] = place
        else:
            spans.append([place, place])
    return ", ".join(f"{first}" if first == last else f"{first}-{last}" for first, last in spans)


def what_text(prize: Prize) -> str:
    """An amount, a share of the pot, or a thing."""
    if prize.share:
        whole, part = divmod(prize.share, WHOLE // 100)
        return f"{number_format(f'{whole}.{part}')} %" if part else f"{whole} %"
    return prize.thing or money_text(prize.cents)


def parse_key(typed: str, *, ties: str, pot: Sequence[str]) -> dict[str, Any]:
    """The key of typed lines, as it is stored. Raises UnreadableKey with everything that is wrong."""
    problems: list[str] = []
    prizes: list[dict[str, Any]] = []
    series: list[str] = []
    words = series_words()
    for line in filter(None, (each.strip() for each in typed.splitlines())):
        places, what = line_parts(line)
        if what and places.casefold() in words:
            series.append(what)
        elif what and (numbers := read_places(places)):
            prizes.append({"places": numbers, **read_what(what)})
        else:
            message = gettext("“%(line)s” is no prize. Write the places, a colon and the prize: 1-3: 10.00")
            problems.append(message % {"line": line[:60]})
    problems += contradictions(prizes)
    if ties not in TIES or not set(pot) <= set(POT):
        problems.append(gettext("Choose what becomes of ties, and what is in the pot."))
    if problems:
        raise UnreadableKey(problems)
    return {"prizes": prizes, "ties": ties, "series": series, "pot": list(pot)}


def line_parts(line: str) -> tuple[str, str]:
    """What stands before the colon and after it; nothing where there is none."""
    found = LINE.fullmatch(line)
    return (found["places"].strip(), found["what"].strip()) if found else ("", "")


def read_places(typed: str) -> list[int]:
    """The places of `1-4, 8, 12`; none where that is not what is written."""
    places: list[int] = []
    for part in typed.split(","):
        found = SPAN.fullmatch(part.strip())
        if not found:
            return []
        first, last = int(found[1]), int(found[2] or found[1])
        places += range(first, last + 1)
    is_good = places and min(places) >= 1 and len(set(places)) == len(places) and max(places) <= LAST_PLACE
    return sorted(places) if is_good else []


def read_what(typed: str) -> dict[str, Any]:
    """A share in percent, an amount, else the name of a thing."""
    if found := PERCENT.fullmatch(typed):
        return {"share": int(found[1]) * (WHOLE // 100) + int(found[2] or 0)}
    cents = read_money(typed)
    return {"thing": typed[:LONGEST_THING]} if cents is None else {"cents": cents}


def contradictions(prizes: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """More than all of the pot."""
    shares = sum(each.get("share", 0) * len(each["places"]) for each in prizes)
    if shares > WHOLE:
        message = gettext("The shares come to %(found)s of the pot; 100 %% is all of it.")
        yield message % {"found": what_text(Prize((), share=shares))}


@transaction.atomic
def change_prizes(
    *,
    event: Event,
    typed: str,
    ties: str,
    pot: Sequence[str],
    by: Author = SYSTEM,
    seen: int | None = None,
) -> Event:
    """Another key. Raises UnreadableKey; NotPossible (`changed_meanwhile`) where somebody else changed it
    after the revision that was `seen`."""
    key = parse_key(typed, ties=ties, pot=pot)
    event = lock_event(event)
    refuse_unseen_key(event, seen)
    if key != event.prizes:
        event.prizes = key
        event.save(update_fields=["prizes"])
        append_event_entry(event, EventEntryKind.SETTINGS, by=by, changed=["prizes"])
    return event


def refuse_unseen_key(event: Event, seen: int | None) -> None:
    """Raises NotPossible (`changed_meanwhile`) where the key is another than the one that was seen."""
    if seen is not None:
        settings = event.entries.filter(kind=EventEntryKind.SETTINGS, number__gt=seen).order_by("-number")
        refuse_faster(next((each for each in settings if "prizes" in each.facts["changed"]), None))
