"""Character encodings of files: detection, reported guesses, and invalid bytes.

UTF-8 is chosen whenever the bytes are valid, UTF-16 and UTF-32 by their byte order mark or zero bytes, ISO-2022 by its
escape sequences. Other encodings are guessed from the decoded non-ASCII lines (``detection.encoding_guess``). Readers
report a guess with sample words. UTF-8 with a few invalid bytes is an error, which names the first invalid row.
"""

from __future__ import annotations

import codecs
import os
import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from engine.data import read_errors
from engine.data.detection.encoding_guess import Guess, rank_encodings
from engine.errors import UserError, printable

T = TypeVar("T")

_BLOCK = 1 << 20
_BLOCKS, _LINES = 48, 2000
"""Number of blocks and lines, spread over a file, from which its encoding is guessed."""
_DOUBT = 3.0
"""Evidence (log odds) below which a guess is reported together with the second best one."""
_OTHERWISE = 12.0
"""Largest evidence against an encoding that is chosen because likelier ones cannot decode the whole file."""
_NO_TEXT = ("Cc", "Cn", "Co")
"""Categories of characters that do not occur in texts: control, unassigned and private-use characters."""
GUESSED = "not UTF-8: read as"
"""Text in every note on a guess."""
_BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_ESCAPES = ((b"\x1b$)C", "iso2022_kr"), (b"\x1b$B", "iso2022_jp_ext"), (b"\x1b$@", "iso2022_jp_ext"))


@dataclass(frozen=True)
class FileEncoding:
    """Encoding of a file.

    Attributes:
        name: Python's name of the encoding.
        words: sample words, decoded with a guessed encoding. Empty if the encoding is certain.
        rival: the second best guess if the best one is doubtful, else empty.
        rival_words: ``words`` decoded with the second best guess.
    """

    name: str
    words: tuple[str, ...] = ()
    rival: str = ""
    rival_words: tuple[str, ...] = ()

    def describe(self) -> str:
        """Return the name, with a remark if it is a guess."""
        if not self.words:
            return self.name
        doubt = f", doubtful; {self.rival} would give {_quote_words(self.rival_words)}" if self.rival else ""
        return f"{self.name}, a guess (it reads {_quote_words(self.words)}{doubt})"

    def notes(self, name: str, verb: str = "is", remedy: str = "") -> tuple[str, ...]:
        """Return the notes on a guess for the file ``name``. Empty for a certain encoding."""
        if not self.words:
            return ()
        option = remedy or f"choose the encoding (--set format.encoding={self.rival or 'NAME'})"
        return (f"{name} {verb} {GUESSED} {self.describe()}. If that is wrong, {option}.",)


def _quote_words(words: Iterable[str]) -> str:
    return ", ".join(f"\u201c{word}\u201d" for word in words)


@dataclass(frozen=True)
class InvalidByte:
    """First byte of a file that is invalid in an encoding."""

    offset: int
    byte: int
    line: int
    line_bytes: bytes


class UndecodableFile(UserError):
    """Error for a file with bytes that are invalid in its encoding.

    ``line`` (1-based) is the first line with such a byte.
    """

    def __init__(self, path: Path, encoding: str, invalid: InvalidByte, row: int = 0) -> None:
        self.path, self.encoding, self.invalid_byte, self.line = path, encoding, invalid, invalid.line
        excerpt = _line_excerpt(invalid.line_bytes)
        hint = f'The line would read "{excerpt}" in cp1252. ' if excerpt else ""
        super().__init__(
            f"byte 0x{invalid.byte:02X} (at {invalid.offset:,}) cannot be read as {encoding}.",
            place=f"{path.name}, row {row or invalid.line}",
            remedy=f"{hint}Save it as UTF-8, or choose its encoding (--set format.encoding=cp1252).",
        )

    def at_row(self, row: int) -> UndecodableFile:
        """Return the same error with the number of the record, for files whose records are not lines."""
        return UndecodableFile(self.path, self.encoding, self.invalid_byte, row)


_NO_FILE_ENCODINGS = ("idna", "punycode", "undefined", "unicode_escape", "raw_unicode_escape", "utf_7")
"""Python's codecs for domain names, source code and mail. Some of them decode to invalid characters."""


def require_encoding(name: str, place: str | Path) -> None:
    """Raise UserError unless Python has a text encoding of that name."""
    if not _is_text_encoding(name):
        raise UserError(
            f"there is no text encoding '{printable(name, 60)}'.",
            place=str(place),
            remedy="Try utf-8, cp1252 or gb18030.",
        )


def _is_text_encoding(name: str) -> bool:
    try:
        codec = codecs.lookup(name)
        b"x".decode(name, "replace")  # fails for codecs of bytes, such as base64
        codec.incrementaldecoder("strict")
    except (LookupError, UnicodeError, TypeError):
        return False
    except ValueError:  # a name with NUL or a lone surrogate
        return False
    return codec.name.replace("-", "_") not in _NO_FILE_ENCODINGS


def choose_encoding(path: Path, requested: str = "auto", usual: str = "") -> FileEncoding:
    """Return the encoding of ``path``: ``requested``, or the detected one for ``auto``.

    Args:
        path: the file.
        requested: name of an encoding, or ``auto``.
        usual: encoding of a companion file, which guesses prefer unless the evidence against it is strong.

    Raises UserError for invalid bytes in the requested encoding, or UTF-8 with a few invalid bytes.
    """
    if requested != "auto":
        require_encoding(requested, path)
        return _checked(path, requested)
    with path.open("rb") as stream:
        start = stream.read(_BLOCK)
    if certain := find_bom(start):
        return _checked(path, certain)
    encoding = find_wide_encoding(start)
    if encoding and find_invalid_byte(path, encoding) is None:
        return _from_guesses(Guess(encoding, start[: len(start) // 4 * 4].decode(encoding, "ignore"), 0))
    iso_2022 = next((name for escape, name in _ESCAPES if escape in start), "")
    if iso_2022 and find_invalid_byte(path, iso_2022) is None:
        return FileEncoding(iso_2022)
    invalid = find_invalid_byte(path, "utf-8")
    if invalid is None:
        return FileEncoding("utf-8")
    return _guess(path, invalid, usual)


def _checked(path: Path, name: str) -> FileEncoding:
    if invalid := find_invalid_byte(path, name):
        raise UndecodableFile(path, name, invalid)
    return FileEncoding(name)


def find_bom(start: bytes) -> str:
    """Return the encoding of the byte order mark at the start of a file, empty without one."""
    return next((name for mark, name in _BOMS if start.startswith(mark)), "")


def find_wide_encoding(start: bytes) -> str:
    """Return the UTF-16 or UTF-32 encoding of a text without a byte order mark, empty for all others.

    It is recognised by the zero bytes of ASCII characters. Binary data have zero bytes at other positions too.
    """
    start = start[: 1 << 16]
    zeros = start.count(0)
    if not zeros or (8 * zeros < len(start) and _as_text(start.replace(b"\0", b""), "utf-8")):
        return ""  # ASCII or UTF-8 with a few NUL characters
    for name in ("utf-32-le", "utf-32-be", "utf-16-le", "utf-16-be"):
        text = _as_text(start, name)
        plain = sum(each < "\x80" for each in text)
        if plain > sum(not ord(each) & 0xFF for each in text):  # ASCII characters with swapped bytes
            return name
    return ""


def _as_text(start: bytes, name: str) -> str:
    """Return ``start``, which may end within a character, as text. Empty if it is not valid text."""
    try:
        text = codecs.getincrementaldecoder(name)("strict").decode(start)
    except UnicodeDecodeError:
        return ""
    is_text = all(unicodedata.category(each) not in _NO_TEXT or each in "\t\r\n" for each in text)
    return text if is_text else ""


def _guess(path: Path, invalid: InvalidByte, usual: str) -> FileEncoding:
    """Return the likeliest encoding that can decode all of a file, which is not UTF-8."""
    lines, ascii_text = _sample(path, invalid)
    if is_damaged_utf8(lines):
        raise UndecodableFile(path, "utf-8", invalid)
    ranking = rank_encodings(lines, ascii_text)
    prior = next((guess for guess in ranking if guess.encoding == usual), None)
    if prior and ranking[0].score - prior.score < _OTHERWISE and find_invalid_byte(path, usual) is None:
        return _from_guesses(prior)
    for index, guess in enumerate(ranking):
        if ranking[0].score - guess.score > _OTHERWISE and guess.text != ranking[0].text:
            break
        if find_invalid_byte(path, guess.encoding) is None:
            return _from_guesses(*ranking[index:])
    best = ranking[0].encoding if ranking else "utf-8"
    raise UndecodableFile(path, best, find_invalid_byte(path, best) or invalid)


class TextDecoder:
    """Decoder of related texts with ``encoding``, or with ``fallback`` if a text has invalid bytes."""

    def __init__(self, encoding: str, fallback: FileEncoding | None = None) -> None:
        self.encoding, self.fallback = encoding, fallback

    @classmethod
    def for_texts(cls, contents: Iterable[bytes]) -> TextDecoder:
        """Return a decoder with UTF-8 and, as fallback, the likeliest encoding of ``contents``, which are not UTF-8."""
        lines = [line for each in contents if not is_damaged_utf8([each]) for line in each.splitlines()]
        beyond = [line for line in lines if not line.isascii()]
        ranking = rank_encodings(
            beyond, b"\n".join(_spread([line for line in lines if line.isascii()], _LINES))
        )
        return cls("utf-8", _from_guesses(*ranking) if ranking else None)

    def decode(self, content: bytes) -> tuple[str, bool]:
        """Return a text without its byte order mark, and whether all bytes are valid. Invalid ones become U+FFFD."""
        mark = find_bom(content) if self.fallback else ""
        try:
            return content.decode(mark or self.encoding).removeprefix("\ufeff"), True
        except UnicodeError:
            fallback = None if is_damaged_utf8([content]) else self.fallback
        if fallback:
            text = content.decode(fallback.name, "replace")
            return text, "\ufffd" not in text
        return content.decode(self.encoding, "replace").removeprefix("\ufeff"), False

    def notes(self, files: str) -> tuple[str, ...]:
        """Return the notes on ``files`` that are decoded with the fallback."""
        return self.fallback.notes(files, "are") if self.fallback else ()


def is_damaged_utf8(lines: Iterable[bytes]) -> bool:
    """Return whether at least half of the non-ASCII text is valid UTF-8, which is very unlikely in other encodings."""
    text = b"\n".join(lines).replace("\ufffd".encode(), b"").decode("utf-8", "replace")
    invalid = text.count("\ufffd")
    return len(text) - len(text.encode("ascii", "ignore")) - invalid >= invalid


def _from_guesses(best: Guess, *lower: Guess) -> FileEncoding:
    """Return the best guess with sample words, and if doubtful, the next best one that decodes the text differently."""
    rival = next((each for each in lower if each.text != best.text), None)
    doubtful = rival is not None and best.score - rival.score < _DOUBT
    words = _words(best.text)
    if not doubtful or rival is None:
        return FileEncoding(best.encoding, tuple(words[:2]))
    pairs = [(word, word.encode(best.encoding).decode(rival.encoding, "replace")) for word in words]
    sample = [pair for pair in pairs if pair[0] != pair[1]][:2] or pairs[:2]
    return FileEncoding(
        best.encoding, tuple(pair[0] for pair in sample), rival.encoding, tuple(pair[1] for pair in sample)
    )


def _words(text: str) -> list[str]:
    """Return distinct words of a text, up to 20 characters: non-ASCII ones first, then those of about 8 characters."""
    runs = (word.strip(".!?")[:20] for word in re.findall(r"[^\s,;|\"(){}\[\]<>:=]+", text[:20_000]))
    words = dict.fromkeys(word for word in runs if word and word.isprintable()) or [printable(text, 20)]
    return sorted(
        words, key=lambda word: (word.isascii(), not any(map(str.isalpha, word)), abs(len(word) - 8))
    )


def _sample(path: Path, invalid: InvalidByte) -> tuple[list[bytes], bytes]:
    """Return non-ASCII lines spread over a file, and some of its other text."""
    offsets, ascii_text = [], b""
    with path.open("rb") as stream:
        for offset in range(0, os.fstat(stream.fileno()).st_size, _BLOCK):
            block = stream.read(_BLOCK)
            ascii_text = ascii_text or block[: _BLOCK >> 3]
            if not block.isascii():
                offsets.append(offset)
        lines = [invalid.line_bytes]
        for offset in _spread(offsets, _BLOCKS):
            stream.seek(offset)
            inner = _whole_lines(stream.read(_BLOCK), is_first=offset == 0)
            lines += _spread([line for line in inner if not line.isascii()], max(1, _LINES // len(offsets)))
    return lines, ascii_text


def _whole_lines(block: bytes, *, is_first: bool) -> list[bytes]:
    """Return the complete lines in a block of a file, or the complete words of a long line."""
    ends = [match.start() for match in re.finditer(rb"\n", block)] or [
        match.start() for match in re.finditer(rb"[\n \",]", block)
    ]
    if not ends or (len(block) < _BLOCK and is_first):
        return block.splitlines()
    return block[0 if is_first else ends[0] : len(block) if len(block) < _BLOCK else ends[-1]].splitlines()


def _spread(items: Sequence[T], count: int) -> Sequence[T]:
    """Return at most ``count`` of ``items``, spread evenly."""
    if len(items) <= count:
        return items
    return [items[i * (len(items) - 1) // max(1, count - 1)] for i in range(count)]


def find_invalid_byte(path: Path, encoding: str) -> InvalidByte | None:
    """Return the first invalid byte in ``encoding`` with its line (1-based), or None if all are valid.

    Raises UserError for a line that is too long to be a row, and for a missing byte order mark.
    """
    decoder = codecs.getincrementaldecoder(encoding)("strict")
    bytes_read = line_bytes = 0
    with path.open("rb") as stream:
        while True:
            block = stream.read(_BLOCK)
            line_bytes = read_errors.require_line(line_bytes, block, path)
            pending = len(decoder.getstate()[0])
            try:
                decoder.decode(block, final=not block)
            except UnicodeDecodeError as error:
                return _locate(path, bytes_read - pending + error.start)
            except UnicodeError:
                raise UserError(
                    f"without a byte order mark, the order of the bytes of {encoding} is not known.",
                    place=path.name,
                    remedy=f"Name {encoding}-le or {encoding}-be.",
                ) from None
            if not block:
                return None
            bytes_read += len(block)


def _locate(path: Path, offset: int) -> InvalidByte:
    line, line_start = 1, b""
    with path.open("rb") as stream:
        remaining = offset
        while remaining > 0 and (block := stream.read(min(_BLOCK, remaining))):
            line += block.count(b"\n")
            feed = block.rfind(b"\n")
            line_start = block[feed + 1 :] if feed >= 0 else line_start + block
            remaining -= len(block)
        following = stream.read(4096)
    byte = following[0] if following else line_start[-1]
    return InvalidByte(offset, byte, line, line_start[-4096:] + following.split(b"\n", 1)[0])


def _line_excerpt(line: bytes) -> str:
    """Return the text around the first non-ASCII byte of a line, decoded as Windows-1252."""
    try:
        text = line.decode("cp1252").strip()
    except UnicodeDecodeError:
        return ""
    position = next((i for i, character in enumerate(text) if ord(character) > 127), 0)
    return text[max(0, position - 20) : position + 20]
