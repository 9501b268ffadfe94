"""The cash desk: amounts due, payments, the closing count and the prizes."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring.not_possible import NotPossible
from tournaments.forms.cash import CountForm, MoneyForm
from tournaments.models import Entrant, Event, PaymentKind
from tournaments.selectors.cash.cash_desk import (
    accounts_of,
    balance_of,
    book_of,
    fees_by_class,
    get_account,
    get_payment,
    last_closing,
    lists_brought,
    sums_of,
    with_things,
)
from tournaments.selectors.cash.lost_deals import lost_money, takes_lost_deals
from tournaments.selectors.cash.prize_plan import statement_of
from tournaments.selectors.events.event_lists import get_entrant
from tournaments.selectors.tables.dashboard import desks_beside, ending_of
from tournaments.services.cash.payments import close_cash, close_evening, pay, pay_all_fees, pay_back, pay_due
from tournaments.views.pages.descriptions import event_facts
from tournaments.views.pages.permissions import (
    REFUSED,
    UNREADABLE,
    MemberRequest,
    by_member,
    cashier_required,
    or_404,
)
from tournaments.wording.money import lost_money_words, money_text


@require_safe
@cashier_required
def cash(request: MemberRequest, event: Event) -> HttpResponse:
    """Show the amounts due and every payment."""
    return show_cash(request, event)


def show_cash(
    request: MemberRequest,
    event: Event,
    *,
    money_form: MoneyForm | None = None,
    count_form: CountForm | None = None,
    refusal: NotPossible | None = None,
) -> HttpResponse:
    """Render the cash page; a refused form keeps its input."""
    facts, step = cash_facts(event), ending_of(event)
    takes_money = facts["has_fee"] or facts["has_lost_deals"]
    context = {
        **facts,
        "is_to_close": takes_money and not facts["owing"] and not (step and "cash" in step.done),
        "money_form": money_form or MoneyForm(event=event),
        "is_money_open": money_form is not None,
        "count_form": count_form or CountForm(),
        "step": step,
        "refusal": refusal,
        "has_beside": bool(desks_beside(event, request.actor)),
    }
    status = REFUSED if refusal else UNREADABLE if money_form or count_form else 200
    return render(request, "cash/cash_desk.html", context, status=status)


def cash_facts(event: Event) -> dict[str, Any]:
    """Return the cash book for the page and the printed sheet."""
    book = book_of(event)
    accounts = with_things(accounts_of(event), book)
    return {
        "event": event_facts(event),
        "accounts": accounts,
        "book": book,
        "sums": sums_of(accounts, book),
        "by_class": fees_by_class(accounts),
        "balance": sum(each.payment.cents for each in book),
        "closing": last_closing(event),
        "has_lost_deals": takes_lost_deals(event),
        "lost_words": lost_money_words(lost_money(event)) if takes_lost_deals(event) else "",
        "lists_brought": lists_brought(accounts),
        "has_fee": bool(event.fee_cents or event.fee_classes),
        "owing": [each for each in accounts if each.door_missing],
        "statement": statement_of(event),
    }


@require_safe
@cashier_required
def cash_sheet(request: MemberRequest, event: Event) -> HttpResponse:
    """Render the cash book for printing and signing."""
    return render(request, "cash/cash_sheet.html", cash_facts(event))


@require_POST
@cashier_required
def take_money(request: MemberRequest, event: Event) -> HttpResponse:
    """Book a payment of any other kind."""
    form = MoneyForm(request.POST, event=event)
    if form.is_valid():
        try:
            pay(event=event, by=by_member(request), **form.service_arguments())
            return redirect("cash", event.slug)
        except NotPossible as refusal:
            form.add_error("amount", refusal.message)
    return show_cash(request, event, money_form=form)


@require_POST
@cashier_required
def take_due(request: MemberRequest, event: Event, entrant_id: int, kind: str) -> HttpResponse:
    """Book an entrant's amount due with one tap; a second tap books nothing."""
    entrant: Entrant = or_404(get_entrant(event, entrant_id))
    due = or_404(get_account(event, entrant).due_by_kind.get(kind))
    try:
        pay_due(entrant=entrant, kind=PaymentKind(kind), due=due, by=by_member(request))
    except NotPossible as refusal:
        return show_cash(request, event, refusal=refusal)
    return redirect("cash", event.slug)


@require_POST
@cashier_required
def take_all_fees(request: MemberRequest, event: Event) -> HttpResponse:
    """Book the fees of all who have not paid, when the box has been passed around."""
    try:
        booked = pay_all_fees(event=event, by=by_member(request))
    except NotPossible as refusal:
        return show_cash(request, event, refusal=refusal)
    text = ngettext("%(number)s fee booked.", "%(number)s fees booked.", len(booked))
    messages.success(request, text % {"number": len(booked)})
    return redirect("cash", event.slug)


@require_POST
@cashier_required
def give_back(request: MemberRequest, event: Event, payment_id: int) -> HttpResponse:
    """Reverse a wrong payment with a counter-entry; nothing is deleted."""
    payment = or_404(get_payment(event, payment_id))
    try:
        pay_back(payment=payment, by=by_member(request))
    except NotPossible as refusal:
        return show_cash(request, event, refusal=refusal)
    return redirect("cash", event.slug)


@require_POST
@cashier_required
def close(request: MemberRequest, event: Event) -> HttpResponse:
    """Close the cash desk: compare the counted amount with the book."""
    form = CountForm(request.POST)
    if not form.is_valid():
        return show_cash(request, event, count_form=form)
    over = close_cash(event=event, counted=form.cleaned_data["counted"], by=by_member(request))
    tell_closed(request, over)
    return redirect("cash", event.slug)


@require_http_methods(["GET", "HEAD", "POST"])
@cashier_required
def cash_evening(request: MemberRequest, event: Event) -> HttpResponse:
    """Show the money of all events of the evening, and close their one box."""
    events, form = [event, *desks_beside(event, request.actor)], CountForm(request.POST or None)
    if form.is_valid():
        over = close_evening(events=events, counted=form.cleaned_data["counted"], by=by_member(request))
        tell_closed(request, over)
        return redirect("cash_evening", event.slug)
    desks = [
        {**event_facts(each), "statement": statement_of(each), "balance": balance_of(each)} for each in events
    ]
    context = {
        "event": event_facts(event),
        "events": desks,
        "balance": sum(each["balance"] for each in desks),
        "form": form,
    }
    return render(request, "cash/cash_evening.html", context, status=UNREADABLE if form.is_bound else 200)


def tell_closed(request: MemberRequest, over: int) -> None:
    """Say whether the box balances."""
    if not over:
        messages.success(request, gettext("The cash box balances."))
        return
    text = gettext("The box lacks %(amount)s: look for money that was given out, or booked but not taken.")
    if over > 0:
        text = gettext("The box holds %(amount)s too much: look for money that was taken but not booked.")
    messages.warning(request, text % {"amount": money_text(abs(over))})
