"""URLs: registration, players' lists, check-in and seats."""

from django.urls import path

from tournaments.views.entry import (
    check_in,
    door,
    entrants,
    pasted_players,
    player_lists,
    registration,
    seats,
)
from tournaments.views.pages.prefixes import EVENT, ORGANISE

urlpatterns = [
    path("r/<whole:entrant_id>/<str:token>/", registration.own, name="registration"),
    path("r/<whole:entrant_id>/<str:token>/withdraw/", registration.withdraw, name="withdraw_registration"),
    path(EVENT + "register/", registration.registration, name="register"),
    path(EVENT + "arrive/", door.check_in_oneself, name="arrive"),
    path(ORGANISE + "check-in/door/", door.door, name="door"),
    path(ORGANISE + "check-in/undo/", door.undo_arrivals, name="undo_arrivals"),
    path(EVENT + "event.ics", registration.calendar, name="event_calendar"),
    path(EVENT + "seats/", seats.find_seat, name="find_seat"),
    path(EVENT + "seats/live/", seats.find_seat_live, name="find_seat_live"),
    path(EVENT + "seats/print/", seats.seat_lists, name="seat_lists"),
    path(EVENT + "entrants/<whole:number>/", seats.entrant_evening, name="entrant_evening"),
    path(ORGANISE + "check-in/", check_in.check_in_list, name="check_in_list"),
    path(ORGANISE + "check-in/missing/", check_in.missing, name="missing"),
    path(ORGANISE + "check-in/live/", check_in.check_in_live, name="check_in_live"),
    path(ORGANISE + "check-in/add/", check_in.add_late_player, name="add_late"),
    path(ORGANISE + "check-in/untick/", check_in.untick, name="untick_all"),
    path(ORGANISE + "check-in/no-shows/", check_in.no_shows, name="no_shows"),
    path(ORGANISE + "check-in/<whole:entrant_id>/", check_in.set_presence, name="check_in"),
    path(ORGANISE + "check-in/<whole:entrant_id>/fee/", check_in.take_fee, name="take_fee"),
    path(ORGANISE + "check-in/<whole:entrant_id>/admit/", check_in.admit_waiting, name="admit"),
    path(ORGANISE + "start-cards/", check_in.start_cards, name="start_cards"),
    path(ORGANISE + "players/", entrants.players, name="players"),
    path(ORGANISE + "players/add/", entrants.add_player, name="add_player"),
    path(ORGANISE + "players/paste/", pasted_players.paste_players, name="paste_players"),
    path(ORGANISE + "players/pasted/", pasted_players.pasted_players, name="pasted_players"),
    path(ORGANISE + "players/upload/", entrants.upload_players, name="upload_players"),
    path(ORGANISE + "players/list/", player_lists.player_list, name="player_list"),
    path(ORGANISE + "players/list/store/", player_lists.store_player_list, name="store_player_list"),
    path(ORGANISE + "players/list/discard/", player_lists.discard_player_list, name="discard_player_list"),
    path(ORGANISE + "players/list/undo/", player_lists.undo_player_list, name="undo_player_list"),
    path(ORGANISE + "players/<whole:entrant_id>/", entrants.entrant, name="entrant"),
    path(ORGANISE + "players/<whole:entrant_id>/take-out/", entrants.take_out, name="take_out"),
    path(ORGANISE + "players/<whole:entrant_id>/leave/", entrants.leave, name="leave_early"),
    path(ORGANISE + "players/<whole:entrant_id>/share/", entrants.share, name="share_number"),
    path(ORGANISE + "players/<whole:entrant_id>/pin/", entrants.another_pin, name="another_pin"),
]
