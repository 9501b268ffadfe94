"""Server-sent events: told after a change, resumed by the last id, bounded, for who may read."""

import asyncio
import contextlib
import json
import socket
from collections import Counter

import pytest
import uvicorn

from server import streams
from server.connections import Connections
from server.front import Front
from server.marks import ASKED, Marks
from server.messages import Answer
from server.page_cache import Pages
from server.server import Server
from server.visitors import Visitors
from server.wake_ups import RESULT_CHANGES
from tests.processes import PATIENCE, wait_in_turn_until
from tests.tournaments.fronts import run_apart, scope_of

STREAM = "/api/v1/events/evening/stream/"
SUBJECTS = ("evening", "screen/abc23")


class Lane:
    """An application of two public pages, whose standings count up; it counts what it is asked."""

    def __init__(self, status=200):
        self.status, self.version, self.asked = status, 1, 0

    async def ask(self, environ, body):
        if ASKED in environ:
            return Answer(
                200,
                [],
                json.dumps(dict.fromkeys(SUBJECTS, str(self.version)) if self.status == 200 else {}).encode(),
            )
        self.asked += 1
        headers = [(b"cache-control", b"public"), (b"content-type", b"application/json")]
        return Answer(self.status, headers, f"{environ['PATH_INFO']} {self.version}".encode())


class Listener:
    """A client that has opened a stream; `texts` are the pieces it got."""

    def __init__(self, front, address=STREAM, **headers):
        self.texts, self.head, self.gone = [], None, asyncio.Event()
        self.scope = scope_of(address, **headers)
        self.task = asyncio.create_task(front(self.scope, self.receive, self.send))

    async def receive(self):
        await self.gone.wait()
        return {"type": "http.disconnect"}

    async def send(self, message):
        if message["type"] == "http.response.start":
            self.head = message
        else:
            self.texts.append(message["body"].decode())

    async def hear(self, count):
        """Wait until this many changes were told; return their ids."""
        await wait_in_turn_until(lambda: len(self.ids) >= count, f"the listener was told {count} changes")
        return self.ids

    @property
    def ids(self):
        return [text.split()[1] for text in self.texts if text.startswith("id: ")]

    async def leave(self):
        self.gone.set()
        await asyncio.wait_for(self.task, PATIENCE)


@pytest.fixture(autouse=True)
def often(monkeypatch):
    monkeypatch.setattr(streams, "LOOK_SECONDS", 0.01)


def a_front(lane):
    return Front({}, Pages(lane, lane, lane, Marks(lane)), Visitors(lane), Connections())


def test_listeners_are_told_of_a_change_and_share_its_page():
    async def run():
        lane = Lane()
        front = a_front(lane)
        listeners = [Listener(front) for _ in range(50)]
        first = [await each.hear(1) for each in listeners]
        asked = lane.asked
        lane.version = 2
        RESULT_CHANGES.receive()
        both = [await each.hear(2) for each in listeners]
        renewed = lane.asked - asked
        for each in listeners:
            await each.leave()
        return listeners[0], first, both, asked, renewed, front.streams.listeners

    listener, first, both, asked, renewed, left = run_apart(run())
    assert dict(listener.head["headers"])[b"content-type"].startswith(b"text/event-stream")
    assert listener.texts[0] == "retry: 3000\n\n"
    event = json.loads(listener.texts[1].split("data: ")[1])
    assert event.keys() == {"event", "standings", "page", "screens"} and "event: changed" in listener.texts[1]
    assert len({ids[0] for ids in first}) == 1 and all(ids[0] != ids[1] for ids in both)
    assert asked == 4 and renewed <= 8 and not left


def test_a_server_that_ends_ends_its_streams_and_reports_no_error(caplog):
    async def run():
        lane = Lane()
        front = a_front(lane)
        listening = socket.create_server(("127.0.0.1", 0))
        config = uvicorn.Config(front, lifespan="off", log_config=None, timeout_graceful_shutdown=PATIENCE)
        server = Server(config, front)
        serving = asyncio.create_task(server.serve([listening]))
        reader, writer = await asyncio.open_connection(*listening.getsockname())
        writer.write(f"GET {STREAM} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
        await reader.readuntil(b"event: changed")
        server.should_exit = True
        await wait_in_turn_until(lambda: listening.fileno() == -1, "the server lets nobody in any more")
        lane.version, rest = 2, b""
        RESULT_CHANGES.receive()  # of which a stream that goes on would tell
        while b"event: changed" not in rest and (more := await asyncio.wait_for(reader.read(4096), PATIENCE)):
            rest += more
        writer.close()
        await asyncio.wait_for(serving, PATIENCE)
        return rest

    assert run_apart(run()).endswith(b"0\r\n\r\n")  # the stream is complete, not cut
    assert not [each for each in caplog.records if each.levelname == "ERROR"]


def test_a_screen_is_told_of_what_it_shows_and_costs_nothing_else():
    async def run():
        lane = Lane()
        front = a_front(lane)
        screens = [Listener(front, f"{STREAM}?screen=abc23", accept_language="de") for _ in range(3)]
        first = [await each.hear(1) for each in screens]
        asked = lane.asked
        lane.version = 2
        RESULT_CHANGES.receive()
        both = [await each.hear(2) for each in screens]
        for each in screens:
            await each.leave()
        return screens[0], first, both, asked, lane.asked - asked

    screen, first, both, asked, renewed = run_apart(run())
    assert json.loads(screen.texts[1].split("data: ")[1]).keys() == {"screen"}
    assert all(ids[0] != ids[1] for ids in both) and len({ids[0] for ids in first}) == 1
    assert asked == 1 and renewed <= 2


@pytest.mark.parametrize(
    "query", ["screen=", "screen=ABC", "screen=../x", "screen=abcdefghi", "screen=a&x=1"]
)
def test_a_query_that_names_no_screen_is_a_stream_of_the_event(query):
    keys = streams.keys_of(scope_of(f"{STREAM}?{query}"), {b"host": b"127.0.0.1"})
    assert keys.keys() == streams.SEEN.keys()


def test_a_reader_who_comes_back_is_told_only_what_was_missed():
    async def run():
        lane = Lane()
        front = a_front(lane)
        once = Listener(front)
        (known,) = await once.hear(1)
        await once.leave()
        again, other = Listener(front, last_event_id=known), Listener(front)
        await other.hear(1)  # what there is to tell was told
        silent = list(again.texts)
        lane.version = 2
        RESULT_CHANGES.receive()
        await again.hear(1)  # perhaps while only some of the pages are new
        late = Listener(front, last_event_id=known)
        await wait_in_turn_until(lambda: late.ids[-1:] == again.ids[-1:], "both were told of all pages")
        for each in (again, other, late):
            await each.leave()
        return known, silent, again.ids, late.ids

    known, silent, told, missed = run_apart(run())
    assert silent == ["retry: 3000\n\n"] and known not in told and missed[-1] == told[-1]
    assert known not in missed


def test_a_quiet_stream_has_a_heartbeat(monkeypatch):
    monkeypatch.setattr(streams, "HEARTBEAT_SECONDS", 0.02)

    async def run():
        listener = Listener(a_front(Lane()))
        beats = lambda: sum(text.startswith(":") for text in listener.texts)  # noqa: E731
        await wait_in_turn_until(lambda: beats() >= 2, "the heart has beaten twice")
        await listener.leave()

    run_apart(run())


def test_one_listener_too_many_is_answered_with_503_and_when_to_come_back(monkeypatch):
    monkeypatch.setattr(streams, "MOST", 2)
    monkeypatch.setattr(streams, "FOR_TABLES", 0)
    monkeypatch.setattr(streams, "SHARE", 1)

    async def run():
        front = a_front(Lane())
        listeners = [Listener(front) for _ in range(2)]
        for each in listeners:
            await each.hear(1)
        refused = Listener(front)
        await refused.task
        await listeners[0].leave()
        admitted = Listener(front)
        await admitted.hear(1)
        for each in (admitted, listeners[1]):
            await each.leave()
        return refused.head

    head = run_apart(run())
    assert head["status"] == 503 and b"retry-after" in dict(head["headers"])


def test_no_network_takes_the_places_of_others_and_tables_have_theirs():
    front, held = a_front(Lane()), contextlib.ExitStack()
    got: Counter[str] = Counter()

    def come(kind, networks, *, is_table=False):
        for network in networks:
            with contextlib.suppress(streams.Full):
                held.enter_context(front.streams.place(network, is_table=is_table))
                got[kind] += 1

    with held:
        come("hall", ["a"] * 1000)
        come("another hall", ["b"] * 1000)
        come("many networks", map(str, range(1000)))
        come("a table's network", ["t"] * 1000, is_table=True)
        come("tables elsewhere", map(str, range(1000, 2000)), is_table=True)
    assert list(got.values()) == [300, 150, 150, 100, 100] and not front.streams.listeners


def test_an_event_that_is_not_public_and_a_foreign_host_have_no_stream():
    async def run():
        hidden, foreign = Listener(a_front(Lane(status=404))), Listener(a_front(Lane()), host="evil.example")
        await hidden.task
        await foreign.task
        return hidden.head["status"], foreign.head["status"]

    assert run_apart(run()) == (404, 404)


def test_an_event_that_is_hidden_meanwhile_ends_its_streams():
    async def run():
        lane = Lane()
        listener = Listener(a_front(lane))
        await listener.hear(1)
        lane.status = 404
        RESULT_CHANGES.receive()
        await asyncio.wait_for(listener.task, PATIENCE)

    run_apart(run())


class OwnLane:
    """An application that tells one table to who is let in; `marks` count up."""

    def __init__(self):
        self.mark, self.asked, self.is_open = 1, [], True

    async def ask(self, environ, body):
        self.asked.append(environ)
        if not self.is_open or environ.get("HTTP_AUTHORIZATION") != "Table secret":
            return Answer(404, [(b"content-type", b"application/json")], b'{"code": "not_found"}')
        seen = json.dumps({"table": f"mark {self.mark}"})
        return Answer(200, [], f"retry: 3000\n\nid: x\nevent: changed\ndata: {seen}\n\n".encode())


TABLE = "/api/v1/table/stream/"


def test_listeners_of_a_table_share_a_look_and_are_told_of_its_changes():
    async def run():
        lane = OwnLane()
        front = a_front(lane)
        listeners = [Listener(front, TABLE, authorization="Table secret") for _ in range(20)]
        for each in listeners:
            await each.hear(1)
        asked, lane.mark = len(lane.asked), 2
        RESULT_CHANGES.receive()
        for each in listeners:
            await each.hear(2)
        late = Listener(
            front, TABLE, authorization="Table secret", last_event_id=(await listeners[0].hear(2))[1]
        )
        await wait_in_turn_until(lambda: bool(late.texts), "the latecomer is let in")
        for each in (*listeners, late):
            await each.leave()
        return lane, asked, listeners[0], late

    lane, asked, listener, late = run_apart(run())
    assert asked == 1 and len(lane.asked) <= 3 and late.texts[0] == "retry: 3000\n\n"
    texts = [text for text in listener.texts if "data: " in text]
    assert json.loads(texts[-1].split("data: ")[1]) == {"table": "mark 2"}
    assert b"access-control-allow-origin" not in dict(listener.head["headers"])
    assert [streams.LOOK in environ for environ in lane.asked] == [False, *[True] * (len(lane.asked) - 1)]


def test_the_application_refuses_a_listener_and_ends_a_stream():
    async def run():
        lane = OwnLane()
        front = a_front(lane)
        stranger = Listener(front, TABLE, authorization="Table wrong")
        await stranger.task
        listener = Listener(front, TABLE, authorization="Table secret")
        await listener.hear(1)
        lane.is_open = False
        RESULT_CHANGES.receive()
        await asyncio.wait_for(listener.task, PATIENCE)
        return stranger

    stranger = run_apart(run())
    assert stranger.head["status"] == 404 and json.loads(stranger.texts[0])["code"] == "not_found"


def test_no_header_makes_a_request_a_look():
    environ = streams.environ_of_look(scope_of(TABLE, stichtag_look="1", last_event_id="x"))
    assert streams.LOOK not in environ and "HTTP_LAST_EVENT_ID" not in environ
