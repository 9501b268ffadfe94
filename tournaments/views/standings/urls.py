"""URLs: decisions on points."""

from django.urls import path

from tournaments.views.pages.prefixes import ORGANISE, TABLE
from tournaments.views.standings import rulings

urlpatterns = [
    path(ORGANISE + "rulings/", rulings.rulings, name="rulings"),
    path(ORGANISE + "rulings/<whole:ruling_id>/undo/", rulings.undo_ruling, name="undo_ruling"),
    path(
        ORGANISE + "adjustments/<whole:adjustment_id>/undo/", rulings.undo_adjustment, name="undo_adjustment"
    ),
    path(TABLE + "rule/", rulings.rule, name="rule"),
]
