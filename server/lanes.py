"""Lanes: a request waits only for requests of its own lane, and for no more than the lane holds.

Each lane is a bounded queue in front of a few threads; each thread passes one request at a time to a process
that runs the application. Frequent clients yield to others: a phone that sends forty deals after a long
silence does not delay a table that sends one. A process that dies is restarted; its current request is
answered with 503.
"""

import asyncio
import contextlib
import heapq
import itertools
import logging
import multiprocessing
import queue
import threading
import time
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection
from typing import Any

from server.clients import IS_WANTED
from server.messages import Answer, Environ
from server.process_keeper import Keeper
from server.wake_ups import OF_FRONT, WAKE_UPS
from server.worker import END, GONE, READY, Program, work

CONTEXT = multiprocessing.get_context("spawn")
SECONDS_BEFORE_AGAIN = 0.5  # so that a process that cannot start does not use all the CPU
SECONDS_TO_END = 5
SECONDS_TO_LOOK = 0.5  # whether the client of a request still waits

logger = logging.getLogger(__name__)


class Unavailable(Exception):
    """The lane is full, or its process has just died: retry in a moment."""


class Process:
    """A process that answers requests; restarted whenever it dies."""

    def __init__(
        self,
        name: str,
        connections: int,
        program: Program,
        keeper: Keeper | None = None,
        *,
        sweeps: bool = False,
        steps_back: bool = False,
    ) -> None:
        self.name, self.connections, self.program, self.keeper = name, connections, program, keeper
        self.sweeps, self.steps_back = sweeps, steps_back
        self.idle: queue.SimpleQueue[Connection] = queue.SimpleQueue()
        self.relay: Callable[[Process, str], None] = lambda process, name: None
        self.is_ending = False

    def start(self) -> None:
        """Start the process; `wait` returns when it is ready."""
        pairs = [CONTEXT.Pipe() for _ in range(self.connections)]
        self.wake_ups, theirs = CONTEXT.Pipe()
        connections = [theirs, *(their for _, their in pairs)]
        self.process = self.begin(connections, self.program, self.name, self.sweeps, self.steps_back)
        for their in connections:
            their.close()
        self.pairs = [ours for ours, _ in pairs]

    def begin(self, connections: list[Connection], *arguments: Any) -> Any:
        """Return the started process: forked, or where nobody can fork, loaded afresh."""
        if self.keeper:
            with contextlib.suppress(OSError):
                return self.keeper.fork(connections, *arguments)
        process = CONTEXT.Process(target=work, args=(connections, *arguments), name=self.name)
        process.start()
        return process

    def wait(self) -> None:
        """Wait until the process answers. Raises EOFError if it ends instead."""
        while (heard := self.wake_ups.recv()) != READY:
            self.relay(self, heard)
        idle: queue.SimpleQueue[Connection] = queue.SimpleQueue()
        for ours in self.pairs:
            idle.put(ours)
        self.idle = idle
        threading.Thread(target=self.listen, name=f"{self.name} wake-ups", daemon=True).start()

    def listen(self) -> None:
        """Forward wake-ups from the process; restart it when it has ended."""
        try:
            while True:
                self.relay(self, self.wake_ups.recv())
        except (EOFError, OSError):
            self.revive()

    def revive(self) -> None:
        """Restart the process, with any number of attempts."""
        while not self.is_ending:
            logger.error("The process for %s ended and is started again.", self.name)
            time.sleep(SECONDS_BEFORE_AGAIN)
            self.process.join(SECONDS_TO_END)
            try:
                self.start()
                if self.is_ending:
                    return self.wake(END)
                return self.wait()
            except (EOFError, OSError):
                continue

    def wake(self, name: str) -> None:
        """Wake the process; one that is starting looks for work anyway."""
        try:
            self.wake_ups.send(name)
        except OSError:
            return

    def exchange(self, environ: Environ, body: bytes) -> Answer:
        """Return the response to a request, after forwarding earlier wake-ups. Raises Unavailable."""
        idle = self.idle
        try:
            connection = idle.get_nowait()
            connection.send((environ, body))
            while isinstance(heard := hear(connection), str):
                self.relay(self, heard)
        except (queue.Empty, EOFError, OSError) as error:
            raise Unavailable from error
        idle.put(connection)
        answer: Answer = heard
        return answer

    def end(self) -> None:
        """End the process and wait for its exit."""
        self.is_ending = True
        self.wake(END)
        self.process.join(SECONDS_TO_END)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()


class Turns:
    """A limit of concurrent turns; waiters proceed in order of arrival, some with a delay added."""

    def __init__(self, at_once: int) -> None:
        self.free, self.numbers = at_once, itertools.count()
        self.waiting: list[tuple[float, int, asyncio.Future[None]]] = []

    @contextlib.asynccontextmanager
    async def take(self, later: float) -> AsyncIterator[None]:
        """Take a turn; a delayed waiter lets through all who arrive up to `later` seconds after it."""
        if self.free:
            self.free -= 1
        else:
            await self.wait(later)
        try:
            yield
        finally:
            self.pass_on()

    async def wait(self, later: float) -> None:
        """Wait until a turn is passed on."""
        loop = asyncio.get_running_loop()
        turn = loop.create_future()
        heapq.heappush(self.waiting, (loop.time() + later, next(self.numbers), turn))
        try:
            await turn
        except asyncio.CancelledError:
            if not turn.cancelled():
                self.pass_on()
            raise

    def pass_on(self) -> None:
        """Pass the turn to the next waiter."""
        while self.waiting:
            turn = heapq.heappop(self.waiting)[-1]
            if not turn.done():
                return turn.set_result(None)
        self.free += 1


class Lane:
    """A limit of concurrent and of waiting requests; `most_bytes` limits the bodies held at a time.

    A photograph may be longer than any other body, if `photo` says so.
    """

    def __init__(
        self, process: Process, *, threads: int, waiting: int, body: int, most_bytes: int, photo: int = 0
    ) -> None:
        self.process, self.most = process, threads + waiting
        self.longest_body, self.longest_photo, self.most_bytes = body, max(body, photo), most_bytes
        self.pending = self.bytes_held = 0
        self.threads = ThreadPoolExecutor(threads, thread_name_prefix=process.name)
        self.turns = Turns(threads)

    async def ask(
        self, environ: Environ, body: bytes, is_wanted: Callable[[], bool] = lambda: True, later: float = 0.0
    ) -> Answer:
        """Return the application's response. Raises Unavailable if the lane is full or the client left."""
        if self.pending >= self.most:
            raise Unavailable
        self.pending += 1
        try:
            async with self.turns.take(later):
                loop = asyncio.get_running_loop()
                return await loop.run_in_executor(self.threads, self.hand_over, environ, body, is_wanted)
        finally:
            self.pending -= 1

    def hand_over(self, environ: Environ, body: bytes, is_wanted: Callable[[], bool]) -> Answer:
        """Exchange a request with the process, in a thread of the lane."""
        if not is_wanted():
            raise Unavailable
        IS_WANTED.set(is_wanted)
        return self.process.exchange(environ, body)


def hear(connection: Connection) -> Any:
    """Return what a process says next; tell it when the client of its request leaves meanwhile."""
    is_wanted = IS_WANTED.get()
    while not connection.poll(SECONDS_TO_LOOK):
        if not is_wanted():
            connection.send(GONE)
            break
    return connection.recv()


def connect(processes: dict[str, Process], sweeper: Process) -> None:
    """Forward each wake-up: this process caches pages and may end, and one other runs background work."""

    def relay(origin: Process, name: str) -> None:
        if WAKE_UPS.get(name) in OF_FRONT:
            WAKE_UPS[name].receive()
        elif name in WAKE_UPS and origin is not sweeper:
            sweeper.wake(name)

    for process in processes.values():
        process.relay = relay
