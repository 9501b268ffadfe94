"""URLs of the table that a link identifies."""

from django.urls import path

from tournaments.api.tables import endpoints

urlpatterns = [
    path("table/", endpoints.Sheet.as_view(), name="api_table"),
    path("table/preview/", endpoints.Preview.as_view(), name="api_preview"),
    path("table/correction_impact/", endpoints.CorrectionImpact.as_view(), name="api_correction_impact"),
    path("table/ripple/", endpoints.Ripple.as_view(), name="api_ripple"),
    path("table/auction/", endpoints.Auction.as_view(), name="api_auction"),
    path("table/deals/", endpoints.Deals.as_view(), name="api_deals"),
    path("table/deals/<whole:number>/", endpoints.Deal.as_view(), name="api_deal"),
    path("table/deals/<whole:number>/insert/", endpoints.Insertion.as_view(), name="api_insert"),
    path("table/deals/<whole:number>/confirm/", endpoints.Confirmation.as_view(), name="api_confirm"),
    path("table/sign/", endpoints.Signature.as_view(), name="api_sign"),
    path("table/first_dealer/", endpoints.FirstDealer.as_view(), name="api_first_dealer"),
    path("table/call/", endpoints.Call.as_view(), name="api_call"),
    path("table/conflicts/<whole:conflict>/", endpoints.Conflict.as_view(), name="api_conflict"),
]
