"""URLs of entrants and the check-in."""

from django.urls import path

from tournaments.api.entry import check_in, endpoints, lists

EVENT = "events/<any_slug:slug>/"
ONE = EVENT + "entrants/<whole:number>/"

urlpatterns = [
    path(EVENT + "entrants/", endpoints.Entrants.as_view(), name="api_entrants"),
    path(EVENT + "player_lists/", lists.Lists.as_view(), name="api_player_lists"),
    path(EVENT + "player_lists/<whole:list_id>/", lists.OneList.as_view(), name="api_player_list"),
    path(ONE, endpoints.OneEntrant.as_view(), name="api_entrant"),
    path(ONE + "leave/", endpoints.Leaving.as_view(), name="api_leave"),
    path(ONE + "admit/", check_in.Place.as_view(), name="api_admit"),
    path(EVENT + "check_in/", check_in.CheckIn.as_view(), name="api_check_in"),
    path(EVENT + "check_in/late/", check_in.Late.as_view(), name="api_add_late"),
    path(EVENT + "check_in/no_shows/", check_in.NoShows.as_view(), name="api_no_shows"),
    path(EVENT + "check_in/untick/", check_in.Unticked.as_view(), name="api_untick"),
]
