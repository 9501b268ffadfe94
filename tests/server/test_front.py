"""The front: requests are read completely, refused early, and each is routed to its lane."""

import asyncio
import gzip
import json
from multiprocessing import Pipe
from threading import Thread

import pytest

from server.addresses import DOOR, FILES, ORGANISERS, PUBLIC, READERS, TABLES, lane_of, language_of
from server.clients import IS_WANTED
from server.front import LONGEST_HEADERS
from server.lanes import Lane, Process, Unavailable
from server.messages import Answer, environ_of
from server.worker import Program, answer_all
from tests.tournaments.fronts import NearLane, Site, run_apart, scope_of
from tests.tournaments.public_addresses import patterns


def echo(environ, start_response):
    start_response("200 OK", [("Content-Type", "text/plain")])
    return [environ["wsgi.input"].read()]


def answer_length(environ, start_response):
    start_response("413 Too Large", [])
    return [environ["CONTENT_LENGTH"].encode() + b" " + environ["wsgi.input"].read()]


@pytest.mark.parametrize(
    ("path", "lane"),
    [
        ("/t/abc", TABLES),
        ("/tables/1/", TABLES),
        ("/api/v1/table/deals/", TABLES),
        ("/phone/fipsen/files.json", TABLES),
        ("/static/tournaments/pad.js", TABLES),
        ("/worker.js", TABLES),
        ("/events/a/organise/", DOOR),
        ("/events/a/organise/rounds/1/", DOOR),
        ("/events/a/organise/paper/", DOOR),
        ("/events/a/organise/results.pdf", DOOR),
        ("/series/a/organise/", DOOR),
        ("/clubs/a/members/", DOOR),
        ("/new-club/", DOOR),
        ("/events/a/standings.pdf", FILES),
        ("/events/a/rounds/1/sheets.pdf", FILES),
        ("/events/a/standings.xlsx", FILES),
        ("/events/a/preview.png", FILES),
        ("/series/a/standings.pdf", FILES),
        ("/", PUBLIC),
        ("/events/a/", PUBLIC),
        ("/events/organise/", PUBLIC),
        ("/api/v1/events/", PUBLIC),
        ("/accounts/login/", DOOR),
        ("/events/a/tables/1/", PUBLIC),
        ("/xt/abc", PUBLIC),
    ],
)
def test_an_address_says_its_lane(path, lane):
    assert lane_of(path) == lane


@pytest.mark.parametrize(
    ("path", "lane"),
    [
        ("/events/a/organise/", ORGANISERS),
        ("/events/a/organise/results.pdf", FILES),
        ("/events/a/organise/archive/", FILES),
        ("/api/v1/events/a/archive/", FILES),
        ("/api/v1/events/archive/", READERS),
        ("/api/v1/events/a/photos/", READERS),
        ("/api/v1/events/a/rounds/1/photos/", ORGANISERS),
        ("/events/a/", ORGANISERS),
        ("/t/abc", TABLES),
    ],
)
def test_people_whom_the_program_knows_have_a_lane_without_strangers(path, lane):
    assert lane_of(path, is_known=True) == lane


def test_no_public_address_gets_into_another_lane():
    of_tables = {"api_table", "table_link", "table", "table_sheet", "worker"}
    for name, pattern in patterns().items():
        path = "/" + str(pattern.pattern).lstrip("^/")
        if lane_of(path) == TABLES:
            assert name in of_tables or name.startswith("phone"), name


def test_a_body_arrives_whole_however_it_was_cut():
    status, _, body = Site(echo).send(scope_of("/new", "POST"), b"one ", b"two ", b"three")
    assert (status, body) == (200, b"one two three")


def test_a_body_that_says_it_is_too_long_is_not_read():
    site = Site(answer_length)
    _, _, body = site.send(scope_of("/new", "POST", content_length="1001"), b"x")
    assert body == b"1001 "


def test_a_body_that_turns_out_too_long_is_dropped():
    site = Site(answer_length)
    _, _, body = site.send(scope_of("/new", "POST"), b"x" * 600, b"x" * 600)
    assert body == b"1200 " and site.lanes["public"].bytes_held == 0


def test_a_photograph_may_be_longer_than_a_form():
    path, longest = "/events/autumn/organise/rounds/2/photos/", str(NearLane.longest_photo)
    sizes = [str(NearLane.longest_body + 1), longest, str(NearLane.longest_photo + 1)]
    _, _, body = Site(echo).send(scope_of(path, "POST", content_length=sizes[0]), b"x" * int(sizes[0]))
    assert len(body) == int(sizes[0])
    _, _, body = Site(answer_length).send(scope_of(path, "POST", content_length=sizes[2]), b"x")
    assert body == f"{sizes[2]} ".encode()


def test_a_lane_full_of_bodies_says_when_to_come_back():
    site = Site(echo)
    site.lanes["public"].bytes_held = 4999
    status, answer, _ = site.send(scope_of("/api/v1/new", "POST"), b"xy")
    assert status == 503 and answer["retry-after"] == "2"
    assert site.lanes["public"].bytes_held == 4999


def test_too_long_headers_are_refused():
    assert Site(echo).get("/", x_long="x" * LONGEST_HEADERS)[0] == 431


def test_a_header_with_an_underscore_passes_for_no_other():
    scope = scope_of("/")
    scope["headers"] += [(b"x_forwarded_for", b"evil"), (b"cookie", b"a=1"), (b"cookie", b"b=2")]
    environ = environ_of(scope)
    assert "HTTP_X_FORWARDED_FOR" not in environ and environ["HTTP_COOKIE"] == "a=1; b=2"
    assert environ["REMOTE_ADDR"] == "192.0.2.7"


def test_an_address_in_any_script_reaches_the_application_as_bytes():
    scope = scope_of("/events/%E3%81%82/")
    assert environ_of(scope)["PATH_INFO"].encode("latin-1").decode() == "/events/あ/"


@pytest.mark.parametrize(
    ("cookies", "accepted", "language"),
    [
        ({}, "de", "de"),
        ({}, "de-AT,ja;q=0.5", "de"),
        ({"django_language": "ja"}, "de", "ja"),
        ({"django_language": "junk"}, "de", "de"),
        ({}, "de," + "x" * 300_000, "de"),
        ({}, "", "en"),
    ],
    ids=lambda value: str(value)[:20],
)
def test_the_language_of_a_request(cookies, accepted, language):
    assert language_of(cookies, accepted) == language


# A lane


class Slow:
    """A process that answers on command."""

    name = "slow"

    def exchange(self, environ, body):
        return Answer(200, [], body)


def a_lane(**changes):
    return Lane(Slow(), **{"threads": 1, "waiting": 1, "body": 10, "most_bytes": 10} | changes)


def test_a_full_lane_refuses_and_an_empty_one_answers():
    lane = a_lane()

    async def ask_three():
        return await asyncio.gather(*(lane.ask({}, b"x") for _ in range(3)), return_exceptions=True)

    *answered, refused = run_apart(ask_three())
    assert [answer.status for answer in answered] == [200, 200] and isinstance(refused, Unavailable)
    assert lane.pending == 0


def test_an_abandoned_request_is_not_processed():
    with pytest.raises(Unavailable):
        run_apart(a_lane().ask({}, b"x", lambda: False))


def test_a_process_learns_that_the_client_of_its_request_has_left_and_answers_the_next():
    ours, theirs = Pipe()

    def patient(environ, start_response):
        while environ["long"] and IS_WANTED.get()():
            pass
        start_response("200 OK", [])
        return [b"ended"]

    Thread(target=answer_all, args=(theirs, patient), daemon=True).start()
    process = Process("lane", 1, Program("", ""))
    process.idle.put(ours)
    lane = Lane(process, threads=1, waiting=1, body=10, most_bytes=10)
    looks = iter([True, True])  # the client waits when its turn comes, and at the first look

    async def ask_twice():
        left = await lane.ask({"long": True}, b"", lambda: next(looks, False))
        return left, await lane.ask({"long": False}, b"")

    assert [answer.body for answer in run_apart(ask_twice())] == [b"ended", b"ended"]
    ours.close()


def test_a_busy_client_comes_after_the_others():
    lane, done = a_lane(waiting=10), []

    async def ask(name, later):
        await lane.ask({}, b"x", later=later)
        done.append(name)

    async def ask_all():
        at_work = asyncio.create_task(ask("at work", 0.0))
        await asyncio.sleep(0)
        await asyncio.gather(
            at_work, ask("often", 60.0), ask("seldom", 0.0), ask("oftener", 90.0), ask("last", 0.0)
        )

    run_apart(ask_all())
    assert done == ["at work", "seldom", "last", "often", "oftener"]


def test_the_turn_of_an_abandoned_request_goes_to_the_next():
    lane = a_lane(waiting=10)

    async def ask_and_go():
        first, gone, last = (asyncio.create_task(lane.ask({}, b"x")) for _ in range(3))
        await asyncio.sleep(0)
        gone.cancel()
        return await asyncio.gather(first, gone, last, return_exceptions=True)

    first, gone, last = run_apart(ask_and_go())
    assert first.status == last.status == 200 and isinstance(gone, asyncio.CancelledError)
    assert lane.turns.free == 1 and not lane.turns.waiting


def refused(environ, start_response):
    packed = environ["PATH_INFO"].startswith("/api/v1/table/deals")
    body = json.dumps({"code": "stale" if packed else 'a"b'}).encode()
    headers = [("Content-Type", "application/json"), *[("Content-Encoding", "gzip")] * packed]
    start_response("412 Precondition Failed", headers)
    return [gzip.compress(body) if packed else body]


def test_refusals_are_counted_by_their_code_whether_packed_or_not():
    site = Site(refused)
    site.send(scope_of("/api/v1/table/deals/", "POST"))
    site.send(scope_of("/api/v1/table/deals/", "POST"))
    site.send(scope_of("/api/v1/table/"))
    lines = site.front.counts.lines()
    assert 'stichtag_refusals_total{status="412",code="stale"} 2' in lines
    assert 'stichtag_refusals_total{status="412",code=""} 1' in lines


def same_for_all(environ, start_response):
    start_response("200 OK", [("Content-Type", "text/plain"), ("Cache-Control", "public, max-age=1")])
    return [b"stichtag_deals 2\n"]


def test_the_numbers_of_the_front_follow_those_of_the_program():
    site = Site(same_for_all)
    for _ in range(3):
        site.get("/events/a/")
    _status, headers, text = site.get("/metrics")
    assert text.startswith("stichtag_deals 2\n") and int(headers["content-length"]) == len(text)
    assert "stichtag_page_cache_hits_total 3" in text.splitlines()
    assert "stichtag_page_cache_misses_total 1" in text.splitlines()
