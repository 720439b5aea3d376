"""Templates of progress texts, by which stored or printed ones are read back.

Progress is stored with a run and printed by processes in English (:mod:`engine.progress`). A translation
needs the template and its values.
"""

from __future__ import annotations

import re
from functools import lru_cache

from engine.formatting.phrases import most_specific_first, phrase, read_templates

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
