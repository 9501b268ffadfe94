"""Input from users stays inside its own line of the log, however it is spelled (RELIABILITY S11)."""

import io
import logging
import re
from collections.abc import Iterator
from functools import partial
from itertools import product
from urllib.parse import quote

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client, RequestFactory

from config.logs import LineFormatter
from server.wake_ups import WakeUp
from tests.builders import an_event
from tests.tournaments.api.test_trouble import Trouble
from tests.tournaments.visitors import ada
from tournaments.storage.background import run_once
from tournaments.views.pages.errors import server_error

pytestmark = pytest.mark.django_db

FORGED = "2026-11-22 20:00:00,000 ERROR django: forged"
HOSTILE = {
    "a new line": f"x\r\n{FORGED}",
    "a line feed alone": f"x\n{FORGED}",
    "other ends of lines": f"x\x0b{FORGED}\x0c{FORGED}\x1c{FORGED}\x85{FORGED}\u2028{FORGED}\u2029{FORGED}",
    "a terminal's escapes": "\x1b[2J\x1b[31mred\x1b]0;title\x07\x9b1A\x08\x7f",
    "the other direction": "\u202egnp.exe\u202c \u2066x\u2069 \u200f",
    "cannot be opened directly": "a\u200bb\u2060c\ufeffd\xadé",
    "half a letter": "\ud800",
    "nothing": "a\x00b",
}
# A test report must not contain lone surrogates, and reports contain the log.
WHOLE = {name: text.encode("utf-8", "replace").decode() for name, text in HOSTILE.items()}
AN_ENTRY = re.compile(r"[\d-]{10} [\d:,]{12} (DEBUG|INFO|WARNING|ERROR|CRITICAL) [\w.]+: ")
MORE_OF_IT = "    "  # each further line of an entry: of its traceback


@pytest.fixture
def log() -> Iterator[io.StringIO]:
    """Capture the log as the program's own settings write it."""
    lines, root = io.StringIO(), logging.getLogger()
    handler, level = logging.StreamHandler(lines), root.level
    handler.setFormatter(LineFormatter(settings.LOGGING["formatters"]["line"]["format"]))
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    yield lines
    root.removeHandler(handler)
    root.setLevel(level)


def entries(log: io.StringIO) -> list[str]:
    """Return the entries with their tracebacks; a line that belongs to no entry fails."""
    text = log.getvalue()
    text.encode()
    assert [sign for sign in text if not sign.isprintable() and sign != "\n"] == []
    assert FORGED[:23] not in [line[:23] for line in text.split("\n")]
    lines = text.removesuffix("\n").split("\n")
    assert [line for line in lines if not AN_ENTRY.match(line) and not line.startswith(MORE_OF_IT)] == []
    return [line for line in lines if AN_ENTRY.match(line)]


def test_a_line_of_a_traceback_is_no_entry(log: io.StringIO) -> None:
    logging.getLogger("tournaments.views").error("An entry\n%s", FORGED)
    assert len(entries(log)) == 1


def test_half_a_letter_is_spelled() -> None:
    record = logging.LogRecord("tournaments", logging.ERROR, "", 0, "Half: %s", ("\ud800",), None)
    assert LineFormatter("%(message)s").format(record) == r"Half: \ud800"


def test_an_address(log: io.StringIO) -> None:
    addresses = ("/{}/", "/events/{}/", "/t/{}", "/api/v1/events/{}/")
    for text, address in product(HOSTILE.values(), addresses):
        Client().get(address.format(quote(text.encode("utf-8", "surrogatepass"))))
    assert len(entries(log)) == len(HOSTILE) * len(addresses)


def test_a_header(log: io.StringIO) -> None:
    headers = ("User-Agent", "Referer", "Accept-Language", "X-Forwarded-For", "Cookie", "Content-Type")
    for text, header in product(HOSTILE.values(), headers):
        sent = text.encode("utf-8", "surrogatepass").decode("latin-1")  # as a server passes it on
        Client(enforce_csrf_checks=True, headers={header: sent}).post("/accounts/login/")
    assert len(entries(log)) == len(HOSTILE) * len(headers)


def test_an_address_and_a_name_in_an_error_of_ours(log: io.StringIO) -> None:
    client = Client(raise_request_exception=False)
    for text in WHOLE.values():
        with connection.execute_wrapper(Trouble(RuntimeError(f"Nothing is known of {text}"))):
            client.get("/", {"name": text.encode("utf-8", "surrogatepass")})
        server_error(RequestFactory().get(f"/{text}/".encode("utf-8", "surrogatepass").decode("latin-1")))
    assert log.getvalue().count("Nothing is known of") >= len(HOSTILE)
    assert len(entries(log)) == 3 * len(HOSTILE)  # two references, and Django's message on the first


def test_a_name_on_a_form(log: io.StringIO) -> None:
    event, organiser = an_event(), ada()
    for text in WHOLE.values():
        sent = dict.fromkeys(("username", "login", "password", "name", "names"), text)
        Client().post("/accounts/login/", sent)
        Client().post(f"/events/{event.slug}/register/", sent)
        organiser.post(f"/events/{event.slug}/organise/players/add/", sent)
    assert all("django.request" in entry for entry in entries(log))


def test_a_sweep_that_fails(log: io.StringIO) -> None:
    wake_up = WakeUp("standings")
    for text in WHOLE.values():
        wake_up.send()
        run_once(wake_up, partial(fail, text), None)
    assert len(entries(log)) == len(HOSTILE)


def fail(text: str) -> None:
    raise RuntimeError(text) from ValueError(text)
