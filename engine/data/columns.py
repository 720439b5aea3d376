"""Columns of a table: their roles (text, label, score, id, date or split), and the choice of text and label.

Roles are inferred from names and sampled values. A choice is as requested, as defined by the format, or the likeliest.
"""

from __future__ import annotations

import dataclasses
import itertools
import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from engine.data.column_names import (
    Role,
    describe_columns,
    find_column,
    joined_columns,
    name_roles,
    pair_columns,
    role_weight,
)
from engine.errors import UserError
from engine.spec.data import DataSource
from engine.spec.targets import read_number

if TYPE_CHECKING:
    import pyarrow as pa

    from engine.data.records import Records

SPLIT_WORDS = {
    "train": ("train", "training"),
    "validation": ("validation", "valid", "val", "dev", "development"),
    "test": ("test", "testing", "eval", "evaluation"),
}
"""Common names of splits in files, folders and columns."""
MISSING_MARK = "-1"
"""Value that benchmarks write for the hidden labels of a split."""

_SAMPLE = 2000
_SHORT, _LONG = 40, 400
"""Largest mean length of class names, and of lists of them, in characters."""
_PLAUSIBLE = 0.2
"""Minimum score of another possible label column, relative to the best one."""
_DATE = re.compile(
    r"\d{1,4}[-./]\d{1,2}[-./]\d{1,4}([T ,].*)?|\d{1,2}:\d{2}(:\d{2})?.*|(mon|tue|wed|thu|fri|sat|sun)\w* .*\d{4}",
    re.IGNORECASE,
)
_SPLIT_NAME = re.compile(
    "(" + "|".join(word for words in SPLIT_WORDS.values() for word in sorted(words, key=len)[::-1]) + ")"
    r"(set|data|split|file|part)?"
)


@dataclass(frozen=True)
class ColumnFacts:
    """A column: its name and a sample of its values.

    Attributes:
        index: its index, 0-based.
        name: its name, or its number if the file has no names.
        has_name: whether the file has names.
        values: the sampled values as text, without blank ones. Empty for columns of lists and objects.
        filled: the share of the sample that is not blank.
        is_text: whether values are strings rather than numbers.
    """

    index: int
    name: str
    has_name: bool
    values: tuple[str, ...]
    filled: float
    is_text: bool

    @property
    def distinct(self) -> int:
        """Number of distinct values in the sample."""
        return len(set(self.values))

    @property
    def length(self) -> float:
        """Mean number of characters."""
        return sum(map(len, self.values)) / max(1, len(self.values))

    @property
    def words(self) -> float:
        """Mean number of words."""
        return sum(len(value.split()) for value in self.values) / max(1, len(self.values))

    @property
    def is_categorical(self) -> bool:
        """Whether values are short and occur ten times each on average, as classes do."""
        return self.length <= _SHORT and len(self.values) >= 10 * self.distinct > 0

    def weight(self, role: Role) -> float:
        """Return the weight of ``role`` for the name."""
        return role_weight(self.name, role) if self.has_name else 0.0

    def numbers(self) -> list[float]:
        """Return the values as numbers, or an empty list unless all are numbers."""
        try:
            values = [read_number(value) for value in self.values]
        except ValueError:
            return []
        return values if all(map(math.isfinite, values)) else []


@dataclass(frozen=True)
class ColumnRole:
    """Detected role of a column and its confidence from 0 to 1."""

    role: Role
    confidence: float


def column_facts(table: Records) -> list[ColumnFacts]:
    """Return the facts of every column."""
    return [_facts(table, index, name) for index, name in enumerate(table.columns)]


def _facts(table: Records, index: int, name: str) -> ColumnFacts:
    import pyarrow as pa

    kind = table.data.schema.field(index).type
    is_text = bool(pa.types.is_string(kind) or pa.types.is_large_string(kind))
    cells = [] if pa.types.is_nested(kind) else [_text(cell) for cell in _cells(table, index).to_pylist()]
    values = tuple(cell for cell in cells if cell)
    return ColumnFacts(index, name, table.has_header, values, len(values) / max(1, len(cells)), is_text)


def _text(cell: object) -> str:
    if isinstance(cell, float):
        return "" if math.isnan(cell) else f"{cell:g}"
    return "" if cell is None else str(cell).strip()


def _cells(table: Records, index: int) -> pa.ChunkedArray:
    """Return a sample of a column, spread over the table."""
    import numpy as np

    from engine.data.records import integer_array

    rows = np.unique(np.linspace(0, max(0, len(table) - 1), min(_SAMPLE, len(table))).astype(np.int64))
    return table.data.column(index).take(integer_array(rows))


def distinct_values(table: Records, index: int) -> set[str]:
    """Return the distinct values of a column, without blank ones."""
    cells = table.data.column(index).unique().to_pylist()
    return {str(cell).strip() for cell in cells if cell is not None} - {""}


def split_from_name(name: str) -> str:
    """Return the split in the name of a file, folder, sheet or key, empty if there is none.

    >>> split_from_name("TrainSet-2"), split_from_name("tickets_dev"), split_from_name("latest")
    ('train', 'validation', '')
    """
    for word in re.split(r"[^a-z]+", re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name).casefold()):
        if match := _SPLIT_NAME.fullmatch(word):
            return next(split for split, usual in SPLIT_WORDS.items() if match[1] in usual)
    return ""


def find_split_column(facts: list[ColumnFacts]) -> int:
    """Return the index of the column with names of splits ("train" and at least one other), or -1."""
    for each in facts:
        values = {value.casefold() for value in each.values}
        splits = {split_from_name(value) if len(value) <= 20 else "" for value in values}
        if len(values) <= 6 and "train" in splits and "" not in splits and len(splits) > 1:
            return each.index
    return -1


def label_score(facts: ColumnFacts) -> float:
    """Return the score of a column as label, 0 to 1, from few short values in many rows and from its name.

    Values count a third, the name two thirds. Blank cells lower the score.
    """
    rows, distinct = len(facts.values), facts.distinct
    is_list = rows and facts.values[0][0] in "[{" and facts.weight("label")
    if not rows or facts.length > (_LONG if is_list else _SHORT) or _is_date(facts):
        return 0.0
    limit = max(2, rows // 3)
    if distinct < 2:
        fit = 0.05
    elif distinct <= limit:
        fit = 1 - 0.3 * math.log(distinct) / math.log(max(limit, 3))
    else:
        fit = 0.3 if facts.weight("label") and (facts.words <= 4 or measures(facts)) else 0.0
    roles = name_roles(facts.name) if facts.has_name else {}
    rival = max((roles.get(each, 0.0) for each in ("id", "date", "other")), default=0.0)
    name = facts.weight("label")
    if not name and rival:
        return 0.1 * fit
    if not name and roles.get("text", 0.0) >= 0.8:
        return 0.03 * fit * facts.filled
    exact = 0.05 if facts.name.casefold() in ("label", "labels") else 0.0
    return fit * (0.3 + 0.65 * name + exact) * facts.filled


def measures(facts: ColumnFacts) -> bool:
    """Return whether a column has measured numbers: several distinct ones that are not row numbers."""
    numbers = facts.numbers()
    if len(set(numbers)) < 3:
        return False
    are_integers = all(value.is_integer() for value in numbers)
    return not (are_integers and all(a < b for a, b in itertools.pairwise(numbers)))


def text_score(facts: ColumnFacts) -> float:
    """Return the score of a column as text, 0 to 1, from long distinct values and from its name."""
    if not facts.is_text or not facts.values or _is_date(facts):
        return 0.0
    size = min(1.0, facts.length / 60) * (0.5 + 0.5 * min(1.0, facts.words / 4))
    distinct = facts.distinct / len(facts.values)
    return (0.45 * size * (0.4 + 0.6 * distinct) + 0.55 * facts.weight("text")) * (0.3 + 0.7 * facts.filled)


def _is_date(facts: ColumnFacts) -> bool:
    dates = sum(1 for value in facts.values if len(value) < 40 and _DATE.fullmatch(value))
    return bool(facts.values) and dates > 0.8 * len(facts.values)


def is_id(facts: ColumnFacts) -> bool:
    """Return whether values are distinct and not words, or the name suggests an id."""
    return bool(facts.values) and (
        (facts.distinct == len(facts.values) > 10 and facts.words <= 1.0 and facts.length <= _SHORT and not
         any({".", ","} & set(value) for value in facts.values))
        or (role_weight(facts.name, "label") < name_roles(facts.name).get("id", 0.0) and facts.has_name)
    )  # fmt: skip


def plausible_labels(facts: list[ColumnFacts], label: int) -> list[int]:
    """Return the columns other than ``label`` that may be the label, likeliest first."""
    best = next(label_score(each) for each in facts if each.index == label)
    scored = [(label_score(each), each) for each in facts if each.index != label]
    plausible = [
        (score, each.index)
        for score, each in scored
        if score >= _PLAUSIBLE * best and score > 0.15 and 2 <= each.distinct <= max(2, len(each.values) // 3)
    ]
    return [index for score, index in sorted(plausible, key=lambda pair: (-pair[0], pair[1]))]


def are_same(first: ColumnFacts, second: ColumnFacts) -> bool:
    """Return whether two columns are equivalent: their values correspond one to one."""
    if not 2 <= first.distinct == second.distinct or len(first.values) != len(second.values):
        return False
    pairs = len(set(zip(first.values, second.values, strict=True)))
    return pairs == first.distinct and first.distinct <= len(first.values) / 2


def describe_roles(
    facts: list[ColumnFacts], text: tuple[int, ...], labels: tuple[int, ...]
) -> dict[str, ColumnRole]:
    """Return the role of each column by name. ``text`` and ``labels`` are the selected columns."""
    split_index = find_split_column(facts)
    scores = sorted((label_score(each) for each in facts if each.index not in text), reverse=True)
    roles: dict[str, ColumnRole] = {}
    for each in facts:
        if each.index in text:
            role = ColumnRole("text", text_score(each))
        elif each.index in labels:
            own_score, lower = label_score(each), [score for score in scores if score < label_score(each)]
            margin = own_score - (lower[0] if lower else 0.0)
            role = ColumnRole("label", min(1.0, own_score * (0.5 + margin)))
        elif each.index == split_index:
            role = ColumnRole("split", 1.0)
        elif _is_date(each):
            role = ColumnRole("date", 0.95)
        elif is_id(each):
            role = ColumnRole("id", 0.9)
        elif measures(each) and each.distinct > 20:
            role = ColumnRole("score", 0.3 + 0.6 * each.weight("score"))
        else:
            role = ColumnRole("other", 0.5)
        roles[each.name] = ColumnRole(role.role, round(role.confidence, 2))
    return roles


def split_by_column(table: Records, requested: str = "") -> dict[str, Records]:
    """Return the parts of a table by its split column, or all of it as "train" if there is none.

    Args:
        table: the rows.
        requested: name of the column. Empty: detected by its values. "none": no column.

    Raises UserError for a column that does not exist, or has no training rows.
    """
    if requested.casefold() == "none":
        return {"train": table}
    import numpy as np

    if requested:
        column = find_column(table.columns, requested, str(table.place), table.has_header)
    elif (column := find_split_column(column_facts(table))) < 0:
        return {"train": table}
    cells = [_text(cell) for cell in table.data.column(column).to_pylist()]
    splits = {cell: split_from_name(cell) for cell in set(cells)}
    name = table.columns[column]
    if "train" not in splits.values():
        raise UserError(
            f"column '{name}' assigns no rows to training (it holds {', '.join(sorted(splits)[:6])}).",
            place=str(table.place),
            remedy="Name another column (--set data.split_column=NAME), or none.",
        )
    assigned = np.array([splits[cell] for cell in cells])
    note = f"Column '{name}' assigns the rows to train, validation and test."
    if unknown := int((assigned == "").sum()):
        note += f" {unknown:,} rows that it assigns to no split are left out."
    parts = {split: table.keep(assigned == split) for split in SPLIT_WORDS if (assigned == split).any()}
    parts["train"] = replace(parts["train"], notes=(*parts["train"].notes, note))
    return parts


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
    if is_guess:
        label = _named_label(facts, label, text)
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


def _named_label(facts: Sequence[ColumnFacts], label: int, text: Sequence[int]) -> int:
    """Return the column of the names of the classes whose numbers are in column ``label``, or ``label`` without one."""
    equal = [each for each in facts if each.weight("label") >= _NAMED and are_same(each, facts[label])]
    names = [each.index for each in equal if each.index not in text and not each.numbers()]
    return names[0] if names and facts[label].numbers() else label


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
