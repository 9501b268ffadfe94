"""HTTPS: a connection has its place and its time from the first byte on, not only once it is encrypted."""

import asyncio
import ssl
from pathlib import Path
from typing import Any

from uvicorn.protocols.utils import get_remote_addr

from tournaments.serving.connections import CONNECTIONS, HEAD_SECONDS, Guard


class Entrance(asyncio.Protocol):
    """A connection that agrees on keys; then uvicorn's protocol takes over.

    asyncio's own servers show a connection only after that, and give it a minute.
    """

    context: ssl.SSLContext

    def __init__(self, **settings: Any) -> None:
        self.guard = Guard(**settings)
        self.early, self.is_lost = bytearray(), False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        transport.pause_reading()  # what comes is for the one who decrypts it
        loop = asyncio.get_running_loop()
        self.place = CONNECTIONS.admit(get_remote_addr(transport), transport, loop.time())
        self.agreeing = loop.create_task(self.agree(loop, transport))

    async def agree(self, loop: asyncio.AbstractEventLoop, transport: asyncio.Transport) -> None:
        """Encrypt, within the time that a header has; then pass on what came meanwhile."""
        try:
            encrypted = await loop.start_tls(
                transport, self, self.context, server_side=True, ssl_handshake_timeout=HEAD_SECONDS
            )
        except (OSError, ssl.SSLError):
            transport.abort()
            return
        finally:
            CONNECTIONS.forget(self.place)
        if encrypted is None or self.is_lost:
            return
        encrypted.set_protocol(self.guard)
        self.guard.connection_made(encrypted)
        if self.early:
            self.guard.data_received(bytes(self.early))

    def data_received(self, data: bytes) -> None:
        """The first request may come together with the last word about keys."""
        self.early += data

    def connection_lost(self, exc: Exception | None) -> None:
        self.is_lost = True


def entrance_with(certificate: Path, key: Path | None) -> type[Entrance]:
    """The entrance of a server with this certificate. Raises ssl.SSLError for one that is none."""
    own_context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    own_context.load_cert_chain(certificate, key)

    class OwnEntrance(Entrance):
        context = own_context

    return OwnEntrance
