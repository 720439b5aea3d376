"""Selection of the text and label columns: as requested, as defined by the format, or the likeliest."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from engine.data.column_names import describe_columns, find_column, joined_columns, pair_columns, role_weight
from engine.data.detection.column_roles import (
    ColumnFacts,
    are_same,
    column_facts,
    find_split_column,
    is_id,
    label_score,
    measures,
    plausible_labels,
    text_score,
)
from engine.errors import UserError
from engine.spec.data import DataSource

if TYPE_CHECKING:
    from engine.data.records import Records

_NAMED = 0.45
"""Weight from which a name determines the role of its column."""
LABEL_STUDIO = (
    "this is Label Studio's full JSON, whose labels are nested in annotations.",
    "Export the project as JSON-MIN or CSV.",
)


class LabelColumnError(UserError):
    """Error for a label column that is missing or is also a text column."""


@dataclass(frozen=True)
class ColumnMapping:
    """The selected columns, 0-based.

    Attributes:
        text: the columns of the text, in the order of joining.
        labels: the columns of the label: one, or several that form it together.
        second_count: for pairs, the number of trailing text columns that are the second segment.
        guessed: whether the label column was guessed.
        facts: facts about each column of the table.
    """

    text: tuple[int, ...]
    labels: tuple[int, ...]
    second_count: int = 1
    guessed: bool = False
    facts: tuple[ColumnFacts, ...] = dataclasses.field(default=(), compare=False, repr=False)

    @property
    def label(self) -> int:
        """The label column, or the first of several."""
        return self.labels[0]

    def alternative_labels(self) -> list[int]:
        """Return other possible label columns if the label was guessed, likeliest first."""
        if not self.guessed:
            return []
        label = self.facts[self.label]
        others = [each for each in self.facts if each.index not in self.text and not are_same(each, label)]
        return plausible_labels([label, *others], self.label)

    def label_duplicates(self) -> list[int]:
        """Return the columns that are equivalent to the label, so that reading them leaks it."""
        if len(self.labels) > 1 or not self.facts:
            return []
        label = self.facts[self.label]
        return [each.index for each in self.facts if each.index != self.label and are_same(each, label)]


def choose_columns(table: Records, source: DataSource) -> ColumnMapping:
    """Return the columns that ``source`` requests, else those that the format defines, else the likeliest.

    Raises UserError when a column does not exist or cannot be determined.
    """
    labels = tuple(_find(table, name) for name in source.target.label_columns())
    label = labels[0] if labels else _find(table, source.label) if source.label else -1
    entries = [entry_columns(table, entry) for entry in source.text]
    text, second_count = tuple(i for entry in entries for i in entry), len(entries[-1]) if entries else 1
    is_guess = label < 0 and table.label_column < 0
    facts = column_facts(table)
    if label < 0:
        label = (
            table.label_column
            if table.label_column >= 0 and table.label_column not in text
            else _likely_label(table, facts, text, numbers=source.target.kind == "number")
        )
    if not text:
        text = tuple(i for i in table.text_columns if i not in (labels or (label,))) or likely_text(
            table, facts, labels or (label,), 2 if source.pair else 0
        )
    if conflicts := [i for i in labels or (label,) if i in text]:
        raise LabelColumnError(
            f"column '{table.columns[conflicts[0]]}' is chosen both as text and as label.",
            place=str(table.place),
            remedy=_available(table),
        )
    if source.pair and len(text) < 2:
        names = ", ".join(table.columns[i] for i in text)
        raise UserError(
            f"two segments need two text columns, found: {names}.",
            place=str(table.place),
            remedy=f"Name the two text columns (--set data.text=[ONE,OTHER]). {_available(table)}",
        )
    return ColumnMapping(text, labels or (label,), second_count, is_guess, tuple(facts))


def keeps_nested(name: str, source: DataSource) -> bool:
    """Return whether nested values of column ``name`` (lists, objects) are kept as JSON, because they are labels."""
    label = source.label.strip().casefold()
    return name.strip().casefold() == label if label else role_weight(name, "label") >= _NAMED


def entry_columns(table: Records, entry: str) -> list[int]:
    """Return the columns of one entry: a name, or several names joined with '+' or a comma."""
    names = [name.casefold() for name in table.columns]
    parts = [part for part in re.split(r"[+,]", entry) if part.strip()]
    if len(parts) < 2 or entry.strip().casefold() in names:
        return [_find(table, entry)]
    return [_find(table, part) for part in parts]


def _find(table: Records, column: str) -> int:
    return find_column(table.columns, column, str(table.place), table.has_header)


def _available(table: Records) -> str:
    """Return a sentence on the columns, and on keys with lists and objects, which are not columns."""
    columns, keys = describe_columns(table.columns, table.has_header), ", ".join(table.nested)
    nested = f"The keys {keys} hold lists or objects: write the values that you need as keys of the row."
    return f"{columns} {nested}" if keys else columns


def _likely_label(table: Records, facts: Sequence[ColumnFacts], text: Sequence[int], *, numbers: bool) -> int:
    """Return the likeliest label column. ``numbers``: labels are numbers."""
    split_index = find_split_column(list(facts))
    candidates = [each for each in facts if each.index not in text and each.index != split_index]
    numeric = [each for each in candidates if measures(each) and not is_id(each)]
    numeric = [each for each in numeric if each.weight("score") or each.weight("label")] or numeric
    if numbers and len(numeric) == 1:
        return numeric[0].index
    best = max(candidates, key=lambda each: (label_score(each), -each.index), default=None)
    if best is not None and label_score(best) > 0.1 and best.distinct > 1:
        return best.index
    if len(numeric) == 1:
        return numeric[0].index  # no classes, but a numeric target
    if best is not None and label_score(best) > 0.04 and best.distinct == 1:
        return best.index
    nested = table.nested
    if {"annotations", "data"} <= set(nested):
        raise LabelColumnError(LABEL_STUDIO[0], place=str(table.place), remedy=LABEL_STUDIO[1])
    empty_columns = [each.name for each in facts if not each.filled and each.has_name]
    hint = f" Without values: {', '.join(empty_columns)}." if empty_columns else ""
    raise LabelColumnError(
        f"no column looks like labels (few different short values).{hint}",
        place=str(table.place),
        remedy=f"Name the label column (--set data.label=NAME; in the window: Label). {_available(table)}",
    )


def likely_text(
    table: Records, facts: Sequence[ColumnFacts], labels: Sequence[int], count: int
) -> tuple[int, ...]:
    """Return the ``count`` likeliest text columns. 0: as many as belong together.

    Columns equivalent to the label, and split columns, are excluded.
    """
    split_index = find_split_column(list(facts))
    label_facts = [each for each in facts if each.index in labels]
    available = [
        each
        for each in facts
        if each.index not in labels
        and each.index != split_index
        and each.is_text
        and (each.weight("text") >= _NAMED or not any(are_same(each, label) for label in label_facts))
    ]
    names = list(table.columns)
    indices = [each.index for each in available if not each.is_categorical]
    if table.has_header:
        if count in (0, 2) and (pair := pair_columns(names, indices)):
            return pair
        if count in (0, 3) and (parts := joined_columns(names, indices)):
            return parts
    candidates = [each for each in available if each.weight("text") >= _NAMED and not is_id(each)]
    mains = sorted(candidates or available, key=lambda each: (-text_score(each), each.index))
    titles = [
        each.index for each in available
        if each.weight("title") >= _NAMED and (not mains or each is not mains[0])
        and (each.distinct > len(each.values) / 3 or len(each.values) < 10)
    ][:1]  # fmt: skip
    main = [mains[0].index] if mains and text_score(mains[0]) > 0 else []
    text = titles if titles and not candidates else [*titles, *main]
    if count:
        by_length = sorted(available, key=lambda each: -each.length)
        text = list(dict.fromkeys(each.index for each in [*mains, *by_length]))[:count]
    if len(text) < max(1, count):
        raise UserError("no column looks like text.", place=str(table.place), remedy=_available(table))
    return tuple(sorted(text) if count or len(text) == 1 else text)


def label_candidates(table: Records, mapping: ColumnMapping) -> list[int]:
    """Return the possible label columns in file order, or an empty list if there is only one."""
    if len(mapping.labels) > 1 or table.label_column >= 0:
        return []
    alternatives = replace(mapping, guessed=True).alternative_labels()
    return sorted([mapping.label, *alternatives]) if alternatives else []
