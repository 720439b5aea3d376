"""Base of all readers: recognition, the list of files that a reader depends on, and reading itself."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Literal, Self, TextIO

from engine.data.character_encodings import find_mark, find_wide
from engine.spec.base import field
from engine.spec.data import DataSource, FileFormat

if TYPE_CHECKING:
    from engine.data.source_table import SourceTable
    from engine.progress import ReportProgress


def encoding_field() -> str:
    """Return the option ``encoding``, which all text formats share."""
    value: str = field(
        "auto",
        label="Encoding",
        help="auto: UTF-8 where the bytes allow it, else a guess, which is said. Or any encoding Python knows: utf-8, "
        "cp1252, gb18030, shift_jis.",
        min_length=1,
    )
    return value


class FormatReader(FileFormat):
    """A file format. A new one is one subclass, with ``kind: Literal["..."] = "..."``, in one module.

    Attributes:
        precedence: the order in which automatic detection asks; what is told apart by content asks before what
            is told apart by a suffix.
    """

    precedence: ClassVar[int] = 50
    incomplete: Literal["refuse", "skip"] = field(
        "refuse",
        label="Incomplete rows",
        help="Rows without text or label: refuse the file and name them, or leave them out.",
        choices={"refuse": "Refuse", "skip": "Leave out"},
        advanced=True,
    )

    _report: ReportProgress | None = None

    def with_progress(self, report: ReportProgress | None) -> Self:
        """Return this reader, which tells ``report`` how far it has read."""
        telling = self.model_copy()
        telling._report = report
        return telling

    def tell_progress(self, path: Path, position: int) -> None:
        """Tell how far ``path`` is read: ``position`` bytes of it. For ``read``, some times a second."""
        if self._report:
            self._report(f"Reading {path.name} (MB)", position >> 20, max(1, path.stat().st_size >> 20))

    def recognises(self, path: Path) -> bool:
        """Return whether ``path`` looks like this format, from its name and first bytes."""
        raise AssertionError(f"{type(self).__name__} recognises nothing")

    def files(self, path: Path) -> Sequence[str | Path]:
        """Return the files that determine the result of ``read``, in a fixed order; their content is the cache key."""
        return [path]

    def identity(self, path: Path) -> str:
        """Return a hash of all that ``read`` depends on besides the options."""
        from engine.cache import artefacts

        root = path if path.is_dir() else path.parent
        return artefacts.hash_files(self.files(path), root)

    def write_head(self, path: Path, target: Path, size: int) -> bool:
        """Write about the first ``size`` bytes of a file to ``target``, as a smaller file of the same format.

        Return False where it cannot be cut so; here, between lines with an even number of quotes before them.
        """
        with path.open("rb") as stream:
            head = cut_between_lines(stream.read(size))
        target.write_bytes(head)
        return bool(head)

    def with_detection(self, found: Mapping[str, object]) -> FormatReader:
        """Return this reader with the options detected in the training file, so that its companions are read alike."""
        return self

    def read(self, path: Path, source: DataSource) -> SourceTable | dict[str, SourceTable]:
        """Return the records of ``path``.

        They are by split ("train", "validation", "test") when the format itself has splits.
        Raises UserError that names the row at fault.
        """
        raise AssertionError(f"{type(self).__name__} reads nothing")


def read_position(stream: TextIO) -> int:
    """Return how many bytes of a text file were read, while its lines are iterated over (``tell`` refuses then)."""
    return os.lseek(stream.fileno(), 0, os.SEEK_CUR)


def read_start(path: Path, size: int = 1 << 20) -> str:
    """Return the first ``size`` bytes as text; bytes that are neither UTF-8 nor UTF-16 or UTF-32 become
    U+FFFD."""
    with path.open("rb") as stream:
        start = stream.read(size)
    return start.decode(find_mark(start) or find_wide(start) or "utf-8", "replace")


def cut_between_lines(start: bytes) -> bytes:
    r"""Return the longest beginning of a text, in any encoding but UTF-32, that ends between two records.

    That is after a line feed with an even number of quotes before it: a field in quotes may hold line feeds. Where a
    million bytes at the end have none, quotes are ordinary characters. Empty where no record is seen to end.

    >>> cut_between_lines(b'a,b\n"c\nd",e\n"f\ng')
    b'a,b\n"c\nd",e\n'
    """
    wide = next((name for mark, name in _WIDE.items() if start.startswith(mark)), "")
    feed, quote = ("\n".encode(wide), '"'.encode(wide)) if wide else (b"\n", b'"')
    quotes, end, last = start.count(quote), len(start), 0
    while len(start) - end < 1_000_000 and (place := start.rfind(feed, 0, end)) >= 0:
        if wide and place % 2:  # half of one character and half of the next
            end = place + 1
            continue
        cut = place + len(feed)
        last = last or cut
        if (quotes - start.count(quote, cut)) % 2 == 0:
            return start[:cut]
        end = place
    return start[:last] if len(start) - end >= 1_000_000 else b""


_WIDE = {b"\xff\xfe": "utf-16-le", b"\xfe\xff": "utf-16-be"}


def is_binary(path: Path) -> bool:
    """Return whether the first bytes of a file are binary data."""
    with path.open("rb") as stream:
        start = stream.read(4096)
    return b"\0" in start and not find_mark(start) and not find_wide(start)
