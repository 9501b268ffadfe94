"""Following suit and winning tricks."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.cards import ITALIAN_RANKS, PACK_25, PACK_32, PACK_40, PACK_52, RANKS, make_pack
from rules.tricks import beats, is_revoke, is_trump_refused, winning_index

tricks = st.lists(st.sampled_from(PACK_52), min_size=1, max_size=6, unique=True)
trumps = st.sampled_from([None, "C", "S", "H", "D"])


@pytest.mark.parametrize(("pack", "size"), [(PACK_25, 25), (PACK_32, 32), (PACK_40, 40), (PACK_52, 52)])
def test_a_pack_holds_every_card_once(pack: tuple[str, ...], size: int) -> None:
    assert len(pack) == len(set(pack)) == size


def test_prisdorf_has_one_diamond() -> None:
    assert [card for card in PACK_25 if card[0] == "D"] == ["D7"]


def test_a_pack_runs_suit_by_suit_from_high_to_low() -> None:
    assert make_pack("AK", ("C", "S")) == ("CA", "CK", "SA", "SK")


@pytest.mark.parametrize(
    ("trick", "trump", "winner"),
    [
        (["C9", "CK", "CA"], None, 2),
        (["C9", "HA", "CT"], None, 2),
        (["C9", "HA", "D2"], "D", 2),
        (["C9", "D3", "D2"], "D", 1),
        (["C9", "HA", "SA"], "D", 0),
    ],
    ids=["highest of the suit", "other suits lose", "a trump wins", "the higher trump", "nobody follows"],
)
def test_the_highest_trump_else_the_highest_of_the_suit_led_wins(
    trick: list[str], trump: str | None, winner: int
) -> None:
    assert winning_index(trick, RANKS, trump) == winner


def test_in_italian_ranks_a_three_beats_a_king() -> None:
    assert beats("C3", "CK", ITALIAN_RANKS, None)


def test_a_player_who_holds_the_suit_led_must_follow() -> None:
    assert is_revoke(["CA", "HT"], "H", "CA")
    assert not is_revoke(["CA", "HT"], "H", "HT")


def test_the_void_play_anything() -> None:
    assert not is_revoke(["CA", "ST"], "H", "CA")


def test_a_void_player_must_trump_where_it_is_a_duty() -> None:
    assert is_trump_refused(["CA", "ST"], "H", "CA", "S")
    assert not is_trump_refused(["CA", "ST"], "H", "ST", "S")


def test_without_a_trump_there_is_no_duty_to_trump() -> None:
    assert not is_trump_refused(["CA", "DT"], "H", "CA", "S")


@given(tricks, trumps)
def test_no_card_beats_the_winner(trick: list[str], trump: str | None) -> None:
    winner = trick[winning_index(trick, RANKS, trump)]
    followers = [card for card in trick if card[0] in (trick[0][0], trump)]
    assert not any(beats(card, winner, RANKS, trump) for card in followers if card != winner)


@given(tricks, st.sampled_from("CSHD"), trumps)
def test_a_hand_can_always_play(hand: list[str], led: str, trump: str | None) -> None:
    refused = [is_revoke(hand, led, card) or is_trump_refused(hand, led, card, trump) for card in hand]
    assert not all(refused)
