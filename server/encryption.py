"""HTTPS: a connection has a place and a deadline from its first byte, not only after the TLS handshake."""

import asyncio
import ssl
from pathlib import Path
from typing import Any

from uvicorn.protocols.utils import get_remote_addr

from server.connections import CONNECTIONS, HEAD_SECONDS, Guard


class Entrance(asyncio.Protocol):
    """A connection during its TLS handshake; then uvicorn's protocol takes over.

    asyncio's own servers report a connection only after the handshake, and allow a minute for it.
    """

    context: ssl.SSLContext

    def __init__(self, **settings: Any) -> None:
        self.guard = Guard(**settings)
        self.early, self.is_lost = bytearray(), False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        transport.pause_reading()  # the bytes belong to the protocol that decrypts them
        loop = asyncio.get_running_loop()
        self.connection = CONNECTIONS.admit(get_remote_addr(transport), transport, loop.time())
        self.agreeing = loop.create_task(self.agree(loop, transport))

    async def agree(self, loop: asyncio.AbstractEventLoop, transport: asyncio.Transport) -> None:
        """Complete the handshake within the deadline of a header; then pass on the bytes received early."""
        try:
            encrypted = await loop.start_tls(
                transport, self, self.context, server_side=True, ssl_handshake_timeout=HEAD_SECONDS
            )
        except (OSError, ssl.SSLError):
            transport.abort()
            return
        finally:
            CONNECTIONS.remove(self.connection)
        if encrypted is None or self.is_lost:
            return
        encrypted.set_protocol(self.guard)
        self.guard.connection_made(encrypted)
        if self.early:
            self.guard.data_received(bytes(self.early))

    def data_received(self, data: bytes) -> None:
        """Keep early bytes: the first request may arrive with the end of the handshake."""
        self.early += data

    def connection_lost(self, exc: Exception | None) -> None:
        self.is_lost = True


def entrance_with(certificate: Path, key: Path | None) -> type[Entrance]:
    """Return the protocol class for this certificate. Raises ssl.SSLError for an invalid one."""
    own_context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    own_context.load_cert_chain(certificate, key)

    class OwnEntrance(Entrance):
        context = own_context

    return OwnEntrance
