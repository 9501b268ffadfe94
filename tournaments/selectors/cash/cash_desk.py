"""The money of an event: amounts due and paid, and the expected cash balance. Whole cents."""

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
    EventChange,
    EventChangeKind,
    Payment,
    PaymentKind,
    RoundStatus,
    Seat,
)
from tournaments.selectors.history.authors import author_names
from tournaments.selectors.publishing.rulings import standing_rulings
from tournaments.selectors.sheets.folded_sheets import game_of, load_many


def paid_by(entrant: Entrant, kind: str) -> int:
    """The net amount an entrant has paid of this kind; negative if they were paid."""
    return total(entrant.payments.filter(kind=kind))


def balance_of(event: Event) -> int:
    """The expected cash balance: everything received minus everything paid out."""
    return total(event.payments.all())


def total(payments: QuerySet[Payment]) -> int:
    """The sum of payments."""
    return payments.aggregate(cents=Sum("cents"))["cents"] or 0


def paid_of(event: Event) -> dict[int, Counter[str]]:
    """The net payments of each entrant, by kind; one query."""
    paid: dict[int, Counter[str]] = defaultdict(Counter)
    rows = event.payments.order_by().values_list("entrant_id", "kind").annotate(cents=Sum("cents"))
    for entrant_id, kind, cents in rows:
        if entrant_id is not None:
            paid[entrant_id][kind] += cents
    return paid


# Lost deals


def lost_steps(event: Event) -> tuple[LostDealStep, ...]:
    """The price steps of lost deals; empty if the club charges nothing for them."""
    return read_lost_deal_money(event.lost_deal_money)


def takes_lost_deals(event: Event) -> bool:
    """Whether lost deals cost something in this event."""
    return bool(lost_steps(event)) and has_declarer(game_of(event))


def lost_deals_of(event: Event) -> Counter[int]:
    """The number of deals lost per account, without those cancelled by a ruling, which cost nothing.

    A deal to which a ruling gave other points counts as recorded. Two queries, two more if a deal is
    cancelled, none if lost deals cost nothing.
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
    """Yield the accounts that lost each deal cancelled by a ruling; folds only the sheets concerned."""
    game, cancelled = game_of(event), cancelled_by_table(event)
    for table_id, parts in load_many(event, cancelled).items():
        for loaded in parts:
            for deal, row in zip(loaded.deals, loaded.sheet.rows, strict=True):
                lost = losers_of(game, row.outcome) if deal.pk in cancelled[table_id] else ()
                yield from (loaded.part.seats.all()[seat].account_id for seat in lost)


def cancelled_by_table(event: Event) -> dict[int, set[int]]:
    """The IDs of deals cancelled by a ruling, by table; one query."""
    found: defaultdict[int, set[int]] = defaultdict(set)
    for ruling in standing_rulings(event):
        if not any(ruling.points):
            found[ruling.deal.table_id].add(ruling.deal_id)
    return found


# Cash book


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """One entrant's money: amounts due and paid; `prizes` is the prize money they received.

    `things` are other prizes received; only `with_things` fills them.
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
        """The unpaid part of the fee."""
        return max(0, self.fee_due - self.fee_paid)

    @property
    def lost_missing(self) -> int:
        """The unpaid part of the lost-deal money."""
        return max(0, self.lost_due - self.lost_paid)

    @property
    def is_settled(self) -> bool:
        """Whether the fee is paid, and exactly the lost-deal money due; an overpaid fee may be kept."""
        return not self.fee_missing and self.lost_paid == self.lost_due


def account_of(event: Event, entrant: Entrant, paid: Mapping[str, int], lost: int) -> Account:
    """One entrant's money. An entrant who is waiting or never came owes no fee."""
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
    """All entrants' money, by start number; three queries."""
    paid, lost = paid_of(event), lost_deals_of(event)
    entrants = event.entrants.select_related("player", "partner").order_by("number")
    return [account_of(event, each, paid.get(each.pk, {}), lost[each.pk]) for each in entrants]


def get_account(event: Event, entrant: Entrant) -> Account:
    """One entrant's money; two queries."""
    return account_of(event, entrant, paid_of(event).get(entrant.pk, {}), lost_deals_of(event)[entrant.pk])


def sums_of(accounts: Sequence[Account], payments: Sequence["Booked"]) -> list[dict[str, Any]]:
    """The amounts due and paid, by kind."""
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
    """A payment, its author, and whether it was reversed or reverses another."""

    payment: Payment
    who: str
    is_settled: bool

    @property
    def given(self) -> int:
        """The amount paid out; negative if received."""
        return -self.payment.cents


def book_of(event: Event) -> list[Booked]:
    """All payments, newest first; at most four queries."""
    related = event.payments.select_related("entry", "entrant__player").order_by("-pk")
    payments = list(related)
    taken_back = {each.entry.facts["back"] for each in payments if "back" in each.entry.facts}
    names = author_names([each.entry for each in payments])
    return [
        Booked(each, names[each.entry.pk], each.pk in taken_back or "back" in each.entry.facts)
        for each in payments
    ]


def given_prizes(event: Event) -> list[Booked]:
    """The prizes given and not reversed, newest first; a thing is a payment of 0 cents."""
    return prizes_in(book_of(event))


def prizes_in(book: Sequence[Booked]) -> list[Booked]:
    """The payments of a book that are prizes given and not reversed."""
    return [each for each in book if each.payment.kind == PaymentKind.PRIZE and not each.is_settled]


def won_by_number(event: Event) -> dict[int, tuple[int, list[str]]]:
    """Cents and things given as prizes, by start number; queries as `book_of`."""
    won: dict[int, tuple[int, list[str]]] = {}
    for each in reversed(given_prizes(event)):
        if entrant := each.payment.entrant:
            cents, things = won.get(entrant.number, (0, []))
            won[entrant.number] = cents + each.given, things + ([] if each.given else [each.payment.note])
    return won


def with_things(accounts: Sequence[Account], book: Sequence[Booked]) -> list[Account]:
    """The accounts with the things won: prizes of 0 cents, with the name as the note."""
    things: defaultdict[int | None, list[str]] = defaultdict(list)
    for each in prizes_in(book):
        if not each.payment.cents:
            things[each.payment.entrant_id].append(each.payment.note)
    return [replace(each, things=things[each.entrant.pk]) for each in accounts]


@dataclass(frozen=True, slots=True)
class Closing:
    """A closing: the cash counted beside the balance expected."""

    counted: int
    expected: int
    at: datetime
    who: str

    @property
    def over(self) -> int:
        """The surplus in cents; negative: the shortfall."""
        return self.counted - self.expected


def is_balanced(event: Event) -> bool | None:
    """Whether the last cash entry is a closing that balances; None for an event without money. One query."""
    last = event.entries.filter(kind=EventChangeKind.PAID).order_by("-number").first()
    if last is None:
        return False if event.fee_cents or takes_lost_deals(event) else None
    return "counted" in last.facts and last.facts["counted"] == last.facts["expected"]


def is_cash_done(event: Event) -> bool | None:
    """Whether the closing balances and all accounts are settled; None without money. Six queries."""
    is_counted = is_balanced(event)
    return is_counted and all(each.is_settled for each in accounts_of(event))


def last_closing(event: Event) -> Closing | None:
    """The newest closing of the cash desk, or None."""
    closings = event.entries.filter(kind=EventChangeKind.PAID, facts__has_key="counted")
    entry: EventChange | None = closings.order_by("-number").first()
    if entry is None:
        return None
    who = author_names([entry])[entry.pk]
    return Closing(entry.facts["counted"], entry.facts["expected"], entry.at, who)
