"""The page of a round's photographs: upload, read in the background, answer, look, store, delete."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from django.utils import timezone

from marked.codes import PageCode, event_key
from marked.seen import SeenPage, SeenRow, page_as_json
from scoring.not_possible import NotPossible
from tests.builders import a_club, a_round, a_user, an_event, end_round, write_deal
from tests.marked.one_photo import flat_photo, seen_page
from tests.marked.people import marks_of
from tests.tournaments.visitors import text_of
from tournaments import tasks
from tournaments.models import AuthorKind, EventChangeKind, MarkedPhoto, Round
from tournaments.selectors.history.authors import author_names
from tournaments.selectors.paper.marked_sheets import marked_tables
from tournaments.selectors.paper.photos import photos_by_turn
from tournaments.services.history.sheet_chain import Author
from tournaments.services.paper.photos import claim_next, keep_photo, keep_plans
from tournaments.services.publishing.sign_off import sign_off
from tournaments.storage.uploads.photos import MOST_FILE
from tournaments.storage.uploads.spreadsheets import MOST_BYTES
from tournaments.tasks import read_photos
from tournaments.wording.history import Names, facts_said

pytestmark = pytest.mark.django_db

DEAL = {"declarer": 1, "contract": "tricks", "bid": 3, "trump": "S", "took_skat": True, "tricks": 3}
ASKED = {**DEAL, "ask": True}


@pytest.fixture(scope="module")
def drawn(lasting):
    """Return an open round whose marked sheets are printed."""
    found = a_round()
    keep_plans(found, [sheets.plan for sheets in marked_tables(found)])
    return found


@pytest.fixture
def round(drawn):
    return Round.objects.select_related("event").get(pk=drawn.pk)


@pytest.fixture
def page(client, round):
    client.force_login(a_user())
    return reverse("round_photos", args=[round.event.slug, round.number])


def a_file(round, records):
    (sheets,) = marked_tables(round)
    code = PageCode(event_key(round.event.slug), 1, 1, 1, 1, sheets.plan.fingerprint)
    content = flat_photo(sheets.plan, code, marks_of(sheets.plan, records))
    return SimpleUploadedFile("table 1.jpg", content, content_type="image/jpeg")


def rows_of(round):
    return [deal.record["tricks"] for deal in round.tables.get().deals.order_by("number")]


def test_a_photo_is_read_asked_and_stored(client, round, page):
    assert (
        client.post(page, {"photos": a_file(round, [DEAL, ASKED, {**DEAL, "tricks": 1}])}).status_code == 302
    )
    assert "Photo 1 of 1 is read next: table 1.jpg" in client.get(page).content.decode()
    read_photos()
    kept = MarkedPhoto.objects.get()
    assert bytes(kept.upload) == b""
    assert bytes(kept.page).startswith(b"\xff\xd8") and b"Exif" not in bytes(kept.page)
    shown = client.get(page).content.decode()
    assert "1 line to look at" in shown and "The table asks you to look." in shown
    assert "data:image/jpeg" in shown
    assert "1 of 3 lines can be stored" in shown
    client.post(page, {"photo": kept.pk, "row": 2, "line": "2 3 S 2"})
    assert "3 of 3 lines can be stored" in client.get(page).content.decode()
    client.post(page, {"store": "yes"})
    assert rows_of(round) == [3, 2, 1]
    entry = round.tables.get().entries.first()
    assert (entry.author_kind, entry.author_id) == (AuthorKind.PHOTO, a_user().pk)
    assert author_names([entry]) == {entry.pk: f"ada, photo {kept.digest[:8]}"}


# After the reading


def seen_of(round, records, *changes, fault=""):
    """Return what a photograph of these lines shows, with other letters: (line, place, letter)."""
    page = seen_page(round, records)
    rows = [list(row.boxes) for row in page.rows]
    for line, place, letter in changes:
        rows[line][place] = letter
    return replace(page, rows=tuple(SeenRow("".join(row)) for row in rows), fault=fault)


def keep(round, name, seen):
    """Keep a photograph that was read."""
    return MarkedPhoto.objects.create(
        round=round, digest=name * 64, name=name, at=timezone.now(), reading=page_as_json(seen)
    )


def test_a_line_that_does_not_count_moves_the_next_one_up(client, round, page):
    photo = keep(round, "a", seen_of(round, [ASKED, {**DEAL, "tricks": 1}]))
    client.post(page, {"photo": photo.pk, "row": 1, "void": "yes"})
    client.post(page, {"store": "yes"})
    assert rows_of(round) == [1]


def test_a_page_that_does_not_fit_its_foot_waits_until_somebody_looked(client, round, page):
    one_line, foot = seen_of(round, [DEAL]), seen_of(round, [DEAL, DEAL]).foot
    photo = keep(round, "a", replace(one_line, foot=foot))
    assert "The foot says another number of lines" in client.get(page).content.decode()
    client.post(page, {"store": "yes"})
    assert rows_of(round) == []
    client.post(page, {"photo": photo.pk, "looked": "yes"})
    client.post(page, {"store": "yes"})
    assert rows_of(round) == [3]


def test_a_photo_that_cannot_be_read_says_what_to_do_and_can_be_deleted(client, round, page):
    client.post(page, {"photos": SimpleUploadedFile("scan.pdf", b"%PDF-1.4 scan")})
    client.post(page, {"photos": SimpleUploadedFile("scan.pdf", b"%PDF-1.4 scan")})
    read_photos()
    assert "Take photos as JPEG, not HEIC or PDF." in client.get(page).content.decode()
    client.post(page, {"photo": MarkedPhoto.objects.get().pk, "delete": "yes"})
    assert not MarkedPhoto.objects.exists()


CONTINUED = 20  # the place of “went on” in a row


def test_the_same_question_in_several_lines_is_one_and_is_answered_for_each_line(client, round, page):
    lost = {**DEAL, "tricks": 1}
    changes = [(line, CONTINUED, "?") for line in range(5)]
    photo = keep(round, "a", seen_of(round, [lost] * 5, *changes, fault="page_folded"))
    shown = client.get(page).content.decode()
    assert "because the page is folded" in shown and "to look at" not in shown
    assert shown.count('name="line_marked"') == 5 and shown.count("in which lines is") == 1
    client.post(page, {"photo": photo.pk, "place": CONTINUED, "line_asked": [1, 2, 3, 4, 5]})
    assert "5 of 5 lines can be stored" in client.get(page).content.decode()
    client.post(page, {"photo": photo.pk, "place": CONTINUED, "line_asked": [5], "line_marked": [5]})
    assert photo.__class__.objects.get().answers["marks"]["4"] == {str(CONTINUED): "x"}


def test_two_photos_of_a_page_are_read_together_and_ask_where_they_differ(client, round, page):
    records = [DEAL, {**DEAL, "tricks": 2}, DEAL]
    keep(round, "a", seen_of(round, records, (0, 0, "?"), (2, 3, "x")))
    keep(round, "b", seen_of(round, records, (0, 5, "b"), (1, 2, "?")))
    shown = client.get(page).content.decode()
    assert "both are read together" in shown
    assert "1 line to look at" in shown and "Two photos of the page differ in this line." in shown
    assert "2 of 3 lines can be stored" in shown


def test_an_answer_without_sense_is_refused_in_a_sentence(client, round, page):
    line = {"photo": str(keep(round, "a", seen_of(round, [DEAL])).pk), "row": "1"}
    cases = [
        ({}, 409),
        ({"photo": "999"}, 404),
        ({"photo": "x", "row": "-1"}, 404),
        ({**line, "record": "{"}, 409),
        ({**line, "record": '{"bid": "many"}'}, 409),
        ({**line, "line": "no such words"}, 409),
    ]
    assert [client.post(page, sent).status_code for sent, _ in cases] == [status for _, status in cases]
    assert MarkedPhoto.objects.get().answers == {}


def test_without_the_packages_the_page_says_what_works(client, round, page, monkeypatch):
    monkeypatch.setattr("tournaments.storage.uploads.photos.PACKAGES", ("no_such_package",))
    shown = client.get(page).content.decode()
    assert "has no build for its system" in shown
    assert 'type="file"' not in shown
    response = client.post(page, {"photos": SimpleUploadedFile("page.jpg", b"photo")})
    assert response.status_code == 409
    assert not MarkedPhoto.objects.exists()


def test_the_sign_off_deletes_the_photos_and_says_so(round):
    write_deal(round.tables.get())
    end_round(round)
    MarkedPhoto.objects.create(round=round, digest="0" * 64, at=timezone.now())
    sign_off(event=round.event, by=Author(AuthorKind.MEMBER, a_user().pk))
    assert not MarkedPhoto.objects.exists()
    entry = round.event.entries.get(kind=EventChangeKind.SIGNED_OFF)
    assert facts_said(entry, Names({}, {})) == "photos deleted: 1"


def test_the_marked_sheets_of_a_round_are_a_pdf_and_their_plan_is_kept(client, round):
    client.force_login(a_user())
    round.marked_plans.all().delete()
    response = client.post(reverse("marked_sheets", args=[round.event.slug, round.number]))
    assert response["Content-Type"] == "application/pdf"
    assert response.content.startswith(b"%PDF")
    assert round.marked_plans.count() == 1


# The queue


def waiting(round, *names):
    """Keep photographs with these names; return the ID of each."""
    now = timezone.now()
    files = [
        MarkedPhoto(round=round, digest=f"{name:0>64}", name=name, at=now, upload=b"?") for name in names
    ]
    return {each.name: each.pk for each in MarkedPhoto.objects.bulk_create(files)}


def names_by_turn():
    """Return the names of the waiting photographs, in the order in which they are read."""
    names = dict(MarkedPhoto.objects.values_list("pk", "name"))
    return [names[pk] for pk in photos_by_turn()]


@pytest.fixture
def elsewhere():
    """Return a round of another club."""
    return a_round(an_event(club=a_club("dov", "Kartenfreunde Elmshorn"), name="Elsewhere"))


def test_clubs_take_turns_however_many_photos_one_of_them_sends(round, elsewhere):
    waiting(round, "a1", "a2", "a3")
    waiting(elsewhere, "b1")
    assert names_by_turn() == ["a1", "b1", "a2", "a3"]
    read_first()
    assert names_by_turn() == ["b1", "a2", "a3"]
    waiting(elsewhere, "b2")
    read_first()
    assert names_by_turn() == ["a2", "b2", "a3"]


def read_first():
    """Read the photograph whose turn it is, as a worker does, without looking at it."""
    photo = claim_next()
    MarkedPhoto.objects.filter(pk=photo.pk).update(reading=page_as_json(SeenPage(problem="not_a_picture")))


def test_a_worker_says_what_it_did_and_not_that_it_looked(round, caplog):
    keep_photo(round=round, name="page.jpg", content=b"no picture")
    with caplog.at_level("INFO", logger="tournaments.tasks"):
        for _ in range(3):
            tasks.sweep_photos()
    ours = [each.message for each in caplog.records if each.name == "tournaments.tasks"]
    assert ours == ["A photograph was read."]


def test_a_photo_is_read_by_one_worker_until_that_is_silent(round):
    waiting(round, "a1")
    assert claim_next().name == "a1"
    assert claim_next() is None
    MarkedPhoto.objects.update(claimed_at=timezone.now() - timedelta(seconds=21))
    assert claim_next().name == "a1"


def test_the_page_says_which_photo_is_read_and_what_comes_before_it(client, round, elsewhere, page):
    waiting(elsewhere, "b1", "b2")
    waiting(round, "a1", "a2")
    text = client.get(page).content.decode()
    assert "Photo 1 of 2 waits: a1. 1 photo of another club is read before it" in " ".join(text.split())
    assert text.index("Photo 1 of 2") < text.index(">Print marked sheets<"), "on a phone it is out of sight"
    read_first()
    assert "Photo 1 of 2 is read next: a1" in client.get(page).content.decode()
    claim_next()
    assert "Photo 1 of 2 is being read: a1" in client.get(page).content.decode()


def test_a_photo_larger_than_any_form_is_kept(client, round, page):
    photo = SimpleUploadedFile("page.jpg", bytes(MOST_BYTES + 1_000_000))
    assert client.post(page, {"photos": photo}).status_code == 302
    assert [len(each.upload) for each in MarkedPhoto.objects.all()] == [photo.size]


def test_a_photo_larger_than_the_page_says_is_refused_by_the_same_number(client, page):
    refused = client.post(page, {"photos": SimpleUploadedFile("page.jpg", bytes(MOST_FILE + 100_000))})
    assert refused.status_code == 413 and "larger than 40 MB" in text_of(refused)


def test_a_photo_has_at_most_what_the_page_says(round):
    with pytest.raises(NotPossible, match="at most 40 MB"):
        keep_photo(round=round, name="large.jpg", content=bytes(40 * 1024 * 1024 + 1))
    assert not MarkedPhoto.objects.exists()
