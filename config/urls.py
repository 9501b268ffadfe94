"""Addresses: our own pages first, then what other packages serve."""

from django.contrib import admin
from django.urls import include, path
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView

handler400 = "tournaments.views.errors.bad_request"
handler404 = "tournaments.views.errors.not_found"
handler500 = "tournaments.views.errors.server_error"

urlpatterns = [
    path("", include("tournaments.urls")),
    path("accounts/", include("allauth.urls")),
    path("admin/", admin.site.urls),
    path("i18n/", include("django.conf.urls.i18n")),
    path("api/v1/schema/", SpectacularAPIView.as_view(), name="schema"),
    path("api/v1/docs/", SpectacularSwaggerSplitView.as_view(url_name="schema"), name="docs"),
]
