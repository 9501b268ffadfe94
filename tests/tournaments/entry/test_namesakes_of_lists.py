"""Players of one name, and of names that look alike, in a list: who is who."""

from pathlib import Path

import pytest

from tests.builders import an_event
from tests.tournaments.entry.listed import ADA, a_list, a_player, actions, names_of, taken
from tournaments.models import Player
from tournaments.services.entry.entrants import enter_players
from tournaments.services.entry.lists import (
    NEW,
    SAME,
    plan_list,
    take_over,
)
from tournaments.views.entry.player_lists import doubt_shown

pytestmark = pytest.mark.django_db
TROUBLES = Path(__file__).parents[2] / "data" / "troubles"
NAMESAKES = (TROUBLES / "48-namesakes-by-number" / "b.csv").read_text(encoding="utf-8")


# Namesakes


def bring_trouble(bring, event, name, *options):
    return bring(event, (TROUBLES / name).read_bytes(), "list.csv", *options)[0]


def test_the_member_number_decides_which_namesake_it_is(bring):
    event = an_event()
    bring_trouble(bring, event, "48-namesakes-by-number/a.csv")
    evening = an_event(name="Next", club=event.club)
    report = bring_trouble(bring, evening, "48-namesakes-by-number/b.csv")
    assert actions(report) == [("Hans Kröger", "known"), ("Hans Kröger", "known")]
    assert names_of(evening) == ("Hans Kröger jun.", "Hans Kröger") and Player.objects.count() == 2


def test_a_name_for_the_second_time_with_another_number_is_the_same_or_a_new_player():
    event = an_event()
    plan = plan_list(event, a_list(NAMESAKES, event))
    assert [(row.action, row.answers) for row in plan.rows] == [("new", ()), ("doubtful", (SAME, NEW))]
    taken(NAMESAKES, event, answers={3: NEW})
    assert dict(Player.objects.values_list("member_number", "name")) == {
        "99": "Hans Kröger",
        "12": "Hans Kröger",
    }
    assert event.entrants.count() == 2
    assert {row.action for row in plan_list(event, a_list(NAMESAKES, event)).rows} == {"known"}


def test_the_same_person_of_an_earlier_line_is_entered_once():
    event = an_event()
    taken(NAMESAKES, event, answers={3: SAME})
    assert Player.objects.get().member_number == "99" and event.entrants.count() == 1


def test_the_same_person_loses_nothing_that_the_club_knows():
    event = an_event()
    player = a_player(event, member_number="12", birth_year=1950, home_club="Kiel")
    text = "name;member number;born;club;email\nAnna Meier;77;1980;Jena;anna@example.org\n"
    plan = plan_list(event, a_list(text, event))
    assert [(row.action, row.answers) for row in plan.rows] == [("doubtful", (SAME, NEW))]
    taken(text, event, answers={2: SAME})
    player.refresh_from_db()
    assert (player.member_number, player.birth_year, player.home_club) == ("12", 1950, "Kiel")
    assert player.email == "anna@example.org" and event.entrants.get().player == player


def test_a_namesake_with_a_number_that_the_club_does_not_know_can_be_new():
    event = an_event()
    a_player(event, member_number="12")
    taken("name;member number\nAnna Meier;77\n", event, answers={2: NEW})
    assert event.entrants.get().player.member_number == "77" and Player.objects.count() == 2


def test_of_two_namesakes_without_a_number_somebody_says_which_one():
    event = an_event()
    for number in ("12", "99"):
        a_player(event, member_number=number)
    (row,) = plan_list(event, a_list("name\nAnna Meier\n", event)).rows
    assert (row.answers, [each.member_number for each in row.others]) == ((NEW,), ["12", "99"])
    assert [label for _, label in doubt_shown(row)["answers"]] == [
        *("leave out", "another person"),
        *("the same person: Anna Meier (No. 12)", "the same person: Anna Meier (No. 99)"),
    ]
    taken("name\nAnna Meier\n", event, answers={2: f"{SAME}-{row.others[1].pk}"})
    assert event.entrants.get().player.member_number == "99" and Player.objects.count() == 2


def test_a_number_without_its_zeros_is_the_same_number(bring):
    event = an_event()
    player = a_player(event, member_number="0042")
    assert actions(bring(event, b"name;member number\nAnna Meier;42\n")[0]) == [("Anna Meier", "known")]
    player.refresh_from_db()
    assert player.member_number == "0042"


def test_a_number_beside_quite_another_name_is_doubtful_and_changes_no_name(bring):
    event = an_event()
    a_player(event, member_number="12")
    text = b"name;member number\nZoe Ost;12\n"
    assert actions(bring(event, text)[0]) == [("Zoe Ost", "doubtful")]
    taken(text.decode(), event, answers={2: SAME})
    assert names_of(event) == ("Anna Meier",)


def test_an_address_under_another_surname_in_the_same_list_asks():
    text = (
        "Name;E-Mail\nKarla Kurz;k@example.org\nKarl Kurz;k@example.org\nKarla Lang;K@Example.org\nBo;\nCy;\n"
    )
    plan = plan_list(event := an_event(), a_list(text, event))
    assert [(row.action.value, row.answers) for row in plan.rows] == [
        *(("new", ()), ("new", ()), ("doubtful", (SAME, NEW)), ("new", ()), ("new", ())),
    ]
    assert "Karla Kurz" in plan.rows[2].why


def test_a_number_of_somebody_else_offers_the_player_of_that_name_too():
    event = an_event()
    owner, meant = a_player(event, "Hans Kröger", member_number="12"), a_player(event, "Eva Lund")
    text = "Name;Mitgliedsnummer\nEva Lund;12\n"
    row = plan_list(event, a_list(text, event)).rows[0]
    assert (row.action.value, row.known, row.others) == ("doubtful", owner, (meant,))
    take_over(event=event, players=a_list(text, event), by=ADA, answers={2: f"{SAME}-{meant.pk}"})
    assert names_of(event) == ("Eva Lund",) and Player.objects.count() == 2


def test_a_number_in_full_width_is_the_same_number():
    event = an_event()
    player = a_player(event, "山田 太郎", member_number="3")
    row = plan_list(event, a_list("氏名,会員番号\n山田太郎,００３\n", event)).rows[0]
    assert (row.action.value, row.known) == ("known", player)


# Look-alikes


@pytest.mark.parametrize(
    "twin", ["Jurgen Groß", "Juergen Gross", "J. Gross", "JÜRGEN GROẞ", "Groß, Jürgen, Dr."]
)
def test_marks_umlauts_and_initials_are_doubtful(bring, twin):
    event = an_event()
    a_player(event, "Jürgen Groß")
    (row,) = bring(event, f'name\n"{twin}"\n'.encode())[0]["rows"]
    assert row["action"] == "doubtful" and "Jürgen Groß" in row["why"]


def test_an_initial_that_two_players_have_is_answered_with_either():
    event = an_event()
    a_player(event, "Jürgen Groß")
    johann = a_player(event, "Johann Groß")
    (row,) = plan_list(event, a_list("name\nJ. Groß\n", event)).rows
    assert "Jürgen Groß, Johann Groß" in row.why and row.others == (johann,)
    taken("name\nJ. Groß\n", event, answers={2: f"{SAME}-{johann.pk}"})
    assert names_of(event) == ("Johann Groß",)


def test_a_known_address_under_another_surname_is_doubtful(bring):
    event = an_event()
    bring_trouble(bring, event, "06-email-1.csv")
    report = bring_trouble(bring, event, "06-email-2.csv")
    assert actions(report) == [("Karla Lang", "doubtful")]
    assert "this e-mail address as that of Karla Kurz" in report["rows"][0]["why"]
    text = (TROUBLES / "06-email-2.csv").read_text(encoding="utf-8")
    taken(text, an_event(name="Next", club=event.club), answers={2: SAME})
    assert list(Player.objects.values_list("name", flat=True)) == ["Karla Kurz"]


def test_an_address_beside_a_name_is_kept_as_the_address_and_not_in_the_name(bring):
    event = an_event()
    bring(event, b"name\nKarla Kurz <karla.kurz@example.org>\n")
    assert Player.objects.get().email == "karla.kurz@example.org" and names_of(event) == ("Karla Kurz",)
    report, _ = bring(event, b"name\nKarla Lang karla.kurz@example.org\n")
    assert actions(report) == [("Karla Lang", "doubtful")]


def test_a_title_bullets_and_numbers_of_a_list_are_read(bring):
    event = an_event()
    bring_trouble(bring, event, "10-title.csv")
    bring(event, "1. Karl\n2) Erna\n- Gisela\n\u202eOtto\u200b Ost\u202c\n".encode())
    assert names_of(event) == ("Dr. Hans von der Heide", "Karl", "Erna", "Gisela", "Otto Ost")


def test_two_columns_with_a_title_and_particles_are_put_in_order(bring):
    event = an_event()
    bring(event, "Nachname;Vorname\nDr. von der Heide;Hans\nKröger jun.;Hans\n".encode())
    assert names_of(event) == ("Dr. Hans von der Heide", "Hans Kröger jun.")


def test_start_numbers_of_the_list_are_given(bring):
    event = an_event()
    enter_players(event=event, names=["Zoe"])
    report, status = bring(event, b"Startnummer;Name\n7.;Ada\n1;Ben\nx;Cleo\n")
    assert dict(event.entrants.values_list("player__name", "number")) == {
        "Zoe": 1,
        "Ada": 7,
        "Ben": 2,
        "Cleo": 3,
    }
    assert status == 1 and [each["line"] for each in report["problems"]] == [4, 3]
