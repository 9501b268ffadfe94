"""The phones of a benchmark: one process, one keep-alive connection and thread per table.

Reads a job as JSON from standard input and writes the results to standard output. A connection sends its next
request as soon as it has the answer to the last one.
"""

import json
import sys
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection, HTTPException
from threading import Barrier
from time import perf_counter
from typing import Any

PATIENCE = 60

Sent = list[tuple[int, float]]  # status (0: no answer) and seconds of every request, in order


def send_all(port: int, requests: list[dict[str, Any]], start: Barrier) -> Sent:
    """Send all requests of one connection, one after the other."""
    connection = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    connection.connect()
    start.wait()
    sent = [send(connection, request) for request in requests]
    connection.close()
    return sent


def send(connection: HTTPConnection, request: dict[str, Any]) -> tuple[int, float]:
    """Return status and seconds of one request, its body read to the end."""
    begin = perf_counter()
    try:
        connection.request("POST", request["path"], request["body"].encode(), request["headers"])
        answer = connection.getresponse()
        answer.read()
        status = answer.status
    except (OSError, HTTPException):
        connection.close()
        status = 0
    return status, perf_counter() - begin


def run(job: dict[str, Any]) -> dict[str, Any]:
    """Run all connections at once; the clock runs from the common start to the last answer."""
    lanes = job["lanes"]
    start = Barrier(len(lanes) + 1)
    with ThreadPoolExecutor(len(lanes)) as pool:
        futures = [pool.submit(send_all, job["port"], requests, start) for requests in lanes]
        start.wait()
        begin = perf_counter()
        sent = [future.result() for future in futures]
    return {"seconds": perf_counter() - begin, "sent": sent}


if __name__ == "__main__":
    json.dump(run(json.load(sys.stdin)), sys.stdout)
