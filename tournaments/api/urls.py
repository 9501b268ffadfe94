"""Addresses of version 1. A slug is letters in any script, digits, hyphens and underscores, nothing else."""

from django.urls import path, re_path

from tournaments.api import events, series, tables

SLUG = r"^events/(?P<slug>[-\w]+)/"

urlpatterns = [
    path("events/", events.Events.as_view(), name="api_events"),
    re_path(SLUG + "$", events.Event.as_view(), name="api_event"),
    re_path(SLUG + "standings/$", events.Standings.as_view(), name="api_standings"),
    path("series/", series.AllSeries.as_view(), name="api_all_series"),
    re_path(r"^series/(?P<slug>[-\w]+)/$", series.Series.as_view(), name="api_series"),
    path("table/", tables.Sheet.as_view(), name="api_table"),
    path("table/preview/", tables.Preview.as_view(), name="api_preview"),
    path("table/ripple/", tables.Ripple.as_view(), name="api_ripple"),
    path("table/auction/", tables.Auction.as_view(), name="api_auction"),
    path("table/deals/", tables.Deals.as_view(), name="api_deals"),
    path("table/deals/<whole:number>/", tables.Deal.as_view(), name="api_deal"),
    path("table/deals/<whole:number>/insert/", tables.Insertion.as_view(), name="api_insert"),
    path("table/deals/<whole:number>/confirm/", tables.Confirmation.as_view(), name="api_confirm"),
    path("table/sign/", tables.Signature.as_view(), name="api_sign"),
    path("table/first_dealer/", tables.FirstDealer.as_view(), name="api_first_dealer"),
    path("table/call/", tables.Call.as_view(), name="api_call"),
    path("table/conflicts/<whole:conflict>/", tables.Conflict.as_view(), name="api_conflict"),
]
