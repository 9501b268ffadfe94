"""Serve the site: a front that holds the connections, and worker processes that answer requests.

It migrates the database, gathers the files of the pages, and loads and checks everything once: on Linux the
processes are forked from this one. With a certificate of our own, a second server answers without encryption
on the next port.
"""

import contextlib
import os
import socket
import subprocess
import sys
import threading
import time
import webbrowser
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from importlib import import_module
from urllib.parse import urlsplit

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand
from django.db import DatabaseError, connections

from server.hall import START_AGAIN, start_again
from server.local_ca import FOLDER, Prepared, own_names, prepare
from server.networks import SECONDS, Network, networks, url_at
from server.process_keeper import FORKS, Keeper
from server.server import Served, Where, serve
from server.worker import Program, work
from tournaments.selectors.clubs.permissions import has_accounts
from tournaments.serving.checks import OWN
from tournaments.serving.first_start import first_address
from tournaments.serving.middleware import ROOM_FOR_THE_FORM
from tournaments.serving.static_files import gather_static_files
from tournaments.storage.uploads.photos import MOST_FILE
from tournaments.storage.uploads.spreadsheets import MOST_BYTES

OWN_ADDRESS = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # of hosts that listen everywhere
PAUSE = 0.05
PROGRAM = Program("tournaments.serving.preloaded", "tournaments.serving.background_threads")


class Command(BaseCommand):
    help = "Serve the site; with HTTPS=on and HTTPS_PORT (set by run.py --https), also over HTTPS."
    requires_system_checks = [OWN]  # the others when all pages are loaded

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default="127.0.0.1")
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument("--threads", type=int, default=4)

    def handle(self, *, host: str, port: int, threads: int, **options: object) -> None:
        is_beside = settings.HTTPS_PORT and not settings.HTTPS  # of a server that has prepared everything
        if not is_beside:
            call_command("migrate", verbosity=0, interactive=False)
            gather_static_files()
            first = self.first_start(host, port)
        if FORKS:
            import_module(PROGRAM.application)
            self.check()
        leave_databases()
        served = Served(PROGRAM, MOST_BYTES + ROOM_FOR_THE_FORM, MOST_FILE + ROOM_FOR_THE_FORM, threads)
        keeper = Keeper(work) if FORKS else None
        if not is_beside:
            announce_when_ready(host, port, first)
        if settings.HTTPS and port == settings.HTTPS_PORT:
            prepared = prepare(settings.DATA_DIR / FOLDER, names(), datetime.now(UTC))
            self.stdout.write(announcement(prepared, public_host() or host, port + 1))
            with plain_beside(host, port + 1, threads):
                is_new_start = serve(Where(host, port, prepared.certificate, prepared.key), served, keeper)
        else:
            if settings.HTTPS_PORT:
                watch_parent()
            is_new_start = serve(Where(host, port), served, keeper)
        if is_new_start:
            start_again()

    def first_start(self, host: str, port: int) -> str:
        """Return the address of the first start while there is no account; empty if there is one."""
        base = settings.PUBLIC_URL or f"http://{OWN_ADDRESS.get(host, host)}:{port}"
        with contextlib.suppress(DatabaseError):
            if not has_accounts():
                return first_address(base)
        return ""


def announce_when_ready(host: str, port: int, first: str) -> None:
    """Say what run.py wants said, and open the browser, as soon as the port answers.

    `first` is the address of the first start, which comes before all others.
    """
    text, opened = (os.environ.pop(name, "") for name in ("SAY_WHEN_READY", "OPEN_WHEN_READY"))
    if settings.IN_HALL:
        text = f"{text}{network_lines(networks())}"
        threading.Thread(target=say_changes, daemon=True).start()
    if first:
        text, opened = f"\n  First start   {first}\n{text}", opened and first
    threading.Thread(
        target=announce, args=[(OWN_ADDRESS.get(host, host), port), text, opened], daemon=True
    ).start()


def network_lines(here: Sequence[Network]) -> str:
    """Return a line for each network of this computer, with the address at which phones there reach it."""
    lines = [f"  {each.name or 'A network':<13} {url_at(each.address)}/" for each in here]
    return (
        "".join(f"{line}\n" for line in lines) or "  This computer is in no network: no phone reaches it.\n"
    )


def say_changes() -> None:
    """Say the networks anew whenever they changed; pages and codes follow them by themselves."""
    known = networks()
    while True:
        time.sleep(SECONDS)
        if (here := networks()) != known:
            known = here
            print(f"\n  The networks of this computer changed:\n{network_lines(here)}", flush=True)


def announce(address: tuple[str, int], text: str, opened: str) -> None:
    """Wait for the port, then say the text and open the address in the browser; each may be empty."""
    while True:
        with contextlib.suppress(OSError), socket.create_connection(address):
            break
        time.sleep(PAUSE)
    if text:
        print(text, flush=True)
    if opened:
        webbrowser.open(opened)


def leave_databases() -> None:
    """Close all connections: from here on only the worker processes query the database."""
    connections.close_all()
    for connection in connections.all(initialized_only=True):
        if close_pool := getattr(connection, "close_pool", None):  # PostgreSQL only
            close_pool()


def names() -> list[str]:
    """Return all names and addresses by which phones may reach this machine."""
    return [*own_names(), *settings.ALLOWED_HOSTS]


def public_host() -> str | None:
    return urlsplit(settings.PUBLIC_URL).hostname


def announcement(prepared: Prepared, host: str, plain_port: int) -> str:
    """Return where phones that do not trust the authority yet begin, and the fingerprint they compare."""
    address = f"http://{f'[{host}]' if ':' in host else host}:{plain_port}/connection/"
    lines = [f"  First, once   {address}   on every phone: how to trust this computer, or go on without"]
    lines += [f"  Fingerprint   {prepared.fingerprint}   (SHA-256 of the authority)"]
    if prepared.has_new_authority:
        lines += ["                The authority is new: phones that trusted an older one install this one."]
    return "\n".join([*lines, ""])


@contextlib.contextmanager
def plain_beside(host: str, port: int, threads: int) -> Iterator[None]:
    """Run the server on plain HTTP, with separate cookies, while the encrypted one runs."""
    command = [sys.executable, str(settings.BASE_DIR / "manage.py"), "serve", "--host", host]
    command += ["--port", str(port), "--threads", str(threads)]
    process = subprocess.Popen(command, env={**os.environ, "HTTPS": "off", START_AGAIN: ""})
    try:
        yield
    finally:
        process.terminate()
        process.wait()


def watch_parent() -> None:
    """End when the parent was killed, so that the port does not stay in use."""
    threading.Thread(target=end_with, args=[os.getppid()], daemon=True).start()


def end_with(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(1)
    os._exit(1)
