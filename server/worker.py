"""A process of the server: the WSGI application in threads, each with its own pipe to the front."""

import contextlib
import logging
import os
import signal
import sys
import threading
from collections.abc import Callable, Sequence
from importlib import import_module
from multiprocessing.connection import Connection
from types import FunctionType
from typing import Any, NamedTuple, TypeVar, cast

from server.clients import IS_WANTED
from server.messages import Answer, Application, answer_of
from server.process_keeper import show_name
from server.wake_ups import WAKE_UPS

READY, END, GONE = "ready", "end", "gone"
NICE = 5  # niceness of a process that anonymous visitors can keep busy
ROOM = 16_000  # values on the stack, 128 KB: the calls of any page

Act = TypeVar("Act", bound=Callable[..., Any])
HERE = threading.local()
logger = logging.getLogger(__name__)


class Program(NamedTuple):
    """The application, by the names of modules: a process that was not forked imports them itself."""

    application: str  # has `application`, and loads every page
    background: str  # has `start_background_threads`; imported after the other, as it needs the models


def work(
    connections: Sequence[Connection], program: Program, name: str, sweeps: bool, steps_back: bool
) -> None:
    """Answer until the front ends this process or has ended itself; the first connection is for wake-ups.

    Ctrl-C and a service manager's SIGTERM reach every process of a group; only the front acts on them.
    """
    wake_ups, *others = connections
    show_name(name)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    if steps_back and hasattr(os, "nice"):
        os.nice(NICE)
    application = import_module(program.application).application
    notify_front(wake_ups)
    for connection in others:
        threading.Thread(target=answer_all, args=(connection, application), daemon=True).start()
    if sweeps:
        import_module(program.background).start_background_threads()
    wake_ups.send(READY)
    hear_all(wake_ups)
    os._exit(0)


def notify_front(wake_ups: Connection) -> None:
    """Send every wake-up of this process to the front; one made during a request goes before its response."""
    lock = threading.Lock()

    def tell(name: str) -> None:
        if connection := getattr(HERE, "connection", None):
            connection.send(name)
            return
        with lock:
            wake_ups.send(name)

    for each in WAKE_UPS.values():
        each.forward = tell


def hear_all(wake_ups: Connection) -> None:
    """Receive wake-ups from the front until it ends this process or has ended itself."""
    with contextlib.suppress(EOFError, OSError):
        while (heard := wake_ups.recv()) != END:
            WAKE_UPS[heard].receive()


def with_room(act: Act) -> Act:
    """Return a function below which calls find room on the stack.

    CPython takes the stack from the system in pieces of 16 KB and gives one back as soon as it is empty.
    Where a page's calls are just at the end of a piece, this costs up to as much as the page. A function that
    says it needs much gets one large piece, of which the system hands out only what is used.
    """
    function = cast(FunctionType, act)
    function.__code__ = function.__code__.replace(co_stacksize=ROOM)
    return act


@with_room
def answer_all(connection: Connection, application: Application) -> None:
    """Answer requests in sequence: receive `(environ, body)`, send an Answer.

    Whatever comes before the response is sent says that its client has left; it may come too late.
    """
    HERE.connection = connection
    IS_WANTED.set(lambda: not connection.poll())
    while True:
        try:
            if (received := connection.recv()) == GONE:
                continue
            environ, body = received
            connection.send(safe_answer(application, environ, body))
        except (EOFError, OSError):
            return


def safe_answer(application: Application, environ: dict[str, str], body: bytes) -> Answer:
    """Return the application's response; a bare 500 for an uncaught error."""
    try:
        return answer_of(application, environ, body, sys.stderr)
    except Exception:
        logger.exception("The application failed")
        return Answer(500, [(b"content-type", b"text/plain"), (b"content-length", b"0")], b"")
