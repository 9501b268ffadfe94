"""URLs of clubs, their members and their players."""

from tournaments.api.clubs.invitations import HelperViewSet, InvitationViewSet
from tournaments.api.clubs.register import PlayerViewSet
from tournaments.api.clubs.views import ClubViewSet, MemberViewSet
from tournaments.api.http.routers import Router

CLUB = "clubs/<any_slug:slug>"

router = Router()
router.register("clubs", ClubViewSet, "club")
router.register(f"{CLUB}/members", MemberViewSet, "member")
router.register(f"{CLUB}/invitations", InvitationViewSet, "invitation")
router.register("events/<any_slug:slug>/helpers", HelperViewSet, "helper")
router.register(f"{CLUB}/players", PlayerViewSet, "player")

urlpatterns = router.urls
