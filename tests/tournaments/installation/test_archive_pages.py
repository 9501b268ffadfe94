"""The archive of an event on pages: a director downloads it, and imports it into a club after a look."""

import io
import zipfile

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tests.builders import a_club, a_round, a_user, an_event, write_deal
from tests.tampering import without_triggers
from tests.tournaments.installations import rewritten, with_event, with_manifest
from tests.tournaments.visitors import ada, signed_in, stranger, text_of
from tournaments.models import Event, Member, Player, Role
from tournaments.services.installation import event_deletion
from tournaments.services.installation.event_deletion import delete_event
from tournaments.services.rounds.lifecycle import close_round
from tournaments.services.standings.computation import compute_event_standings

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
PLAYERS = 4


def played():
    """Return a published event whose only round is closed."""
    drawn = a_round(an_event(name="Evening", is_published=True, deals_per_table={"4": 1}))
    write_deal(drawn.tables.get())
    close_round(round=drawn)
    compute_event_standings(event_id=drawn.event_id)
    return Event.objects.get(pk=drawn.event_id)


def archive_page(event):
    return f"/events/{event.slug}/organise/archive/"


def import_page(club, more=""):
    return f"/clubs/{club.slug}/import-event/{more}"


def uploaded(browser, club, content, name="evening.zip"):
    """Choose a file, and return the page that follows."""
    file = SimpleUploadedFile(name, content, "application/zip")
    return browser.post(import_page(club), {"file": file}, follow=True)


@pytest.fixture(autouse=True)
def folder(settings, tmp_path, monkeypatch):
    """Keep uploads apart; let an event that is signed off be deleted, as if it were elsewhere."""
    settings.MEDIA_ROOT = tmp_path
    monkeypatch.setattr(event_deletion, "refuse_final", lambda event: None)


@pytest.fixture
def event():
    return played()


@pytest.fixture
def content(event):
    """Return the archive that a page made, of an event that is gone; its players and its club are not."""
    answer = ada().post(archive_page(event))
    assert answer["Content-Disposition"] == f'attachment; filename="stichtag-{event.slug}.zip"'
    delete_event(event=event)
    return answer.content


def test_an_event_is_looked_at_imported_hidden_and_shown(event, content):
    club = a_club("dov", "Elsewhere")
    dov = signed_in(a_user("dov"))
    page = text_of(uploaded(dov, club, content))
    for said in ("Evening", "Held by Prisdorfer Kartenrunde", "4 players", "1 sheet", "everything agrees"):
        assert said in page
    assert "4 persons will be new players of Elsewhere" in page
    assert not Event.objects.exists() and Player.objects.filter(club=club).count() == 0
    after = dov.post(import_page(club, "store/"), follow=True)
    imported = Event.objects.get(public_id=event.public_id)
    assert (imported.club, imported.is_published) == (club, False)
    assert "This event was imported. Only your club sees it." in text_of(after)
    public = f"/events/{imported.slug}/"
    assert stranger().get(public).status_code == 404
    dov.post(f"{public}organise/show/")
    assert stranger().get(public).status_code == 200
    assert "This event was imported" not in text_of(dov.get(f"{public}organise/"))


def test_at_home_its_players_are_known_and_twice_it_is_here_already(event, content):
    page = text_of(uploaded(ada(), event.club, content))
    assert "4 persons are players of Prisdorfer Kartenrunde already" in page
    browser = ada()
    uploaded(browser, event.club, content)
    browser.post(import_page(event.club, "store/"))
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


def test_every_wrong_file_is_one_sentence_and_nothing_is_stored(event, content, tmp_path):
    browser, players = ada(), Player.objects.count()
    for name, (damage, sentence) in WRONG.items():
        answer = uploaded(browser, event.club, damage(content, tmp_path), "wrong.zip")
        assert answer.status_code == 422, name
        assert sentence in text_of(answer), (name, text_of(answer))
        assert str(tmp_path) not in text_of(answer), name
        assert list((tmp_path / "paper").glob("*")) == [], name
    assert "Choose the file of an archive." in text_of(browser.post(import_page(event.club)))
    assert not Event.objects.exists() and Player.objects.count() == players


def test_a_file_is_discarded_or_gone_and_nothing_is_stored(event, content):
    browser = ada()
    uploaded(browser, event.club, content)
    browser.post(import_page(event.club, "discard/"))
    said = text_of(browser.post(import_page(event.club, "store/"), follow=True))
    assert "The file is no longer available" in said and not Event.objects.exists()


def test_no_archive_is_made_of_an_open_round_or_of_what_no_installation_would_import():
    event = played()
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
