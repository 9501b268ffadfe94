"""OpenAPI descriptions of the endpoints of webhooks."""

from drf_spectacular.utils import OpenApiParameter

from tournaments.api.http.schema_of_programs import listing, reading, writing
from tournaments.api.webhooks import shapes
from tournaments.models import MessageStatus

TAG = "webhooks"
STATUS = OpenApiParameter(
    "status", str, enum=MessageStatus.values, description="Only messages with this status."
)
WEBHOOKS = listing("webhooks", TAG, shapes.WebhookShape)
ADD = writing(
    "add_webhook", TAG, shapes.WebhookWithSecret, status=201, body=shapes.NewWebhook, example=shapes.EXAMPLE
)
WEBHOOK = reading("webhook", TAG, shapes.WebhookShape)
CHANGE = writing(
    "change_webhook", TAG, shapes.WebhookShape, is_matched=True,
    body=shapes.WebhookChanges, example={"is_active": False},
)  # fmt: skip
DELETE = writing("delete_webhook", TAG, None, status=204, is_matched=True)
SECRET = writing("renew_webhook_secret", TAG, shapes.WebhookWithSecret)
TEST = writing("test_webhook", TAG, shapes.Delivery, status=202)
DELIVERIES = listing("deliveries", TAG, shapes.Delivery, parameters=[STATUS])
RESEND = writing("resend_delivery", TAG, shapes.Delivery, status=202)
