"""Pasted names, whatever they look like: people line by line, corrected on the page, entered by one key."""

import datetime
import html
import re

import pytest

from tests.builders import a_week_later, an_event
from tests.tournaments.visitors import ada, stranger, text_of
from tournaments.models import Event, Player
from tournaments.services.entry.entrants import enter_players
from tournaments.wording.pasted_names import Pasted, Remark, people_in
from tournaments.wording.pasted_notes import usual_writing

pytestmark = pytest.mark.django_db

MESSY = """1. Müller, Karl-Heinz
2) Erna Schmidt
Horst Wegner
Otto Brandt 0171 2345678
- Gisela von der Heide
müller, Karl-Heinz
Klaus (Gast)
Dr. Wilhelm Theodor Freiherr von Wolkenstein-Trostburg
HANNELORE PETERS
uwe jansen;Bremen
Erwin 'Ede' Kröger
Ilse & Fritz Meier
Bernd Lüders 📞
Werner Kowalski,
Takeshi 田中"""
TWO = "Karl Ost;Holm\nIlse Meier;Holm"
PEOPLE = [
    *("Karl-Heinz Müller", "Erna Schmidt", "Horst Wegner", "Otto Brandt", "Gisela von der Heide", "Klaus"),
    *("Dr. Wilhelm Theodor Freiherr von Wolkenstein-Trostburg", "Hannelore Peters", "Uwe Jansen"),
    *("Erwin 'Ede' Kröger", "Ilse Meier", "Fritz Meier", "Bernd Lüders", "Werner Kowalski", "Takeshi 田中"),
]


def url_of(event, more=""):
    return f"/events/{event.slug}/organise/players/{more}"


def pasted(event, text, visitor=None, **more):
    """Paste a text; return the visitor and the page that follows."""
    visitor = visitor or ada()
    return visitor, visitor.post(url_of(event, "paste/"), {"names": text, **more}, follow=True)


def fields_of(page):
    """Return what the form of the page would send."""
    text = page.content.decode()
    digest = re.search(r'name="text" value="(\w*)"', text)[1]
    names = dict(re.findall(r'<input name="(name-\d+)" value="([^"]*)"', text))
    ticks = re.findall(r'name="take" value="(\d+)"\s+checked', text)
    return {**{key: html.unescape(name) for key, name in names.items()}, "take": ticks, "text": digest}


def stored(visitor, event, page, **changes):
    return visitor.post(url_of(event, "pasted/"), {**fields_of(page), **changes}, follow=True)


def names_of(event):
    return list(event.entrants.order_by("number").values_list("player__name", flat=True))


def test_fifteen_messy_lines_are_fifteen_people_after_one_key():
    event = an_event()
    visitor, page = pasted(event, MESSY)
    assert "Add 15 players" in text_of(page) and "UTF-8" not in text_of(page) and names_of(event) == []
    assert "Recognised as a guest." in text_of(page)
    stored(visitor, event, page)
    assert names_of(event) == PEOPLE
    assert Player.objects.get(name="Uwe Jansen").home_club == "Bremen"
    assert Player.objects.get(name="Klaus").is_guest


def test_a_telephone_number_is_on_no_page_of_the_event():
    event = an_event(is_published=True)
    visitor, page = pasted(event, MESSY)
    stored(visitor, event, page)
    pages = [text_of(stranger().get(f"/events/{event.slug}/")), text_of(visitor.get(url_of(event)))]
    assert "Otto Brandt" in pages[1] and not any("2345678" in each for each in pages)


def test_a_telephone_number_that_is_typed_into_a_name_is_taken_out_or_refused():
    event = an_event()
    visitor, page = pasted(event, TWO)
    refused = stored(visitor, event, page, **{"name-2": "Ilse Meier/x01712345678"})
    assert refused.status_code == 409 and "telephone number" in text_of(refused) and names_of(event) == []
    stored(visitor, event, page, **{"name-1": "Karl Ost 0171 2345678"})
    assert names_of(event) == ["Karl Ost", "Ilse Meier"]


def test_a_name_is_corrected_on_its_line():
    event = an_event()
    visitor, page = pasted(event, TWO)
    stored(visitor, event, page, **{"name-2": "Ilse Maier"})
    assert names_of(event) == ["Karl Ost", "Ilse Maier"]


def test_a_line_without_a_tick_enters_nobody():
    event = an_event()
    visitor, page = pasted(event, TWO)
    stored(visitor, event, page, take=["2"])
    assert names_of(event) == ["Ilse Meier"]


def test_the_people_of_the_last_evening_are_ticked_and_entered_by_one_key():
    before = an_event(name="Last week")
    enter_players(event=before, names=["Karl Ost", "Ilse Meier"])
    event = an_event(club=before.club, date=a_week_later(before.club))
    ticked = ticked_for(event)
    assert ticked == ["Ilse Meier", "Karl Ost"]
    ada().post(url_of(event, "paste/"), {"names": ticked})
    assert sorted(names_of(event)) == sorted(names_of(before)) == sorted(ticked)
    assert event.club.players.count() == 2
    assert 'name="names" value=' not in text_of(ada().get(url_of(event)))


@pytest.mark.parametrize(
    ("others", "ticked"),
    [
        ([("fipsen-prisdorf", 7), ("skat", 14)], ["Fipsen Prisdorf"]),
        ([("skat", 14), ("doppelkopf", 7)], ["Skat"]),
        ([("fipsen-prisdorf", 21), ("skat", 28)], []),
    ],
    ids=["of its game first", "of another game", "of today or later"],
)
def test_the_people_of_an_evening_before_are_ticked(others, ticked):
    event = an_event(date=datetime.date(2026, 11, 21))
    for game, day in others:
        other = an_event(club=event.club, game=game, date=datetime.date(2026, 11, day))
        enter_players(event=other, names=[game.replace("-", " ").title()])
    assert ticked_for(event) == ticked


def ticked_for(event: Event) -> list[str]:
    """Return the names that the page of an event without players ticks, in their order."""
    page = " ".join(text_of(ada().get(url_of(event))).split())
    return re.findall(r'name="names" value="([^"]*)" checked', page)


def test_a_person_twice_is_ticked_once_and_the_second_line_says_so():
    _, page = pasted(an_event(), "Karl Ost;Holm\nOst, Karl")
    assert fields_of(page)["take"] == ["1"] and "Karl Ost is already in line 1." in text_of(page)


def test_a_double_that_is_ticked_all_the_same_is_asked_about_and_nothing_is_lost():
    event = an_event()
    visitor, page = pasted(event, "Karl Ost;Holm\nOst, Karl")
    refused = stored(visitor, event, page, take=["1", "2"])
    assert refused.status_code == 409 and names_of(event) == []
    assert fields_of(refused)["name-2"] == "Karl Ost"
    stored(visitor, event, refused, **{"name-2": "Karl Ost jun.", "take": ["1", "2"]})
    assert names_of(event) == ["Karl Ost", "Karl Ost jun."]


def test_a_name_like_a_known_one_waits_for_an_answer():
    event = an_event()
    known = Player.objects.create(club=event.club, name="Jürgen Meier")
    visitor, page = pasted(event, "Juergen Meier\nErna Ost")
    assert "The club knows Jürgen Meier" in text_of(page)
    refused = stored(visitor, event, page)
    assert refused.status_code == 409 and names_of(event) == []
    stored(visitor, event, refused, **{"answer-1": "same"})
    assert event.entrants.get(number=1).player == known and names_of(event)[1] == "Erna Ost"


def test_a_person_who_is_registered_is_not_ticked_again():
    event = an_event()
    visitor, _ = pasted(event, "Karl Ost")
    _, page = pasted(event, TWO, visitor)
    assert fields_of(page)["take"] == ["2"] and "Already registered." in text_of(page)


def test_a_pasted_text_stays_in_the_box_until_it_is_taken_over_and_comes_back_with_the_undo():
    event = an_event()
    visitor, page = pasted(event, TWO)
    assert "Karl Ost;Holm" in text_of(visitor.get(url_of(event)))
    stored(visitor, event, page)
    assert "Karl Ost;Holm" not in text_of(visitor.get(url_of(event)))
    visitor.post(url_of(event, "list/undo/"), {"list": event.list_imports.get().pk})
    assert "Karl Ost;Holm" in text_of(visitor.get(url_of(event))) and names_of(event) == []


def test_a_text_without_a_name_is_refused_and_kept():
    visitor, page = pasted(event := an_event(), "0171 2345678\n---")
    assert (
        page.status_code == 422
        and "no name in this text" in text_of(page)
        and "0171 2345678" in text_of(page)
    )
    assert visitor.get(url_of(event, "pasted/"), follow=True).status_code == 200


def test_a_page_of_an_older_text_takes_its_names_and_no_facts_of_another():
    event = an_event()
    visitor, page = pasted(event, "Karl Ost;Holm")
    pasted(event, "Ilse Meier;Kiel;ilse@example.org", visitor)
    stored(visitor, event, page)
    assert names_of(event) == ["Karl Ost"] and Player.objects.get().email == ""


def test_a_table_from_a_spreadsheet_is_people_with_what_it_says_of_them():
    event = an_event()
    text = "Name\tVorname\tVerein\tE-Mail\tTelefon\nOst\tKarl\tHolm\tkarl@example.org\t0171 2345678\n"
    visitor, page = pasted(event, text)
    stored(visitor, event, page)
    player = Player.objects.get()
    assert (player.name, player.home_club, player.email) == ("Karl Ost", "Holm", "karl@example.org")


def test_those_who_are_only_expected_stay_so():
    event = an_event()
    visitor, page = pasted(event, "Karl Ost;Holm", expected="on")
    assert 'name="expected"' in page.content.decode() and "checked" in text_of(page)
    stored(visitor, event, page, expected="on")
    assert not event.entrants.get().is_present


def test_more_people_than_a_page_can_show_are_refused_with_their_number():
    _, page = pasted(an_event(), "\n".join(f"Karl Ost{number};Holm" for number in range(301)))
    assert page.status_code == 422 and "these are 301" in text_of(page)


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("Müller, Karl, Kiel", ["Karl Müller"]),
        ("Karl Müller, SC Kiel", ["Karl Müller"]),
        ("Karl Müller, Kiel", ["Karl Müller"]),
        ("Karl Müller (SC Kiel)", ["Karl Müller"]),
        ("Karl Müller (Kiel)", ["Karl Müller (Kiel)"]),
        ("Karl Müller (kommt später)", ["Karl Müller"]),
        ("Karl Müller - kommt später", ["Karl Müller"]),
        ("Karl Müller; Gast", ["Karl Müller"]),
        ("1\tMüller\tKarl\tKiel\t0171 2345", ["Karl Müller"]),
        ("5;Erna Schmidt;erna@example.org;Skatfreunde Elmshorn", ["Erna Schmidt"]),
        ("von der Heide, Gisela", ["Gisela von der Heide"]),
        ("Lund, Gisela, Dr.", ["Dr. Gisela Lund"]),
        ("Hans Kröger, jun.", ["Hans Kröger jun."]),
        ("Lund, Gisela (geb. Ost)", ["Gisela Lund (geb. Ost)"]),
        ("Karl von und zu Guttenberg", ["Karl von und zu Guttenberg"]),
        ("Meier, Ilse und Fritz", ["Ilse Meier", "Fritz Meier"]),
        ("Ilse Meier und Fritz Koch", ["Ilse Meier", "Fritz Koch"]),
        ("Anna Hasse, Bernd Koch, Cleo Lund", ["Anna Hasse", "Bernd Koch", "Cleo Lund"]),
        ("山田 太郎、佐藤 花子", ["山田 太郎", "佐藤 花子"]),
        ("高橋 明里（クラブ東京） 090-1234-5678", ["高橋 明里"]),
        ("[24.11.26, 18:03:22] Erna Schmidt: bin dabei, 0171 2345678", ["Erna Schmidt"]),
        ("Max Muster <max@example.org>", ["Max Muster"]),
        ("1.) Müller, Karl-Heinz", ["Karl-Heinz Müller"]),
        ("Tisch 1: Anna Ost", ["Anna Ost"]),
        ("Teilnehmer: Anna Ost, Bernd Lund", ["Anna Ost", "Bernd Lund"]),
        ("Karl Ost und Frau Erna", ["Karl Ost", "Erna Ost"]),
        ("Herr und Frau Meier", ["Herr Meier", "Frau Meier"]),
        ("„Peter Falk“", ["Peter Falk"]),
        ("Bernd 😀 Lüders ✅", ["Bernd Lüders"]),
        ("| 3 | Ilse Ost | Kiel |", ["Ilse Ost"]),
        ("Freitag, Karl", ["Karl Freitag"]),
        ("August Meier", ["August Meier"]),
        ("Karl Neu", ["Karl Neu"]),
        ("0171 2345678", [""]),
        ("24.11.26, 18:03 - +49 171 2345678: dabei", [""]),
    ],
)
def test_a_pasted_line_is_read_as_its_people(line, names):
    assert [each.name for each in people_in(line)] == names


@pytest.mark.parametrize(
    ("line", "name", "left_out"),
    [
        ("Frau Lieselotte Meier", "Lieselotte Meier", "Frau"),
        ("FRAU LIESELOTTE MEIER", "Lieselotte Meier", "FRAU"),
        ("Herrn Dr. Karl Ost", "Dr. Karl Ost", "Herrn"),
        ("Meier, Frau Lieselotte", "Lieselotte Meier", "Frau"),
        ("Fr Erna Ost", "Erna Ost", "Fr"),
        ("Hr. Karl Ost bezahlt", "Karl Ost", "Hr. bezahlt"),
        ("Mr John Smith", "John Smith", "Mr"),
        ("Mrs. Jane Smith", "Jane Smith", "Mrs."),
        ("Ms Jane Smith", "Jane Smith", "Ms"),
        ("田中 太郎 様", "田中 太郎", "様"),
        ("田中太郎さん", "田中太郎", "さん"),
        ("山田太郎 氏", "山田太郎", "氏"),
        ("7. Ingrid Çelik ✓ bezahlt 5€", "Ingrid Çelik", "✓ bezahlt 5€"),
        ("Ingrid Çelik ✔ bez. 5€", "Ingrid Çelik", "✔ bez. 5€"),
        ("Karl Ost = 5€", "Karl Ost", "5€"),
        ("Karl Ost ✓ da", "Karl Ost", "✓ da"),
        ("Karl Ost x", "Karl Ost", "x"),
        ("x Karl Ost", "Karl Ost", "x"),
        ("Karl Ost offen", "Karl Ost", "offen"),
        ("Karl Ost;x;5€", "Karl Ost", "x 5€"),
        ("Max Muster ✅ paid", "Max Muster", "✅ paid"),
        ("佐藤 花子 済", "佐藤 花子", "済"),
        ("佐藤花子（入金済）", "佐藤花子", "入金済"),
    ],
)
def test_an_address_and_a_payment_are_left_out_of_a_name_with_a_doubt(line, name, left_out):
    (one,) = people_in(line)
    assert (one.name, one.remark, one.rest, one.is_out) == (name, Remark.LEFT_OUT, left_out, False)


@pytest.mark.parametrize(
    ("line", "name", "doubtful"),
    [
        *(("Heidi Frau", "Heidi Frau", "Frau"), ("Frau, Heidi", "Frau Heidi", "Frau")),
        *(("Karl Offen", "Karl Offen", "Offen"), ("Frau Offen", "Frau Offen", "Frau")),
        *(
            ("Malcolm X", "Malcolm X", "X"),
            ("山田 済", "山田 済", "済"),
            ("Herr Meier", "Herr Meier", "Herr"),
        ),
    ],
)
def test_a_surname_that_may_be_a_remark_stays_with_a_doubt(line, name, doubtful):
    (one,) = people_in(line)
    assert (one.name, one.remark, one.rest, one.is_out) == (name, Remark.KEPT, doubtful, False)


@pytest.mark.parametrize(
    "name", ["Maria da Silva", "Friedrich Herrmann", "Frauke Meier", "Franz Ost", "足利 尊氏"]
)
def test_a_name_that_only_begins_or_ends_like_a_remark_has_no_doubt(name):
    assert people_in(name) == [Pasted(name)]


def test_names_between_commas_are_people_where_no_other_line_stands():
    assert [each.name for each in people_in("Anna, Bernd, Cleo", is_alone=True)] == ["Anna", "Bernd", "Cleo"]


# Lines of nobody, companions, remarks, letters


@pytest.mark.parametrize(
    "line",
    [
        *("Teilnehmer Skatabend 27.11. (14 Leute)", "Teilnehmer:", "Anmeldungen (14)", "Tisch 1", "Namen"),
        *("Summe: 14", "14 Personen", "Gesamt 14", "Freitag, 27. November, 19 Uhr", "Weihnachtsturnier Holm"),
        *("Hallo Heinz, hier die Liste", "Viele Grüße", "Bitte bis 20 Uhr da sein!", "SC Skatfreunde 03"),
        *("Participants (12)", "Total: 12", "Dear Ada, here is the list", "参加者（14名）", "合計 14名"),
    ],
)
def test_headings_totals_and_sentences_are_nobody_until_they_are_ticked(line):
    (one,) = people_in(line)
    assert one.remark == Remark.NOBODY and one.is_out


@pytest.mark.parametrize("line", ["Spieler 9", "Player 12", "選手 3"])
def test_numbered_players_of_a_trial_are_names(line):
    assert people_in(line) == [Pasted(line)]


@pytest.mark.parametrize(
    "line",
    [
        "Frau",
        "+ 1",
        "+1",
        "plus 1",
        "meine Frau",
        "N.N.",
        "Gast von Erna",
        "Begleitung",
        "1 Gast",
        "friend",
        "妻",
    ],
)
def test_people_without_a_name_are_asked_for(line):
    (one,) = people_in(line)
    assert one.remark == Remark.NAMELESS and one.name == ""


@pytest.mark.parametrize(
    ("line", "companions"),
    [
        *(
            ("Karl Ost + 1", 1),
            ("Karl Ost (+2)", 2),
            ("Karl Ost mit Begleitung", 1),
            ("Karl Ost und Frau", 1),
        ),
        *(
            ("Karl Ost & Mann", 1),
            ("Karl Ost mit zwei Freunden", 2),
            ("Karl Ost, +1", 1),
            ("Karl Ost plus eins", 1),
        ),
    ],
)
def test_companions_without_a_name_are_a_line_each(line, companions):
    one, *others = people_in(line)
    assert one.name == "Karl Ost" and one.remark == Remark.LEFT_OUT
    assert [each.remark for each in others] == [Remark.NAMELESS] * companions


@pytest.mark.parametrize(
    "said",
    [
        *(
            "kommt später",
            "(kommt erst 20 Uhr)",
            "bezahlt",
            "10,00 €",
            "- 10 € bezahlt",
            "27.11.",
            "12.03.1950",
        ),
        *("19:30", ", Hauptstr. 12, 25421 Holm", "#47", "?", "www.example.org", "ab 19 Uhr", "hat bezahlt"),
    ],
)
def test_a_remark_is_no_part_of_a_name_and_stands_beside_it(said):
    (one,) = people_in(f"Karl Ost {said}")
    assert (one.name, one.club, one.remark, one.is_out) == ("Karl Ost", "", Remark.LEFT_OUT, False)


@pytest.mark.parametrize(
    "line",
    [
        *(
            "Karl Ost (abgesagt)",
            "Karl Ost sagt leider ab",
            "Karl Ost kommt nicht",
            "❌ Karl Ost",
            "~Karl Ost~",
        ),
        *("Karl Ost - krank", "Karl Ost, verhindert", "Nicht dabei: Karl Ost", "Karl Ost cancelled"),
    ],
)
def test_those_who_cancelled_are_read_and_not_ticked(line):
    (one,) = people_in(line)
    assert (one.name, one.remark, one.is_out) == ("Karl Ost", Remark.GONE, True)


def test_people_below_a_heading_of_the_absent_are_not_ticked():
    _, page = pasted(an_event(), "Zusagen:\nKarl Ost\nAbsagen:\nAnna Meier\nWarteliste:\nUdo West")
    assert fields_of(page)["take"] == ["2"] and "among those who do not come" in text_of(page)


@pytest.mark.parametrize(
    ("typed", "usual"),
    [
        *(("uwe jansen", "Uwe Jansen"), ("ANNA MEIER", "Anna Meier"), ("Anna MEIER", "Anna Meier")),
        *(
            ("karl-heinz von der heide", "Karl-Heinz von der Heide"),
            ("MARIA VON DER HEIDE", "Maria von der Heide"),
        ),
        *(("SEAN O'NEILL", "Sean O'Neill"), ("DR. HANS GROSS", "Dr. Hans Gross"), ("ÄNNE ÖZIL", "Änne Özil")),
        *(("HEINZ GRÖßMANN", "Heinz Größmann"), ("HEINZ GRO\u1e9eMANN", "Heinz Großmann")),
        *(("ERNA WEIß-GROß", "Erna Weiß-Groß"), ("GROß", "Groß"), ("ßner", "ßner")),
        *(("\u0130BRAH\u0130M YILDIZ", "\u0130brahim Yildiz"), ("\u0149AMA", "\u0149ama")),
        *(("JOHN MCDONALD", "John McDonald"), ("john mcdonald", "John McDonald")),
        *(("KARL MACKE", "Karl Macke"), ("ANNE-MARIE VON DER HEIDE", "Anne-Marie von der Heide")),
        *(
            (same, same)
            for same in ("HJ Groß", "Peter McDonald", "Hans Ost III", "Anna Ost (KIEL)", "田中 太郎")
        ),
        *((same, same) for same in ("José da Silva", "H.-J. Groß", "Max von und zu Berg", "Ost jun.")),
    ],
)
def test_a_name_in_unusual_letters_is_offered_in_the_usual_ones(typed, usual):
    assert usual_writing(typed) == usual


def test_a_doubt_says_how_a_name_was_typed_and_the_typed_letters_can_be_kept():
    event = an_event()
    visitor, page = pasted(event, "uwe jansen\nAnna Meier")
    assert "Typed “uwe jansen”; this is the usual writing." in text_of(page)
    stored(visitor, event, page, **{"name-1": "uwe jansen"})
    assert names_of(event) == ["uwe jansen", "Anna Meier"]


def test_a_companion_is_entered_once_the_name_is_typed_and_the_line_ticked():
    event = an_event()
    visitor, page = pasted(event, "Teilnehmer (3 Leute)\nKarl Ost + 1\nAnna Meier")
    assert fields_of(page)["take"] == ["2", "4"] and "Add 2 players" in text_of(page)
    stored(visitor, event, page, **{"name-3": "Erna Ost", "take": ["2", "3", "4"]})
    assert names_of(event) == ["Karl Ost", "Erna Ost", "Anna Meier"]


def test_a_row_of_a_total_below_headings_enters_nobody():
    _, page = pasted(an_event(), "Name\tVerein\nKARL OST\tHolm\nSumme\t1\n")
    assert fields_of(page)["take"] == ["1"] and "Karl Ost" in text_of(page)
