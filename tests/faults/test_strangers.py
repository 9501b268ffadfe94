"""Hostile clients flood, send halves and stay connected; the tables continue to write (RELIABILITY S12-S15).

Every table's deals are taken, in order, at the first try, before any connection of a stranger is closed: a
server that an attack stops takes none as long as the attack lasts. `run.py bench hall` measures how long
posts take meanwhile, to the 99th percentile.
"""

import contextlib
import http.client
import os
import re
import shutil
import signal
import socket
import urllib.error
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import pytest

from server.server import raise_limit_of_files
from tests.faults.conftest import Evening
from tests.faults.phones import Hall, SimulatedPhone
from tests.faults.servers import Server, assert_whole, sheet_of
from tests.faults.stranger import stranger
from tests.processes import PATIENCE, environment, free_port, loaded, manage, prepared_statics, wait_until
from tests.sweeps import sweep

PROCESSES = 5  # behind the front: of tables, organisers, public pages, screens and files
DEALS, MOST_DEALS = 2, 500  # of a table during an attack, and in all
IDLE, HALVES, FLOODING, CROWD = 500, 64, 16, 200
CONNECTIONS = {
    **{"half-body": HALVES, "half-head": HALVES, "slow-reader": HALVES},
    **{"silent": IDLE, "kept-alive": IDLE, "flood": FLOODING},
}
ATTACKS = [  # kind and address
    ("half-body", "/api/v1/table/deals/"),
    ("half-body", "/accounts/login/"),
    ("half-head", ""),
    ("silent", ""),
    ("kept-alive", "/api/v1/events/"),
    ("slow-reader", "{event}"),
    ("flood", "{event}?unknown=1"),
    ("flood", "{event}wall/?unknown=1"),
    ("flood", "{event}embed/"),
    ("flood", "{event}standings.pdf"),
    ("flood", "{event}standings.xlsx"),
    ("flood", "{event}preview.png"),
    ("flood", "{event}rounds/1/sheets.pdf"),
    ("flood", "{event}seats/?name=a"),
    ("flood", "{event} sessionid=junk"),
    ("flood", "{event}wall/ sessionid=junk"),
    ("flood", "{event}standings.pdf sessionid=junk"),
    ("flood", "{event}rounds/1/sheets.pdf sessionid=junk"),
    ("flood", "/"),
    ("flood", "/accounts/login/"),
    ("flood", "/t/" + "x" * 43),
    ("flood", "/api/v1/events/"),
]
EVERYDAY = [attack for attack in ATTACKS if attack[0] != "flood"]
FLOODS = 1  # of their addresses, on a day
STOPPING = ("half-head", "half-body", "silent", "slow-reader")
HEADERS, LONG, TOO_LONG = 2500, 30_000, 250_000  # how many different ones, and their bytes
MOST_GROWN = 32  # MB that all processes of the server may grow by; the headers together are 75
LONG_SHEETS = f"""
from tournaments.models import Event
Event.objects.update(deals_per_table={{"4": {2 * MOST_DEALS}}})
"""
FORGING = [
    b"GET /%1b[2J%0d%0aFORGED%e2%80%a8%e2%80%aex HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"GET /\x1b[2J\xe2\x80\xae HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"GET /x\nFORGED HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: localhost\x1b[2J\r\nUser-Agent: x\x1b]0;title\x07\r\n\r\n",
    b"\x1b[2J\nFORGED\r\n\r\n",
]
TRIES = 10  # per attack: other work on the machine can only make a post slower, never faster


@pytest.fixture(scope="module")
def server(prepared: Evening, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Run one server for all attacks, one after the other."""
    folder = tmp_path_factory.mktemp("strangers")
    shutil.copytree(prepared.folder, folder / "data")
    shutil.copytree(prepared_statics(), folder / "data", dirs_exist_ok=True)
    server = Server(environment(folder / "data"), folder / "web.log", free_port())
    with loaded(server.env, folder):
        manage(server.env, "shell", "-v", "0", "-c", LONG_SHEETS)
        server.start()
        yield server
        assert_whole(server.env, prepared.event)
        server.stop()


class Writers:
    """The tables of an event, or the first of them, which write deal after deal."""

    def __init__(self, server: Server, prepared: Evening, tables: int | None = None) -> None:
        hall = Hall(
            server.address,
            prepared.tables[:tables],
            phones_per_table=1,
            deals=MOST_DEALS,
            seconds_to_wait=PATIENCE,
        )
        self.address, self.phones = server.address, hall.phones()
        self.sent = {phone.name: 0 for phone in self.phones}

    def write(self) -> None:
        """Let all tables write some deals at the same time. Fails if one was not taken at the first try."""
        with ThreadPoolExecutor(len(self.phones)) as threads:
            list(threads.map(self.go_on, self.phones))

    def go_on(self, phone: SimulatedPhone) -> None:
        for _ in range(DEALS):
            number = self.sent[phone.name] + 1
            body = {"number": number, "record": phone.records[number - 1]}
            status = phone.post(f"s-{phone.name}-{number}", body)
            assert status == 201, status
            self.sent[phone.name] = number

    def assert_all_stored(self) -> None:
        """Check that every deal that was taken is on its sheet, in its order."""
        for phone in self.phones:
            stored = [deal["number"] for deal in sheet_of(self.address, phone.token)["deals"]]
            assert stored == list(range(1, self.sent[phone.name] + 1))


@pytest.fixture(scope="module")
def writers(server: Server, prepared: Evening) -> Writers:
    return Writers(server, prepared)


@pytest.mark.parametrize("attack", sweep(ATTACKS, EVERYDAY, sample=FLOODS), ids=" ".join)
def test_posts_are_answered_while_strangers_do_what_they_can(
    attack: tuple[str, str], server: Server, writers: Writers, prepared: Evening
) -> None:
    raise_limit_of_files(IDLE + 500)
    kind, address = attack[0], attack[1].format(event=f"/events/{prepared.event}/")
    for _ in range(TRIES):
        with stranger(kind, server.port, CONNECTIONS[kind], [address]) as told:
            writers.write()
        if not told["closed"]:
            break
    assert told["closed"] == 0, "no deals were taken before the server had closed connections"
    writers.assert_all_stored()


FILES = ("standings.pdf", "standings.xlsx", "preview.png", "rounds/1.pdf", "rounds/1/sheets.pdf")
ASKED_FOR = 20  # login pages during a flood


@pytest.mark.parametrize("cookie", sweep(["", " sessionid=junk", " helper_1=junk", " messages=junk"]))
def test_the_login_is_answered_while_strangers_ask_for_every_file(
    cookie: str, server: Server, prepared: Evening
) -> None:
    files = [f"/events/{prepared.event}/{each}{cookie}" for each in FILES]
    with stranger("flood", server.port, CROWD, files) as told:
        for _ in range(ASKED_FOR):  # anything but 200 raises
            urllib.request.urlopen(f"{server.address}/accounts/login/", timeout=PATIENCE).close()
    assert told["closed"] == 0


def test_a_full_lane_says_when_to_come_back(server: Server, prepared: Evening) -> None:
    page = f"/events/{prepared.event}/seats/?name=a"  # made for everybody who asks
    with stranger("flood", server.port, CROWD, [page]):
        request = urllib.request.Request(server.address + page)
        wait_until(partial(is_told_when_to_come_back, request), "a full lane answers 503 with Retry-After")


def is_told_when_to_come_back(request: urllib.request.Request) -> bool:
    """Return whether the lane is full; an answer of that kind has the seconds to wait."""
    try:
        urllib.request.urlopen(request, timeout=PATIENCE).close()
    except urllib.error.HTTPError as error:
        return error.code == 503 and error.headers["Retry-After"].isdecimal()
    return False


def test_a_stranger_who_does_not_go_on_is_let_go(server: Server, prepared: Evening) -> None:
    pages = [f"/events/{prepared.event}/"]
    with contextlib.ExitStack() as stack:
        told = [stack.enter_context(stranger(kind, server.port, HALVES, pages)) for kind in STOPPING]
        wait_until(lambda: open_connections(server.port) == 0, "nobody is connected")
    assert [each["closed"] for each in told] == [HALVES] * len(STOPPING)


def open_connections(port: int) -> int:
    """Return the connections of this machine to a port, from the kernel's own table."""
    lines = Path("/proc/net/tcp").read_text().splitlines()[1:]
    return sum(line.split()[2].endswith(f":{port:04X}") and line.split()[3] == "01" for line in lines)


def test_a_header_without_end_is_refused(server: Server) -> None:
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as connection:
        connection.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: " + b"x" * 40_000 + b"\r\n\r\n")
        assert connection.recv(100).startswith(b"HTTP/1.1 431")


def test_different_headers_leave_nothing_behind(server: Server, prepared: Evening) -> None:
    before = memory_of(server)
    with contextlib.closing(
        http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
    ) as connection:
        for number in range(HEADERS):
            name = ("Cookie", "Accept-Language", "User-Agent")[number % 3]
            assert status_of(connection, prepared.event, {name: f"{number}=" + "x" * LONG}) == 200
        assert status_of(connection, prepared.event, {"Cookie": "x" * TOO_LONG}) == 431
    assert memory_of(server) - before < MOST_GROWN


def status_of(connection: http.client.HTTPConnection, event: str, headers: dict[str, str]) -> int:
    """Return the status of an event's page."""
    connection.request("GET", f"/events/{event}/", headers=headers)
    answer = connection.getresponse()
    answer.read()
    return answer.status


def memory_of(server: Server) -> float:
    """Return MB in use by the front and the processes behind it."""
    assert server.process
    statuses = [
        Path(f"/proc/{each}/status").read_text() for each in (server.process.pid, *lane_processes(server))
    ]
    return sum(int(each.partition("VmRSS:")[2].split()[0]) for each in statuses) / 1024


def test_nothing_that_is_sent_forges_a_line_of_the_log(server: Server) -> None:
    for request in FORGING:
        with contextlib.closing(
            socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE)
        ) as asking:
            asking.sendall(request)
            assert asking.recv(100).startswith(b"HTTP/1.1 4")
    log = server.log.read_text(encoding="utf-8")
    assert "Not Found: /\\x1b[2J" in log
    assert [sign for sign in log if not sign.isprintable() and sign != "\n"] == []
    assert not re.search("^FORGED", log, re.M)


def test_a_process_that_is_killed_is_started_again(server: Server, writers: Writers) -> None:
    lanes = lane_processes(server)
    assert len(lanes) == PROCESSES
    for each in lanes:
        os.kill(each, signal.SIGKILL)
    wait_until(lambda: len(set(lane_processes(server)) - set(lanes)) == PROCESSES, "as many others run")
    for path in ("/", "/events/a/organise/", "/t/unknown"):
        wait_until(partial(is_answered, server.address + path), f"{path} is answered")
    writers.write()
    writers.assert_all_stored()


def test_a_process_is_started_again_without_the_keeper_that_forked_it(server: Server) -> None:
    [keeper] = below(server.process.pid)
    for each in (keeper, lane_of(server, "tables")):  # the others need seconds each, as it does
        os.kill(each, signal.SIGKILL)
    wait_until(partial(is_answered, server.address + "/t/unknown"), "a table's link is answered")


def lane_processes(server: Server) -> list[int]:
    """Return the processes behind the front: on Linux, children of their keeper."""
    return [lane for keeper in below(server.process.pid) for lane in below(keeper)]


def lane_of(server: Server, name: str) -> int:
    """Return the process of one lane."""
    [lane] = (each for each in lane_processes(server) if name_of(each) == f"stichtag-{name}")
    return lane


def name_of(process: int) -> str:
    """Return what `top` calls a process."""
    return Path(f"/proc/{process}/comm").read_text().strip()


def below(process: int) -> list[int]:
    """Return the children of a process."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            if int(stat.read_text().rpartition(")")[2].split()[1]) == process:
                found.append(int(stat.parent.name))
    return found


def is_answered(url: str) -> bool:
    """Return whether the page, or its 404, is returned."""
    try:
        urllib.request.urlopen(url, timeout=PATIENCE).close()
    except urllib.error.HTTPError as error:
        return error.code == 404
    except OSError:
        return False
    return True
