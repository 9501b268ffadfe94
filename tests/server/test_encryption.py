"""HTTPS from the first byte: a client silent during the handshake has the usual limits of place and time."""

import asyncio
import ssl
from contextlib import asynccontextmanager
from datetime import UTC, datetime

import pytest
import uvicorn
from uvicorn.server import ServerState

from server import connections, server
from server.connections import Connections
from server.local_ca import prepare
from tests.processes import PATIENCE, wait_in_turn_until
from tests.tournaments.fronts import run_apart

REQUEST = b"GET /hall HTTP/1.1\r\nHost: localhost\r\n\r\n"


@pytest.fixture(scope="module")
def prepared(tmp_path_factory):
    return prepare(tmp_path_factory.mktemp("certificates"), ["localhost"], datetime.now(UTC))


@pytest.fixture
def places(monkeypatch):
    own = Connections()
    monkeypatch.setattr(connections, "CONNECTIONS", own)
    monkeypatch.setattr(server, "CONNECTIONS", own)
    return own


async def tell_scheme(scope, receive, send):
    """Answer with the scheme and the path of the request."""
    body = f"{scope['scheme']} {scope['path']}".encode()
    headers = [(b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": body})


@asynccontextmanager
async def serving(prepared):
    """Yield the port of a server with this certificate."""
    entrance = server.entrance_with(prepared.certificate, prepared.key)
    config = uvicorn.Config(tell_scheme, log_config=None, lifespan="off")
    config.load()
    make = lambda: entrance(config=config, server_state=ServerState(), app_state={})  # noqa: E731
    listener = await asyncio.get_running_loop().create_server(make, "127.0.0.1", 0)
    try:
        yield listener.sockets[0].getsockname()[1]
    finally:
        listener.close()


def trusting():
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context


def test_a_request_is_answered_over_https(prepared, places):
    async def ask():
        async with serving(prepared) as port:
            reader, writer = await asyncio.open_connection("127.0.0.1", port, ssl=trusting())
            writer.write(REQUEST)
            head = await reader.readuntil(b"\r\n\r\n")
            told = head, await reader.readexactly(11), len(places.by_client)
            writer.close()
            await wait_in_turn_until(lambda: not places.by_client, "the place is free")
            return told

    head, body, held = run_apart(ask())
    assert head.startswith(b"HTTP/1.1 200") and body == b"https /hall" and held == 1


def test_a_request_that_comes_with_the_last_word_about_keys_is_answered(prepared, places):
    async def ask():
        async with serving(prepared) as port:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            ours, theirs = ssl.MemoryBIO(), ssl.MemoryBIO()
            tls = trusting().wrap_bio(ours, theirs)
            while True:
                try:
                    tls.do_handshake()
                    break
                except ssl.SSLWantReadError:
                    writer.write(theirs.read())
                    ours.write(await reader.read(65536))
            tls.write(REQUEST)
            writer.write(theirs.read())  # the end of the handshake and the request in one piece
            answer = b""
            while b"https /hall" not in answer:
                ours.write(await asyncio.wait_for(reader.read(65536), PATIENCE))
                with pytest.raises(ssl.SSLWantReadError):
                    while True:
                        answer += tls.read()
            writer.close()
            return answer

    assert run_apart(ask()).startswith(b"HTTP/1.1 200")


@pytest.mark.parametrize(
    "said", [b"", b"\x16\x03\x01", b"GET / HTTP/1.1\r\n\r\n"], ids=["silent", "half", "plain"]
)
def test_a_client_that_does_not_agree_on_keys_has_a_place_for_a_short_time(
    prepared, places, monkeypatch, said
):
    monkeypatch.setattr(server, "HEAD_SECONDS", 0.3)

    async def wait():
        async with serving(prepared) as port:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            await wait_in_turn_until(lambda: len(places.by_client) == 1, "it has a place")
            writer.write(said)
            while await asyncio.wait_for(reader.read(1000), PATIENCE):
                continue
            await wait_in_turn_until(lambda: not places.by_client, "the place is free")

    run_apart(wait())


def test_silent_clients_give_way_where_it_gets_tight(prepared, places):
    places.most = 2

    async def crowd():
        async with serving(prepared) as port:
            silent = [await asyncio.open_connection("127.0.0.1", port) for _ in range(4)]
            _, writer = await asyncio.open_connection("127.0.0.1", port, ssl=trusting())
            held = len(places.by_client)
            for _, each in (*silent, (None, writer)):
                each.close()
            return held

    assert run_apart(crowd()) <= 2
