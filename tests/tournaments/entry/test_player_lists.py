"""Real-life player lists through the command: the right players, and every change reported."""

import json
from io import StringIO
from itertools import chain
from pathlib import Path

import pytest
from django.core.management import call_command

from scoring.sheet.refusals import NotPossible
from tests.builders import a_club, a_round, an_event
from tests.tournaments.list_files import FILES, workbook
from tests.tournaments.paper.test_spreadsheets import a_bomb
from tournaments.models import AuthorKind, ListImport, Player
from tournaments.services.clubs.anonymising import anonymise_player
from tournaments.services.entry.entrants import enter_players
from tournaments.services.entry.lists import (
    NEW,
    SAME,
    list_to_undo,
    plan_list,
    read_list,
    take_over,
    undo_list,
)
from tournaments.services.history.sheet_chain import Author
from tournaments.storage.uploads.spreadsheets import Upload
from tournaments.views.entry.player_lists import doubt_shown

pytestmark = pytest.mark.django_db
ADA = Author(AuthorKind.MEMBER, 1)
TROUBLES = Path(__file__).parents[2] / "data" / "troubles"
NAMESAKES = (TROUBLES / "48-namesakes-by-number" / "b.csv").read_text(encoding="utf-8")


@pytest.fixture
def bring(tmp_path):
    """Run the command on a file of these bytes; return its report and exit status."""

    def run(event, content, name="list.csv", *options):
        path = tmp_path / name
        path.write_bytes(content)
        out = StringIO()
        status: str | int | None = 0
        try:
            call_command("import_players", event.slug, str(path), *options, format="json", stdout=out)
        except SystemExit as end:
            status = end.code
        return json.loads(out.getvalue()), status

    return run


def names_of(event):
    return tuple(event.entrants.order_by("number").values_list("player__name", flat=True))


def actions(report):
    return [(row["name"], row["action"]) for row in report["rows"]]


def a_list(text, event, **more):
    return read_list(Upload("list.csv", text.encode()), club=event.club, **more)


def taken(text, event, **more):
    return take_over(event=event, players=a_list(text, event), by=ADA, **more)[1]


def a_player(event, name="Anna Meier", **facts):
    return Player.objects.create(club=event.club, name=name, **facts)


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
    found = a_list("name\nAda\nBen\n", event)
    seen = plan_list(event, found).digest
    enter_players(event=event, names=["Ada"])
    with pytest.raises(NotPossible) as refused:
        take_over(event=event, players=found, by=ADA, seen=seen)
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


def test_an_address_under_another_surname_in_the_same_list_asks():
    text = (
        "Name;E-Mail\nKarla Kurz;k@example.org\nKarl Kurz;k@example.org\nKarla Lang;K@Example.org\nBo;\nCy;\n"
    )
    plan = plan_list(event := an_event(), a_list(text, event))
    assert [(row.action.value, row.answers) for row in plan.rows] == [
        *(("new", ()), ("new", ()), ("doubtful", (SAME, NEW)), ("new", ()), ("new", ())),
    ]
    assert "Karla Kurz" in plan.rows[2].why


def test_the_heading_of_a_pasted_list_is_nobody():
    plan = plan_list(event := an_event(), a_list("Skatabend Freitag:\n1. Karl\n2. Erna\nAbsagen:\n", event))
    assert [row.action.value for row in plan.rows] == ["skipped", "new", "new", "skipped"]
    assert not plan.problems


@pytest.mark.parametrize("cell", ["mailto:ada@example.org", "<ada@example.org>", " ada@example.org "])
def test_an_address_is_read_as_programs_write_it(bring, cell):
    report, _ = bring(an_event(), f"name;e-mail\nAda;{cell}\n".encode())
    assert (report["problems"], Player.objects.get().email) == ([], "ada@example.org")


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
