"""A record as the line on a sheet."""

import pytest

from rules import GAMES, get_game
from rules.reading import read_record
from rules.writing import call_words, line_of

FIPSEN = get_game("fipsen-prisdorf")


def line(**record):
    state = FIPSEN.opening(FIPSEN.Options(), 4, 0)
    written = {"contract": "tricks", "declarer": 1, "took_skat": True} | record
    _, outcome = FIPSEN.settle(state, read_record(FIPSEN, written))
    return " ".join(line_of(FIPSEN, state, written, outcome))


@pytest.mark.parametrize(
    ("record", "expected"),
    [
        ({"bid": 3, "trump": "S", "took_skat": False, "tricks": 3}, "3 ♠ Hand"),
        ({"bid": 2, "trump": "D", "tricks": 1}, "2 ♦ Ruten"),
        ({"bid": 2, "trump": "C", "durch": "continued", "tricks": 5}, "2 ♣ went on Durch"),
        ({"contract": "kieker", "trump": "H", "tricks": 5}, "Kieker ♥"),
        ({"contract": "kieker", "surrendered": True}, "Kieker Surrendered"),
        ({"contract": "siebener"}, "Siebener-Fips"),
    ],
)
def test_a_line_says_what_was_played_in_the_words_of_the_sheet(record, expected):
    assert line(**record) == expected


def test_a_bid_that_is_rarely_recorded_stands_behind_its_label():
    skat = get_game("skat")
    state = skat.opening(skat.Options(), 4, 0)
    record = {"declarer": 1, "contract": "C", "matadors": 1, "result": "lost", "bid": 60}
    assert [*map(str, line_of(skat, state, record))] == ["♣", "with", "1", "Bid", "60"]


@pytest.mark.parametrize("game", [each for each in GAMES if each.auction], ids=lambda game: game.key)
def test_a_bid_is_told_in_words_and_numbers_alone(game):
    for bid in game.auction.ladder.rungs(game.Options()):
        words = call_words(game, bid)
        assert all(word.replace("-", "").isalnum() for word in words) and "Bid" not in words, bid


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_a_choice_is_marked_by_a_sign_as_nobody_translates_a_mark(game):
    marks = [choice.mark for each in game.fields for choice in each.choices if choice.mark]
    assert not [mark for mark in marks if any(sign.isalpha() for sign in mark)]
