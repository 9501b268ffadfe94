"""The answers of every address: headers that browsers obey, fields for names, a page when a view fails."""

import logging
import re
from collections.abc import Iterator, Mapping
from html.parser import HTMLParser
from typing import Any

import pytest
from django.core.cache import cache
from django.core.handlers.base import BaseHandler

from tests.builders import a_club
from tests.sweeps import sweep
from tests.tournaments.access_roles import Visitor, visitors_of
from tests.tournaments.access_rules import NOBODY, all_addresses, rule_of
from tests.tournaments.access_world import Evening, address_of, make_evening
from tests.tournaments.asking import ask

pytestmark = pytest.mark.django_db

IN_FRAMES = {"embed"}
IN_OUR_FRAMES = {"screen"}  # on the board
COMPILES = {"phone_worker"}  # its policy lets the worker, and no page, compile our rules
OF_NAMES = {
    "name",
    "names",
    "partner",
    "reading",
    "partner_reading",
    "team",
    "home_club",
    "place",
    "event_name",
}
WRITTEN = {"text", "search", None}
NO_CORRECTION = {"autocapitalize": "words", "autocorrect": "off", "spellcheck": "false"}
READERS = ("anonymous", "owner", "page with the link")
TYPED_BY_OWNERS = {"name", "names", "team", "home_club"}
Hall = tuple[Evening, dict[str, Visitor]]
Answers = Mapping[str, Any]  # by name of the address


@pytest.fixture(scope="module")
def hall(lasting: None) -> Hall:
    ours = make_evening(a_club(), is_published=True)
    type(ours.event).objects.filter(pk=ours.event.pk).update(is_registration_open=True)
    return ours, {visitor.name: visitor for visitor in visitors_of(ours)}


@pytest.fixture(autouse=True)
def quiet() -> Iterator[None]:
    """Do not log hundreds of errors."""
    logging.disable(logging.CRITICAL)
    cache.clear()
    yield
    logging.disable(logging.NOTSET)


def readable(hall: Hall, visitor: Visitor) -> Iterator[tuple[str, str]]:
    """Yield name and address of every page of ours that any role may read."""
    for name, pattern in all_addresses():
        if pattern.callback.__module__.startswith("tournaments.") and rule_of(name).read != NOBODY:
            yield name, address_of(name, pattern, hall[0], visitor.tokens)


@pytest.fixture(scope="module", params=sweep(READERS, everyday=["owner"]))
def who(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def answers(who: str, hall: Hall) -> Answers:
    """Return the answers to a reader at all addresses, asked once for all tests."""
    visitor = hall[1][who]
    return {name: ask(visitor, "GET", address).response for name, address in readable(hall, visitor)}


def test_every_answer_tells_browsers_what_to_refuse(answers: Answers) -> None:
    wrong = {name: faults(name, answer) for name, answer in answers.items()}
    assert {name: said for name, said in wrong.items() if said} == {} and len(wrong) > 90


def faults(name: str, answer: Any) -> list[str]:
    """Return missing and superfluous headers of an answer."""
    policy, kept = answer.headers.get("Content-Security-Policy", ""), answer.headers.get("Cache-Control", "")
    ancestors = "*" if name in IN_FRAMES else "'self'" if name in IN_OUR_FRAMES else "'none'"
    frames = f"frame-ancestors {ancestors}"
    held = {
        "policy": "default-src 'self'" in policy
        and "unsafe-inline" not in policy
        and "object-src 'none'" in policy
        and "base-uri 'none'" in policy,
        "eval": ("unsafe-eval" in policy) <= (name in COMPILES),
        "frames": frames in policy and ("X-Frame-Options" in answer.headers) != (name in IN_FRAMES),
        "sniffing": answer.headers.get("X-Content-Type-Options") == "nosniff",
        "referrer": answer.headers.get("Referrer-Policy") in ("same-origin", "no-referrer"),
        "caches": answer.status_code != 200
        or rule_of(name).read in ("everybody", "published")
        or "private" in kept
        or "no-store" in kept,
        "cookies": all(cookie["samesite"] == "Lax" for cookie in answer.cookies.values()),
    }
    return [what for what, is_kept in held.items() if not is_kept]


class Fields(HTMLParser):
    """The fields of a page in which a name is written."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[dict[str, str | None]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        field = dict(attrs)
        is_written = tag == "textarea" or (tag == "input" and field.get("type") in WRITTEN)
        if is_written and field.get("name") in OF_NAMES:
            self.found.append(field)


def test_every_field_for_names_has_capitals_and_no_correction(who: str, answers: Answers) -> None:
    names, wrong = set(), []
    for name, answer in answers.items():
        if answer.status_code == 200 and answer["Content-Type"].startswith("text/html"):
            fields = Fields(answer.content.decode()).found
            names |= {str(field["name"]) for field in fields}
            wrong += [(name, field) for field in fields if not field.items() >= NO_CORRECTION.items()]
    assert wrong == []
    assert names >= (TYPED_BY_OWNERS if who == "owner" else {"name"})


@pytest.mark.parametrize("language", sweep(["en", "de", "ja"]))
def test_a_view_that_fails_shows_a_reference_and_nothing_of_the_inside(
    language: str, hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(self: BaseHandler, view: Any) -> Any:
        def fail(*arguments: Any, **more: Any) -> None:
            raise RuntimeError("inner secrets of SELECT * FROM /etc/passwd")

        return fail

    monkeypatch.setattr(BaseHandler, "make_view_atomic", broken)
    owner, wrong, asked = hall[1]["owner"], [], 0
    for name, address in readable(hall, owner):
        asked += 1
        answer = ask(owner, "GET", address, headers={"Accept-Language": language}).response
        text = answer.content.decode()
        leaks = re.findall(r"inner secrets|Traceback|RuntimeError|SELECT|/etc/passwd|File \"", text)
        if answer.status_code != 500 or leaks or not is_told(name, language, text):
            wrong.append((name, answer.status_code, leaks, text[:80]))
    assert wrong == [] and asked > 90


def is_told(name: str, language: str, text: str) -> bool:
    """Return whether the answer shows the reference number of the log, in that language."""
    return (
        '"reference"' in text
        if name.startswith("api_")
        else f'lang="{language}"' in text and 'class="n"' in text
    )
