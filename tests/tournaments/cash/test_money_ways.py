"""Where the money of an evening goes: the pot, the best player of each list, the host."""

import pytest

from scoring.not_possible import NotPossible
from tests.builders import a_round, an_event, end_round, write_deal
from tests.tournaments.visitors import ada, text_of, typed_prizes
from tournaments.models import Event, PaymentKind
from tournaments.selectors.cash.cash_desk import accounts_of, balance_of
from tournaments.selectors.cash.prize_plan import prize_plan, winners_shown
from tournaments.services.cash.payments import pay
from tournaments.services.cash.prizes import UnreadableKey, change_prizes, give_prizes
from tournaments.services.standings.computation import compute_event_standings

pytestmark = pytest.mark.django_db

STEPS = {"steps": [[3, 50], [None, 100]], "per": "list"}
PARTS = {"ties": "share", "pot": ["fee"], "shares": {"fee": 900}, "best_of_lists": 500}


def url_of(event, more=""):
    return f"/events/{event.slug}/organise/{more}"


def a_paid_evening(lost=(4, 2), typed="1: 100 %", **key):
    """Return an event of two lists in which Ben lost so many deals in each; all paid what was due."""
    event = an_event(lost_deal_money=STEPS, fee_cents=1000)
    for deals in lost:
        round = a_round(event)
        for number in range(1, deals + 1):
            write_deal(round.tables.get(), number, tricks=1)
        write_deal(round.tables.get(), deals + 1, declarer=2)
        end_round(round)
    compute_event_standings(event_id=event.pk)
    for account in accounts_of(event):
        for kind, due in ((PaymentKind.FEE, 1000), (PaymentKind.LOST_DEALS, account.lost_due)):
            if due:
                pay(event=event, kind=kind, cents=due, entrant=account.entrant)
    return change_prizes(event=event, typed=typed, **(PARTS | key))


def test_prizes_above_the_pot_are_not_given_until_the_club_adds_what_is_missing():
    event = a_paid_evening(typed="1: 50.00")
    with pytest.raises(NotPossible, match="more than is in the pots") as refused:
        give_prizes(event=event)
    assert refused.value.code == "pot_too_small" and "50.00\xa0€ of a pot of 36.00" in refused.value.message
    assert not event.payments.filter(kind=PaymentKind.PRIZE).exists()
    page = ada().get(url_of(event, "prizes/"))
    assert "Give out prizes, the club adds 14.00" in text_of(page)
    ada().post(url_of(event, "prizes/give/"), {"plan": page.context["plan"].mark, "added": "1400"})
    assert prize_plan(again(event)).is_given


def again(event):
    return Event.objects.get(pk=event.pk)


def test_each_lists_lost_deal_money_goes_to_its_best_player_and_the_rest_to_the_host():
    event = a_paid_evening()
    plan = prize_plan(event)
    assert [(*each[:5], each.host) for each in plan.statement.sources] == [
        ("fee", None, 4000, 3600, 0, 400),
        ("lost_deals", 1, 250, 0, 125, 125),
        ("lost_deals", 2, 100, 0, 50, 50),
    ]
    assert plan.sum == 3600 + 125 + 50 and plan.left == 0
    assert sum(cents for win in plan.wins for _, cents in win.lists) == 175


def test_the_prizes_of_the_lists_are_given_once_and_the_hosts_part_stays_in_the_box():
    event = a_paid_evening()
    give_prizes(event=event)
    assert give_prizes(event=event) == [] and prize_plan(event).is_given
    assert balance_of(event) == 400 + 125 + 50


def test_the_desk_its_sheet_and_the_prizes_say_where_the_money_goes():
    event = a_paid_evening()
    for more in ("cash/", "cash/sheet/", "prizes/"):
        page = text_of(ada().get(url_of(event, more)))
        assert "Where the money goes" in page and "Lost deals, list 2" in page
    assert "best of list 1: 1.25" in text_of(ada().get(url_of(event, "prizes/")))


def test_an_event_whose_key_says_nothing_of_parts_gives_the_whole_into_the_pot():
    event = a_paid_evening(pot=["fee", "lost_deals"], shares=None, best_of_lists=0)
    assert again(event).prizes.keys() == {"prizes", "ties", "series", "pot"}
    plan = prize_plan(event)
    assert plan.pot == 4350 and all(each.host == 0 for each in plan.statement.sources)


def test_the_parts_are_typed_in_percent_and_shown_again():
    event = a_paid_evening()
    typed = {**typed_prizes("1: 100 %"), "ties": "share", "pot": ["fee", "lost_deals"], "fee_share": "87,5",
             "lost_share": "40 %", "best_of_lists": "60"}  # fmt: skip
    assert ada().post(url_of(event, "prizes/"), typed).status_code == 302
    key = again(event).prizes
    assert (key["shares"], key["best_of_lists"]) == ({"fee": 875, "lost_deals": 400}, 600)
    page = text_of(ada().get(url_of(event, "prizes/")))
    assert 'value="87.5"' in page and 'value="40"' in page and 'value="60"' in page
    assert "87.5 % of the fees" in text_of(ada().get(f"/events/{event.slug}/"))


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({"lost_share": "50", "best_of_lists": "60"}, "get 1100 thousandths of the lost-deal money"),
        ({"fee_share": "101"}, "Write a share in percent, 0 to 100"),
        ({"best_of_lists": "half"}, "Write a share in percent, 0 to 100"),
    ],
)
def test_parts_above_the_whole_are_refused_and_nothing_is_stored(typed, sentence):
    event = a_paid_evening()
    before = again(event).prizes
    sent = {**typed_prizes("1: 100 %"), "ties": "share", "pot": ["fee", "lost_deals"], **typed}
    refused = ada().post(url_of(event, "prizes/"), sent)
    assert refused.status_code == 422 and sentence in text_of(refused) and again(event).prizes == before


def test_a_source_of_which_nothing_goes_into_the_pot_is_none():
    event = a_paid_evening()
    ada().post(
        url_of(event, "prizes/"), {**typed_prizes("1: 5"), "ties": "lot", "pot": ["fee"], "fee_share": "0"}
    )
    assert again(event).prizes["pot"] == [] and prize_plan(again(event)).pot == 0


def test_more_than_the_whole_of_the_lost_deal_money_is_one_sentence_to_a_program_too():
    with pytest.raises(UnreadableKey, match="get 1200 thousandths of the lost-deal money"):
        change_prizes(event=an_event(), typed="1: 5", ties="lot", pot=["lost_deals"],
                      shares={"lost_deals": 700}, best_of_lists=500)  # fmt: skip


def test_the_best_of_a_list_is_among_the_winners_without_a_prize_of_the_evening():
    event = a_paid_evening(typed="9: 1.00")
    give_prizes(event=event)
    rows = [{"number": n, "name": f"P{n}", "rank": r} for n, r in ((1, 2), (2, 4), (3, 1), (4, 2))]
    assert [each["cents"] for each in winners_shown(again(event), rows)] == [175]
