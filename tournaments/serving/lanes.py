"""Lanes: who asks waits only for others of the same lane, and never for more of them than the lane holds.

Each lane is a bounded queue before a few threads; each thread hands one request at a time to a process in
which the application runs. Whoever has asked a lot lately lets others go first: a phone that sends forty
deals after a long silence does not keep a table waiting that has one. A process that dies is started again;
what it was doing is answered with 503.
"""

import asyncio
import contextlib
import heapq
import itertools
import logging
import multiprocessing
import queue
import sys
import threading
import time
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection
from typing import Any

from tournaments.live import BELLS, NEWS, RESULTS
from tournaments.serving.messages import Answer, Environ
from tournaments.serving.worker import END, READY, work

# A forked copy shares most of its memory with the others; where forking is not safe, each starts afresh.
CONTEXT: Any = multiprocessing.get_context("forkserver" if sys.platform == "linux" else "spawn")
SECONDS_BEFORE_AGAIN = 0.5  # so that a process which cannot start does not take all the time there is
SECONDS_TO_END = 5

logger = logging.getLogger(__name__)


class Unavailable(Exception):
    """The lane is full, or its process has just died: try again in a moment."""


class Process:
    """A process that answers; started again whenever it dies."""

    def __init__(
        self, name: str, connections: int, *, sweeps: bool = False, steps_back: bool = False
    ) -> None:
        self.name, self.connections = name, connections
        self.sweeps, self.steps_back = sweeps, steps_back
        self.idle: queue.SimpleQueue[Connection] = queue.SimpleQueue()
        self.relay: Callable[[Process, str], None] = lambda process, name: None
        self.is_ending = False

    def start(self) -> None:
        """Start the process; `wait` says when it is ready."""
        pairs = [CONTEXT.Pipe() for _ in range(self.connections)]
        self.bell, theirs = CONTEXT.Pipe()
        arguments = ([their for _, their in pairs], theirs, self.sweeps, self.steps_back)
        self.process = CONTEXT.Process(target=work, args=arguments, name=self.name)
        self.process.start()
        for their in [theirs, *(their for _, their in pairs)]:
            their.close()
        self.pairs = [ours for ours, _ in pairs]

    def wait(self) -> None:
        """Until it answers. Raises EOFError if it ends instead."""
        while (heard := self.bell.recv()) != READY:
            self.relay(self, heard)
        idle: queue.SimpleQueue[Connection] = queue.SimpleQueue()
        for ours in self.pairs:
            idle.put(ours)
        self.idle = idle
        threading.Thread(target=self.listen, name=f"{self.name} bell", daemon=True).start()

    def listen(self) -> None:
        """Pass on what rings over there; when the process is gone, start another."""
        try:
            while True:
                self.relay(self, self.bell.recv())
        except (EOFError, OSError):
            self.revive()

    def revive(self) -> None:
        """Start again, as often as it takes."""
        while not self.is_ending:
            logger.error("The process for %s ended and is started again.", self.name)
            time.sleep(SECONDS_BEFORE_AGAIN)
            self.process.join(SECONDS_TO_END)
            try:
                self.start()
                if self.is_ending:
                    return self.ring(END)
                return self.wait()
            except (EOFError, OSError):
                continue

    def ring(self, name: str) -> None:
        """Ring a bell over there; a process that is just being started sweeps anyway."""
        try:
            self.bell.send(name)
        except OSError:
            return

    def exchange(self, environ: Environ, body: bytes) -> Answer:
        """The answer to a request; what rings meanwhile is passed on first. Raises Unavailable."""
        idle = self.idle
        try:
            connection = idle.get_nowait()
            connection.send((environ, body))
            while isinstance(heard := connection.recv(), str):
                self.relay(self, heard)
        except (queue.Empty, EOFError, OSError) as error:
            raise Unavailable from error
        idle.put(connection)
        answer: Answer = heard
        return answer

    def end(self) -> None:
        """Have it end, and wait for that."""
        self.is_ending = True
        self.ring(END)
        self.process.join(SECONDS_TO_END)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()


class Turns:
    """So many at once; the others wait in the order in which they came, some as if they had come later."""

    def __init__(self, at_once: int) -> None:
        self.free, self.numbers = at_once, itertools.count()
        self.waiting: list[tuple[float, int, asyncio.Future[None]]] = []

    @contextlib.asynccontextmanager
    async def take(self, later: float) -> AsyncIterator[None]:
        """A turn; who stands back lets all go first who come up to `later` seconds after them."""
        if self.free:
            self.free -= 1
        else:
            await self.wait(later)
        try:
            yield
        finally:
            self.pass_on()

    async def wait(self, later: float) -> None:
        """Until somebody passes their turn on."""
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
        """To the next who still waits."""
        while self.waiting:
            turn = heapq.heappop(self.waiting)[-1]
            if not turn.done():
                return turn.set_result(None)
        self.free += 1


class Lane:
    """So many requests at once, so many waiting; `most_bytes` bounds the bodies it holds at a time."""

    def __init__(self, process: Process, *, threads: int, waiting: int, body: int, most_bytes: int) -> None:
        self.process, self.most = process, threads + waiting
        self.longest_body, self.most_bytes = body, most_bytes
        self.pending = self.bytes_held = 0
        self.threads = ThreadPoolExecutor(threads, thread_name_prefix=process.name)
        self.turns = Turns(threads)

    async def ask(
        self, environ: Environ, body: bytes, is_wanted: Callable[[], bool] = lambda: True, later: float = 0.0
    ) -> Answer:
        """The application's answer. Raises Unavailable if the lane is full or nobody wants it any more."""
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
        """In a thread of the lane, when it is this request's turn."""
        if not is_wanted():
            raise Unavailable
        return self.process.exchange(environ, body)


def connect(processes: dict[str, Process], sweeper: Process) -> None:
    """What rings in one process is heard where it matters: pages are kept here, sweeps run in one process."""

    def relay(origin: Process, name: str) -> None:
        if name in (NEWS.name, RESULTS.name):
            BELLS[name].hear()
        elif name in BELLS and origin is not sweeper:
            sweeper.ring(name)

    for process in processes.values():
        process.relay = relay
