"""URLs of teams and competitions."""

from django.urls import path

from tournaments.views.competitions import organising, public
from tournaments.views.pages.prefixes import EVENT, ORGANISE

urlpatterns = [
    path(EVENT + "teams/", public.event_competitions, name="event_teams"),
    path(EVENT + "teams/live/", public.event_competitions_live, name="event_teams_live"),
    path(ORGANISE + "teams/", organising.teams, name="teams"),
    path(ORGANISE + "teams/lot/", organising.by_lot, name="teams_by_lot"),
    path(ORGANISE + "teams/words/", organising.by_words, name="teams_by_words"),
    path(ORGANISE + "teams/<whole:number>/", organising.team, name="team"),
    path(ORGANISE + "teams/<whole:number>/dissolve/", organising.dissolve, name="dissolve_team"),
    path(ORGANISE + "competitions/", organising.competitions, name="competitions"),
    path(ORGANISE + "competitions/add/", organising.add, name="add_competition"),
    path(ORGANISE + "competitions/<whole:number>/", organising.competition, name="competition"),
    path(ORGANISE + "competitions/<whole:number>/entries/", organising.enter, name="enter_competition"),
    path(ORGANISE + "competitions/<whole:number>/remove/", organising.remove, name="remove_competition"),
]
