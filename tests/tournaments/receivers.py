"""A program that receives messages, and answers as a test says."""

import contextlib
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

# Scripts for `manage shell`: a webhook with three messages; time passes until its claim has ended
MAKE = """
from tournaments.models import Club
from tournaments.services.webhooks.lifecycle import create_webhook, send_test
webhook, secret = create_webhook(club=Club.objects.first(), url="{url}", types=["deal.recorded"])
for _ in range(3):
    send_test(webhook=webhook)
"""
A_CLAIM_LATER = """
from django.utils import timezone
from tournaments.models import Webhook
Webhook.objects.update(busy_until=timezone.now())
"""

Answer = Callable[[BaseHTTPRequestHandler], None]


@dataclass
class Receiver:
    """The requests so far, and how the next one is answered."""

    url: str = ""
    requests: list[tuple[dict[str, str], str]] = field(default_factory=list)
    answer: Answer = lambda handler: say(handler, 204)

    @property
    def ids(self) -> list[str]:
        return [headers["webhook-id"] for headers, _ in self.requests]


def say(handler: BaseHTTPRequestHandler, status: int, **headers: str) -> None:
    """Answer with this status."""
    handler.send_response(status)
    for name, value in {**headers, "Content-Length": "0"}.items():
        handler.send_header(name, value)
    handler.end_headers()


@contextlib.contextmanager
def receiving(port: int = 0) -> Iterator[Receiver]:
    """Run a receiver on a port of its own."""
    receiver = Receiver()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"])).decode()
            receiver.requests.append(({key.lower(): value for key, value in self.headers.items()}, body))
            receiver.answer(self)

        def log_message(self, *said: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", port), Handler)
    server.daemon_threads = True
    receiver.url = f"http://127.0.0.1:{server.server_port}/hook"
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
    try:
        yield receiver
    finally:
        server.shutdown()
        server.server_close()
