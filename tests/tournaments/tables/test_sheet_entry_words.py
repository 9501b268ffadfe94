"""Typing in the reader's own words: examples of every game, and the links to the sheets."""

import pytest
from django.utils import translation

from rules import GAMES, get_game
from rules.notation import read_line, write_line
from rules.reading import open_table, read_options
from tests.builders import a_round, a_table
from tests.tournaments.visitors import ada, text_of
from tournaments.selectors.sheets.example_lines import example_lines, translated_words
from tournaments.services.rounds.lifecycle import close_round

pytestmark = pytest.mark.django_db


def url(table, more=""):
    return f"/events/{table.round.event.slug}/organise/tables/{table.public_id}/type/{more}"


def lines_of(table):
    return [row["line"] for row in ada().get(url(table, "check/")).json()["rows"]]


def test_a_german_reader_types_german():
    table = a_table()
    sent = {"number": 1, "line": "2 3 kreuz hand -", "key": "k"}
    saved = ada().post(url(table, "save/"), sent, headers={"accept-language": "de"})
    assert saved.status_code == 200 and lines_of(table) == ["2 3 c h -2"]


@pytest.mark.parametrize("language", ["en", "de", "ja"])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_examples_say_the_same_in_words_and_in_marks(game, language):
    state = open_table(game, read_options(game, {}), game.standard_seats, 0)
    with translation.override(language):
        words = translated_words(game)
        examples = example_lines(game, {}, game.standard_seats)
    read = [
        [read_line(game, state.options, state, one, words) for one in (e.line, e.short)] for e in examples
    ]
    assert read and all(worded == marked for worded, marked in read)


@pytest.mark.parametrize(("language", "without"), [("en", "without"), ("de", "ohne"), ("ja", "なし")])
def test_each_number_of_matadors_is_typed_with_the_word_that_players_say(language, without):
    game = get_game("skat")
    state = open_table(game, read_options(game, {}), 4, 0)
    field = next(each for each in game.fields if each.name == "matadors")
    with translation.override(language):
        words = translated_words(game)
        for matadors in (*field.keys, *field.count.rare_keys):
            record = {"declarer": 2, "contract": "grand", "matadors": matadors, "result": "lost"}
            line = write_line(game, record, state, words)
            assert line == f"3 g {words['with'] if matadors > 0 else without} {abs(matadors)} -"
            assert read_line(game, state.options, state, line, words)["matadors"] == matadors


def test_an_example_won_and_one_lost_stand_on_the_page_in_the_words_of_the_reader():
    page = text_of(ada().get(url(a_table()), headers={"accept-language": "de"}))
    assert "<kbd>2 3 Kreuz Hand +</kbd>" in page and "<kbd>2 3 kr h +</kbd>" in page
    assert "<kbd>1 3 Ruten -1</kbd>" in page


def test_the_papers_lead_to_the_sheets_of_open_and_closed_rounds():
    round = a_round(tables=2)
    closed = close_round(round=round, even_if_incomplete=True)
    page = text_of(ada().get(f"/events/{closed.event.slug}/organise/paper/"))
    assert all(url(table) in page for table in round.tables.all()) and "Upload files" in page


def test_the_papers_of_a_draft_say_that_no_round_is_open():
    round = a_round(is_open=False)
    page = text_of(ada().get(f"/events/{round.event.slug}/organise/paper/"))
    assert "No round is open yet." in page and url(round.tables.get()) not in page
