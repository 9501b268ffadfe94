"""The page of a club's webhooks, for its owners: add, test, switch off, list messages."""

import uuid
from collections.abc import Iterable
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_http_methods, require_POST

from scoring.not_possible import NotPossible
from tournaments.forms.programs import WebhookForm
from tournaments.models import Club, MessageStatus, OutgoingMessage, Webhook
from tournaments.selectors.clubs.permissions import get_owned_club
from tournaments.selectors.webhooks.webhooks import (
    get_message,
    get_webhook,
    message_id,
    messages_of,
    messages_sent_or_waiting,
    webhooks_in,
)
from tournaments.services.webhooks.lifecycle import (
    change_webhook,
    create_webhook,
    delete_webhook,
    renew_secret,
    resend_message,
    send_test,
)
from tournaments.views.pages.descriptions import club_facts
from tournaments.views.pages.permissions import UNREADABLE, MemberRequest, or_404, signed_in
from tournaments.wording.webhooks import attempt_said, type_said

MOST_SHOWN = 50  # messages on the page of a webhook


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
@never_cache
@sensitive_variables("secret")
def webhooks(request: MemberRequest, slug: str) -> HttpResponse:
    """List the webhooks; POST adds one and shows its secret, on this answer alone."""
    club: Club = or_404(get_owned_club(request.user, slug))
    form = WebhookForm(club, request.POST or None)
    if form.is_valid():
        try:
            webhook, secret = create_webhook(club=club, **form.arguments())
            return show_webhook(request, club, webhook, secret=secret)
        except NotPossible as refusal:
            form.add_error("url", refusal.message)
    context = {
        "club": club_facts(club),
        "slug": slug,
        "form": form,
        "webhooks": [webhook_facts(each) for each in webhooks_in(club)],
    }
    status = UNREADABLE if form.is_bound else 200
    return render(request, "webhooks/webhooks.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
@never_cache
def webhook(request: MemberRequest, slug: str, webhook_id: uuid.UUID) -> HttpResponse:
    """Show a webhook and the last messages; POST tests, switches, renews the secret, or deletes."""
    club: Club = or_404(get_owned_club(request.user, slug))
    webhook: Webhook = or_404(get_webhook(club, webhook_id))
    if request.method != "POST":
        return show_webhook(request, club, webhook)
    act = request.POST.get("act", "")
    if act == "renew":
        return show_webhook(request, club, webhook, secret=renew_secret(webhook=webhook))
    if act == "delete":
        delete_webhook(webhook=webhook)
        messages.success(request, gettext("The webhook is deleted."))
        return redirect("webhooks", slug)
    carry_out(request, webhook, act)
    return redirect("webhook", slug, webhook_id)


def carry_out(request: MemberRequest, webhook: Webhook, act: str) -> None:
    """Test the webhook or switch it; any other act changes nothing. A refusal becomes a notice."""
    try:
        if act == "test":
            send_test(webhook=webhook)
            messages.success(request, gettext("A test message is on its way; load the page again to see it."))
        elif act in ("on", "off"):
            change_webhook(webhook=webhook, is_active=act == "on")
    except NotPossible as refusal:
        messages.error(request, refusal.message)


@require_POST
@signed_in
def resend(request: MemberRequest, slug: str, webhook_id: uuid.UUID, message_id: str) -> HttpResponse:
    """Send a message again."""
    webhook: Webhook = or_404(get_webhook(or_404(get_owned_club(request.user, slug)), webhook_id))
    try:
        resend_message(message=or_404(get_message(webhook, message_id)))
        messages.success(request, gettext("The message is on its way again."))
    except NotPossible as refusal:
        messages.error(request, refusal.message)
    return redirect("webhook", slug, webhook_id)


@sensitive_variables("secret", "context")
def show_webhook(request: MemberRequest, club: Club, webhook: Webhook, *, secret: str = "") -> HttpResponse:
    """Render the page of a webhook."""
    dead = messages_of(webhook, MessageStatus.DEAD)[:MOST_SHOWN]
    last = messages_sent_or_waiting(webhook)[:MOST_SHOWN]
    context = {
        "club": club_facts(club),
        "slug": club.slug,
        "secret": secret,
        **webhook_facts(webhook),
        "lists": [
            {"title": gettext("Not delivered"), "is_dead": True, "messages": facts_of(dead)},
            {"title": gettext("Last messages"), "is_dead": False, "messages": facts_of(last)},
        ],
    }
    return render(request, "webhooks/webhook.html", context)


def webhook_facts(webhook: Webhook) -> dict[str, Any]:
    """Return a webhook as pages show it."""
    return {"row": webhook, "types": [type_said(each) for each in webhook.types]}


def facts_of(shown: Iterable[OutgoingMessage]) -> list[dict[str, Any]]:
    """Return messages as the page shows them."""
    return [message_facts(each) for each in shown]


def message_facts(message: OutgoingMessage) -> dict[str, Any]:
    """Return a message with its attempts, the last one first."""
    attempts = [{"at": each.at, "said": attempt_said(each)} for each in message.attempts.all()]
    return {
        "id": message_id(message),
        "row": message,
        "type": type_said(message.type),
        "is_waiting": message.status == MessageStatus.WAITING,
        "attempts": attempts[::-1],
    }
