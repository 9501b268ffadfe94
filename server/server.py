"""The whole server: the front in this process, its lanes in others, and a clean shutdown of all."""

import asyncio
import contextlib
import signal
import socket
import ssl
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Any

import uvicorn
from uvicorn.protocols.utils import get_remote_addr

from server.addresses import DOOR, FILES, ORGANISERS, PUBLIC, READERS, SCREENS, SERVED_PORTS, TABLES
from server.connections import CONNECTIONS, HEAD_SECONDS, MOST, QUIET_SECONDS, Guard
from server.front import Front
from server.lanes import Lane, Process, connect
from server.marks import Marks
from server.page_cache import Pages
from server.process_keeper import Keeper
from server.visitors import Visitors
from server.wake_ups import NEW_START
from server.worker import Program


class Entrance(asyncio.Protocol):
    """A connection during its TLS handshake; then uvicorn's protocol takes over.

    asyncio's own servers report a connection only after the handshake, and allow a minute for it.
    """

    context: ssl.SSLContext

    def __init__(self, **settings: Any) -> None:
        self.guard = Guard(**settings)
        self.early, self.is_lost = bytearray(), False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        transport.pause_reading()  # the bytes belong to the protocol that decrypts them
        loop = asyncio.get_running_loop()
        self.connection = CONNECTIONS.admit(get_remote_addr(transport), transport, loop.time())
        self.agreeing = loop.create_task(self.agree(loop, transport))

    async def agree(self, loop: asyncio.AbstractEventLoop, transport: asyncio.Transport) -> None:
        """Complete the handshake within the deadline of a header; then pass on the bytes received early."""
        try:
            encrypted = await loop.start_tls(
                transport, self, self.context, server_side=True, ssl_handshake_timeout=HEAD_SECONDS
            )
        except (OSError, ssl.SSLError):
            transport.abort()
            return
        finally:
            CONNECTIONS.remove(self.connection)
        if encrypted is None or self.is_lost:
            return
        encrypted.set_protocol(self.guard)
        self.guard.connection_made(encrypted)
        if self.early:
            self.guard.data_received(bytes(self.early))

    def data_received(self, data: bytes) -> None:
        """Keep early bytes: the first request may arrive with the end of the handshake."""
        self.early += data

    def connection_lost(self, exc: Exception | None) -> None:
        self.is_lost = True


try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

SECONDS_TO_FINISH = 5
TABLE_BODY = 64 * 1024
HELD = 48 * 1024 * 1024  # bytes of bodies that a lane of forms holds at a time
WAITING_TABLES, WAITING = 2000, 64
WAITING_FILES = 8  # one takes a second or more: who waits longer is told to come again
PUBLIC_THREADS, RENEWERS, FILE_THREADS, DOOR_THREADS, ASKERS = 2, 2, 1, 2, 1
READER_THREADS, WAITING_READERS = 2, 4  # one takes some seconds, in a process of its own
FILES_BESIDE = 200  # open files besides connections


@dataclass(frozen=True, slots=True)
class Where:
    """The address to listen on; a certificate makes it HTTPS."""

    host: str
    port: int
    certificate: Path | None = None
    key: Path | None = None


@dataclass(frozen=True, slots=True)
class Served:
    """What is served: a program whose forms have so many bytes at most, in so many threads of each lane.

    Whoever is signed in may send a photograph that is longer than any form.
    """

    program: Program
    longest_form: int
    longest_photo: int
    threads: int


def serve(where: Where, served: Served, keeper: Keeper | None) -> bool:
    """Serve until SIGINT, SIGTERM or a new start, which it returns; requests in progress are finished.

    Without a keeper, each process behind the front loads the program itself.
    """
    raise_limit_of_files(MOST + FILES_BESIDE)
    SERVED_PORTS.add(str(where.port))
    with processes(served, keeper) as running:
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, end_quietly)
        front = front_of(running, served)
        server = Server(configuration(front, where), front)
        threading.Thread(target=end_for_new_start, args=[server], daemon=True).start()
        server.run()
    return NEW_START.event.is_set()


class Server(uvicorn.Server):
    """A server that ends its streams first: uvicorn would wait for them, and then report each as an error."""

    def __init__(self, config: uvicorn.Config, front: Front) -> None:
        super().__init__(config)
        self.front = front

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End the streams, then everything else."""
        self.front.streams.is_ending = True
        await super().shutdown(sockets)


def end_for_new_start(server: uvicorn.Server) -> None:
    """End the server as soon as a new start is asked for."""
    NEW_START.event.wait()
    server.should_exit = True


def end_quietly(number: int, frame: FrameType | None) -> None:
    """Ignore a signal that uvicorn re-raises: it has finished everything by then."""


def raise_limit_of_files(least: int) -> None:
    """Raise the limit of open files: each connection is one, and many systems allow only 1,024 by default."""
    if resource is None:
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < least:
        most = least if hard == resource.RLIM_INFINITY else min(least, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


@contextlib.contextmanager
def processes(served: Served, keeper: Keeper | None) -> Iterator[dict[str, Process]]:
    """Start one process per kind of lane; yield when all are ready, end them afterwards."""
    program, threads = served.program, served.threads
    running = {
        TABLES: Process(TABLES, threads, program, keeper),
        ORGANISERS: Process(
            ORGANISERS, threads + DOOR_THREADS + ASKERS + READER_THREADS, program, keeper, sweeps=True
        ),
        PUBLIC: Process(PUBLIC, PUBLIC_THREADS + RENEWERS, program, keeper, steps_back=True),
        SCREENS: Process(SCREENS, RENEWERS + ASKERS, program, keeper),
        FILES: Process(FILES, 2 * FILE_THREADS, program, keeper, steps_back=True),
    }
    connect(running, running[ORGANISERS])
    with contextlib.ExitStack() as stack:
        for process in running.values():
            process.start()
            stack.callback(process.end)
        for process in running.values():
            process.wait()
        yield running


def front_of(running: dict[str, Process], served: Served) -> Front:
    """Return the front with its lanes; public pages are renewed by separate threads.

    The screens of a hall, and the marks that say what changed, have a process of their own: a switch waits
    for no page of the spectators, however many tables write.
    """
    forms: dict[str, Any] = {"waiting": WAITING, "body": served.longest_form, "most_bytes": HELD}
    lanes = {
        TABLES: Lane(
            running[TABLES],
            threads=served.threads,
            waiting=WAITING_TABLES,
            body=TABLE_BODY,
            most_bytes=WAITING_TABLES * TABLE_BODY,
        ),
        ORGANISERS: Lane(running[ORGANISERS], threads=served.threads, photo=served.longest_photo, **forms),
        DOOR: Lane(running[ORGANISERS], threads=DOOR_THREADS, **forms),
        READERS: Lane(
            running[ORGANISERS],
            threads=READER_THREADS,
            photo=served.longest_photo,
            **{**forms, "waiting": WAITING_READERS},
        ),
        FILES: Lane(running[FILES], threads=FILE_THREADS, **{**forms, "waiting": WAITING_FILES}),
        PUBLIC: Lane(running[PUBLIC], threads=PUBLIC_THREADS, **forms),
    }
    pages = Lane(running[PUBLIC], threads=RENEWERS, **forms)
    files = Lane(running[FILES], threads=FILE_THREADS, **{**forms, "waiting": WAITING_FILES})
    screens = Lane(running[SCREENS], threads=RENEWERS, **forms)
    marks = Marks(Lane(running[SCREENS], threads=ASKERS, **forms))
    visitors = Visitors(Lane(running[ORGANISERS], threads=ASKERS, **forms))
    return Front(lanes, Pages(pages, files, screens, marks), visitors)


def configuration(front: Front, where: Where) -> uvicorn.Config:
    """Return uvicorn's configuration: our guard around its protocol, our log, no forwarded addresses."""
    return uvicorn.Config(
        front,
        host=where.host,
        port=where.port,
        http=entrance_with(where.certificate, where.key) if where.certificate else Guard,
        ws="none",
        lifespan="on",
        interface="asgi3",
        loop="asyncio" if where.certificate else "auto",  # uvloop reads before an Entrance can stop it
        log_config=None,
        log_level="error",
        access_log=False,
        proxy_headers=False,
        server_header=False,
        timeout_keep_alive=int(QUIET_SECONDS),
        timeout_graceful_shutdown=SECONDS_TO_FINISH,
    )


# HTTPS: a connection has a place and a deadline from its first byte, not only after the TLS handshake


def entrance_with(certificate: Path, key: Path | None) -> type[Entrance]:
    """Return the protocol class for this certificate. Raises ssl.SSLError for an invalid one."""
    own_context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    own_context.load_cert_chain(certificate, key)

    class OwnEntrance(Entrance):
        context = own_context

    return OwnEntrance
