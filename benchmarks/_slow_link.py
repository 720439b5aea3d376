"""A slow line between ssh and its server, as a ``ProxyCommand``: each byte comes later, and only so many a second.

    ProxyCommand python benchmarks/_slow_link.py HOST PORT SECONDS BYTES_PER_SECOND COUNTS

Both ways alike. What has passed is written into the file COUNTS as two numbers, to the server and from it.
"""

from __future__ import annotations

import os
import queue
import socket
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

CHUNK = 16 << 10


class SlowPipe:
    """Bytes from ``read`` to ``write``, ``delay`` seconds later, at ``rate`` bytes a second; ``passed`` are through."""

    def __init__(
        self, read: Callable[[], bytes], write: Callable[[bytes], object], delay: float, rate: float
    ) -> None:
        self.passed = 0
        self._read, self._write, self._delay, self._rate = read, write, delay, rate
        self._parts: queue.Queue[tuple[float, bytes]] = queue.Queue()
        self.threads = [
            threading.Thread(target=work, daemon=True) for work in (self._take, self._give)
        ]  # fmt: skip
        for thread in self.threads:
            thread.start()

    def _take(self) -> None:
        free = 0.0  # when the line has sent all before
        while data := self._read():
            free = max(free, time.monotonic()) + len(data) / self._rate
            self._parts.put((free + self._delay, data))
        self._parts.put((time.monotonic() + self._delay, b""))

    def _give(self) -> None:
        while True:
            due, data = self._parts.get()
            time.sleep(max(0.0, due - time.monotonic()))
            if not data:
                return
            try:
                self._write(data)
            except OSError:
                return
            self.passed += len(data)


def main(host: str, port: str, delay: str, rate: str, counts: str) -> None:
    """Pass bytes until the server has ended."""
    with socket.create_connection((host, int(port))) as server:
        there = SlowPipe(lambda: os.read(0, CHUNK), server.sendall, float(delay), float(rate))

        def write(data: bytes) -> None:
            while data:
                data = data[os.write(1, data) :]

        back = SlowPipe(lambda: server.recv(CHUNK), write, float(delay), float(rate))
        while back.threads[1].is_alive() and there.threads[1].is_alive():
            time.sleep(0.2)
            Path(counts).write_text(f"{there.passed} {back.passed}\n", encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
