"""Archives that a program sends for a worker to import: where each is, and what became of it."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.utils import timezone

from scoring.not_possible import NotPossible
from tests.builders import a_club, a_round, an_event, write_deal
from tests.tournaments.api.programs import Program, keys
from tournaments.models import ArchiveImport, Event, User, Webhook
from tournaments.selectors.installation.chosen_archives import chosen_archive
from tournaments.services.installation.chosen_archives import (
    MOST_SENT,
    SMALL,
    carry_on,
    choose_archive,
    discard_archive,
    send_archive,
)
from tournaments.services.installation.event_deletion import delete_event
from tournaments.services.installation.event_document import read_document
from tournaments.services.installation.event_export import export_event
from tournaments.services.installation.event_import import quiet, store_event
from tournaments.services.rounds.lifecycle import close_round
from tournaments.services.standings.computation import compute_event_standings
from tournaments.services.webhooks.lifecycle import create_webhook
from tournaments.storage.archive import EVENT, open_archive
from tournaments.storage.claims import SILENCE
from tournaments.tasks import work_on_archives

pytestmark = pytest.mark.django_db
PLAYERS = 4  # that are no rows of their own where they are known


@pytest.fixture(scope="module")
def played(lasting):
    event = an_event(slug="autumn", deals_per_table={"4": 1})
    table = a_round(event).tables.get()
    write_deal(table)
    close_round(round=table.round)
    compute_event_standings(event_id=event.pk)


@pytest.fixture
def event(played):
    return Event.objects.get()


@pytest.fixture
def program(event):
    return Program()


def send(program, club, content, prefer="respond-async", key=None):
    """Send an archive that a worker is to import, and return the answer."""
    file = SimpleUploadedFile("autumn.zip", content)
    headers = {"Authorization": f"Bearer {program.secret}", "Idempotency-Key": key or f"archive-{next(keys)}"}
    headers |= {"Prefer": prefer} if prefer else {}
    return program.client.post("/api/v1/events/archive/", {"club": club, "file": file}, headers=headers)


def look(program, sent):
    """Return what is told of an archive at the place that the answer named."""
    return program.get(sent["Location"].removeprefix("/api/v1/"))


def test_an_archive_waits_is_imported_by_a_worker_and_told_of(program, event):
    archive = program.send("get", "events/autumn/archive/").content
    delete_event(event=event)
    club = a_club("ada", "Kartenfreunde")
    sent = send(program, club.slug, archive)
    assert (sent.status_code, sent.json()["phase"], sent.json()["ahead"]) == (202, "waiting", 0)
    assert look(program, sent) == sent.json()
    work_on_archives()
    answer, imported = look(program, sent), Event.objects.get()
    assert (answer["phase"], answer["slug"], answer["name"]) == ("imported", imported.slug, imported.name)
    assert answer["all"] - PLAYERS <= answer["done"] <= answer["all"] and answer["ahead"] is None
    assert imported.club == club


def test_an_archive_repeated_with_its_key_is_not_imported_again_though_its_event_was_deleted(program, event):
    archive = program.send("get", "events/autumn/archive/").content
    delete_event(event=event)
    club = a_club("ada", "Kartenfreunde")
    first = send(program, club.slug, archive, prefer="", key="one archive")
    assert first.status_code == 201
    delete_event(event=Event.objects.get())
    again = send(program, club.slug, archive, prefer="", key="one archive")
    assert (again.status_code, again.json(), again["Location"]) == (201, first.json(), first["Location"])
    assert not Event.objects.exists()


def test_a_worker_that_refuses_an_archive_says_why(program, event):
    sent = send(program, event.club.slug, b"no zip")
    work_on_archives()
    answer = look(program, sent)
    assert (answer["phase"], answer["code"], answer["slug"]) == ("refused", "archive_refused", "")
    assert "autumn.zip is not the archive of an event" in answer["detail"]


def test_an_archive_that_takes_a_while_is_a_workers_without_being_asked(program, event):
    sent = send(program, event.club.slug, bytes(SMALL + 1), prefer="")
    assert (sent.status_code, sent.json()["phase"], look(program, sent)) == (202, "waiting", sent.json())


def test_a_worker_names_the_event_that_is_here_already(program, event):
    sent = send(program, event.club.slug, program.send("get", "events/autumn/archive/").content)
    work_on_archives()
    answer = look(program, sent)
    assert (answer["phase"], answer["code"], answer["slug"]) == ("refused", "event_present", "autumn")


def test_an_archive_that_another_worker_did_meanwhile_is_left_alone(program, event):
    # A worker read the queue, and came to this archive half a minute after the other had begun with it.
    send(program, event.club.slug, b"no zip")
    others = [{"slug": "autumn", "content": b"", "claimed_at": timezone.now() - 2 * SILENCE}]

    def first_the_other(execute, sql, *more):
        if sql.startswith("UPDATE") and others:
            ArchiveImport.objects.update(**others.pop())
        return execute(sql, *more)

    with connection.execute_wrapper(first_the_other):
        carry_on()
    archive = ArchiveImport.objects.get()
    assert (archive.slug, archive.refusal) == ("autumn", None)


def test_an_import_that_comes_second_deletes_nothing_of_the_club(program, event, tmp_path):
    # Both have looked that the event is not here; the other stored it first.
    webhook, _ = create_webhook(club=event.club, url="https://example.org/", types=["deal.recorded"])
    file = tmp_path / "event.zip"
    export_event(event=event, file=file)
    with open_archive(file, EVENT) as archive:
        document = read_document(archive)
    with pytest.raises(NotPossible, match="is here already"):
        store_event(file, event.club, document, "", quiet)
    assert (list(Webhook.objects.all()), Event.objects.get()) == ([webhook], event)


def test_some_archives_of_programs_wait_beside_the_one_that_a_member_looks_at(program, event):
    ada = User.objects.get(username="ada")
    chosen = choose_archive(club=event.club, by=ada, name="evening.zip", content=b"")
    for _ in range(MOST_SENT):
        send_archive(club=event.club, by=ada, name="evening.zip", content=b"")
    full = send(program, event.club.slug, b"x")
    assert (full.status_code, full.json()["code"]) == (409, "too_many_archives")
    assert chosen_archive(event.club, ada) == chosen
    discard_archive(club=event.club, by=ada)
    assert ArchiveImport.objects.count() == MOST_SENT
