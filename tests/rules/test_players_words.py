"""Words of the table: with and without, Kreuz and kr, and names where a seat is meant."""

import pytest

from rules import get_game
from rules.game import Seat, Violation
from rules.notation import NO_WORDS, grammar, read_line, write_line
from rules.reading import Refused
from rules.writing import line_of, partners
from scoring.sheet.serialising import Language, sentence

SKAT, DOPPELKOPF = get_game("skat"), get_game("doppelkopf")
GERMAN = {
    "clubs": "Kreuz",
    "spades": "Pik",
    "hearts": "Herz",
    "diamonds": "Karo",
    "with": "mit",
    "without": "ohne",
    "Grand": "Grand",
    "Null": "Null",
    "passed out": "gepasst",
    "Kontra": "Kontra",
}
ENGLISH = {word: word for word in GERMAN}


def at_a_table(game=SKAT):
    return game.opening(game.Options(), game.standard_seats, 0)


def read(line, words=GERMAN):
    return read_line(SKAT, SKAT.Options(), at_a_table(), line, words)


@pytest.mark.parametrize(
    ("line", "contract", "matadors"),
    [
        ("2 Kreuz mit 1 +", "C", 1),
        ("2 kr mit1 +", "C", 1),
        ("2 k ohne 2 -", "C", -2),
        ("2k1+", "C", 1),
        ("2 p mit 1 +", "S", 1),
        ("2 ka ohn 3 +", "D", -3),
        ("2 he Mi 4 -", "H", 4),
        ("2 g ohne 4 +", "grand", -4),
        ("2 c +1 +", "C", 1),
        ("2 c -2 -", "C", -2),
        ("2 d with 3 +", "D", 3),
    ],
)
def test_a_german_player_types_with_and_without_and_the_german_suits(line, contract, matadors):
    record = read(line)
    assert (record["contract"], record["matadors"]) == (contract, matadors)


def test_k_is_kontra_behind_the_game_and_kreuz_in_its_place():
    assert read("2 k 1 k +") == {**read("2 c 1 +"), "kontra": 1}


def test_a_word_that_begins_both_ways_is_not_understood():
    with pytest.raises(Refused):
        read("2 c wi 1 +", ENGLISH)
    assert read("2 c with 1 +", ENGLISH)["matadors"] == 1
    assert read("2 c witho 1 +", ENGLISH)["matadors"] == -1


@pytest.mark.parametrize(
    ("words", "line"), [(GERMAN, "2 ka ohne 2 +"), (ENGLISH, "2 d without 2 +"), (NO_WORDS, "2 d -2 +")]
)
def test_a_record_is_written_as_its_reader_would_type_it(words, line):
    record = {"declarer": 1, "contract": "D", "matadors": -2, "result": "won"}
    assert write_line(SKAT, record, at_a_table(), words) == line
    assert {**read(line, words), **record} == read(line, words)


def test_the_short_forms_shown_are_those_of_the_reader():
    german = [sign.mark for sign in grammar(SKAT, GERMAN)]
    assert german[1:6] == ["kr", "pi", "he", "ka", "g"] and "mit 1\u201311" in german
    english = [sign.mark for sign in grammar(SKAT, ENGLISH)]
    assert english[1:6] == ["c", "s", "h", "d", "g"] and "without 1\u201311" in english


def test_a_line_says_without_2_and_the_points_of_both_sides():
    record = {"declarer": 1, "contract": "C", "matadors": -2, "result": "won"}
    assert line_of(SKAT, at_a_table(), record) == ["\u2663", "without", "2"]
    deal = {"contract": "normal", "declarer": 0, "partner": 2, "card_points": 128}
    assert line_of(DOPPELKOPF, at_a_table(DOPPELKOPF), deal) == ["128 : 112"]


def test_a_row_names_partners_and_a_soloist_but_nobody_in_skat():
    assert partners(DOPPELKOPF, {"declarer": 0, "partner": 2}) == [0, 2]
    assert partners(DOPPELKOPF, {"declarer": 3, "partner": None}) == [3]
    assert partners(SKAT, {"declarer": 1}) == []


def test_a_refusal_says_the_name_of_a_player_where_it_is_known():
    out = Violation("declarer_sits_out", "declarer", "{seat} deals and sits out.", {"seat": Seat(2)})
    words = {"seat {seat}": "Platz {seat}", "{seat} deals and sits out.": "{seat} gibt und setzt aus."}
    known = Language(lambda text: words.get(text, text), ",", ("Erna", "Horst"))
    assert sentence(known, out) == "Horst gibt und setzt aus."
    assert sentence(Language(words.__getitem__), out) == "Platz 2 gibt und setzt aus."
    assert str(out) == "Seat 2 deals and sits out."
