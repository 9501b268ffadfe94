"""URLs of published lists, the freeze, the sign-off, and of what is told to the hall."""

from typing import Any

from django.urls import path

from tournaments.api.http.routers import Router
from tournaments.api.publishing.hall import (
    BannerViewSet,
    NumbersViewSet,
    ScreenViewSet,
    TimetableViewSet,
    TombolaViewSet,
    WifiViewSet,
)
from tournaments.api.publishing.views import PublishingViewSet

EVENT = "events/<any_slug:slug>/"

router = Router()
router.register("events/<any_slug:slug>/screens", ScreenViewSet, "screen")

Actions = dict[str, Any]  # the action of a view set for each method

BANNERS: Actions = {"get": "list", "post": "create", "delete": "take_down"}
SHOWN: Actions = {"get": "retrieve"}
STORED: Actions = {**SHOWN, "put": "update"}

urlpatterns = [
    *router.urls,
    path(EVENT + "banners/", BannerViewSet.as_view(BANNERS), name="api_banners"),
    path(EVENT + "timetable/", TimetableViewSet.as_view(STORED), name="api_timetable"),
    path(EVENT + "timetable/move/", TimetableViewSet.as_view({"post": "move"}), name="api_move_timetable"),
    path(EVENT + "tombola/", TombolaViewSet.as_view({"get": "list", "post": "create"}), name="api_tombola"),
    path(EVENT + "numbers/", NumbersViewSet.as_view(SHOWN), name="api_numbers"),
    path(EVENT + "wifi/", WifiViewSet.as_view(STORED), name="api_wifi"),
    path(EVENT + "lists/", PublishingViewSet.as_view({"get": "list", "post": "create"}), name="api_lists"),
    path(EVENT + "freeze/", PublishingViewSet.as_view({"post": "freeze"}), name="api_freeze"),
    path(EVENT + "sign_off/", PublishingViewSet.as_view({"post": "sign_off"}), name="api_sign_off"),
    path(
        EVENT + "sign_off/list/",
        PublishingViewSet.as_view({"post": "sign_off_and_publish"}),
        name="api_sign_off_list",
    ),
]
