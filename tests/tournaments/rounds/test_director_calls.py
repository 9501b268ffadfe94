"""Calls for the director: one for a table until it is answered."""

import pytest

from scoring.not_possible import NotPossible
from tests.builders import a_request
from tests.tournaments.evenings import a_written_table
from tests.tournaments.phones import Phone
from tournaments.models import DirectorCall
from tournaments.services.rounds.director_calls import answer_call, call_director

pytestmark = pytest.mark.django_db


def test_a_table_calls_once_however_often_it_taps():
    table = a_written_table()
    answers = [call_director(table=table, reason="dispute", request=a_request()) for _ in range(2)]
    assert [answer.result for answer in answers] == ["written", "done"]
    assert answers[0].body == answers[1].body and DirectorCall.objects.count() == 1


def test_the_phone_learns_that_the_call_was_answered():
    phone = Phone(a_written_table())
    assert phone.send("post", "call/", {"reason": "rules"}).status_code == 201
    answer_call(call=DirectorCall.objects.get())
    assert phone.get("call/").json()["call"]["is_answered"]
    with pytest.raises(NotPossible) as refusal:
        answer_call(call=DirectorCall.objects.get())
    assert refusal.value.code == "answered_already"


def test_a_repeated_call_gets_its_kept_answer_and_no_other_call():
    phone = Phone(a_written_table())
    for _ in range(2):
        phone.send("post", "call/", {"reason": "rules"}, key="the one key")
        DirectorCall.objects.update(answered_at="2026-11-21T20:00:00Z")
    assert DirectorCall.objects.count() == 1


def test_a_table_can_withdraw_its_call():
    phone = Phone(a_written_table())
    phone.send("post", "call/", {"reason": "rules"})
    assert phone.send("delete", "call/").status_code == 200
    assert DirectorCall.objects.get().answered_at


def test_an_unknown_reason_is_no_call():
    table = a_written_table()
    assert Phone(table).send("post", "call/", {"reason": "thirst"}).status_code == 400
    with pytest.raises(NotPossible) as refusal:
        call_director(table=table, reason="", request=a_request())
    assert refusal.value.code == "reason_unknown"
