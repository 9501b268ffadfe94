"""URLs: typed paper sheets."""

from django.urls import path

from tournaments.views.pages.prefixes import ORGANISE
from tournaments.views.paper import paper_import

urlpatterns = [
    path(ORGANISE + "paper/", paper_import.paper_import, name="paper_import"),
    path(ORGANISE + "paper/players/", paper_import.enter_paper_players, name="enter_paper_players"),
    path(ORGANISE + "paper/correct/", paper_import.correct_paper, name="correct_paper"),
    path(ORGANISE + "paper/store/", paper_import.store_paper, name="store_paper"),
    path(ORGANISE + "paper/discard/", paper_import.discard_paper, name="discard_paper"),
]
