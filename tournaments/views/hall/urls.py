"""URLs: the wall, screens, the timetable, the tombola and the network of the hall."""

from django.urls import path

from tournaments.views.hall import network, screens, tombola, wall
from tournaments.views.pages.prefixes import EVENT, ORGANISE

urlpatterns = [
    path(EVENT + "wall/", wall.wall, name="wall"),
    path(EVENT + "wall/live/", wall.wall_live, name="wall_live"),
    path(EVENT + "screens/", wall.screens_mark, name="screens_mark"),
    path("w/<slug:code>/", wall.screen, name="screen"),
    path("w/<slug:code>/live/", wall.screen_live, name="screen_live"),
    path("w/<slug:code>/seen/", wall.screen_seen, name="screen_seen"),
    path("w/<slug:code>/picture.png", wall.screen_picture, name="screen_picture"),
    path(ORGANISE + "network/", network.network, name="network"),
    path(ORGANISE + "network/door-sheet/", network.door_sheet, name="door_sheet"),
    path(ORGANISE + "timetable/", screens.timetable, name="timetable"),
    path(ORGANISE + "timetable/move/", screens.move, name="move_timetable"),
    path(ORGANISE + "screens/", screens.screens, name="screens"),
    path(ORGANISE + "screens/live/", screens.screens_live, name="screens_live"),
    path(ORGANISE + "screens/switch/", screens.switch, name="switch_screens"),
    path(ORGANISE + "screens/banner/", screens.banner, name="banner"),
    path(ORGANISE + "screens/<whole:screen_id>/", screens.screen_settings, name="screen_settings"),
    path(ORGANISE + "screens/<whole:screen_id>/remove/", screens.remove, name="remove_screen"),
    path(ORGANISE + "tombola/", tombola.tombola, name="tombola"),
    path(ORGANISE + "numbers/", tombola.evening_numbers, name="evening_numbers"),
]
