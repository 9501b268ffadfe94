"""A proxy between phones and server that loses answers: the request arrives, the reply is cut."""

import contextlib
import socket
import threading
from collections.abc import Iterator
from urllib.parse import urlsplit


class Proxy:
    """Forwards connections; every `lose_every`-th answer is cut after `keep` bytes."""

    def __init__(self, target: str, *, lose_every: int, keep: int = 20) -> None:
        host = urlsplit(target)
        self.target = (host.hostname or "", host.port or 80)
        self.lose_every, self.keep = lose_every, keep
        self.connections = self.lost = 0
        self.lock = threading.Lock()
        self.server = socket.create_server(("127.0.0.1", 0), backlog=200)
        self.address = f"http://127.0.0.1:{self.server.getsockname()[1]}"

    def serve(self) -> None:
        """Serve until the listening socket is closed."""
        while True:
            try:
                client, _ = self.server.accept()
            except OSError:
                return
            threading.Thread(target=self.carry, args=(client,), daemon=True).start()

    def carry(self, client: socket.socket) -> None:
        """Forward one connection in both directions."""
        with self.lock:
            self.connections += 1
            is_lost = self.connections % self.lose_every == 0
            self.lost += is_lost
        with contextlib.suppress(OSError), client, socket.create_connection(self.target, 10) as server:
            threading.Thread(target=pump, args=(client, server), daemon=True).start()
            pump(server, client, self.keep if is_lost else None)
            hang_up(client)


def pump(source: socket.socket, sink: socket.socket, most: int | None = None) -> None:
    """Copy bytes from one side to the other; cut the connection after `most` of them."""
    sent = 0
    with contextlib.suppress(OSError):
        while data := source.recv(65536):
            if most is not None and sent + len(data) > most:
                sink.sendall(data[: most - sent])
                return
            sink.sendall(data)
            sent += len(data)
        sink.shutdown(socket.SHUT_WR)


def hang_up(line: socket.socket) -> None:
    """Shut down the connection at once: closing sends nothing while the other thread still reads it."""
    with contextlib.suppress(OSError):
        line.shutdown(socket.SHUT_RDWR)


@contextlib.contextmanager
def losing_proxy(target: str, *, lose_every: int) -> Iterator[Proxy]:
    """Run a proxy in its own thread."""
    proxy = Proxy(target, lose_every=lose_every)
    threading.Thread(target=proxy.serve, daemon=True).start()
    try:
        yield proxy
    finally:
        proxy.server.close()
