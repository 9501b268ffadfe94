"""Addresses of the application."""

from django.urls import include, path, register_converter

from tournaments.converters import AnySlug
from tournaments.views import events, games, paper, people, public, rounds, tables

register_converter(AnySlug, "any_slug")

EVENT = "events/<any_slug:slug>/"
ORGANISE = "events/<any_slug:slug>/organise/"
ROUND = "events/<any_slug:slug>/organise/rounds/<int:number>/"
TABLE = "events/<any_slug:slug>/organise/tables/<uuid:public_id>/"

urlpatterns = [
    path("", public.home, name="home"),
    path("games/", games.games, name="games"),
    path("games/<str:key>/", games.game, name="game"),
    path("t/<str:token>", tables.table_link, name="table_link"),
    path("tables/<uuid:public_id>/", tables.table, name="table"),
    path("tables/<uuid:public_id>/sheet/", tables.sheet, name="table_sheet"),
    path("api/v1/", include("tournaments.api.urls")),
    path("new-club/", events.new_club, name="new_club"),
    path("clubs/<any_slug:slug>/", public.club, name="club"),
    path("clubs/<any_slug:slug>/new-event/", events.new_event, name="new_event"),
    path(EVENT, public.event, name="event"),
    path(EVENT + "live/", public.event_live, name="event_live"),
    path(EVENT + "tables/<uuid:public_id>/", public.sheet, name="sheet"),
    path(EVENT + "tables/<uuid:public_id>/live/", public.sheet_live, name="sheet_live"),
    path(ORGANISE, events.board, name="board"),
    path(ORGANISE + "settings/", events.settings, name="event_settings"),
    path(ORGANISE + "close/", events.close, name="close_event"),
    path(ORGANISE + "people/", people.people, name="people"),
    path(ORGANISE + "people/add/", people.add_player, name="add_player"),
    path(ORGANISE + "people/paste/", people.paste_players, name="paste_players"),
    path(ORGANISE + "people/upload/", people.upload_players, name="upload_players"),
    path(ORGANISE + "people/<int:entrant_id>/", people.entrant, name="entrant"),
    path(ORGANISE + "people/<int:entrant_id>/present/", people.tick, name="tick"),
    path(ORGANISE + "people/<int:entrant_id>/take-out/", people.take_out, name="take_out"),
    path(EVENT + "paper/", paper.paper, name="paper"),
    path(EVENT + "paper/store/", paper.store_paper, name="store_paper"),
    path(EVENT + "paper/discard/", paper.discard_paper, name="discard_paper"),
    path(ORGANISE + "draw/", rounds.draw, name="draw"),
    path(ROUND, rounds.round, name="round"),
    path(ROUND + "draw-again/", rounds.draw_again, name="draw_again"),
    path(ROUND + "discard/", rounds.discard, name="discard_draft"),
    path(ROUND + "open/", rounds.open, name="open_round"),
    path(ROUND + "close/", rounds.close, name="close_round"),
    path(ROUND + "cards/", rounds.cards, name="cards"),
    path(ROUND + "late/<int:parked_id>/", rounds.settle_late, name="settle_late"),
    path(TABLE + "qr.svg", rounds.qr, name="table_qr"),
    path(TABLE + "link/renew/", rounds.renew, name="renew_link"),
    path(TABLE + "link/revoke/", rounds.revoke, name="revoke_link"),
]
