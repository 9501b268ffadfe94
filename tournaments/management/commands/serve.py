"""Serve the site: a front that holds the connections, and processes behind it that answer.

With a certificate of our own, the same program without encryption is a second one on the next port.
"""

import contextlib
import os
import subprocess
import sys
import threading
import time
from argparse import ArgumentParser
from collections.abc import Iterator
from datetime import UTC, datetime
from urllib.parse import urlsplit

from django.conf import settings
from django.core.management.base import BaseCommand
from django.db import DatabaseError, connections

from tournaments.certificates import FOLDER, Prepared, own_names, prepare
from tournaments.checks import OWN
from tournaments.selectors.access import has_accounts
from tournaments.serving.server import Where, serve


class Command(BaseCommand):
    help = "Serve the site; with HTTPS=on and HTTPS_PORT, which run.py sets for --https, also encrypted."
    requires_system_checks = [OWN]  # the others would load every page, which only the processes behind need

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default="127.0.0.1")
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument("--threads", type=int, default=4)

    def handle(self, *, host: str, port: int, threads: int, **options: object) -> None:
        if settings.HTTPS or not settings.HTTPS_PORT:  # once, not beside the encrypted one too
            self.stdout.write(first_account(), ending="")
            self.stdout.flush()
        leave_databases()
        if settings.HTTPS and port == settings.HTTPS_PORT:
            prepared = prepare(settings.DATA_DIR / FOLDER, names(), datetime.now(UTC))
            self.stdout.write(announcement(prepared, public_host() or host, port + 1))
            with plain_beside(host, port + 1, threads):
                serve(Where(host, port, prepared.certificate, prepared.key), threads)
        else:
            if settings.HTTPS_PORT:
                watch_parent()
            serve(Where(host, port), threads)


def leave_databases() -> None:
    """Close everything: from here on only the processes behind the front ask the database."""
    connections.close_all()
    for connection in connections.all(initialized_only=True):
        if close_pool := getattr(connection, "close_pool", None):  # PostgreSQL only
            close_pool()


def first_account() -> str:
    """How to make the first account while there is none; nothing where the database cannot say."""
    with contextlib.suppress(DatabaseError):
        if not has_accounts():
            return "  Nobody can sign in yet. Make an account: python3 run.py manage create_organiser\n"
    return ""


def names() -> list[str]:
    """All names and addresses a phone may reach this machine by."""
    return [*own_names(), *settings.ALLOWED_HOSTS]


def public_host() -> str | None:
    return urlsplit(settings.PUBLIC_URL).hostname


def announcement(prepared: Prepared, host: str, plain_port: int) -> str:
    """Where phones begin that do not trust the authority yet, and what they compare."""
    address = f"http://{f'[{host}]' if ':' in host else host}:{plain_port}/connection/"
    lines = [f"  First, once   {address}   on every phone: how to trust this computer, or go on without"]
    lines += [f"  Fingerprint   {prepared.fingerprint}   (SHA-256 of the authority)"]
    if prepared.has_new_authority:
        lines += ["                The authority is new: phones that trusted an older one install this one."]
    return "\n".join([*lines, ""])


@contextlib.contextmanager
def plain_beside(host: str, port: int, threads: int) -> Iterator[None]:
    """The same program on plain HTTP, with cookies of its own, for as long as this one serves."""
    command = [sys.executable, str(settings.BASE_DIR / "manage.py"), "serve", "--host", host]
    command += ["--port", str(port), "--threads", str(threads)]
    process = subprocess.Popen(command, env={**os.environ, "HTTPS": "off"})
    try:
        yield
    finally:
        process.terminate()
        process.wait()


def watch_parent() -> None:
    """A process must not outlive a parent that was killed, and keep its port."""
    threading.Thread(target=end_with, args=[os.getppid()], daemon=True).start()


def end_with(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(1)
    os._exit(1)
