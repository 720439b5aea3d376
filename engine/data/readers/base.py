"""Base class of readers: recognition of a format, the files that a reader depends on, and reading."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Self, TextIO

from engine.data.character_encodings import find_bom, find_wide_encoding
from engine.data.class_names import find_class_file
from engine.errors import UserError
from engine.formatting.phrases import phrase
from engine.spec.base import field
from engine.spec.data import DataSource, FileFormat

if TYPE_CHECKING:
    from engine.data.records import Records
    from engine.progress import ReportProgress


def encoding_field(*, later: bool = False) -> str:
    """Return the option ``encoding`` of text formats."""
    value: str = field(
        "auto",
        label="Encoding",
        suggest="encodings",
        help="auto: UTF-8 where the bytes allow it, else a guess, which is shown. Or any encoding Python knows: utf-8, "
        "cp1252, gb18030, shift_jis.",
        min_length=1,
        later=later,
    )
    return value


_TABLE_FIELDS = {
    "header": (
        "Header",
        "Whether the first row names the columns.",
        {"auto": "Automatic", "yes": "First row", "no": "None"},
    ),
    "delimiter": (
        "Delimiter",
        "The character between fields.",
        {"auto": "Automatic", "comma": "Comma", "tab": "Tab", "semicolon": "Semicolon", "pipe": "|"},
    ),
    "quoting": (
        "Quotes",
        'on: "..." holds a field together and "" is a quote in it; off: quotes are ordinary characters.',
        {"auto": "Automatic", "on": "Hold fields together", "off": "Ordinary characters"},
    ),
}


def table_field(name: str, *, later: bool = False) -> Any:
    """Return an option of table formats: ``header``, ``delimiter`` or ``quoting``."""
    label, help_, choices = _TABLE_FIELDS[name]
    return field("auto", label=label, help=help_, choices=choices, later=later)


class FormatReader(FileFormat):
    """A file format. A new one is one subclass, with ``kind: Literal["..."] = "..."``, in one module.

    Attributes:
        precedence: the order of automatic detection. Formats that are recognised by content come before those that
            are recognised by suffix.
        suffixes: the usual suffixes of its files, for dialogs that choose a file and for folders of tables.
    """

    precedence: ClassVar[int] = 50
    suffixes: ClassVar[tuple[str, ...]] = ()
    incomplete: Literal["refuse", "skip"] = field(
        "skip", "Incomplete rows", choices={"skip": "Leave out", "refuse": "Refuse"}, advanced=True
    )
    """Rows without text or label: leave them out, counted and listed, or refuse the file and name them."""

    _report: ReportProgress | None = None
    _usual_encoding: str = ""
    _companion: bool = False
    """Whether a file is a companion of the training file, which may have only texts."""
    _keeps_all: bool = False
    """Whether all rows and columns are kept unchanged, for prediction without labels."""

    def with_progress(self, report: ReportProgress | None) -> Self:
        """Return this reader with the progress callback ``report``."""
        reader = self.model_copy()
        reader._report = report
        return reader

    def report_progress(self, path: Path, position: int) -> None:
        """Report that ``position`` bytes of ``path`` have been read. ``read`` calls it a few times per second."""
        if self._report:
            self._report(f"Reading {path.name} (MB)", position >> 20, max(1, path.stat().st_size >> 20))

    def recognises(self, path: Path) -> bool:
        """Return whether ``path`` looks like this format, judging by its name and first bytes."""
        raise AssertionError(f"{type(self).__name__} recognises nothing")

    def files(self, path: Path) -> Sequence[str | Path]:
        """Return the files that determine the result of ``read``, in a fixed order. Their hash is the cache key."""
        names = find_class_file(path)
        return [path, names] if names else [path]

    def identity(self, path: Path) -> str:
        """Return a hash of all inputs of ``read`` other than the options."""
        from engine.cache import artefacts

        root = path if path.is_dir() else path.parent
        return artefacts.hash_files(self.files(path), root)

    def write_head(self, path: Path, target: Path, size: int) -> bool:
        """Write about the first ``size`` bytes of a file to ``target``, as a valid file of the same format.

        By default the cut is between two lines, outside of quotes. Return False if that is not possible.
        """
        with path.open("rb") as stream:
            head = cut_between_lines(stream.read(size))
        target.write_bytes(head)
        return bool(head)

    def with_detection(self, detection: Mapping[str, object]) -> Self:
        """Return this reader with the options ``detection`` of the training file, for its companions.

        Guesses of encodings prefer that of the training file.
        """
        reader = self.model_copy()
        reader._usual_encoding = str(detection.get("encoding", ""))
        return reader

    def keeping_all(self) -> Self:
        """Return this reader, set to keep all rows and columns, also nested values (as JSON) and repeated headers."""
        reader = self.model_copy()
        reader._keeps_all = True
        return reader

    def read(self, path: Path, source: DataSource) -> Records | dict[str, Records]:
        """Return the records of ``path``, by split ("train", "validation", "test") if the format has splits.

        Raises UserError that names the invalid row.
        """
        raise AssertionError(f"{type(self).__name__} reads nothing")


class TextReader(FormatReader):
    """Base of formats of text files. ``recognises`` is asked only for these."""


class LineReader(TextReader):
    """Base of formats whose every line is a record: its label and its text."""

    encoding: str = encoding_field()

    def read_records(
        self, path: Path, names: Sequence[str], split: Callable[[str], Sequence[str]], remedy: str
    ) -> Records:
        """Return the non-blank lines of ``path``, split by ``split`` into the columns ``names``.

        Raises UserError with ``remedy`` if ``split`` raises ValueError, and for a file without lines.
        """
        from engine.data.character_encodings import choose_encoding
        from engine.data.records import records_of_cells

        encoding = choose_encoding(path, self.encoding, self._usual_encoding)

        def rows() -> Iterator[tuple[int, Sequence[str]]]:
            with path.open(encoding=encoding.name, newline="\n") as stream:
                for number, line in enumerate(stream, start=1):
                    if number % _REPORT_EVERY == 0:
                        self.report_progress(path, read_position(stream))
                    if not line.strip("\ufeff \t\r\n"):
                        continue
                    try:
                        yield number, split(line)
                    except ValueError as error:
                        raise UserError(
                            f"'{line.strip()[:40]}' {error}.",
                            place=f"{path.name}, row {number}",
                            remedy=remedy,
                        ) from None

        detection = {"format": self.kind, "encoding": encoding.name}
        table = records_of_cells(rows(), names, path, has_header=True, detection=detection)
        if not len(table):
            raise UserError("the file is empty.", place=path.name, remedy="Choose a file with rows.")
        return replace(table, notes=encoding.notes(path.name))


_REPORT_EVERY = 20_000
"""Number of lines between two progress reports."""


def read_position(stream: TextIO) -> int:
    """Return the number of bytes read from a text file during iteration over its lines, which disables ``tell``."""
    return os.lseek(stream.fileno(), 0, os.SEEK_CUR)


def read_start(path: Path, size: int = 1 << 20) -> str:
    """Return the first ``size`` bytes as text. Bytes that are neither UTF-8 nor UTF-16 or UTF-32 become U+FFFD."""
    with path.open("rb") as stream:
        start = stream.read(size)
    return start.decode(find_bom(start) or find_wide_encoding(start) or "utf-8", "replace")


def cut_between_lines(start: bytes) -> bytes:
    r"""Return the longest beginning of a text, in any encoding but UTF-32, that ends between two records.

    The cut is after a line feed with an even number of quotes before it, because a quoted field may contain line feeds.
    If the last million bytes have no such line feed, quotes are ignored. Empty if no record ends.

    >>> cut_between_lines(b'a,b\n"c\nd",e\n"f\ng')
    b'a,b\n"c\nd",e\n'
    """
    encoding = next((name for mark, name in _WIDE.items() if start.startswith(mark)), "")
    feed, quote = ("\n".encode(encoding), '"'.encode(encoding)) if encoding else (b"\n", b'"')
    quotes, end, last_cut = start.count(quote), len(start), 0
    while len(start) - end < 1_000_000 and (position := start.rfind(feed, 0, end)) >= 0:
        if encoding and position % 2:  # half of one character and half of the next
            end = position + 1
            continue
        cut = position + len(feed)
        last_cut = last_cut or cut
        if (quotes - start.count(quote, cut)) % 2 == 0:
            return start[:cut]
        end = position
    return start[:last_cut] if len(start) - end >= 1_000_000 else b""


_WIDE = {b"\xff\xfe": "utf-16-le", b"\xfe\xff": "utf-16-be"}


def read_lines(path: Path) -> list[str]:
    """Return non-blank lines spread over a text file: for a large one, some of each sixteenth.

    Detection uses them rather than the first lines, which are all alike in a sorted file.
    """
    with path.open("rb") as stream:
        head = stream.read(4096)
    if find_wide_encoding(head) or "utf-8" not in (find_bom(head) or "utf-8"):
        return [line for line in read_start(path).splitlines() if line.strip()]
    size = path.stat().st_size
    starts = [size * part // _PARTS for part in range(_PARTS)] if size > _PARTS * _PART else [0]
    lines: list[bytes] = []
    with path.open("rb") as stream:
        for start in starts:
            stream.seek(start)
            piece = stream.read(_PART if len(starts) > 1 else _PARTS * _PART)
            pieces = piece.split(b"\n")
            last = None if start + len(piece) >= size else -1
            lines += pieces[1 if start else 0 : last] or pieces[:1]
    decoded = (line.decode("utf-8", "replace").lstrip("\ufeff").rstrip("\r") for line in lines)
    return [line for line in decoded if line.strip()]


_PARTS, _PART = 16, 1 << 17


FASTTEXT = "__label__"
"""Prefix of a label in the lines of fastText."""


def has_fasttext_labels(lines: Sequence[str]) -> bool:
    """Return whether most lines begin with a fastText label."""
    return 2 * sum(line.startswith(FASTTEXT) for line in lines) > len(lines)


_FOREIGN = {
    rb"\xd0\xcf\x11\xe0": phrase("a workbook or document of before 2007"),
    rb"PK\x03\x04": phrase("a packed file or an office document"),
    rb"\x1f\x8b|BZh|\xfd7zXZ|\x28\xb5\x2f\xfd": phrase("a packed file"),
    rb"%PDF-|{\\rtf": phrase("a document"),
    rb"SQLite format": phrase("a database"),
    rb"(?i)\s*<(!doctype )?html": phrase("a web page"),
}
"""Kinds of unsupported files, by their first bytes."""


def foreign_kind(path: Path) -> str:
    """Return the kind of an unsupported file (packed, a document, a database), empty for others."""
    with path.open("rb") as stream:
        start = stream.read(64)
    return next((kind for first, kind in _FOREIGN.items() if re.match(first, start)), "")


def is_binary(path: Path) -> bool:
    """Return whether a file begins with binary data or like a document."""
    with path.open("rb") as stream:
        start = stream.read(4096)
    return foreign_kind(path) not in ("", "a web page") or (
        b"\0" in start and not find_bom(start) and not find_wide_encoding(start)
    )
