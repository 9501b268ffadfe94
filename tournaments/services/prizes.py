"""The prizes of an evening: who would get what now, and giving it out."""

import hashlib
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.utils.text import get_text_list
from django.utils.translation import gettext

from scoring.agreements import LONGEST_THING, read_prizes
from scoring.prizes import Award, award_prizes
from tournaments.errors import NotPossible
from tournaments.models import Entrant, Event, Payment, PaymentKind, Standings, StandingsRow
from tournaments.selectors.cash import Booked, accounts_of, given_prizes, paid_of
from tournaments.selectors.door import name_of
from tournaments.selectors.standings import lot_by_seed, public_lot_seed
from tournaments.services.event_history import SYSTEM
from tournaments.services.history import Author, lock_event
from tournaments.services.payments import book
from tournaments.services.rounds import refuse_unfinished


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
    """Who would get what by the standings as they are now; `owed` is due to the pot and not booked yet."""

    pot: int
    wins: Sequence[Win]
    booked: Sequence[Booked]
    owed: int
    has_results: bool

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
    def is_settled(self) -> bool:
        """Whether prizes were given, and nobody has anything else than he gets."""
        return bool(self.booked) and all(win.is_given for win in self.wins)

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
    """The prizes by the stored standings; sixteen queries at most."""
    key, paid, booked = read_prizes(event.prizes), paid_of(event), given_prizes(event)
    has_results = Standings.objects.filter(event=event, deals_counted__gt=0).exists()
    pot = pot_of(event, paid)
    awards = award_prizes(key, ranks_of(event) if has_results else {}, pot, lot_of(event))
    return PrizePlan(
        pot=pot,
        wins=wins_of(event, awards, paid, things_given(booked)),
        booked=booked,
        owed=owed_to_pot(event),
        has_results=has_results,
    )


def pot_of(event: Event, paid: Mapping[int, Counter[str]]) -> int:
    """What there is to win of what everybody `paid`."""
    kinds = read_prizes(event.prizes).pot
    return sum(cents for own in paid.values() for kind, cents in own.items() if kind in kinds)


def owed_to_pot(event: Event) -> int:
    """What is due, was not booked, and would be in the pot."""
    kinds = read_prizes(event.prizes).pot
    accounts = accounts_of(event)
    owed = {
        PaymentKind.FEE: sum(each.fee_missing for each in accounts),
        PaymentKind.LOST_DEALS: sum(each.lost_missing for each in accounts),
    }
    return sum(cents for kind, cents in owed.items() if kind in kinds)


def are_prizes_given(event: Event) -> bool:
    """Whether they are given as they are due now; asked only once the results are signed off."""
    return event.signed_off_at is not None and not event.is_closed and prize_plan(event).is_settled


def ranks_of(event: Event) -> dict[int, int]:
    """The rank of everybody who is placed, by start number."""
    rows = StandingsRow.objects.filter(event=event, is_placed=True)
    return dict(rows.values_list("entrant__number", "rank"))


def wins_of(
    event: Event,
    awards: Sequence[Award],
    paid: Mapping[int, Counter[str]],
    things: defaultdict[int, list[str]],
) -> list[Win]:
    """Who gets something, best first; then who gets nothing and was given something all the same."""
    entrants = event.entrants.select_related("player", "partner").order_by("number")
    by_number = {entrant.number: entrant for entrant in entrants}
    given = {number: -paid[entrant.pk][PaymentKind.PRIZE] for number, entrant in by_number.items()}
    won = {award.entrant for award in awards}
    too_much = [number for number in by_number if number not in won and (given[number] or things[number])]
    return [
        Win(
            entrant=by_number[award.entrant],
            name=name_of(by_number[award.entrant]),
            rank=award.rank,
            cents=award.cents,
            things=award.things,
            given=given[award.entrant],
            given_things=things[award.entrant],
        )
        for award in [*awards, *(Award(number, rank=0, cents=0) for number in too_much)]
    ]


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
