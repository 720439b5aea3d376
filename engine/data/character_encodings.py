"""Character encodings: detect that of a file, and locate bytes it does not allow.

UTF-8 is taken whenever the bytes allow it. Anything else is guessed only from plenty of evidence (many lines
with bytes beyond ASCII, hardly one of them UTF-8); a stray byte in an otherwise clean file is an error that
names its row.
"""

from __future__ import annotations

import codecs
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.data import limits
from engine.errors import UserError, printable

_BLOCK = 1 << 20
_SAMPLE = 1 << 17
_EVIDENCE = 20
_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


@dataclass(frozen=True)
class InvalidByte:
    """The first byte of a file that an encoding does not allow."""

    offset: int
    byte: int
    line: int
    line_bytes: bytes


class UndecodableFile(UserError):
    """Error for a file whose bytes its encoding does not allow.

    ``line`` (1-based) is the first line with such a byte.
    """

    def __init__(self, path: Path, encoding: str, bad: InvalidByte, row: int = 0) -> None:
        self.path, self.encoding, self.invalid_byte, self.line = path, encoding, bad, bad.line
        likely = _likely(bad.line_bytes)
        hint = f'The line would read "{likely}" in cp1252. ' if likely else ""
        super().__init__(
            f"byte 0x{bad.byte:02X} (at {bad.offset:,}) cannot be read as {encoding}.",
            place=f"{path.name}, row {row or bad.line}",
            remedy=f"{hint}Save it as UTF-8, or name its encoding.",
        )

    def at_row(self, row: int) -> UndecodableFile:
        """Return the same error for a record, where records are not lines."""
        return UndecodableFile(self.path, self.encoding, self.invalid_byte, row)


_NO_FILE_ENCODINGS = ("idna", "punycode", "undefined", "unicode_escape", "raw_unicode_escape", "utf_7")
"""Codecs of Python's for names, for source code and for mail; some of them give characters that no text can hold."""


def require_encoding(name: str, place: str | Path) -> None:
    """Raise UserError unless Python has an encoding of that name, and one that text files are written in."""
    if not _is_text_encoding(name):
        raise UserError(
            f"there is no text encoding '{printable(name, 60)}'.",
            place=str(place),
            remedy="Try utf-8, cp1252 or gb18030.",
        )


def _is_text_encoding(name: str) -> bool:
    try:
        found = codecs.lookup(name)
        b"x".decode(name, "replace")  # base64 and its like are codecs too, of bytes
        found.incrementaldecoder("strict")
    except (LookupError, UnicodeError, TypeError):
        return False
    except ValueError:  # a name with NUL or half a surrogate pair
        return False
    return found.name.replace("-", "_") not in _NO_FILE_ENCODINGS


def choose_encoding(path: Path, wanted: str = "auto", fallback: Sequence[str] = ()) -> str:
    """Return the encoding to read ``path`` with: ``wanted``, or the detected one when that is ``auto``.

    Args:
        path: the file.
        wanted: name of an encoding, or ``auto``.
        fallback: tried in turn, without further evidence, when the bytes are not UTF-8 (a format's own
            custom).

    Raises:
        UserError: the bytes do not fit, or no encoding is plain enough to guess.
    """
    if wanted != "auto":
        require_encoding(wanted, path)
        bad = find_invalid_byte(path, wanted)
        if bad:
            raise UndecodableFile(path, wanted, bad)
        return wanted
    with path.open("rb") as stream:
        start = stream.read(4)
    for mark, name in _MARKS:
        if start.startswith(mark):
            if bad := find_invalid_byte(path, name):
                raise UndecodableFile(path, name, bad)
            return name
    bad = find_invalid_byte(path, "utf-8")
    if bad is None:
        return "utf-8"
    for name in fallback:
        if find_invalid_byte(path, name) is None:
            return name
    guess = _guess(path)
    if guess and find_invalid_byte(path, guess) is None:
        return guess
    raise UndecodableFile(path, "utf-8", bad)


def find_invalid_byte(path: Path, encoding: str) -> InvalidByte | None:
    """Return the first byte that ``encoding`` does not allow, with its line (1-based); None when all is well.

    Raises UserError for a line that is too long to be a row, and for a file that does not say the order of its bytes.
    """
    decoder = codecs.getincrementaldecoder(encoding)("strict")
    done = line_bytes = 0
    with path.open("rb") as stream:
        while True:
            block = stream.read(_BLOCK)
            line_bytes = limits.require_line(line_bytes, block, path)
            pending = len(decoder.getstate()[0])
            try:
                decoder.decode(block, final=not block)
            except UnicodeDecodeError as error:
                return _locate(path, done - pending + error.start)
            except UnicodeError:
                raise UserError(
                    f"without a mark at its beginning, {encoding} does not say the order of the bytes.",
                    place=path.name,
                    remedy=f"Name {encoding}-le or {encoding}-be.",
                ) from None
            if not block:
                return None
            done += len(block)


def _locate(path: Path, offset: int) -> InvalidByte:
    line, before = 1, b""
    with path.open("rb") as stream:
        left = offset
        while left > 0 and (block := stream.read(min(_BLOCK, left))):
            line += block.count(b"\n")
            cut = block.rfind(b"\n")
            before = block[cut + 1 :] if cut >= 0 else before + block
            left -= len(block)
        rest = stream.read(4096)
    byte = rest[0] if rest else before[-1]
    return InvalidByte(offset, byte, line, before[-4096:] + rest.split(b"\n", 1)[0])


def _likely(line: bytes) -> str:
    """Return the surroundings of the first byte beyond ASCII, decoded as Windows does.

    They let the user recognise the place.
    """
    try:
        text = line.decode("cp1252").strip()
    except UnicodeDecodeError:
        return ""
    odd = next((i for i, character in enumerate(text) if ord(character) > 127), 0)
    return text[max(0, odd - 20) : odd + 20]


def _guess(path: Path) -> str | None:
    """Return the encoding of a file that is not UTF-8, when at least ``_EVIDENCE`` lines speak for it."""
    with path.open("rb") as stream:
        sample = stream.read(_SAMPLE)
    return guess_encoding(sample[: sample.rfind(b"\n") + 1] or sample)


def guess_encoding(sample: bytes, evidence: int = _EVIDENCE) -> str | None:
    """Return the encoding of ``sample`` when ``evidence`` lines have bytes beyond ASCII and hardly one of
    those is UTF-8.

    Two Chinese characters of GB18030 can be UTF-8 by chance; a UTF-8 file with a stray byte is UTF-8 in most
    lines.
    """
    lines = [line for line in sample.splitlines() if not line.isascii()]
    if len(lines) < evidence or sum(map(_is_utf8, lines)) > len(lines) / 10:
        return None
    from charset_normalizer import from_bytes

    best = from_bytes(b"\n".join(lines)).best()
    if best is None:
        return None
    # GBK and GB2312 are parts of GB18030, which reads more of the texts found in practice.
    return "gb18030" if best.encoding in ("gb2312", "gbk", "cp936", "hz") else best.encoding


def _is_utf8(line: bytes) -> bool:
    try:
        line.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True
