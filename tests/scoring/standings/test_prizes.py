"""Prizes by place and lost-deal money by steps: whole cents, always the sum of the pot."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.standings.prizes import (
    LOT,
    SHARE,
    Award,
    LostDealMoney,
    LostDealStep,
    Prize,
    PrizeKey,
    award_prizes,
    lost_deal_cents,
    lost_lists,
)

RANKS = {10: 1, 20: 2, 30: 2, 40: 4}  # 20 and 30 are tied
BY_NUMBER = "{:03}".format  # a lot that draws the lowest start number first
SHARES = (Prize((1,), share=500), Prize((2,), share=300), Prize((3,), share=200))


def cents(key, pot=10_000, ranks=RANKS, lot=BY_NUMBER):
    return {award.entrant: award.cents for award in award_prizes(key, ranks, pot, lot)}


@pytest.mark.parametrize(
    ("key", "awards"),
    [
        pytest.param(PrizeKey(SHARES), {10: 5000, 20: 2500, 30: 2500}, id="equals share both places"),
        pytest.param(PrizeKey(SHARES, LOT), {10: 5000, 20: 3000, 30: 2000}, id="the lot says who is second"),
        pytest.param(
            PrizeKey((Prize((1, 4), cents=700),)), {10: 700, 40: 700}, id="two places, each so much"
        ),
        pytest.param(PrizeKey((Prize((2,), cents=101),)), {20: 51, 30: 50}, id="an odd cent goes by lot"),
        pytest.param(PrizeKey((Prize((8, 12), cents=500),)), {}, id="places nobody takes"),
        pytest.param(PrizeKey((Prize((1,), share=100), Prize((1,), cents=5))), {10: 1005}, id="both"),
        pytest.param(PrizeKey(), {}, id="no prizes"),
    ],
)
def test_who_gets_what(key, awards):
    assert cents(key) == awards


def test_another_lot_gives_the_odd_cent_to_the_other():
    key = PrizeKey((Prize((2,), cents=101),))
    assert cents(key, lot=lambda number: f"{1000 - number}") == {20: 50, 30: 51}


def test_what_rounding_leaves_over_goes_to_the_best():
    thirds = PrizeKey((Prize((1, 2, 3), share=333),))
    assert cents(thirds, 100, {1: 1, 2: 2, 3: 3}) == {1: 33, 2: 33, 3: 33}
    all_of_it = PrizeKey((Prize((1,), share=334), Prize((2, 3), share=333)))
    assert cents(all_of_it, 101, {1: 1, 2: 2, 3: 3}) == {1: 35, 2: 33, 3: 33}


@pytest.mark.parametrize("pot", [0, 1, 7, 99, 1000, 12_345])
@pytest.mark.parametrize("ties", [SHARE, LOT])
@pytest.mark.parametrize("ranks", [RANKS, {1: 1, 2: 1, 3: 1}, {1: 1, 2: 2, 3: 3, 4: 4}], ids=str)
def test_the_whole_pot_is_given_when_the_shares_are_all_of_it(pot, ties, ranks):
    assert sum(cents(PrizeKey(SHARES, ties), pot, ranks).values()) == pot


def test_things_go_by_lot_between_equals_even_where_money_is_shared():
    key = PrizeKey((Prize((2,), thing="Ham"), Prize((3,), thing="Sausage")))
    assert award_prizes(key, RANKS, 0, BY_NUMBER) == [
        Award(20, 2, 0, ("Ham",)), Award(30, 2, 0, ("Sausage",)),
    ]  # fmt: skip


STEPS = ((3, 50), (None, 100))


@pytest.mark.parametrize(("lost", "due"), [(0, 0), (1, 50), (3, 150), (4, 250), (10, 850)], ids="{}".format)
def test_lost_deals_cost_fifty_up_to_three_and_then_a_euro(lost, due):
    assert lost_deal_cents(lost, STEPS) == due


@pytest.mark.parametrize(("steps", "due"), [((), 0), (((None, 30),), 150), (((2, 10), (4, 20)), 60)])
def test_other_steps(steps, due):
    assert lost_deal_cents(5, steps) == due


# Laws

PLACES = st.lists(st.integers(1, 4), min_size=1, max_size=3, unique=True).map(tuple)
PRIZES = st.one_of(
    st.builds(Prize, PLACES, cents=st.integers(0, 99)),
    st.builds(Prize, PLACES, share=st.integers(0, 80)),
    st.builds(Prize, PLACES, thing=st.sampled_from(["Ham", "Sausage"])),
)
KEYS = st.builds(PrizeKey, st.lists(PRIZES, max_size=4).map(tuple), st.sampled_from([SHARE, LOT]))
RANKINGS = st.lists(st.integers(1, 3), max_size=6).map(
    lambda merits: {who: 1 + sum(each < own for each in merits) for who, own in enumerate(merits, start=1)}
)


def won_at(key, place, pot):
    """Return the cents and the things of a place, without what rounding leaves over."""
    here = [prize for prize in key.prizes if place in prize.places]
    return sum(prize.cents + pot * prize.share // 1000 for prize in here), [
        prize.thing for prize in here if prize.thing
    ]


@given(KEYS, RANKINGS, st.integers(0, 5000))
def test_each_place_gives_what_its_prizes_say_and_rounding_goes_to_the_best_share(key, ranks, pot):
    order = sorted(ranks, key=lambda who: (ranks[who], BY_NUMBER(who)))
    shares = [(place, prize.share) for prize in key.prizes for place in prize.places if prize.share]
    rounded = sum(pot * share // 1000 for _, share in shares)
    over = sum(share for _, share in shares) * pot // 1000 - rounded
    best = min((place for place, _ in shares), default=None)
    by_place = [won_at(key, place, pot)[0] + over * (place == best) for place in range(1, len(order) + 1)]
    awards = {award.entrant: award for award in award_prizes(key, ranks, pot, BY_NUMBER)}
    for place, who in enumerate(order, start=1):
        own = awards.get(who, Award(who, ranks[who], 0))
        assert list(own.things) == won_at(key, place, pot)[1]
        tied = [at for at, each in enumerate(order) if ranks[each] == ranks[who]]
        together, turn = sum(by_place[at] for at in tied), tied.index(place - 1)
        share = together // len(tied) + (turn < together % len(tied))
        assert own.cents == (share if key.ties == SHARE else by_place[place - 1])
    assert sum(award.cents for award in awards.values()) == sum(by_place)


@given(st.lists(st.tuples(st.integers(1, 9), st.integers(0, 500)), max_size=4), st.integers(0, 12))
def test_lost_deals_cost_what_each_of_them_costs(limits, lost):
    rising = sorted(dict(limits).items())
    steps = [*(LostDealStep(up_to, cents) for up_to, cents in rising), LostDealStep(None, 700)]
    each = [
        next(step.cents for step in steps if step.up_to is None or number <= step.up_to)
        for number in range(1, lost + 1)
    ]
    assert lost_deal_cents(lost, steps) == sum(each)


@pytest.mark.parametrize(("per", "cents"), [("list", [0, 250, 250]), ("evening", [0, 250, 400])])
def test_the_steps_begin_anew_in_every_list_or_go_on(per, cents):
    lists = lost_lists(LostDealMoney(STEPS, per), {1: 0, 2: 4, 3: 4}, {})
    assert [each.cents for each in lists] == cents
    assert sum(cents) == (500 if per == "list" else lost_deal_cents(8, STEPS))


def test_passed_deals_cost_the_same_in_every_list():
    lists = lost_lists(LostDealMoney(passed=20), {1: 2}, {1: 1, 2: 3})
    assert lists == ((1, 2, 1, 20), (2, 0, 3, 60))
