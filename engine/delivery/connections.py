"""Limits of HTTP connections: their number, the time for headers, and refusals that reach the client.

uvicorn parses HTTP and only limits the time between requests. A client that sends incomplete headers would hold its
connection for ever, and a refused client that is still sending would see a reset instead of the refusal.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import time
from http import HTTPStatus
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

MAX_CONNECTIONS = 512
"""Maximum number of connections. A further one is told to try again later."""
HEAD_SECONDS = 10.0
"""Maximum time for a request's line and headers."""
MAX_HEAD_BYTES = 65_536
LINGER_SECONDS = 2.0
"""Time during which data from a refused client is read and discarded, so that the client can read the refusal."""
QUIET_SECONDS = 60.0
"""Interval in which the same error of the event loop (no descriptors left) is logged once."""
log = logging.getLogger("palimpsest.serve")


class LimitedProtocol(H11Protocol):
    """A connection with a time limit for headers, and with refusals that the client can read."""

    _timer: asyncio.TimerHandle | None = None
    _head_bytes = 0
    _is_refused = False

    @property
    def _waits_for_head(self) -> bool:
        return self.cycle is None or self.cycle.response_complete

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if len(self.connections) > MAX_CONNECTIONS:
            self._refuse(503, "Too many connections: ask again later.")
        else:
            self._start_timer()

    def data_received(self, data: bytes) -> None:
        if self._is_refused:
            return
        if self._waits_for_head:
            self._head_bytes += len(data)
            if self._head_bytes > MAX_HEAD_BYTES and b"\r\n\r\n" not in data:
                self._refuse(431, f"The headers have more than {MAX_HEAD_BYTES:,} bytes.")
                return
        super().data_received(data)
        if not self._waits_for_head:
            self._head_bytes = 0
            self._stop_timer()
        elif self._timer is None:
            self._start_timer()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_timer()
        super().connection_lost(exc)

    def send_400_response(self, msg: str) -> None:
        """Refuse a request that is not HTTP."""
        self._refuse(400, msg)

    def _start_timer(self) -> None:
        self._timer = self.loop.call_later(HEAD_SECONDS, self._time_is_up)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _time_is_up(self) -> None:
        self._timer = None
        if self._waits_for_head and not self._is_refused:
            self._refuse(408, f"The request took more than {HEAD_SECONDS:.0f} seconds.")

    def _refuse(self, status: int, message: str) -> None:
        """Send a refusal and end the stream. Further data is read for a while before the connection is closed."""
        self._is_refused = True
        self._stop_timer()
        log.debug("refused %s: %s", self.client, message)
        body = json.dumps({"error": message}).encode()
        head = (
            f"HTTP/1.1 {status} {HTTPStatus(status).phrase}\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n"
        )
        self.transport.write(head.encode() + body)
        if self.transport.can_write_eof():
            with contextlib.suppress(OSError):  # the client may have left
                self.transport.write_eof()
        self.loop.call_later(LINGER_SECONDS, self.transport.close)


def quiet_errors() -> None:
    """Log errors of the running event loop in one line, each at most once a minute."""
    logged_at: dict[str, float] = {}

    def handle(_: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        message = f"{context.get('message', '')} {context.get('exception', '')}".strip()
        now = time.monotonic()
        if now - logged_at.get(message, -QUIET_SECONDS) >= QUIET_SECONDS:
            logged_at[message] = now
            log.error("%s", message)

    asyncio.get_running_loop().set_exception_handler(handle)
