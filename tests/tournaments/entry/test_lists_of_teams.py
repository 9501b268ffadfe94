"""Lists with a row for each team, two columns of names, or a column of teams."""

import pytest

from tests.builders import an_event
from tests.tournaments.evenings import ADA
from tournaments.models import Competition, Team
from tournaments.selectors.competitions.teams import teams_of
from tournaments.services.competitions.teams import form_team
from tournaments.services.entry.lists import list_to_undo, plan_list, read_list, take_over, undo_list
from tournaments.services.entry.lists.headings import members_in
from tournaments.storage.uploads.spreadsheets import Upload

pytestmark = pytest.mark.django_db


def bring(event, text):
    players = read_list(Upload("teams.csv", text.encode()), club=event.club)
    plan, _ = take_over(event=event, players=players, by=ADA)
    return plan


def seen(event):
    return [
        (each.name, [one.player.name for one in each.members], [one.player.name for one in each.substitutes])
        for each in teams_of(event)
    ]


@pytest.mark.parametrize(
    ("headings", "members", "substitutes"),
    [
        (["Mannschaft", "Spieler 1", "Spieler 2", "Ersatz"], [1, 2], [3]),
        (["1. Spieler", "2. Spieler", "3. Spieler"], [0, 1, 2], []),
        (["Name", "Partner", "Verein"], [0, 1], []),
        (["Name 1", "Name 2", "Ersatzspieler 1", "Ersatzspieler 2"], [0, 1], [2, 3]),
        (["チーム", "選手1", "選手2", "補欠"], [1, 2], [3]),
        (["Name", "Team"], [], []),
        (["Nachname", "Vorname"], [], []),
        (["Name", "Ersatz"], [], []),
    ],
)
def test_columns_of_players_are_found_by_their_headings(headings, members, substitutes):
    assert members_in(headings) == (members, substitutes if members else [])


def test_a_row_for_each_team_enters_its_players_and_forms_it_with_its_substitutes():
    event = an_event()
    bring(event, "Mannschaft;Spieler 1;Spieler 2;Ersatz\nAsse;Ada Ahl;Ben Boe;Cleo Cam\n;Dora Dau;Emil Ek;\n")
    assert seen(event) == [
        ("Asse", ["Ada Ahl", "Ben Boe"], ["Cleo Cam"]),
        ("Dora Dau / Emil Ek", ["Dora Dau", "Emil Ek"], []),
    ]
    assert event.entrants.count() == 5


def test_two_columns_of_names_are_pairs_and_what_stands_beside_is_the_first_players():
    event = an_event()
    bring(event, "Name,Partner,Verein,E-Mail\nAda Ahl,Ben Boe,Nord,ada@example.org\n")
    assert seen(event) == [("Ada Ahl / Ben Boe", ["Ada Ahl", "Ben Boe"], [])]
    players = [each.player for each in event.entrants.order_by("number")]
    assert [(each.home_club, each.email) for each in players] == [("Nord", "ada@example.org"), ("Nord", "")]


def test_a_column_of_teams_forms_them_where_the_event_ranks_teams_and_stays_a_word_elsewhere():
    text = "Name;Mannschaft\nAda Ahl;Asse\nBen Boe;Asse\nCleo Cam;Allein\n"
    event = an_event()
    bring(event, text)
    assert seen(event) == [] and event.entrants.filter(team="Asse").count() == 2
    undo_list(taken=list_to_undo(event), by=ADA)
    Competition.objects.create(event=event, number=1, name="Pairs", rule={"unit": "team"})
    bring(event, text)
    assert seen(event) == [("Asse", ["Ada Ahl", "Ben Boe"], [])]


def test_undoing_the_list_dissolves_its_teams_and_no_others():
    event = an_event()
    bring(event, "Name\nZoe Zahl\nYves Yeo\n")
    form_team(event=event, members=list(event.entrants.order_by("number")))
    bring(event, "Spieler 1;Spieler 2\nAda Ahl;Ben Boe\n")
    undo_list(taken=list_to_undo(event), by=ADA)
    assert Team.objects.count() == 1 and seen(event) == [
        ("Zoe Zahl / Yves Yeo", ["Zoe Zahl", "Yves Yeo"], [])
    ]


def test_a_list_that_names_one_partner_twice_asks_and_forms_no_team_of_one():
    event = an_event()
    plan = bring(event, "Spieler 1;Spieler 2\nAda Ahl;Ada Ahl\nBen Boe;Cleo Cam\nDora Dau;Ben Boe\n")
    assert [row.name for row in plan.rows if row.action == "doubtful"] == ["Ada Ahl", "Ben Boe"]
    assert [members for _, members, _ in seen(event)] == [["Ben Boe", "Cleo Cam"]]
    assert [row.line for row in plan.rows] == [2, 3, 4, 5, 6, 7]


def test_the_plan_of_a_list_of_teams_writes_nothing():
    event = an_event()
    plan_list(event, read_list(Upload("a.csv", b"Spieler 1;Spieler 2\nAda;Ben\n"), club=event.club))
    assert not event.entrants.exists() and not Team.objects.exists()
