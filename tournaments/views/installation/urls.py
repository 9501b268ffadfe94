"""URLs: backups, archives of events, and health."""

from django.urls import path

from tournaments.views.installation import event_archives, health, phones
from tournaments.views.pages.prefixes import ORGANISE

urlpatterns = [
    path("backup/", health.backup, name="backup"),
    path("phones/", phones.phones, name="phones"),
    path(ORGANISE + "archive/", event_archives.event_archive, name="event_archive"),
    path("clubs/<any_slug:slug>/import-event/", event_archives.import_page, name="import_event"),
    path("clubs/<any_slug:slug>/import-event/store/", event_archives.store_archive, name="store_archive"),
    path(
        "clubs/<any_slug:slug>/import-event/discard/",
        event_archives.discard_archive_page,
        name="discard_archive",
    ),
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
    path("metrics", health.metrics, name="metrics"),
    path(".well-known/security.txt", health.security_txt, name="security_txt"),
]
