"""The rules pages: a list, a page for each game, and the label of house scoring beside our own points."""

import io
import json
import re

import pytest
from django.core.management import call_command

from rules import GAMES
from tests.builders import a_club, a_round, an_event
from tests.tournaments.visitors import ada, queries_of, stranger, text_of
from tournaments.services.sheets.table_links import token_of
from tournaments.services.standings.computation import compute_event_standings

pytestmark = pytest.mark.django_db

EVERY_GAME = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
HOUSE = "the source of this game states no points"


def rules_of(key, language="en"):
    return text_of(stranger().get(f"/games/{key}/", headers={"Accept-Language": language}))


def a_dutt_round():
    round = a_round(event=an_event(game="fips-dutt"))
    compute_event_standings(event_id=round.event.pk)
    return round


def test_every_game_stands_on_the_list():
    page = text_of(stranger().get("/games/"))
    assert [game.key for game in GAMES if f'href="/games/{game.key}/"' not in page] == []


@pytest.mark.parametrize(("language", "first"), [("de-DE", "skat"), ("de-CH", "jass"), ("en", "skat")])
def test_the_list_begins_with_what_the_language_and_its_region_suggest(language, first):
    page = text_of(stranger().get("/games/", HTTP_ACCEPT_LANGUAGE=language))
    assert page[page.index('class="list"') :].split('href="/games/')[1].startswith(f"{first}/")


@EVERY_GAME
@pytest.mark.parametrize("language", ["en", "de", "ja"])
def test_every_game_has_a_page_in_every_language(game, language):
    page = rules_of(game.key, language)
    assert f'lang="{language}"' in page and "<h1>" in page
    assert "{" not in page and "style=" not in page


@EVERY_GAME
def test_a_page_names_what_a_table_writes_down_and_what_a_club_may_change(game):
    shown = stranger().get(f"/games/{game.key}/").context["game"]
    assert {field.label for field in game.fields} <= {each["label"] for each in shown["columns"]}
    assert all(each["values"] for each in shown["columns"])
    assert [each["label"] for each in shown["switches"]] == [switch.label for switch in game.switches]


@EVERY_GAME
def test_the_table_of_values_comes_first(game):
    headings = re.findall(r'<h2 id="(\w+)"', rules_of(game.key))
    assert (headings[0] == "values") == bool(list(game.page.tables(game)))
    assert "scoring" in headings


@EVERY_GAME
@pytest.mark.parametrize("language", ["en", "de", "ja"])
def test_every_situation_is_told_with_what_to_tap_and_what_it_brings(game, language):
    shown = stranger().get(f"/games/{game.key}/", headers={"Accept-Language": language})
    situations = shown.context["situations"]
    assert len(situations) == len(game.page.situations) and 'id="situations"' in text_of(shown)
    assert all(each["taps"] for each in situations)
    assert [bool(each["refusals"]) for each in situations] == [
        bool(each.refused) for each in game.page.situations
    ]
    assert all(bool(each["results"]) != bool(each["refusals"]) for each in situations)


@pytest.mark.parametrize(
    ("key", "question", "taps", "sentence"),
    [
        (
            "fipsen-prisdorf",
            "skat",
            ["Declarer: seat 2", "Bid: 3", "Trumps: ♠ spades", "Skat: left"],
            "seat 2 +6",
        ),
        ("fipsen-prisdorf", "All players", ["Contract: all passed"], "does not count; seat 1 deals again"),
        ("doppelkopf", "Both sides", ["Card points of Re: 120"], "seats 1, 4 +2; seats 2, 3 −2"),
        ("briscola", "Both sides", ["Card points: 60 – 60"], "no points"),
        ("frepe", "Only the dealer plays", ["Players in this deal: seat 1"], "seat 1 +50"),
        ("jass", "worthless cards", ["Points: 157 – 0", "Match: no"], "seats 1, 3 +157"),
        ("schafkopf", "Ramsch", ["Without a trick: seat 4"], "seat 4 +4; seats 1, 3 +2; seat 2 −8"),
        ("rifki", "without a trump", ["Contract: Kozlar"], "Choose the trump suit"),
    ],
)
def test_a_situation_says_the_keys_and_the_worth(key, question, taps, sentence):
    situations = stranger().get(f"/games/{key}/").context["situations"]
    [shown] = [each for each in situations if question in each["question"]]
    assert [each for each in taps if each not in shown["taps"]] == []
    assert sentence in " ".join([*shown["results"], *shown["refusals"]])


def test_the_part_before_the_play_is_called_as_the_players_of_the_game_call_it():
    assert '<h2 id="bidding">Bidding</h2>' in rules_of("skat")
    page = rules_of("doppelkopf")
    assert '<h2 id="bidding">Reservations and calls</h2>' in page and "Bidding" not in page


def test_a_rules_page_asks_the_database_for_nothing():
    assert queries_of(stranger(), "/games/fipsen-prisdorf/") == 0


@pytest.mark.parametrize("key", ["poker", "Fipsen-Prisdorf", "fipsen-prisdorf.html"])
def test_an_unknown_game_is_not_found(key):
    assert stranger().get(f"/games/{key}/").status_code == 404


@pytest.mark.parametrize("url", ["/games/", "/games/rifki/"])
def test_the_rules_are_only_read(url):
    assert stranger().post(url).status_code == 405


def test_the_computed_table_of_prisdorf_is_on_its_page():
    shown = stranger().get("/games/fipsen-prisdorf/").context["game"]["tables"][0]["rows"]
    cells = [[" ".join(each["text"] for each in cell) for cell in row["cells"]] for row in shown]
    assert cells[0] == ["+2 −4", "+4 −8", "+8 −16", "+16 −32"]
    assert cells[3] == ["–", "+10 −20", "+20 −40", "+40 −80"]


@pytest.mark.parametrize(("language", "written"), [("en", "−0.80\u00a0€"), ("de", "−0,80\u00a0€")])
def test_money_is_written_as_the_reader_writes_it(language, written):
    assert written in rules_of("fipsen-thedinghausen", language)


@pytest.mark.parametrize(
    ("key", "direction"), [("flunk", "goes clockwise"), ("rifki", "goes counter-clockwise")]
)
def test_a_page_says_which_way_round(key, direction):
    assert direction in rules_of(key)


# Links to a rules page


def test_an_event_and_its_form_lead_to_the_rules():
    event = an_event()
    link = 'href="/games/fipsen-prisdorf/"'
    assert link in text_of(stranger().get(f"/events/{event.slug}/"))
    assert link in text_of(ada().get(f"/clubs/{a_club().slug}/new-event/?game=fipsen-prisdorf"))
    assert link in text_of(ada().get(f"/events/{event.slug}/organise/settings/"))


def test_an_event_says_its_house_rules():
    event = an_event(options={"min_bid": 3, "contra": True})
    page = text_of(stranger().get(f"/events/{event.slug}/"))
    assert "Lowest bid: 3" in page and "Contra and recontra: yes" in page
    assert "House rules:" not in text_of(stranger().get(f"/events/{an_event(name='Plain').slug}/"))


# House scoring


def test_house_scoring_is_labelled_on_the_rules_the_event_and_the_sheet():
    drawn = a_dutt_round()
    event = f"/events/{drawn.event.slug}/"
    sheet = f"{event}tables/{drawn.tables.get().public_id}/"
    pages = ["/games/fips-dutt/", event, f"{event}live/", sheet, f"{sheet}live/"]
    assert [url for url in pages if HOUSE not in text_of(stranger().get(url))] == []


def test_house_scoring_is_labelled_at_the_table():
    link = a_dutt_round().tables.get().links.get()
    page = stranger().get(f"/t/{token_of(link)}", follow=True)
    assert HOUSE in text_of(page) and HOUSE in page.context["table_state"]["game"]["house_scoring"]


def test_house_scoring_is_in_the_exports():
    event = a_dutt_round().event
    out = io.StringIO()
    call_command("standings", event.slug, "--format", "json", stdout=out)
    answer = stranger().get(f"/api/v1/events/{event.slug}/standings/").json()
    assert HOUSE in json.loads(out.getvalue())["house_scoring"] and HOUSE in answer["house_scoring"]
    assert HOUSE in stranger().get(f"/api/v1/events/{event.slug}/").json()["game"]["house_scoring"]


def test_points_of_the_source_have_no_label():
    event = a_round().event
    assert "house-scoring" not in text_of(stranger().get(f"/events/{event.slug}/"))
    assert stranger().get(f"/api/v1/events/{event.slug}/standings/").json()["house_scoring"] == ""
