"""URLs of adjustments and rulings."""

from tournaments.api.http.routers import Router
from tournaments.api.standings.views import AdjustmentViewSet, RulingViewSet

EVENT = "events/<any_slug:slug>"

router = Router()
router.register(f"{EVENT}/adjustments", AdjustmentViewSet, "adjustment")
router.register(f"{EVENT}/tables/<uuid:public_id>/rulings", RulingViewSet, "ruling")

urlpatterns = router.urls
