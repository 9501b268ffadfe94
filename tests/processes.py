"""Real processes for tests: the program's commands, its web server, and their clean shutdown."""

import asyncio
import contextlib
import json
import os
import select
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from random import SystemRandom
from typing import Any, TextIO

from server.process_keeper import FORKS

ROOT = Path(__file__).resolve().parent.parent
PATIENCE = 120  # seconds for any event in any test, on a machine that does other work too
LONG_PATIENCE = 900  # for what another process makes for the whole run
PAUSE = 0.05
PORTS = 15_000, 32_000  # Linux gives clients those from 32,768, other systems those from 49,152
PREPARED = "PREPARED_INSTALLATION"  # names the folder, for all workers of a run
DATABASE, STAMP = "stichtag.sqlite3", "static.stamp"
ANSWER = "demo.json"  # of the command that made the demo event
GATHERING = "from tournaments.serving.static_files import gather_static_files; gather_static_files()"
END_OF_A_GROUP = """
cat
kill -s TERM -- "-$0"
sleep 10
kill -s KILL -- "-$0"
"""

Environment = dict[str, str]
LOADED: dict[frozenset[tuple[str, str]], "Loaded"] = {}  # by environment


def environment(data_dir: Path, **changes: str) -> Environment:
    """Return the environment of a clean installation in its own folder, independent of the caller's shell."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    return {**kept, "PYTHONUTF8": "1", "PYTHONUNBUFFERED": "1", "DATA_DIR": str(data_dir), **changes}


def free_port() -> int:
    """Return a port nobody listens on, out of the range that systems give to clients.

    A client's port may lie on a port from that range before the server for which it was found binds it.
    """
    while is_taken(port := SystemRandom().randrange(*PORTS)):
        pass
    return port


def free_pair() -> int:
    """Return a free port whose successor is free too."""
    while is_taken((port := free_port()) + 1):
        pass
    return port


def is_taken(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def manage(env: Mapping[str, str], *arguments: str) -> str:
    """Return the standard output of a management command; a failure shows its output."""
    done = run_command(env, arguments)
    assert done.returncode == 0, f"manage.py {arguments[0]} said:\n{done.stdout}{done.stderr}"
    return done.stdout


def run_command(env: Mapping[str, str], arguments: Sequence[str]) -> subprocess.CompletedProcess[str]:
    """Run a command to its end, whatever that is, in a forked process where forking is possible."""
    if loaded := LOADED.get(frozenset(env.items())):
        return loaded.run(arguments)
    return run_anew(env, arguments)


def run_anew(env: Mapping[str, str], arguments: Sequence[str]) -> subprocess.CompletedProcess[str]:
    """Run a command in a process that loads the program for it alone."""
    return nursery().run(env, arguments) if FORKS else run_alone(env, arguments)


def run_alone(env: Mapping[str, str], arguments: Sequence[str]) -> subprocess.CompletedProcess[str]:
    """Run a command in its own process."""
    command = [sys.executable, "manage.py", *arguments]
    return subprocess.run(command, cwd=ROOT, env=dict(env), capture_output=True, text=True)


class Forking:
    """A process that forks for each of its wishes; it ends when nobody can have one any more."""

    def __init__(self, wishes: TextIO, answers: TextIO) -> None:
        self.wishes, self.answers, self.turn = wishes, answers, threading.Lock()

    def ask(self, **asked: Any) -> int:
        """Return the answer; those of several threads come one after another."""
        with self.turn:
            print(json.dumps(asked), file=self.wishes, flush=True)
            return int(self.answers.readline())

    def start(self, program: Sequence[str], **more: Any) -> "Started":
        """Start a program in a session of its own; what it writes is appended to the files."""
        return Started(self, self.ask(start=program, **more))


class Nursery(Forking):
    """A process with the packages imported, for programs of any installation."""

    def __init__(self) -> None:
        command, pipe = [sys.executable, "-m", "tests.forked", "packages"], subprocess.PIPE
        env = environment(Path(os.devnull))
        self.process = subprocess.Popen(
            command, cwd=ROOT, env=env, stdin=pipe, stdout=pipe, text=True, start_new_session=True
        )
        assert self.process.stdin and self.process.stdout
        super().__init__(self.process.stdin, self.process.stdout)

    def run(self, env: Mapping[str, str], arguments: Sequence[str]) -> subprocess.CompletedProcess[str]:
        """Run one command."""
        with tempfile.TemporaryDirectory() as folder:
            files = {name: str(Path(folder, name)) for name in ("stdout", "stderr")}
            status = self.start(["manage.py", *arguments], environ=dict(env), **files).wait()
            said = [Path(file).read_text(encoding="utf-8") for file in files.values()]
        return subprocess.CompletedProcess(list(arguments), status, *said)


@cache
def nursery() -> Nursery:
    """Return the one of this process."""
    return Nursery()


class Loaded(Forking):
    """A process with the program loaded, for the programs and commands of one installation."""

    def __init__(self, env: Mapping[str, str], folder: Path, what: str) -> None:
        own = Path(tempfile.mkdtemp(prefix="loaded", dir=folder))
        self.files = {name: str(own / name) for name in ("stdout", "stderr")}
        wishes, answers = own / "wishes", own / "answers"
        os.mkfifo(wishes)
        os.mkfifo(answers)
        pipes = {"stdin": str(wishes), "stdout": str(answers), "stderr": str(own / "log")}
        self.process = nursery().start(["-m", "tests.forked", what], environ=dict(env), **pipes)
        said = answers.open(
            encoding="utf-8"
        )  # each end waits for the other, in the order in which a child opens them
        super().__init__(wishes.open("w", encoding="utf-8"), said)
        self.commands = threading.Lock()

    def run(self, arguments: Sequence[str]) -> subprocess.CompletedProcess[str]:
        """Run one command; the commands of several threads run one after another."""
        with self.commands:
            status = self.ask(run=arguments, **self.files)
            said = [Path(file).read_text(encoding="utf-8") for file in self.files.values()]
        return subprocess.CompletedProcess(list(arguments), status, *said)

    def end(self) -> None:
        end(self.process)
        self.wishes.close()
        self.answers.close()


class Started:
    """A forked program, with what a Popen can do; threads may wait for it at the same time."""

    def __init__(self, parent: Forking, pid: int) -> None:
        self.parent, self.pid, self.watch = parent, pid, os.pidfd_open(pid)
        self.turn = threading.Lock()
        self.returncode: int | None = None

    def poll(self) -> int | None:
        with self.turn:
            if self.returncode is None and self.has_ended(0):
                self.returncode = self.parent.ask(ended=self.pid)
            return self.returncode

    def has_ended(self, seconds: float | None) -> bool:
        """Wait until it has ended, but not longer; return whether it has."""
        return bool(select.select([self.watch], [], [], seconds)[0])

    def wait(self, timeout: float | None = None) -> int:
        self.has_ended(timeout)
        if (status := self.poll()) is None:
            raise subprocess.TimeoutExpired(str(self.pid), timeout or 0)
        return status

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            signal.pidfd_send_signal(self.watch, number)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


Process = subprocess.Popen[bytes] | Started


@contextlib.contextmanager
def loaded(env: Mapping[str, str], folder: Path, what: str = "pages") -> Iterator[None]:
    """Inside, one process with the program loaded forks for this installation, where forking is possible.

    `what="tables"` leaves the pages out, which take half of the time to load: backups, restores, migrations
    and `shell` need none.
    """
    if not FORKS:
        yield
        return
    key = frozenset(env.items())
    LOADED[key] = Loaded(env, folder, what)
    try:
        yield
    finally:
        LOADED.pop(key).end()


@contextlib.contextmanager
def running(
    command: Sequence[str], env: Mapping[str, str], log: Path, folder: Path = ROOT
) -> Iterator[Process]:
    """Run a process in a folder; end it and all its children afterwards."""
    log.write_bytes(b"")
    process = started(command, env, log, folder)
    watcher = watch_over(process)
    try:
        yield process
    finally:
        end(process)
        watcher.kill()
        watcher.communicate()


def started(command: Sequence[str], env: Mapping[str, str], log: Path, folder: Path = ROOT) -> Process:
    """Start a process that appends to the log.

    A program of an installation that is `loaded` is forked, where the product forks too: its imports are most
    of a start. `tests/test_serving.py`, `test_deploy.py` and others start it as a person does.
    """
    is_python = FORKS and folder == ROOT and command[0] == sys.executable
    if is_python and (loaded := LOADED.get(frozenset(env.items()))):
        return loaded.start(command[1:], stdout=str(log), stderr=str(log))
    with log.open("ab") as output:
        return subprocess.Popen(
            command, cwd=folder, env=dict(env), stdout=output, stderr=output, start_new_session=True
        )


def watch_over(process: Process) -> subprocess.Popen[bytes]:
    """End the process and its children when this one dies silently: the other end of a pipe closes."""
    watch = ["sh", "-c", END_OF_A_GROUP, str(process.pid)]
    quiet = subprocess.DEVNULL
    return subprocess.Popen(watch, stdin=subprocess.PIPE, stdout=quiet, stderr=quiet, start_new_session=True)


def end(process: Process) -> None:
    process.terminate()
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(timeout=10)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def wait_until(
    is_true: Callable[[], bool],
    what: str,
    seconds: float = PATIENCE,
    log: Path | None = None,
    rest: Callable[[], object] = lambda: time.sleep(PAUSE),
    of: Process | None = None,
) -> None:
    """Wait until it is true. Fails with the words, and with what the process wrote to its log.

    A page whose browser must go on meanwhile has its own way to rest. What a process brings about does not
    come any more once it has ended: then the wait fails at once.
    """
    for _ in looks(what, seconds, log):
        has_ended = of is not None and of.poll() is not None
        if is_true():
            return
        if of and has_ended:
            said = log.read_text() if log else ""
            raise AssertionError(f"it ended with {of.poll()} and not until {what}\n{said}")
        rest()


async def wait_in_turn_until(is_true: Callable[[], bool], what: str) -> None:
    """Wait until it is true, and let the other tasks of the event loop run meanwhile."""
    for _ in looks(what):
        if is_true():
            return
        await asyncio.sleep(PAUSE / 10)


def looks(what: str, seconds: float = PATIENCE, log: Path | None = None) -> Iterator[None]:
    """Yield for each look at an event that has not come; fail when the patience is at its end."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        yield
    raise AssertionError(f"waited {seconds} s in vain until {what}\n{log.read_text() if log else ''}")


def answers(url: str) -> bool:
    """Return whether a server answers HTTP there, with any status."""
    try:
        urllib.request.urlopen(url, timeout=5).close()
    except urllib.error.HTTPError:
        return True
    except OSError:
        return False
    return True


# What a run makes once


def prepare_folder() -> bool:
    """Make the folder that all workers of this run share; return False if it is there already."""
    if PREPARED in os.environ:
        return False
    os.environ[PREPARED] = tempfile.mkdtemp(prefix="prepared")
    return True


def clear_away() -> None:
    """Remove what was prepared."""
    shutil.rmtree(os.environ.pop(PREPARED, ""), ignore_errors=True)


def once(name: str, make: Callable[[Path], object]) -> Path:
    """Return a file or folder to be copied, which the first worker that needs it makes for the whole run.

    The others wait. `make` gets the path under which to make it; if it fails, the next worker tries.
    """
    whole = Path(os.environ[PREPARED], name)
    begun, unfinished = whole.with_name(f"{name} begun"), whole.with_name(f"{name} unfinished")
    while not whole.exists():
        try:
            begun.mkdir()
        except FileExistsError:
            wait_until(
                lambda: whole.exists() or not begun.exists(), f"another worker has made {name}", LONG_PATIENCE
            )
            continue
        try:
            make(unfinished)
            unfinished.rename(whole)
        finally:
            begun.rmdir()
    return whole


def prepared_database() -> Path:
    """Return an empty migrated SQLite database."""

    def migrate(file: Path) -> None:
        env = environment(file.with_name("migrating"))
        manage(env, "migrate", "-v", "0")
        Path(env["DATA_DIR"], DATABASE).rename(file)

    return once(DATABASE, migrate)


def prepared_statics() -> Path:
    """Return a folder with the collected static files and the stamp by which `serve` knows them."""

    def collect(folder: Path) -> None:
        env = environment(folder.with_name("collecting"))
        manage(env, "shell", "-v", "0", "-c", GATHERING)
        folder.mkdir()
        for name in ("static", STAMP):
            Path(env["DATA_DIR"], name).rename(folder / name)

    return once("static", collect)


def prepared_demo() -> Path:
    """Return the data folder of an installation with the demo event; the command's answer is in `ANSWER`."""

    def play(folder: Path) -> None:
        env = environment(folder)
        migrated(env)
        Path(folder, ANSWER).write_text(manage(env, "demo", "--format", "json"), encoding="utf-8")

    return once("demo", play)


def migrated(env: Mapping[str, str]) -> None:
    """Put an empty migrated SQLite database into the folder of this installation."""
    own = Path(env["DATA_DIR"])
    own.mkdir(parents=True, exist_ok=True)
    shutil.copy(prepared_database(), own / DATABASE)


def with_demo(env: Mapping[str, str]) -> dict[str, Any]:
    """Put the demo event into the empty folder of this installation; return what `manage demo` answered."""
    own = Path(env["DATA_DIR"])
    shutil.copytree(prepared_demo(), own, dirs_exist_ok=True)
    return dict(json.loads((own / ANSWER).read_text(encoding="utf-8")))


def install(env: Mapping[str, str]) -> None:
    """Make an installation ready to be served; an existing database is migrated."""
    own = Path(env["DATA_DIR"])
    shutil.copytree(prepared_statics(), own, dirs_exist_ok=True)
    if "DATABASE_URL" in env or (own / DATABASE).exists():
        manage(env, "migrate", "-v", "0")
    else:
        migrated(env)


@contextlib.contextmanager
def web_server(env: Mapping[str, str], log: Path) -> Iterator[str]:
    """Run a real server on a migrated database with collected static files; yield its base URL."""
    port = free_port()
    install(env)
    with running([sys.executable, "manage.py", "serve", "--port", str(port)], env, log) as server:
        url = f"http://127.0.0.1:{port}"
        wait_until(lambda: answers(f"{url}/accounts/login/"), f"{url} answers; see {log}", of=server)
        yield url
