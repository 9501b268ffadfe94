"""The prizes of an evening: the key as clubs write it, who would get what now, and giving it out.

Stored as {"prizes": [{"places": [1], "share": 400}, {"places": [2], "cents": 1500}, {"places": [3], "thing":
"Ham"}], "ties": "share", "series": ["Cup"], "pot": ["fee"]}; shares in thousandths of the pot.
"""

import hashlib
import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils.text import get_text_list
from django.utils.translation import gettext, gettext_noop, override

from scoring.prizes import LOT, SHARE, TIES, WHOLE, Prize, PrizeKey, award_prizes
from tournaments.errors import NotPossible
from tournaments.models import (
    Entrant,
    Event,
    EventEntryKind,
    Payment,
    PaymentKind,
    Standings,
    StandingsRow,
)
from tournaments.money import money_text, read_money
from tournaments.selectors.cash import Booked, given_prizes, paid_of
from tournaments.selectors.door import name_of
from tournaments.selectors.standings import lot_by_seed, public_lot_seed
from tournaments.services.event_history import SYSTEM, append_event_entry, refuse_faster
from tournaments.services.history import Author, lock_event
from tournaments.services.payments import book
from tournaments.services.rounds import refuse_unfinished

POT = (PaymentKind.FEE, PaymentKind.LOST_DEALS)
SERIES = gettext_noop("series")
LAST_PLACE = 999
LONGEST_THING = 120
LINE = re.compile(r"(?P<places>[^:：]+)[:：]\s*(?P<what>.+)")
SPAN = re.compile(r"(\d{1,3})(?:\s*[-–]\s*(\d{1,3}))?")
PERCENT = re.compile(r"(\d{1,3})(?:[.,](\d))?\s*%")


class UnreadableKey(NotPossible):
    """Lines of a prize key that cannot be taken; `problems` has a sentence for each."""

    def __init__(self, problems: Sequence[str]) -> None:
        super().__init__("prizes_unreadable", " ".join(problems))
        self.problems = list(problems)


# The key


def read_key(raw: Mapping[str, Any]) -> PrizeKey:
    """The key as it is stored."""
    prizes = tuple(
        Prize(tuple(each["places"]), each.get("cents", 0), each.get("share", 0), each.get("thing", ""))
        for each in raw.get("prizes", ())
    )
    return PrizeKey(prizes, raw.get("ties", SHARE), tuple(raw.get("series", ())))


def key_text(raw: Mapping[str, Any]) -> str:
    """The key as it is typed, one line for each prize."""
    lines = [f"{places_text(each['places'])}: {what_text(each)}" for each in raw.get("prizes", ())]
    return "\n".join([*lines, *(f"{gettext(SERIES)}: {each}" for each in raw.get("series", ()))])


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


def what_text(prize: Mapping[str, Any]) -> str:
    """An amount, a share of the pot, or a thing."""
    if share := prize.get("share"):
        whole, part = divmod(share, WHOLE // 100)
        return f"{whole}.{part} %" if part else f"{whole} %"
    return prize.get("thing") or money_text(prize.get("cents", 0))


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
        yield message % {"found": what_text({"share": shares})}


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


# Who gets what


@dataclass(frozen=True, slots=True, kw_only=True)
class Win:
    """What somebody gets, and what he was given."""

    entrant: Entrant
    name: str
    rank: int
    cents: int
    things: Sequence[str]
    given: int
    given_things: Sequence[str]

    @property
    def missing(self) -> int:
        """What he is still to get; negative: what he was given too much."""
        return self.cents - self.given

    @property
    def missing_things(self) -> list[str]:
        """The things he is still to get."""
        return [thing for thing in self.things if thing not in self.given_things]

    @property
    def is_too_much(self) -> bool:
        """Whether he was given what is not due to him now."""
        return self.missing < 0 or not set(self.given_things) <= set(self.things)

    @property
    def is_given(self) -> bool:
        """Whether he has just what he gets."""
        return not (self.missing or self.missing_things or self.is_too_much)


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizePlan:
    """Who would get what by the standings as they are now."""

    pot: int
    wins: Sequence[Win]
    booked: Sequence[Booked]
    has_results: bool
    is_by_lot: bool

    @property
    def sum(self) -> int:
        """All the money that is given."""
        return sum(win.cents for win in self.wins)

    @property
    def left(self) -> int:
        """What stays in the pot; negative: what it lacks."""
        return self.pot - self.sum

    @property
    def is_given(self) -> bool:
        """Whether everybody has just what he gets."""
        return bool(self.wins) and all(win.is_given for win in self.wins)

    @property
    def is_too_much(self) -> bool:
        """Whether somebody was given what is not due to him now."""
        return any(win.is_too_much for win in self.wins)

    @property
    def mark(self) -> str:
        """Equal marks mean the same prizes for the same people, given or not."""
        due = [(win.entrant.number, win.cents, *win.things) for win in self.wins if win.cents or win.things]
        return hashlib.sha256(repr(due).encode()).hexdigest()[:32]


def prize_plan(event: Event) -> PrizePlan:
    """The prizes by the stored standings; ten queries at most."""
    key, paid = read_key(event.prizes), paid_of(event)
    kinds = event.prizes.get("pot", POT)
    pot = sum(cents for own in paid.values() for kind, cents in own.items() if kind in kinds)
    has_results = Standings.objects.filter(event=event, deals_counted__gt=0).exists()
    rows = StandingsRow.objects.filter(event=event, is_placed=True).values_list("entrant__number", "rank")
    awards = award_prizes(key, dict(rows) if has_results else {}, pot, lot_of(event))
    entrants = event.entrants.select_related("player", "partner").order_by("number")
    by_number = {entrant.number: entrant for entrant in entrants}
    given = {each.number: -paid[each.pk][PaymentKind.PRIZE] for each in by_number.values()}
    booked = given_prizes(event)
    things = things_given(booked)
    wins = [(each.entrant, each.rank, each.cents, each.things) for each in awards]
    won = {number for number, *_ in wins}
    wins += [
        (number, 0, 0, ())
        for number, cents in given.items()
        if number not in won and (cents or things[number])
    ]
    return PrizePlan(
        pot=pot,
        wins=[
            Win(
                entrant=by_number[number],
                name=name_of(by_number[number]),
                rank=rank,
                cents=cents,
                things=prizes,
                given=given[number],
                given_things=things[number],
            )
            for number, rank, cents, prizes in wins
        ],
        booked=booked,
        has_results=has_results,
        is_by_lot=key.ties == LOT,
    )


def things_given(booked: Sequence[Booked]) -> defaultdict[int, list[str]]:
    """The things that were given, by start number."""
    things: defaultdict[int, list[str]] = defaultdict(list)
    for each in booked:
        if each.payment.entrant and not each.payment.cents:
            things[each.payment.entrant.number].append(each.payment.note)
    return things


def lot_of(event: Event) -> Callable[[int], str]:
    """The lot between equals: by the seed that was committed to and is revealed, else by the event's id."""
    revealed = event.draws.filter(revealed_at__isnull=False).order_by("-number").first()
    return lot_by_seed(revealed.seed if revealed else public_lot_seed(event))


@transaction.atomic
def give_prizes(*, event: Event, by: Author = SYSTEM, seen: str | None = None) -> list[Payment]:
    """Book what everybody is still to get; a second time gives nothing twice.

    Raises NotPossible: `round_open`; `prizes_changed` where somebody was given more than he gets now;
    `prizes_moved` where the prizes are others than those of the plan whose mark was `seen`.
    """
    event = lock_event(event)
    refuse_unfinished(event)
    plan = prize_plan(event)
    refuse_too_much(plan)
    if seen is not None and seen != plan.mark:
        message = gettext(
            "The prizes are others than those you saw: the standings or the key changed meanwhile."
            " Look again, then give them out."
        )
        raise NotPossible("prizes_moved", message)
    return [payment for win in plan.wins for payment in give_missing(event, win, by)]


def refuse_too_much(plan: PrizePlan) -> None:
    """Raises NotPossible (`prizes_changed`)."""
    too_much = [win.name for win in plan.wins if win.is_too_much]
    if too_much:
        message = gettext(
            "The standings have changed since prizes were given: %(names)s got more than is due now."
            " Take those payments back at the cash desk first."
        )
        raise NotPossible("prizes_changed", message % {"names": get_text_list(too_much, gettext("and"))})


def give_missing(event: Event, win: Win, by: Author) -> Iterator[Payment]:
    """What somebody is still to get; a thing leaves the box as a payment of nothing, with its name."""
    if win.missing:
        yield book(event, PaymentKind.PRIZE, -win.missing, win.entrant, "", by)
    for thing in win.missing_things:
        yield book(event, PaymentKind.PRIZE, 0, win.entrant, thing[:LONGEST_THING], by)
