"""The sheet agrees with the cards: tricks are counted again from the plays, independently."""

from random import Random
from typing import Any

import pytest

from simulation import play_sheet

HIGH_TO_LOW = "AKQJT98765432"


def strength(card: str, led: str, trump: str | None) -> tuple[bool, bool, int]:
    return (card[0] == trump, card[0] == led, -HIGH_TO_LOW.index(card[1]))


def count_tricks(plays: list[str], places: int, leader: int, trump: str | None) -> list[int]:
    """Return the tricks by place, when `leader` leads the first."""
    taken = [0] * places
    for start in range(0, len(plays), places):
        trick = plays[start : start + places]
        best = max(trick, key=lambda card: strength(card, trick[0][0], trump))
        leader = (leader + trick.index(best)) % places
        taken[leader] += 1
    return taken


def sheet(key: str, seats: int) -> list[dict[str, Any]]:
    rows = play_sheet(key, {}, seats, 0, 200, Random(2))
    return [{**row.cards, "record": row.record} for row in rows if row.cards["plays"]]


@pytest.mark.parametrize("seats", [3, 4])
def test_the_declarer_of_fipsen_has_the_tricks_their_cards_won(seats: int) -> None:
    for deal in sheet("fipsen-prisdorf", seats):
        declarer, record = deal["declarer"], deal["record"]
        taken = count_tricks(deal["plays"], seats, declarer, record["trump"])
        assert taken[declarer] == record["tricks"], deal


@pytest.mark.parametrize("seats", [3, 4])
def test_a_fipsen_deal_ends_when_the_bid_is_made_or_lost(seats: int) -> None:
    for deal in sheet("fipsen-prisdorf", seats):
        record = deal["record"]
        lost = len(deal["plays"]) // seats - record["tricks"]
        needs_all = record["contract"] == "kieker" or record["durch"] != "no"
        needed = 5 if needs_all else record["bid"]
        assert (record["tricks"] == needed) != (lost == 6 - needed)


def test_every_player_in_thedinghausen_has_the_tricks_their_cards_won() -> None:
    for deal in sheet("fipsen-thedinghausen", 5):
        trump = deal["turnup"][0]
        taken = count_tricks(deal["plays"], 5, (deal["dealer"] + 1) % 5, trump)
        assert taken == deal["record"]["tricks"]


def test_the_dealer_of_flunk_has_the_tricks_of_hand_and_dummy() -> None:
    for deal in sheet("flunk", 3):
        # Places in the order of play: left, dummy, right, dealer.
        taken = count_tricks(deal["plays"], 4, 0, deal["record"].get("trump"))
        assert taken[1] + taken[3] == deal["record"]["tricks"]
