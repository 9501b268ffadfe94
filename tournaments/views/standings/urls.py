"""URLs: standings explained."""

from django.urls import path

from tournaments.views.pages.prefixes import EVENT
from tournaments.views.standings import charts_page, rank_explanation

urlpatterns = [
    path(EVENT + "entrants/<whole:number>/rank/", rank_explanation.rank_explanation, name="rank_explanation"),
    path(EVENT + "charts/", charts_page.charts, name="charts"),
]
