"""Character encodings of files: detection, guesses marked as such, and bytes that an encoding does not allow.

UTF-8 is chosen whenever the bytes allow it, UTF-16 and UTF-32 by their byte order mark or their zeros, ISO-2022 by its
escape sequences. Any other encoding is guessed from how the decoders read the lines beyond ASCII
(``detection.encoding_guess``), however few. Readers report a guess with sample words. A file that is UTF-8 but for a
few invalid bytes is refused, with the row of the first.
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
"""Number of blocks and lines of a file, spread over all of it, from which its encoding is guessed."""
_DOUBT = 3.0
"""Evidence (logarithm of odds) below which a guess is reported with the second best one."""
_OTHERWISE = 12.0
"""Largest evidence against an encoding that is chosen because the likelier ones cannot read the whole file."""
_NO_TEXT = ("Cc", "Cn", "Co")
"""Categories of characters that do not occur in texts: control, unassigned and private-use characters."""
GUESSED = "not UTF-8: read as"
"""Phrase of every note on a guess."""
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
        words: sample words of the file under a guessed encoding, empty where the encoding is certain.
        rival: the second best guess where the best is doubtful, else empty.
        rival_words: ``words`` under the second best guess.
    """

    name: str
    words: tuple[str, ...] = ()
    rival: str = ""
    rival_words: tuple[str, ...] = ()

    def describe(self) -> str:
        """Return the name, marked as a guess where it is one."""
        if not self.words:
            return self.name
        doubt = f", doubtful; {self.rival} would give {_quote_words(self.rival_words)}" if self.rival else ""
        return f"{self.name}, a guess (it reads {_quote_words(self.words)}{doubt})"

    def notes(self, name: str, verb: str = "is", remedy: str = "") -> tuple[str, ...]:
        """Return the notes on a guess for the file ``name``, none for a certain encoding."""
        if not self.words:
            return ()
        option = remedy or f"choose the encoding (--set format.encoding={self.rival or 'NAME'})"
        return (f"{name} {verb} {GUESSED} {self.describe()}. If that is wrong, {option}.",)


def _quote_words(words: Iterable[str]) -> str:
    return ", ".join(f"\u201c{word}\u201d" for word in words)


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
        """Return the same error for a record, where records are not lines."""
        return UndecodableFile(self.path, self.encoding, self.invalid_byte, row)


_NO_FILE_ENCODINGS = ("idna", "punycode", "undefined", "unicode_escape", "raw_unicode_escape", "utf_7")
"""Python's codecs for names, source code and mail. Some of them decode to characters that no text can hold."""


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
        b"x".decode(name, "replace")  # base64 and its like are codecs too, of bytes
        codec.incrementaldecoder("strict")
    except (LookupError, UnicodeError, TypeError):
        return False
    except ValueError:  # a name with NUL or half a surrogate pair
        return False
    return codec.name.replace("-", "_") not in _NO_FILE_ENCODINGS


def choose_encoding(path: Path, requested: str = "auto", usual: str = "") -> FileEncoding:
    """Return the encoding to read ``path`` with: ``requested``, or the detected one when that is ``auto``.

    Args:
        path: the file.
        requested: name of an encoding, or ``auto``.
        usual: encoding of a companion file. A guess prefers it unless the evidence against it is strong.

    Raises UserError when the bytes do not fit, or are UTF-8 with a few invalid bytes.
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
    """Return the encoding whose byte order mark a file begins with, empty where there is none."""
    return next((name for mark, name in _BOMS if start.startswith(mark)), "")


def find_wide_encoding(start: bytes) -> str:
    """Return the encoding of two or four bytes a character of a text without a byte order mark, empty for all others.

    ASCII blanks, line feeds and letters are recognised by their zero bytes, which binary data have elsewhere too.
    """
    start = start[: 1 << 16]
    zeros = start.count(0)
    if not zeros or (8 * zeros < len(start) and _as_text(start.replace(b"\0", b""), "utf-8")):
        return ""  # a text of ASCII or UTF-8 with a few NUL characters in it
    for name in ("utf-32-le", "utf-32-be", "utf-16-le", "utf-16-be"):
        text = _as_text(start, name)
        plain = sum(each < "\x80" for each in text)
        if plain > sum(not ord(each) & 0xFF for each in text):  # of ASCII with its bytes the other way round
            return name
    return ""


def _as_text(start: bytes, name: str) -> str:
    """Return ``start``, which may end within a character, as a text. Empty where it is none."""
    try:
        text = codecs.getincrementaldecoder(name)("strict").decode(start)
    except UnicodeDecodeError:
        return ""
    is_text = all(unicodedata.category(each) not in _NO_TEXT or each in "\t\r\n" for each in text)
    return text if is_text else ""


def _guess(path: Path, invalid: InvalidByte, usual: str) -> FileEncoding:
    """Return the likeliest encoding of a file that is not UTF-8, among those that can read all of it."""
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
    """Decoder of related texts: each as ``encoding``, or where its bytes do not allow that, as ``fallback``."""

    def __init__(self, encoding: str, fallback: FileEncoding | None = None) -> None:
        self.encoding, self.fallback = encoding, fallback

    @classmethod
    def for_texts(cls, contents: Iterable[bytes]) -> TextDecoder:
        """Return a decoder for UTF-8 and the likeliest encoding of ``contents``, a sample that is not UTF-8."""
        lines = [line for each in contents if not is_damaged_utf8([each]) for line in each.splitlines()]
        beyond = [line for line in lines if not line.isascii()]
        ranking = rank_encodings(
            beyond, b"\n".join(_spread([line for line in lines if line.isascii()], _LINES))
        )
        return cls("utf-8", _from_guesses(*ranking) if ranking else None)

    def decode(self, content: bytes) -> tuple[str, bool]:
        """Return a text without its byte order mark, and whether all bytes could be decoded. Invalid bytes become
        U+FFFD.
        """
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
        """Return the notes on ``files`` that are not in the first encoding."""
        return self.fallback.notes(files, "are") if self.fallback else ()


def is_damaged_utf8(lines: Iterable[bytes]) -> bool:
    """Return whether at least half of what is not ASCII is valid UTF-8, which hardly ever occurs in other encodings."""
    text = b"\n".join(lines).replace("\ufffd".encode(), b"").decode("utf-8", "replace")
    invalid = text.count("\ufffd")
    return len(text) - len(text.encode("ascii", "ignore")) - invalid >= invalid


def _from_guesses(best: Guess, *lower: Guess) -> FileEncoding:
    """Return the best guess with sample words, and with the best rival that decodes the text differently."""
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
    """Return different words of a text, of at most 20 characters; those beyond ASCII first, and of them long ones."""
    runs = (word.strip(".!?")[:20] for word in re.findall(r"[^\s,;|\"(){}\[\]<>:=]+", text[:20_000]))
    words = dict.fromkeys(word for word in runs if word and word.isprintable()) or [printable(text, 20)]
    return sorted(
        words, key=lambda word: (word.isascii(), not any(map(str.isalpha, word)), abs(len(word) - 8))
    )


def _sample(path: Path, invalid: InvalidByte) -> tuple[list[bytes], bytes]:
    """Return lines beyond ASCII from all over a file, and a part of the other text."""
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
    """Return the complete lines of a block of a file, or the complete words of one long line."""
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
    """Return the first byte that ``encoding`` does not allow, with its line (1-based), or None when there is none.

    Raises UserError for a line that is too long to be a row, and for a file without a byte order that needs one.
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
    """Return the surroundings of the first byte beyond ASCII, decoded as Windows does, so that the user recognises the
    place.
    """
    try:
        text = line.decode("cp1252").strip()
    except UnicodeDecodeError:
        return ""
    position = next((i for i, character in enumerate(text) if ord(character) > 127), 0)
    return text[max(0, position - 20) : position + 20]
