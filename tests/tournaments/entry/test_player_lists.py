"""Real-life player lists through the command: the right players, and every change reported."""

from itertools import chain

import pytest

from scoring.not_possible import NotPossible
from tests.builders import a_club, a_round, an_event
from tests.tournaments.entry.listed import ADA, a_list, a_player, actions, names_of, taken
from tests.tournaments.list_files import FILES, workbook
from tests.tournaments.paper.test_spreadsheets import a_bomb
from tournaments.models import ListImport, Player
from tournaments.services.clubs.anonymising import anonymise_player
from tournaments.services.entry.entrants import enter_players
from tournaments.services.entry.lists import (
    NEW,
    SAME,
    list_to_undo,
    plan_list,
    take_over,
    undo_list,
)

pytestmark = pytest.mark.django_db


# Twenty files


@pytest.mark.parametrize("each", FILES.values(), ids=lambda each: each.name)
def test_the_right_players_come_out_of_files_as_people_have_them(bring, each):
    event = an_event()
    report, status = bring(event, each.content, each.name)
    assert (names_of(event), report["problems"], status) == (each.players, [], 0)
    for name, facts in each.facts.items():
        player = Player.objects.get(name=name)
        assert {fact: getattr(player, fact) for fact in facts} == facts


@pytest.mark.parametrize("each", FILES.values(), ids=lambda each: each.name)
def test_every_line_and_every_column_of_a_file_is_accounted_for(bring, each):
    report, _ = bring(an_event(), each.content, each.name, "--dry-run")
    new = [name for name, action in actions(report) if action == "new"]
    others = [row for row in report["rows"] if row["action"] != "new"]
    assert tuple(new) == each.players and report["columns"]
    assert all(row["action"] == "skipped" and row["why"] for row in others)


def test_a_dry_run_stores_nothing(bring):
    event = an_event()
    bring(event, b"name\nAda\n", "list.csv", "--dry-run")
    assert (names_of(event), Player.objects.count(), ListImport.objects.count()) == ((), 0, 0)


def test_the_report_says_which_columns_were_taken(bring):
    report, _ = bring(an_event(), FILES["chess-results.csv"].content)
    assert report["columns"] == {
        "Nr.": None,
        "2": None,
        "Name": "name",
        "FideID": "federation_number",
        "Land": None,
        "EloI": None,
        "Verein/Ort": "club",
    }


# Columns


def test_columns_without_headings_are_said_by_their_numbers(bring):
    event = an_event()
    report, status = bring(event, b"Lund;Ada\nOst;Ben\n")
    assert (status, names_of(event)) == (1, ())
    assert [each["code"] for each in report["problems"]] == ["name_column_missing"]
    bring(event, b"Lund;Ada\nOst;Ben\n", "list.csv", "--map", '{"1": "surname", "2": "first_name"}')
    assert names_of(event) == ("Ada Lund", "Ben Ost")


def test_without_headings_a_column_of_kana_alone_is_how_the_names_are_read(bring):
    event = an_event()
    bring(event, "山田 太郎,やまだ たろう\n鈴木 花子,ｽｽﾞｷ ハナコー\nAda Lund,\n".encode())
    assert names_of(event) == ("山田 太郎", "鈴木 花子", "Ada Lund")
    assert Player.objects.get(name="山田 太郎").reading == "やまだ たろう"
    assert a_list("1\tやまだ\t山田\n2\tすずき\t鈴木", event).columns == {"2": "reading", "3": "name"}


def test_names_in_kana_alone_and_two_columns_of_kana_are_no_readings():
    event = an_event()
    assert a_list("やまだ たろう\nスズキ\n", event).columns == {"1": "name"}
    assert a_list("山田\tやまだ\tたろう\n", event).columns == {}
    assert a_list("やまだ\tやまだ\n鈴木\tすずき\n", event).columns == {"1": "name", "2": "reading"}


def test_a_club_says_what_columns_are_once(bring):
    first = an_event()
    second = an_event(name="Next", club=first.club)
    bring(first, b"Wer;Woher\nAda;Kiel\n", "a.csv", "--map", '{"Wer": "name", "Woher": "club"}')
    bring(second, b"Wer;Woher\nBen;Jena\n")
    assert names_of(second) == ("Ben",) and Player.objects.get(name="Ben").home_club == "Jena"


def test_columns_that_one_club_named_are_not_named_for_another(bring):
    other = an_event(name="Other", club=a_club("dov", "Kartenfreunde"))
    bring(an_event(), b"Wer;Woher\nAda;Kiel\n", "a.csv", "--map", '{"Wer": "name"}')
    assert bring(other, b"Wer;Woher\nBen;Jena\n")[1] == 1


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        pytest.param('{"Who": "name"}', "no column “Who”", id="no such column"),
        pytest.param('{"Name": "shoe size"}', "shoe size", id="no such meaning"),
        pytest.param('{"Name": "name", "Town": "name"}', "Two columns", id="two names"),
        pytest.param("[]", "JSON object", id="no object"),
    ],
)
def test_columns_that_cannot_be_are_refused(bring, said, sentence):
    event = an_event()
    report, status = bring(event, b"Name;Town\nAda;Kiel\n", "list.csv", "--map", said)
    assert status == 1 and sentence in report["problems"][0]["message"] and names_of(event) == ()


# New, known, changed, doubtful


def test_known_players_are_entered_and_stay_one(bring):
    event = an_event()
    a_player(event)
    assert actions(bring(event, b"name\nAnna Meier\n")[0]) == [("Anna Meier", "known")]
    assert names_of(event) == ("Anna Meier",) and Player.objects.count() == 1


def test_a_list_taken_twice_changes_nothing_the_second_time(bring):
    event = an_event()
    for action in ("new", "known"):
        assert actions(bring(event, b"name,club\nAda,Kiel\n")[0]) == [("Ada", action)]
    assert names_of(event) == ("Ada",) and ListImport.objects.count() == 1


def test_a_known_player_takes_the_facts_of_the_list(bring):
    event = an_event()
    player = a_player(event, home_club="Kiel")
    report, _ = bring(event, b"name,club,born\nAnna Meier,Jena,1970\n")
    player.refresh_from_db()
    assert report["rows"][0]["action"] == "changed" and "Kiel → Jena" in report["rows"][0]["why"]
    assert (player.home_club, player.birth_year) == ("Jena", 1970)


@pytest.mark.parametrize("twin", ["ANNA MEIER", "anna meier", "Meier Anna", "Ánna Meier", "Anna-Meier"])
def test_another_spelling_is_doubtful_and_entered_only_after_a_decision(bring, twin):
    event = an_event()
    player = a_player(event)
    assert actions(bring(event, f"name\n{twin}\n".encode())[0]) == [(twin, "doubtful")]
    assert names_of(event) == ()
    taken(f"name\n{twin}\n", event, answers={2: SAME})
    assert [each.player for each in event.entrants.all()] == [player]


def test_umlauts_spelt_in_two_ways_are_doubtful(bring):
    event = an_event()
    a_player(event, "Jörg Groß")
    assert actions(bring(event, b"name\nJoerg Gross\n")[0]) == [("Joerg Gross", "doubtful")]


def test_a_namesake_is_entered_as_another_player(bring):
    event = an_event()
    a_player(event)
    taken("name\nANNA MEIER\n", event, answers={2: NEW})
    assert names_of(event) == ("ANNA MEIER",) and Player.objects.count() == 2


def test_twins_inside_a_list_are_doubtful(bring):
    event = an_event()
    assert actions(bring(event, b"name\nAnna\nANNA\nAnna\n")[0]) == [
        ("Anna", "new"),
        ("ANNA", "doubtful"),
        ("Anna", "doubtful"),
    ]
    assert names_of(event) == ("Anna",)


@pytest.mark.parametrize(
    ("stored", "row"),
    [
        pytest.param({"birth_year": 1961}, "Anna Meier,1970,", id="born in another year"),
        pytest.param({"federation_number": "7"}, "Anna Meier,,8", id="another number"),
    ],
)
def test_the_same_name_with_other_facts_is_doubtful(bring, stored, row):
    event = an_event()
    a_player(event, **stored)
    report, _ = bring(event, f"name,born,federation number\n{row}\n".encode())
    assert actions(report) == [("Anna Meier", "doubtful")] and names_of(event) == ()


def test_two_of_one_name_are_told_apart_by_their_number(bring):
    event = an_event()
    a_player(event, federation_number="7"), a_player(event, federation_number="8")
    assert actions(bring(event, b"name\nAnna Meier\n")[0]) == [("Anna Meier", "doubtful")]
    bring(event, b"name,federation number\nAnna Meier,8\n")
    assert event.entrants.get().player.federation_number == "8"


def test_nobody_is_entered_twice_by_two_answers(bring):
    event = an_event()
    a_player(event, member_number="5")
    text = "name,member number\nAnna Meier,5\nA. M.,5\n"
    taken(text, event, answers={3: SAME})
    assert names_of(event) == ("Anna Meier",)


# Refusals


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        pytest.param(b"%PDF-1.7\n1 0 obj\n", "PDF", id="a PDF named .csv"),
        pytest.param(b"\x89PNG\r\n\x1a\n", "PNG", id="a picture"),
        pytest.param(b"<html><body>Ada</body></html>", "HTML", id="a web page"),
        pytest.param(b"\x01\x02\x03\x04\x05", "text", id="bytes"),
        pytest.param(b"\x81\xff\xfe\x9d", "text", id="no encoding"),
        pytest.param(b"a\0b\0\0c", "text", id="zeros on both sides"),
        pytest.param(b"", "no names", id="nothing"),
        pytest.param(b"name\n", "no names", id="headings alone"),
        pytest.param(b"name\n" + b"Ada\n" * 100_000, "rows", id="100,000 rows"),
        pytest.param(a_bomb(101 * 1024 * 1024), "too large", id="an archive that unpacks to gigabytes"),
        pytest.param(b"name\n" + b"".join(b"P %d\n" % n for n in range(2001)), "2000", id="2001 players"),
    ],
)
def test_a_file_that_is_no_list_is_refused_with_one_sentence(bring, content, sentence):
    event = an_event()
    report, status = bring(event, content)
    assert (status, len(report["problems"]), names_of(event)) == (1, 1, ())
    assert sentence in report["problems"][0]["message"]


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("x" * 500, id="500 letters"),
        pytest.param('=HYPERLINK("http://example.org")', id="a formula"),
        pytest.param("@SUM(A1)", id="another formula"),
        pytest.param('"Meier, Anna, Kiel"', id="two commas"),
        pytest.param("-B2", id="a formula with a minus"),
    ],
)
def test_a_name_that_is_none_is_said_and_the_others_are_entered(bring, name):
    event = an_event()
    report, status = bring(event, f"name\n{name}\nBen\n".encode())
    assert (status, len(report["problems"]), names_of(event)) == (1, 1, ("Ben",))
    assert [row["action"] for row in report["rows"]] == ["skipped", "new"]


def test_a_formula_in_a_workbook_is_the_value_it_had(bring):
    event = an_event()
    report, _ = bring(event, workbook(["name"], ["=1+1"], ["Ben"]), "list.xlsx")
    assert names_of(event) == ("Ben",) and report["rows"][0]["name"] == "Ben"


@pytest.mark.parametrize(
    ("heading", "cell"),
    [
        ("e-mail", "anna@"),
        ("born", "61"),
        ("born", "1961 or 1962"),
        ("guest", "perhaps"),
        ("club", "x" * 121),
    ],
)
def test_a_value_that_cannot_be_is_said_and_left_out(bring, heading, cell):
    event = an_event()
    report, status = bring(event, f"name;{heading}\nAda;{cell}\n".encode())
    player = Player.objects.get()
    assert (status, len(report["problems"]), report["problems"][0]["line"]) == (1, 1, 2)
    assert (player.email, player.birth_year, player.is_guest, player.home_club) == ("", None, False, "")


def test_an_event_that_is_not_there_is_refused(bring):
    event = an_event()
    event.slug = "nowhere"
    assert "nowhere" in bring(event, b"name\nAda\n")[0]["problems"][0]["message"]


# One transaction, and its undo


def test_a_list_is_undone_in_one_step():
    event = an_event()
    player = a_player(event, home_club="Kiel")
    enter_players(event=event, names=["Zoe"])
    taken("name;club\nAnna Meier;Jena\nBen;Ulm\n", event)
    undo_list(taken=list_to_undo(event), by=ADA)
    player.refresh_from_db()
    assert (names_of(event), player.home_club) == (("Zoe",), "Kiel")
    assert set(Player.objects.values_list("name", flat=True)) == {"Anna Meier", "Zoe"}
    assert list_to_undo(event) is None


def test_details_changed_since_stay_when_a_list_is_undone():
    event = an_event()
    player = a_player(event, home_club="Kiel", email="old@example.org")
    step = taken("name;club;email\nAnna Meier;Jena;new@example.org\n", event)
    Player.objects.filter(pk=player.pk).update(home_club="Ulm")
    undo_list(taken=step, by=ADA)
    player.refresh_from_db()
    assert (player.home_club, player.email) == ("Ulm", "old@example.org")


def test_a_list_with_a_seated_player_is_not_undone():
    event = an_event()
    step = taken("name\nAda\nBen\nCleo\nEmil\n", event)
    a_round(event)
    with pytest.raises(NotPossible) as refused:
        undo_list(taken=step, by=ADA)
    assert refused.value.code == "entrant_has_seat" and len(names_of(event)) == 4


def test_only_the_newest_list_is_undone_and_only_once():
    event = an_event()
    first, second = taken("name\nAda\n", event), taken("name\nBen\n", event)
    undo_list(taken=second, by=ADA)
    for step in (first, second):
        with pytest.raises(NotPossible, match="newest"):
            undo_list(taken=step, by=ADA)
    assert names_of(event) == ("Ada",)


def test_a_list_is_not_stored_where_the_club_changed_since_it_was_shown():
    event = an_event()
    players = a_list("name\nAda\nBen\n", event)
    digest = plan_list(event, players).digest
    enter_players(event=event, names=["Ada"])
    with pytest.raises(NotPossible) as refused:
        take_over(event=event, players=players, by=ADA, seen=digest)
    assert refused.value.code == "changed_meanwhile" and names_of(event) == ("Ada",)


def test_two_directors_who_bring_the_same_list_make_every_player_once():
    first = an_event()
    second = an_event(name="Next", club=first.club)
    plans = [
        (event, found := a_list("name\nAda\nBen\n", event), plan_list(event, found))
        for event in (first, second)
    ]
    event, found, plan = plans[0]
    take_over(event=event, players=found, by=ADA, seen=plan.digest)
    event, found, plan = plans[1]
    with pytest.raises(NotPossible) as refused:
        take_over(event=event, players=found, by=ADA, seen=plan.digest)
    assert refused.value.code == "changed_meanwhile"
    take_over(event=event, players=found, by=ADA, seen=plan_list(event, found).digest)
    assert Player.objects.count() == 2 and names_of(second) == ("Ada", "Ben")


def test_a_forgotten_player_leaves_no_facts_behind():
    event = an_event()
    player = a_player(event, home_club="Kiel")
    taken("name;email;born;federation number\nAnna Meier;anna@example.org;1970;77\n", event)
    anonymise_player(player=player, by=ADA)
    player.refresh_from_db()
    kept = [player.email, player.birth_year, player.federation_number, player.home_club]
    assert kept == ["", None, "", ""] and list(chain(*ListImport.objects.values_list("changes"))) == [{}]
    undo_list(taken=list_to_undo(event), by=ADA)
    player.refresh_from_db()
    assert (player.email, player.home_club) == ("", "")


def test_the_heading_of_a_pasted_list_is_nobody():
    plan = plan_list(event := an_event(), a_list("Skatabend Freitag:\n1. Karl\n2. Erna\nAbsagen:\n", event))
    assert [row.action.value for row in plan.rows] == ["skipped", "new", "new", "skipped"]
    assert not plan.problems


@pytest.mark.parametrize("cell", ["mailto:ada@example.org", "<ada@example.org>", " ada@example.org "])
def test_an_address_is_read_as_programs_write_it(bring, cell):
    report, _ = bring(an_event(), f"name;e-mail\nAda;{cell}\n".encode())
    assert (report["problems"], Player.objects.get().email) == ([], "ada@example.org")


@pytest.mark.parametrize("nothing", ["-", "–", "/", ".", "--"])
def test_a_dash_in_a_column_says_that_there_is_nothing(bring, nothing):
    event = an_event()
    heads = "Name;Mitgliedsnummer;Pass-Nr;Mannschaft;Verein;E-Mail;Jahrgang;Startnummer"
    rows = "".join(f"{name}{f';{nothing}' * 7}\n" for name in ("Ada Lund", "Ben Ost"))
    report, status = bring(event, f"{heads}\n{rows}".encode())
    assert (report["problems"], status, len(names_of(event))) == ([], 0, 2)
    assert set(event.entrants.values_list("team", flat=True)) == {""}
    assert not Player.objects.exclude(member_number="", federation_number="", home_club="", email="").exists()


def test_a_zero_is_no_number_of_a_member(bring):
    bring(an_event(), b"Name;Mitgliedsnummer\nAda Lund;0\nBen Ost;000\n")
    assert set(Player.objects.values_list("member_number", flat=True)) == {""}
