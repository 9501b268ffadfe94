"""URLs: what all pages share."""

from django.urls import path

from tournaments.views.pages import service_worker

urlpatterns = [
    path("worker.js", service_worker.worker, name="worker"),
]
