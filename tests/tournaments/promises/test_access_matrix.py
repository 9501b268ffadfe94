"""Permissions: every address in every role, with every method, at every event (docs/access.md).

A row draws a line between roles, and every run asks those beside it: members and helpers with the fewest
rights of all it lets in and with the most of all it refuses, the strongest of another club, a stranger, and
whoever has a secret of that kind. That is at our published evening; at the three others half of the addresses
have their turn, and what our owner meets at the other club, its owner meets at ours. The other roles differ
from these in nothing that the row names, so they share the address: every fourth day one of them requests it.
The day says which (tests/sweeps.py), and SAMPLE=all asks all (`run.py soak --only access`).
"""

import logging
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest
from django.core.cache import cache
from django.http import HttpResponse
from django.urls import URLPattern

from server.local_ca import FOLDER, prepare
from tests.sweeps import sweep, turn
from tests.tournaments.access_roles import RIGHTS, Visitor, all_visitors
from tests.tournaments.access_rules import NOBODY, Rule, all_addresses, missing_rows, rule_of, rules, words
from tests.tournaments.access_world import (
    HIDDEN,
    Evening,
    address_of,
    make_evening,
    places_of,
    secrets_of,
    two_clubs,
)
from tests.tournaments.asking import SAFE, Told, ask
from tournaments.models import StandingsRequest, TokenScope
from tournaments.services.sheets import pins

pytestmark = pytest.mark.django_db

OURS = "our public evening"
THEIRS = "their public evening"
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
OPEN_WORDS = {"everybody", "published", "secret", "link"}  # for other roles such an address is a 404
EVENT_WORDS = {"look", "cash", "type", "rule", "direct"}
IN, NOTHING, LOGIN, AWAY = "let in", "404", "the login", "another address"
ENDED, REFUSED, FORBIDDEN, NO_TOKEN = "403: the code ended", "405", "403", "401"
OTHER_NOES = {NOTHING, AWAY, REFUSED, FORBIDDEN}  # of the packages' own pages
NAMES = (
    "anonymous", "spectator with an account", "knows a PIN", "registered player", "invited person",
    "program with the link",
    "page with the link", "page with another table's link", "program with a revoked link", "owner",
    "director", "scorer", "cashier", "referee", "other club's director", "other club's owner",
    "helping referee", "helping scorer", "helping cashier", "revoked helper", "staff", "superuser",
    "program of the owner", "program that may only write",
)  # fmt: skip
REST = ("",) * (3 * len(NAMES))  # three days of four no role requests what its row does not mean
STRANGER, WITH_ACCOUNT = "anonymous", "spectator with an account"
MAKES_FILES = (".pdf", ".xlsx", ".png")  # compressed: no secret could be read in them


@dataclass(frozen=True, slots=True)
class Hall:
    """Four events and all roles."""

    evenings: dict[str, Evening]
    visitors: dict[str, Visitor]


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell of the matrix, for any role."""

    name: str
    pattern: URLPattern
    rule: Rule
    method: str
    title: str
    evening: Evening

    @property
    def is_ours(self) -> bool:
        """Return whether the view belongs to this project and not to a package."""
        return self.pattern.callback.__module__.startswith("tournaments.")


@pytest.fixture(scope="module")
def long_pins() -> Iterator[None]:
    """Use PINs so long that no other number looks like one."""
    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setattr(pins, "DIGITS", 30)
        yield


@pytest.fixture(scope="module")
def hall(lasting: None, long_pins: None) -> Hall:
    clubs = dict(zip(("our", "their"), two_clubs(), strict=True))
    evenings = {
        f"{whose} {state} evening": make_evening(club, is_published=state == "public")
        for whose, club in clubs.items()
        for state in ("public", "unpublished")
    }
    for evening in evenings.values():  # what waits for a task is computed by no request that only reads
        StandingsRequest.objects.create(event=evening.event)
    visitors = all_visitors(evenings[OURS], evenings[THEIRS])
    return Hall(evenings, {visitor.name: visitor for visitor in visitors})


@pytest.fixture(autouse=True)
def quiet(settings: Any, tmp_path: Path) -> Iterator[None]:
    """Do not log ten thousand refusals; offer a certificate of this machine and a contact for holes."""
    settings.DATA_DIR, settings.HTTPS_PORT = tmp_path, 8443
    settings.SECURITY_CONTACT = "mailto:board@club.example"
    prepare(tmp_path / FOLDER, ["localhost"], datetime.now(UTC))
    logging.disable(logging.ERROR)
    cache.clear()
    yield
    logging.disable(logging.NOTSET)


def outcome(response: HttpResponse) -> str:
    """Return the kind of an answer."""
    status, place = response.status_code, response.headers.get("Location", "")
    if status == 302 and place.startswith(("/accounts/login/", "/admin/login/")):
        return LOGIN
    if status == 302 and (place == "/" or place.startswith(("/accounts/", "/admin/"))):
        return AWAY
    if status == 403:
        return ENDED if b"clubs/helper_link_ended.html" in response.content else FORBIDDEN
    statuses = {401: NO_TOKEN, 404: NOTHING, 405: REFUSED}
    return statuses.get(status) or (IN if status < 500 else str(status))


# Cells


def cells(hall: Hall) -> Iterator[Cell]:
    """Yield every cell; an address that cannot concern an event is requested once."""
    for name, pattern in all_addresses():
        rule = rule_of(name)
        if rule is not None:
            for title, evening in evenings_for(pattern, hall):
                yield from (Cell(name, pattern, rule, each, title, evening) for each in METHODS)


def is_asked(cell: Cell, visitor: Visitor) -> bool:
    """Return whether to request it; equal answers are not requested again.

    The admin admits only staff, whatever the method. Public pages are requested at one published event, and
    those of other packages by one stranger; so is a method that a row gives to no role. HEAD is requested
    where GET is refused. The roles beside which no line is drawn share the address.
    """
    word = cell.rule.of(cell.method)
    if cell.rule.name.startswith("admin:"):
        methods = ("GET", "POST") if visitor.is_staff else ("GET",)
        return cell.method in methods and (visitor.name == "staff" or is_of_share(cell, visitor))
    if not cell.is_ours and word == "everybody":
        return visitor.name == "anonymous"
    if cell.method == "HEAD" and may(visitor, word, cell):
        return False
    is_same = word == NOBODY or (word in ("everybody", "published") and cell.evening.event.is_published)
    if is_same and cell.title != OURS:
        return False
    return is_beside_the_line(cell, visitor, word) or is_of_share(cell, visitor)


def is_beside_the_line(cell: Cell, visitor: Visitor, word: str) -> bool:
    """Return whether the row could mean this role, or nearly means it."""
    is_at_home = cell.title.startswith("our")
    if word == NOBODY or cell.method == "HEAD" or not has_its_turn(cell):
        return False
    if word in scopes_for(cell.method):
        return visitor.name in programs_beside(cell.method, word, is_at_home)
    if not is_at_home:
        return False
    if visitor.club and not visitor.is_of(cell.evening):
        return visitor.name == "other club's owner"
    if word in ("secret", "link"):
        return bool(visitor.tokens or visitor.headers)
    if word in ("staff", "superuser"):
        return visitor.is_staff
    if word == "account":
        return visitor.name in (STRANGER, WITH_ACCOUNT)
    if word in ("everybody", "published"):
        word = NOBODY if cell.evening.event.is_published else "look"
    return visitor.name == STRANGER or is_told_apart(visitor.rights, word)


def programs_beside(method: str, word: str, is_at_home: bool) -> tuple[str, ...]:
    """Return the program with the fewest scopes of all that are let in, and who lacks one or the club."""
    if not is_at_home:
        return ("program of the owner",)
    if method not in SAFE and word == "token":
        return ("program that may only write", STRANGER)
    return ("program of the owner", "program that may only write", STRANGER)


def has_its_turn(cell: Cell) -> bool:
    """Return whether the address is asked today: at our public evening always, at the others in turns."""
    return cell.title == OURS or True in turn((True, False), crc32(cell.name.encode()))


def is_told_apart(rights: frozenset[str], word: str) -> bool:
    """Return whether rights just suffice, or nearly: none with fewer is let in, none with more refused."""
    if not rights or word == NOBODY:
        return False
    if word in rights:
        return not any(word in fewer < rights for fewer in RIGHTS.values())
    return not any(word not in more and more > rights for more in RIGHTS.values())


def is_of_share(cell: Cell, visitor: Visitor) -> bool:
    """Return whether it is this role's turn to request the address."""
    is_its_turn = visitor.name in turn((*NAMES, *REST), crc32(f"{cell.method} {cell.name}".encode()))
    return is_its_turn and has_its_turn(cell)


def evenings_for(pattern: URLPattern, hall: Hall) -> list[tuple[str, Evening]]:
    """Return all four if publication matters, both clubs' if ownership matters."""
    evenings = list(hall.evenings.items())
    if is_of_an_evening(pattern):
        return evenings
    places = places_of(pattern)
    return evenings[::2] if places and places != {"token"} else evenings[:1]


def is_of_an_evening(pattern: URLPattern) -> bool:
    """Return whether the object at this address may be unpublished."""
    route = str(pattern.pattern).lstrip("^")
    is_public = "organise/" not in route and pattern.name != "moved"
    return is_public and route.startswith(("events/<", "events/(", "series/<", "series/(", "lists/<"))


# Rows


def wanted(visitor: Visitor, cell: Cell) -> set[str]:
    """Return the row's answer to the visitor; other packages have more than one form of refusal."""
    word = cell.rule.of(cell.method)
    if cell.is_ours:
        return {IN if may(visitor, word, cell) else no_for(visitor, cell)}
    asked = (word,) if cell.method in ("GET", "HEAD") else (cell.rule.read, cell.rule.write)
    is_let_in = any(may(visitor, each, cell) for each in asked)
    if is_let_in or cell.method == "OPTIONS":  # Django's views list their methods for every visitor
        return {IN, LOGIN, *OTHER_NOES} - ({LOGIN} if is_let_in else set())
    return {LOGIN, *OTHER_NOES}


def may(visitor: Visitor, word: str, cell: Cell) -> bool:
    """Return whether the word includes the visitor."""
    evening, pattern = cell.evening, cell.pattern
    is_public = evening.event.is_published or not is_of_an_evening(pattern)
    is_series = str(pattern.pattern).lstrip("^").startswith("series/")
    plain = {
        "everybody": is_public or visitor.is_of(evening) or (visitor.helps(evening) and not is_series),
        "published": is_public or reads_unpublished(visitor, cell),
        "secret": visitor.holds_at == evening.event.pk and cell.name in visitor.tokens,
        "link": visitor.has_link
        and ((cell.title == OURS and bool(visitor.cookies)) or is_of_the_api(pattern)),
        "halfway": False,
        "account": visitor.is_signed_in,
        "own": False,  # the object is that of another account
        **{
            word: scope in (visitor.scopes or ()) and is_for_program(visitor, cell)
            for word, scope in scopes_for(cell.method).items()
        },
        "staff": visitor.is_staff,
        "superuser": visitor.is_superuser,
        NOBODY: False,
    }
    return plain[word] if word in plain else word in visitor.rights_at(evening)


def is_for_program(visitor: Visitor, cell: Cell) -> bool:
    """Return whether the program's person belongs to the club of the object, if there is one."""
    return "slug" not in places_of(cell.pattern) or visitor.acts_at == cell.evening.event.club


def reads_unpublished(visitor: Visitor, cell: Cell) -> bool:
    """Return whether a program reads what only its person may see."""
    can_read = cell.name.startswith("api_") and TokenScope.READ in (visitor.scopes or ())
    return can_read and "slug" in places_of(cell.pattern) and is_for_program(visitor, cell)


def scopes_for(method: str) -> dict[str, str]:
    """Return the scope that a request of the API needs, by the word of its row."""
    usual = TokenScope.READ if method in ("GET", "HEAD") else TokenScope.WRITE
    return {"token": usual, "directing": TokenScope.DIRECT}


def is_of_the_api(pattern: URLPattern) -> bool:
    """Return whether the token itself opens the table; its pages need the cookie set by the link."""
    return "public_id" not in places_of(pattern)


def no_for(visitor: Visitor, cell: Cell) -> str:
    """Return the form of the refusal."""
    word, scopes = cell.rule.of(cell.method), scopes_for(cell.method)
    is_for_programs = not scopes.keys().isdisjoint((cell.rule.read, cell.rule.write))
    is_open = word in OPEN_WORDS or (word == NOBODY and cell.rule.read in OPEN_WORDS)
    if is_for_programs and visitor.scopes is None and not is_open:
        return NO_TOKEN
    if word in scopes:
        return FORBIDDEN if scopes[word] not in (visitor.scopes or ()) else NOTHING
    if word == NOBODY:
        asks_for_a_link = cell.name.startswith("api_") and "link" in (cell.rule.read, cell.rule.write)
        return NOTHING if asks_for_a_link and not visitor.has_link else REFUSED
    if word in OPEN_WORDS or visitor.is_signed_in:
        return NOTHING
    if word not in EVENT_WORDS:
        return LOGIN
    if visitor.helps(cell.evening):
        return NOTHING
    return ENDED if visitor.has_helper_cookie else LOGIN


@pytest.mark.parametrize("name", NAMES)
def test_every_address_lets_in_whom_its_row_names_and_nobody_else(
    name: str, hall: Hall, undrawn: None
) -> None:
    visitor, wrong, asked = hall.visitors[name], [], 0
    for cell in cells(hall):
        if not is_asked(cell, visitor):
            continue
        asked += 1
        told = ask_cell(visitor, cell)
        right, found = wanted(visitor, cell), outcome(told.response)
        if found not in right or (told.written and (IN not in right or cell.method in SAFE)):
            where = f"{cell.method} {cell.name} at {cell.title}"
            wrote = sorted(told.written) or "nothing"
            wrong.append(f"{where}: wanted {' or '.join(sorted(right))}, found {found}, wrote {wrote}")
    assert wrong == [], f"{name}:\n" + "\n".join(wrong)
    assert asked > 10


def test_both_sides_of_every_line_are_asked_on_every_day(hall: Hall) -> None:
    everybody, one_sided = hall.visitors.values(), []
    lines = (each for each in cells(hall) if each.title == OURS and each.is_ours and each.method != "HEAD")
    for cell in lines:
        word = cell.rule.of(cell.method)
        asked = {may(each, word, cell) for each in everybody if is_beside_the_line(cell, each, word)}
        if word != NOBODY and asked != {may(each, word, cell) for each in everybody}:
            one_sided.append(f"{cell.method} {cell.name}: {word}")
    assert one_sided == []


def ask_cell(visitor: Visitor, cell: Cell) -> Told:
    """Send the request. A visitor without read access gets no 304 either."""
    address = address_of(cell.name, cell.pattern, cell.evening, visitor.tokens)
    headers = {"If-None-Match": "*"} if cell.method == "HEAD" else {}
    form = {"data": {"act": "start", **visitor.sends}} if cell.method == "POST" else {}
    return ask(visitor, cell.method, address, headers=headers, **form)


# Rows


def test_every_address_has_a_row() -> None:
    missing = missing_rows()
    sentence = "Add these rows to docs/access.md; its first table has the words for who reads and who writes:"
    assert missing == [], "\n".join([sentence, *missing])


def test_every_row_has_an_address_and_words_that_are_explained() -> None:
    names = {name for name, _ in all_addresses()}
    used = {rule_of(name) for name in names}
    assert [row.name for row in rules().values() if row not in used] == []
    assert {word for row in rules().values() for word in (row.read, row.write)} <= words() | {NOBODY}


def test_everybody_is_asked(hall: Hall) -> None:
    assert sorted(NAMES) == sorted(hall.visitors)


# Content of pages


@pytest.mark.parametrize("name", sweep(["anonymous", "helping scorer", "director"], ["anonymous"]))
def test_no_page_shows_a_secret_that_its_row_does_not_name(name: str, hall: Hall) -> None:
    visitor, secrets = hall.visitors[name], {key: secrets_of(each) for key, each in hall.evenings.items()}
    hidden, shown = set(), set()
    for cell in cells(hall):
        if cell.method != "GET" or not cell.is_ours or not may(visitor, cell.rule.read, cell):
            continue
        if not has_its_turn(cell) or str(cell.pattern.pattern).endswith(MAKES_FILES):
            continue
        text = ask_cell(visitor, cell).response.content.decode(errors="replace")
        kinds = {(kind, key) for key, kept in secrets.items() for kind, all_ in kept.items()
                 if any(secret in text for secret in all_)}  # fmt: skip
        shown |= {f"{cell.name} shows {kind} of {key}" for kind, key in kinds
                  if kind not in cell.rule.shows or key != cell.title}  # fmt: skip
        if HIDDEN.split()[-1] in text and not visitor.rights_at(cell.evening):
            hidden.add(cell.name)
    assert (shown, hidden) == (set(), set())
