"""URLs: the draw and the seats."""

from django.urls import path

from tournaments.views.draw import draws, seats
from tournaments.views.pages.prefixes import DRAW, EVENT, ORGANISE

urlpatterns = [
    path(EVENT + "draws/<whole:number>/", seats.certificate, name="draw_certificate"),
    path(EVENT + "seats/", seats.find_seat, name="find_seat"),
    path(EVENT + "seats/live/", seats.find_seat_live, name="find_seat_live"),
    path(EVENT + "seats/print/", seats.seat_lists, name="seat_lists"),
    path(EVENT + "entrants/<whole:number>/", seats.entrant_evening, name="entrant_evening"),
    path(ORGANISE + "draw/", draws.draw, name="draw"),
    path(ORGANISE + "draw/commit/", draws.commit, name="commit_seed"),
    path(ORGANISE + "draw/constraints/", draws.add, name="add_constraint"),
    path(ORGANISE + "draw/constraints/<whole:constraint_id>/remove/", draws.remove, name="remove_constraint"),
    path(ORGANISE + "draw/teams/", draws.teams, name="keep_teams_apart"),
    path(DRAW, draws.drawing, name="drawing"),
    path(DRAW + "progress/", draws.progress, name="draw_progress"),
    path(DRAW + "stop/", draws.stop, name="stop_draw"),
    path(DRAW + "discard/", draws.discard, name="discard_draw"),
]
