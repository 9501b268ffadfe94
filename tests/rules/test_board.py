"""State shown at a table besides its totals: boards, hints and sides, as data of every game."""

import pytest

from rules import GAMES, get_game
from rules.board import Scope, Unit
from rules.fields import Kind
from rules.game import Outcome
from rules.reading import open_table, read_options, read_record
from scoring.sheet.tallies import losers_of

EVERY_GAME = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)


def after(key, *records, seats=None, first_dealer=0, **options):
    """Return the state after these deals."""
    game = get_game(key)
    opened = read_options(game, options)
    state = open_table(game, opened, seats or game.standard_seats, first_dealer)
    for record in records:
        state, _ = game.settle(state, read_record(game, record))
    return game, state


def lines(key, *records, **table):
    game, state = after(key, *records, **table)
    return [line.values for line in game.board(state)]


def hints(key, *records, **table):
    game, state = after(key, *records, **table)
    return {(hint.field, hint.value): (hint.is_open, hint.left) for hint in game.hints(state)}


@EVERY_GAME
def test_a_board_has_a_value_for_everybody_it_is_about(game):
    for seats in game.seats:
        state = game.opening(read_options(game, {}), seats, 0)
        sizes = {
            Scope.CALLED: 1,
            Scope.TABLE: 1,
            Scope.SIDE: len(game.partners.sides(seats)),
            Scope.SEAT: seats,
        }
        assert all(line.label and len(line.values) == sizes[line.scope] for line in game.board(state))


@EVERY_GAME
def test_nothing_is_said_of_a_row_that_cannot_be_scored(game):
    # A correction may leave such a row: it has no points and no facts.
    nothing = Outcome((0,) * game.standard_seats)
    assert (game.declared(nothing), tuple(game.row_words(nothing)), tuple(losers_of(game, nothing))) == (
        None,
        (),
        (),
    )
    assert [mark.sign for mark in game.list_sheet.marks if mark.seats(nothing)] == []


@EVERY_GAME
def test_everybody_sits_on_one_side(game):
    for seats in game.seats:
        assert sorted(seat for side in game.partners.sides(seats) for seat in side) == list(range(seats))


@EVERY_GAME
def test_a_hint_is_about_a_choice_of_a_field(game):
    choices = {each.name: {choice.value for choice in each.choices} for each in game.fields}
    by_seat = {each.name for each in game.fields if each.kind in (Kind.SEAT, Kind.FLAGS)}
    for hint in game.hints(game.opening(read_options(game, {}), game.standard_seats, 0)):
        assert hint.value in choices[hint.field] or hint.field in by_seat


def test_partners_of_briscola_sit_opposite():
    assert get_game("briscola").partners.sides(4) == ((0, 2), (1, 3))
    assert get_game("briscola").partners.sides(3) == ((0,), (1,), (2,))


def test_briscola_shows_deals_won_and_scarne_card_points():
    assert lines("briscola", {"points": [70, 50]}) == [(1, 0)]
    assert lines("briscola-scarne", {"points": [70, 50]}) == [(70, 50)]


def test_the_pot_of_frepe_is_shown_with_the_antes_of_the_deal():
    assert lines("frepe") == [(60,)]
    all_frepe = {"playing": [True] * 6, "tricks": [1, 1, 1, 1, 1, 0]}
    assert lines("frepe", all_frepe) == [(70,)]


def test_thedinghausen_shows_tricks_bread_and_money():
    game, state = after("fipsen-thedinghausen", {"tricks": [5, 0, 0, 0, 0]})
    tricks, bread, money = game.board(state)
    assert (tricks.values[0], tricks.goal, bread.values[0]) == (5, 10, 5)
    assert (money.values, money.unit) == ((320, -180, -180, -180, -180), Unit.CENTS)


def test_rifki_says_who_chooses_and_what_is_left():
    king = {"contract": "rifki", "counts": [1, 0, 0, 0]}
    hint = hints("rifki", king, king)
    assert hint[("declarer", 3)] == (True, None)
    assert hint[("contract", "rifki")] == (False, 0)
    assert hint[("contract", "kupa")] == (True, 2)


def test_rifki_counts_what_everybody_still_has_to_choose():
    assert lines("rifki", {"contract": "rifki", "counts": [1, 0, 0, 0]}) == [(2, 2, 2, 2), (3, 2, 3, 3)]


def test_a_player_who_sits_out_is_not_open():
    assert hints("frepe", seats=7, first_dealer=0) == {("playing", 6): (False, None)}
    sitting = {"seats": 5, "five_player_mode": "sit_out", "first_dealer": 2}
    assert hints("fipsen-grossenaspe", **sitting) == {("declarer", 2): (False, None)}


def test_the_dealer_of_flunk_is_the_declarer():
    assert hints("flunk", first_dealer=2) == {("declarer", 2): (True, None)}
