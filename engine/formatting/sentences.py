"""Templates of findings, errors and notes, by which their sentences are read back.

Findings of checks, errors and notes are English sentences wherever they are printed, stored or sent by a process.
A translation needs the template and its values. One text may hold several sentences after a
place: "reviews.csv, row 18: the row has no label. Check the columns chosen."

``resources/sentences.txt`` lists the templates, one a line, those of places with their colon. A test compares them
with the code.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from itertools import islice
from typing import NamedTuple

from engine.formatting.phrases import Phrase, most_specific_first, phrase, read_templates

ENGINE_VALUES = frozenset(
    "labels learnt metric noun objective part parts phase split status title trust".split()
)
"""Places for texts of the engine. The other values are numbers, or what somebody has named: files, columns, labels."""
SENTENCE_VALUES = frozenset(("damage", "problem", "reason", "what", "where"))
"""Placeholders for a sentence of another module, mostly without its full stop."""
MAX_ENDS = 4
"""Places where a sentence may end that are tried, and the whole: its values may hold sentences of their own."""
_MAX_LENGTH = 2000
"""Characters of a text that is tried as a whole: no error is longer (:func:`engine.errors.printable`)."""
_END = re.compile(r"(?<!e\.g)[.?](?=\s|$)")
_PLACE = re.compile(r"\\\{(\w+)\\\}")


class _Template(NamedTuple):
    """A template, and the longest stretch of its own words: only a text that holds them can be one of its sentences."""

    template: str
    words: str


@cache
def templates() -> tuple[str, ...]:
    """Return the sentences of findings, errors and notes that are known in other languages."""
    return read_templates("sentences.txt")


@lru_cache(maxsize=1024)
def read_sentences(text: str) -> tuple[str, ...]:
    """Return the parts of ``text``, known sentences as phrases.

    >>> [str(each) for each in read_sentences("a.csv: the row has no label. Check the columns chosen.")]
    ['a.csv:', 'the row has no label.', 'Check the columns chosen.']
    """
    parts: list[str] = []
    remaining = text.strip()
    while remaining:
        sentence = _match_start(remaining)
        place, colon, following = remaining.partition(": ")
        if sentence is not None:
            parts.append(sentence)
            remaining = remaining[len(sentence) :].lstrip()
        elif colon and _match_start(following) is not None:
            location = f"{place}:"
            parts.append(_match_start(location) or location)
            remaining = following
        else:
            end = _END.search(remaining)
            length = end.end() if end is not None else len(remaining)
            parts.append(remaining[:length])
            remaining = remaining[length:].lstrip()
    return tuple(parts)


def _match_start(text: str) -> Phrase | None:
    """Return the known sentence at the beginning of ``text`` as a phrase, or None."""
    ends = [match.end() for match in islice(_END.finditer(text), MAX_ENDS)]
    if len(text) <= _MAX_LENGTH:
        ends.append(len(text))
    longest = text[: max(ends, default=0)]
    candidates = [each.template for each in _ranked_templates() if each.words in longest]
    for end in ends:
        for template in candidates:
            if match := _pattern(template).fullmatch(text, 0, end):
                values = {name: _value(name, value) for name, value in match.groupdict().items()}
                return phrase(template, **values).with_english(text[:end])
    return None


def _value(name: str, value: str) -> str:
    """Return a value as a phrase where it is a text of the engine, or a sentence that is known."""
    if name in ENGINE_VALUES:
        return phrase(value)
    if name in SENTENCE_VALUES:
        for candidate in (value, f"{value}."):
            sentence = _match_start(candidate)
            if sentence == candidate:
                return sentence.with_english(value)
    return value


@cache
def _ranked_templates() -> list[_Template]:
    """Return the templates, those with the most words of their own first."""
    return [
        # The first letter may be small or a capital.
        _Template(text, max(re.split(r"\{\w+\}", text[1:] if text[0].isalpha() else text), key=len))
        for text in most_specific_first(templates())
    ]


@cache
def _pattern(template: str) -> re.Pattern[str]:
    """Return a pattern of the sentences of ``template``: the first letter small or not, no place before a value."""
    pattern = _PLACE.sub(r"(?P<\1>.+)", re.escape(template))
    if pattern.startswith("(?P<"):
        pattern = pattern.replace(".+", "(?:(?!: ).)+")
    elif pattern[:1].isalpha():
        pattern = f"[{pattern[0].lower()}{pattern[0].upper()}]{pattern[1:]}"
    return re.compile(pattern, re.DOTALL)


TEMPLATES = read_templates("phases.txt")
"""Every text of a progress report in ``engine``: ``resources/phases.txt``."""


@lru_cache(maxsize=1024)
def read_phase(text: str) -> str:
    """Return ``text`` as the phrase of its template, its values phrases too, or ``text`` where no template fits.

    >>> read_phase("Reading the train split").template
    'Reading the {split} split'
    """
    for pattern, template in _patterns():
        if match := pattern.fullmatch(text):
            values = {name: phrase(value) for name, value in match.groupdict().items()}
            return phrase(template, **values)
    return text


@lru_cache(maxsize=1)
def _patterns() -> list[tuple[re.Pattern[str], str]]:
    """Return the templates with patterns of their texts, those with the most words of their own first."""

    return [
        (re.compile(re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>.+)", re.escape(template)), re.DOTALL), template)
        for template in most_specific_first(TEMPLATES)
    ]
