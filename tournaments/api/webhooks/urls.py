"""URLs of webhooks."""

from django.urls import path

from tournaments.api.webhooks import endpoints

WEBHOOKS = "clubs/<any_slug:slug>/webhooks/"
WEBHOOK = WEBHOOKS + "<uuid:webhook_id>/"

urlpatterns = [
    path(WEBHOOKS, endpoints.Webhooks.as_view(), name="api_webhooks"),
    path(WEBHOOK, endpoints.OneWebhook.as_view(), name="api_webhook"),
    path(WEBHOOK + "secret/", endpoints.Secret.as_view(), name="api_webhook_secret"),
    path(WEBHOOK + "test/", endpoints.Test.as_view(), name="api_test_webhook"),
    path(WEBHOOK + "deliveries/", endpoints.Deliveries.as_view(), name="api_deliveries"),
    path(WEBHOOK + "deliveries/<str:message_id>/resend/", endpoints.Resend.as_view(), name="api_resend"),
]
