"""Numbers, suits and sheet rows as pages write them."""

import pytest
from django.utils.translation import override

from tournaments.templatetags.stichtag import (
    by_surname,
    cells,
    in_groups,
    is_minus,
    longest_word,
    moved,
    plain,
    signed,
    suits,
    together,
)


@pytest.mark.parametrize(
    ("value", "written"),
    [(6, "+6"), (-51, "−51"), (0, "0"), (None, ""), ("7/3", "+2.33"), ("-4/2", "−2")],
)
def test_a_figure_is_written_with_a_true_sign(value: object, written: str) -> None:
    assert signed(value) == written


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("Otto Brandt", 'Otto <b class="surname">Brandt</b>'),
        ("Gisela von der Heide", 'Gisela von der <b class="surname">Heide</b>'),
        ("Dr. Anna Schulze-Wiese jun.", 'Dr. Anna <b class="surname">Schulze-Wiese</b> jun.'),
        ("Ada Schillingsfürst", 'Ada <b class="surname is-long">Schillingsfürst</b>'),
        ("Karl Karl", 'Karl <b class="surname">Karl</b>'),
        ("山田 太郎", '<b class="surname">山田</b> 太郎'),
        ("Cher", '<b class="surname">Cher</b>'),
        ("Ada Lund + Ben <i>", 'Ada <b class="surname">Lund</b> + Ben <b class="surname">&lt;i&gt;</b>'),
        ("", '<b class="surname"></b>'),
    ],
)
def test_a_list_by_surname_shows_the_surname_by_which_it_is_sorted(name: str, written: str) -> None:
    assert by_surname(name) == written


@pytest.mark.parametrize(("language", "written"), [("de", "16,5"), ("en", "16.5"), ("ja", "16.5")])
def test_a_fraction_is_written_as_the_language_has_it(language: str, written: str) -> None:
    with override(language):
        assert plain("33/2") == written


def test_a_total_can_go_without_its_plus() -> None:
    assert (plain(6), plain(-6)) == ("6", "−6")


def test_only_a_figure_below_zero_takes_the_other_ink() -> None:
    assert [is_minus(value) for value in (-1, 0, 1, None, "-1/2")] == [True, False, False, False, True]


def test_places_won_and_lost_have_arrows() -> None:
    assert [moved(places) for places in (2, -1, 0, None)] == ["▲ 2", "▼ 1", "", ""]


def test_a_suit_in_a_line_becomes_a_shape_with_a_name() -> None:
    line = suits("3 ♠ Hand")
    assert 'href="#suit-S"' in line and 'aria-label="spades"' in line and "♠" not in line


def test_numbers_of_all_players_stay_in_one_line() -> None:
    assert suits("3 0–1–1–3 Hand") == '3 <span class="nowrap">0–1–1–3</span> Hand'


def test_a_suit_in_text_style_leaves_no_selector_behind() -> None:
    assert "\ufe0e" not in suits("♥\ufe0e")


def test_a_line_from_people_stays_text() -> None:
    assert suits("<b>♣") == "&lt;b&gt;" + suits("♣")


def test_the_dealer_and_the_change_stand_in_their_columns() -> None:
    row = {"totals": [3, -6, 0], "deltas": [3, 0, 0], "dealer": 1}
    assert [(cell["delta"], cell["is_dealer"]) for cell in cells(row)] == [(3, False), (0, True), (0, False)]


def test_a_hyphen_ends_a_word_of_a_name() -> None:
    assert longest_word("Ada Brandenburg-Schmidt") == len("Brandenburg")


def test_a_fingerprint_is_read_out_by_its_first_twelve_characters():
    assert in_groups("1f3a09bc77e2" + "0" * 52) == "1f3a 09bc 77e2"


@pytest.mark.parametrize(
    ("words", "kept"),
    [
        ("Seats of table 4, round 2", "Seats of table\u00a04, round\u00a02"),
        ("第2ラウンド第4卓", "第\u20602\u2060ラウンド第\u20604\u2060卓"),
        ("Fips 12 & 3 ♠", "Fips\u00a012 & 3 ♠"),
    ],
)
def test_a_number_stays_beside_its_noun(words: str, kept: str) -> None:
    assert together(words) == kept
