"""Rifki: seven contracts, the choices of each seat, and a game that adds up to 0."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.rifki import GAME
from rules.rifki.record import CONTRACTS, NEGATIVES, Options, Record

DEAL_TOTALS = [  # the contracts: units of a deal, points of a deal
    ("koz", 13, 650),
    ("rifki", 1, -320),
    ("kiz", 4, -400),
    ("erkek", 8, -480),
    ("kupa", 13, -390),
    ("son_iki", 2, -360),
    ("el_almaz", 13, -650),
]


def a_deal(contract="kiz", **changes):
    """Return a deal in which the player on the declarer's right takes all units."""
    counts = (0, 0, CONTRACTS[contract].units, 0) if contract in CONTRACTS else None
    trump = "S" if contract == "koz" else None
    return Record(**({"contract": contract, "counts": counts, "trump": trump} | changes))


def a_table(**changes):
    """Return a table at which seat 0 deals and seat 1 chooses."""
    return GAME.opening(Options(), 4, 0).after((0,) * 4, dealer=0, **changes)


def play(state, *deals):
    """Return the state and the last outcome after deals that are all accepted."""
    for record in deals:
        assert GAME.violations(state, record) == []
        state, outcome = GAME.settle(state, record)
    return state, outcome


def codes(record, **table):
    """Return the code of every refusal, in order."""
    return [each.code for each in GAME.violations(a_table(**table), record)]


@pytest.mark.parametrize(("contract", "units", "points"), DEAL_TOTALS)
def test_the_table_of_contracts(contract, units, points):
    _, outcome = play(a_table(), a_deal(contract))
    assert outcome.deltas == (0, 0, points, 0)
    assert outcome.facts == {"declarer": 1, "contract": contract}
    assert CONTRACTS[contract].units == units


def test_a_contract_is_used_up_by_its_declarer_and_by_the_table():
    state, _ = play(a_table(), a_deal("koz"), a_deal("kiz"))
    assert (state.positives_left, state.negatives_left) == ((2, 1, 2, 2), (3, 3, 2, 3))
    assert (state.contract_counts["koz"], state.contract_counts["kiz"]) == (1, 1)


@pytest.mark.parametrize(("house_rule", "counts", "dealer"), [(False, True, 1), (True, False, 0)])
def test_one_queen_each_may_be_void(house_rule, counts, dealer):
    state = GAME.opening(Options(kiz_all_one_void=house_rule), 4, 0)
    after, outcome = play(state, a_deal(counts=(1, 1, 1, 1)))
    assert (outcome.counts, after.dealer) == (counts, dealer)
    assert (sum(outcome.deltas) == 0) == house_rule


@pytest.mark.parametrize(
    ("contract", "changes", "code"),
    [
        ("kiz", {"declarer": 0}, "wrong_declarer"),
        ("solo", {"counts": (0, 0, 0, 0)}, "contract_unknown"),
        ("koz", {"trump": None}, "trump_required"),
        ("koz", {"trump": "X"}, "trump_required"),
        ("koz", {"trump": "NT"}, "no_trump_not_allowed"),
        ("kiz", {"trump": "H"}, "negative_has_no_trump"),
        ("kiz", {"counts": None}, "counts_wrong_length"),
        ("kiz", {"counts": (4, 0, 0)}, "counts_wrong_length"),
        ("kiz", {"counts": (5, -1, 0, 0)}, "counts_negative"),
        ("kiz", {"counts": (2, 1, 0, 0)}, "counts_sum_wrong"),
        ("kiz", {"counts": (2, 1, 1, 1)}, "counts_sum_wrong"),
    ],
)
def test_a_table_is_refused(contract, changes, code):
    assert codes(a_deal(contract, **changes)) == [code]


def test_a_seat_does_not_choose_kozlar_a_third_time():
    assert codes(a_deal("koz"), positives_left=(2, 0, 2, 2)) == ["positive_quota_used"]


def test_a_seat_does_not_choose_a_fourth_negative():
    assert codes(a_deal(), negatives_left=(3, 0, 3, 3)) == ["negative_quota_used"]


def test_no_negative_is_played_a_third_time():
    played = dict.fromkeys(CONTRACTS, 0) | {"kiz": 2}
    (refused,) = GAME.violations(a_table(contract_counts=played), a_deal())
    assert refused.code == "contract_played_twice"
    assert str(refused) == "Kız has been played 2 times in this game already."


def test_after_twenty_deals_the_game_is_over():
    nothing = {"positives_left": (0,) * 4, "negatives_left": (0,) * 4}
    assert codes(a_deal(), **nothing) == ["game_over"]
    assert GAME.extra(a_table(**nothing))["legal_next"] == ()


def test_the_next_declarer_reads_open_contracts_in_their_order():
    played = dict.fromkeys(CONTRACTS, 0) | {"erkek": 2}
    state = a_table(positives_left=(2, 0, 2, 2), contract_counts=played)
    assert GAME.extra(state)["legal_next"] == ("rifki", "kiz", "kupa", "son_iki", "el_almaz")


TAKERS = {  # the taker of each unit, by number of units: built once, as drawing is faster than building
    units: st.lists(st.integers(0, 3), min_size=units, max_size=units)
    for units in {contract.units for contract in CONTRACTS.values()}
}


@given(st.data())
def test_a_whole_game_adds_up_to_nothing(data):
    state = a_table()
    for _ in range(20):
        contract = data.draw(st.sampled_from(GAME.extra(state)["legal_next"]))
        takers = data.draw(TAKERS[CONTRACTS[contract].units])
        state, _ = play(state, a_deal(contract, counts=tuple(takers.count(seat) for seat in range(4))))
    assert GAME.is_over(state)
    assert sum(state.totals) == 0
    assert {state.contract_counts[key] for key in NEGATIVES} == {2}
