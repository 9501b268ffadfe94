"""Refusals of a replay before the first card, and their codes."""

from collections.abc import Callable
from typing import Any

import pytest

from simulation import replay_deal

HANDS = [
    ["SA", "C7", "CQ", "C9", "H9"],
    ["S9", "CJ", "CT", "H8", "S7"],
    ["C8", "SK", "CK", "S8", "HA"],
    ["HQ", "HT", "D7", "HK", "ST"],
]


def a_deal(**changes: Any) -> dict[str, Any]:
    """Return a deal: seat 3 loses a Ruten Durch with the first trick."""
    deal = {
        "game": "fipsen-prisdorf",
        "seats": 4,
        "options": {},
        "dealer": 2,
        "hands": HANDS,
        "skat": ["H7", "HJ"],
        "declarer": 3,
        "contract": "tricks",
        "announced": ["ruten"],
        "trump": "D",
        "bid": 2,
        "durch": "announced",
        "took_skat": False,
        "plays": ["ST", "SA", "S9", "SK"],
    }
    return {**deal, **changes}


def code_of(request: Any) -> tuple[int | None, str]:
    answer = replay_deal(request)
    assert answer["ok"] is False, answer
    return answer["play"], answer["code"]


def with_hand(seat: int, *cards: str) -> dict[str, Any]:
    return a_deal(hands=[list(cards) if index == seat else hand for index, hand in enumerate(HANDS)])


def test_the_record_repeats_the_declaration_and_adds_the_tricks() -> None:
    answer = replay_deal(a_deal())
    assert answer["tricks"] == [1, 0, 0, 0]
    assert answer["record"]["tricks"] == 0
    assert answer["deltas"] == [0, 0, 0, -32]


@pytest.mark.parametrize(
    ("request_", "code"),
    [
        (None, "bad_request"),
        ([], "bad_request"),
        ({}, "bad_request"),
        (a_deal(game=None), "bad_request"),
        (a_deal(game="watten"), "game_unknown"),
        (a_deal(seats=None), "bad_request"),
        (a_deal(dealer="2"), "bad_request"),
        (a_deal(seats=True), "bad_request"),
        (a_deal(options=[]), "bad_request"),
        (a_deal(options={"joker": True}), "switch_unknown"),
        (a_deal(options={"min_bid": 4}), "switch_invalid"),
        (a_deal(seats=5), "seats_out_of_range"),
        (a_deal(dealer=4), "dealer_out_of_range"),
        (a_deal(hands=None), "bad_request"),
        (a_deal(hands=HANDS[:3]), "bad_request"),
        (a_deal(plays=None), "bad_request"),
        (a_deal(plays=[7]), "bad_field"),
        (a_deal(hands=[*HANDS[:3], "HQ"]), "bad_field"),
        (a_deal(skat="H7"), "bad_field"),
        (a_deal(discards=["H7"]), "bad_field"),
        (a_deal(bid="2"), "bad_field"),
    ],
)
def test_a_replay_that_cannot_be_read_is_refused_in_the_order_of_the_contract(
    request_: Any, code: str
) -> None:
    assert code_of(request_) == (None, code)


def test_a_name_that_no_replay_and_no_record_has_is_refused_by_name() -> None:
    refused = {"ok": False, "play": None, "code": "bad_request"}
    assert replay_deal(a_deal(triks=1)) == {**refused, "unknown": ["triks"]}
    calls = [{"seat": 0, "call": "re", "play": 0, "card": 1}]
    assert replay_deal(a_deal(calls=calls)) == {**refused, "unknown": ["card"]}
    assert replay_deal(a_deal(kontra=0))["ok"]


@pytest.mark.parametrize(
    "deal",
    [
        with_hand(0, "SA", "C7", "CQ", "C9"),
        with_hand(0, "SA", "C7", "CQ", "C9", "HQ"),
        with_hand(0, "SA", "C7", "CQ", "C9", "DA"),
        a_deal(skat=["H7"]),
        a_deal(skat=["H7", "SA"]),
        a_deal(skat=None),
    ],
    ids=["too few", "twice", "not in the pack", "skat too small", "skat also in a hand", "no skat"],
)
def test_a_deal_that_was_not_dealt_so_is_refused(deal: dict[str, Any]) -> None:
    assert code_of(deal) == (None, "hand_not_as_dealt")


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"trump": None}, "trump_required"),
        ({"trump": "S"}, "ruten_bound_but_trump_not_diamonds"),
        ({"took_skat": None}, "took_skat_required"),
        ({"bid": 6}, "bid_out_of_range"),
        ({"contra": 1}, "contra_not_enabled"),
        ({"held_options": 4}, "held_options_missing"),
    ],
)
def test_a_declaration_is_refused_as_on_the_sheet(changes: dict[str, Any], code: str) -> None:
    assert code_of(a_deal(**changes)) == (None, code)


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"took_skat": True}, "discards_wrong"),
        ({"discards": {"3": ["HQ"]}}, "discards_wrong"),
        ({"took_skat": True, "discards": {"3": ["H7", "H7"]}}, "discards_wrong"),
        ({"drawn": {"3": ["CA", "SQ", "SJ"]}}, "exchange_not_allowed"),
        ({"discards": {"x": ["HQ"]}}, "exchange_not_allowed"),
    ],
)
def test_an_exchange_must_bring_the_hand_back_to_five(changes: dict[str, Any], code: str) -> None:
    assert code_of(a_deal(announced=[], **changes)) == (None, code)


@pytest.mark.parametrize(
    ("plays", "fault"),
    [
        ([], (0, "deal_incomplete")),
        (["ST", "SA", "S9"], (3, "deal_incomplete")),
        (["ST", "C7"], (1, "must_follow_suit")),
        (["CA"], (0, "not_in_hand")),
        (["??"], (0, "not_in_hand")),
        (["ST", "SA", "S9", "SK", "CQ", "H8"], (4, "play_after_end")),
    ],
)
def test_the_first_faulty_play_is_named(plays: list[str], fault: tuple[int, str]) -> None:
    assert code_of(a_deal(plays=plays)) == fault


def a_kieker(**changes: Any) -> dict[str, Any]:
    """Return a deal: seat 0 has no picture and may take skat and rest."""
    hands = [["SA", "C7", "CT", "C9", "H9"], ["S9", "CJ", "CQ", "H8", "S7"], *HANDS[2:]]
    kieker = {"declarer": 0, "contract": "kieker", "announced": [], "bid": None, "durch": None}
    return a_deal(**{"hands": hands, **kieker, "surrendered": True, "trump": None, "plays": [], **changes})


@pytest.mark.parametrize(
    "changes",
    [
        {"took_skat": False},
        {
            "took_skat": True,
            "drawn": {"0": ["CA", "SQ", "SJ"]},
            "discards": {"0": ["C7", "CT", "C9", "H9", "SJ"]},
        },
    ],
    ids=["without an exchange", "any five of the ten go"],
)
def test_a_kieker_may_be_surrendered_with_or_without_an_exchange(changes: dict[str, Any]) -> None:
    assert replay_deal(a_kieker(**changes))["deltas"] == [-5, 0, 0, 0]


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"declarer": 2}, "kieker_hand_has_picture"),
        ({"took_skat": True, "discards": {"0": ["C7", "CT"]}}, "exchange_not_allowed"),
        ({"took_skat": True, "drawn": {"0": ["CA"]}}, "exchange_not_allowed"),
        ({"took_skat": True, "drawn": {"0": ["CA", "SQ", "SJ"]}}, "discards_wrong"),
    ],
)
def test_a_kieker_takes_all_that_is_left_or_nothing(changes: dict[str, Any], code: str) -> None:
    assert code_of(a_kieker(**changes)) == (None, code)


@pytest.mark.parametrize("change", [lambda deal: deal.pop("skat"), lambda deal: deal.update(extra=1)])
def test_a_request_is_left_as_it_was(change: Callable[[dict[str, Any]], Any]) -> None:
    deal = a_deal()
    change(deal)
    before = repr(deal)
    replay_deal(deal)
    assert repr(deal) == before


@pytest.mark.parametrize("contract", ["thrown", "wedding_alone", "ramsch"])
@pytest.mark.parametrize("throwing", [False, True])
def test_a_contract_of_doppelkopf_without_cards_to_play_is_unknown(contract: str, throwing: bool) -> None:
    pack = [suit + rank for suit in "CSHD" for rank in "AKQJT9"] * 2
    deal = {
        "game": "doppelkopf",
        "seats": 4,
        "options": {"throwing": throwing},
        "dealer": 0,
        "hands": [pack[first : first + 12] for first in range(0, 48, 12)],
        "contract": contract,
        "plays": [],
    }
    assert code_of(deal) == (None, "contract_unknown")
