"""URLs: decisions on points."""

from django.urls import path

from tournaments.views.pages.prefixes import ORGANISE, TABLE
from tournaments.views.standings import decisions

urlpatterns = [
    path(ORGANISE + "rulings/", decisions.rulings, name="rulings"),
    path(ORGANISE + "rulings/<whole:ruling_id>/undo/", decisions.undo_ruling, name="undo_ruling"),
    path(
        ORGANISE + "adjustments/<whole:adjustment_id>/undo/",
        decisions.undo_adjustment,
        name="undo_adjustment",
    ),
    path(TABLE + "rule/", decisions.rule, name="rule"),
]
