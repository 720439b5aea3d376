"""Character encodings of files: detection, reported guesses, and invalid bytes.

UTF-8 is chosen whenever the bytes are valid, UTF-16 and UTF-32 by their byte order mark or zero bytes, ISO-2022 by its
escape sequences. Invalid bytes of a file that is mostly UTF-8 are guessed to be Windows-1252. Readers report a guess
with sample words.

Other encodings are ranked by the plausibility of the decoded non-ASCII lines: frequencies of letters in a language,
neighbours of the same script, lower case within words, symbols between words. Frequent ASCII words, which are the same
in all encodings, indicate the languages. A score is a log probability under this model. Differences of scores are
evidence.
"""

from __future__ import annotations

import codecs
import math
import os
import re
import tomllib
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from encodings import utf_8_sig
from functools import lru_cache
from pathlib import Path
from typing import TypeVar

from engine import paths
from engine.data import read_errors
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
MIXED = "utf-8-with-cp1252"
"""UTF-8, with or without its mark, in which some lines were added by a program that writes Windows-1252."""
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
    """Error for a file with bytes that are invalid in its encoding, the first of them in ``line`` (1-based)."""

    def __init__(self, path: Path, encoding: str, invalid: InvalidByte) -> None:
        self.line = invalid.line
        excerpt = _line_excerpt(invalid.line_bytes)
        hint = f'The line would read "{excerpt}" in cp1252. ' if excerpt else ""
        super().__init__(
            f"byte 0x{invalid.byte:02X} (at {invalid.offset:,}) cannot be read as {encoding}.",
            place=f"{path.name}, row {invalid.line}",
            remedy=f"{hint}Save it as UTF-8, or choose its encoding (--set format.encoding=cp1252).",
        )


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

    Raises UserError for invalid bytes in the requested encoding, or in all encodings.
    """
    if requested != "auto":
        require_encoding(requested, path)
        return _checked(path, requested)
    with path.open("rb") as stream:
        start = stream.read(_BLOCK)
    mark = find_bom(start)
    if mark and mark != "utf-8-sig":
        return _checked(path, mark)
    encoding = find_wide_encoding(start)
    if encoding and find_invalid_byte(path, encoding) is None:
        return _from_guesses(Guess(encoding, start[: len(start) // 4 * 4].decode(encoding, "ignore"), 0))
    iso_2022 = next((name for escape, name in _ESCAPES if escape in start), "")
    if iso_2022 and find_invalid_byte(path, iso_2022) is None:
        return FileEncoding(iso_2022)
    invalid = find_invalid_byte(path, "utf-8")
    if invalid is None:
        return FileEncoding(mark or "utf-8")
    lines, ascii_text = _sample(path)
    if mark or is_damaged_utf8(lines):
        words = [each for each in invalid.line_bytes.split() if "\ufffd" in each.decode(errors="replace")]
        guesses = [each for each in _words(b" ".join(words).decode(MIXED)) if not each.isascii()]
        return FileEncoding(MIXED, tuple(guesses[:2]))
    return _guess(path, invalid, usual, rank_encodings(lines, ascii_text))


class _MixedDecoder(utf_8_sig.IncrementalDecoder):
    def __init__(self, errors: str = "strict") -> None:
        super().__init__(MIXED)


def _find_mixed(name: str) -> codecs.CodecInfo | None:
    if name.replace("_", "-") != MIXED:
        return None
    return codecs.CodecInfo(
        codecs.utf_8_encode,
        lambda content, errors="strict": (_MixedDecoder().decode(content, final=True), len(content)),
        incrementaldecoder=_MixedDecoder,
        name=MIXED,
    )


def _decode_invalid(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeDecodeError)
    return error.object[error.start : error.end].decode("cp1252", "replace"), error.end


codecs.register(_find_mixed)
codecs.register_error(MIXED, _decode_invalid)


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


def _guess(path: Path, invalid: InvalidByte, usual: str, ranking: Sequence[Guess]) -> FileEncoding:
    """Return the likeliest encoding that can decode all of a file, which is not UTF-8."""
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


def _sample(path: Path) -> tuple[list[bytes], bytes]:
    """Return non-ASCII lines spread over a file, and some of its other text."""
    offsets, ascii_text = [], b""
    with path.open("rb") as stream:
        for offset in range(0, os.fstat(stream.fileno()).st_size, _BLOCK):
            block = stream.read(_BLOCK)
            ascii_text = ascii_text or block[: _BLOCK >> 3]
            if not block.isascii():
                offsets.append(offset)
        lines: list[bytes] = []
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


PRIORS = {
    "cp1252": 0, "latin-1": -1, "cp1251": -1, "cp1250": -2, "cp1253": -2, "cp1254": -2, "cp1255": -2, "cp1256": -2,
    "cp1257": -2, "cp874": -2, "cp932": -1, "gb18030": -1, "big5": -2, "cp949": -1, "euc_jp": -2, "koi8-r": -3,
    "koi8-u": -3, "iso8859-15": -3, "iso8859-2": -3, "iso8859-9": -3, "iso8859-7": -3, "iso8859-5": -4,
    "iso8859-13": -4, "iso8859-16": -5, "iso8859-8": -4, "iso8859-6": -4, "cp1258": -4, "cp866": -3, "mac_roman": -4,
    "cp850": -4, "cp437": -5, "cp852": -5, "tis-620": -4, "mac_cyrillic": -6, "big5hkscs": -4,
}  # fmt: skip
"""Prior of each encoding relative to cp1252, as log odds."""
_MARKS = "30’ 12–“” 8« 8» 6… 6\xa0\xad 4€„— 3‘°£ 2•§´ 1©®™²³½¼¾·×÷±µ¿¡ºª¢¥‹›‚ .3†‡‰¶¬¨¸¹¦¯¤"
_MARK_SHARE = 0.08
_PLAUSIBLE_WITHIN = "’·‑\xad´"
_OPENING, _CLOSING, _MONEY = "“„«‘‹¿¡", "”»›", "£€¥¢"
_EASTERN = {
    "gb18030": "zh",
    "big5": "zh-Hant",
    "big5hkscs": "zh-Hant",
    "cp949": "ko",
    "cp932": "ja",
    "euc_jp": "ja",
}
"""Language of each East Asian encoding. All of them include kana, and most include Greek and Cyrillic."""
_EASTERN_NAMES = ("CJK", "HIRAGANA", "KATAKANA", "HANGUL", "FULLWIDTH", "HALFWIDTH", "IDEOGRAPHIC")
_WORD = re.compile(rb"[A-Za-z\x80-\xff']+")
_USUAL = {"en": 3, "fr": 1.5, "de": 1.5, "es": 1.5, "it": 1, "pt": 1}
"""Prior of a language, in words, for texts without ASCII words. Other languages have 0.3."""
_OTHER_SHARE = 0.1
"""Assumed share of characters from languages other than the main one."""
_NOWHERE = 1e-7
_INVALID_COST = 12.0
"""Cost of an invalid byte. A text that otherwise supports the encoding may have a damaged one."""
_MOST_INVALID = 0.05


@dataclass(frozen=True)
class Guess:
    """Bytes decoded with one encoding.

    Attributes:
        encoding: name of the encoding.
        text: the decoded bytes.
        score: log probability. The difference of two scores is the evidence for the higher one.
    """

    encoding: str
    text: str
    score: float


def rank_encodings(lines: Sequence[bytes], ascii_text: bytes = b"", size: int = 1 << 14) -> list[Guess]:
    """Return the encodings that can decode ``lines`` except for a few bytes, likeliest first.

    Args:
        lines: lines with non-ASCII bytes.
        ascii_text: other text of the same source, whose words indicate the language.
        size: number of bytes of distinct words to score.
    """
    languages = _expected_languages(b"\n".join(lines), ascii_text)
    sample = _distinct_chunks(lines, size)
    guesses = []
    for encoding, prior in PRIORS.items():
        text = sample.decode(encoding, "replace")
        invalid = text.count("\ufffd")
        if invalid <= _MOST_INVALID * len(text):
            score = prior + _score(text.replace("\ufffd", ""), encoding, languages) - _INVALID_COST * invalid
            guesses.append(Guess(encoding, text, score))
    return sorted(guesses, key=lambda guess: -guess.score)


def _distinct_chunks(lines: Sequence[bytes], size: int) -> bytes:
    """Return about ``size`` bytes of distinct non-ASCII words. Repetitions add no evidence."""
    distinct = dict.fromkeys(
        chunk for line in lines for chunk in re.split(rb"[\s,\"]+", line) if not chunk.isascii()
    )
    chunks = list(distinct)
    length = sum(map(len, chunks))
    return b" ".join(chunks[:: max(1, length // size)])


def _expected_languages(lines: bytes, ascii_text: bytes) -> dict[str, float]:
    """Return the expected share of each language, from ASCII words."""
    evidence = dict.fromkeys(_languages(), 0.0)
    for text, weight in ((lines, 1.0), (ascii_text, 0.25)):
        for word, count in Counter(_WORD.findall(text.lower())).items():
            names = _speakers().get(word, ())
            for name in names:
                evidence[name] += weight * math.sqrt(count) / len(names)
    most = max(evidence.values()) or 1.0  # few words of a language may be shared with the main one
    weights = {name: _USUAL.get(name, 0.3) + words * words / most for name, words in evidence.items()}
    total = sum(weights.values())
    return {name: weight / total for name, weight in weights.items()}


def _score(text: str, encoding: str, shares: Mapping[str, float]) -> float:
    padded = f" {text} "
    triples = Counter(zip(padded, padded[1:], padded[2:], strict=False))
    counts: Counter[str] = Counter()
    context = 0.0
    for (before, character, after), count in triples.items():
        if character > "\x7f":
            counts[character] += count
            context += count * _fit(before, character, after)
    mixed = {
        each: sum(share * _share(name, each, encoding) for name, share in shares.items()) for each in counts
    }
    scripts = {_script(each) for each in counts}
    best = -math.inf
    for name, share in shares.items():
        if not scripts & _languages()[name].scripts or _EASTERN.get(encoding, name) != name:
            continue
        total = math.log(share)
        for each, count in counts.items():
            likely = (1 - _OTHER_SHARE) * _share(name, each, encoding) + _OTHER_SHARE * mixed[each]
            total += count * math.log(likely)
        best = max(best, total)
    if best == -math.inf:  # symbols alone
        best = sum(count * math.log(mixed[each]) for each, count in counts.items())
    return best + context


@dataclass(frozen=True)
class _Language:
    shares: Mapping[str, float]
    words: frozenset[bytes]
    scripts: frozenset[str]
    other_share: float


@lru_cache(maxsize=1)
def _languages() -> dict[str, _Language]:
    file = paths.RESOURCES / "languages.toml"
    languages = {}
    marks = _weights(_MARKS)
    for name, table in tomllib.loads(file.read_text(encoding="utf-8")).items():
        letters, other_share = _weights(table["letters"]), table.get("rest", 0.01)
        total, all_marks = sum(letters.values()), sum(marks.values())
        shares = {each: _MARK_SHARE * weight / all_marks for each, weight in marks.items()}
        for each, weight in letters.items():
            shares[each] = shares.get(each, 0) + (1 - other_share - _MARK_SHARE) * weight / total
        scripts = frozenset(_script(each) for each in letters) - {""}
        words = frozenset(word.encode() for word in table.get("words", "").split())
        languages[name] = _Language(shares, words, scripts, other_share)
    return languages


@lru_cache(maxsize=1)
def _speakers() -> dict[bytes, list[str]]:
    """Return the languages in which each word is frequent."""
    speakers: dict[bytes, list[str]] = {}
    for name, language in _languages().items():
        for word in language.words:
            speakers.setdefault(word, []).append(name)
    return speakers


def _weights(text: str) -> dict[str, float]:
    """Return the weight of each character of groups such as ``60é 15èà``."""
    weights: dict[str, float] = {}
    for number, characters in re.findall(r"([\d.]+)([^ ]+)", text):
        weights |= dict.fromkeys(characters, float(number))
    return weights


@lru_cache(maxsize=1 << 16)
def _share(name: str, character: str, encoding: str) -> float:
    """Return the share of ``character`` among the non-ASCII characters of a language."""
    language = _languages()[name]
    if (share := language.shares.get(character)) is not None:
        return share
    small = character.lower()
    if small != character and (share := language.shares.get(small)) is not None:
        return 0.05 * share
    script = _script(character)
    if script not in language.scripts:
        return _NOWHERE
    if script == "EAST":
        return language.other_share / 2500 if _is_usual(character, encoding) else 0.01 / 10_000
    return language.other_share / 100 * (1 if small == character else 0.05)


@lru_cache(maxsize=1 << 16)
def _is_usual(character: str, encoding: str) -> bool:
    """Return whether an East Asian character is common. National standards list common ones first."""
    code = character.encode(encoding)
    first, last = {"gb18030": (0xB0, 0xD7), "euc_jp": (0xA4, 0xCF), "cp932": (0x82, 0x98)}.get(
        encoding, (0xA4, 0xC8)
    )
    return len(code) == 2 and first <= code[0] <= last and (code[1] >= 0xA1 or encoding in ("cp932", "big5"))


@lru_cache(maxsize=1 << 14)
def _script(character: str) -> str:
    """Return the script of a letter or combining mark, empty for other characters."""
    if character < "\x80":
        return "LATIN" if character.isalpha() else ""
    category = unicodedata.category(character)
    name = re.split("[ -]", unicodedata.name(character, ""))[0]
    if name in _EASTERN_NAMES or (category[0] not in "LM"):
        return "EAST" if name in _EASTERN_NAMES else ""
    if name == "COMBINING":
        return "LATIN"
    return name if name not in ("FEMININE", "MASCULINE", "MICRO", "MODIFIER") else ""


@lru_cache(maxsize=1 << 16)
def _fit(before: str, character: str, after: str) -> float:
    """Return the score of ``character`` between its neighbours: 0 if it fits, else negative."""
    category, script = unicodedata.category(character), _script(character)
    around = (_script(before), _script(after))
    if category in ("Cc", "Cn", "Co"):
        return -12.0
    if category == "Mn":
        return 0.0 if around[0] == script else -6.0
    if script == "EAST":
        return -2.5 * sum(each not in ("", "EAST") for each in around)
    if script:
        return _fit_letter(before, character, after, script, around)
    return _fit_symbol(before, character, after, around)


def _fit_letter(before: str, character: str, after: str, script: str, around: tuple[str, str]) -> float:
    loss = -5.0 * sum(each not in ("", script) for each in around) - 2.0 * (
        before.isdigit() + after.isdigit()
    )
    if character.isupper():
        loss += -6.0 if before.islower() else 2.5 if before.isupper() else 0.7 if after.isalpha() else 0.0
    elif before.isupper() and after.isupper():
        loss -= 4.0
    return loss


def _fit_symbol(before: str, character: str, after: str, around: tuple[str, str]) -> float:
    if character >= "\u3000" or "EAST" in around:
        return 0.0
    within = bool(around[0] and around[1])
    if character in _PLAUSIBLE_WITHIN:
        return 0.0 if within or not around[1] else -4.0
    if within:
        return -5.0
    if character in _MONEY:
        return 0.0 if before.isdigit() or after.isdigit() else -2.0
    if character == "…" and around[1]:
        return -1.5
    if character in _OPENING:
        return -3.0 if around[0] else 0.0
    if character in _CLOSING:
        return -3.0 if around[1] else 0.0
    usual = character in "–—…°•²³½™®©\xa0"
    return 0.0 if usual else -3.0 * sum(map(bool, around))
