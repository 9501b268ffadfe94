"""URLs of published lists, the freeze and the sign-off."""

from django.urls import path

from tournaments.api.publishing.views import PublishingViewSet

EVENT = "events/<any_slug:slug>/"

urlpatterns = [
    path(EVENT + "lists/", PublishingViewSet.as_view({"get": "list", "post": "create"}), name="api_lists"),
    path(EVENT + "freeze/", PublishingViewSet.as_view({"post": "freeze"}), name="api_freeze"),
    path(EVENT + "sign_off/", PublishingViewSet.as_view({"post": "sign_off"}), name="api_sign_off"),
    path(
        EVENT + "sign_off/list/",
        PublishingViewSet.as_view({"post": "sign_off_and_publish"}),
        name="api_sign_off_list",
    ),
]
