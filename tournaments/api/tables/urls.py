"""URLs of the table that a link identifies, and of the tables of an event."""

from django.urls import path

from tournaments.api.tables import directing, endpoints, of_event, seat_changes

EVENT = "events/<any_slug:slug>/"
TABLE = EVENT + "tables/<uuid:public_id>/"

urlpatterns = [
    path("table/", endpoints.Sheet.as_view(), name="api_table"),
    path("table/stream/", endpoints.TableStream.as_view(), name="api_table_stream"),
    path("table/preview/", endpoints.Preview.as_view(), name="api_preview"),
    path("table/correction_impact/", endpoints.CorrectionImpact.as_view(), name="api_correction_impact"),
    path("table/auction/", endpoints.Auction.as_view(), name="api_auction"),
    path("table/deals/", endpoints.Deals.as_view(), name="api_deals"),
    path("table/deals/<whole:number>/", endpoints.Deal.as_view(), name="api_deal"),
    path("table/deals/<whole:number>/insert/", endpoints.Insertion.as_view(), name="api_insert"),
    path("table/deals/<whole:number>/confirm/", endpoints.Confirmation.as_view(), name="api_confirm"),
    path("table/sign/", endpoints.Signature.as_view(), name="api_sign"),
    path("table/first_dealer/", endpoints.FirstDealer.as_view(), name="api_first_dealer"),
    path("table/call/", endpoints.Call.as_view(), name="api_call"),
    path("table/conflicts/<whole:conflict>/", endpoints.Conflict.as_view(), name="api_conflict"),
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
    path(EVENT + "calls/", directing.Calls.as_view(), name="api_calls"),
    path(EVENT + "calls/<whole:call_id>/answer/", directing.AnsweredCall.as_view(), name="api_answer_call"),
    path(
        EVENT + "rounds/<whole:number>/swap_players/",
        seat_changes.PlayersSwapped.as_view(),
        name="api_swap_players",
    ),
    path(TABLE + "link/", of_event.Link.as_view(), name="api_table_link"),
    path(TABLE + "abandoned/", of_event.Abandoning.as_view(), name="api_abandon"),
]
