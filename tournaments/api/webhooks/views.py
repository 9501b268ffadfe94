"""Endpoints of the webhooks of a club, for its owners. The answer with a secret is stored without it."""

import uuid
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.http.errors import Unreadable
from tournaments.api.http.objects import or_404, owned_club
from tournaments.api.http.views import Editable, OfClub
from tournaments.api.webhooks.shapes import (
    Delivery,
    NewWebhook,
    WebhookChanges,
    WebhookShape,
    WebhookWithSecret,
)
from tournaments.models import MessageStatus, TokenScope
from tournaments.selectors.clubs.permissions import get_event_at
from tournaments.selectors.webhooks.webhooks import (
    get_message,
    get_webhook,
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
from tournaments.wording.lists import in_a_list

STATUS = OpenApiParameter(
    "status", str, enum=MessageStatus.values, description="Only messages with this status."
)


@extend_schema(tags=["webhooks"])
class WebhookViewSet(OfClub, Editable):
    """The webhooks of a club; reading them needs the scope to direct too."""

    reads = TokenScope.DIRECT
    serializer_class = WebhookShape
    lookup_field, lookup_url_kwarg, lookup_value_converter = "public_id", "webhook_id", "uuid"
    find_club = staticmethod(owned_club)

    def get_queryset(self) -> Any:
        """Return the webhooks of the club."""
        return webhooks_in(self.club)

    def with_secrets(self, facts: Any) -> Any:
        """Return a webhook with its secret, for a repeated request too. Raises Http404."""
        if self.action not in ("create", "renew_webhook_secret"):
            return facts
        webhook = or_404(get_webhook(self.club, facts["id"]))
        return {**facts, "secret": secret_of(webhook)}

    @extend_schema(operation_id="webhooks", responses=WebhookShape(many=True))
    def list(self, request: Request, slug: str) -> Response:
        """List the webhooks of a club, the oldest first."""
        return self.page()

    @extend_schema(operation_id="add_webhook", request=NewWebhook, responses={201: WebhookWithSecret})
    def create(self, request: Request, slug: str) -> Response:
        """Add a webhook; its secret is in this answer only."""
        club, body, event = self.club, self.sent(NewWebhook), None
        named = body.pop("event", None)
        if named is not None:
            event = get_event_at(club, named)
            if event is None:
                message = gettext("This club has no event “%(slug)s”.") % {"slug": named[:80]}
                raise Unreadable("event_unknown", message, 422)
        webhook, _ = create_webhook(club=club, event=event, **body)
        return self.answer(webhook, 201, Location=reverse("api_webhook", args=[slug, webhook.public_id]))

    @extend_schema(operation_id="webhook")
    def retrieve(self, request: Request, slug: str, webhook_id: uuid.UUID) -> Response:
        """Return the webhook, with the ETag that a change needs."""
        return self.answer(self.get_object())

    @extend_schema(operation_id="change_webhook", request=WebhookChanges)
    def partial_update(self, request: Request, slug: str, webhook_id: uuid.UUID) -> Response:
        """Change address or types, switch off or on."""
        webhook = self.seen()
        return self.answer(change_webhook(webhook=webhook, **self.sent(WebhookChanges)))

    @extend_schema(operation_id="delete_webhook")
    def destroy(self, request: Request, slug: str, webhook_id: uuid.UUID) -> Response:
        """Delete the webhook with its messages."""
        delete_webhook(webhook=self.seen())
        return Response(status=204)

    @extend_schema(responses=WebhookWithSecret)
    @action(detail=True, methods=["post"], url_path="secret", url_name="webhook_secret")
    def renew_webhook_secret(self, request: Request, slug: str, webhook_id: uuid.UUID) -> Response:
        """Renew the secret; it is in this answer only, and signs all attempts from now on."""
        webhook = self.get_object()
        renew_secret(webhook=webhook)
        return self.answer(webhook)

    @extend_schema(responses={202: Delivery})
    @action(detail=True, methods=["post"], url_path="test", url_name="test_webhook")
    def test_webhook(self, request: Request, slug: str, webhook_id: uuid.UUID) -> Response:
        """Send a message of the type `webhook.tested`."""
        return Response(Delivery(send_test(webhook=self.get_object())).data, 202)

    @extend_schema(responses=Delivery(many=True), parameters=[STATUS])
    @action(detail=True, serializer_class=Delivery, ordering="-id", url_name="deliveries")
    def deliveries(self, request: Request, slug: str, webhook_id: uuid.UUID) -> Response:
        """List the messages of the last 30 days with their attempts, newest first."""
        webhook, status = self.get_object(), request.query_params.get("status", "")
        if status and status not in MessageStatus.values:
            message = gettext("“status” must be one of these: %(known)s.")
            raise Unreadable("bad_request", message % {"known": in_a_list(MessageStatus.values)})
        return self.page(messages_of(webhook, status))

    @extend_schema(responses={202: Delivery})
    @action(detail=True, methods=["post"], url_path="deliveries/<str:message_id>/resend", url_name="resend")
    def resend_delivery(
        self, request: Request, slug: str, webhook_id: uuid.UUID, message_id: str
    ) -> Response:
        """Send a message again under its id, a dead one or one that was delivered."""
        message = or_404(get_message(self.get_object(), message_id))
        return Response(Delivery(resend_message(message=message)).data, 202)
