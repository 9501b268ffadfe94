"""URLs of draws and drafts."""

from django.urls import path

from tournaments.api.draw import constraints, endpoints

EVENT = "events/<any_slug:slug>/"

urlpatterns = [
    path(EVENT + "draws/", endpoints.Draws.as_view(), name="api_draws"),
    path(EVENT + "draws/seed/", endpoints.Seed.as_view(), name="api_seed"),
    path(EVENT + "draws/<whole:number>/", endpoints.OneDraw.as_view(), name="api_draw"),
    path(EVENT + "draws/<whole:number>/stop/", endpoints.Stop.as_view(), name="api_stop_draw"),
    path(EVENT + "constraints/", constraints.Constraints.as_view(), name="api_constraints"),
    path(EVENT + "constraints/teams/", constraints.Teams.as_view(), name="api_teams"),
    path(
        EVENT + "constraints/<whole:constraint_id>/",
        constraints.OneConstraint.as_view(),
        name="api_constraint",
    ),
    path(EVENT + "rounds/<whole:number>/draw_again/", endpoints.Again.as_view(), name="api_draw_again"),
    path(EVENT + "rounds/<whole:number>/draft/", endpoints.Draft.as_view(), name="api_draft"),
    path(EVENT + "rounds/<whole:number>/swap/", endpoints.Swaps.as_view(), name="api_swap"),
]
