"""The archive of an event on pages: a director downloads it, and imports it into a club after a look."""

import io
import zipfile
from datetime import timedelta

import pytest
from django.apps import apps
from django.core import serializers
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scoring.not_possible import NotPossible
from tests.builders import a_club, a_round, a_user, an_event, write_deal
from tests.tampering import without_triggers
from tests.tournaments.installations import rewritten, with_event, with_manifest
from tests.tournaments.visitors import ada, signed_in, stranger, text_of
from tournaments.models import ArchiveImport, Event, Member, Player, Role
from tournaments.services.installation.chosen_archives import (
    SMALL,
    answer_to,
    carry_on,
    choose_archive,
    import_checked,
    limits_for,
    refusal_in,
)
from tournaments.services.installation.event_removal import paths_to_event, remove_abandoned, remove_event
from tournaments.services.rounds.lifecycle import close_round
from tournaments.services.standings.computation import compute_event_standings
from tournaments.tasks import work_on_archives

pytestmark = pytest.mark.django_db
PLAYERS = 4


def played():
    """Return a published event whose only round is closed."""
    round = a_round(an_event(name="Evening", is_published=True, deals_per_table={"4": 1}))
    write_deal(round.tables.get())
    close_round(round=round)
    compute_event_standings(event_id=round.event_id)
    return Event.objects.get(pk=round.event_id)


def archive_page(event):
    return f"/events/{event.slug}/organise/archive/"


def import_page(club, more=""):
    return f"/clubs/{club.slug}/import-event/{more}"


def uploaded(browser, club, content, name="evening.zip"):
    """Choose a file, let a worker check it, and return the page that follows."""
    file = SimpleUploadedFile(name, content, "application/zip")
    answer = browser.post(import_page(club), {"file": file})
    work_on_archives()
    return browser.get(import_page(club)) if answer.status_code == 302 else answer


def stored(browser, club):
    """Have the file imported that was looked at, and return the page that follows."""
    browser.post(import_page(club, "store/"))
    work_on_archives()
    return browser.get(import_page(club), follow=True)


@pytest.fixture(scope="module")
def archive(lasting):
    """Play an event; return the archive that a page made of it."""
    event = played()
    answer = ada().post(archive_page(event))
    assert answer["Content-Disposition"] == f'attachment; filename="stichtag-{event.slug}.zip"'
    return answer.content


@pytest.fixture
def event(archive):
    return Event.objects.get()


@pytest.fixture
def content(event, archive):
    """Return the archive of an event that is gone; its players and its club are not."""
    remove_event(event)
    return archive


def test_an_event_is_looked_at_imported_hidden_and_shown(event, content):
    club = a_club("dov", "Elsewhere")
    dov = signed_in(a_user("dov"))
    page = text_of(uploaded(dov, club, content))
    for words in ("Evening", "Held by Prisdorfer Kartenrunde", "4 players", "1 sheet", "everything agrees"):
        assert words in page
    assert "4 persons will be new players of Elsewhere" in page
    assert not Event.objects.exists() and Player.objects.filter(club=club).count() == 0
    after = stored(dov, club)
    imported = Event.objects.get(public_id=event.public_id)
    assert (imported.club, imported.is_published) == (club, False)
    assert "This event was imported. Only your club sees it." in text_of(after)
    public = f"/events/{imported.slug}/"
    assert stranger().get(public).status_code == 404
    dov.post(f"{public}organise/show/")
    assert stranger().get(public).status_code == 200
    assert "This event was imported" not in text_of(dov.get(f"{public}organise/"))


def test_at_home_its_players_are_known_and_twice_it_is_here_already(event, content):
    browser = ada()
    page = text_of(uploaded(browser, event.club, content))
    assert "4 persons are players of Prisdorfer Kartenrunde already" in page
    assert "Evening is imported." in text_of(stored(browser, event.club))
    again = uploaded(ada(), event.club, content)
    assert "This event is here already: Evening of Prisdorfer Kartenrunde." in text_of(again)
    assert b'href="/events/' + event.slug.encode() in again.content
    elsewhere = text_of(uploaded(signed_in(a_user("dov")), a_club("dov", "Elsewhere"), content))
    assert "Another club of this installation has this event already." in elsewhere
    assert "Prisdorfer" not in elsewhere
    assert (Event.objects.count(), Player.objects.count()) == (1, PLAYERS)


def changed(change):
    """Return a damage that rewrites members of the file."""

    def run(content, folder):
        (folder / "right.zip").write_bytes(content)
        return rewritten(folder / "right.zip", folder / "wrong.zip", change).read_bytes()

    return run


WRONG = {
    "an empty file": (lambda content, folder: b"", "is not the archive of an event"),
    "a text": (lambda content, folder: b"hello", "is not the archive of an event"),
    "cut off": (lambda content, folder: content[:-40], "is cut off or damaged"),
    "a zip of others": (changed(lambda members: members.pop("manifest.json")), "is not the archive"),
    "a backup": (
        changed(with_manifest(lambda said: said.update(format="stichtag-backup"))),
        "is the backup of",
    ),
    "newer": (
        changed(with_manifest(lambda said: said.update(version=2, program="9.1"))),
        "made by a newer version of Stichtag (9.1)",
    ),
    "a changed byte": (
        changed(
            lambda members: members.update(
                {"event.json": members["event.json"].replace(b"Evening", b"Morning")}
            )
        ),
        "was changed after it was made",
    ),
    "a changed record": (
        changed(with_event(lambda said: said["deals"][0]["record"].update(tricks=4))),
        "do not agree: Round 1, table 1: row 1",
    ),
    "an unknown column": (
        changed(with_event(lambda said: said["deals"][0].update(colour=1))),
        "has values that this version",
    ),
    "an unknown game": (
        changed(with_event(lambda said: said["event"].update(game="whist-9"))),
        "game “whist-9”",
    ),
    "too large": (lambda content, folder: bytes(5 * 1024 * 1024 + 1), "larger than the archive of any event"),
}


def refusal_of(club, content, folder):
    """Return what the process that checks an archive finds wrong, as the page says it."""
    file = folder / "wrong.zip"
    file.write_bytes(content)
    rows = {"club": serializers.serialize("json", [club]), "players": "[]"}
    answer = answer_to({"file": str(file), "progress": str(folder / "progress"), **rows})
    return refusal_in(answer, "chosen.zip").message


@pytest.mark.parametrize("name", [name for name in WRONG if name != "too large"])
def test_every_wrong_file_is_one_sentence(name, event, content, tmp_path):
    damage, sentence = WRONG[name]
    refusal = refusal_of(event.club, damage(content, tmp_path), tmp_path)
    assert refusal.startswith("chosen.zip") and sentence in refusal
    assert str(tmp_path) not in refusal


def test_members_read_why_a_file_is_refused_and_it_is_not_kept(event, content, tmp_path):
    browser, players = ada(), Player.objects.count()
    for name in ("a changed record", "too large"):
        damage, sentence = WRONG[name]
        answer = uploaded(browser, event.club, damage(content, tmp_path), "wrong.zip")
        assert answer.status_code == 422 and sentence in text_of(answer)
        assert not ArchiveImport.objects.exists()
    assert "Choose the file of an archive." in text_of(browser.post(import_page(event.club)))
    assert not Event.objects.exists() and Player.objects.count() == players


def test_a_look_at_an_archive_writes_nothing_and_reads_it_once(event, content):
    browser = ada()
    uploaded(browser, event.club, content)
    before = rows_of_all_tables()
    with CaptureQueriesContext(connection) as asked:
        assert "everything agrees" in text_of(browser.get(import_page(event.club)))
    assert not [each["sql"] for each in asked if not each["sql"].startswith("SELECT")]
    assert rows_of_all_tables() == before


def rows_of_all_tables():
    """Return how many rows each table has."""
    return {model: model._base_manager.count() for model in apps.get_models()}


def test_a_member_sees_how_far_their_archive_is_and_which_comes_before_it(event, content):
    club = a_club("dov", "Elsewhere")
    first = choose_archive(club=event.club, by=a_user(), name="first.zip", content=content)
    choose_archive(club=club, by=a_user("dov"), name="second.zip", content=content)
    dov = signed_in(a_user("dov"))
    assert "second.zip waits: 1 archive comes before it." in text_of(dov.get(import_page(club)))
    ArchiveImport.objects.filter(pk=first.pk).update(claimed_at=timezone.now(), done=30, all=90)
    page = ada().get(import_page(event.club))
    assert "first.zip is being checked" in text_of(page)
    assert b'max="90" value="30"' in page.content and b'http-equiv="refresh"' in page.content
    assert "second.zip is being checked" in text_of(dov.get(import_page(club)))


def test_an_archive_whose_worker_was_killed_is_taken_up_by_another(event, content):
    chosen = choose_archive(club=event.club, by=a_user(), name="evening.zip", content=content)
    ArchiveImport.objects.filter(pk=chosen.pk).update(claimed_at=timezone.now())
    assert carry_on() is False
    ArchiveImport.objects.filter(pk=chosen.pk).update(claimed_at=timezone.now() - timedelta(minutes=1))
    assert carry_on() is True
    assert ArchiveImport.objects.get().found["name"] == "Evening"


def test_an_import_that_was_killed_is_found_by_nobody_and_removed(event, content, tmp_path):
    import_checked(club=event.club, file=written(tmp_path, content), name="evening.zip")
    Event.objects.update(moving_at=timezone.now() - timedelta(minutes=3))
    assert stranger().get(f"/events/{event.slug}/").status_code == 404
    assert ada().get(f"/events/{event.slug}/organise/").status_code == 404
    assert remove_abandoned() == 1
    assert [model for model in apps.get_models() if reaches(model) and model._base_manager.exists()] == []


def reaches(model):
    """Return whether rows of a model belong to an event."""
    return model is Event or model in paths_to_event()


def written(folder, content):
    """Return a file with this content."""
    (folder / "evening.zip").write_bytes(content)
    return folder / "evening.zip"


def test_an_event_that_is_being_stored_is_not_imported_again(event, content, tmp_path):
    file = written(tmp_path, content)
    import_checked(club=event.club, file=file, name="evening.zip")
    Event.objects.update(moving_at=timezone.now())
    with pytest.raises(NotPossible, match="is being stored or deleted at this moment"):
        import_checked(club=event.club, file=file, name="evening.zip")


def test_a_file_is_discarded_or_gone_and_nothing_is_stored(event, content):
    browser = ada()
    uploaded(browser, event.club, content)
    browser.post(import_page(event.club, "discard/"))
    page = text_of(browser.post(import_page(event.club, "store/"), follow=True))
    assert "The file is no longer available" in page and not Event.objects.exists()


def test_no_archive_is_made_of_an_open_round_or_of_what_no_installation_would_import(event):
    table = event.rounds.get().tables.get()
    with without_triggers():
        table.deals.update(record={**table.deals.get().record, "tricks": 4})
    refused = ada().post(archive_page(event))
    assert refused.status_code == 409 and "does not agree with its own records" in text_of(refused)
    event.rounds.update(status="open")
    refused = ada().post(archive_page(event))
    assert refused.status_code == 409 and "Round 1 is not closed yet" in text_of(refused)


def test_private_data_are_in_the_file_only_if_asked_for(event):
    Player.objects.filter(entries__event=event).update(email="ada@example.org")
    for sent, is_in in (({}, False), ({"with_private": "yes"}, True)):
        content = ada().post(archive_page(event), sent).content
        document = zipfile.ZipFile(io.BytesIO(content)).read("event.json")
        assert (b"example.org" in document) is is_in


def test_a_scorer_neither_exports_nor_imports(event):
    Member.objects.create(club=event.club, user=a_user("eve"), role=Role.SCORER)
    eve = signed_in(a_user("eve"))
    assert eve.post(archive_page(event)).status_code == 404
    assert eve.get(import_page(event.club)).status_code == 404
    assert b"import-event" not in eve.get(f"/clubs/{event.club.slug}/").content
    assert b"import-event" in ada().get(f"/clubs/{event.club.slug}/").content


def test_the_archive_of_an_evening_goes_before_what_takes_long(tmp_path):
    evening, years = tmp_path / "evening.zip", tmp_path / "years.zip"
    evening.write_bytes(bytes(SMALL))
    years.write_bytes(bytes(SMALL + 1))
    assert not limits_for(evening).steps_back and limits_for(years).steps_back
    assert limits_for(evening).seconds < limits_for(years).seconds
