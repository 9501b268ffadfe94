"""The prizes of an event: calculate them from the current standings, and book them."""

import hashlib
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.utils.text import get_text_list
from django.utils.translation import gettext

from scoring.agreements import LONGEST_THING, read_prizes
from scoring.prizes import Award, award_prizes
from scoring.refusals import NotPossible
from tournaments.models import Entrant, Event, Payment, PaymentKind, Standings, StandingsRow
from tournaments.selectors.cash.cash_desk import Booked, accounts_of, given_prizes, paid_of
from tournaments.selectors.entry.check_in import name_of
from tournaments.selectors.standings.ranking_rules import lot_by_seed, public_lot_seed
from tournaments.services.cash.payments import book
from tournaments.services.history.event_chain import SYSTEM
from tournaments.services.history.sheet_chain import Author, lock_event
from tournaments.services.rounds.lifecycle import refuse_unfinished


@dataclass(frozen=True, slots=True, kw_only=True)
class Win:
    """The prizes due to one entrant, and those already given to them."""

    entrant: Entrant
    name: str
    rank: int
    cents: int
    things: Sequence[str]
    given: int
    given_things: Sequence[str]

    @property
    def missing(self) -> int:
        """The cents still due; negative if too much was given."""
        return self.cents - self.given

    @property
    def missing_things(self) -> list[str]:
        """The things still due."""
        return [thing for thing in self.things if thing not in self.given_things]

    @property
    def is_too_much(self) -> bool:
        """Whether the entrant was given anything that is not due now."""
        return self.missing < 0 or not set(self.given_things) <= set(self.things)

    @property
    def is_given(self) -> bool:
        """Whether the entrant was given exactly what is due."""
        return not (self.missing or self.missing_things or self.is_too_much)


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizePlan:
    """All prizes by the current standings; `owed` is due to the pot but not booked yet."""

    pot: int
    wins: Sequence[Win]
    booked: Sequence[Booked]
    owed: int
    has_results: bool

    @property
    def sum(self) -> int:
        """The sum of all prize money in cents."""
        return sum(win.cents for win in self.wins)

    @property
    def left(self) -> int:
        """The cents that remain in the pot; negative if the pot is too small."""
        return self.pot - self.sum

    @property
    def is_given(self) -> bool:
        """Whether there are prizes and each winner was given exactly what is due."""
        return bool(self.wins) and all(win.is_given for win in self.wins)

    @property
    def is_settled(self) -> bool:
        """Whether prizes were booked and each winner was given exactly what is due."""
        return bool(self.booked) and all(win.is_given for win in self.wins)

    @property
    def is_too_much(self) -> bool:
        """Whether any entrant was given something that is not due now."""
        return any(win.is_too_much for win in self.wins)

    @property
    def mark(self) -> str:
        """A digest of the prizes due: equal digests mean equal prizes for the same entrants, given or not."""
        due = [(win.entrant.number, win.cents, *win.things) for win in self.wins if win.cents or win.things]
        return hashlib.sha256(repr(due).encode()).hexdigest()[:32]


def prize_plan(event: Event) -> PrizePlan:
    """Calculate the prizes from the stored standings; sixteen queries at most."""
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
    """The prize pot: the sum of the payments in `paid` of the kinds that count towards it."""
    kinds = read_prizes(event.prizes).pot
    return sum(cents for own in paid.values() for kind, cents in own.items() if kind in kinds)


def owed_to_pot(event: Event) -> int:
    """The cents due to the pot but not booked yet."""
    kinds = read_prizes(event.prizes).pot
    accounts = accounts_of(event)
    owed = {
        PaymentKind.FEE: sum(each.fee_missing for each in accounts),
        PaymentKind.LOST_DEALS: sum(each.lost_missing for each in accounts),
    }
    return sum(cents for kind, cents in owed.items() if kind in kinds)


def are_prizes_given(event: Event) -> bool:
    """Whether all prizes due are given; calculated only once the results are signed off."""
    return event.signed_off_at is not None and not event.is_closed and prize_plan(event).is_settled


def ranks_of(event: Event) -> dict[int, int]:
    """The rank of every placed entrant, by start number."""
    rows = StandingsRow.objects.filter(event=event, is_placed=True)
    return dict(rows.values_list("entrant__number", "rank"))


def wins_of(
    event: Event,
    awards: Sequence[Award],
    paid: Mapping[int, Counter[str]],
    things: defaultdict[int, list[str]],
) -> list[Win]:
    """The winners, best first, then the entrants who win nothing but were given something."""
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
    """The things given as prizes, by start number."""
    things: defaultdict[int, list[str]] = defaultdict(list)
    for each in booked:
        if each.payment.entrant and not each.payment.cents:
            things[each.payment.entrant.number].append(each.payment.note)
    return things


def lot_of(event: Event) -> Callable[[int], str]:
    """The draw of lots between equals: by the latest revealed seed, else by the event's public ID."""
    revealed = event.draws.filter(revealed_at__isnull=False).order_by("-number").first()
    return lot_by_seed(revealed.seed if revealed else public_lot_seed(event))


@transaction.atomic
def give_prizes(*, event: Event, by: Author = SYSTEM, seen: str | None = None) -> list[Payment]:
    """Book all prizes still due; a second call books nothing twice.

    Raises NotPossible: `round_open`; `prizes_changed` if an entrant was given more than is due now;
    `prizes_moved` if the prizes differ from those of the plan whose digest is `seen`.
    """
    event = lock_event(event)
    refuse_unfinished(event)
    plan = prize_plan(event)
    refuse_too_much(plan)
    if seen is not None and seen != plan.mark:
        message = gettext(
            "The prizes differ from those you saw: the standings or the prize list changed in the "
            "meantime. Check them, then give them out."
        )
        raise NotPossible("prizes_moved", message)
    return [payment for win in plan.wins for payment in give_missing(event, win, by)]


def refuse_too_much(plan: PrizePlan) -> None:
    """Raises NotPossible (`prizes_changed`) if any entrant was given more than is due now."""
    too_much = [win.name for win in plan.wins if win.is_too_much]
    if too_much:
        message = gettext(
            "The standings have changed since prizes were given out: %(names)s received more than is due "
            "now. Undo those payments at the cash desk first."
        )
        raise NotPossible("prizes_changed", message % {"names": get_text_list(too_much, gettext("and"))})


def give_missing(event: Event, win: Win, by: Author) -> Iterator[Payment]:
    """Book what is still due to one winner; a thing is a payment of 0 cents with its name as the note."""
    if win.missing:
        yield book(event, PaymentKind.PRIZE, -win.missing, win.entrant, "", by)
    for thing in win.missing_things:
        yield book(event, PaymentKind.PRIZE, 0, win.entrant, thing[:LONGEST_THING], by)
