"""`run.py` with a real server behind it: it starts without questions, and stops completely."""

import contextlib
import re
import signal
import socket
import sqlite3
import ssl
import subprocess
import sys
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from release import installing
from tests.missing import miss
from tests.processes import (
    DATABASE,
    LONG_PATIENCE,
    PATIENCE,
    ROOT,
    Environment,
    Process,
    answers,
    environment,
    free_pair,
    install,
    running,
    wait_until,
)

EVERYWHERE = "127.0.0.2"  # of this machine, and answered only where every network is

if not installing.is_fresh(installing.RUNTIME):
    miss("the environment that run.py makes")


@pytest.fixture
def installed(tmp_path: Path) -> Environment:
    """Return the environment of an installation; without one, `serve` makes it."""
    env = environment(tmp_path)
    install(env)
    return env


@contextlib.contextmanager
def serving(env: Environment, *options: str) -> Iterator[tuple[Process, int]]:
    """Run the server at a port with another free one behind it; yield when it answers plain HTTP."""
    port, log = free_pair(), Path(env["DATA_DIR"], "log")
    log.parent.mkdir(exist_ok=True)
    with running([sys.executable, "run.py", "serve", "--port", str(port), *options], env, log) as server:
        url = page_of(port + len(options))
        wait_until(lambda: answers(url), f"{url} answers", LONG_PATIENCE, log, of=server)
        yield server, port


def page_of(port: int) -> str:
    return f"http://127.0.0.1:{port}/accounts/login/"


def test_an_owner_lets_phones_in_by_one_key_and_an_interrupt_ends_all_of_the_new_start(
    installed: Environment,
) -> None:
    with serving(installed) as (server, port):
        send = Browser(f"http://127.0.0.1:{port}").send
        assert not is_reached(EVERYWHERE, port)
        send("/first-start/", username="Heinz", password="Pik-Sieben", club="Skatfreunde")
        assert "data-phones-in" in send("/phones/", phones="in")
        wait_until(lambda: is_reached(EVERYWHERE, port), "the networks are served", LONG_PATIENCE)
        wait_until(lambda: answers(page_of(port)), "it answers", LONG_PATIENCE)
        assert 'value="out"' in send("/phones/")
        server.send_signal(signal.SIGINT)
        assert server.wait(PATIENCE) == 0
        assert not answers(page_of(port))


class Browser:
    """A browser that keeps cookies and sends forms as they were shown."""

    def __init__(self, url: str) -> None:
        self.url, cookies = url, urllib.request.HTTPCookieProcessor()
        self.open = urllib.request.build_opener(cookies).open

    def send(self, path: str, **fields: str) -> str:
        """Get a page; with fields, send its form and return the answer."""
        with self.open(self.url + path) as page:
            text = str(page.read().decode())
        if not fields:
            return text
        token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', text)
        sent = urllib.parse.urlencode({**fields, "csrfmiddlewaretoken": token[1] if token else ""}).encode()
        with self.open(self.url + path, sent) as answer:
            return str(answer.read().decode())


def is_reached(address: str, port: int) -> bool:
    """Return whether the port is open at an address."""
    with contextlib.suppress(OSError), socket.create_connection((address, port), PATIENCE):
        return True
    return False


def test_the_workers_of_a_server_started_without_run_py_do_not_outlive_it(installed: Environment) -> None:
    port, log = free_pair(), Path(installed["DATA_DIR"], "log")
    command = [sys.executable, "manage.py", "serve", "--port", str(port)]
    with running(command, installed, log) as server:
        wait_until(lambda: answers(page_of(port)), "it answers", LONG_PATIENCE, log, of=server)
        server.kill()
        wait_until(lambda: not answers(page_of(port)), "the port is free again")


def test_in_an_empty_folder_https_and_plain_http_come_and_go_together_and_have_their_styles(
    tmp_path: Path,
) -> None:
    with serving(environment(tmp_path), "--https") as (server, port):
        wait_until(lambda: is_trusted(port, tmp_path), "HTTPS answers, with a certificate of its authority")
        for site in (f"https://localhost:{port}", f"http://localhost:{port + 1}"):
            assert kind_of_style(site, tmp_path).startswith("text/css")
        server.send_signal(signal.SIGTERM)
        assert server.wait(PATIENCE) == 0
        assert not answers(page_of(port)) and not answers(page_of(port + 1))


def kind_of_style(site: str, data_dir: Path) -> str:
    """Return the content type of the first style that a page names."""
    with urllib.request.urlopen(f"{site}/accounts/login/", context=trusting(data_dir)) as page:
        style = re.search(r'href="(/static/[^"]+\.css)"', page.read().decode())
    assert style
    with urllib.request.urlopen(site + style[1], context=trusting(data_dir)) as found:
        return str(found.headers["Content-Type"])


def trusting(data_dir: Path) -> ssl.SSLContext:
    """Return how a client trusts this installation's authority."""
    return ssl.create_default_context(cafile=str(data_dir / "certificates" / "authority.crt"))


def is_trusted(port: int, data_dir: Path) -> bool:
    """Return whether a client that trusts this installation's authority receives the page."""
    context = trusting(data_dir)
    try:
        with urllib.request.urlopen(f"https://localhost:{port}/accounts/login/", context=context) as page:
            return "Strict-Transport-Security" not in page.headers
    except urllib.error.URLError:
        return False


def test_a_management_command_migrates_first_and_has_standard_output_to_itself(
    installed: Environment, tmp_path: Path
) -> None:
    with closing(sqlite3.connect(tmp_path / DATABASE)) as database:
        database.execute("DELETE FROM auth_permission")  # which every migration makes anew
        database.commit()
        command = [sys.executable, "run.py", "manage", "diffsettings", "--output", "unified"]
        done = subprocess.run(command, cwd=ROOT, env=installed, capture_output=True, text=True)
        assert done.returncode == 0
        assert all(line[0] in "+-" for line in done.stdout.splitlines())
        assert database.execute("SELECT count(*) FROM auth_permission").fetchone() > (0,)
