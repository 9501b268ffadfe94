"""The page on which a player list is read, reviewed and accepted."""

import io
import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from openpyxl import Workbook

from tests.builders import a_round, an_event
from tests.tournaments.list_files import FILES
from tests.tournaments.visitors import ada, dov, queries_of, stranger, text_of
from tournaments.models import Player
from tournaments.services.entry.entrants import enter_players

pytestmark = pytest.mark.django_db
FORMULAS = b"name\n=SUM(A1)\nBen\n"


def url_of(event, more="list/"):
    return f"/events/{event.slug}/organise/players/{more}"


def uploaded(event, content, name="list.csv", visitor=None, **more):
    """Return a visitor on the page of an uploaded list, and the page."""
    visitor = visitor or ada()
    sent = {"file": SimpleUploadedFile(name, content), **more}
    return visitor, visitor.post(url_of(event, "upload/"), sent, follow=True)


def stored(visitor, event, page, **answers):
    """Send the page's own form."""
    plan = re.search(r'name="plan" value="([^"]*)"', text_of(page))[1]
    return visitor.post(url_of(event, "list/store/"), {"plan": plan, **answers}, follow=True)


def names_of(event):
    return list(event.entrants.order_by("number").values_list("player__name", flat=True))


def test_the_page_offers_to_undo_a_list_until_somebody_of_it_has_a_seat():
    event = an_event()
    visitor, page = uploaded(event, b"name\nAda\nBen\nCleo\nEmil\n")
    assert "Undo the import" in text_of(stored(visitor, event, page))
    a_round(event)
    assert "Undo the import" not in text_of(visitor.get(url_of(event, "")))


@pytest.mark.parametrize("each", FILES.values(), ids=lambda each: each.name)
def test_every_list_goes_through_the_page_to_the_right_players(each):
    event = an_event()
    visitor, page = uploaded(event, each.content, each.name)
    assert names_of(event) == [] and f"Add {len(each.players)} player" in text_of(page)
    stored(visitor, event, page)
    assert tuple(names_of(event)) == each.players


def test_a_column_is_said_on_the_page_and_remembered():
    event = an_event()
    visitor, page = uploaded(event, b"Wer;Woher\nAda;Kiel\n")
    assert "Choose it" in text_of(page)
    visitor.post(url_of(event), {"headings": "yes"})
    columns = {"heading": ["Wer", "Woher"], "column-0": "name", "column-1": "club"}
    page = visitor.post(url_of(event), columns)
    assert "Add 1 player" in text_of(page)
    stored(visitor, event, page)
    assert Player.objects.get(name="Ada").home_club == "Kiel"
    _, page = uploaded(event, b"Wer;Woher\nBen;Jena\n", visitor=visitor)
    assert "Add 1 player" in text_of(page) and "Ben" in text_of(page)


def test_the_sheet_with_names_is_taken_and_another_can_be_chosen():
    event, book = an_event(), Workbook()
    book.worksheets[0].title = "Cover"
    for sheet, name in (("Members", "Ada"), ("Guests", "Ben")):
        for cell in ("Name", name):
            (book[sheet] if sheet in book.sheetnames else book.create_sheet(sheet)).append([cell])
    stream = io.BytesIO()
    book.save(stream)
    visitor, page = uploaded(event, stream.getvalue(), "two.xlsx")
    assert '<option value="Members" selected>' in " ".join(text_of(page).split())
    page = visitor.post(url_of(event), {"read": "again", "sheet": "Guests"}, follow=True)
    assert '<option value="Guests" selected>' in " ".join(text_of(page).split())
    refused = visitor.post(url_of(event), {"read": "again", "sheet": "Cover"})
    assert refused.status_code == 409 and "There are no names in this file" in text_of(refused)
    stored(visitor, event, visitor.get(url_of(event)))
    assert names_of(event) == ["Ben"]


def test_the_encoding_is_shown_and_can_be_changed():
    event = an_event()
    visitor, page = uploaded(event, "Name\nŽofia\n".encode("cp1252"))
    assert '<option value="cp1252" selected>Windows-1252' in " ".join(text_of(page).split())
    refused = visitor.post(url_of(event), {"read": "again", "encoding": "utf-8"})
    assert refused.status_code == 409 and "cannot be read as UTF-8" in text_of(refused)
    page = visitor.post(url_of(event), {"read": "again", "encoding": "cp932"}, follow=True)
    assert '<option value="cp932" selected>Shift-JIS' in " ".join(text_of(page).split())
    visitor.post(url_of(event), {"read": "again", "encoding": "cp1252"})
    stored(visitor, event, visitor.get(url_of(event)))
    assert names_of(event) == ["Žofia"]


def test_two_columns_that_are_both_the_name_are_refused_and_the_page_stays():
    event = an_event()
    visitor, _ = uploaded(event, b"Name;Town\nAda;Kiel\n")
    columns = {"heading": ["Name", "Town"], "column-0": "name", "column-1": "name"}
    refused = visitor.post(url_of(event), columns)
    assert refused.status_code == 409 and "Two columns cannot both be the name" in text_of(refused)
    assert "Kiel" in text_of(refused)


def test_a_twin_is_asked_about_and_left_out_without_an_answer():
    event = an_event()
    Player.objects.create(club=event.club, name="Anna Meier")
    visitor, page = uploaded(event, b"name\nANNA MEIER\nBen\n")
    assert "The club knows Anna Meier" in text_of(page) and "or another?" in text_of(page)
    stored(visitor, event, page)
    assert names_of(event) == ["Ben"]


@pytest.mark.parametrize(("answer", "name"), [("same", "Anna Meier"), ("new", "ANNA MEIER")])
def test_a_twin_is_who_the_answer_says(answer, name):
    event = an_event()
    Player.objects.create(club=event.club, name="Anna Meier")
    visitor, page = uploaded(event, b"name\nANNA MEIER\n")
    stored(visitor, event, page, **{"answer-2": answer})
    assert names_of(event) == [name]


def test_a_problem_of_a_list_is_named_with_its_line():
    _, page = uploaded(an_event(), FORMULAS)
    assert "Line 2: “=SUM(A1)” is a formula" in text_of(page)


def test_a_list_shown_before_the_club_changed_is_shown_again():
    event = an_event()
    visitor, page = uploaded(event, b"name\nAda\nBen\n")
    enter_players(event=event, names=["Ada"])
    refused = stored(visitor, event, page)
    assert refused.status_code == 409 and "changed since this list was shown" in text_of(refused)
    assert names_of(event) == ["Ada"] and "Add 1 player" in text_of(refused)


def test_a_list_is_undone_on_the_page_of_those_who_come():
    event = an_event()
    visitor, page = uploaded(event, b"name\nAda\nBen\n")
    people = text_of(stored(visitor, event, page))
    assert "2 players entered at" in people
    number = re.search(r'name="list" value="(\d+)"', people)[1]
    back = visitor.post(url_of(event, "list/undo/"), {"list": number}, follow=True)
    assert "The import was undone." in text_of(back) and names_of(event) == []
    again = visitor.post(url_of(event, "list/undo/"), {"list": number}, follow=True)
    assert "already undone" in text_of(again)


def test_a_list_that_is_put_away_is_gone():
    event = an_event()
    visitor, _ = uploaded(event, b"name\nAda\n")
    visitor.post(url_of(event, "list/discard/"))
    gone = visitor.get(url_of(event), follow=True)
    assert "no longer available" in text_of(gone) and names_of(event) == []


def test_those_who_are_only_expected_are_not_here_yet():
    event = an_event()
    visitor, page = uploaded(event, b"name\nAda\n", expected="on")
    stored(visitor, event, page)
    assert not event.entrants.get().is_present


def test_a_pasted_table_is_looked_at_first():
    event = an_event()
    page = ada().post(url_of(event, "paste/"), {"names": "Name\tClub\nAda\tKiel"}, follow=True)
    assert names_of(event) == [] and "Add 1 player" in text_of(page)


def test_a_pasted_surname_before_the_comma_comes_out_behind():
    event = an_event()
    ada().post(url_of(event, "paste/"), {"names": "Lund, Ada\nOst, Ben"})
    assert names_of(event) == ["Ada Lund", "Ben Ost"]


def test_a_long_list_takes_as_many_queries_as_a_short_one():
    few, many = an_event(), an_event(name="Many")
    visitor, _ = uploaded(few, b"name\nAda\n")
    uploaded(many, b"name\n" + b"".join(b"Guest %d\n" % n for n in range(300)), visitor=visitor)
    assert queries_of(visitor, url_of(many)) == queries_of(visitor, url_of(few))


def test_a_page_does_not_show_more_rows_than_anybody_reads():
    _, page = uploaded(an_event(), b"name\n" + b"".join(b"Guest %d\n" % n for n in range(300)))
    assert "Guest 199" in text_of(page) and "Guest 200" not in text_of(page)
    assert "and 100 more" in text_of(page)


@pytest.mark.parametrize("more", ["list/", "list/store/", "list/discard/", "list/undo/"])
def test_lists_of_other_clubs_do_not_exist(more):
    event = an_event()
    assert dov().post(url_of(event, more)).status_code == 404
    assert stranger().post(url_of(event, more)).status_code == 302
