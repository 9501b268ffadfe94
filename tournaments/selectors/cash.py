"""The money of an evening: what is due, what was paid, what the cash box must hold. Whole cents."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.db.models import QuerySet, Sum

from scoring.agreements import read_lost_deal_money
from scoring.prizes import LostDealStep, lost_deal_cents
from scoring.tallies import DEALS_LOST, has_declarer, losers_of
from tournaments.models import (
    Admission,
    Entrant,
    Event,
    EventEntry,
    EventEntryKind,
    Payment,
    PaymentKind,
    RoundStatus,
    Seat,
)
from tournaments.selectors.authors import author_names
from tournaments.selectors.rulings import standing_rulings
from tournaments.selectors.sheets import game_of, load_many


def paid_by(entrant: Entrant, kind: str) -> int:
    """What an entrant has paid of this kind; negative where he was given something."""
    return total(entrant.payments.filter(kind=kind))


def balance_of(event: Event) -> int:
    """What the book says: everything taken less everything given."""
    return total(event.payments.all())


def total(payments: QuerySet[Payment]) -> int:
    """The sum of payments."""
    return payments.aggregate(cents=Sum("cents"))["cents"] or 0


def paid_of(event: Event) -> dict[int, Counter[str]]:
    """What each entrant has paid, by what it was for; one query."""
    paid: dict[int, Counter[str]] = defaultdict(Counter)
    rows = event.payments.order_by().values_list("entrant_id", "kind").annotate(cents=Sum("cents"))
    for entrant_id, kind, cents in rows:
        if entrant_id is not None:
            paid[entrant_id][kind] += cents
    return paid


# Lost deals


def lost_steps(event: Event) -> tuple[LostDealStep, ...]:
    """The steps of the lost-deal money; none where the club takes none."""
    return read_lost_deal_money(event.lost_deal_money)


def takes_lost_deals(event: Event) -> bool:
    """Whether lost deals cost something here."""
    return bool(lost_steps(event)) and has_declarer(game_of(event))


def lost_deals_of(event: Event) -> Counter[int]:
    """The deals each entrant's account lost, without those a ruling cancelled: they cost nothing.

    A deal that a ruling gave other points is lost as it is written. Two queries, two more where one is
    cancelled, none where lost deals cost nothing.
    """
    lost: Counter[int] = Counter()
    if not takes_lost_deals(event):
        return lost
    seats = Seat.objects.filter(part__table__round__event=event, part__deals_counted__gt=0)
    released = seats.exclude(part__table__round__status=RoundStatus.DRAFT).order_by()
    for account_id, position, tallies in released.values_list("account_id", "position", "part__tallies"):
        lost[account_id] += tallies.get(DEALS_LOST, [0] * (position + 1))[position]
    lost.subtract(losers_cancelled(event))
    return lost


def losers_cancelled(event: Event) -> Iterator[int]:
    """The accounts of all who lost each deal that a ruling cancelled; only such sheets are folded."""
    game, cancelled = game_of(event), cancelled_by_table(event)
    for table_id, parts in load_many(event, cancelled).items():
        for loaded in parts:
            for deal, row in zip(loaded.deals, loaded.sheet.rows, strict=True):
                lost = losers_of(game, row.outcome) if deal.pk in cancelled[table_id] else ()
                yield from (loaded.part.seats.all()[seat].account_id for seat in lost)


def cancelled_by_table(event: Event) -> dict[int, set[int]]:
    """The deals that count for nobody by a ruling, by their table; one query."""
    found: defaultdict[int, set[int]] = defaultdict(set)
    for ruling in standing_rulings(event):
        if not any(ruling.points):
            found[ruling.deal.table_id].add(ruling.deal_id)
    return found


# The book


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """One entrant's money: what is due and what he paid; `prizes` is what he was given.

    `things` he was given besides: only `with_things` fills them.
    """

    entrant: Entrant
    fee_due: int
    fee_paid: int
    lost: int
    lost_due: int
    lost_paid: int
    prizes: int
    things: Sequence[str] = ()

    @property
    def fee_missing(self) -> int:
        """The fee that is still to be paid."""
        return max(0, self.fee_due - self.fee_paid)

    @property
    def lost_missing(self) -> int:
        """The lost-deal money that is still to be paid."""
        return max(0, self.lost_due - self.lost_paid)

    @property
    def is_settled(self) -> bool:
        """Whether the fee is paid, and just the lost-deal money that is due; a fee may be kept."""
        return not self.fee_missing and self.lost_paid == self.lost_due


def account_of(event: Event, entrant: Entrant, paid: Mapping[str, int], lost: int) -> Account:
    """One entrant's money. Who waits, or never came, owes no fee."""
    owes = entrant.admission == Admission.ENTERED or bool(entrant.left_after)
    return Account(
        entrant=entrant,
        fee_due=event.fee_cents if owes else 0,
        fee_paid=paid.get(PaymentKind.FEE, 0),
        lost=lost,
        lost_due=lost_deal_cents(lost, lost_steps(event)),
        lost_paid=paid.get(PaymentKind.LOST_DEALS, 0),
        prizes=-paid.get(PaymentKind.PRIZE, 0),
    )


def accounts_of(event: Event) -> list[Account]:
    """Everybody's money, by start number; three queries."""
    paid, lost = paid_of(event), lost_deals_of(event)
    entrants = event.entrants.select_related("player", "partner").order_by("number")
    return [account_of(event, each, paid.get(each.pk, {}), lost[each.pk]) for each in entrants]


def get_account(event: Event, entrant: Entrant) -> Account:
    """One entrant's money; two queries."""
    return account_of(event, entrant, paid_of(event).get(entrant.pk, {}), lost_deals_of(event)[entrant.pk])


def sums_of(accounts: Sequence[Account], payments: Sequence["Booked"]) -> list[dict[str, Any]]:
    """Due and paid by what it is for."""
    paid: Counter[str] = Counter()
    for each in payments:
        paid[each.payment.kind] += each.payment.cents
    due = {
        PaymentKind.FEE: sum(each.fee_due for each in accounts),
        PaymentKind.LOST_DEALS: sum(each.lost_due for each in accounts),
    }
    return [
        {"label": kind.label, "due": due.get(kind), "paid": paid[kind]}
        for kind in PaymentKind
        if paid[kind] or due.get(kind)
    ]


@dataclass(frozen=True, slots=True)
class Booked:
    """A payment, who booked it, and whether it was taken back or takes another back."""

    payment: Payment
    who: str
    is_settled: bool

    @property
    def given(self) -> int:
        """What left the box by it; negative: what came in."""
        return -self.payment.cents


def book_of(event: Event) -> list[Booked]:
    """Every payment, the newest first; at most four queries."""
    related = event.payments.select_related("entry", "entrant__player").order_by("-pk")
    payments = list(related)
    taken_back = {each.entry.facts["back"] for each in payments if "back" in each.entry.facts}
    names = author_names([each.entry for each in payments])
    return [
        Booked(each, names[each.entry.pk], each.pk in taken_back or "back" in each.entry.facts)
        for each in payments
    ]


def given_prizes(event: Event) -> list[Booked]:
    """The prizes that were given and not taken back, the newest first; a thing is a payment of nothing."""
    return prizes_in(book_of(event))


def prizes_in(book: Sequence[Booked]) -> list[Booked]:
    """The prizes of a book that were given and not taken back."""
    return [each for each in book if each.payment.kind == PaymentKind.PRIZE and not each.is_settled]


def won_by_number(event: Event) -> dict[int, tuple[int, list[str]]]:
    """Cents and things of everybody who was given a prize, by start number; queries as `book_of`."""
    won: dict[int, tuple[int, list[str]]] = {}
    for each in reversed(given_prizes(event)):
        if entrant := each.payment.entrant:
            cents, things = won.get(entrant.number, (0, []))
            won[entrant.number] = cents + each.given, things + ([] if each.given else [each.payment.note])
    return won


def with_things(accounts: Sequence[Account], book: Sequence[Booked]) -> list[Account]:
    """The accounts with the things that were won: a prize of nothing, with its name."""
    things: defaultdict[int | None, list[str]] = defaultdict(list)
    for each in prizes_in(book):
        if not each.payment.cents:
            things[each.payment.entrant_id].append(each.payment.note)
    return [replace(each, things=things[each.entrant.pk]) for each in accounts]


@dataclass(frozen=True, slots=True)
class Closing:
    """What was counted beside what the book said."""

    counted: int
    expected: int
    at: datetime
    who: str

    @property
    def over(self) -> int:
        """What is too much in the box; negative: what is missing."""
        return self.counted - self.expected


def is_balanced(event: Event) -> bool | None:
    """Whether the last entry of the book is a closing that balances; None without any money. One query."""
    last = event.entries.filter(kind=EventEntryKind.PAID).order_by("-number").first()
    if last is None:
        return False if event.fee_cents or takes_lost_deals(event) else None
    return "counted" in last.facts and last.facts["counted"] == last.facts["expected"]


def is_cash_done(event: Event) -> bool | None:
    """Whether the box was counted last and balances, and nobody owes; None without money. Six queries."""
    is_counted = is_balanced(event)
    return is_counted and all(each.is_settled for each in accounts_of(event))


def last_closing(event: Event) -> Closing | None:
    """The newest closing of the cash box."""
    closings = event.entries.filter(kind=EventEntryKind.PAID, facts__has_key="counted")
    entry: EventEntry | None = closings.order_by("-number").first()
    if entry is None:
        return None
    who = author_names([entry])[entry.pk]
    return Closing(entry.facts["counted"], entry.facts["expected"], entry.at, who)
