"""A game known only to these tests appears everywhere once it is on the list: one module and one line."""

import doctest
import io
import json
from pathlib import Path
from random import Random

import pytest
from django.core.management import call_command

import rules
from scoring.phone.jsonlines import score_sheet
from simulation import play_sheet
from simulation.games import PLAYS
from tests.builders import a_club, a_table, an_event
from tests.documents import games
from tests.golden import differences
from tests.made_up_game import hopfen, player
from tests.tournaments.phones import Phone
from tests.tournaments.visitors import ada, stranger, text_of
from tournaments.models import Event
from tournaments.services.standings.computation import compute_event_standings

pytestmark = pytest.mark.django_db

KEY = "hopfen"
SEATING = "round,table,seat,player\n1,1,1,Ada\n1,1,2,Ben\n1,1,3,Cleo\n"
SHEETS = "round,table,deal,colour,hops\n1,1,1,gold,4\n1,1,2,Green,3\n"


@pytest.fixture(autouse=True)
def one_line_in_the_list(monkeypatch):
    monkeypatch.setattr(rules, "GAMES", (*rules.GAMES, hopfen.GAME))


def a_hopfen_table():
    return a_table(event=an_event(game=KEY), seats=3)


def write(phone, number=1, **record):
    return phone.send("post", "deals/", {"number": number, "record": record})


def imported(folder, *arguments):
    (folder / "seating.csv").write_text(SEATING)
    (folder / "sheets.csv").write_text(SHEETS)
    files = ["--seating", str(folder / "seating.csv"), "--sheets", str(folder / "sheets.csv")]
    out = io.StringIO()
    call_command("import_sheets", "hopfen-night", *files, *arguments, "--format", "json", stdout=out)
    return json.loads(out.getvalue())


def test_its_docstring_is_true():
    result = doctest.testmod(hopfen)
    assert result.attempted and not result.failed


def test_the_event_form_offers_it_with_its_house_rules():
    page = ada().get(f"/clubs/{a_club().slug}/new-event/?game={KEY}")
    assert "The player after the dealer picks hops." in text_of(page)
    assert page.context["form"].option_names() == ["option_green_counts"]


def test_an_event_of_it_is_made_from_the_form():
    url = f"/clubs/{a_club().slug}/new-event/?game={KEY}"
    sent = {"name": "Hopfen", "date": "2026-11-21", "deals_3": "9", "option_green_counts": "on"}
    assert ada().post(url, sent).status_code == 302
    assert (Event.objects.get().game, Event.objects.get().deals_per_table) == (KEY, {"3": 9})


def test_the_pad_gets_its_fields():
    state = Phone(a_hopfen_table()).get().json()
    assert [(each["name"], each["kind"]) for each in state["fields"]] == [
        ("colour", "choice"),
        ("hops", "count"),
    ]
    assert state["fields"][1]["keys"] == [0, 1, 2, 3, 4, 5, 6]


def test_its_table_writes_deals_and_is_refused_what_the_game_refuses():
    phone = Phone(a_hopfen_table())
    assert write(phone, colour="gold", hops=4).json()["deltas"] == [0, 8, 0]
    refused = write(phone, 2, colour="blue", hops=7).json()
    assert [each["code"] for each in refused["violations"]] == ["colour_unknown", "hops_out_of_range"]


def test_its_sheet_and_its_standings_are_pages():
    table = a_hopfen_table()
    write(Phone(table), colour="gold", hops=4)
    event = table.round.event
    compute_event_standings(event_id=event.pk)
    assert "Gold 4" in text_of(stranger().get(f"/events/{event.slug}/tables/{table.public_id}/"))
    first = stranger().get(f"/api/v1/events/{event.slug}/standings/").json()["rows"][0]
    assert (first["name"], first["values"]) == ("Ben", {"total": 8})


def test_typed_sheets_have_its_columns(tmp_path):
    assert imported(tmp_path, "--create", KEY) == {"stored": 2, "problems": []}
    assert Event.objects.get(slug="hopfen-night").game == KEY


def test_the_page_of_paper_sheets_names_its_columns():
    event = an_event(game=KEY)
    columns = ada().get(f"/events/{event.slug}/organise/paper/").context["columns"]
    assert [name for name, words in columns if words][-3:] == ["colour", "hops", "dealer_seat"]


def test_the_api_names_it():
    event = an_event(game=KEY)
    assert stranger().get(f"/api/v1/events/{event.slug}/").json()["game"]["name"] == "Hopfen"


def test_it_has_a_rules_page_and_stands_on_the_list():
    assert f'href="/games/{KEY}/"' in text_of(stranger().get("/games/"))
    page = text_of(stranger().get(f"/games/{KEY}/"))
    assert "Hops are picked until no player sees a hop." in page
    assert "Colour of the hops" in page and "Green hops count" in page


def test_other_programs_score_its_sheets():
    deals = [{"colour": "gold", "hops": 1}, {"colour": "green", "hops": 6}]
    answer = score_sheet({"game": KEY, "seats": 3, "first_dealer": 0, "deals": deals})
    assert (answer["ok"], answer["totals"], answer["next_dealer"]) == (True, [0, 2, 6], 2)


def test_its_golden_cases_hold():
    lines = (
        (Path(hopfen.__file__).parent.parent / "hopfen.score.jsonl").read_text(encoding="utf-8").splitlines()
    )
    cases = [json.loads(line) for line in lines]
    problems = [differences(score_sheet(case["in"]), case["out"]) for case in cases]
    assert cases and problems == [[]] * len(cases)


def test_its_player_writes_deals_that_its_rules_accept(monkeypatch):
    monkeypatch.setitem(PLAYS, KEY, player.PLAY)
    records = [deal.record for deal in play_sheet(KEY, {}, 3, 0, 20, Random(1))]
    answer = score_sheet({"game": KEY, "seats": 3, "first_dealer": 0, "deals": records})
    assert (answer["ok"], len(answer["deals"])) == (True, 20)


def test_the_document_of_the_games_has_it():
    document = games.document()
    assert "`hopfen`" in document and "saving included: 3 (four gold hops)" in document


def test_without_the_line_it_is_unknown(monkeypatch):
    monkeypatch.setattr(rules, "GAMES", rules.GAMES[:-1])
    assert stranger().get(f"/games/{KEY}/").status_code == 404
    assert score_sheet({"game": KEY, "seats": 3, "first_dealer": 0, "deals": []})["code"] == "game_unknown"
