"""URLs of money."""

from django.urls import path

from tournaments.api.cash.prizes import PrizeViewSet
from tournaments.api.cash.views import ClosingViewSet, FeeViewSet, PaymentViewSet
from tournaments.api.http.routers import Router

EVENT = "events/<any_slug:slug>"

router = Router()
router.register(f"{EVENT}/fees", FeeViewSet, "fee")
router.register(f"{EVENT}/payments", PaymentViewSet, "payment")
router.register(f"{EVENT}/prizes", PrizeViewSet, "prize")

urlpatterns = [
    *router.urls,
    path(f"{EVENT}/cash_closing/", ClosingViewSet.as_view({"post": "create"}), name="api_cash_closing"),
]
