"""URLs of entrants and the check-in."""

from django.urls import path

from tournaments.api.entry import lists
from tournaments.api.entry.check_in import CheckInViewSet
from tournaments.api.entry.door import DoorViewSet
from tournaments.api.entry.views import EntrantViewSet
from tournaments.api.http.routers import Router

EVENT = "events/<any_slug:slug>"

router = Router()
router.register(f"{EVENT}/entrants", EntrantViewSet, "entrant")
router.register(f"{EVENT}/check_in", CheckInViewSet, "check_in")

urlpatterns = [
    *router.urls,
    path(f"{EVENT}/check_in/", CheckInViewSet.as_view({"post": "check_in"}), name="api_check_in"),
    path(f"{EVENT}/door/", DoorViewSet.as_view({"get": "retrieve", "post": "set_door"}), name="api_door"),
    path(f"{EVENT}/door/undo/", DoorViewSet.as_view({"post": "undo"}), name="api_undo_arrivals"),
    path(f"{EVENT}/player_lists/", lists.Lists.as_view(), name="api_player_lists"),
    path(f"{EVENT}/player_lists/<whole:list_id>/", lists.OneList.as_view(), name="api_player_list"),
]
