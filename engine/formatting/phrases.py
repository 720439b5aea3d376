"""Texts with values that keep their templates for translation.

A phrase is an English ``str`` with its template and values. A translation catalogue contains templates, not filled
texts such as "4 epochs, 16 × 128".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from engine import paths


class Phrase(str):
    """English text with its ``template`` and ``values``, which may be phrases too."""

    __slots__ = ("template", "values")

    template: str
    values: Mapping[str, object]

    def with_english(self, english: str) -> Phrase:
        """Return the phrase with another English text, such as a capital letter, and the same template."""
        return _phrase(english, self.template, self.values)


def phrase(template: str, /, **values: object) -> Phrase:
    """Return ``template`` filled with ``values`` (unchanged without values).

    >>> made = phrase("{n} texts of {name}", n=3, name="reviews")
    >>> made, made.template
    ('3 texts of reviews', '{n} texts of {name}')
    """
    return _phrase(template.format(**values) if values else template, template, values)


def small(text: str) -> str:
    """Return ``text`` with a lower-case first letter."""
    return _with_english(text, text[:1].lower() + text[1:])


def capital(text: str) -> str:
    """Return ``text`` with an upper-case first letter."""
    return _with_english(text, text[:1].upper() + text[1:])


def _phrase(english: str, template: str, values: Mapping[str, object]) -> Phrase:
    result = Phrase(english)
    result.template, result.values = template, values
    return result


def _with_english(text: str, english: str) -> str:
    return text.with_english(english) if isinstance(text, Phrase) else english


def read_templates(name: str) -> tuple[str, ...]:
    """Return the templates of a file in ``resources``, one per line. Lines that begin with # are comments."""
    lines = (paths.RESOURCES / name).read_text(encoding="utf-8").splitlines()
    return tuple(line for line in lines if line and not line.startswith("#"))


def most_specific_first(templates: Iterable[str]) -> list[str]:
    """Return templates by falling length of their fixed text, so the first match is the most specific."""
    return sorted(templates, key=lambda template: len(re.sub(r"\{\w+\}", "", template)), reverse=True)
