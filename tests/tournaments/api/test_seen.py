"""What a program reads is what it may see, as it is now, and kept by nobody for others."""

import pytest

from tests.builders import a_round, an_event, end_round, write_deal
from tests.tournaments.api.programs import Program
from tests.tournaments.evenings import ADA
from tests.tournaments.visitors import stranger
from tournaments.services.entry.entrants import enter_players
from tournaments.services.events.lifecycle import change_event
from tournaments.services.publishing.publications import freeze_event
from tournaments.services.standings.computation import compute_event_standings

pytestmark = pytest.mark.django_db
EVENT = "events/autumn/"


def a_played_event():
    """Return an event whose only round is closed, with its standings."""
    round = a_round(an_event(slug="autumn"))
    write_deal(round.tables.get())
    end_round(round)
    compute_event_standings(event_id=round.event_id)
    return round.event


def test_a_response_that_a_token_opened_is_kept_for_nobody_else():
    an_event(slug="autumn")
    assert "public" in stranger().get(f"/api/v1/{EVENT}")["Cache-Control"]
    assert "public" not in Program().send("get", EVENT).headers.get("Cache-Control", "")


def test_an_event_that_was_changed_meanwhile_is_not_deleted():
    event, program = an_event(slug="autumn"), Program()
    etag = program.send("get", f"{EVENT}settings/")["ETag"]
    change_event(event=event, options={}, place="Village hall")
    assert program.send("delete", EVENT, **{"If-Match": etag}).json()["code"] == "stale"
    etag = program.send("get", f"{EVENT}settings/")["ETag"]
    assert program.send("delete", EVENT, **{"If-Match": etag}).status_code == 204


def test_the_deals_of_a_secret_round_are_not_told_to_programs():
    event = a_played_event()
    counts = [
        table["deals_counted"] for table in stranger().get(f"/api/v1/{EVENT}").json()["rounds"][0]["tables"]
    ]
    freeze_event(event=event, is_frozen=True, by=ADA)
    hidden = stranger().get(f"/api/v1/{EVENT}").json()["rounds"][0]["tables"]
    assert counts == [1] and [table["deals_counted"] for table in hidden] == [None]


def test_a_competition_keeps_who_entered_it_when_its_name_is_changed():
    event, program = an_event(slug="autumn"), Program()
    enter_players(event=event, names=["Ada", "Ben", "Cleo"])
    card = {"name": "Ladies", "rule": {"value": {"by": "total"}}, "fee_cents": 200, "entered": [1, 3]}
    program.post(f"{EVENT}competitions/", card, 201)
    program.change(f"{EVENT}competitions/1/", {"name": "Queens"})
    assert program.get(f"{EVENT}competitions/1/")["entered"] == [1, 3]
