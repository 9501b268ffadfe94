"""Send requests on schedule whatever the server does: an open loop in its own process.

Reads a job as JSON from standard input: {"requests": [{"at", "port", "method", "path", "headers", "body"}]},
in the order of `at`, seconds after the start. Writes for each the status (0: no answer) and the seconds from
its scheduled time to the end of its answer, so that waiting to be sent counts too.
"""

import json
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection, HTTPException
from time import monotonic, sleep
from typing import Any

THREADS, PATIENCE = 128, 60
CONNECTIONS = threading.local()


def run(requests: list[dict[str, Any]]) -> list[tuple[int, float]]:
    """Send all requests, each at its time."""
    start = monotonic() + 0.2
    with ThreadPoolExecutor(THREADS) as pool:
        futures = []
        for request in requests:
            sleep(max(0.0, start + request["at"] - monotonic()))
            futures.append(pool.submit(send, request, start + request["at"]))
        return [future.result() for future in futures]


def send(request: dict[str, Any], due: float) -> tuple[int, float]:
    """Send one request on this thread's connection to the port."""
    connection = connection_to(request["port"])
    try:
        connection.request(request["method"], request["path"], request.get("body"), request["headers"])
        answer = connection.getresponse()
        answer.read()
        status = answer.status
    except (OSError, HTTPException):
        connection.close()
        status = 0
    return status, monotonic() - due


def connection_to(port: int) -> HTTPConnection:
    """Return this thread's keep-alive connection to a port."""
    known: dict[int, HTTPConnection] = CONNECTIONS.__dict__.setdefault("known", {})
    if port not in known:
        known[port] = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    return known[port]


if __name__ == "__main__":
    json.dump(run(json.load(sys.stdin)["requests"]), sys.stdout)
