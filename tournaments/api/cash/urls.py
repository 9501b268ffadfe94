"""URLs of money."""

from django.urls import path

from tournaments.api.cash import endpoints, prizes

EVENT = "events/<any_slug:slug>/"

urlpatterns = [
    path(EVENT + "fees/", endpoints.Fees.as_view(), name="api_fees"),
    path(EVENT + "payments/", endpoints.Payments.as_view(), name="api_payments"),
    path(EVENT + "payments/<whole:payment_id>/", endpoints.OnePayment.as_view(), name="api_payment"),
    path(EVENT + "prizes/", prizes.Prizes.as_view(), name="api_prizes"),
    path(EVENT + "prizes/key/", prizes.Key.as_view(), name="api_prize_key"),
    path(EVENT + "prizes/preview/", prizes.Preview.as_view(), name="api_preview_prizes"),
    path(EVENT + "cash_closing/", endpoints.Closing.as_view(), name="api_cash_closing"),
]
