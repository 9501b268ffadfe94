"""Prizes by place and lost-deal money by steps: whole cents, always the sum of the pot."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.competitions.awards import LOT, MAIN, SHARE, Prize
from scoring.competitions.lost_deals import LostDealMoney, LostDealStep, cost_of, lost_lists, paid_by_list
from scoring.competitions.prizes import Award, Beside, Money, PrizeKey, award_event

RANKS = {10: 1, 20: 2, 30: 2, 40: 4}  # 20 and 30 are tied
BY_NUMBER = "{:03}".format  # a lot that draws the lowest start number first
SHARES = (Prize((1,), share=500), Prize((2,), share=300), Prize((3,), share=200))


def award_prizes(key, ranks, pot, lot):
    return [*award_event(key, ranks, Money(pot), lot).awards]


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
def test_players_get_these_prizes(key, awards):
    assert cents(key) == awards


BEST_TWO = (Prize((1,), share=500), Prize((2,), share=300))


@pytest.mark.parametrize(
    ("prizes", "ties", "tied"),
    [
        pytest.param(BEST_TWO, SHARE, [((20, 30), (20, 30))], id="shared"),
        pytest.param(BEST_TWO, LOT, [((20, 30), (20,))], id="by lot"),
        pytest.param((Prize((1, 2), thing="Ham"),), SHARE, [((20, 30), (20,))], id="a ham is not cut"),
        pytest.param((Prize((), choose=("Ham", "Wine")),), SHARE, [((20, 30), (20,))], id="the last choice"),
        pytest.param((Prize((1, 7), thing="Ham"),), SHARE, [], id="nobody has the seventh place"),
        pytest.param(SHARES, SHARE, [], id="a prize for each of them"),
        pytest.param((), SHARE, [], id="no prizes"),
    ],
)  # fmt: skip
def test_players_who_are_equal_at_the_last_prize_are_named(prizes, ties, tied):
    outcome = award_event(PrizeKey(prizes, ties), RANKS, Money(1000), BY_NUMBER)
    assert [(each.entrants, each.winners) for each in outcome.ties] == tied


def test_teams_that_are_equal_at_the_last_prize_are_named_by_who_takes_it():
    pairs = Beside(7, {1: 1, 2: 1}, (Prize((1,), thing="Ham"),), holders={1: 30, 2: 10})
    [tie] = award_event(PrizeKey(), RANKS, Money(0), BY_NUMBER, beside=[pairs]).ties
    assert (tie.contest.competition, tie.entrants, tie.winners) == (7, (30, 10), (30,))


def test_another_lot_gives_the_odd_cent_to_the_other():
    key = PrizeKey((Prize((2,), cents=101),))
    assert cents(key, lot=lambda number: f"{1000 - number}") == {20: 50, 30: 51}


def test_the_best_get_what_rounding_leaves_over():
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
    found = award_prizes(key, RANKS, 0, BY_NUMBER)
    assert [(each.entrant, each.rank, each.cents, each.things) for each in found] == [
        (20, 2, 0, ("Ham",)), (30, 2, 0, ("Sausage",)),
    ]  # fmt: skip


# Prize tables


def tables(key, given=None, ranks=RANKS, beside=()):
    """Return each prize table as start number, unit and thing of each turn, and what is left."""
    found = award_event(key, ranks, Money(0), BY_NUMBER, beside=beside, given=given)
    return [([(*turn,) for turn in each.turns], each.left) for each in found.tables]


def test_things_are_chosen_in_the_order_of_the_ranking_one_by_each():
    key = PrizeKey((Prize((), choose=("Ham", "Wine", "Cake")),))
    assert tables(key) == [([(10, 10, ""), (20, 20, ""), (30, 30, "")], ("Ham", "Wine", "Cake"))]
    assert tables(key, {20: ["Ham"], 10: ["Cake"]}) == [
        ([(10, 10, "Cake"), (20, 20, "Ham"), (30, 30, "")], ("Wine",))
    ]


def test_only_the_places_named_choose_and_a_thing_more_than_players_is_left():
    key = PrizeKey((Prize((2, 3), choose=("Ham", "Wine", "Cake")),))
    assert tables(key, {30: ["Wine"]}) == [([(20, 20, ""), (30, 30, "Wine")], ("Ham", "Cake"))]


def test_the_prize_of_a_place_is_not_taken_for_a_choice():
    key = PrizeKey((Prize((1,), thing="Ham"), Prize((), choose=("Ham", "Wine"))))
    assert tables(key, {10: ["Ham"]}) == [([(10, 10, ""), (20, 20, "")], ("Ham", "Wine"))]
    assert tables(key, {10: ["Ham", "Ham"]}) == [([(10, 10, "Ham"), (20, 20, "")], ("Wine",))]


def test_a_player_without_a_turn_takes_nothing_from_the_table():
    assert tables(PrizeKey((Prize((), choose=("Ham",)),)), {20: ["Ham"]}) == [([(10, 10, "")], ("Ham",))]


def test_the_first_member_chooses_for_the_team_at_the_table_of_its_competition():
    beside = Beside(2, {1: 2, 4: 1}, (Prize((), choose=("Ham", "Wine")),), holders={1: 10, 4: 30})
    assert tables(PrizeKey(), {30: ["Wine"]}, beside=[beside]) == [([(30, 4, "Wine"), (10, 1, "")], ("Ham",))]


def test_a_player_who_may_choose_counts_as_a_winner_where_each_wins_once():
    key = PrizeKey((Prize((), choose=("Ham",)),), is_one_each=True)
    beside = Beside(1, {10: 1, 20: 2}, (Prize((1,), thing="Cup"),))
    found = award_event(key, RANKS, Money(0), BY_NUMBER, beside=[beside], given={10: ["Ham"]})
    assert {each.entrant: each.things for each in found.awards} == {10: ("Ham",), 20: ("Cup",)}


STEPS = ((3, 50), (None, 100))


@pytest.mark.parametrize(("lost", "due"), [(0, 0), (1, 50), (3, 150), (4, 250), (10, 850)], ids="{}".format)
def test_lost_deals_cost_fifty_up_to_three_and_then_a_euro(lost, due):
    assert cost_of(lost, STEPS) == due


@pytest.mark.parametrize(("steps", "due"), [((), 0), (((None, 30),), 150), (((2, 10), (4, 20)), 60)])
def test_other_steps(steps, due):
    assert cost_of(5, steps) == due


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
        own = awards.get(who, Award(who, ranks[who]))
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
    assert cost_of(lost, steps) == sum(each)


@pytest.mark.parametrize(("per", "cents"), [("list", [0, 250, 250]), ("evening", [0, 250, 400])])
def test_the_steps_begin_anew_in_every_list_or_go_on(per, cents):
    lists = lost_lists(LostDealMoney(STEPS, per), {1: 0, 2: 4, 3: 4}, {})
    assert [each.cents for each in lists] == cents
    assert sum(cents) == (500 if per == "list" else cost_of(8, STEPS))


def test_passed_deals_cost_the_same_in_every_list():
    lists = lost_lists(LostDealMoney(passed=20), {1: 2}, {1: 1, 2: 3})
    assert lists == ((1, 2, 1, 20), (2, 0, 3, 60))


# Where the money goes

LISTS = {1: {10: 1, 20: 2, 30: 2, 40: 4}, 2: {20: 1, 30: 1, 10: 3, 40: 4}}


def test_half_of_the_lost_deal_money_of_each_list_is_its_best_players_and_the_rest_the_hosts():
    key = PrizeKey((Prize((1,), share=1000),), sources={"fee": 900}, best_of_lists=500)
    outcome = award_event(key, RANKS, Money(8000, {1: 1250, 2: 1151}, 7), BY_NUMBER, LISTS)
    assert [(each.entrant, each.rank, each.cents, each.lists) for each in outcome.awards] == [
        (10, 1, 7200 + 625, ((1, 625),)),
        (20, 2, 288, ((2, 288),)),
        (30, 2, 287, ((2, 287),)),
    ]
    assert [(*each[:5], each.host) for each in outcome.sources] == [
        ("fee", None, 8000, 7200, 0, 800),
        ("lost_deals", None, 7, 0, 0, 7),
        ("lost_deals", 1, 1250, 0, 625, 625),
        ("lost_deals", 2, 1151, 0, 575, 576),
    ]


@given(
    st.fixed_dictionaries({}, optional={"fee": st.integers(1, 1000), "lost_deals": st.integers(1, 600)}),
    st.integers(0, 400),
    st.builds(
        Money,
        st.integers(0, 999),
        st.fixed_dictionaries({1: st.integers(0, 99), 2: st.integers(0, 99)}),
        st.integers(0, 9),
    ),
)
def test_every_cent_is_won_left_in_the_pot_or_the_hosts(sources, best_of_lists, money):
    key = PrizeKey((Prize((1,), share=999),), sources=sources, best_of_lists=best_of_lists)
    outcome = award_event(key, RANKS, money, BY_NUMBER, LISTS)
    taken = money.fees + money.other_lost + sum(money.lost.values())
    best = sum(cents for award in outcome.awards for _, cents in award.lists)
    assert sum(each.taken for each in outcome.sources) == taken
    assert sum(each.best for each in outcome.sources) == best
    assert sum(each.pot for each in outcome.sources) == outcome.pots[MAIN].cents
    assert sum(award.cents for award in outcome.awards) == best + outcome.pots[MAIN].cents * 999 // 1000
    assert all(0 <= each.host <= each.taken for each in outcome.sources)
    for pot in outcome.pots.values():
        assert pot.cents == sum(part.cents for part in pot.parts)
    for award in outcome.awards:
        for won in award.won:
            each, more = divmod(sum(part.cents for part in won.parts), won.among)
            assert won.cents in {each, each + bool(more)}


def test_players_who_share_places_know_all_their_parts_and_the_pot_its_sources():
    key = PrizeKey(
        (Prize((1,), share=500), Prize((2,), share=333), Prize((3,), cents=70)), sources={"fee": 500}
    )
    outcome = award_event(key, RANKS, Money(2007, payers=4), BY_NUMBER)
    first, second, third = [award.won[0] for award in outcome.awards]
    assert first.parts == [(1, 502, 500)] and first.among == 1  # 501 and what rounding left
    assert second.parts == third.parts == [(2, 333, 333), (3, 70, 0)]
    assert (second.cents, third.cents, second.among) == (202, 201, 2)
    assert outcome.pots[MAIN] == (1003, (("fee", None, 500, 2007, 1003, 4),), 98)


def test_a_payment_covers_the_first_list_first():
    lists = lost_lists(LostDealMoney(STEPS), {1: 3, 2: 4}, {})
    assert paid_by_list(lists, 200) == ({1: 150, 2: 50}, 0)
    assert paid_by_list(lists, 410) == ({1: 150, 2: 250}, 10)
