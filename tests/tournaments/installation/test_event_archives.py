"""Export and import of an event: all of it arrives, verified, or nothing does and one sentence says why."""

import io
import json
import zipfile

import jsonschema
import pytest
from django.apps import apps
from django.conf import settings
from django.core.management import CommandError, call_command

from tests.builders import a_club, a_record, a_request, a_round, an_event, write_deal
from tests.tournaments.installations import rewritten, with_event, with_manifest
from tests.tournaments.pictures import a_picture
from tests.tournaments.use_cases import KEYED, UNKEYED
from tournaments.management.commands.archive_schema import archive_schema
from tournaments.models import (
    Club,
    Counting,
    Event,
    EventOrigin,
    PaymentKind,
    Player,
    Role,
    Screen,
    Table,
    TableLink,
    User,
)
from tournaments.selectors.history.authors import author_names
from tournaments.services.cash.payments import pay, pay_back
from tournaments.services.clubs.joining import invite_helper
from tournaments.services.hall.hall import set_timetable
from tournaments.services.hall.screens import add_screens, switch_screens
from tournaments.services.history.audit import audit
from tournaments.services.history.sheet_chain import Author
from tournaments.services.installation.chosen_archives import rehearse_apart
from tournaments.services.installation.event_removal import remove_event
from tournaments.services.installation.event_rows import EVENT_ROW, LIST_BY_MODEL, STAY
from tournaments.services.publishing.publications import publish_list
from tournaments.services.sheets.deals import correct_deal
from tournaments.services.sheets.table_links import open_link, token_of
from tournaments.services.standings.computation import compute_event_standings
from tournaments.services.standings.decisions import adjust_points, undo_decision
from tournaments.storage.archive import EVENT_MEMBER

pytestmark = pytest.mark.django_db
SLUG, PLAYERS = "evening", 8


def run(*arguments):
    """Return a command's output."""
    out = io.StringIO()
    call_command(*map(str, arguments), stdout=out)
    return out.getvalue()


def refusal_of(*arguments):
    """Return the sentence of a command that refuses."""
    with pytest.raises(CommandError) as refused:
        run(*arguments)
    return str(refused.value)


def said_of(event):
    """Return the standings as JSON, the number of entries, and what is wrong with them."""
    return run("standings", event.slug, "--format", "json"), *audit(event)


def moved(event, folder):
    """Export an event whose standings are computed, delete it, and import it into another club; return it."""
    run("export_event", event.slug, folder / f"{event.pk}.zip")
    remove_event(event)
    club = a_club(owner="dov", name="Elsewhere")
    run("import_event", folder / f"{event.pk}.zip", "--club", club.slug)
    return Event.objects.get(public_id=event.public_id)


def an_evening():
    """Play, correct, adjust, withdraw, pay, pay back, let a helper in and publish; most of it by Ada."""
    round = a_round(an_event(name="Evening", slug=SLUG), tables=2)
    event, ada = round.event, Author("member", User.objects.get(username="ada").pk)
    for table in round.tables.order_by("number"):
        open_link(table=table)
        write_deal(table)
        write_deal(table, 2, tricks=1)
    better = {"record": a_record(bid=3, tricks=3), "reason": "misread"}
    correct_deal(table=table, number=1, revision=1, request=a_request(), **better)
    one = event.entrants.get(number=1)
    undo_decision(decision=adjust_points(entrant=one, points=-5, reason="late", by=ada), by=ada)
    pay_back(payment=pay(event=event, kind=PaymentKind.FEE, cents=500, entrant=one, by=ada), by=ada)
    invite_helper(event=event, role=Role.CASHIER, name="Emil at the desk", by=ada)
    Player.objects.filter(pk=one.player_id).update(email="ada@example.org")
    compute_event_standings(event_id=event.pk)
    publish_list(event=event, stage="provisional", by=ada)
    return event


@pytest.mark.parametrize("case", [*KEYED, *UNKEYED], ids=lambda case: case.__name__)
def test_after_every_use_case_an_event_says_elsewhere_what_it_said(case, tmp_path):
    case()()
    event = Event.objects.get()
    compute_event_standings(event_id=event.pk)
    before = said_of(event)
    assert said_of(moved(event, tmp_path)) == before
    assert before[2] == []


def test_the_hall_moves_along_and_its_screens_get_addresses_here(tmp_path):
    first = an_event(name="Evening", slug=SLUG)
    [door] = add_screens(event=first, name="Door", lines=10, picture=a_picture())
    switch_screens(event=first, screen=door, to="clock", who="ada")
    set_timetable(event=first, text="19:30 List 1", by=Author("demo"))
    picture = bytes(Screen.objects.get().picture)
    compute_event_standings(event_id=first.pk)
    second = moved(first, tmp_path)
    screen = second.screens.get()
    assert (screen.name, screen.lines, bytes(screen.picture)) == ("Door", 10, picture)
    assert screen.code not in ("", door.code) and screen.switched_to == ""
    assert second.timetable.get().what == "List 1"


def test_a_moved_event_is_continued_and_moves_on(tmp_path):
    first = an_evening()
    tokens = {token_of(link) for link in TableLink.objects.all()}
    second = moved(first, tmp_path)
    assert set(author_names(second.entries.all()).values()) == {"the program", "ada"}
    assert not tokens & {token_of(link) for link in TableLink.objects.all()}
    write_deal(Table.objects.filter(round__event=second).first(), 3)
    dov = Author("member", User.objects.get(username="dov").pk)
    adjust_points(entrant=second.entrants.get(number=2), points=7, reason="again", by=dov)
    compute_event_standings(event_id=second.pk)
    before = said_of(second)
    third = moved(second, tmp_path)
    assert said_of(third) == before and before[2] == []
    assert set(author_names(third.entries.all()).values()) == {"the program", "ada", "dov"}
    EventOrigin.objects.filter(event=third).delete()
    assert "is not what was once written" in audit(third)[1][0]


def test_the_first_event_of_an_installation_brings_its_club(tmp_path):
    event = an_event(slug=SLUG)
    run("export_event", SLUG, tmp_path / "event.zip")
    name = event.club.name
    event.club.delete()
    run("import_event", tmp_path / "event.zip")
    assert [club.name for club in Club.objects.all()] == [name]
    assert Event.objects.get().club.name == name


def test_of_several_clubs_the_command_names_the_choice(tmp_path):
    an_event(slug=SLUG)
    run("export_event", SLUG, tmp_path / "event.zip")
    a_club("ben", "Holm")
    with pytest.raises(CommandError, match=r"one of: holm, "):
        run("import_event", tmp_path / "event.zip")


# The archive of an evening: from here on its club and its players are here


@pytest.fixture(scope="module")
def archive(lasting, tmp_path_factory):
    """Return the archive of the evening, whose event is gone from here; its players are not."""
    file = tmp_path_factory.mktemp("archive") / "evening.zip"
    event = an_evening()
    run("export_event", SLUG, file)
    remove_event(event)
    return file


def test_a_rehearsal_names_the_persons_it_knows_and_stores_nothing(archive):
    dov, known = a_club(owner="dov", name="Elsewhere"), Event.objects.count()
    home = json.loads(
        run("import_event", archive, "--club", "prisdorfer-kartenrunde", "--dry-run", "--format", "json")
    )
    away = json.loads(run("import_event", archive, "--club", dov.slug, "--dry-run", "--format", "json"))
    assert (len(home["found"]), home["new"], home["stored"]) == (PLAYERS, [], False)
    assert (away["found"], len(away["new"])) == ([], PLAYERS)
    assert (Event.objects.count(), dov.players.count()) == (known, 0)


def test_a_process_of_its_own_rehearses_for_a_page(archive, files_read_apart):
    found = rehearse_apart(Club.objects.get(slug="prisdorfer-kartenrunde"), archive, "evening.zip")
    assert (found.slug, len(found.found), found.new) == (SLUG, PLAYERS, [])


def test_no_secret_and_no_address_is_in_the_file(archive):
    with zipfile.ZipFile(archive) as file:
        content = file.read(EVENT_MEMBER).decode()
    secrets = [word for word in ("token", "fingerprint", "password", "example.org") if word in content]
    assert secrets == []


def test_every_row_of_an_event_is_in_the_archive_or_named_as_left_out():
    models = [EVENT_ROW.model, *LIST_BY_MODEL]
    of_event = {
        relation.related_model
        for model in models
        for relation in model._meta.related_objects
        if model.__name__ != "Player" and not relation.many_to_many
    }
    assert {each.__name__ for each in of_event - set(models)} == set(STAY)
    assert apps.get_model("tournaments", "EventChange") in of_event


def test_the_file_is_as_its_json_schema_says(archive):
    assert (settings.BASE_DIR / "docs" / "archive.schema.json").read_text(
        encoding="utf-8"
    ) == archive_schema()
    validator = jsonschema.Draft202012Validator(json.loads(archive_schema()))
    with zipfile.ZipFile(archive) as file:
        document = json.loads(file.read(EVENT_MEMBER))
    assert [error.message for error in validator.iter_errors(document)] == []
    document["deals"][0]["number"] = "one"
    assert not validator.is_valid(document)


WRONG = {
    "another program's": (with_manifest(lambda said: said.update(format="other")), "no archive of an event"),
    "a backup": (with_manifest(lambda said: said.update(format="stichtag-backup")), "no archive of an event"),
    "a newer format": (with_manifest(lambda said: said.update(version=2)), "newer version"),
    "a changed byte": (
        lambda members: members.update({EVENT_MEMBER: members[EVENT_MEMBER].replace(b"late", b"lazy", 1)}),
        "is not what its manifest says",
    ),
    "a changed record": (
        with_event(lambda said: said["deals"][0]["record"].update(tricks=4)),
        "was altered: Round 1, table 1: row 1",
    ),
    "a changed entry": (
        with_event(lambda said: said["sheet_changes"][0].update(device="x")),
        "history entry 1 is not what",
    ),
    "changed standings": (with_event(lambda said: said["standings_rows"][0].update(rank=9)), "was altered"),
    "a missing entry": (with_event(lambda said: said["event_changes"].pop()), "Nothing was changed"),
    "a seat of nobody": (with_event(lambda said: said["seats"][0].update(entrant_id=999)), "cannot be read"),
    "an unknown column": (with_event(lambda said: said["deals"][0].update(colour=1)), "cannot be read"),
    "an impossible year": (with_event(lambda said: said["event"].update(date="0026-11-28")), "four figures"),
    "a date of weeks": (with_event(lambda said: said["event"].update(date="2026-W48-6")), "as year, month"),
    "a time with a zone": (
        with_event(lambda said: said["event"].update(starts_at="20:30Z")),
        "as hours and minutes",
    ),
    "a moment without a zone": (
        with_event(lambda said: said["event"].update(signed_off_at="2026-11-28T20:30:00")),
        "with its zone",
    ),
    "a list missing": (with_event(lambda said: said.pop("deals")), "other lists than this version reads"),
    "an unknown game": (
        with_event(lambda said: said["event"].update(game="whist-9")),
        "does not know the game",
    ),
    "a zip bomb": (with_event(lambda said: said["club"].update(name=" " * 90_000_000)), "unpacks to"),
}


@pytest.mark.parametrize(("change", "sentence"), WRONG.values(), ids=WRONG)
def test_a_wrong_file_is_one_sentence_and_nothing_is_stored(change, sentence, archive, tmp_path):
    file = rewritten(archive, tmp_path / "wrong.zip", change)
    refusal = refusal_of("import_event", file)
    assert sentence in refusal and "Nothing was changed" in refusal and "\n" not in refusal
    assert not Event.objects.exists() and not EventOrigin.objects.exists()
    assert Player.objects.count() == PLAYERS


def test_a_time_with_a_full_stop_is_read_whole(archive, tmp_path):
    half_past = with_event(lambda said: said["event"].update(starts_at="20.30"))
    run("import_event", rewritten(archive, tmp_path / "typed.zip", half_past))
    assert Event.objects.get().starts_at.isoformat() == "20:30:00"


def test_a_file_that_is_cut_off_is_refused(archive, tmp_path):
    (tmp_path / "cut.zip").write_bytes(archive.read_bytes()[:-40])
    assert "its end is cut off" in refusal_of("import_event", tmp_path / "cut.zip")


def as_written_before(said):
    """Change a document into one of a version that did not say how an event counts."""
    for name in ("counting", "hides_unplayed"):
        said["event"].pop(name)
    said["event"]["lost_deal_money"] = {"steps": [[3, 50], [None, 100]]}


def test_an_archive_of_an_earlier_version_keeps_counting_as_it_did(archive, tmp_path):
    run("import_event", rewritten(archive, tmp_path / "old.zip", with_event(as_written_before)))
    event = Event.objects.get()
    assert event.counting == Counting.BEFORE
    assert event.lost_deal_money == {"steps": [[3, 50], [None, 100]], "per": "evening"}


def test_an_event_is_imported_once(archive):
    run("import_event", archive)
    assert "is here already: Evening of Prisdorfer Kartenrunde" in refusal_of("import_event", archive)
    assert Event.objects.count() == 1
