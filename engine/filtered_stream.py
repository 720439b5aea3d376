"""A stream of text that changes what passes through it."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import TextIO


class FilteredStream(io.TextIOBase):
    """Writes ``change(text)`` of its input to ``stream``. Everything else is the stream's own.

    Args:
        stream: the destination, which stays open when this one is closed.
        change: sees each piece as it is written, mostly whole lines.
    """

    def __init__(self, stream: TextIO, change: Callable[[str], str]) -> None:
        self.stream, self._change = stream, change

    @property
    def encoding(self) -> str:  # type: ignore[override]
        """The stream's encoding."""
        return self.stream.encoding

    @property
    def rich_proxied_file(self) -> TextIO:
        """The stream itself, to which rich writes: its consoles change texts themselves, and add marks of their own."""
        return self.stream

    def write(self, text: str) -> int:
        """Write ``text``, changed. Return the length of the argument."""
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
        """Flush. The stream belongs to the process."""
        self.flush()
