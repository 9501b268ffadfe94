"""URLs of version 1, by subject. A slug has letters of any script, digits, hyphens and underscores."""

from typing import Any

from django.urls import path, re_path
from rest_framework.routers import DynamicRoute, Route, SimpleRouter

from tournaments.api.cash.views import ClosingViewSet, FeeViewSet, PaymentViewSet, PrizeViewSet
from tournaments.api.clubs.invitations import HelperViewSet, InvitationViewSet
from tournaments.api.clubs.register import PlayerViewSet
from tournaments.api.clubs.views import ClubViewSet, MemberViewSet
from tournaments.api.competitions.views import CompetitionViewSet, TeamViewSet
from tournaments.api.draw.views import ConstraintViewSet, DraftViewSet, DrawViewSet
from tournaments.api.entry import lists
from tournaments.api.entry.check_in import CheckInViewSet
from tournaments.api.entry.door import DoorViewSet
from tournaments.api.entry.views import EntrantViewSet
from tournaments.api.events import views as events
from tournaments.api.games import views as games
from tournaments.api.hall import views as hall
from tournaments.api.installation import views as archives
from tournaments.api.paper import photos, round_photos
from tournaments.api.paper import views as paper
from tournaments.api.publishing.views import PublishingViewSet
from tournaments.api.rounds import director_calls
from tournaments.api.rounds.views import RoundViewSet
from tournaments.api.series import views as series
from tournaments.api.sheets import table_links
from tournaments.api.standings.views import AdjustmentViewSet, RulingViewSet
from tournaments.api.tables import directing, of_event, seat_changes
from tournaments.api.tables import views as table
from tournaments.api.webhooks.views import WebhookViewSet

NAMES = {"{basename}-list": "api_{basename}s", "{basename}-detail": "api_{basename}"}


class Router(SimpleRouter):
    """A router with the converters of `path()` and the names of this API: `api_draws`, `api_draw`."""

    routes: list[Route | DynamicRoute] = [
        each._replace(name=NAMES.get(each.name, "api_{url_name}")) for each in SimpleRouter.routes
    ]

    def __init__(self, **more: Any) -> None:
        super().__init__(use_regex_path=False, **more)


CLUB = "clubs/<any_slug:slug>/"
EVENT = "events/<any_slug:slug>/"
TABLE = EVENT + "tables/<uuid:public_id>/"
PHOTOS = EVENT + "rounds/<whole:number>/photos/"
PHOTO = PHOTOS + "<whole:photo_id>/"
SERIES = "series/<any_slug:slug>/"
OPEN_EVENT = r"^events/(?P<slug>[-\w]+)/"

router = Router()
router.register("clubs", ClubViewSet, "club")
router.register(CLUB + "members", MemberViewSet, "member")
router.register(CLUB + "invitations", InvitationViewSet, "invitation")
router.register(CLUB + "players", PlayerViewSet, "player")
router.register(CLUB + "templates", events.TemplateViewSet, "template")
router.register(CLUB + "webhooks", WebhookViewSet, "webhook")
router.register(EVENT + "helpers", HelperViewSet, "helper")
router.register(EVENT + "entrants", EntrantViewSet, "entrant")
router.register(EVENT + "check_in", CheckInViewSet, "check_in")
router.register(EVENT + "draws", DrawViewSet, "draw")
router.register(EVENT + "rounds", DraftViewSet, "draft")
router.register(EVENT + "constraints", ConstraintViewSet, "constraint")
router.register(EVENT + "rounds", RoundViewSet, "round")
router.register(EVENT + "adjustments", AdjustmentViewSet, "adjustment")
router.register(TABLE + "rulings", RulingViewSet, "ruling")
router.register(EVENT + "fees", FeeViewSet, "fee")
router.register(EVENT + "payments", PaymentViewSet, "payment")
router.register(EVENT + "prizes", PrizeViewSet, "prize")
router.register(EVENT + "teams", TeamViewSet, "event_team")
router.register(EVENT + "competitions", CompetitionViewSet, "competition")
router.register(EVENT + "screens", hall.ScreenViewSet, "screen")

Actions = dict[str, Any]  # the action of a view set for each method

BANNERS: Actions = {"get": "list", "post": "create", "delete": "take_down"}
SHOWN: Actions = {"get": "retrieve"}
STORED: Actions = {**SHOWN, "put": "update"}
STATE: Actions = {"get": "event_state", "post": "change_event_state"}

urlpatterns = [
    *router.urls,
    path("events/archive/", archives.Archives.as_view(), name="api_archives"),
    path(CLUB + "archives/<whole:archive_id>/", archives.SentArchive.as_view(), name="api_sent_archive"),
    path(EVENT + "archive/", archives.EventArchive.as_view(), name="api_archive"),
    path("games/", games.Games.as_view(), name="api_games"),
    path("games/<any_slug:key>/", games.OneGame.as_view(), name="api_game"),
    path("events/", events.Events.as_view(), name="api_events"),
    re_path(OPEN_EVENT + "$", events.Event.as_view(), name="api_event"),
    re_path(OPEN_EVENT + "standings/$", events.Standings.as_view(), name="api_standings"),
    re_path(OPEN_EVENT + "stream/$", events.Stream.as_view(), name="api_event_stream"),
    re_path(OPEN_EVENT + "settings/$", events.SettingsViewSet.as_view(SHOWN), name="api_event_settings"),
    re_path(
        OPEN_EVENT + "copy/$", events.SettingsViewSet.as_view({"post": "copy_event"}), name="api_event_copy"
    ),
    re_path(OPEN_EVENT + "state/$", events.SettingsViewSet.as_view(STATE), name="api_event_state"),
    re_path(
        OPEN_EVENT + "template/$",
        events.SettingsViewSet.as_view({"post": "save_template"}),
        name="api_save_template",
    ),
    path(EVENT + "check_in/", CheckInViewSet.as_view({"post": "check_in"}), name="api_check_in"),
    path(EVENT + "door/", DoorViewSet.as_view({"get": "retrieve", "post": "set_door"}), name="api_door"),
    path(EVENT + "door/undo/", DoorViewSet.as_view({"post": "undo"}), name="api_undo_arrivals"),
    path(EVENT + "player_lists/", lists.Lists.as_view(), name="api_player_lists"),
    path(EVENT + "player_lists/<whole:list_id>/", lists.OneList.as_view(), name="api_player_list"),
    path("table/", table.Sheet.as_view(), name="api_table"),
    path("table/stream/", table.TableStream.as_view(), name="api_table_stream"),
    path("table/preview/", table.Preview.as_view(), name="api_preview"),
    path("table/correction_impact/", table.CorrectionImpact.as_view(), name="api_correction_impact"),
    path("table/auction/", table.Auction.as_view(), name="api_auction"),
    path("table/deals/", table.Deals.as_view(), name="api_deals"),
    path("table/deals/<whole:number>/", table.Deal.as_view(), name="api_deal"),
    path("table/deals/<whole:number>/insert/", table.Insertion.as_view(), name="api_insert"),
    path("table/deals/<whole:number>/confirm/", table.Confirmation.as_view(), name="api_confirm"),
    path("table/sign/", table.Signature.as_view(), name="api_sign"),
    path("table/first_dealer/", table.FirstDealer.as_view(), name="api_first_dealer"),
    path("table/call/", table.Call.as_view(), name="api_call"),
    path("table/conflicts/<whole:conflict>/", table.Conflict.as_view(), name="api_conflict"),
    path(TABLE, of_event.EventSheet.as_view(), name="api_event_table"),
    path(TABLE + "stream/", of_event.EventTableStream.as_view(), name="api_event_table_stream"),
    path(TABLE + "preview/", of_event.EventPreview.as_view(), name="api_event_preview"),
    path(TABLE + "deals/", of_event.EventDeals.as_view(), name="api_event_deals"),
    path(TABLE + "deals/<whole:number>/", of_event.EventDeal.as_view(), name="api_event_deal"),
    path(TABLE + "deals/<whole:number>/insert/", of_event.EventInsertion.as_view(), name="api_event_insert"),
    path(TABLE + "first_dealer/", of_event.EventFirstDealer.as_view(), name="api_event_first_dealer"),
    path(TABLE + "conflicts/<whole:conflict>/", of_event.EventConflict.as_view(), name="api_event_conflict"),
    path(TABLE + "seats/", seat_changes.Seats.as_view(), name="api_seats"),
    path(TABLE + "extra_time/", directing.ExtraTime.as_view(), name="api_extra_time"),
    path(TABLE + "rows/", directing.Rows.as_view(), name="api_rows"),
    path(TABLE + "rows/<whole:row>/versions/", directing.Versions.as_view(), name="api_versions"),
    path(TABLE + "totals/", directing.Totals.as_view(), name="api_totals"),
    path(TABLE + "totals/uphold/", directing.Upheld.as_view(), name="api_uphold"),
    path(EVENT + "calls/", director_calls.Calls.as_view(), name="api_calls"),
    path(
        EVENT + "calls/<whole:call_id>/answer/", director_calls.AnsweredCall.as_view(), name="api_answer_call"
    ),
    path(
        EVENT + "rounds/<whole:number>/swap_players/",
        seat_changes.PlayersSwapped.as_view(),
        name="api_swap_players",
    ),
    path(TABLE + "link/", table_links.Link.as_view(), name="api_table_link"),
    path(TABLE + "abandoned/", of_event.Abandoning.as_view(), name="api_abandon"),
    path(EVENT + "sheets/", paper.Sheets.as_view(), name="api_sheets"),
    path(EVENT + "photos/", photos.Photos.as_view(), name="api_photos"),
    path(PHOTOS, round_photos.RoundPhotos.as_view(), name="api_round_photos"),
    path(PHOTOS + "store/", round_photos.StoredPhotos.as_view(), name="api_store_photos"),
    path(PHOTO, round_photos.OnePhoto.as_view(), name="api_photo"),
    path(PHOTO + "looked/", round_photos.LookedAt.as_view(), name="api_looked_at"),
    path(PHOTO + "rows/<whole:line>/", round_photos.PhotoRow.as_view(), name="api_photo_row"),
    path(EVENT + "cash_closing/", ClosingViewSet.as_view({"post": "create"}), name="api_cash_closing"),
    path(EVENT + "banners/", hall.BannerViewSet.as_view(BANNERS), name="api_banners"),
    path(EVENT + "timetable/", hall.TimetableViewSet.as_view(STORED), name="api_timetable"),
    path(
        EVENT + "timetable/move/", hall.TimetableViewSet.as_view({"post": "move"}), name="api_move_timetable"
    ),
    path(
        EVENT + "tombola/", hall.TombolaViewSet.as_view({"get": "list", "post": "create"}), name="api_tombola"
    ),
    path(EVENT + "numbers/", hall.NumbersViewSet.as_view(SHOWN), name="api_numbers"),
    path(EVENT + "wifi/", hall.WifiViewSet.as_view(STORED), name="api_wifi"),
    path(EVENT + "lists/", PublishingViewSet.as_view({"get": "list", "post": "create"}), name="api_lists"),
    path(EVENT + "freeze/", PublishingViewSet.as_view({"post": "freeze"}), name="api_freeze"),
    path(EVENT + "sign_off/", PublishingViewSet.as_view({"post": "sign_off"}), name="api_sign_off"),
    path(
        EVENT + "sign_off/list/",
        PublishingViewSet.as_view({"post": "sign_off_and_publish"}),
        name="api_sign_off_list",
    ),
    path("series/", series.AllSeries.as_view(), name="api_all_series"),
    re_path(r"^series/(?P<slug>[-\w]+)/$", series.Series.as_view(), name="api_series"),
    path(SERIES + "settings/", series.SettingsViewSet.as_view(SHOWN), name="api_series_settings"),
    path(SERIES + "copy/", series.SettingsViewSet.as_view({"post": "copy_series"}), name="api_series_copy"),
]
