"""Addresses: our own pages first, then what other packages serve."""

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.urls import include, path
from django.views.decorators.csrf import csrf_exempt
from django.views.i18n import set_language
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView

from tournaments.views import account

handler400 = "tournaments.views.errors.bad_request"
handler404 = "tournaments.views.errors.not_found"
handler500 = "tournaments.views.errors.server_error"

# The administration is entered by the same login as everything else, with its pace and its second step.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]

urlpatterns = [
    path("", include("tournaments.urls")),
    path("accounts/password/reset/", account.reset_password, name="account_reset_password"),
    path("accounts/", include("allauth.urls")),
    path("admin/", admin.site.urls),
    # Without a token, so that a page which is the same for all can hold the form. Forging it gains nothing.
    path("i18n/setlang/", csrf_exempt(set_language), name="set_language"),
    path("api/v1/schema/", SpectacularAPIView.as_view(), name="schema"),
    path("api/v1/docs/", SpectacularSwaggerSplitView.as_view(url_name="schema"), name="docs"),
]
