"""The money of an event: amounts due and paid, and the expected cash balance. Whole cents."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.db.models import QuerySet, Sum

from scoring.competitions.lost_deals import LostList
from scoring.competitions.requests import TEAM
from tournaments.models import (
    Admission,
    Entrant,
    Event,
    EventChange,
    EventChangeKind,
    FeeClass,
    Payment,
    PaymentKind,
    TeamMember,
)
from tournaments.selectors.cash.fee_classes import class_of, fee_of
from tournaments.selectors.cash.lost_deals import lost_lists_of, takes_lost_deals
from tournaments.selectors.competitions.teams import size_for, size_in, sizes_of
from tournaments.selectors.history.authors import author_names


def paid_by(entrant: Entrant, kind: str) -> int:
    """Return the net amount an entrant has paid of this kind; negative if they were paid."""
    return total(entrant.payments.filter(kind=kind))


def balance_of(event: Event) -> int:
    """Return the expected cash balance: everything received minus everything paid out."""
    return total(event.payments.all())


def total(payments: QuerySet[Payment]) -> int:
    """Return the sum of payments."""
    return payments.aggregate(cents=Sum("cents"))["cents"] or 0


def paid_of(event: Event) -> defaultdict[int, Counter[str]]:
    """Return the net payments of each entrant, by kind; one query."""
    paid: defaultdict[int, Counter[str]] = defaultdict(Counter)
    rows = event.payments.order_by().values_list("entrant_id", "kind").annotate(cents=Sum("cents"))
    for entrant_id, kind, cents in rows:
        if entrant_id is not None:
            paid[entrant_id][kind] += cents
    return paid


# Fees of competitions


def entry_fees_of(event: Event) -> dict[int, list[tuple[int, int]]]:
    """Return the competitions with a fee that each entrant pays, by their ID: its number and the fee.

    A team pays once, by its first member. Three queries at most, one where no competition costs anything.
    """
    owed: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)
    for each in event.competitions.filter(fee_cents__gt=0).order_by("number"):
        if each.rule.get("unit") == TEAM:
            payers = payers_of_teams(event, size_in(each.rule))
        else:
            payers = [row.entrant for row in each.entries.select_related("entrant__player")]
        for entrant in payers:
            owed[entrant.pk].append((each.number, fee_of(entrant, each.fee_cents, each.fee_classes)))
    return owed


def payers_of_teams(event: Event, size: int | None) -> list[Entrant]:
    """Return the first member of each team that takes part in a competition of teams of this size."""
    members = TeamMember.objects.filter(team__event=event, is_substitute=False)
    rows = list(members.order_by("team__number", "-position").select_related("entrant__player"))
    counts, sizes = Counter(row.team_id for row in rows), sizes_of(event) if size else []
    first = {row.team_id: row.entrant for row in rows}
    return [first[pk] for pk, count in counts.items() if not size or size_for(count, sizes) == size]


def entry_fees_taken(event: Event, paid: Mapping[int, Counter[str]]) -> dict[int, tuple[int, int]]:
    """Return what was taken for each competition and of how many, by its number.

    A payment covers the first one first.
    """
    taken: Counter[int] = Counter()
    payers: Counter[int] = Counter()
    for entrant_id, owed in entry_fees_of(event).items():
        left = paid.get(entrant_id, Counter())[PaymentKind.ENTRY]
        for number, cents in owed:
            covered = max(0, min(left, cents))
            taken[number] += covered
            payers[number] += covered > 0
            left -= cents
    return {number: (taken[number], payers[number]) for number in taken}


# Cash book


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """One entrant's money: amounts due and paid; `prizes` is the prize money they received.

    `things` are other prizes received; only `with_things` fills them.
    """

    entrant: Entrant
    fee_due: int
    fee_paid: int
    lost_lists: Sequence[LostList]
    lost_paid: int
    prizes: int
    entry_due: int = 0
    entry_paid: int = 0
    fee_class: str = FeeClass.MEMBER
    things: Sequence[str] = ()

    @property
    def class_words(self) -> str:
        """Return as what they pay; empty for a member."""
        return "" if self.fee_class == FeeClass.MEMBER else str(FeeClass(self.fee_class).label)

    @property
    def lost(self) -> int:
        """Return the number of lost deals."""
        return sum(each.lost for each in self.lost_lists)

    @property
    def passed(self) -> int:
        """Return the number of passed deals that cost something."""
        return sum(each.passed for each in self.lost_lists)

    @property
    def lost_due(self) -> int:
        """Return the cost of lost and passed deals."""
        return sum(each.cents for each in self.lost_lists)

    @property
    def due_by_kind(self) -> dict[str, int]:
        """Return what is due, by the kind of payment; other kinds are never due."""
        return {
            PaymentKind.FEE: self.fee_due,
            PaymentKind.ENTRY: self.entry_due,
            PaymentKind.LOST_DEALS: self.lost_due,
        }

    @property
    def fee_missing(self) -> int:
        """Return the unpaid part of the fee."""
        return max(0, self.fee_due - self.fee_paid)

    @property
    def entry_missing(self) -> int:
        """Return the unpaid part of the fees of competitions."""
        return max(0, self.entry_due - self.entry_paid)

    @property
    def door_due(self) -> int:
        """Return what is paid at the door: the fee, and the fees of competitions."""
        return self.fee_due + self.entry_due

    @property
    def door_missing(self) -> int:
        """Return the unpaid part of what is paid at the door."""
        return self.fee_missing + self.entry_missing

    @property
    def lost_missing(self) -> int:
        """Return the unpaid part of the lost-deal money."""
        return max(0, self.lost_due - self.lost_paid)

    @property
    def has_money(self) -> bool:
        """Return whether anything is due, was paid or was won."""
        due = self.fee_due or self.entry_due or self.lost_due
        return bool(due or self.fee_paid or self.entry_paid or self.lost_paid or self.prizes or self.things)

    @property
    def is_settled(self) -> bool:
        """Return whether the fee is paid, and exactly the lost-deal money due.

        An overpaid fee may be kept.
        """
        return not self.fee_missing and not self.entry_missing and self.lost_paid == self.lost_due


def accounts_of(event: Event, entrants: Iterable[Entrant] | None = None) -> list[Account]:
    """Return the money of these entrants in their order, else of all by start number; four queries.

    Who is waiting or never came owes no fee.
    """
    paid, lists, entries = paid_of(event), lost_lists_of(event), entry_fees_of(event)
    if entrants is None:
        entrants = event.entrants.select_related("player", "partner").order_by("number")
    return [
        Account(
            entrant=each,
            fee_due=fee_of(each, event.fee_cents, event.fee_classes) if owes else 0,
            fee_class=class_of(each),
            fee_paid=paid[each.pk][PaymentKind.FEE],
            lost_lists=lists.get(each.pk, ()),
            lost_paid=paid[each.pk][PaymentKind.LOST_DEALS],
            prizes=-paid[each.pk][PaymentKind.PRIZE],
            entry_due=sum(cents for _, cents in entries.get(each.pk, ())) if owes else 0,
            entry_paid=paid[each.pk][PaymentKind.ENTRY],
        )
        for each in entrants
        for owes in [each.admission == Admission.ENTERED or bool(each.left_after)]
    ]


def get_payment(event: Event, pk: int) -> Payment | None:
    """Return a payment of the event by ID, or None."""
    return event.payments.select_related("entry", "event").filter(pk=pk).first()


def get_account(event: Event, entrant: Entrant) -> Account:
    """Return one entrant's money; three queries."""
    return accounts_of(event, [entrant])[0]


def sums_of(accounts: Sequence[Account], payments: Sequence["Booked"]) -> list[dict[str, Any]]:
    """Return the amounts due and paid, by kind."""
    paid: Counter[str] = Counter()
    for each in payments:
        paid[each.payment.kind] += each.payment.cents
    due: Counter[str] = Counter()
    for account in accounts:
        due.update(account.due_by_kind)
    return [
        {"label": kind.label, "due": due.get(kind), "paid": paid[kind]}
        for kind in PaymentKind
        if paid[kind] or due.get(kind)
    ]


def fees_by_class(accounts: Sequence[Account]) -> list[dict[str, Any]]:
    """Return what each class owes and paid at the door; empty where all pay as members."""
    by_class: dict[str, list[Account]] = {name: [] for name in FeeClass.values}
    for each in accounts:
        if each.door_due:
            by_class[each.fee_class].append(each)
    rows = [
        {
            "label": FeeClass(name).label,
            "number": len(own),
            "due": sum(each.door_due for each in own),
            "paid": sum(each.fee_paid + each.entry_paid for each in own),
        }
        for name, own in by_class.items()
        if own
    ]
    return rows if len(rows) > 1 else []


def lists_brought(accounts: Sequence[Account]) -> list[tuple[int, int]]:
    """Return the rounds, and the cents that lost deals cost all players in each; empty for a single round."""
    cents: Counter[int] = Counter()
    for each in accounts:
        cents.update({own.round: own.cents for own in each.lost_lists})
    return sorted(cents.items()) if len(cents) > 1 else []


@dataclass(frozen=True, slots=True)
class Booked:
    """A payment, its author, and whether it was reversed or reverses another."""

    payment: Payment
    who: str
    is_settled: bool

    @property
    def given(self) -> int:
        """Return the amount paid out; negative if received."""
        return -self.payment.cents


def book_of(event: Event) -> list[Booked]:
    """Return all payments, newest first; at most four queries."""
    related = event.payments.select_related("entry", "entrant__player").order_by("-pk")
    payments = list(related)
    paid_back = {each.entry.facts["back"] for each in payments if "back" in each.entry.facts}
    names = author_names([each.entry for each in payments])
    return [
        Booked(each, names[each.entry.pk], each.pk in paid_back or "back" in each.entry.facts)
        for each in payments
    ]


def given_prizes(event: Event) -> list[Booked]:
    """Return the prizes given and not reversed, newest first; a thing is a payment of 0 cents."""
    return prizes_in(book_of(event))


def prizes_in(book: Sequence[Booked]) -> list[Booked]:
    """Return the payments of a book that are prizes given and not reversed."""
    return [each for each in book if each.payment.kind == PaymentKind.PRIZE and not each.is_settled]


def things_given(booked: Sequence[Booked]) -> defaultdict[int, list[str]]:
    """Return the things given as prizes, by start number, the first one first.

    A thing is a payment of 0 cents, with its name as the note.
    """
    things: defaultdict[int, list[str]] = defaultdict(list)
    for each in reversed(booked):
        if each.payment.entrant and not each.payment.cents:
            things[each.payment.entrant.number].append(each.payment.note)
    return things


def with_things(accounts: Sequence[Account], book: Sequence[Booked]) -> list[Account]:
    """Return the accounts with the things won, the newest first."""
    things = things_given(prizes_in(book))
    return [replace(each, things=things[each.entrant.number][::-1]) for each in accounts]


@dataclass(frozen=True, slots=True)
class Closing:
    """A closing: the cash counted beside the balance expected."""

    counted: int
    expected: int
    at: datetime
    who: str

    @property
    def over(self) -> int:
        """Return the surplus in cents; negative: the shortfall."""
        return self.counted - self.expected


def is_balanced(event: Event) -> bool | None:
    """Return whether the last cash entry is a closing that balances; None for an event without money.

    One query.
    """
    last = event.entries.filter(kind=EventChangeKind.PAID).order_by("-number").first()
    if last is None:
        return False if event.fee_cents or takes_lost_deals(event) else None
    return "counted" in last.facts and last.facts["counted"] == last.facts["expected"]


def is_cash_done(event: Event) -> bool | None:
    """Return whether the closing balances and all accounts are settled; None without money. Six queries."""
    is_counted = is_balanced(event)
    return is_counted and all(each.is_settled for each in accounts_of(event))


def last_closing(event: Event) -> Closing | None:
    """Return the newest closing of the cash desk, or None."""
    closings = event.entries.filter(kind=EventChangeKind.PAID, facts__has_key="counted")
    entry: EventChange | None = closings.order_by("-number").first()
    if entry is None:
        return None
    who = author_names([entry])[entry.pk]
    return Closing(entry.facts["counted"], entry.facts["expected"], entry.at, who)
