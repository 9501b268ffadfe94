"""URLs of adjustments and rulings."""

from django.urls import path

from tournaments.api.standings import endpoints

EVENT = "events/<any_slug:slug>/"
RULINGS = EVENT + "tables/<uuid:public_id>/rulings/"

urlpatterns = [
    path(EVENT + "adjustments/", endpoints.Adjustments.as_view(), name="api_adjustments"),
    path(
        EVENT + "adjustments/<whole:adjustment_id>/",
        endpoints.OneAdjustment.as_view(),
        name="api_adjustment",
    ),
    path(RULINGS, endpoints.Rulings.as_view(), name="api_rulings"),
    path(RULINGS + "<whole:ruling_id>/", endpoints.OneRuling.as_view(), name="api_ruling"),
]
