"""The organiser's page that takes paper sheets."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tests.builders import a_round, write_deal
from tests.tournaments.paper_evenings import an_evening, import_into, statuses, upload, url_of
from tests.tournaments.paper_files import (
    PLAYERS,
    a_line,
    a_seating,
    as_workbook,
    some_files,
)
from tests.tournaments.visitors import ada, dov, stranger, text_of
from tournaments.models import Deal, RoundStatus
from tournaments.services.paper import (
    PaperFiles,
    preview_paper,
)
from tournaments.services.rounds.lifecycle import close_round

pytestmark = pytest.mark.django_db


def test_new_names_are_one_problem_and_entered_by_one_button():
    event = an_evening(names=PLAYERS[:2])
    client = ada()
    page = text_of(upload(client, event))
    assert (
        "1 problem" in page and "6 names are new in this event:" in page and "does not take part" not in page
    )
    page = text_of(client.post(url_of(event, "players/"), follow=True))
    assert "6 players added." in page and "Store 2 rows" in page


def test_a_sheet_that_was_cut_off_says_how_many_deals_it_has():
    event = an_evening(deals_per_table={"4": 100})
    assert "Round 1, table 1: 1 of 100 deals" in text_of(upload(ada(), event))


def test_an_upload_is_looked_at_first_and_stored_on_demand():
    event, client = an_evening(), ada()
    assert "Store 2 rows" in text_of(upload(client, event)) and not Deal.objects.exists()
    stored = client.post(url_of(event, "store/"), follow=True)
    assert "2 rows stored." in text_of(stored) and Deal.objects.count() == 2


def test_an_upload_with_problems_lists_every_line_and_keeps_the_files():
    event, client = an_evening(), ada()
    shown = text_of(upload(client, event, some_files(a_line(tricks=9), a_line(table=2, tricks="x"))))
    assert "2 problems" in shown and "not 9." in shown and "found “x”" in shown
    assert "2 problems" in text_of(client.get(url_of(event)))


def test_the_page_stores_nothing_while_there_are_problems():
    event, client = an_evening(), ada()
    upload(client, event, some_files(a_line(tricks=9), a_line(table=2)))
    assert client.post(url_of(event, "store/")).status_code == 409
    assert not Deal.objects.exists()


def test_the_page_keeps_the_good_tables_if_told_so():
    event, client = an_evening(), ada()
    upload(client, event, some_files(a_line(tricks=9), a_line(table=2)))
    client.post(url_of(event, "store/"), {"keep_good": "yes"})
    assert Deal.objects.count() == 1


def test_excel_files_are_taken_too():
    event, client = an_evening(), ada()
    files = some_files()
    upload(client, event, PaperFiles(as_workbook(files.seating), as_workbook(files.sheets)))
    client.post(url_of(event, "store/"))
    assert Deal.objects.count() == 2


def test_files_that_were_put_away_are_not_stored(settings):
    event, client = an_evening(), ada()
    upload(client, event)
    client.post(url_of(event, "discard/"))
    assert "choose them again" in text_of(client.post(url_of(event, "store/"), follow=True))
    assert not Deal.objects.exists() and list(settings.MEDIA_ROOT.glob("paper/*")) == []


def test_a_form_without_files_is_refused_beside_the_field():
    refused = ada().post(url_of(an_evening()))
    assert refused.status_code == 422 and text_of(refused).count('role="alert"') >= 2


def test_a_file_over_5_mb_is_refused():
    big = {
        "seating": SimpleUploadedFile("a.csv", b"x"),
        "sheets": SimpleUploadedFile("b.csv", b"x" * 5242881),
    }
    refused = ada().post(url_of(an_evening()), big)
    assert refused.status_code == 422 and "larger than 5 MB" in text_of(refused)


def test_a_file_that_is_no_table_is_a_problem_with_a_sentence():
    event = an_evening()
    files = PaperFiles(some_files().seating, type(some_files().sheets)("s.csv", b"%PDF-1.7\n"))
    assert "this is a PDF file" in text_of(upload(ada(), event, files))


def test_sheets_come_in_other_encodings_and_with_tabs():
    event = an_evening()
    files = some_files()
    tabs = files.sheets.content.decode().replace(",", "\t").encode("utf-16")
    report = preview_paper(event=event, files=PaperFiles(files.seating, type(files.sheets)("s.txt", tabs)))
    assert (list(report.findings), report.rows) == ([], 2)


def test_another_session_does_not_see_the_files():
    event = an_evening()
    upload(ada(), event)
    assert "Store 2 rows" not in text_of(ada().get(url_of(event)))


@pytest.mark.parametrize("more", ["", "store/", "discard/"])
def test_only_directors_of_the_event_bring_paper(more):
    event = an_evening()
    assert dov().post(url_of(event, more)).status_code == 404
    assert stranger().post(url_of(event, more)).status_code == 302


@pytest.mark.parametrize(("more", "status"), [("store/", 405), ("discard/", 405)])
def test_looking_changes_nothing(more, status):
    assert ada().get(url_of(an_evening(), more)).status_code == status


def test_a_round_that_phones_write_is_not_closed_by_paper():
    round = a_round(tables=2)
    table = round.tables.get(number=2)
    write_deal(table)
    names = [each.player.name for each in round.event.entrants.all()][:4]
    round.event.deals_per_table = {"4": 1}
    round.event.save(update_fields=["deals_per_table"])
    import_into(round.event, some_files(a_line(), seating=a_seating(names)))
    assert statuses(round.event) == [RoundStatus.OPEN]
    close_round(round=round)


# Corrections on the page


def test_a_line_is_corrected_on_the_page_without_the_file():
    event, client = an_evening(), ada()
    page = text_of(upload(client, event, some_files(a_line(tricks=9), a_line(table=2))))
    assert 'name="sheets-2-8" value="9"' in page
    page = text_of(client.post(url_of(event, "correct/"), {"sheets-2-8": "2"}, follow=True))
    assert "No problems" in page and "Store 2 rows" in page
    client.post(url_of(event, "store/"))
    assert Deal.objects.count() == 2


def test_a_heading_is_corrected_on_the_page():
    event, client = an_evening(), ada()
    columns = "round,table,deal,declarer_seat,contract,bid,trump,took_skat,trick"
    page = text_of(upload(client, event, some_files(columns=columns)))
    assert 'name="sheets-1-8" value="trick"' in page
    assert "No problems" in text_of(
        client.post(url_of(event, "correct/"), {"sheets-1-8": "tricks"}, follow=True)
    )


def test_a_correction_that_is_wrong_again_stays_typed():
    event, client = an_evening(), ada()
    upload(client, event, some_files(a_line(tricks=9), a_line(table=2)))
    page = text_of(client.post(url_of(event, "correct/"), {"sheets-2-8": "x"}, follow=True))
    assert 'name="sheets-2-8" value="x"' in page and "found “x”" in page


@pytest.mark.parametrize("sent", ["sheets-99-1", "sheets-2-99", "sheets-x-1", "other-2-8"])
def test_a_correction_of_no_cell_changes_nothing(sent):
    event, client = an_evening(), ada()
    upload(client, event)
    assert "No problems" in text_of(client.post(url_of(event, "correct/"), {sent: "9"}, follow=True))


def test_the_good_tables_are_stored_first_and_the_other_one_is_completed_by_its_correction():
    event, client = an_evening(), ada()
    upload(client, event, some_files(a_line(tricks=9), a_line(table=2)))
    client.post(url_of(event, "store/"), {"keep_good": "yes"})
    assert Deal.objects.count() == 1
    client.post(url_of(event, "correct/"), {"sheets-2-8": "2"})
    client.post(url_of(event, "store/"))
    assert Deal.objects.count() == 2
    assert statuses(event) == [RoundStatus.CLOSED]


def test_files_that_are_gone_cannot_be_corrected():
    event = an_evening()
    assert "choose them again" in text_of(ada().post(url_of(event, "correct/"), follow=True))
