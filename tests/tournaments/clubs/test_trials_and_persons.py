"""A trial is deleted for good, and nothing else; all data about one person is found."""

import io
import json

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import DatabaseError, transaction

from tests.builders import a_round, a_week_later, an_event, write_deal
from tests.tournaments.evenings import ADA, WHY
from tournaments.models import BackupPlace, ClubChange, Event, Payment, PaymentKind, Player, SheetChange
from tournaments.selectors.clubs.persons import stored_about
from tournaments.services.cash.payments import pay
from tournaments.services.clubs.anonymising import anonymise_player
from tournaments.services.history.audit import audit
from tournaments.services.standings.computation import compute_event_standings
from tournaments.services.standings.decisions import adjust_points, rule_on_deal

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def folder(tmp_path, settings):
    settings.DATA_DIR, settings.BACKUP_DIR = tmp_path, None
    return tmp_path


def played(name):
    """Return an event with deals, a ruling, an adjustment and money."""
    round = a_round(an_event(name=name))
    table = round.tables.get()
    write_deal(table, 1)
    write_deal(table, 2)
    ben = round.event.entrants.get(number=2)
    adjust_points(entrant=ben, points=-7, reason=WHY, by=ADA)
    pay(event=round.event, entrant=ben, kind=PaymentKind.FEE, cents=500, by=ADA)
    rule_on_deal(table=table, number=1, points=[0, 0, 0, 0], reason=WHY, by=ADA)
    compute_event_standings(event_id=round.event_id)
    return round.event


def run(*arguments):
    out = io.StringIO()
    call_command(*arguments, stdout=out)
    return out.getvalue()


def counts():
    """Return the row count of every table of ours except the places of backups and the club's history."""
    models = apps.get_app_config("tournaments").get_models()
    ours = [model for model in models if model not in (BackupPlace, ClubChange)]
    return {model.__name__: model._base_manager.count() for model in ours}


def test_a_trial_goes_with_all_its_rows_and_nothing_else_does(folder):
    kept = played("The real one")
    before = counts()
    trial = an_event(name="Trial", club=kept.club, date=a_week_later(kept.club))
    table = a_round(trial).tables.get()
    write_deal(table)
    output = run("delete_event", trial.slug, "--name", "Trial")
    assert counts() == before
    assert len(list((folder / "backups").iterdir())) == 1 and "is deleted" in output
    assert audit(kept)[1] == []


def test_an_event_with_rulings_and_money_goes_too():
    event = played("Trial")
    run("delete_event", event.slug, "--name", "Trial")
    assert [model.objects.count() for model in (Event, SheetChange, Payment)] == [0, 0, 0]


def test_afterwards_the_history_is_as_closed_as_before():
    kept, trial = played("The real one"), an_event(name="Trial")
    run("delete_event", trial.slug, "--name", "Trial")
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        SheetChange.objects.filter(table__round__event=kept).delete()


def test_another_name_deletes_nothing(folder):
    event = played("Trial")
    with pytest.raises(CommandError, match="is not the name"):
        run("delete_event", event.slug, "--name", "trial")
    assert Event.objects.exists() and not (folder / "backups").exists()


def test_without_a_terminal_the_name_is_asked_for_as_an_option(monkeypatch):
    event = played("Trial")
    monkeypatch.setattr("sys.stdin", io.StringIO())
    with pytest.raises(CommandError, match="Give the name of the event with --name"):
        run("delete_event", event.slug)
    assert Event.objects.exists()


def test_without_a_backup_nothing_is_deleted(folder):
    event = played("Trial")
    (folder / "backups").write_text("a file where the folder should be")
    with pytest.raises(CommandError, match="nothing was deleted"):
        run("delete_event", event.slug, "--name", "Trial")
    assert Event.objects.exists()


def test_signed_off_results_are_no_trial():
    event = played("Finale")
    Event.objects.filter(pk=event.pk).update(signed_off_at="2026-11-22T20:00Z")
    with pytest.raises(CommandError, match="is not a trial event"):
        run("delete_event", event.slug, "--name", "Finale")


# Persons


def test_everything_about_a_person_is_there_in_json_and_to_be_read():
    played("Autumn")
    facts = json.loads(run("export_person", "Ben", "--format", "json"))
    [entry] = facts["events"]
    assert facts["player"]["name"] == "Ben" and entry["event"]["name"] == "Autumn"
    assert [each["points"] for each in entry["adjustment.entrant"]] == [-7]
    assert [each["cents"] for each in entry["payment.entrant"]] == [500]
    assert len(entry["deals"]) == 2 and len(entry["standingsrow.entrant"]) == 1
    assert {each["kind"] for each in entry["history"]} >= {"entered", "adjusted", "paid"}
    assert "cents: 500" in run("export_person", "Ben")


def test_every_table_that_refers_to_an_entrant_is_asked():
    event = played("Autumn")
    entrant = event.entrants.get(number=2)
    named = {
        f"{each.related_model._meta.model_name}.{each.field.name}" for each in entrant._meta.related_objects
    }
    empty = {"drawconstraint.entrant", "drawconstraint.other", "sitout.entrant"}
    empty |= {"teammember.entrant", "competitionentry.entrant", "tomboladraw.entrant"}
    assert named - empty <= set(stored_about(entrant.player)["events"][0])


def test_nothing_of_another_person_but_the_deals_of_the_same_table_is_there():
    played("Autumn")
    assert "Cleo" not in run("export_person", "Ben", "--format", "json")


def test_two_of_one_name_are_told_apart_by_number():
    event = played("Autumn")
    other = Player.objects.create(club=event.club, name="Ben")
    with pytest.raises(CommandError, match="There are 2 players"):
        run("export_person", "Ben")
    assert json.loads(run("export_person", str(other.pk), "--format", "json"))["events"] == []


def test_of_a_forgotten_person_no_name_is_left():
    event = played("Autumn")
    ben = event.entrants.get(number=2).player
    anonymise_player(player=ben, by=ADA)
    assert "Ben" not in run("export_person", str(ben.pk), "--format", "json")
    with pytest.raises(CommandError, match="There is no player"):
        run("export_person", "Ben")
