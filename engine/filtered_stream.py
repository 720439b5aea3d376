"""A text stream that transforms its output."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import TextIO


class FilteredStream(io.TextIOBase):
    """Writes ``change(text)`` to ``stream`` and otherwise behaves like it.

    Args:
        stream: the destination. It stays open when this stream is closed.
        change: the transformation of each written piece, usually whole lines.
    """

    def __init__(self, stream: TextIO, change: Callable[[str], str]) -> None:
        self.stream, self._change = stream, change

    @property
    def encoding(self) -> str:  # type: ignore[override]
        """The stream's encoding."""
        return self.stream.encoding

    @property
    def rich_proxied_file(self) -> TextIO:
        """The underlying stream for rich, whose consoles transform text themselves."""
        return self.stream

    def write(self, text: str) -> int:
        """Write the transformed ``text``. Return the length of the argument."""
        self.stream.write(self._change(text))
        return len(text)

    def flush(self) -> None:
        """Flush the stream."""
        self.stream.flush()

    def fileno(self) -> int:
        """Return the stream's descriptor."""
        return self.stream.fileno()

    def isatty(self) -> bool:
        """Return whether the stream is a terminal."""
        return self.stream.isatty()

    def writable(self) -> bool:
        """Return True."""
        return True

    def close(self) -> None:
        """Flush the stream, which belongs to the process and stays open."""
        self.flush()
