"""The money of an evening: every payment is an entry of the event's history; mistakes are paid back."""

from typing import Any

from django.db import transaction
from django.utils.translation import gettext

from tournaments.errors import NotPossible
from tournaments.models import Entrant, Event, EventEntry, EventEntryKind, Payment, PaymentKind
from tournaments.money import money_text
from tournaments.selectors.cash import balance_of, paid_by
from tournaments.services.event_history import SYSTEM, append_event_entry
from tournaments.services.history import Author, lock_event

MOST_CENTS = 10_000_000


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
    """Money taken (positive) or given (negative). Raises NotPossible (`amount_wrong`)."""
    if not 0 < abs(cents) <= MOST_CENTS:
        message = gettext("An amount is more than 0 and at most %(most)s, not %(found)s.")
        values = {"most": money_text(MOST_CENTS), "found": money_text(cents)}
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
    """One payment of the (locked) event; `back` is the payment that it takes back."""
    facts: dict[str, Any] = {"what": str(kind), "cents": cents, "entrant": entrant.pk if entrant else None}
    if back is not None:
        facts["back"] = back
    entry = append_event_entry(event, EventEntryKind.PAID, by=by, **facts)
    return Payment.objects.create(
        event=event, entrant=entrant, kind=kind, cents=cents, note=note, entry=entry
    )


@transaction.atomic
def pay_due(*, entrant: Entrant, kind: PaymentKind, due: int, by: Author = SYSTEM) -> Payment | None:
    """What is still missing of an amount that is due; None where it was paid already: two taps pay once."""
    event = lock_event(entrant.event)
    missing = due - paid_by(entrant, kind)
    return book(event, kind, missing, entrant, "", by) if missing > 0 else None


@transaction.atomic
def pay_back(*, payment: Payment, by: Author = SYSTEM) -> Payment:
    """Take a payment back by its opposite. Raises NotPossible (`paid_back`) for one taken back already."""
    event = lock_event(payment.event)
    taken_back = event.entries.filter(kind=EventEntryKind.PAID, facts__back=payment.pk)
    if taken_back.exists() or "back" in payment.entry.facts:
        message = gettext("This payment of %(amount)s was taken back already.")
        raise NotPossible("paid_back", message % {"amount": money_text(abs(payment.cents))})
    return book(event, payment.kind, -payment.cents, payment.entrant, payment.note, by, back=payment.pk)


@transaction.atomic
def close_cash(*, event: Event, counted: int, by: Author = SYSTEM) -> EventEntry:
    """The cashier's closing: what was counted beside what the book says; nothing is corrected by it."""
    event = lock_event(event)
    expected = balance_of(event)
    return append_event_entry(event, EventEntryKind.PAID, by=by, counted=counted, expected=expected)
