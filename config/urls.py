"""URLs: our own pages first, then those of other packages."""

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.urls import include, path
from django.views.decorators.csrf import csrf_exempt
from django.views.i18n import set_language
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView

from tournaments.views.clubs import accounts

handler400 = "tournaments.views.pages.errors.bad_request"
handler404 = "tournaments.views.pages.errors.not_found"
handler500 = "tournaments.views.pages.errors.server_error"

# The admin uses the same login as all other pages, with its rate limits and second step.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]

urlpatterns = [
    path("", include("tournaments.urls")),
    path("accounts/password/reset/", accounts.reset_password, name="account_reset_password"),
    path("accounts/", include("allauth.urls")),
    path("admin/", admin.site.urls),
    # Without a CSRF token, so that cached public pages can contain the form. Forging it gains nothing.
    path("i18n/setlang/", csrf_exempt(set_language), name="set_language"),
    path("api/v1/schema/", SpectacularAPIView.as_view(), name="schema"),
    path("api/v1/docs/", SpectacularSwaggerSplitView.as_view(url_name="schema"), name="docs"),
]
