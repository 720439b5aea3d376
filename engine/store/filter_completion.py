"""Completions for a filter of runs: names, values of signs, statuses, tags."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from engine.errors import UserError
from engine.store.database import Store
from engine.store.rows import RUN_STATUSES
from engine.store.run_filters import Token, compile_filter, known_names, tokens
from engine.store.runs import list_tags

MOST_OFFERED = 12
JOINING = ("and", "or", "not")


@dataclass(frozen=True)
class FilterVocabulary:
    """The names that a filter takes, with what each is, and the values that some of them have in a store."""

    names: Mapping[str, str]
    values: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True)
class Completion:
    """A word that may replace the text from ``start`` to the cursor, and its meaning."""

    start: int
    word: str
    meaning: str = ""


def read_vocabulary(store: Store) -> FilterVocabulary:
    """Return the vocabulary of a store: settings, its measures, tags, data sets, encoders and recipes."""
    measures = [str(row[0]) for row in store.execute("SELECT DISTINCT key FROM summary ORDER BY key")]
    values = {"status": RUN_STATUSES, "tag": tuple(list_tags(store)), "precision": ("fp32", "bf16")}
    for name in ("encoder", "recipe", "data"):
        rows = store.execute(f"SELECT DISTINCT {name} FROM runs WHERE {name} <> '' ORDER BY 1")
        values[name] = tuple(str(row[0]) for row in rows)
    return FilterVocabulary(known_names(measures), values)


def complete(text: str, cursor: int, vocabulary: FilterVocabulary) -> list[Completion]:
    """Return the words that may follow at the cursor, the likeliest first. Empty where no word is begun.

    After a sign these are values, elsewhere names. Example: "st" gives status, step and started, "status = f" the
    statuses finished and failed.
    """
    before = text[:cursor]
    try:
        parts = tokens(before)
    except UserError:
        return []
    touching = bool(before) and not before[-1].isspace()
    current = parts[-1] if parts and touching and parts[-1].kind == "word" else None
    earlier = parts[:-1] if current is not None else parts
    if earlier and earlier[-1].kind == "sign":
        named = earlier[-2].text if len(earlier) > 1 else ""
        start, word = (current.start, current.text) if current is not None else (cursor, "")
        values = vocabulary.values.get(named, ())
        return [Completion(start, _quoted(value)) for value in _ranked(word, values) if value != word]
    if current is None or not _begins_condition(earlier):
        return []
    return [
        Completion(current.start, name, vocabulary.names[name])
        for name in _ranked(current.text, tuple(vocabulary.names))
        if name != current.text
    ]


def is_unfinished(text: str) -> bool:
    """Return whether a filter is none yet, but would be one if something were added at its end.

    >>> is_unfinished("test <"), is_unfinished("(test < 4"), is_unfinished("test < 4"), is_unfinished("tset < 4")
    (True, True, False, False)
    """
    return not _compiles(text) and any(_compiles(text + more) for more in _CONTINUATIONS)


_CONTINUATIONS = tuple(
    f"{value}{end}" for value in ("", " 1", " x", " today", " failed") for end in ("", ")", '"', '")')
)
"""A value of each kind, and what closes a bracket or a quotation, to complete an unfinished filter."""


def _compiles(text: str) -> bool:
    try:
        compile_filter(text)
    except UserError:
        return False
    return True


def _begins_condition(earlier: Sequence[Token]) -> bool:
    """Return whether a condition may begin after these parts: in the midst of words that are searched for it cannot."""
    if not earlier or earlier[-1].kind in ("open", "close"):
        return True
    after_a_condition = len(earlier) > 1 and earlier[-2].kind == "sign"
    return after_a_condition or (earlier[-1].kind == "word" and earlier[-1].text.lower() in JOINING)


def _ranked(word: str, names: tuple[str, ...]) -> list[str]:
    """Return those that begin with ``word``, then those that have it further on, short ones first."""
    low = word.lower()
    having = [each for each in names if low in each.lower()]
    return sorted(having, key=lambda each: (not each.lower().startswith(low), each.count("."), len(each)))[
        :MOST_OFFERED
    ]


def _quoted(value: str) -> str:
    return f'"{value}"' if any(c in " ()<>=~" for c in value) else value
