"""URLs of version 1, by subject."""

from django.urls import include, path

SUBJECTS = (
    "clubs", "installation", "games", "events", "entry", "draw", "rounds", "tables", "paper", "standings",
    "cash", "competitions", "publishing", "series", "webhooks",
)  # fmt: skip

urlpatterns = [path("", include(f"tournaments.api.{subject}.urls")) for subject in SUBJECTS]
