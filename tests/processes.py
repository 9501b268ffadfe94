"""Real processes for tests: the program's own commands, its web server, and a clean end for all of them."""

import contextlib
import functools
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NoReturn

import pytest

ROOT = Path(__file__).resolve().parent.parent
PATIENCE = 60
DATABASE = "stichtag.sqlite3"
END_OF_A_GROUP = """
cat
kill -s TERM -- "-$0"
sleep 10
kill -s KILL -- "-$0"
"""

Environment = dict[str, str]
LOADED: dict[str, "Loaded"] = {}  # by data folder


def miss(what: str) -> NoReturn:
    """A missing server or browser: one visible skip at home, a failure in CI."""
    if os.environ.get("CI") == "true":
        pytest.fail(f"{what} is missing", pytrace=False)
    pytest.skip(f"{what} is missing", allow_module_level=True)


def environment(data_dir: Path, **changes: str) -> Environment:
    """A clean installation in a folder of its own, whatever the caller's shell has set."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    return {**kept, "PYTHONUTF8": "1", "PYTHONUNBUFFERED": "1", "DATA_DIR": str(data_dir), **changes}


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def free_pair() -> int:
    """A port that is free together with the next one."""
    while True:
        port = free_port()
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port + 1)):
                return port


def manage(env: Mapping[str, str], *arguments: str) -> str:
    """The standard output of a management command; the error shows what it said when it fails."""
    loaded = LOADED.get(env["DATA_DIR"])
    is_same = loaded is not None and loaded.env == env
    done = loaded.run(arguments) if loaded and is_same else run_alone(env, arguments)
    assert done.returncode == 0, f"manage.py {arguments[0]} said:\n{done.stdout}{done.stderr}"
    return done.stdout


def run_alone(env: Mapping[str, str], arguments: Sequence[str]) -> subprocess.CompletedProcess[str]:
    """A command in a process of its own."""
    command = [sys.executable, "manage.py", *arguments]
    return subprocess.run(command, cwd=ROOT, env=dict(env), capture_output=True, text=True)


class Loaded:
    """A process that has the program loaded and forks for every command of one installation."""

    def __init__(self, env: Mapping[str, str], folder: Path) -> None:
        self.env = env
        self.files = {name: folder / name for name in ("stdout", "stderr")}
        command = [sys.executable, "-m", "tests.forked"]
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(
            command, cwd=ROOT, env=dict(env), stdin=pipe, stdout=pipe, text=True, start_new_session=True
        )

    def run(self, arguments: Sequence[str]) -> subprocess.CompletedProcess[str]:
        """Carry out one command."""
        assert self.process.stdin and self.process.stdout
        asked = {"arguments": arguments, **{name: str(file) for name, file in self.files.items()}}
        print(json.dumps(asked), file=self.process.stdin, flush=True)
        status = int(self.process.stdout.readline())
        said = [file.read_text(encoding="utf-8") for file in self.files.values()]
        return subprocess.CompletedProcess(list(arguments), status, *said)


@contextlib.contextmanager
def loaded(env: Mapping[str, str], folder: Path) -> Iterator[None]:
    """Meanwhile `manage` forks the commands of this installation, where a process can be forked."""
    if not hasattr(os, "fork"):
        yield
        return
    LOADED[env["DATA_DIR"]] = Loaded(env, folder)
    try:
        yield
    finally:
        end(LOADED.pop(env["DATA_DIR"]).process)


@contextlib.contextmanager
def running(command: list[str], env: Mapping[str, str], log: Path) -> Iterator[subprocess.Popen[bytes]]:
    """The process and all its children are gone afterwards."""
    with log.open("wb") as output:
        process = subprocess.Popen(
            command, cwd=ROOT, env=dict(env), stdout=output, stderr=output, start_new_session=True
        )
        watcher = watch_over(process)
        try:
            yield process
        finally:
            end(process)
            watcher.kill()
            watcher.communicate()


def watch_over(process: subprocess.Popen[bytes]) -> subprocess.Popen[bytes]:
    """Ends the process and its children when this one dies without a word: the other end of a pipe closes."""
    watch = ["sh", "-c", END_OF_A_GROUP, str(process.pid)]
    quiet = subprocess.DEVNULL
    return subprocess.Popen(watch, stdin=subprocess.PIPE, stdout=quiet, stderr=quiet, start_new_session=True)


def end(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(timeout=10)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def wait_until(is_true: Callable[[], bool], what: str, seconds: float = PATIENCE) -> None:
    deadline = time.monotonic() + seconds
    while not is_true():
        assert time.monotonic() < deadline, f"waited {seconds} s in vain until {what}"
        time.sleep(0.05)


def answers(url: str) -> bool:
    """Whether somebody speaks HTTP there, whatever the status."""
    try:
        urllib.request.urlopen(url, timeout=5).close()
    except urllib.error.HTTPError:
        return True
    except OSError:
        return False
    return True


@functools.cache
def prepared() -> Path:
    """A data folder with a migrated database and its static files gathered: made once, and copied."""
    folder = Path(tempfile.mkdtemp(prefix="prepared"))
    manage(environment(folder), "migrate", "-v", "0")
    manage(environment(folder), "collectstatic", "--noinput", "-v", "0")
    return folder


def clear_away() -> None:
    """Of what is prepared nothing is left."""
    if prepared.cache_info().currsize:
        shutil.rmtree(prepared())
        prepared.cache_clear()


def install(env: Mapping[str, str]) -> None:
    """An installation ready to be served; a database of its own that is there already is migrated."""
    own = Path(env["DATA_DIR"])
    shutil.copytree(prepared() / "static", own / "static", dirs_exist_ok=True)
    if "DATABASE_URL" in env or (own / DATABASE).exists():
        manage(env, "migrate", "-v", "0")
    else:
        shutil.copy(prepared() / DATABASE, own / DATABASE)


@contextlib.contextmanager
def web_server(env: Mapping[str, str], log: Path) -> Iterator[str]:
    """The base URL of a real server on a migrated database with its static files gathered."""
    port = free_port()
    install(env)
    with running([sys.executable, "manage.py", "serve", "--port", str(port)], env, log):
        url = f"http://127.0.0.1:{port}"
        wait_until(lambda: answers(f"{url}/accounts/login/"), f"{url} answers; see {log}")
        yield url
