"""URLs of teams and competitions."""

from django.urls import path

from tournaments.views.competitions import cards, public, teams
from tournaments.views.pages.prefixes import EVENT, ORGANISE

urlpatterns = [
    path(EVENT + "teams/", public.event_competitions, name="event_teams"),
    path(EVENT + "teams/live/", public.event_competitions_live, name="event_teams_live"),
    path(ORGANISE + "teams/", teams.teams, name="teams"),
    path(ORGANISE + "teams/lot/", teams.by_lot, name="teams_by_lot"),
    path(ORGANISE + "teams/words/", teams.by_words, name="teams_by_words"),
    path(ORGANISE + "teams/<whole:number>/", teams.team, name="team"),
    path(ORGANISE + "teams/<whole:number>/dissolve/", teams.dissolve, name="dissolve_team"),
    path(ORGANISE + "competitions/", cards.competitions, name="competitions"),
    path(ORGANISE + "competitions/add/", cards.add, name="add_competition"),
    path(ORGANISE + "competitions/<whole:number>/", cards.competition, name="competition"),
    path(ORGANISE + "competitions/<whole:number>/entries/", cards.enter, name="enter_competition"),
    path(ORGANISE + "competitions/<whole:number>/remove/", cards.remove, name="remove_competition"),
]
