"""URLs: the cash desk and prizes."""

from django.urls import path

from tournaments.views.cash import cash_desk, prizes
from tournaments.views.pages.prefixes import ORGANISE

urlpatterns = [
    path(ORGANISE + "cash/", cash_desk.cash, name="cash"),
    path(ORGANISE + "cash/sheet/", cash_desk.cash_sheet, name="cash_sheet"),
    path(ORGANISE + "cash/evening/", cash_desk.cash_evening, name="cash_evening"),
    path(ORGANISE + "cash/pay/", cash_desk.take_money, name="take_money"),
    path(ORGANISE + "cash/close/", cash_desk.close, name="close_cash"),
    path(ORGANISE + "cash/all-fees/", cash_desk.take_all_fees, name="take_all_fees"),
    path(ORGANISE + "cash/<whole:entrant_id>/<str:kind>/", cash_desk.take_due, name="take_due"),
    path(ORGANISE + "cash/payments/<whole:payment_id>/back/", cash_desk.give_back, name="pay_back"),
    path(ORGANISE + "prizes/", prizes.prizes, name="prizes"),
    path(ORGANISE + "prizes/give/", prizes.give, name="give_prizes"),
    path(ORGANISE + "prizes/take/", prizes.take, name="take_thing"),
]
