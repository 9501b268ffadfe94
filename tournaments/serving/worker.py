"""A process of the server: the WSGI application in threads, each with a pipe of its own to the front."""

import contextlib
import logging
import os
import signal
import sys
import threading
from collections.abc import Sequence
from importlib import import_module
from multiprocessing.connection import Connection

from tournaments.live import BELLS
from tournaments.serving.messages import Answer, Application, answer_of
from tournaments.serving.sweeps import start_sweeps

READY, END = "ready", "end"
PRELOADED = "tournaments.serving.preloaded"  # imported only in these processes: the front needs no page
NICE = 5  # how much a process that strangers can keep busy steps back for the others

HERE = threading.local()
logger = logging.getLogger(__name__)


def work(connections: Sequence[Connection], bell: Connection, sweeps: bool, steps_back: bool) -> None:
    """Answer until the front says that it ends, or is gone.

    Ctrl-C and a service manager's SIGTERM reach every process of a group; only the front acts on them.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    if steps_back and hasattr(os, "nice"):
        os.nice(NICE)
    application = import_module(PRELOADED).application
    tell_front(bell)
    for connection in connections:
        threading.Thread(target=answer_all, args=(connection, application), daemon=True).start()
    if sweeps:
        start_sweeps()
    bell.send(READY)
    hear_all(bell)
    os._exit(0)


def tell_front(bell: Connection) -> None:
    """Whatever rings here rings in the front: from a request, before its answer goes back."""
    lock = threading.Lock()

    def tell(name: str) -> None:
        if connection := getattr(HERE, "connection", None):
            connection.send(name)
            return
        with lock:
            bell.send(name)

    for each in BELLS.values():
        each.tell_others = tell


def hear_all(bell: Connection) -> None:
    """Ring here what rang elsewhere, until the front says so or is gone."""
    with contextlib.suppress(EOFError, OSError):
        while (heard := bell.recv()) != END:
            BELLS[heard].hear()


def answer_all(connection: Connection, application: Application) -> None:
    """One request after the other: `(environ, body)` in, an Answer out."""
    HERE.connection = connection
    while True:
        try:
            environ, body = connection.recv()
            connection.send(safe_answer(application, environ, body))
        except (EOFError, OSError):
            return


def safe_answer(application: Application, environ: dict[str, str], body: bytes) -> Answer:
    """What the application answers; a bare 500 for an error that it did not catch itself."""
    try:
        return answer_of(application, environ, body, sys.stderr)
    except Exception:
        logger.exception("The application failed")
        return Answer(500, [(b"content-type", b"text/plain"), (b"content-length", b"0")], b"")
