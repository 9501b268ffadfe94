"""An event is cancelled with a public reason, hidden from lists, or deleted as a trial; a club is renamed."""

from importlib import import_module

import pytest
from django.apps import apps
from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from scoring.not_possible import NotPossible
from tests.builders import a_club, a_round, a_user, an_event, write_deal
from tests.tournaments.evenings import ADA
from tests.tournaments.visitors import ada, signed_in, stranger, text_of
from tournaments.models import Club, ClubChange, Event, Member, Table
from tournaments.services.entry.registration import register, registration_token
from tournaments.services.events.lifecycle import close_event
from tournaments.services.events.states import list_event
from tournaments.services.history.audit import audit
from tournaments.services.history.event_chain import SYSTEM
from tournaments.services.publishing.sign_off import sign_off
from tournaments.services.rounds.lifecycle import open_round

pytestmark = pytest.mark.django_db

WHY = "The hall is flooded."


def url(event, more=""):
    return f"/events/{event.slug}/{more}"


def cancel(event, **sent):
    return ada().post(url(event, "organise/cancel/"), {"reason": WHY} | sent)


# Cancelled


def test_everybody_reads_why_an_event_is_cancelled_and_entrants_on_their_own_page():
    event = an_event(is_registration_open=True)
    entrant = register(event=event, name="Otto")
    assert cancel(event).status_code == 302
    own = f"/r/{entrant.pk}/{registration_token(entrant)}/"
    for page in (url(event), own):
        answer = stranger().get(page, follow=True)
        assert "This event is cancelled." in text_of(answer) and WHY in text_of(answer)
    assert "cancelled" in text_of(stranger().get("/"))
    assert "STATUS:CANCELLED" in text_of(stranger().get(url(event, "event.ics")))
    refused = stranger().post(url(event, "register/"), {"name": "Berta"})
    assert refused.status_code == 409 and "is cancelled." in text_of(refused)


def test_a_cancellation_is_undone_and_the_chain_has_both():
    event = an_event(is_registration_open=True)
    cancel(event)
    assert cancel(event).status_code == 409
    assert cancel(event, is_cancelled="no").status_code == 302
    assert WHY not in text_of(stranger().get(url(event)))
    assert register(event=event, name="Otto")
    kinds = list(event.entries.order_by("number").values_list("kind", flat=True))
    assert kinds == ["cancelled", "uncancelled", "entered"] and audit(event)[1] == []


@pytest.mark.parametrize(("reason", "sentence"), [("  ", "Say why"), ("x" * 501, "at most 500 characters")])
def test_a_reason_is_needed_and_what_was_typed_stays(reason, sentence):
    event = an_event()
    answer = cancel(event, reason=reason)
    assert answer.status_code == 409 and sentence in text_of(answer) and reason.strip() in text_of(answer)
    assert not Event.objects.get(pk=event.pk).is_cancelled


def test_an_event_that_was_played_is_not_cancelled():
    table = a_round().tables.get()
    write_deal(table)
    answer = cancel(table.round.event)
    assert answer.status_code == 409 and "are recorded" in text_of(answer)


def test_no_round_of_a_cancelled_event_is_opened():
    round = a_round(is_open=False)
    cancel(round.event)
    with pytest.raises(NotPossible, match="Undo the cancellation"):
        open_round(round=round)
    cancel(round.event, is_cancelled="no")
    assert open_round(round=round)


def test_no_deal_is_recorded_in_a_cancelled_event():
    table = a_round().tables.get()
    cancel(table.round.event)
    with pytest.raises(NotPossible, match="is cancelled"):
        write_deal(Table.objects.get(pk=table.pk))


# Hidden


def test_a_hidden_event_is_on_no_list_and_its_address_works():
    event = an_event(name="Only for friends")
    ada().post(url(event, "organise/list/"), {"is_unlisted": "yes"})
    lists = ("/", f"/clubs/{event.club.slug}/", "/api/v1/events/")
    assert not any("Only for friends" in text_of(stranger().get(each)) for each in lists)
    assert all("Only for friends" in text_of(ada().get(each)) for each in lists[:2])
    assert stranger().get(url(event)).status_code == 200
    list_event(event=event, is_unlisted=False, by=ADA)
    assert all("Only for friends" in text_of(stranger().get(each)) for each in lists)


# Deleted


@pytest.fixture
def trial(tmp_path, settings):
    settings.DATA_DIR, settings.BACKUP_DIR = tmp_path, None
    event = an_event(name="Trial")
    Member.objects.update(role="owner")
    return event


def delete(event, typed="Trial", client=None):
    return (client or ada()).post(url(event, "organise/delete/"), {"typed": typed})


def test_an_owner_deletes_a_trial_after_a_backup_and_the_club_remembers_it(trial, tmp_path):
    assert "Delete a trial" in text_of(ada().get(url(trial, "organise/cancel/")))
    assert delete(trial).status_code == 302
    assert not Event.objects.exists() and len(list((tmp_path / "backups").iterdir())) == 1
    assert ClubChange.objects.get().facts["name"] == "Trial"
    assert "Trial" in text_of(ada().get(f"/clubs/{trial.club.slug}/members/"))


def test_another_name_final_results_and_a_missing_backup_delete_nothing(trial, tmp_path):
    answer = delete(trial, "Trail")
    assert answer.status_code == 409 and "“Trail” is not the name" in text_of(answer)
    (tmp_path / "backups").write_text("a file in the place of the folder")
    assert "No backup could be made" in text_of(delete(trial))
    Event.objects.update(signed_off_at=timezone.now())
    assert "is not a trial" in text_of(delete(trial))
    assert Event.objects.get() == trial


def test_a_director_deletes_no_event(trial):
    Member.objects.create(club=trial.club, user=a_user("ben"), role="director")
    ben = signed_in(a_user("ben"))
    assert "Delete a trial" not in text_of(ben.get(url(trial, "organise/cancel/")))
    assert delete(trial, client=ben).status_code == 404


# A club


def test_an_owner_renames_the_club_and_its_address_stays():
    club = a_club()
    page = f"/clubs/{club.slug}/"
    assert ada().post(f"{page}rename/", {"name": "  "}).status_code == 422
    assert ada().post(f"{page}rename/", {"name": " Kartenrunde  Elmshorn "}).status_code == 302
    assert "Kartenrunde Elmshorn" in text_of(stranger().get(page))
    assert (Club.objects.get().slug, ClubChange.objects.get().kind) == (club.slug, "renamed")
    assert "Prisdorfer Kartenrunde → Kartenrunde Elmshorn" in text_of(ada().get(f"{page}members/"))


# What contradicts a cancellation


@pytest.mark.parametrize("end", [close_event, sign_off])
def test_nobody_ends_the_results_of_an_event_that_does_not_take_place(end):
    event = an_event(is_cancelled=True)
    with pytest.raises(NotPossible) as refused:
        end(event=event, by=SYSTEM, **({"is_closed": True} if end is close_event else {}))
    assert refused.value.code == "event_cancelled"


def test_players_of_a_signed_off_event_are_not_told_that_it_is_cancelled():
    event = an_event(signed_off_at=timezone.now())
    cancel(event)
    assert not Event.objects.get(pk=event.pk).is_cancelled


def test_the_database_refuses_an_event_that_is_cancelled_and_closed():
    event = an_event(is_cancelled=True)
    with pytest.raises(IntegrityError), transaction.atomic():
        Event.objects.filter(pk=event.pk).update(is_closed=True)


@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL checks always")
def test_an_event_that_an_earlier_version_cancelled_and_closed_is_cancelled_after_the_upgrade():
    event, other = an_event(is_cancelled=True), an_event(is_closed=True)
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA ignore_check_constraints = ON")
        Event.objects.filter(pk=event.pk).update(is_closed=True, signed_off_at=timezone.now())
        cursor.execute("PRAGMA ignore_check_constraints = OFF")
    import_module("tournaments.migrations.0047_cancelled_without_results").mend(apps, None)
    states = Event.objects.in_bulk([event.pk, other.pk])
    assert (states[event.pk].is_cancelled, states[event.pk].is_closed, states[event.pk].signed_off_at) == (
        True, False, None,
    )  # fmt: skip
    assert states[other.pk].is_closed
