"""URLs of teams and competitions."""

from tournaments.api.competitions.views import CompetitionViewSet, TeamViewSet
from tournaments.api.http.routers import Router

EVENT = "events/<any_slug:slug>"

router = Router()
router.register(f"{EVENT}/teams", TeamViewSet, "event_team")
router.register(f"{EVENT}/competitions", CompetitionViewSet, "competition")

urlpatterns = router.urls
