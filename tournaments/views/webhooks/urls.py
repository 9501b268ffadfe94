"""URLs: webhooks of a club."""

from django.urls import path

from tournaments.views.webhooks import webhooks

WEBHOOKS = "clubs/<any_slug:slug>/webhooks/"

urlpatterns = [
    path(WEBHOOKS, webhooks.webhooks, name="webhooks"),
    path(WEBHOOKS + "<uuid:webhook_id>/", webhooks.webhook, name="webhook"),
    path(
        WEBHOOKS + "<uuid:webhook_id>/deliveries/<str:message_id>/resend/",
        webhooks.resend,
        name="resend_message",
    ),
]
