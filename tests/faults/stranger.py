"""A hostile client: `python -m tests.faults.stranger KIND PORT COUNT [ADDRESS ...]`.

KIND is the behaviour of COUNT connections: `flood` requests the addresses again and again, `silent` sends
nothing, `half-head` and `half-body` stop in the middle, `kept-alive` sends one request and stays,
`slow-reader` never reads. Prints one line when all are connected, and at the end, when standard input closes,
the count of each status, as JSON. It connects to loopback only.
"""

import asyncio
import contextlib
import itertools
import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from subprocess import PIPE, Popen

from tests.processes import wait_in_turn_until

HOST = "127.0.0.1"
READY = "ready"
HALF_HEAD = "GET /half HTTP/1.1\r\nHost: {host}\r\nX-Half: "
HALF_BODY = (
    "POST {path} HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\nContent-Length: 999\r\n\r\n"
    '{{"a'
)
WHOLE = "GET {path} HTTP/1.1\r\nHost: {host}\r\nCookie: {cookie}\r\n\r\n"

Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Stranger:
    """All connections of one kind."""

    def __init__(self, kind: str, port: int, addresses: Sequence[str]) -> None:
        self.kind, self.port = kind, port
        self.host = f"{HOST}:{port}"
        self.addresses = itertools.cycle(addresses or ["/"])
        self.statuses: Counter[int] = Counter()
        self.begun = self.closed = 0

    async def run(self, count: int) -> None:
        """Open all connections, report when each has begun, continue until standard input closes."""
        opened = [await asyncio.open_connection(HOST, self.port, limit=2**24) for _ in range(count)]
        tasks = [asyncio.create_task(self.live(streams)) for streams in opened]
        await wait_in_turn_until(lambda: self.begun == count, "every connection has begun")
        print(READY, flush=True)
        await asyncio.to_thread(sys.stdin.read)
        for task in tasks:
            task.cancel()
        print(json.dumps({"closed": self.closed, **self.statuses}))

    async def live(self, streams: Streams) -> None:
        """Run one connection."""
        with contextlib.suppress(OSError, asyncio.IncompleteReadError):
            if self.kind == "flood":
                await self.flood(streams)
            await self.begin(streams)
        self.closed += 1

    async def begin(self, streams: Streams) -> None:
        """Stop half-way, and wait to be disconnected."""
        reader, writer = streams
        path = next(self.addresses)
        request = {
            "silent": "",
            "half-head": HALF_HEAD,
            "half-body": HALF_BODY,
            "kept-alive": WHOLE,
            "slow-reader": WHOLE * 50,
        }[self.kind]
        writer.write(request.format(host=self.host, path=path, cookie="").encode())
        self.begun += 1
        if self.kind == "slow-reader":
            writer.transport.pause_reading()  # type: ignore[attr-defined]
            while not writer.transport.is_closing():
                await asyncio.sleep(0.5)
                writer.write(b"\r\n")
        elif self.kind == "kept-alive":
            await self.read_answer(reader)
        await reader.read()

    async def flood(self, streams: Streams) -> None:
        """Send the next request after each answer; reconnect when disconnected."""
        reader, writer = streams
        self.begun += 1
        while True:
            path, _, cookie = next(self.addresses).partition(" ")
            writer.write(WHOLE.format(host=self.host, path=path, cookie=cookie).encode())
            try:
                await self.read_answer(reader)
            except (OSError, asyncio.IncompleteReadError):
                reader, writer = await asyncio.open_connection(HOST, self.port, limit=2**24)

    async def read_answer(self, reader: asyncio.StreamReader) -> None:
        """Count the status, discard the rest."""
        head = await reader.readuntil(b"\r\n\r\n")
        self.statuses[int(head[9:12])] += 1
        _, _, length = head.lower().partition(b"content-length: ")
        await reader.readexactly(int(length.split(b"\r\n")[0] or 0))


@contextlib.contextmanager
def stranger(kind: str, port: int, count: int, addresses: Sequence[str] = ()) -> Iterator[dict[str, int]]:
    """Run a hostile client in its own process; the answers are in the result afterwards."""
    command = [sys.executable, "-m", "tests.faults.stranger", kind, str(port), str(count), *addresses]
    counts: dict[str, int] = {}
    with Popen(command, stdin=PIPE, stdout=PIPE, text=True) as process:
        assert process.stdin and process.stdout
        try:
            assert process.stdout.readline().strip() == READY
            yield counts
            process.stdin.close()
            counts.update(json.loads(process.stdout.readline()))
        finally:
            process.kill()


if __name__ == "__main__":
    what, where, how_many, *which = sys.argv[1:]
    asyncio.run(Stranger(what, int(where), which).run(int(how_many)))
