"""Webhooks by programs: for owners, with the scope to direct; secrets shown once and stored nowhere."""

import pytest
from django.core.management import call_command

from tests.builders import a_club, a_round, a_user
from tests.tournaments.api.programs import Program
from tournaments.models import Member, MessageStatus, OutgoingMessage, Role, SentRequest, Webhook
from tournaments.services.webhooks import sending
from tournaments.storage.link_keys import webhook_secret

pytestmark = pytest.mark.django_db

NEW = {"url": "https://example.org/stichtag", "types": ["deal.recorded", "round.closed"]}


@pytest.fixture
def club():
    return a_club()


@pytest.fixture
def program(club):
    return Program()


@pytest.fixture
def path(club):
    return f"clubs/{club.slug}/webhooks/"


def test_a_webhook_is_added_read_changed_and_deleted(program, path):
    made = program.post(path, NEW, 201)
    one = f"{path}{made['id']}/"
    plain = {name: value for name, value in made.items() if name != "secret"}
    assert {**NEW, "event": None, "is_active": True}.items() <= plain.items()
    assert program.get(one) == plain and program.get(path) == {"results": [plain], "next": None}
    changed = program.change(one, {"is_active": False, "types": ["deal.corrected"]})
    assert (changed["is_active"], changed["types"], changed["url"]) == (False, ["deal.corrected"], NEW["url"])
    stale = program.send("patch", one, {"is_active": True}, **{"If-Match": '"old"'})
    assert stale.status_code == 412 and stale.json()["current"] == changed
    program.change(one, None, "delete", 204)
    assert not Webhook.objects.exists()


def test_a_secret_is_in_the_answer_that_makes_it_and_nowhere_else(program, path):
    made = program.post(path, NEW, 201, key="once")
    assert made["secret"] == webhook_secret(Webhook.objects.get().salt)
    assert program.post(path, NEW, 201, key="once") == made and Webhook.objects.count() == 1
    one = f"{path}{made['id']}/"
    renewed = program.post(f"{one}secret/")["secret"]
    assert renewed.startswith("whsec_") and renewed != made["secret"]
    stored = str([*SentRequest.objects.values(), *Webhook.objects.values()])
    shown = str([program.get(one), program.get(path), program.get(f"{one}deliveries/")])
    for secret in (made["secret"], renewed):
        assert secret not in stored + shown


def test_messages_are_listed_tested_and_sent_again(program, path):
    one = f"{path}{program.post(path, NEW, 201)['id']}/"
    first = program.post(f"{one}test/", status=202)
    second = program.post(f"{one}test/", status=202)
    assert first["type"] == "webhook.tested" and first["status"] == "waiting" and first["next_at"]
    page = program.get(f"{one}deliveries/?limit=1")
    assert [each["id"] for each in page["results"]] == [second["id"]] and page["next"]
    OutgoingMessage.objects.update(status=MessageStatus.DEAD)
    assert len(program.get(f"{one}deliveries/?status=dead")["results"]) == 2
    again = program.post(f"{one}deliveries/{first['id']}/resend/", status=202)
    assert (again["id"], again["status"]) == (first["id"], "waiting")
    assert program.get(f"{one}deliveries/?status=waiting")["results"] == [again]
    assert sending.webhooks_due()


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({**NEW, "url": "https://10.0.0.1/"}, "address_private"),
        ({**NEW, "url": "not an address"}, "url_invalid"),
        ({**NEW, "types": ["deal.eaten"]}, "type_unknown"),
        ({**NEW, "types": "deal.recorded"}, "not_a_list"),
        ({**NEW, "event": "nowhere"}, "event_unknown"),
        ({"types": NEW["types"]}, "required"),
    ],
)
def test_a_bad_body_is_refused_with_its_field(program, path, body, code):
    refused = program.post(path, body, 422)
    assert refused["code"] == code or refused["errors"][0]["code"] == code
    assert not Webhook.objects.exists()


def test_a_webhook_of_one_event_names_it_and_not_one_of_another_club(program, club, path):
    ours, theirs = a_round().event, a_round().event
    ours.club, theirs.club = club, a_club("dov", "Kartenfreunde")
    ours.save()
    theirs.save()
    assert program.post(path, {**NEW, "event": ours.slug}, 201)["event"] == ours.slug
    assert program.post(path, {**NEW, "event": theirs.slug}, 422)["code"] == "event_unknown"


def test_only_owners_with_the_scope_reach_webhooks(program, club, path):
    one = f"{path}{program.post(path, NEW, 201)['id']}/"
    Member.objects.create(club=club, user=a_user("ben"), role=Role.DIRECTOR)
    a_club("dov", "Kartenfreunde")
    cases = [(Program("ben"), 404), (Program("dov"), 404), (Program("ada", ["read", "write"]), 403)]
    for other, status in cases:
        for each in (path, one, f"{one}deliveries/"):
            assert other.send("get", each).status_code == status
        assert other.send("post", f"{one}test/", {}).status_code == status
    message = program.post(f"{one}test/", status=202)["id"]
    another = f"{path}{program.post(path, NEW, 201)['id']}/"
    assert program.send("post", f"{another}deliveries/{message}/resend/", {}).status_code == 404
    assert program.send("post", f"{one}deliveries/nonsense/resend/", {}).status_code == 404


def test_a_backup_has_no_secret(program, path, tmp_path):
    secret = program.post(path, NEW, 201)["secret"]
    file = tmp_path / "dump.json"
    call_command("dumpdata", "tournaments", output=str(file))
    assert secret not in file.read_text() and secret[6:] not in file.read_text()
