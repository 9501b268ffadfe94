"""Simulate the people in a hall in one process: read a job as JSON from standard input, write the results.

An open loop: each acts at a scheduled time, however long others have waited; waits count from that time. The
job names a port, seconds, and any of: `tables` that post deals (`pace`: time between two of them; `sheet`:
the requests of their phones in between), `spectators` who look at pages every few seconds, `listeners` to
streams, and `standings`, watched for the delay until a counting deal appears there.
"""

import asyncio
import contextlib
import json
import sys
from random import Random
from time import perf_counter
from typing import Any, NamedTuple

HOST = "127.0.0.1"
LOOK_SECONDS, WATCH_SECONDS, SHEET_SECONDS = 2.0, 0.2, 4.0
LIMIT = 2**24
PATIENCE = 60

Job = dict[str, Any]
Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Told(NamedTuple):
    """An answer; status 0 for none."""

    status: int = 0
    head: bytes = b""
    body: bytes = b""

    def header(self, name: bytes) -> str:
        """Return a header's value; empty if it is missing."""
        _, _, value = self.head.partition(b"\r\n" + name + b": ")
        return value.split(b"\r\n")[0].decode()


class Crowd:
    """All people of a job, and their observations."""

    def __init__(self, job: Job) -> None:
        self.job, self.rng = job, Random(job.get("seed", 1))
        self.posts: list[tuple[int, float]] = []
        self.looks: list[tuple[int, float]] = []
        self.acknowledged: list[float] = []
        self.late: list[float] = []
        self.heard: list[Job] = []

    async def run(self) -> Job:
        """Run all at once; return the results."""
        self.begin = perf_counter()
        self.end = self.begin + self.job["seconds"]
        tasks = [self.write(table) for table in self.job.get("tables", [])]
        tasks += [self.look(pages) for pages in self.job.get("spectators", [])]
        tasks += [self.listen(stream) for stream in self.job.get("listeners", [])]
        if watched := self.job.get("standings"):
            tasks.append(self.watch(watched))
        await asyncio.gather(*tasks)
        seconds = perf_counter() - self.begin
        figures = {"posts": self.posts, "looks": self.looks, "late": self.late, "heard": self.heard}
        return {**figures, "seconds": seconds}

    async def write(self, table: Job) -> None:
        """Post a table's deals one after the other, each at its time."""
        low, high = self.job["pace"]
        due, streams = self.begin + self.rng.uniform(0, high), None
        for request in table["requests"]:
            if due > self.end:
                return
            streams = await self.wait_for_turn(due, streams, request)
            due = max(due, perf_counter()) if not high else due
            streams, answer = await exchange(self.job["port"], streams, request)
            self.posts.append((answer.status, perf_counter() - due))
            if answer.status in (200, 201) and request.get("counts"):
                self.acknowledged.append(perf_counter())
            due += self.rng.uniform(low, high)

    async def wait_for_turn(self, due: float, streams: Streams | None, request: Job) -> Streams | None:
        """Wait until a deal is due; a phone that shows its sheet asks for it every few seconds."""
        sheet, known = self.job.get("sheet"), ""
        while sheet:
            pause = self.rng.uniform(0.5, 1.5) * SHEET_SECONDS
            await asyncio.sleep(min(pause, due - perf_counter()))
            if perf_counter() >= due:
                break
            headers = {**request["headers"], "If-None-Match": known}
            asks = {"method": "GET", "path": sheet, "headers": headers, "body": ""}
            streams, answer = await exchange(self.job["port"], streams, asks)
            known = answer.header(b"etag") or known
        await asyncio.sleep(due - perf_counter())
        return streams

    async def look(self, pages: Job) -> None:
        """Look at some pages in turn."""
        due, streams = self.begin + self.rng.uniform(0, LOOK_SECONDS), None
        turn = self.rng.randrange(len(pages["paths"]))  # people reload at independent times
        while due < self.end:
            await asyncio.sleep(due - perf_counter())
            path = pages["paths"][turn % len(pages["paths"])]
            request = {"method": "GET", "path": path, "headers": pages["headers"], "body": ""}
            streams, answer = await exchange(self.job["port"], streams, request)
            self.looks.append((answer.status, perf_counter() - due))
            due, turn = due + LOOK_SECONDS, turn + 1

    async def listen(self, stream: Job) -> None:
        """Listen to a stream until the end; count the changes it tells."""
        heard = {"status": 0, "changes": 0}
        self.heard.append(heard)
        reader, writer = await asyncio.open_connection(HOST, self.job["port"], limit=LIMIT)
        headers = {"Host": f"{HOST}:{self.job['port']}", **stream["headers"]}
        lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        writer.write(f"GET {stream['path']} HTTP/1.1\r\n{lines}\r\n".encode())
        heard["status"] = int((await reader.readline())[9:12])
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(self.end - perf_counter()):
                while line := await reader.readline():
                    heard["changes"] += line.startswith(b"event: changed")
        writer.close()

    async def watch(self, path: str) -> None:
        """Measure the time from each acknowledgement until the public standings count the deal."""
        streams, before, seen = None, None, 0
        request = {"method": "GET", "path": path, "headers": {}, "body": ""}
        while perf_counter() < self.end:
            await asyncio.sleep(WATCH_SECONDS)
            streams, answer = await exchange(self.job["port"], streams, request)
            if answer.status != 200:
                continue
            counted = json.loads(answer.body)["deals_counted"]
            before = counted if before is None else before
            self.late += [perf_counter() - at for at in self.acknowledged[seen : counted - before]]
            seen = max(seen, counted - before)


async def exchange(port: int, streams: Streams | None, request: Job) -> tuple[Streams | None, Told]:
    """Send a request, on a new connection if there is none."""
    for again in (streams is not None, False):
        try:
            streams = streams or await asyncio.open_connection(HOST, port, limit=LIMIT)
            return streams, await asyncio.wait_for(answer(streams, port, request), PATIENCE)
        except (OSError, asyncio.IncompleteReadError, TimeoutError):
            streams = None
            if not again:
                break
    return None, Told()


async def answer(streams: Streams, port: int, request: Job) -> Told:
    reader, writer = streams
    body = request["body"].encode()
    headers = {"Host": f"{HOST}:{port}", "Content-Length": len(body), **request["headers"]}
    lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    writer.write(f"{request['method']} {request['path']} HTTP/1.1\r\n{lines}\r\n".encode() + body)
    head = (await reader.readuntil(b"\r\n\r\n")).lower()
    response = Told(int(head[9:12]), head)
    return response._replace(body=await reader.readexactly(int(response.header(b"content-length") or 0)))


if __name__ == "__main__":
    print(json.dumps(asyncio.run(Crowd(json.load(sys.stdin)).run())))
