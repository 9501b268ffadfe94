"""Search all output of a whole event for secrets: a table's token appears where it may and nowhere else."""

import io
import json
import logging
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection, transaction
from django.test import Client
from django.urls import reverse

from config.logs import LineFormatter
from tests.builders import a_user
from tests.sweeps import sweep
from tests.tournaments.api.test_trouble import Trouble
from tests.tournaments.everywhere import addresses
from tests.tournaments.phones import Phone
from tests.tournaments.visitors import dov, stranger
from tournaments.models import Entrant, Event, TableLink, User
from tournaments.services.rounds.lifecycle import close_round
from tournaments.services.sheets import pins
from tournaments.services.sheets.table_links import renew_link, revoke_link, token_of

pytestmark = pytest.mark.django_db

SHOWS_LINKS = {"round", "cards"}  # of all pages; the third place is the output of `demo`
SHOWS_PINS = {"start_cards"}
NIGHT = ("--players", "8", "--rounds", "1", "--played", "0.03", "--seed", "1", "--format", "json")


@pytest.fixture(scope="module")
def night(lasting: None) -> Iterator[dict[str, Any]]:
    """Return the output of `demo`; with PINs so long that no other number looks like one."""
    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setattr(pins, "DIGITS", 30)
        printed = io.StringIO()
        call_command("demo", *NIGHT, stdout=printed, stderr=io.StringIO())
        yield json.loads(printed.getvalue())


@pytest.fixture
def log() -> Iterator[io.StringIO]:
    """Capture the log as the program writes it."""
    lines, root = io.StringIO(), logging.getLogger()
    handler, level = logging.StreamHandler(lines), root.level
    handler.setFormatter(LineFormatter("%(levelname)s %(name)s: %(message)s"))
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    yield lines
    root.removeHandler(handler)
    root.setLevel(level)


def event_of(night: dict[str, Any]) -> Event:
    return Event.objects.get(slug=night["event"])


def tokens() -> list[str]:
    return [token_of(link) for link in TableLink.objects.all()]


def all_pins() -> list[str]:
    return [pins.pin_of(entrant) for entrant in Entrant.objects.all()]


def secrets_in(text: str) -> list[str]:
    return [secret for secret in [*tokens(), *all_pins()] if secret in text]


def director() -> Client:
    """Return the organiser of the demonstration."""
    client = Client()
    client.force_login(User.objects.get(username="demo"))
    return client


def administrator() -> Client:
    user = a_user("root")
    user.is_staff = user.is_superuser = True
    user.save()
    client = Client()
    client.force_login(user)
    return client


def scorer(night: dict[str, Any]) -> Client:
    """Return a phone that followed its link."""
    client = Client()
    client.get(night["tables"][0]["path"])
    return client


def told(response: Any) -> str:
    """Return all of an answer: headers, cookies, body."""
    body = response.getvalue() if response.streaming else response.content
    return f"{response.headers}{response.cookies}{body.decode('utf-8', 'replace')}"


def answers_to(who: Client, night: dict[str, Any], some: Collection[str] = ()) -> dict[str, Any]:
    """Return a visitor's answers at all our addresses, or some of them, by their names."""
    who.raise_request_exception = False  # the page of a server error is searched too
    return {name: who.get(url) for name, url in addresses(event_of(night)) if not some or name in some}


def pages_of(who: Client, night: dict[str, Any], some: Collection[str] = ()) -> dict[str, str]:
    """Return the same as sent over the network."""
    return {name: told(answer) for name, answer in answers_to(who, night, some).items()}


def showing(pages: dict[str, str], secrets: list[str]) -> set[str]:
    return {name for name, page in pages.items() if any(secret in page for secret in secrets)}


@dataclass(frozen=True, slots=True)
class Shown:
    """The director's answers at all our addresses by their names, and the token of a link renewed before."""

    answers: dict[str, Any]
    old: str
    tokens: list[str]


@pytest.fixture(scope="module")
def shown(night: dict[str, Any]) -> Shown:
    with transaction.atomic():
        link = TableLink.objects.earliest("pk")
        old = token_of(link)
        renew_link(link=link)
        found = Shown(answers_to(director(), night), old, tokens())
        transaction.set_rollback(True)
    return found


def test_only_the_directors_round_and_cards_show_tokens_and_only_start_cards_pins(shown: Shown) -> None:
    pages = {name: told(answer) for name, answer in shown.answers.items()}
    assert len(pages) > 50
    assert showing(pages, shown.tokens) == SHOWS_LINKS
    assert showing(pages, [shown.old]) == set()
    assert showing(pages, all_pins()) <= SHOWS_PINS


@pytest.mark.parametrize("name", sweep(["administrator", "stranger", "dov", "scorer"], ["scorer"]))
def test_nobody_else_sees_a_secret_anywhere(night: dict[str, Any], name: str) -> None:
    who = {"administrator": administrator, "stranger": stranger, "dov": dov, "scorer": lambda: scorer(night)}
    assert showing(pages_of(who[name](), night), [*tokens(), *all_pins()]) == set()


def test_the_output_of_demo_has_every_link_and_no_pin(night: dict[str, Any]) -> None:
    assert [table["token"] for table in night["tables"]] == tokens()
    assert not any(pin in json.dumps(night) for pin in all_pins())


def test_no_answer_of_the_tables_endpoints_has_a_secret(night: dict[str, Any]) -> None:
    phone = Phone(TableLink.objects.earliest("pk").table)
    answers = [phone.get(), phone.get("preview/"), phone.record(4), phone.record(1, bid=3), phone.record(99)]
    answers += [phone.correct(1), phone.correct(1, match=9), phone.record(2, trump="?", key="x" * 256)]
    answers += [phone.send("post", "deals/1/confirm/", {"number": 1, "pin": pin}) for pin in all_pins()[:1]]
    assert [secrets_in(told(answer)) for answer in answers] == [[]] * len(answers)


def test_the_database_holds_no_secret_in_any_table(night: dict[str, Any]) -> None:
    scorer(night)
    director().post(reverse("close_round", args=[night["event"], 1]), {"even_if_incomplete": "yes"})
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f'SELECT * FROM "{table}"')
            assert secrets_in(str(cursor.fetchall())) == [], table


def test_exports_and_reports_hold_no_secret(night: dict[str, Any]) -> None:
    printed = io.StringIO()
    for command in (("standings", "--format", "csv"), ("standings", "--format", "json"), ("verify_audit",),
                    ("verify_event",)):  # fmt: skip
        call_command(command[0], night["event"], *command[1:], stdout=printed)
    assert night["event"] not in ("", None) and len(printed.getvalue()) > 200
    assert secrets_in(printed.getvalue()) == []


def test_nothing_logged_holds_a_secret_whatever_goes_wrong(night: dict[str, Any], log: io.StringIO) -> None:
    link = TableLink.objects.earliest("pk")
    client = Client(raise_request_exception=False)
    path = f"/t/{token_of(link)}"
    client.get(path)
    client.post(path)
    with connection.execute_wrapper(Trouble(RuntimeError(f"failed at {path}"))):
        client.get(path)
    revoke_link(link=link)
    client.get(path)
    client.get(f"{path}/nothing?next={path}")
    assert "/t/-" in log.getvalue() and "Traceback" in log.getvalue()
    assert secrets_in(log.getvalue()) == []


def test_no_browser_tells_another_site_where_it_came_from(night: dict[str, Any], shown: Shown) -> None:
    policies = {answer.headers["Referrer-Policy"] for answer in shown.answers.values()}
    assert policies == {"same-origin"}
    assert Client().get(night["tables"][0]["path"]).headers["Referrer-Policy"] == "no-referrer"


def test_old_tokens_are_no_more_shown_after_the_round_either(night: dict[str, Any]) -> None:
    link = TableLink.objects.earliest("pk")
    old = token_of(link)
    renew_link(link=link)
    close_round(round=link.table.round, even_if_incomplete=True)
    assert showing(pages_of(director(), night, SHOWS_LINKS), [old]) == set()
