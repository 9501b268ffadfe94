"""A deal as one short line: read, refused, written, and the round trip for every golden record."""

import csv
from functools import cache
from pathlib import Path

import pytest

from rules import GAMES, get_game
from rules.fields import NEVER_ASKED, Kind
from rules.notation import NO_WORDS, as_asked, grammar, labels, read_line, spell_out, write_line
from rules.reading import Refused, open_table, read_options, read_record
from scoring.paper.columns import columns_of as paper_columns
from scoring.paper.columns import read_cells
from tests.golden import golden_cases, golden_files
from tests.sweeps import todays

SHEETS = Path(__file__).parent.parent / "data" / "sheets"
MOST_LETTERS = 6


def a_table(key="fipsen-prisdorf", seats=None, options=None):
    game = get_game(key)
    return game, open_table(game, read_options(game, options or {}), seats or game.standard_seats, 0)


def read(line, *table, words=NO_WORDS, **more):
    game, state = a_table(*table, **more)
    return read_line(game, state.options, state, line, words)


def refusal(line, *table, **more):
    with pytest.raises(Refused) as refused:
        read(line, *table, **more)
    return refused.value.violations[0]


PLAYED = {"declarer": 2, "contract": "tricks", "bid": 4, "trump": "S", "durch": "no", "tricks": 4}
HAND = {**PLAYED, "announced": ["hand"], "took_skat": False}
TAKEN = {**PLAYED, "took_skat": True}
DIAMONDS = {**PLAYED, "trump": "D", "announced": ["ruten"], "took_skat": True}
KIEKER = {"declarer": 2, "contract": "kieker", "surrendered": False, "trump": "C", "tricks": 5}

PRISDORF = {
    "3 4 S h +": HAND,
    "34Sh+": HAND,
    "3  4 s H 4": HAND,
    "3 4 h S +": HAND,
    "3 4 s hand +": HAND,
    "34♠+": TAKEN,
    "34s-": {**TAKEN, "tricks": 3},
    "34s-1": {**TAKEN, "tricks": 1},
    "34s\u22121": {**TAKEN, "tricks": 1},
    "34sl+": {**TAKEN, "took_skat": False},
    "34r+": DIAMONDS,
    "34rd+": {**DIAMONDS, "announced": ["ruten", "durch"], "durch": "announced", "tricks": 5},
    "34sc+": {**TAKEN, "durch": "continued", "tricks": 5},
    "34s5": {**TAKEN, "durch": "continued", "tricks": 5},
    "34sn5": {**TAKEN, "tricks": 5},
    "34she1+": {**TAKEN, "held_options": 1},
    "3kc+": KIEKER,
    "3 k su": {"declarer": 2, "contract": "kieker", "surrendered": True},
    "3 s": {"declarer": 2, "contract": "siebener"},
    "-": {"contract": "passed"},
    "p": {"contract": "passed"},
    "@4 34s+": {**TAKEN, "dealer": 3},
}


@pytest.mark.parametrize("line", PRISDORF)
def test_a_line_of_fipsen_is_read_as_the_club_means_it(line):
    assert read(line) == PRISDORF[line]


OTHERS = [
    ("fipsen-grossenaspe", "2 3 g +", {"announced": ["gute"], "trump": "C", "tricks": 3}),
    ("fipsen-grossenaspe", "24hco5", {"trump": "H", "continued": True, "tricks": 5}),
    ("fipsen-thedinghausen", "02111", {"tricks": [0, 2, 1, 1, 1]}),
    ("fipsen-thedinghausen", "0 2 1 1 f2", {"tricks": [0, 2, 1, 1, 1], "first_to_ten": 1}),
    ("fips-anseger", "3 2 s 1121", {"bid": 2, "trump": "S", "tricks": [1, 1, 2, 1]}),
    ("fips-dutt", "2 d c 230", {"contract": "dutt", "trump": "C", "tricks": [2, 3, 0, 0]}),
    ("briscola", "67", {"points": [67, 53]}),
    ("briscola-scarne", "c1 75 30", {"claim": {"side": 0, "counted": 75, "other_counted": 30}}),
    ("flunk", "7s+", {"contract": "high", "bid": 7, "trump": "S", "tricks": 7}),
    ("flunk", "12n 9", {"contract": "high", "bid": 12, "trump": "NT", "tricks": 9}),
    ("flunk", "d h 3 2", {"contract": "dump", "dump_suit": "H", "tricks": 3, "dump_cards": 2}),
    ("frepe", "2.102", {"playing": [True, False, True, True, True], "tricks": [2, 0, 1, 0, 2]}),
    ("frepe", "4...x1", {"playing": [True, False, False, False, False], "tricks": [4, 0, 0, 0, 1]}),
    ("rifki", "ko s 5 4 3", {"contract": "koz", "trump": "S", "counts": [5, 4, 3, 1]}),
    ("rifki", "ki2110", {"contract": "kiz", "counts": [2, 1, 1, 0]}),
    (
        "skat",
        "2 ♣ -3 h s +",
        {"declarer": 1, "contract": "C", "matadors": -3, "hand": True, "level": "schneider", "result": "won"},
    ),
    ("skat", "2c-3-", {"contract": "C", "matadors": -3, "result": "lost"}),
    ("skat", "2 ♣ -3", {"contract": "C", "matadors": -3}),
    ("skat", "3 h 11 + b33", {"contract": "H", "matadors": 11, "result": "won", "bid": 33}),
    ("skat", "3 g +2 sa +", {"contract": "grand", "matadors": 2, "announced": "schneider", "hand": True}),
    ("skat", "4 n o -", {"contract": "null", "announced": "ouvert", "hand": False, "result": "lost"}),
    ("skat", "3 s -2 po 65", {"contract": "S", "matadors": -2, "points": 65}),
    ("skat", "-", {"contract": "passed"}),
    ("points", "24 0 -48 +9", {"points": [24, 0, -48, 9]}),
    ("points", "24 . -48 .", {"points": [24, 0, -48, 0]}),
]


@pytest.mark.parametrize(("key", "line", "expected"), OTHERS, ids=[line for _, line, _ in OTHERS])
def test_other_games_have_lines_too(key, line, expected):
    seats = 5 if key == "frepe" else None
    assert expected.items() <= read(line, key, seats).items()


def test_the_last_of_points_that_add_up_to_zero_need_not_be_typed():
    assert read("24 0 -48", "points", options={"zero_sum": True})["points"] == [24, 0, -48, 24]


@pytest.mark.parametrize("typed", ["13 5 3", "13,5,3", "135 3", "1 35 3", "13 53"])
def test_points_with_spaces_are_never_read_digit_by_digit(typed):
    assert refusal(typed, "points").code == "bad_line"


@pytest.mark.parametrize("dash", ["-", "−", "–"])
def test_every_dash_before_points_is_a_minus(dash):
    assert read(f"24 0 {dash}48 +9", "points")["points"] == [24, 0, -48, 9]


def test_joined_points_are_read_digit_by_digit():
    assert read("1353", "points")["points"] == [1, 3, 5, 3]
    assert read("1-353 @2", "points") | {"dealer": 1} == {"points": [1, -3, 5, 3], "dealer": 1}


HEARTS = {"deal_sum": [26, 78], "min": 0, "max": 26}


@pytest.mark.parametrize(
    ("typed", "points"), [("13 5 3", [13, 5, 3, 5]), ("26 26 0", [26, 26, 0, 26]), ("26 0 0", [26, 0, 0, 0])]
)
def test_the_last_of_points_with_several_sums_need_not_be_typed_where_one_sum_is_left(typed, points):
    assert read(typed, "points", options=HEARTS)["points"] == points


@pytest.mark.parametrize("most", [None, 4], ids=["two sums left", "none left"])
def test_the_last_of_points_is_typed_where_several_sums_or_none_are_left(most):
    options = HEARTS | {"max": most}
    assert refusal("1 5 3", "points", options=options).code
    assert read("13 5 3 57", "points", options=options)["points"] == [13, 5, 3, 57]


def test_a_field_can_be_written_by_its_name():
    assert read("trump=h 3 4 +")["trump"] == "h"
    assert read("declarer=3 4 s +")["declarer"] == 2


# The reader's own words

GERMAN = {
    "clubs": "Kreuz", "spades": "Pik", "hearts": "Herz", "diamonds": "Karo", "Ruten": "Ruten", "Hand": "Hand",
    "Durch": "Durch", "passed out": "gepasst", "taken": "nimmt", "left": "lässt", "no": "nein",
    "Kieker": "Kieker", "Contra": "Kontra", "Trumps": "Trumpf", "Surrendered": "Aufgegeben",
}  # fmt: skip

WORDED = {
    "3 4 Pik Hand +": HAND,
    "3 4 pik hand +": HAND,
    "3 4 pi ha +": HAND,
    "3 4 HAND PIK +": HAND,
    "34pik hand+": HAND,
    "3 4 s hand +": HAND,
    "3 4 pik l +": {**TAKEN, "took_skat": False},
    "3 4 pik lä +": {**TAKEN, "took_skat": False},
    "3 4 rut karo +": DIAMONDS,
    "3 4 kr -": {**TAKEN, "trump": "C", "tricks": 3},
    "3 kieker kreuz +": KIEKER,
    "3 kieker aufgegeben": PRISDORF["3 k su"],
    "gepasst": {"contract": "passed"},
}


@pytest.mark.parametrize("line", WORDED)
def test_the_words_of_the_pages_are_read_too(line):
    assert read(line, words=GERMAN) == WORDED[line]


@pytest.mark.parametrize("line", PRISDORF)
def test_marks_mean_the_same_beside_words(line):
    assert read(line, words=GERMAN) == PRISDORF[line]


def test_letters_that_touch_are_marks_before_they_are_a_word():
    assert read("34kr+", words=GERMAN)["contract"] == "kieker"


@pytest.mark.parametrize("line", ["3 4 k +x", "3 4 kreuzz +", "3 4 pikhand +"])
def test_half_a_word_and_too_much_of_one_are_not_understood(line):
    with pytest.raises(Refused):
        read(line, words=GERMAN)


def test_a_beginning_of_two_words_is_neither():
    assert read("3 4 ka +", words=GERMAN)["trump"] == "D"
    with pytest.raises(Refused):
        read("3 4 ka +", words={**GERMAN, "hearts": "Karmin"})


def test_a_refusal_speaks_the_words_of_the_reader():
    with pytest.raises(Refused) as refused:
        read("2 3 laus", words=GERMAN)
    assert "Trumpf: Kreuz, Pik, Herz, Karo" in str(refused.value.violations[0])


def spelled(record, *table, **more):
    game, state = a_table(*table, **more)
    return [(sign.mark, sign.label) for sign in spell_out(game, record, state, GERMAN)]


def test_a_record_is_spelled_out_word_by_word():
    assert spelled(HAND) == [
        ("3", "Declarer"), ("4", "Bid"), ("Pik", "Trumps"), ("Hand", "Named in the bid"),
        ("+", "Declarer's tricks"),
    ]  # fmt: skip


def test_a_record_that_only_names_can_write_is_not_spelled_out():
    assert spelled({**HAND, "took_skat": True, "contra": 0, "durch": "announced", "bid": 9}) == []


# Refusals


@pytest.mark.parametrize(
    ("line", "word", "found"),
    [
        ("3 4 x +", 3, "x"),
        ("3 7 s +", 2, "7"),
        ("34s++", 1, "+"),
        ("34sz", 1, "sz"),
        ("2 laus", 2, "laus"),
        ("x", 1, "x"),
        ("3  4, s + +", 5, "+"),
    ],
)
def test_a_typist_reads_the_word_that_is_not_understood(line, word, found):
    violation = refusal(line)
    assert (violation.code, violation.values["word"], violation.values["found"]) == ("bad_line", word, found)


def test_a_typist_reads_in_words_what_may_stand_there():
    assert str(refusal("3 4 x")) == (
        "Word 3, “x”, is not understood. Enter one of: Named in the bid: Ruten, Hand, Durch · "
        "Trumps: clubs, spades, hearts, diamonds · Declarer's tricks: +, -, 0–5"
    )


def test_an_empty_line_may_begin_with_the_declarer():
    assert str(refusal("")).startswith("The line is empty. Enter one of: Declarer: 1–4 · Contract: Kieker,")


def test_a_list_that_ends_too_soon_is_refused_at_its_beginning():
    assert str(refusal("ki 2 1", "rifki")) == (
        "Word 2, “2”, is not understood. Enter one of: Units taken: 4 × 0 1 2 …"
    )


def test_behind_a_whole_deal_nothing_may_stand():
    assert str(refusal("67 53 1", "briscola")) == "Word 3, “1”, is one too many for this deal."


@pytest.mark.parametrize("line", ["", "   ", "-", "1" * 301])
def test_nothing_a_dash_and_a_novel_are_no_deal_of_rifki(line):
    assert refusal(line, "rifki").code == "bad_line"


def test_a_typist_is_refused_a_wrong_kind_as_in_any_record():
    assert refusal('3 4 s tricks="many"').code == "bad_field"


def test_a_typist_can_type_what_the_rules_refuse():
    assert read("3 1 s +")["bid"] == 1
    assert "declarer" not in read("4 s +")
    assert "tricks" not in read("3 4 s")
    assert read("34sco+")["contra"] == 1


# Round trip


@cache
def readable_records(name):
    """Return the game, the table, each record as it stands in the file and as it is read, equal ones once."""
    found: dict[str, object] = {}
    for case in golden_cases(name):
        asked = case.values[0]["in"]
        try:
            game, state = a_table(asked["game"], asked["seats"], asked.get("options"))
            records = [(record, read_record(game, record)) for record in asked["deals"]]
        except (Refused, KeyError, TypeError):
            continue
        found |= {repr((state, raw)): (game, state, raw, record) for raw, record in records}
    return [*found.values()]


@cache
def written_records(name):
    """Return the game, the table, the written line of a record, and the record."""
    return [
        (game, state, write_line(game, raw, state), record)
        for game, state, raw, record in readable_records(name)
    ]


@pytest.mark.parametrize("name", golden_files("score"))
def test_every_golden_record_survives_its_line(name):
    differences = [
        (line, record)
        for game, state, line, record in written_records(name)
        if read_record(game, read_line(game, state.options, state, line)) != record
    ]
    assert differences == []


@pytest.mark.sampled
@pytest.mark.parametrize("name", golden_files("score"))
def test_every_golden_record_survives_beside_english_words(name):
    written = written_records(name)
    differences = [
        (line, record)
        for game, state, line, record in todays(written, len(written) // 3)
        if read_record(game, read_back(game, state, line)) != record
    ]
    assert differences == []


def read_back(game, state, line):
    return read_line(game, state.options, state, line, {label: label for label in labels(game)})


def test_there_are_golden_records_of_every_game():
    assert all(any(readable_records(f"{game.key}.score.jsonl")) for game in GAMES)


def test_a_line_is_written_as_on_paper():
    game, _ = a_table()
    assert [write_line(game, record) for record in (HAND, {"contract": "passed"}, KIEKER)] == [
        "3 4 s h +", "-", "3 k c +",
    ]  # fmt: skip


def test_a_deal_of_a_real_evening_takes_few_letters():
    game, state = a_table()
    records = {repr(record): record for record in evening()}  # many are played several times
    written = {key: write_line(game, as_asked(game, each, state), state) for key, each in records.items()}
    lines = [written[repr(record)].replace(" ", "") for record in evening()]
    assert 5 < sum(map(len, lines)) / len(lines) + 1 < MOST_LETTERS  # Enter included


def test_a_file_that_says_more_than_is_asked_makes_a_short_line():
    game, state = a_table()
    record = {**TAKEN, "bid": 5, "tricks": 5, "durch": "announced"}
    assert write_line(game, as_asked(game, record, state), state) == "3 5 s +"


def evening():
    game = get_game("fipsen-prisdorf")
    columns = paper_columns(game)
    for row in csv.DictReader((SHEETS / "fipsen-club-night.csv").open(encoding="utf-8")):
        row.pop("dealer_seat")
        yield read_cells(columns, row)[0]


# Grammar


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_every_field_that_is_asked_has_its_row(game):
    labels = {sign.label for sign in grammar(game)}
    asked = {each.label for each in game.fields if each.asked != NEVER_ASKED and each.kind != Kind.FLAGS}
    assert asked <= labels


def test_no_two_words_of_a_field_share_a_mark():
    for game in GAMES:
        rows = [(sign.mark, sign.label) for sign in grammar(game)]
        assert len(rows) == len(set(rows))


def test_the_marks_of_fipsen_are_those_of_the_club():
    marks = {sign.meaning: sign.mark for sign in grammar(get_game("fipsen-prisdorf"))}
    assert (marks["Hand"], marks["Kieker"], marks["Siebener-Fips"], marks["spades"]) == ("h", "k", "s", "s")
