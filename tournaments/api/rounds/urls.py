"""URLs of rounds."""

from tournaments.api.http.routers import Router
from tournaments.api.rounds.views import RoundViewSet

router = Router()
router.register("events/<any_slug:slug>/rounds", RoundViewSet, "round")

urlpatterns = router.urls
