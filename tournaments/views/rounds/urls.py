"""URLs: rounds."""

from django.urls import path

from tournaments.views.pages.prefixes import ORGANISE, ROUND, TABLE
from tournaments.views.rounds import blank_sheets, clock, director_calls, round_pages

urlpatterns = [
    path(ORGANISE + "calls/<whole:call_id>/", director_calls.answer, name="answer_call"),
    path(ROUND, round_pages.round, name="round"),
    path(ROUND + "draw-again/", round_pages.draw_anew, name="draw_again"),
    path(ROUND + "discard/", round_pages.discard, name="discard_draft"),
    path(ROUND + "swaps/", round_pages.swaps, name="swap_costs"),
    path(ROUND + "swap/", round_pages.swap, name="swap"),
    path(ROUND + "open/", round_pages.open, name="open_round"),
    path(ROUND + "close/", round_pages.close, name="close_round"),
    path(ROUND + "clock/", clock.clock, name="clock"),
    path(ROUND + "cards/", round_pages.cards, name="cards"),
    path(ROUND + "late/<whole:pending_id>/", round_pages.settle_late, name="settle_late"),
    path(ROUND + "sheets/", blank_sheets.blank_sheets, name="blank_sheets"),
    path(TABLE + "extra/", clock.extra, name="extra_minutes"),
]
