"""Payments of an event: each is an entry of the event's history, and mistakes are reversed, not edited."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.db import transaction
from django.utils.translation import gettext

from scoring.not_possible import NotPossible
from scoring.standings.agreements import MOST_PAID
from tournaments.models import Entrant, Event, EventChangeKind, Payment, PaymentKind
from tournaments.selectors.cash.cash_desk import Account, accounts_of, balance_of, paid_by
from tournaments.selectors.entry.check_in import accounts_by_player
from tournaments.services.history.event_chain import SYSTEM, append_event_entries, append_event_entry
from tournaments.services.history.sheet_chain import Author, lock_event, lock_events
from tournaments.services.sheets.write_guard import lock_taking_place, refuse_cancelled
from tournaments.wording.money import money_text


@transaction.atomic
def pay(
    *,
    event: Event,
    kind: PaymentKind,
    cents: int,
    entrant: Entrant | None = None,
    note: str = "",
    by: Author = SYSTEM,
) -> Payment:
    """Book money received (positive) or paid out (negative). Raises NotPossible (`amount_wrong`)."""
    if not 0 < abs(cents) <= MOST_PAID:
        message = gettext("An amount is more than 0 and at most %(most)s, not %(found)s.")
        values = {"most": money_text(MOST_PAID), "found": money_text(cents)}
        raise NotPossible("amount_wrong", message % values)
    return book(lock_event(event), kind, cents, entrant, note, by)


def book(
    event: Event,
    kind: str,
    cents: int,
    entrant: Entrant | None,
    note: str,
    by: Author,
    back: int | None = None,
) -> Payment:
    """Store one payment of the (locked) event; `back` is the ID of the payment that it reverses."""
    facts: dict[str, Any] = {"what": str(kind), "cents": cents, "entrant": entrant.pk if entrant else None}
    if back is not None:
        facts["back"] = back
    entry = append_event_entry(event, EventChangeKind.PAID, by=by, **facts)
    return Payment.objects.create(
        event=event, entrant=entrant, kind=kind, cents=cents, note=note, entry=entry
    )


@transaction.atomic
def pay_due(*, entrant: Entrant, kind: PaymentKind, due: int, by: Author = SYSTEM) -> Payment | None:
    """Book the unpaid part of an amount due. Returns None if nothing is missing, so two taps pay once.

    Raises NotPossible (`event_cancelled`): nobody owes a fee then, and money goes back by `pay_back`.
    """
    event = lock_taking_place(entrant.event)
    missing = due - paid_by(entrant, kind)
    return book(event, kind, missing, entrant, "", by) if missing > 0 else None


@transaction.atomic
def pay_all_fees(*, event: Event, by: Author = SYSTEM) -> list[Payment]:
    """Book the unpaid fees of everybody who owes one; a second press books nothing. Raises as `pay_due`."""
    event = lock_taking_place(event)
    return book_fees(event, accounts_of(event), by)


@transaction.atomic
def pay_at_door(
    *, event: Event, entrants: Sequence[Entrant], beside: Iterable[Event] = (), by: Author = SYSTEM
) -> list[Payment]:
    """Book the unpaid fees of entrants and their competitions, and what the same people owe in the events
    `beside`, whose money is taken at the same desk. Two taps pay once. Raises as `pay_due`.
    """
    locked = lock_events([event, *beside])
    here = locked.pop(event.pk)
    refuse_cancelled(here)
    booked = book_fees(here, accounts_of(here, entrants), by)
    players = {each.player_id for each in entrants}
    for other in locked.values():
        accounts = accounts_by_player([other])
        booked += book_fees(other, [each for player in players for each in accounts.get(player, ())], by)
    return booked


def book_fees(event: Event, accounts: Iterable[Account], by: Author) -> list[Payment]:
    """Book what entrants still owe at the door of the (locked) event, each kind by itself, all at once."""
    owed = [
        (each.entrant.pk, kind, cents)
        for each in accounts
        for kind, cents in ((PaymentKind.FEE, each.fee_missing), (PaymentKind.ENTRY, each.entry_missing))
        if cents
    ]
    if not owed:
        return []
    facts = [{"what": str(kind), "cents": cents, "entrant": pk} for pk, kind, cents in owed]
    entries = append_event_entries(event, EventChangeKind.PAID, facts, by=by)
    return Payment.objects.bulk_create(
        Payment(event_id=event.pk, entrant_id=pk, kind=kind, cents=cents, entry_id=entry.pk)
        for (pk, kind, cents), entry in zip(owed, entries, strict=True)
    )


@transaction.atomic
def pay_back(*, payment: Payment, by: Author = SYSTEM) -> Payment:
    """Reverse a payment with an opposite one. Raises NotPossible (`paid_back`) if it was reversed already."""
    event = lock_event(payment.event)
    paid_back = event.entries.filter(kind=EventChangeKind.PAID, facts__back=payment.pk)
    if paid_back.exists() or "back" in payment.entry.facts:
        message = gettext("This payment of %(amount)s has already been undone.")
        raise NotPossible("paid_back", message % {"amount": money_text(abs(payment.cents))})
    return book(event, payment.kind, -payment.cents, payment.entrant, payment.note, by, back=payment.pk)


def close_cash(*, event: Event, counted: int, by: Author = SYSTEM) -> int:
    """Close the cash desk: store the cash counted beside the balance expected, and return the difference.

    Corrects nothing.
    """
    return close_evening(events=[event], counted=counted, by=by)


@transaction.atomic
def close_evening(*, events: Sequence[Event], counted: int, by: Author = SYSTEM) -> int:
    """Close one box for several events: each is closed with what its book says, and what the box holds too
    much or too little is stored with the first. Return that difference.
    """
    locked = lock_events(events)
    expected = {pk: balance_of(each) for pk, each in locked.items()}
    over = counted - sum(expected.values())
    for each in events:
        own = expected[each.pk] + (over if each.pk == events[0].pk else 0)
        append_event_entry(
            locked[each.pk], EventChangeKind.PAID, by=by, counted=own, expected=expected[each.pk]
        )
    return over
