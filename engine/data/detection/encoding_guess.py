"""Ranking of encodings for non-ASCII text, by the plausibility of the decoded text.

A decoder is scored by its characters: frequencies of letters in a language, neighbours of the same script, lower case
within words, symbols between words. Frequent ASCII words, which are the same in all encodings, indicate the languages.
A score is a log probability under this model. Differences of scores are evidence.
"""

from __future__ import annotations

import math
import re
import tomllib
import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from engine import paths

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
