"""URLs of published lists, the freeze and the sign-off."""

from django.urls import path

from tournaments.api.publishing import endpoints

EVENT = "events/<any_slug:slug>/"

urlpatterns = [
    path(EVENT + "lists/", endpoints.Lists.as_view(), name="api_lists"),
    path(EVENT + "freeze/", endpoints.Freeze.as_view(), name="api_freeze"),
    path(EVENT + "sign_off/", endpoints.SignOff.as_view(), name="api_sign_off"),
]
