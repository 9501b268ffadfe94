"""A ranking policy by every way in: the organiser's pages, imported paper, the command's columns."""

import csv
import io
import json

import pytest
from django.core.management import call_command

from rules.reading import Refused
from tests.builders import a_club, a_round, an_event
from tests.tournaments.paper_files import NIGHT, NIGHT_SEATING
from tests.tournaments.visitors import ada, text_of
from tournaments.models import Event
from tournaments.services.events.lifecycle import change_event

pytestmark = pytest.mark.django_db

SENT = {"name": "Autumn", "date": "2026-11-21", "option_min_bid": "2"}
POLICY = {"policy_by": "average", "policy_best": "2", "policy_tie_1": "deals_won", "policy_tie_2": "lot"}


def import_night(*policy):
    """Return the exit status and the answer."""
    out = io.StringIO()
    arguments = ["--seating", str(NIGHT_SEATING), "--sheets", str(NIGHT), "--create", "fipsen-prisdorf"]
    try:
        call_command("import_sheets", "night", *arguments, *policy, "--format", "json", stdout=out)
    except SystemExit as left:
        return left.code, json.loads(out.getvalue())
    return 0, json.loads(out.getvalue())


def printed(slug):
    out = io.StringIO()
    call_command("standings", slug, "--format", "csv", stdout=out)
    return list(csv.reader(io.StringIO(out.getvalue())))


def test_the_settings_say_how_the_event_ranks_and_change_it():
    event = an_event()
    url = f"/events/{event.slug}/organise/settings/"
    assert "Ranked by: Total. Ties share a rank." in text_of(ada().get(url))
    assert ada().post(url, SENT | POLICY).status_code == 302
    event.refresh_from_db()
    assert event.policy == {"by": "average", "best": 2, "tie_breaks": ["deals_won", "lot"]}


def test_a_new_event_ranks_as_it_was_said():
    assert (
        ada().post(f"/clubs/{a_club().slug}/new-event/?game=fipsen-prisdorf", SENT | POLICY).status_code
        == 302
    )
    assert Event.objects.get().policy["best"] == 2


def test_a_contradiction_is_said_beside_its_field_and_nothing_typed_is_lost():
    event = an_event()
    answer = ada().post(
        f"/events/{event.slug}/organise/settings/", SENT | POLICY | {"policy_tie_2": "deals_won"}
    )
    page = text_of(answer)
    assert answer.status_code == 422
    assert "The tie-break “deals_won” is named twice." in page
    assert 'name="policy_best" value="2"' in page
    event.refresh_from_db()
    assert event.policy == {"by": "game"}


def test_a_tie_break_named_twice_is_refused_for_a_new_event_and_for_an_imported_one():
    sentence = "The tie-break “deals_won” is named twice."
    sent = SENT | POLICY | {"policy_tie_2": "deals_won"}
    answer = ada().post(f"/clubs/{a_club().slug}/new-event/?game=fipsen-prisdorf", sent)
    assert answer.status_code == 422 and sentence in text_of(answer)
    policy = {"by": "total", "tie_breaks": ["deals_won", "deals_won"]}
    status, imported = import_night("--policy", json.dumps(policy))
    assert (status, [each["message"].startswith(sentence) for each in imported["problems"]]) == (1, [True])
    assert not Event.objects.exists()


@pytest.mark.parametrize("planned, status", [("1", 422), ("2", 302), ("", 302)])
def test_more_best_rounds_than_planned_are_refused(planned, status):
    event = an_event()
    sent = SENT | POLICY | {"fee_cents": "0", "planned_rounds": planned}
    answer = ada().post(f"/events/{event.slug}/organise/settings/", sent)
    assert answer.status_code == status
    sentence = "The best 2 of 1 rounds cannot count; there are only 1."
    assert (sentence in text_of(answer)) == (status == 422)
    event.refresh_from_db()
    assert event.policy.get("best") == (None if status == 422 else 2)


def test_fewer_planned_rounds_than_the_best_that_count_are_refused():
    event = an_event(policy={"by": "total", "best": 3}, planned_rounds=3)
    with pytest.raises(Refused):
        change_event(event=event, options={}, planned_rounds=2)
    event.refresh_from_db()
    assert event.planned_rounds == 3


def test_a_form_without_a_policy_leaves_it_as_it_was():
    event = an_event(policy={"by": "average"})
    assert ada().post(f"/events/{event.slug}/organise/settings/", SENT).status_code == 302
    event.refresh_from_db()
    assert event.policy == {"by": "average"}


def test_the_best_three_of_two_imported_rounds_are_refused_and_nothing_is_stored():
    rounds = len({row["round"] for row in csv.DictReader(NIGHT_SEATING.open(encoding="utf-8"))})
    status, answer = import_night("--policy", json.dumps({"by": "total", "best": rounds + 1}))
    assert (status, [each["code"] for each in answer["problems"]]) == (1, ["policy_invalid"])
    assert f"of {rounds} rounds" in answer["problems"][0]["message"]
    assert not Event.objects.exists()


def test_the_printed_standings_have_a_column_for_each_tie_break():
    keys = ["deals_won", "head_to_head", "lot"]
    assert import_night("--policy", json.dumps({"by": "average", "tie_breaks": keys}))[0] == 0
    head, *rows = printed("night")
    assert head[-3:] == keys
    assert all(int(row[-3]) >= 0 and int(row[-1]) >= 1 for row in rows)
    assert {row[-2] for row in rows} == {""}


def test_a_player_who_is_not_placed_is_printed_without_a_rank():
    event = an_event(policy={"minimum": 2})
    a_round(event)
    assert [row[0] for row in printed(event.slug)[1:]] == [""] * 4
