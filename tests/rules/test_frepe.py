"""Frepe: payments between players, and the pot."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.frepe import GAME
from rules.frepe.record import Options, Record


def a_deal(**changes):
    """Return a deal of six players: the dealer and the right neighbour play and share the tricks."""
    defaults: dict[str, Any] = {
        "playing": (True, True, False, False, False, False),
        "tricks": (2, 3, 0, 0, 0, 0),
    }
    return Record(**(defaults | changes))


def alone(tricks, **changes):
    """Return a deal in which only the dealer plays; the right neighbour is the opponent."""
    return a_deal(playing=(True,) + (False,) * 5, tricks=(tricks, 5 - tricks, 0, 0, 0, 0), **changes)


def a_table(seats=6, dealer=0, pot=0, next_ante="all", **options):
    """Return a table with this pot."""
    state = GAME.opening(Options(**options), seats, dealer)
    return state.after((0,) * seats, dealer=dealer, pot=pot, next_ante=next_ante)


def play(state, record):
    """Return the state and the outcome of an accepted deal."""
    assert GAME.violations(state, record) == []
    return GAME.settle(state, record)


def codes(record, **table):
    """Return the code of every refusal, in order."""
    return [each.code for each in GAME.violations(a_table(**table), record)]


def test_everybody_pays_the_ante_into_an_empty_pot_and_later_the_dealer_alone():
    _, first = play(a_table(), a_deal())
    _, later = play(a_table(pot=60, next_ante="dealer"), a_deal())
    assert first.facts["ante"] == (-10,) * 6
    assert (later.facts["ante"], later.facts["pot_at_play"]) == ((-10, 0, 0, 0, 0, 0), 70)


@pytest.mark.parametrize(
    ("tricks", "payments", "pot"),
    [
        pytest.param((2, 3, 0, 0, 0, 0), (30, 30, 0, 0, 0, 0), 0, id="two safe"),
        pytest.param((1, 4, 0, 0, 0, 0), (-60, 120, 0, 0, 0, 0), 0, id="one safe, one frepe"),
        pytest.param((2, 2, 1, 0, 0, 0), (90, 90, -120, 0, 0, 0), 0, id="two safe, one frepe"),
        pytest.param((3, 1, 1, 0, 0, 0), (180, -60, -60, 0, 0, 0), 0, id="one safe, two frepes"),
        pytest.param((1, 1, 1, 1, 1, 0), (0, 0, 0, 0, 0, 0), 60, id="nobody safe"),
    ],
)
def test_a_frepe_pays_the_pot_to_everybody_safe(tricks, payments, pot):
    state, outcome = play(a_table(), a_deal(playing=tuple(count > 0 for count in tricks), tricks=tricks))
    assert (outcome.facts["settlement"], state.pot) == (payments, pot)
    assert state.next_ante == ("dealer" if pot else "all")


def test_a_dealer_with_the_turn_up_pays_twice():
    _, outcome = play(a_table(), a_deal(tricks=(1, 4, 0, 0, 0, 0), took_turnup=True))
    assert outcome.facts["settlement"] == (-120, 180, 0, 0, 0, 0)


def test_the_odd_chip_stays_and_still_everybody_pays_the_next_ante():
    state, outcome = play(a_table(pot=1), a_deal())
    assert outcome.facts["settlement"] == (30, 30, 0, 0, 0, 0)
    assert (state.pot, state.next_ante) == (1, "all")


@pytest.mark.parametrize(
    ("tricks", "turnup", "kind", "gain", "pot", "ante"),
    [
        (5, False, "special_dealer_sweeps", 60, 0, "all"),
        (4, True, "special_dealer_sweeps", 60, 0, "all"),
        (3, False, "special_dealer_half", 30, 30, "dealer"),
        (2, True, "special_dealer_half", 30, 30, "dealer"),
        (1, False, "special_dealer_frepe", -60, 120, "dealer"),
        (0, True, "special_dealer_frepe", -120, 180, "dealer"),
    ],
)
def test_the_dealer_plays_against_the_pot_when_all_others_pass(tricks, turnup, kind, gain, pot, ante):
    state, outcome = play(a_table(), alone(tricks, took_turnup=turnup))
    assert (outcome.facts["kind"], outcome.facts["settlement"]) == (kind, (gain, 0, 0, 0, 0, 0))
    assert (state.pot, state.next_ante) == (pot, ante)


@pytest.mark.parametrize(("antes", "expected"), [(True, -10), (False, 0)])
def test_of_seven_the_dealers_left_sits_out(antes, expected):
    record = a_deal(playing=(True, True) + (False,) * 5, tricks=(2, 3, 0, 0, 0, 0, 0))
    _, outcome = play(a_table(seats=7, sitter_antes=antes), record)
    assert (outcome.facts["sitter"], outcome.facts["ante"][6]) == (6, expected)


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"playing": None}, "seats_mismatch"),
        ({"tricks": None}, "seats_mismatch"),
        ({"tricks": (2, 3, 0)}, "seats_mismatch"),
        (
            {"playing": (False, True, True, False, False, False), "tricks": (0, 2, 3, 0, 0, 0)},
            "dealer_must_play",
        ),
        ({"tricks": (2, 2, 0, 0, 0, 0)}, "tricks_sum_not_five"),
        ({"tricks": (2, 2, 1, 0, 0, 0)}, "tricks_by_player_who_passed"),
    ],
)
def test_a_table_is_refused(changes, code):
    assert codes(a_deal(**changes)) == [code]


def test_tricks_out_of_range_are_named_first():
    assert codes(a_deal(tricks=(-1, 6, 0, 0, 0, 0))) == ["tricks_out_of_range", "tricks_out_of_range"]


def test_a_player_who_sits_out_cannot_play():
    record = a_deal(playing=(True,) + (False,) * 5 + (True,), tricks=(3, 0, 0, 0, 0, 0, 2))
    assert codes(record, seats=7) == ["sitter_has_no_cards"]


def test_only_the_dealers_right_plays_on_when_all_others_pass():
    assert codes(alone(3)) == []
    record = a_deal(playing=(True,) + (False,) * 5, tricks=(3, 0, 2, 0, 0, 0))
    assert codes(record) == ["tricks_by_player_who_passed"]


@pytest.mark.parametrize(
    ("seats", "stake", "expected"),
    [
        (4, 10, ["seats_out_of_range"]),
        (5, 1, []),
        (7, 10, []),
        (8, 10, ["seats_out_of_range"]),
        (6, 0, ["stake_not_positive"]),
    ],
)
def test_tables_and_stakes(seats, stake, expected):
    assert [each.code for each in GAME.table_violations(Options(stake=stake), seats, 0)] == expected


@st.composite
def a_legal_deal(draw, seats, dealer):
    """Draw a deal: some seats play, including the dealer, and share five tricks."""
    able = [seat for seat in range(seats) if seats < 7 or seat != (dealer - 1) % seats]
    players = [*draw(st.lists(st.sampled_from(able), unique=True)), dealer]
    takers = players if set(players) != {dealer} else [dealer, (dealer + 1) % seats]
    tricks = draw(st.lists(st.sampled_from(takers), min_size=5, max_size=5))
    playing = tuple(seat in players for seat in range(seats))
    return Record(playing, tuple(tricks.count(seat) for seat in range(seats)), draw(st.booleans()))


@given(st.data(), st.integers(5, 7), st.integers(1, 25))
def test_a_chip_is_never_made_or_lost(data, seats, stake):
    state = a_table(seats=seats, stake=stake)
    for _ in range(data.draw(st.integers(1, 12))):
        state, _ = play(state, data.draw(a_legal_deal(seats, state.dealer)))
        assert sum(state.totals) + state.pot == 0
        assert state.pot >= 0
