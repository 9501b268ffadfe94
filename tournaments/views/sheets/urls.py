"""URLs: links of tables."""

from django.urls import path

from tournaments.views.pages.prefixes import TABLE
from tournaments.views.sheets import table_links

urlpatterns = [
    path(TABLE + "qr.svg", table_links.qr, name="table_qr"),
    path(TABLE + "link/renew/", table_links.renew, name="renew_link"),
    path(TABLE + "link/revoke/", table_links.revoke, name="revoke_link"),
]
