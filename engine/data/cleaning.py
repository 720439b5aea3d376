"""Cleaning of the texts of a table during reading, with a record of the changes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

import numpy as np
import pyarrow as pa

from engine.json_types import JsonObject
from engine.spec.cleaning import Cleaning, NoCleaning, UnescapeCleaning
from engine.spec.describe import label_of

_BATCH = 20_000
_EXAMPLES = 6
_AROUND = 60
_LONG = 180
_ESCAPED = re.compile(r"\\n")
_BARE = re.compile(r"\\[a-mo-qsv-zA-Z]")


@dataclass
class CleaningRecord:
    """Record of the changes to a data set by cleaning.

    Attributes:
        kind, title: the cleaning option.
        texts, changed: by part, the number of texts and of changed ones (in more than blanks).
        examples: the first changed texts: ``part``, ``row``, and an extract ``before`` and ``after``.
    """

    kind: str
    title: str
    texts: dict[str, int] = field(default_factory=dict)
    changed: dict[str, int] = field(default_factory=dict)
    examples: list[JsonObject] = field(default_factory=list)

    def summary(self) -> str:
        """Return a sentence: ``Cleaned of escapes and mark-up: 812 of 4,000 texts of train, ... (blanks aside).``"""
        parts = [f"{self.changed[name]:,} of {self.texts[name]:,} texts of {name}" for name in self.texts]
        return f"Cleaned of {self.title[:1].lower()}{self.title[1:]}: {', '.join(parts)} (blanks aside)."

    def to_json(self) -> JsonObject:
        """Return the record as plain JSON values."""
        return {"kind": self.kind, "texts": self.texts, "changed": self.changed, "examples": self.examples}


def start_record(cleaning: Cleaning) -> CleaningRecord | None:
    """Return an empty record for ``cleaning``, or None for no cleaning."""
    return (
        None if isinstance(cleaning, NoCleaning) else CleaningRecord(cleaning.kind, label_of(type(cleaning)))
    )


def clean_columns(
    cleaning: Cleaning, record: CleaningRecord, part: str, columns: list[pa.ChunkedArray], rows: np.ndarray
) -> list[pa.ChunkedArray]:
    """Return the cleaned ``columns`` (both segments) of some rows of ``part``. Changes are added to ``record``.

    Args:
        rows: number of each record in its file, int64 [n].
    """
    is_changed = np.zeros(len(rows), bool)
    result = []
    for column in columns:
        chunks, start = [], 0
        for batch in _batches(column):
            cleaned = [text if text is None else cleaning.clean(text) for text in batch]
            for index, (before, after) in enumerate(zip(batch, cleaned, strict=True), start):
                if before is not None and after is not None and before.split() != after.split():
                    is_changed[index] = True
                    if len(record.examples) < _EXAMPLES:
                        pair = extract_difference(before, after)
                        record.examples.append(
                            {"part": part, "row": int(rows[index]), "before": pair[0], "after": pair[1]}
                        )
            chunks.append(pa.array(cleaned, pa.large_string()))
            start += len(batch)
        result.append(pa.chunked_array(chunks, pa.large_string()))
    record.texts[part] = record.texts.get(part, 0) + len(rows)
    record.changed[part] = record.changed.get(part, 0) + int(is_changed.sum())
    return result


def suggest_cleaning(texts: Iterable[str]) -> UnescapeCleaning:
    """Return the cleaning that fits ``texts``.

    Backslashes before all kinds of letters, not only n, are line breaks.
    """
    escaped = bare = 0
    for text in texts:
        escaped += len(_ESCAPED.findall(text))
        bare += len(_BARE.findall(text))
    return UnescapeCleaning(line_breaks="backslash" if bare > escaped else "escaped")


def extract_difference(before: str, after: str) -> tuple[str, str]:
    """Return extracts of both texts around their first difference in more than blanks."""
    i = j = 0
    while i < len(before) and j < len(after):
        if before[i] == after[j]:
            i, j = i + 1, j + 1
        elif before[i].isspace() and (i == 0 or before[i - 1].isspace() or after[j].isspace()):
            i += 1
        else:
            break
    return _excerpt(before, i), _excerpt(after, j)


def _excerpt(text: str, position: int) -> str:
    start, stop = max(0, position - _AROUND), position + _LONG - _AROUND
    return f"{'…' if start else ''}{text[start:stop]}{'…' if stop < len(text) else ''}"


def _batches(column: pa.ChunkedArray) -> Iterator[list[str]]:
    for start in range(0, len(column), _BATCH):
        yield column.slice(start, _BATCH).to_pylist()
