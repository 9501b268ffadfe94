"""Endpoints of the webhooks of a club, for its owners. The answer with a secret is stored without it."""

import uuid
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.http.bodies import read_as
from tournaments.api.http.errors import Unreadable
from tournaments.api.http.objects import found, owned_club
from tournaments.api.http.pages import page_answer, page_of
from tournaments.api.http.views import ProgramView
from tournaments.api.http.writing import refuse_unmatched, told_with_etag
from tournaments.api.webhooks import schema, shapes
from tournaments.models import Club, Event, MessageStatus, OutgoingMessage, TokenScope, Webhook
from tournaments.selectors.webhooks.webhooks import (
    get_message,
    get_webhook,
    message_id,
    messages_of,
    secret_of,
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


class OwnersView(ProgramView):
    """An endpoint of webhooks, which needs the scope to direct for reading too."""

    reads = TokenScope.DIRECT


class WithSecret(OwnersView):
    """An endpoint whose answer has the secret of its webhook, a repeated one too; none is stored with it."""

    def with_secrets(self, told: Any) -> Any:
        """Return the webhook with its secret. Raises Http404."""
        club = owned_club(self.request, self.kwargs["slug"])
        return {**told, "secret": secret_of(found(get_webhook(club, uuid.UUID(str(told["id"])))))}


class Webhooks(WithSecret):
    """The webhooks of a club."""

    @extend_schema(**schema.WEBHOOKS)
    def get(self, request: Request, slug: str) -> Response:
        """List the webhooks of a club, the oldest first."""
        webhooks, following = page_of(self, request, webhooks_in(owned_club(request, slug)), "id")
        return page_answer([webhook_json(each) for each in webhooks], following)

    @extend_schema(**schema.ADD)
    def post(self, request: Request, slug: str) -> Response:
        """Add a webhook; its secret is in this answer only."""
        club, body = owned_club(request, slug), read_as(shapes.NewWebhook, request)
        event = event_of(club, body.pop("event", None))
        webhook, _ = create_webhook(club=club, event=event, **body)
        place = reverse("api_webhook", args=[slug, webhook.public_id])
        return told_with_etag(webhook_json(webhook), 201, Location=place)


class OneWebhook(OwnersView):
    """One webhook."""

    @extend_schema(**schema.WEBHOOK)
    def get(self, request: Request, slug: str, webhook_id: uuid.UUID) -> Response:
        """Return the webhook, with the ETag that a change needs."""
        return told_with_etag(webhook_json(webhook_of(request, slug, webhook_id)))

    @extend_schema(**schema.CHANGE)
    def patch(self, request: Request, slug: str, webhook_id: uuid.UUID) -> Response:
        """Change address or types, switch off or on."""
        webhook = webhook_of(request, slug, webhook_id)
        refuse_unmatched(request, webhook_json(webhook))
        changes = read_as(shapes.WebhookChanges, request)
        return told_with_etag(webhook_json(change_webhook(webhook=webhook, **changes)))

    @extend_schema(**schema.DELETE)
    def delete(self, request: Request, slug: str, webhook_id: uuid.UUID) -> Response:
        """Delete the webhook with its messages."""
        webhook = webhook_of(request, slug, webhook_id)
        refuse_unmatched(request, webhook_json(webhook))
        delete_webhook(webhook=webhook)
        return Response(status=204)


class Secret(WithSecret):
    """The secret of a webhook."""

    @extend_schema(**schema.SECRET)
    def post(self, request: Request, slug: str, webhook_id: uuid.UUID) -> Response:
        """Renew the secret; it is in this answer only, and signs all attempts from now on."""
        webhook = webhook_of(request, slug, webhook_id)
        renew_secret(webhook=webhook)
        return told_with_etag(webhook_json(webhook))


class Test(OwnersView):
    """A test message."""

    @extend_schema(**schema.TEST)
    def post(self, request: Request, slug: str, webhook_id: uuid.UUID) -> Response:
        """Send a message of the type `webhook.tested`."""
        return Response(delivery_json(send_test(webhook=webhook_of(request, slug, webhook_id))), 202)


class Deliveries(OwnersView):
    """The messages to a webhook."""

    @extend_schema(**schema.DELIVERIES)
    def get(self, request: Request, slug: str, webhook_id: uuid.UUID) -> Response:
        """List the messages of the last 30 days with their attempts, newest first."""
        messages = messages_of(webhook_of(request, slug, webhook_id), status_asked(request))
        shown, following = page_of(self, request, messages, "-id")
        return page_answer([delivery_json(each) for each in shown], following)


class Resend(OwnersView):
    """One message, again."""

    @extend_schema(**schema.RESEND)
    def post(self, request: Request, slug: str, webhook_id: uuid.UUID, message_id: str) -> Response:
        """Send a message again under its id, a dead one or one that was delivered."""
        message = found(get_message(webhook_of(request, slug, webhook_id), message_id))
        return Response(delivery_json(resend_message(message=message)), 202)


def webhook_of(request: Request, slug: str, public_id: uuid.UUID) -> Webhook:
    """Return a webhook of a club that the token's person owns. Raises Http404."""
    return found(get_webhook(owned_club(request, slug), public_id))


def event_of(club: Club, slug: str | None) -> Event | None:
    """Return the event of the club. Raises Unreadable (`event_unknown`)."""
    if slug is None:
        return None
    event = club.events.filter(slug=slug).first()
    if event is None:
        message = gettext("This club has no event “%(slug)s”.") % {"slug": slug[:80]}
        raise Unreadable("event_unknown", message, 422)
    return event


def status_asked(request: Request) -> str:
    """Return the status in the address, or nothing. Raises Unreadable (`bad_request`)."""
    status = request.query_params.get("status", "")
    if status and status not in MessageStatus.values:
        message = gettext("“status” must be one of these: %(known)s.")
        raise Unreadable("bad_request", message % {"known": ", ".join(MessageStatus.values)})
    return status


def webhook_json(webhook: Webhook) -> dict[str, Any]:
    """Return a webhook."""
    return {
        "id": str(webhook.public_id),
        "url": webhook.url,
        "types": webhook.types,
        "event": webhook.event.slug if webhook.event else None,
        "is_active": webhook.is_active,
        "made_at": webhook.made_at.isoformat(),
    }


def delivery_json(message: OutgoingMessage) -> dict[str, Any]:
    """Return a message with its attempts."""
    is_waiting = message.status == MessageStatus.WAITING
    attempts = [
        {
            "at": each.at.isoformat(),
            "milliseconds": each.milliseconds,
            "status": each.status,
            "problem": each.problem,
        }
        for each in message.attempts.all()
    ]
    return {
        "id": message_id(message),
        "type": message.type,
        "made_at": message.made_at.isoformat(),
        "status": message.status,
        "next_at": message.due_at.isoformat() if is_waiting else None,
        "attempts": attempts,
        "body": message.body,
    }
