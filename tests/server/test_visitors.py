"""Who asks at the door: what an answer about them is worth, for how long, and which queue they stand in."""

import json
from itertools import product
from typing import Any

import pytest
from django.contrib.messages.storage.cookie import CookieStorage
from django.core.signing import get_cookie_signer

from server.addresses import DOOR, HELPER, MESSAGES, ORGANISERS, PUBLIC, lane_of
from server.messages import Answer
from server.visitors import ASKED, LINK, LONGEST, MOST_KNOWN, MOST_SHOWN, SESSION, TOKEN, Visitors
from tests.tournaments.fronts import run_apart

LONG_AGO, FAR_AHEAD = float("-inf"), float("inf")
WAYS = {  # of showing something: the header, what it says, what the program is asked about
    "a session": (b"cookie", "sessionid={}", SESSION),
    "a helper's link": (b"cookie", HELPER + "7={}", LINK),
    "a token": (b"authorization", "Bearer {}", TOKEN),
}


class Program:
    """A lane that knows some values, and records what it is asked about."""

    def __init__(self, *valid: tuple[str, str]) -> None:
        self.valid = {*valid}
        self.asked: list[tuple[str, str]] = []

    async def ask(self, environ: Any, body: bytes) -> Answer:
        asked = [tuple(each) for each in json.loads(environ[ASKED])]
        self.asked += asked
        return Answer(200, [], json.dumps([each for each in asked if each in self.valid]).encode())


def met(visitors: Visitors, **headers: str) -> Any:
    """Return whom the door sees."""
    return run_apart(visitors.meet({name.encode(): value.encode() for name, value in headers.items()}))


@pytest.mark.parametrize(("way", "is_given"), [*product(WAYS, (True, False))])
def test_only_who_shows_what_the_program_gave_them_stands_among_organisers(way: str, is_given: bool) -> None:
    header, says, kind = WAYS[way]
    visitors = Visitors(Program((kind, "given")))
    shown = {header.decode(): says.format("given" if is_given else "invented")}
    visitor = met(visitors, **shown)
    assert visitor.is_known is is_given
    lanes = [lane_of(path, is_known=visitor.is_known) for path in ("/events/a/", "/accounts/login/", "/")]
    assert lanes == ([ORGANISERS] * 3 if is_given else [PUBLIC, DOOR, PUBLIC])
    assert (b"invented" in visitor.headers[b"cookie"]) is False
    assert (b"given" in visitor.headers[b"cookie"]) is (is_given and header == b"cookie")


def test_a_value_that_was_given_for_one_purpose_is_nothing_for_another() -> None:
    for (_, _, kind), (way, (header, says, other)) in product(WAYS.values(), WAYS.items()):
        visitor = met(Visitors(Program((kind, "given"))), **{header.decode(): says.format("given")})
        assert visitor.is_known is (kind == other), way


@pytest.mark.parametrize(("before", "now"), [*product((True, False), repeat=2)])
def test_an_answer_holds_until_it_is_old_and_then_the_new_one_does(before: bool, now: bool) -> None:
    program = Program(*[(SESSION, "a")] * now)
    visitors = Visitors(program)
    visitors.known[SESSION, "a"] = (before, FAR_AHEAD)
    assert met(visitors, cookie="sessionid=a").is_known is before and program.asked == []
    visitors.known[SESSION, "a"] = (before, LONG_AGO)
    assert met(visitors, cookie="sessionid=a").is_known is now
    assert met(visitors, cookie="sessionid=a").is_known is now and program.asked == [(SESSION, "a")]


def test_each_is_asked_about_once_and_nobody_about_what_was_not_made_here() -> None:
    program = Program()
    long, longer = "x" * LONGEST, "y" * (LONGEST + 1)
    cookies = "; ".join(f"{HELPER}{number}={number}" for number in range(MOST_SHOWN))
    met(Visitors(program), cookie=f"sessionid={long}; {HELPER}99={longer}; seen=1; {cookies}")
    assert program.asked.count((SESSION, long)) == 1 and (LINK, longer) not in program.asked
    assert len(program.asked) == len({*program.asked}) == MOST_SHOWN


def test_a_cookie_that_says_nobody_stays_and_a_message_only_if_the_program_wrote_it() -> None:
    ours = get_cookie_signer(salt=CookieStorage.key_salt).sign("saved")
    for messages, is_kept in ((ours, True), ("saved:forged", False)):
        cookie = f"seen=1; {MESSAGES}={messages}; sessionid=invented; language=de"
        kept = f"seen=1; {MESSAGES}={messages}; language=de" if is_kept else "seen=1; language=de"
        assert met(Visitors(Program()), cookie=cookie).headers[b"cookie"] == kept.encode()


def test_the_answers_of_longest_ago_are_forgotten_first() -> None:
    visitors = Visitors(Program())
    visitors.known = {(SESSION, str(number)): (False, FAR_AHEAD) for number in range(MOST_KNOWN)}
    met(visitors, cookie="sessionid=new")
    assert len(visitors.known) == MOST_KNOWN
    assert (SESSION, "0") not in visitors.known and (SESSION, "1") in visitors.known
