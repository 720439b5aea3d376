"""Parse sentences of findings, errors and notes back into templates and values for translation.

These sentences are printed, stored and sent between processes in English. A text may contain a location and several
sentences: "reviews.csv, row 18: the row has no label. Check the columns chosen."

``resources/sentences.txt`` lists the templates, one per line, those of locations with their colon. A test compares them
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
"""Placeholders for texts of the engine. Others hold numbers, or names given by users: files, columns, labels."""
SENTENCE_VALUES = frozenset(("damage", "problem", "reason", "what", "where"))
"""Placeholders for sentences of other modules, mostly without the full stop."""
MAX_ENDS = 4
"""Number of possible sentence ends that are tried before the end of the text, since values may contain sentences."""
_MAX_LENGTH = 2000
"""Maximum length of a text that is tried as a whole. No error is longer (:func:`engine.errors.printable`)."""
_END = re.compile(r"(?<!e\.g)[.?](?=\s|$)")
_PLACE = re.compile(r"\\\{(\w+)\\\}")


class _Template(NamedTuple):
    """Template with its longest fixed part, which every matching sentence contains."""

    template: str
    words: str


@cache
def templates() -> tuple[str, ...]:
    """Return the templates of translatable findings, errors and notes."""
    return read_templates("sentences.txt")


@lru_cache(maxsize=1024)
def read_sentences(text: str) -> tuple[str, ...]:
    """Return the sentences of ``text``; those that match a template are phrases.

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
    """Return the sentence at the start of ``text`` that matches a template as a phrase, or None."""
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
    """Return a value as a phrase if it is a text of the engine or matches a template, else unchanged."""
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
    """Return the templates by falling length of their fixed text."""
    return [
        # The case of the first letter may vary.
        _Template(text, max(re.split(r"\{\w+\}", text[1:] if text[0].isalpha() else text), key=len))
        for text in most_specific_first(templates())
    ]


@cache
def _pattern(template: str) -> re.Pattern[str]:
    """Return a pattern for sentences of ``template``, with any case of the first letter and no location before a
    value."""
    pattern = _PLACE.sub(r"(?P<\1>.+)", re.escape(template))
    if pattern.startswith("(?P<"):
        pattern = pattern.replace(".+", "(?:(?!: ).)+")
    elif pattern[:1].isalpha():
        pattern = f"[{pattern[0].lower()}{pattern[0].upper()}]{pattern[1:]}"
    return re.compile(pattern, re.DOTALL)


TEMPLATES = read_templates("phases.txt")
"""Templates of all progress texts in ``engine``, from ``resources/phases.txt``."""


@lru_cache(maxsize=1024)
def read_phase(text: str) -> str:
    """Return a progress text as a phrase with phrases as values, or unchanged if it matches no template.

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
    """Return patterns and templates by falling length of the fixed text."""

    return [
        (re.compile(re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>.+)", re.escape(template)), re.DOTALL), template)
        for template in most_specific_first(TEMPLATES)
    ]
