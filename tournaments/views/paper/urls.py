"""URLs: typed paper sheets."""

from django.urls import path

from tournaments.views.pages.prefixes import ORGANISE, ROUND
from tournaments.views.paper import corrections, paper_import, photos

urlpatterns = [
    path(ORGANISE + "paper/", paper_import.paper_import, name="paper_import"),
    path(ORGANISE + "paper/players/", paper_import.enter_paper_players, name="enter_paper_players"),
    path(ORGANISE + "paper/correct/", corrections.correct_paper, name="correct_paper"),
    path(ORGANISE + "paper/store/", paper_import.store_paper, name="store_paper"),
    path(ORGANISE + "paper/discard/", paper_import.discard_paper, name="discard_paper"),
    path(ROUND + "photos/", photos.round_photos, name="round_photos"),
    path(ROUND + "marked-sheets/", photos.marked_sheets, name="marked_sheets"),
]
