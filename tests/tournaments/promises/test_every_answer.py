"""The answers of every address: headers that browsers obey, and a page when a view fails."""

import logging
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import cache
from django.core.handlers.base import BaseHandler

from tests.tournaments.access_roles import Visitor, all_visitors
from tests.tournaments.access_rules import NOBODY, all_addresses, rule_of
from tests.tournaments.access_world import Evening, address_of, make_evening, two_clubs
from tests.tournaments.asking import ask

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

IN_FRAMES = {"embed"}
COMPILES = {"phone_worker"}  # its policy lets the worker, and no page, compile our rules
Hall = tuple[Evening, dict[str, Visitor]]


@pytest.fixture(scope="module")
def hall(lasting: None) -> Hall:
    ours, theirs = (make_evening(club, is_published=True) for club in two_clubs())
    return ours, {visitor.name: visitor for visitor in all_visitors(ours, theirs)}


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


@pytest.mark.parametrize("who", ["anonymous", "owner", "page with the link"])
def test_every_answer_tells_browsers_what_to_refuse(who: str, hall: Hall) -> None:
    wrong = {}
    for name, address in readable(hall, hall[1][who]):
        answer = ask(hall[1][who], "GET", address).response
        wrong[name] = faults(name, answer)
    assert {name: said for name, said in wrong.items() if said} == {} and len(wrong) > 90


def faults(name: str, answer: Any) -> list[str]:
    """Return missing and superfluous headers of an answer."""
    policy, kept = answer.headers.get("Content-Security-Policy", ""), answer.headers.get("Cache-Control", "")
    frames = "frame-ancestors *" if name in IN_FRAMES else "frame-ancestors 'none'"
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


@pytest.mark.parametrize("language", ["en", "de", "ja"])
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
