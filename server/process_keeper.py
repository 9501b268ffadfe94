"""A process with the program loaded that forks the others: it has no threads, so it may fork at any time.

The front has threads soon after its start. So it forks the keeper before them, and asks it for each process
behind it, those that are started again included. All of them share the memory of what was loaded once.
"""

import contextlib
import gc
import os
import pickle
import select
import signal
import socket
import sys
import threading
from collections.abc import Callable, Sequence
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

FORKS = sys.platform == "linux"  # elsewhere libraries do not expect it
LONGEST, MOST_FILES = 4096, 64
LONGEST_NAME = 15  # that Linux shows of a process

Work = Callable[..., None]  # what a forked process does, given its connections and further arguments


class Forked:
    """A process that the keeper forked."""

    def __init__(self, pid: int) -> None:
        self.pid, self.watch = pid, -1
        with contextlib.suppress(ProcessLookupError):  # it has ended already
            self.watch = os.pidfd_open(pid)

    def join(self, seconds: float | None = None) -> None:
        """Wait until the process has ended, but not longer."""
        if self.watch != -1 and select.select([self.watch], [], [], seconds)[0]:
            os.close(self.watch)
            self.watch = -1

    def is_alive(self) -> bool:
        self.join(0)
        return self.watch != -1

    def kill(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            signal.pidfd_send_signal(self.watch, signal.SIGKILL)


class Keeper:
    """The front's way to its keeper."""

    def __init__(self, work: Work) -> None:
        gc.collect()
        gc.freeze()  # the garbage collector would write to shared memory, and so copy it
        self.turn = threading.Lock()
        self.ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        if os.fork() == 0:
            self.ours.close()
            keep(theirs, work)
        theirs.close()
        show_name("front")

    def fork(self, connections: Sequence[Connection], *arguments: Any) -> Forked:
        """Start a process that works with these connections. Raises OSError if the keeper has ended."""
        files = [each.fileno() for each in connections]
        with self.turn:
            socket.send_fds(self.ours, [pickle.dumps(arguments)], files)
            pid = self.ours.recv(LONGEST)
        if not pid:
            raise ConnectionResetError("The keeper has ended.")
        return Forked(int(pid))


def keep(asked: socket.socket, work: Work) -> None:
    """Fork whenever asked, until the front has ended. Only the front acts on Ctrl-C and SIGTERM."""
    show_name("keeper")
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # so that no ended process waits for somebody to ask
    while True:
        message, files, _, _ = socket.recv_fds(asked, LONGEST, MOST_FILES)
        if not message:
            os._exit(0)
        connections = [Connection(file) for file in files]
        pid = os.fork()
        if pid == 0:
            asked.close()
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            work(connections, *pickle.loads(message))
            os._exit(0)
        for each in connections:
            each.close()
        asked.send(str(pid).encode())


def show_name(name: str) -> None:
    """Let `top` and `ps` tell the processes of a server apart, on Linux."""
    with contextlib.suppress(OSError):
        Path("/proc/self/comm").write_text(f"stichtag-{name}"[:LONGEST_NAME])
