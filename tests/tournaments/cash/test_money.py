"""The money of an event: fees, lost deals by steps, refunds, the cashier's closing."""

import pytest
from django.db import connection

from scoring.not_possible import NotPossible
from tests.builders import a_round, a_table, an_event, write_deal
from tests.tournaments.evenings import ADA
from tests.tournaments.phones import Phone
from tests.tournaments.visitors import ada, text_of
from tournaments.models import EventChangeKind, Payment, PaymentKind
from tournaments.selectors.cash.cash_desk import (
    accounts_of,
    balance_of,
    is_balanced,
    last_closing,
    paid_by,
)
from tournaments.services.cash.payments import book, close_cash, pay, pay_back, pay_due
from tournaments.services.entry.check_in import drop_no_shows
from tournaments.services.entry.entrants import enter_players
from tournaments.services.events.lifecycle import change_event
from tournaments.services.rounds.lifecycle import close_round
from tournaments.services.standings.decisions import rule_on_deal, undo_decision
from tournaments.wording.money import money_text, read_money

pytestmark = pytest.mark.django_db

STEPS = {"steps": [[3, 50], [None, 100]]}


def url_of(event, more=""):
    return f"/events/{event.slug}/organise/cash/{more}"


def an_entrant(**changes):
    return enter_players(event=an_event(**changes), names=["Cleo"])[0]


@pytest.mark.parametrize(("admission", "owes"), [("entered", True), ("waiting", False), ("left", False)])
def test_only_who_is_entered_owes_the_fee(admission, owes):
    entrant = an_entrant(fee_cents=500)
    type(entrant).objects.filter(pk=entrant.pk).update(admission=admission)
    (account,) = accounts_of(entrant.event)
    assert account.fee_due == (500 if owes else 0)


def lost_deals_of(event):
    """Return the number of lost deals by the ID of the entrant."""
    return {account.entrant.pk: account.lost for account in accounts_of(event)}


def a_loser(lost):
    """Return an event in which the player on seat 1 lost this many deals."""
    table = a_table(event=an_event(lost_deal_money=STEPS))
    for number in range(1, lost + 1):
        write_deal(table, number, tricks=1)
    return table.round.event


@pytest.mark.parametrize(
    ("typed", "cents"),
    [
        ("5", 500),
        ("5.5", 550),
        ("5,50", 550),
        (" 0.05 ", 5),
        ("5 €", 500),
        ("5 Euro", 500),
        ("5,50 EUR", 550),
        ("€ 5", 500),
        ("¥500", 50000),
        ("500円", 50000),
        ("5,-", 500),
        ("5.555", None),
        ("-5", None),
        ("5 Mark", None),
    ],
)
def test_money_is_typed_as_people_write_it(typed, cents):
    assert read_money(typed) == cents


@pytest.mark.parametrize("cents", [0, 5, 50, 123456])
def test_money_that_is_shown_can_be_typed_again(cents):
    assert read_money(money_text(cents)) == cents


@pytest.mark.parametrize(("lost", "due"), [(0, 0), (3, 150), (4, 250), (5, 350)])
def test_lost_deals_cost_by_steps(lost, due):
    account = accounts_of(a_loser(lost))[1]
    assert (account.lost, account.lost_due) == (lost, due)


def rule(event, *points):
    """Rule on the first deal."""
    table = event.rounds.get().tables.get()
    return rule_on_deal(table=table, number=1, points=points, reason="a card too many", by=ADA)


def test_a_lost_deal_that_a_ruling_cancels_costs_nothing_until_the_ruling_is_undone():
    event = a_loser(2)
    ruling = rule(event, 0, 0, 0, 0)
    assert (lost_deals_of(event)[2], accounts_of(event)[1].lost_due) == (1, 50)
    undo_decision(decision=ruling, by=ADA)
    assert lost_deals_of(event)[2] == 2


def test_a_lost_deal_that_a_ruling_gives_other_points_costs_as_it_is_written():
    event = a_loser(1)
    rule(event, 0, 5, 0, 0)
    assert lost_deals_of(event)[2] == 1


def test_a_made_deal_that_is_cancelled_takes_no_cost_from_another():
    event = a_loser(1)
    write_deal(event.rounds.get().tables.get(), 2)
    rule_on_deal(
        table=event.rounds.get().tables.get(), number=2, points=[0] * 4, reason="dealt wrong", by=ADA
    )
    assert sum(lost_deals_of(event).values()) == 1


def test_deals_that_were_made_cost_nothing():
    table = a_table(event=an_event(lost_deal_money=STEPS))
    write_deal(table)
    assert sum(lost_deals_of(table.round.event).values()) == 0


SKAT = {"contract": "C", "declarer": 1, "matadors": 1}
DOPPELKOPF = {"contract": "normal", "declarer": 0, "partner": 2}
SOLO = {"contract": "queens", "declarer": 1, "card_points": 100}
SCHAFKOPF_SOLO = {"contract": "solo", "declarer": 1, "trump": "H", "result": "won", "level": "simple"}
LOST = [
    pytest.param("skat", SKAT | {"result": "won"}, [0, 0, 0, 0], id="Skat, won"),
    pytest.param("skat", SKAT | {"result": "lost"}, [0, 1, 0, 0], id="Skat, lost"),
    pytest.param("skat", SKAT | {"points": 70, "bid": 60}, [0, 1, 0, 0], id="Skat, overbid"),
    pytest.param("skat", {"contract": "passed"}, [0, 0, 0, 0], id="Skat, passed"),
    pytest.param("doppelkopf", DOPPELKOPF | {"card_points": 130}, [0, 1, 0, 1], id="Re has won"),
    pytest.param("doppelkopf", DOPPELKOPF | {"card_points": 110}, [1, 0, 1, 0], id="Kontra has won"),
    pytest.param("doppelkopf", SOLO, [0, 1, 0, 0], id="a lost solo"),
    pytest.param("doppelkopf", SOLO | {"card_points": 150}, [1, 0, 1, 1], id="a solo that was won"),
    pytest.param(
        "doppelkopf",
        DOPPELKOPF | {"card_points": 170, "re_said": "no60", "kontra_said": "no60"},
        [0, 0, 0, 0],
        id="nobody has won",
    ),
    pytest.param(
        "schafkopf", SCHAFKOPF_SOLO | {"result": "lost"}, [0, 1, 0, 0], id="a lost solo of Schafkopf"
    ),
    pytest.param("schafkopf", SCHAFKOPF_SOLO, [0, 0, 0, 0], id="a solo of Schafkopf that was won"),
]


@pytest.mark.parametrize(("game", "record", "lost"), LOST)
def test_a_player_who_lost_a_deal_pays_for_it_until_a_ruling_cancels_it(game, record, lost):
    table = a_table(event=an_event(game=game, lost_deal_money=STEPS))
    body = {"number": 1, "record": record}
    assert Phone(table).send("post", "deals/", body).status_code == 201
    event = table.round.event
    assert [lost_deals_of(event)[number] for number in range(1, 5)] == lost
    assert [account.lost_due for account in accounts_of(event)] == [50 * each for each in lost]
    rule(event, 0, 0, 0, 0)
    assert not any(lost_deals_of(event).values())


def test_the_dealer_of_five_at_doppelkopf_loses_nothing_while_sitting_out():
    table = a_table(event=an_event(game="doppelkopf", lost_deal_money=STEPS), seats=5)
    record = {"contract": "normal", "declarer": 1, "partner": 2, "card_points": 130}
    assert Phone(table).send("post", "deals/", {"number": 1, "record": record}).status_code == 201
    event = table.round.event
    assert {number for number, lost in lost_deals_of(event).items() if lost} == {4, 5}
    rule(event, 0, 0, 0, 0, 0)
    assert not any(lost_deals_of(event).values())


def test_a_game_without_a_declarer_takes_no_lost_deal_money():
    table = a_table(event=an_event(game="rifki", lost_deal_money=STEPS))
    assert not any(lost_deals_of(table.round.event).values())
    assert ada().get(url_of(table.round.event)).status_code == 200


def test_lost_deals_are_paid_in_one_tap_and_what_comes_later_is_due_again():
    event = a_loser(3)
    entrant = event.entrants.get(number=2)
    for _ in range(2):
        ada().post(url_of(event, f"{entrant.pk}/lost_deals/"))
    write_deal(event.rounds.get().tables.get(), 4, tricks=1)
    assert accounts_of(event)[1].lost_missing == 100
    assert balance_of(event) == 150


def test_every_payment_is_an_entry_of_the_history_without_a_name():
    entrant = an_entrant()
    pay(event=entrant.event, kind=PaymentKind.FEE, cents=500, entrant=entrant)
    facts = entrant.event.entries.get(kind=EventChangeKind.PAID).facts
    assert facts == {"what": "fee", "cents": 500, "entrant": entrant.pk}


@pytest.mark.parametrize("kind", [PaymentKind.FEE, PaymentKind.LOST_DEALS])
@pytest.mark.parametrize("paid", [[], [200], [500], [700], [-100], [500, -500]], ids=str)
def test_an_amount_due_is_paid_up_in_one_tap_and_never_paid_out(paid, kind):
    cleo = an_entrant()
    other = PaymentKind.LOST_DEALS if kind == PaymentKind.FEE else PaymentKind.FEE
    pay(event=cleo.event, kind=other, cents=900, entrant=cleo)
    for cents in paid:
        pay(event=cleo.event, kind=kind, cents=cents, entrant=cleo)
    for _ in range(2):
        pay_due(entrant=cleo, kind=kind, due=500)
    assert (paid_by(cleo, kind), paid_by(cleo, other)) == (max(500, sum(paid)), 900)


def test_a_mistake_is_paid_back_and_both_stay_in_the_book():
    entrant = an_entrant()
    payment = pay(event=entrant.event, kind=PaymentKind.FEE, cents=500, entrant=entrant)
    pay_back(payment=payment)
    assert list(Payment.objects.values_list("cents", flat=True)) == [500, -500]


def test_a_payment_is_paid_back_once_and_a_pay_back_never():
    entrant = an_entrant()
    payment = pay(event=entrant.event, kind=PaymentKind.OTHER, cents=500)
    back = pay_back(payment=payment)
    for each in (payment, back):
        with pytest.raises(NotPossible, match="already been"):
            pay_back(payment=each)


def test_a_fee_that_was_paid_back_is_due_again():
    entrant = an_entrant(fee_cents=500)
    payment = pay_due(entrant=entrant, kind=PaymentKind.FEE, due=500)
    ada().post(url_of(entrant.event, f"payments/{payment.pk}/back/"))
    assert accounts_of(entrant.event)[0].fee_missing == 500


def test_taking_back_twice_is_refused_on_the_page():
    entrant = an_entrant()
    payment = pay(event=entrant.event, kind=PaymentKind.FEE, cents=500, entrant=entrant)
    url = url_of(entrant.event, f"payments/{payment.pk}/back/")
    assert ada().post(url).status_code == 302
    refused = ada().post(url)
    assert refused.status_code == 409 and "already been" in text_of(refused)


@pytest.mark.parametrize("cents", [0, 10_000_001, -10_000_001])
def test_an_amount_of_nothing_or_of_a_house_is_refused(cents):
    with pytest.raises(NotPossible, match="An amount is more than 0"):
        pay(event=an_event(), kind=PaymentKind.OTHER, cents=cents)


def test_other_money_is_booked_both_ways():
    event = an_event()
    for direction in ("in", "out", "out"):
        sent = {"amount": "2.50", "direction": direction, "kind": "other", "note": "Coffee"}
        assert ada().post(url_of(event, "pay/"), sent).status_code == 302
    assert balance_of(event) == -250


def test_an_amount_that_is_none_is_refused_and_stays_typed():
    refused = ada().post(url_of(an_event(), "pay/"), {"amount": "five", "direction": "in", "kind": "other"})
    assert refused.status_code == 422
    assert "not “five”" in text_of(refused) and 'value="five"' in text_of(refused)


def test_a_kind_that_nobody_owes_is_not_found():
    entrant = an_entrant()
    for kind in ("prize", "nonsense"):
        assert ada().post(url_of(entrant.event, f"{entrant.pk}/{kind}/")).status_code == 404


def test_the_closing_balances_or_names_the_difference():
    entrant = an_entrant()
    pay(event=entrant.event, kind=PaymentKind.FEE, cents=500, entrant=entrant)
    close_cash(event=entrant.event, counted=450)
    assert last_closing(entrant.event).over == -50
    page = ada().post(url_of(entrant.event, "close/"), {"counted": "5.00"}, follow=True)
    assert "The cash box balances." in text_of(page)
    assert last_closing(entrant.event).over == 0


@pytest.mark.parametrize(("counted", "said"), [("6", "too much"), ("4", "lacks")])
def test_the_cashier_is_told_which_way_to_look(counted, said):
    entrant = an_entrant()
    pay(event=entrant.event, kind=PaymentKind.FEE, cents=500, entrant=entrant)
    page = ada().post(url_of(entrant.event, "close/"), {"counted": counted}, follow=True)
    assert said in text_of(page) and "1.00" in text_of(page)


def test_the_cashier_reads_the_difference_that_is_stored_when_money_is_booked_meanwhile():
    entrant = an_entrant()
    event, waiting = entrant.event, ["a payment at the door"]

    def book_before_the_lock(execute, sql, params, many, context):
        if sql.startswith("SAVEPOINT") and waiting:
            waiting.clear()
            pay(event=event, kind=PaymentKind.FEE, cents=500, entrant=entrant)
        return execute(sql, params, many, context)

    visitor = ada()
    with connection.execute_wrapper(book_before_the_lock):
        page = visitor.post(url_of(event, "close/"), {"counted": "5.00"}, follow=True)
    assert not waiting and last_closing(event).over == 0
    assert "The cash box balances." in text_of(page)


def test_a_thing_that_was_won_stands_beside_the_money_on_the_page_and_on_paper_until_it_is_undone():
    entrant = an_entrant()
    event = entrant.event
    pay(event=event, kind=PaymentKind.PRIZE, cents=-500, entrant=entrant)
    event.refresh_from_db()
    ham = book(event, PaymentKind.PRIZE, 0, entrant, "a ham", ADA)
    assert "a ham" in text_of(ada().get(url_of(event, "sheet/")))
    assert "prize a ham" in text_of(ada().get(url_of(event)))
    pay_back(payment=ham)
    assert "a ham" not in text_of(ada().get(url_of(event, "sheet/")))


def test_the_sheet_says_which_money_is_due_and_paid():
    page = text_of(ada().get(url_of(a_loser(1), "sheet/")))
    assert "Lost deals: due" in page and "Lost deals: paid" in page


def test_the_book_balances_once_it_is_counted_and_nothing_is_booked_after():
    entrant = an_entrant(fee_cents=500)
    event = entrant.event
    balances = [is_balanced(event)]
    for counted in (400, 500):
        pay_due(entrant=entrant, kind=PaymentKind.FEE, due=500)
        close_cash(event=event, counted=counted)
        balances.append(is_balanced(event))
    pay(event=event, kind=PaymentKind.OTHER, cents=100)
    assert [*balances, is_balanced(event)] == [False, False, True, False]


def test_without_money_there_is_nothing_to_count():
    assert is_balanced(an_event()) is None


def test_a_no_show_owes_no_fee():
    entrant = an_entrant(fee_cents=500)
    entrant.event.entrants.update(is_present=False)
    drop_no_shows(event=entrant.event)
    assert accounts_of(entrant.event)[0].fee_missing == 0


def test_the_steps_are_typed_in_the_settings():
    event = an_event()
    sent = {
        "name": "Evening", "date": "2026-11-21", "option_min_bid": "2", "fee_cents": "5",
        "lost_price": "0.50", "lost_up_to": "3", "lost_then": "1",
    }  # fmt: skip
    assert ada().post(f"/events/{event.slug}/organise/settings/", sent).status_code == 302
    event.refresh_from_db()
    assert (event.fee_cents, event.lost_deal_money) == (500, STEPS | {"per": "list"})
    assert 'value="0.50"' in text_of(ada().get(f"/events/{event.slug}/organise/settings/"))


def test_any_number_of_steps_is_typed_with_where_they_begin_anew_and_a_price_of_passed_deals():
    event = an_event()
    sent = {
        "name": "Evening", "date": "2026-11-21", "option_min_bid": "2", "fee_cents": "",
        "lost_price": "0.50", "lost_up_to": "3", "lost_then": "1", "lost_up_to_2": "6", "lost_then_3": "2",
        "lost_up_to_3": "9", "lost_per": "evening", "lost_passed": "0.20",
    }  # fmt: skip
    assert ada().post(f"/events/{event.slug}/organise/settings/", sent).status_code == 302
    event.refresh_from_db()
    steps = [[3, 50], [6, 100], [9, 200], [None, 200]]
    assert event.lost_deal_money == {"steps": steps, "per": "evening", "passed": 20}
    page = text_of(ada().get(f"/events/{event.slug}/organise/settings/"))
    assert 'name="lost_then_5"' in page and 'name="lost_then_6"' not in page


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({"lost_price": "1", "lost_up_to": "3", "lost_then": "2", "lost_up_to_2": "2"}, "ends at 3 already"),
        ({"lost_price": "1", "lost_then": "2"}, "Enter the cost of a lost deal first"),
        ({"lost_price": "1", "lost_up_to": "3", "lost_up_to_2": "5"}, "Enter the cost of a lost deal first"),
    ],
)
def test_steps_that_no_deal_reaches_are_refused(typed, sentence):
    sent = {"name": "E", "date": "2026-11-21", "option_min_bid": "2", "fee_cents": ""}
    refused = ada().post(f"/events/{an_event().slug}/organise/settings/", sent | typed)
    assert refused.status_code == 422 and sentence in text_of(refused)


def an_evening_of_three_lists(lost=(0, 4, 4), **money):
    """Return an event in which the player on seat 1 lost so many deals in each list."""
    event = an_event(lost_deal_money=STEPS | money)
    for deals in lost:
        round = a_round(event)
        for number in range(1, deals + 1):
            write_deal(round.tables.get(), number, tricks=1)
        write_deal(round.tables.get(), deals + 1)
        close_round(round=round, even_if_incomplete=True)
    return event


def test_lost_deals_are_counted_in_each_list_and_the_desk_says_so():
    event = an_evening_of_three_lists()
    account = accounts_of(event)[1]
    assert [each.cents for each in account.lost_lists] == [0, 250, 250] and account.lost_due == 500
    page = text_of(ada().get(url_of(event)))
    assert "(0 + 4 + 4)" in page and "in every list anew" in page and "List of round 3: 2.50" in page
    assert "(0 + 4 + 4)" in text_of(ada().get(url_of(event, "sheet/")))


def test_an_event_that_agreed_so_counts_over_the_evening():
    event = an_evening_of_three_lists(per="evening")
    assert accounts_of(event)[1].lost_due == 650
    changed = change_event(event=event, options={}, lost_deal_money=STEPS)
    assert changed.lost_deal_money["per"] == "evening"


def test_every_player_at_the_table_pays_for_a_passed_deal_unless_it_is_cancelled():
    table = a_table(event=an_event(game="skat", lost_deal_money={"passed": 20}))
    for number in (1, 2):
        body = {"number": number, "record": {"contract": "passed"}}
        assert Phone(table).send("post", "deals/", body).status_code == 201
    event = table.round.event
    assert [account.lost_due for account in accounts_of(event)] == [40] * 4
    rule(event, 0, 0, 0, 0)
    assert [account.lost_due for account in accounts_of(event)] == [20] * 4


def test_a_second_price_without_a_number_is_refused():
    event = change_event(event=an_event(), options={})
    sent = {"name": "E", "date": "2026-11-21", "option_min_bid": "2", "fee_cents": "", "lost_then": "1"}
    refused = ada().post(f"/events/{event.slug}/organise/settings/", sent)
    assert refused.status_code == 422 and "Enter the cost of a lost deal first" in text_of(refused)


def test_all_others_pay_in_one_press_and_a_second_one_books_nothing():
    event = an_event(slug="autumn", fee_cents=500)
    one, two, three = enter_players(event=event, names=["Ada", "Ben", "Cleo"])
    pay_due(entrant=one, kind=PaymentKind.FEE, due=500, by=ADA)
    pay(event=event, kind=PaymentKind.FEE, cents=200, entrant=two, by=ADA)
    url = "/events/autumn/organise/cash/"
    assert "All 2 others have paid the fee" in text_of(ada().get(url))
    for _ in range(2):
        page = text_of(ada().post(f"{url}all-fees/", follow=True))
        assert "others have paid" not in page
    paid = Payment.objects.filter(event=event).values_list("entrant", "cents")
    assert sorted(paid) == sorted([(one.pk, 500), (two.pk, 200), (two.pk, 300), (three.pk, 500)])


def test_one_key_at_the_door_says_here_and_paid_and_pushes_the_list_by_no_message():
    event = an_event(slug="autumn", fee_cents=500)
    (entrant,) = enter_players(event=event, names=["Ada"])
    type(entrant).objects.update(is_present=False)
    door = "/events/autumn/organise/check-in/"
    assert "Ada has come and pays" in text_of(ada().get(door))
    for _ in range(2):
        page = text_of(ada().post(f"{door}{entrant.pk}/", {"present": "paid"}, follow=True))
    entrant.refresh_from_db()
    assert entrant.is_present and Payment.objects.get().cents == 500
    assert "has come" not in page and "pays the fee" not in page
    fee = ada().post(f"{door}{entrant.pk}/fee/", follow=True)
    assert "nothing was booked" in text_of(fee)
