"""Choose the columns of text and label: as requested, as the format says, by name, or by content."""

from __future__ import annotations

import difflib
import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.errors import UserError
from engine.formatting.numbers import read_index
from engine.spec.data import DataSource

if TYPE_CHECKING:
    import pyarrow as pa

    from engine.data.source_table import SourceTable

LABEL_NAMES = (
    "label labels class classes category categories topic sentiment target stars star rating score polarity intent "
    "emotion answer_type coarse_label label_text class_index label_name y gold"
).split()
"""Usual names of label columns, the likeliest first."""

TITLE_NAMES = "title headline subject heading".split()
"""Columns that stand before a main text and are read with it."""

TEXT_NAMES = [
    *TITLE_NAMES,
    *(
        "text review sentence content document description question body tweet comment message article abstract "
        "summary utterance query post review_text reviewtext review_body question_title question_content best_answer "
        "sentence1 sentence2 sentence_1 sentence_2 text1 text2 text_a text_b premise hypothesis question1 question2 "
        "answer context passage"
    ).split(),
]
"""Usual names of text columns, the likeliest first within titles and within main texts."""

_TOGETHER = (
    ("question_title", "question_content", "best_answer"),
    ("sentence1", "sentence2"),
    ("sentence_1", "sentence_2"),
    ("text1", "text2"),
    ("text_a", "text_b"),
    ("premise", "hypothesis"),
    ("question1", "question2"),
    ("question", "answer"),
    ("question", "sentence"),
)
_SAMPLE = 2000


class LabelColumnError(UserError):
    """Error of the label column: it is missing, or is one of the text columns."""


@dataclass(frozen=True)
class ColumnMapping:
    """The chosen columns, 0-based.

    Attributes:
        text: the columns of the text in the order in which they are joined.
        labels: the columns of the label: one, or those that make it together.
        second_count: how many of the text columns, from the last, are the second segment, where texts are
            pairs.
    """

    text: tuple[int, ...]
    labels: tuple[int, ...]
    second_count: int = 1

    @property
    def label(self) -> int:
        """The column of the label, or the first of several."""
        return self.labels[0]


def distinct_names(names: Sequence[str]) -> list[str]:
    """Return the names with a number added to repeated ones.

    >>> distinct_names(["text", "text", "text_2"])
    ['text', 'text_3', 'text_2']
    """
    counts: dict[str, int] = {}
    taken, result = set(names), []
    for name in names:
        made = name
        counts[name] = counts.get(name, 0) + 1
        while counts[name] > 1 and made in taken:
            made = f"{name}_{counts[name]}"
            counts[name] += made in taken
        taken.add(made)
        result.append(made)
    return result


def choose_columns(table: SourceTable, source: DataSource) -> ColumnMapping:
    """Return the columns that ``source`` requests, else those that the format names or that are most likely.

    Raises UserError when a column does not exist or none can be determined.
    """
    labels = tuple(_find(table, name) for name in source.target.label_columns())
    label = labels[0] if labels else _find(table, source.label) if source.label else -1
    entries = [_together(table, entry) for entry in source.text]
    text, second = tuple(i for entry in entries for i in entry), len(entries[-1]) if entries else 1
    if label < 0:
        label = (
            table.label_column
            if table.label_column >= 0 and table.label_column not in text
            else _likely_label(table, text, numbers=source.target.kind == "number")
        )
    if not text:
        text = tuple(i for i in table.text_columns if i not in (labels or (label,))) or _likely_text(
            table, labels or (label,), 2 if source.pair else 0
        )
    if both := [i for i in labels or (label,) if i in text]:
        raise LabelColumnError(
            f"column '{table.columns[both[0]]}' is asked for as text and as label.",
            place=str(table.place),
            remedy=_available(table),
        )
    if source.pair and len(text) < 2:
        names = ", ".join(table.columns[i] for i in text)
        raise UserError(
            f"two segments need two text columns, found: {names}.",
            place=str(table.place),
            remedy=f"Name the two text columns. {_available(table)}",
        )
    return ColumnMapping(text, labels or (label,), second)


def keeps_nested(name: str, source: DataSource) -> bool:
    """Return whether the nested values of column ``name`` (lists, objects) are labels, and so are kept, as JSON."""
    wanted = source.label.strip().casefold()
    own = name.strip().casefold()
    return source.target.reads_lists and (own == wanted if wanted else own in LABEL_NAMES)


def _together(table: SourceTable, entry: str) -> list[int]:
    """Return the columns of one entry: a single name, or several joined with '+'."""
    names = [name.casefold() for name in table.columns]
    parts = [part for part in entry.split("+") if part.strip()]
    if len(parts) < 2 or entry.strip().casefold() in names:
        return [_find(table, entry)]
    return [_find(table, part) for part in parts]


def _find(table: SourceTable, wanted: str) -> int:
    return find_column(table.columns, wanted, str(table.place), table.has_header)


def find_column(names: Sequence[str], wanted: str, place: str, has_header: bool) -> int:
    """Return the index of a column by its name, in any case if need be, or by its number from 1.

    Raises UserError, with the columns there are, when there is none.
    """
    wanted = wanted.strip()
    if wanted in names:
        return names.index(wanted)
    same = [i for i, name in enumerate(names) if name.casefold() == wanted.casefold()]
    if len(same) == 1:
        return same[0]
    number = read_index(wanted)
    if number is not None and 1 <= number <= len(names):
        return number - 1
    near = difflib.get_close_matches(wanted, names, n=1) if has_header else []
    hint = f"Did you mean '{near[0]}'? " if near else ""
    raise UserError(
        f"there is no column '{wanted}'.", place=place, remedy=hint + describe_columns(names, has_header)
    )


def _available(table: SourceTable) -> str:
    return describe_columns(table.columns, table.has_header)


def describe_columns(names: Sequence[str], has_header: bool) -> str:
    """Return the columns there are as a sentence for an error message."""
    if not has_header:
        return f"The file has no header; its columns are numbered 1 to {len(names)}."
    return f"Columns: {', '.join(names)}."


def _by_name(names: Sequence[str], wanted: Sequence[str], free: Sequence[int]) -> list[int]:
    folded = {names[i].casefold().strip(): i for i in reversed(free)}
    return [folded[name] for name in wanted if name in folded]


def _likely_label(table: SourceTable, text: Sequence[int], *, numbers: bool) -> int:
    """Return the column that is most likely the label; ``numbers``: labels are to be read as numbers."""
    free = [i for i in range(len(table.columns)) if i not in text]
    named = _by_name(table.columns, LABEL_NAMES, free)
    if named:
        return next((i for i in named if _distinct(table, i) > 1), named[0])
    measured = [i for i in free if _is_measured(table, i)]
    if numbers and len(measured) == 1:
        return measured[0]
    # Few different values in many rows, and short ones; ties go to fewer values.
    limit = max(2, min(len(table), _SAMPLE) // 3)
    few = [
        (count, i)
        for i in free
        if 2 <= (count := _distinct(table, i)) <= limit and _mean_length(table, i) <= 40
    ]
    if few:
        return min(few)[1]
    if len(measured) == 1:
        return measured[0]  # no classes, but what a number can be learnt from
    constant = [i for i in free if _distinct(table, i) == 1]
    if constant:
        return constant[0]
    raise LabelColumnError(
        "no column looks like labels (few different short values).",
        place=str(table.place),
        remedy=f"Name the label column. {_available(table)}",
    )


def _is_measured(table: SourceTable, index: int) -> bool:
    """Return whether a column holds numbers that something was measured as: not all the same, and no count of rows."""
    try:
        values = [float(str(value)) for value in _cells(table, index).to_pylist() if value is not None]
    except ValueError:
        return False
    if len(set(values)) < 3 or not all(map(math.isfinite, values)):
        return False
    counts = all(value.is_integer() for value in values)
    return not (counts and all(a < b for a, b in itertools.pairwise(values)))


def _likely_text(table: SourceTable, labels: Sequence[int], count: int) -> tuple[int, ...]:
    free = [i for i in range(len(table.columns)) if i not in labels and _is_text(table, i)]
    named = text_columns_by_name(table.columns, free, count)
    if named:
        return named
    long = sorted(free, key=lambda i: -_mean_length(table, i))[: count or 1]
    if len(long) < max(1, count):
        raise UserError("no column looks like text.", place=str(table.place), remedy=_available(table))
    return tuple(sorted(long))


def text_columns_by_name(names: Sequence[str], free: Sequence[int], count: int = 0) -> tuple[int, ...]:
    """Return those of the columns ``free`` whose names are usual for texts; empty when there are none.

    Args:
        count: how many there must be; 0: as many as belong together.
    """
    for group in _TOGETHER:
        together = _by_name(names, group, free)
        if len(together) == len(group) and count in (0, len(group)):
            return tuple(sorted(together))
    titles = _by_name(names, TITLE_NAMES, free)[:1]
    mains = [i for i in _by_name(names, TEXT_NAMES, free) if i not in titles][:1]
    found = tuple(titles + mains)
    return found if count in (0, len(found)) else ()


def _is_text(table: SourceTable, index: int) -> bool:
    import pyarrow as pa

    kind = table.data.schema.field(index).type
    return bool(pa.types.is_string(kind) or pa.types.is_large_string(kind))


def _cells(table: SourceTable, index: int) -> pa.ChunkedArray:
    """Return a sample of one column, spread over the whole table."""
    import numpy as np

    from engine.data.arrow_columns import integer_array

    picked = np.unique(np.linspace(0, max(0, len(table) - 1), min(_SAMPLE, len(table))).astype(np.int64))
    return table.data.column(index).take(integer_array(picked))


def _distinct(table: SourceTable, index: int) -> int:
    import pyarrow as pa

    kind = table.data.schema.field(index).type
    if pa.types.is_nested(kind):
        return 0
    return len(_cells(table, index).unique())


def _mean_length(table: SourceTable, index: int) -> float:
    values = [len(str(value)) for value in _cells(table, index).to_pylist() if value is not None]
    return sum(values) / max(1, len(values))
