"""URLs of webhooks."""

from tournaments.api.http.routers import Router
from tournaments.api.webhooks.views import WebhookViewSet

router = Router()
router.register("clubs/<any_slug:slug>/webhooks", WebhookViewSet, "webhook")

urlpatterns = router.urls
