"""Frames: JSON lines that each carry a checksum, in a file that only grows; a torn tail is cut.

    5f1d0c3a {"n":0,"stream":"9f...","schema":8,"columns":{"metrics":["key","step","time","value"]}}
    0b7e9a11 {"n":1,"rows":{"metrics":[["train/loss",1,0.4,0.69]]}}

Eight hexadecimal digits of CRC-32 over the rest of the line without its end, a blank, one JSON object. ``n`` counts
from 0 without a gap; frame 0 names the stream. One process appends at a time, under a lock on a file beside it, and
what it has appended is on the disk before anybody is told of it. Readers need no lock: they stop at the first line
that is not whole.
"""

from __future__ import annotations

import json
import os
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path

from engine import private_files
from engine.json_types import JsonObject
from engine.places.base import Cursor

MOST_BYTES = 16 << 20
"""Length of a line that is still read."""


class BrokenFrameError(ValueError):
    """A line is no whole frame."""


def frame_line(content: JsonObject) -> bytes:
    """Return the line of a frame.

    >>> frame_line({"n": 1})
    b'27a59cfd {"n":1}\\n'
    """
    text = json.dumps(content, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode("utf-8")
    return b"%08x %s\n" % (zlib.crc32(text), text)


def parse_frame(line: bytes) -> JsonObject:
    """Return the content of a line. Raises BrokenFrameError where it is no whole frame."""
    if len(line) > MOST_BYTES or not line.endswith(b"\n") or line[8:9] != b" ":
        raise BrokenFrameError("a frame is torn")
    text = line[9:-1]
    try:
        if int(line[:8], 16) != zlib.crc32(text):
            raise BrokenFrameError("the checksum of a frame is wrong")
        found: object = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BrokenFrameError(str(error)) from None
    if not isinstance(found, dict) or type(found.get("n")) is not int:
        raise BrokenFrameError("a frame has no number")
    return found


def frame_number(content: JsonObject) -> int:
    """Return the number of a frame."""
    found = content["n"]
    assert isinstance(found, int)
    return found


def read_frames(file: Path, start: int = 0, first: int = 0) -> Iterator[tuple[bytes, JsonObject, int]]:
    """Yield the line, content and end (bytes from the beginning of the file) of each whole frame, in order.

    From the byte ``start`` on, where frame ``first`` begins. Nothing where there is no file; it ends at the first line
    that is torn, damaged or out of order.
    """
    try:
        stream = file.open("rb")
    except FileNotFoundError:
        return
    end = start
    with stream:
        stream.seek(start)
        for number, line in enumerate(iter(lambda: stream.readline(MOST_BYTES + 1), b""), first):
            try:
                content = parse_frame(line)
            except BrokenFrameError:
                return
            if content["n"] != number:
                return
            end += len(line)
            yield line, content, end


class FrameReader:
    """Reads what follows a cursor and goes on where it was: a file that grows is read once, however often."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self._read, self._end = Cursor(), 0

    def read_since(self, since: Cursor, most: int = 1 << 20) -> list[bytes]:
        """Return the lines after the frame that ``since`` names, up to about ``most`` bytes; at least one where there
        is one.

        Of another stream than the cursor's, all lines from its beginning.
        """
        stream = next((str(content.get("stream", "")) for _, content, _ in read_frames(self.file)), "")
        after = since.frame if stream == since.stream else -1
        is_next = after >= 0 and since == self._read
        found: list[bytes] = []
        size = 0
        for line, content, end in read_frames(self.file, *((self._end, after + 1) if is_next else ())):
            number = frame_number(content)
            if number >= after:
                self._read, self._end = Cursor(stream, number), end
            if number > after:
                found.append(line)
                size += len(line)
                if size >= most:
                    break
        return found


def read_since(file: Path, since: Cursor, most: int = 1 << 20) -> list[bytes]:
    """Return what follows a cursor, once (``FrameReader.read_since``)."""
    return FrameReader(file).read_since(since, most)


class FrameFile:
    """A file of frames that this process appends to; use as a context manager, for it holds a lock.

    Attributes:
        next: number of the frame that comes next.
    """

    def __init__(self, file: Path) -> None:
        from filelock import FileLock

        self.file, self.next, self._end, self._inode = file, 0, 0, -1
        self._lock = FileLock(file.with_suffix(".lock"), thread_local=False)

    def __enter__(self) -> FrameFile:
        private_files.make_folder(self.file.parent, below=self.file.parent)
        self._lock.acquire()
        return self

    def __exit__(self, *_: object) -> None:
        self._lock.release()

    def read_new(self) -> Iterator[JsonObject]:
        """Yield the frames that this object has not read or written yet, then cut what is torn at the end of the
        file.
        """
        private_files.make_file(self.file)
        with self.file.open("rb+") as stream:
            size, inode = stream.seek(0, os.SEEK_END), os.fstat(stream.fileno()).st_ino
            if size < self._end or inode != self._inode:  # someone has removed or replaced the file
                self.next = self._end = 0
            self._inode = inode
            stream.seek(self._end)
            while line := stream.readline(MOST_BYTES + 1):
                try:
                    content = parse_frame(line)
                except BrokenFrameError:
                    break
                if content["n"] != self.next:
                    break
                self._end += len(line)
                self.next += 1
                yield content
            if self._end < size:
                stream.truncate(self._end)

    def append(self, contents: Iterable[JsonObject]) -> int:
        """Append frames, which get their numbers here, wait until they are on the disk, and return how many they
        are.
        """
        lines = [frame_line({"n": self.next + place, **content}) for place, content in enumerate(contents)]
        if lines:
            with self.file.open("ab") as stream:
                stream.write(b"".join(lines))
                stream.flush()
                os.fsync(stream.fileno())
            self.next += len(lines)
            self._end += sum(map(len, lines))
        return len(lines)

    def clear(self) -> None:
        """Empty the file: a new stream begins."""
        with self.file.open("wb"):
            pass
        self.next = self._end = 0
