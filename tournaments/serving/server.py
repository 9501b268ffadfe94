"""A whole server: the front in this process, its lanes in others, and a clean end for all of them."""

import contextlib
import signal
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Any

import uvicorn

from tournaments.middleware import ROOM_FOR_THE_FORM
from tournaments.services.spreadsheets import MOST_BYTES
from tournaments.serving.addresses import ORGANISERS, PUBLIC, SERVED_PORTS, TABLES
from tournaments.serving.connections import MOST, QUIET_SECONDS, Guard
from tournaments.serving.encryption import entrance_with
from tournaments.serving.front import Front
from tournaments.serving.lanes import CONTEXT, Lane, Process, connect
from tournaments.serving.pages import Pages
from tournaments.serving.worker import PRELOADED

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

SECONDS_TO_FINISH = 5
TABLE_BODY, FORM_BODY = 64 * 1024, MOST_BYTES + ROOM_FOR_THE_FORM
HELD = 48 * 1024 * 1024  # bytes of bodies that a lane of forms holds at a time
WAITING_TABLES, WAITING = 2000, 64
PUBLIC_THREADS, RENEWERS = 2, 2
FILES_BESIDE = 200  # open files that are no connections


@dataclass(frozen=True, slots=True)
class Where:
    """What to listen on; a certificate makes it HTTPS."""

    host: str
    port: int
    certificate: Path | None = None
    key: Path | None = None


def serve(where: Where, threads: int) -> None:
    """Until SIGINT or SIGTERM; requests under way are finished."""
    raise_limit_of_files(MOST + FILES_BESIDE)
    SERVED_PORTS.add(str(where.port))
    with processes(threads) as running:
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, end_quietly)
        uvicorn.Server(configuration(front_of(running, threads), where)).run()


def end_quietly(number: int, frame: FrameType | None) -> None:
    """uvicorn has finished everything when it passes a signal on; there is nothing left to do."""


def raise_limit_of_files(wanted: int) -> None:
    """Every connection is an open file; many systems allow 1,024 until somebody asks for more."""
    if resource is None:
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < wanted:
        most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


@contextlib.contextmanager
def processes(threads: int) -> Iterator[dict[str, Process]]:
    """One process for each kind of lane, ready to answer; gone afterwards."""
    if CONTEXT.get_start_method() == "forkserver":
        CONTEXT.set_forkserver_preload([PRELOADED])
    running = {
        TABLES: Process(TABLES, threads),
        ORGANISERS: Process(ORGANISERS, threads, sweeps=True),
        PUBLIC: Process(PUBLIC, PUBLIC_THREADS + RENEWERS, steps_back=True),
    }
    connect(running, running[ORGANISERS])
    with contextlib.ExitStack() as stack:
        for process in running.values():
            process.start()
            stack.callback(process.end)
        for process in running.values():
            process.wait()
        yield running


def front_of(running: dict[str, Process], threads: int) -> Front:
    """The lanes: pages for all are renewed by threads of their own, whatever else strangers ask for."""
    forms: dict[str, Any] = {"waiting": WAITING, "body": FORM_BODY, "most_bytes": HELD}
    lanes = {
        TABLES: Lane(
            running[TABLES],
            threads=threads,
            waiting=WAITING_TABLES,
            body=TABLE_BODY,
            most_bytes=WAITING_TABLES * TABLE_BODY,
        ),
        ORGANISERS: Lane(running[ORGANISERS], threads=threads, **forms),
        PUBLIC: Lane(running[PUBLIC], threads=PUBLIC_THREADS, **forms),
    }
    return Front(lanes, Pages(Lane(running[PUBLIC], threads=RENEWERS, **forms)))


def configuration(front: Front, where: Where) -> uvicorn.Config:
    """uvicorn as we need it: our guard around its protocol, our log, nobody's forwarded addresses."""
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
