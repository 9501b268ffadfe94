"""URLs: backups and health."""

from django.urls import path

from tournaments.views.installation import backups, health

urlpatterns = [
    path("backup/", backups.backup, name="backup"),
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
    path("metrics", health.metrics, name="metrics"),
]
