from django.urls import path

from tournaments.views.draw import draw_audit, draws
from tournaments.views.pages.prefixes import DRAW, EVENT, ORGANISE

urlpatterns = [
    path(EVENT + "draws/<whole:number>/", draw_audit.audit, name="draw_audit"),
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
