"""URLs: tables."""

from django.urls import path

from tournaments.views.pages.prefixes import ORGANISE, ROUND, TABLE
from tournaments.views.tables import (
    dashboard,
    deal_versions,
    director_table,
    one_seat_change,
    pad,
    phone_program,
    seat_changes,
    second_typing,
    sheet_entry,
)

urlpatterns = [
    path("t/<str:token>", pad.table_link, name="table_link"),
    path("tables/<uuid:public_id>/", pad.table, name="table"),
    path("tables/<uuid:public_id>/sheet/", pad.sheet, name="table_sheet"),
    path("phone/python-<str:digest>.js", phone_program.python, name="phone_python"),
    path("phone/<str:key>/files.json", phone_program.files, name="phone_files"),
    path("phone/<str:key>/<str:language>-<str:digest>.js", phone_program.worker, name="phone_worker"),
    path(ORGANISE + "live/", dashboard.dashboard_live, name="dashboard_live"),
    path(ROUND + "abandon/", dashboard.abandon_many, name="abandon_tables"),
    path(TABLE, director_table.table, name="director_table"),
    path(TABLE + "abandon/", dashboard.abandon, name="abandon_table"),
    path(TABLE + "conflicts/<whole:conflict_id>/", director_table.settle, name="settle_conflict"),
    path(TABLE + "deals/<whole:deal_id>/", deal_versions.deal_versions, name="deal_versions"),
    path(TABLE + "deals/<whole:deal_id>/back/", deal_versions.back_to_version, name="back_to_version"),
    path(TABLE + "seat-changes/", seat_changes.seat_changes, name="seat_changes"),
    path(TABLE + "seat-changes/swap/", seat_changes.swap_seats, name="swap_seats"),
    path(TABLE + "seat-changes/replace/", one_seat_change.replace, name="replace_player"),
    path(TABLE + "seat-changes/undo/", one_seat_change.undo, name="undo_seat_change"),
    path(TABLE + "type/", sheet_entry.sheet_entry, name="sheet_entry"),
    path(TABLE + "type/again/", second_typing.second_typing, name="second_typing"),
    path(TABLE + "type/check/", sheet_entry.check_lines, name="check_lines"),
    path(TABLE + "type/save/", sheet_entry.save_line, name="save_line"),
    path(TABLE + "type/foot/", sheet_entry.check_foot, name="check_foot"),
    path(TABLE + "type/foot/uphold/", sheet_entry.uphold, name="uphold_sheet"),
]
