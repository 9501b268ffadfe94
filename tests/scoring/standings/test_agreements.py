"""Deals per table, lost-deal money and prizes: readable values, and one sentence for each other value."""

import pytest

from rules.reading import Refused
from scoring.competitions.awards import LOT, POT, Prize
from scoring.competitions.lost_deals import LostDealMoney, LostDealStep
from scoring.competitions.prizes import PrizeKey
from scoring.standings.agreements import read_deals_per_table, read_lost_deal_money, read_prizes

DEALS_SENTENCE = "Deals per table are a number from 1 to 1000 for each size of table, as in 4: 100; found "
STEPS_SENTENCE = (
    "Lost-deal money is a list of steps, each up to how many deals and the cents of each,"
    " the last without a limit; found "
)
PRIZES_SENTENCE = (
    "Prizes are a list of places with a share of the pot, an amount or a thing, or of things to choose,"
    " the rule for ties, and the sources of the pot; found "
)


def sentence_of(read, raw):
    with pytest.raises(Refused) as refused:
        read(raw)
    [violation] = refused.value.violations
    return str(violation)


@pytest.mark.parametrize("read", [read_deals_per_table, read_lost_deal_money])
def test_an_empty_object_is_no_agreement(read):
    assert not read({})


def test_deals_are_numbers_by_size_of_table():
    assert read_deals_per_table({"4": 100, "3": 1, "5": 1000}) == {4: 100, 3: 1, 5: 1000}


@pytest.mark.parametrize(
    "raw",
    [None, [], [4, 100], {"four": 100}, {4: 100}, {"-4": 9}, {"4": 0}, {"4": 1001}, {"4": "100"},
     {"4": True}, {"4": 9.0}, {"4": None}, {"4": 100, "3": "x"}],
)  # fmt: skip
def test_deals_that_cannot_be_read_are_refused(raw):
    assert sentence_of(read_deals_per_table, raw).startswith(DEALS_SENTENCE)


def test_lost_deals_cost_step_by_step():
    money = read_lost_deal_money({"steps": [[3, 50], [None, 100]]})
    assert (money.steps, money.per, money.passed) == ((LostDealStep(3, 50), (None, 100)), "list", 0)
    assert read_lost_deal_money({"steps": [[None, 0]]}).steps == ((None, 0),)
    said = {"steps": [[None, 50]], "per": "evening", "passed": 20}
    assert read_lost_deal_money(said) == LostDealMoney(((None, 50),), "evening", 20)


@pytest.mark.parametrize(
    ("raw", "sentence"),
    [
        (
            {"per": "round"},
            "The steps of lost-deal money count per “list” or per “evening”, not per “round”.",
        ),
        ({"passed": -1}, "A passed deal costs a whole number of cents from 0 to"),
        ({"passed": "20"}, "A passed deal costs a whole number of cents from 0 to"),
    ],
)
def test_a_word_or_a_price_of_lost_deal_money_that_does_not_read_is_refused(raw, sentence):
    assert sentence_of(read_lost_deal_money, raw).startswith(sentence)


@pytest.mark.parametrize(
    "raw",
    [None, [], {"steps": None}, {"steps": [[3, 50]]}, {"steps": [[None, 50], [None, 100]]},
     {"steps": [[3, 50], [3, 60], [None, 100]]}, {"steps": [[5, 50], [3, 60], [None, 100]]},
     {"steps": [[0, 50], [None, 100]]}, {"steps": [[None, -1]]}, {"steps": [[None, 100_000_001]]},
     {"steps": [[None]]}, {"steps": [[None, "50"]]}, {"steps": [7]}, {"step": [[None, 50]]}],
)  # fmt: skip
def test_lost_deal_money_that_cannot_be_read_is_refused(raw):
    assert sentence_of(read_lost_deal_money, raw).startswith(STEPS_SENTENCE)


def test_a_name_that_lost_deal_money_does_not_have_is_told_however_many_steps_there_are():
    steps = [[number, 50] for number in range(1, 40)]
    sentence = sentence_of(read_lost_deal_money, {"steps": [*steps, [None, 100]], "price": 20})
    assert sentence.endswith("found {'price': 20}.")


def test_prizes_are_places_with_a_share_an_amount_or_a_thing():
    prizes = [
        {"places": [1], "share": 400},
        {"places": [2, 3], "cents": 1500},
        {"places": [4], "thing": "Ham"},
    ]
    raw = {"prizes": prizes, "ties": "lot", "series": ["Cup"], "pot": ["fee"]}
    read = (Prize((1,), share=400), Prize((2, 3), cents=1500), Prize((4,), thing="Ham"))
    assert read_prizes(raw) == PrizeKey(read, LOT, ("Cup",), {"fee": 1000})


def test_without_a_word_on_it_fees_and_lost_deals_are_in_the_pot():
    assert read_prizes({}) == PrizeKey() and tuple(PrizeKey().sources) == POT


PRIZE = {"places": [1], "cents": 5}


@pytest.mark.parametrize(
    "raw",
    [None, [], {"prizes": {}}, {"prizes": [5]}, {"prizes": [{"places": [1]}]}, {"prizes": [{"cents": 5}]},
     {"prizes": [PRIZE | {"places": []}]}, {"prizes": [PRIZE | {"places": [0]}]},
     {"prizes": [PRIZE | {"places": [1, 1]}]}, {"prizes": [PRIZE | {"places": [1000]}]},
     {"prizes": [PRIZE | {"places": "1"}]}, {"prizes": [PRIZE | {"cents": -1}]},
     {"prizes": [PRIZE | {"share": 10}]}, {"prizes": [{"places": [1], "share": 1001}]},
     {"prizes": [{"places": [1], "thing": "x" * 121}]}, {"prizes": [{"places": [1], "thing": 7}]},
     {"ties": "dice"}, {"ties": []}, {"series": "Cup"}, {"series": [7]}, {"pot": ["prize"]}, {"pot": "fee"},
     {"pot": [[]]}],
)  # fmt: skip
def test_prizes_that_cannot_be_read_are_refused(raw):
    assert sentence_of(read_prizes, raw).startswith(PRIZES_SENTENCE)


@pytest.mark.parametrize("places", [1, 2, 3, 7])
def test_shares_of_any_places_give_out_the_whole_pot_at_most(places):
    def shares(last):
        first = {"places": [*range(2, places + 2)], "share": 100}
        return {"prizes": [first, {"places": [1], "share": last}]}

    rest = 1000 - 100 * places
    assert read_prizes(shares(rest)).given_out == 1000
    assert sentence_of(read_prizes, shares(rest + 1)).startswith("The prizes give out 1001 thousandths")


def test_prizes_give_out_no_more_than_the_pot():
    whole = {"prizes": [{"places": [1], "share": 400}, {"places": [2, 3], "share": 300}]}
    assert read_prizes(whole).given_out == 1000
    whole["prizes"][1]["share"] = 301
    sentence = "The prizes give out 1002 thousandths of the pot; the whole pot is 1000."
    assert sentence_of(read_prizes, whole) == sentence


def test_a_source_gives_the_pot_a_part_and_the_best_of_each_list_another():
    key = read_prizes({"pot": ["fee", "lost_deals"], "shares": {"lost_deals": 400}, "best_of_lists": 600})
    assert (key.sources, key.best_of_lists) == ({"fee": 1000, "lost_deals": 400}, 600)


@pytest.mark.parametrize(
    ("raw", "sentence"),
    [
        (
            {"pot": ["fee"], "shares": {"lost_deals": 400}},
            "The share of a source that goes into the pot is 1 to",
        ),
        ({"shares": {"fee": 0}}, "The share of a source that goes into the pot is 1 to"),
        ({"shares": {"fee": 1001}}, "The share of a source that goes into the pot is 1 to"),
        ({"shares": ["fee"]}, "The share of a source that goes into the pot is 1 to"),
        ({"best_of_lists": -1}, "The best player of a list gets 0 to 1000 thousandths"),
        ({"best_of_lists": "500"}, "The best player of a list gets 0 to 1000 thousandths"),
        ({"best_of_lists": 1}, "The pot and the best player of each list get 1001 thousandths"),
        (
            {"shares": {"lost_deals": 501}, "best_of_lists": 500},
            "The pot and the best player of each list get",
        ),
    ],
)
def test_shares_of_a_source_above_the_whole_or_of_no_source_are_refused(raw, sentence):
    assert sentence_of(read_prizes, raw).startswith(sentence)
