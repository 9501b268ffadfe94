"""Serve the site with granian: one worker process with threads, which is what SQLite wants."""

import os
import threading
import time
from argparse import ArgumentParser
from collections.abc import Callable
from typing import cast

from django.core.management.base import BaseCommand
from django.db import connections
from django.utils.module_loading import import_string
from granian import Granian
from granian.constants import Interfaces
from granian.log import LogLevels

SECONDS_TO_FINISH = 5


class Command(BaseCommand):
    help = "Serve the site."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default="127.0.0.1")
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument("--threads", type=int, default=8)

    def handle(self, *, host: str, port: int, threads: int, **options: object) -> None:
        connections.close_all()  # the worker is a copy of this process and must not share one
        serve(host, port, threads)


def serve(host: str, port: int, threads: int) -> None:
    """Until SIGINT or SIGTERM; requests under way are finished."""
    server = Granian(
        "config.wsgi.application",
        address=host,
        port=port,
        interface=Interfaces.WSGI,
        workers=1,
        blocking_threads=threads,
        websockets=False,
        log_access=False,
        log_level=LogLevels.error,
        respawn_failed_workers=True,
        workers_kill_timeout=SECONDS_TO_FINISH,
    )
    server.serve(target_loader=load_application)


def load_application(path: str) -> Callable[..., object]:
    """In the worker process, which must not outlive a parent that was killed and keep its port."""
    threading.Thread(target=end_with, args=[os.getppid()], daemon=True).start()
    return cast(Callable[..., object], import_string(path))


def end_with(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(1)
    os._exit(1)
