"""Map source tables to texts and class numbers, with every check that can be made before training."""

from __future__ import annotations

import functools
import json
import math
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from engine.cache import arrow_spill
from engine.cache.mapped_tables import release_pages
from engine.data import cleaning
from engine.data.arrow_columns import (
    PART_COLUMNS,
    TEXT_SCHEMA,
    boolean_values,
    integer_array,
    label_array,
    string_array,
)
from engine.data.class_names import name_numeric_labels, order_classes
from engine.data.columns import ColumnMapping, choose_columns
from engine.data.source_table import SourceTable
from engine.errors import UserError, printable
from engine.spec.data import DataSource
from engine.spec.targets import Target

_SHOWN = 5
# Scalars out of arrays: ``pa.scalar`` would import pandas, half a second's work.
_NOTHING = string_array([""])[0]
_MISSING = pa.nulls(1, pa.large_string())[0]
_TRUE = pc.equal(_NOTHING, _NOTHING)


class IncompleteRowError(UserError):
    """Error for a row without text or label; the format's option ``incomplete = "skip"`` leaves such rows out."""


class TextlessRowError(IncompleteRowError):
    """Error for a row without text."""


@dataclass(frozen=True)
class LabelledTables:
    """All parts of a data set with their columns mapped; ``parts`` have ``PART_COLUMNS``.

    ``cleaning_record`` is what cleaning changed, None when texts are read as they are.
    """

    parts: dict[str, pa.Table]
    classes: tuple[str, ...]
    text: tuple[str, ...]
    label: str
    notes: tuple[str, ...]
    cleaning_record: cleaning.CleaningRecord | None = None


def label_tables(
    tables: dict[str, SourceTable],
    source: DataSource,
    incomplete: str,
    optional_splits: frozenset[str] = frozenset(),
) -> LabelledTables:
    """Map the columns of all ``tables`` alike and number their classes.

    Args:
        tables: source tables by part.
        source: the declaration of the data set.
        incomplete: "skip" leaves out rows without text or label.
        optional_splits: splits that were not requested; they are left out when they have no label column.

    Raises:
        UserError: a part without rows, rows without text or label (unless ``incomplete`` is "skip"), a label
            that is not what ``source.target`` says, fewer than two classes, or a class that only occurs
            outside the training part.
    """
    train = tables["train"]
    for name, table in tables.items():
        if not len(table):
            raise UserError(
                f"the {name} split has no rows.", place=str(table.place), remedy="Choose a file with rows."
            )
    mapping = choose_columns(train, source)
    notes: list[str] = []
    unlabelled = {
        name
        for name in optional_splits & tables.keys()
        if not all(_has_column(tables[name], train, index) for index in mapping.labels)
    }
    for name in sorted(unlabelled):
        lacking = next(i for i in mapping.labels if not _has_column(tables[name], train, i))
        notes.append(f"{_name(tables[name])} has no column '{train.columns[lacking]}' and is not used.")
    tables = {name: table for name, table in tables.items() if name not in unlabelled}
    cleaned = cleaning.start_record(source.cleaning)
    mapped: dict[str, _Mapped] = {}
    for name, table in tables.items():
        own = mapping if table is train else _same_columns(table, train, mapping)
        mapped[name] = _map(name, table, own, source, cleaned)
        notes += _complete(mapped[name], incomplete)
    if cleaned is not None:
        notes.append(cleaned.summary())
    target = source.target
    classes: tuple[str, ...] = ()
    number: dict[str, int] = {}
    if target.has_classes:
        column = ", ".join(train.columns[index] for index in mapping.labels)
        classes, number = _classes(train, column, mapped["train"], source, notes)
    parts = {}
    for name, found in mapped.items():
        labels = label_array(values := _values(found, target, number))
        if target.may_be_empty and (bare := int((~values.any(axis=1)).sum())):
            notes.append(f"{bare:,} of {len(values):,} texts of {_name(found.table)} have no label.")
        parts[name] = found.texts.append_column("label", labels).select(PART_COLUMNS)
    columns = train.columns
    text = tuple(columns[i] for i in mapping.text)
    label = ", ".join(columns[index] for index in mapping.labels)
    return LabelledTables(parts, classes, text, label, tuple(notes), cleaned)


@dataclass(frozen=True)
class _Mapped:
    """A part whose columns are mapped, with its incomplete rows.

    Attributes:
        table: the source table.
        texts: "text", "second" and "row" of the complete rows.
        empty: which of all rows have no text, bool [n].
        names: the label cells that occur, "" among them where one is missing.
        codes: the label of every row as an index into ``names``, int32 [n].
        may_be_empty: whether a row without a label cell is complete.
    """

    table: SourceTable
    texts: pa.Table
    empty: np.ndarray
    names: tuple[str, ...]
    codes: np.ndarray
    may_be_empty: bool

    @property
    def unlabelled(self) -> np.ndarray:
        """Mask of all rows without label, bool [n]."""
        return np.array([not (name or self.may_be_empty) for name in self.names])[self.codes]

    @property
    def complete(self) -> np.ndarray:
        """Mask of all rows with both text and label, bool [n]."""
        return ~(self.empty | self.unlabelled)


def _map(
    name: str,
    table: SourceTable,
    mapping: ColumnMapping,
    source: DataSource,
    cleaned: cleaning.CleaningRecord | None,
) -> _Mapped:
    """Map one part, some thousand rows at a time, so that a table on disk stays there."""
    schema = TEXT_SCHEMA
    numbers: dict[str, int] = {}
    empty, codes = [np.zeros(0, bool)], [np.zeros(0, np.int32)]

    def batches() -> Iterator[pa.RecordBatch]:
        for start in range(0, len(table), arrow_spill.BATCH_ROWS):
            rows = table.rows[start : start + arrow_spill.BATCH_ROWS]
            piece = replace(table, data=table.data.slice(start, arrow_spill.BATCH_ROWS), rows=rows)
            texts, seconds = _texts(piece, mapping, source)
            if cleaned is not None:
                texts, seconds = cleaning.clean_columns(
                    source.cleaning, cleaned, name, [texts, seconds], rows
                )
            labels = _labels(piece, mapping)
            codes.append(np.array([numbers.setdefault(label, len(numbers)) for label in labels], np.int32))
            empty.append(boolean_values(_blank(texts)) & boolean_values(_blank(seconds)))
            labelled = np.fromiter(map(bool, labels), bool, len(labels)) | source.target.may_be_empty
            usable = ~empty[-1] & labelled
            release_pages()
            batch = pa.table({"text": texts, "second": seconds, "row": integer_array(rows)}, schema=schema)
            kept = batch if usable.all() else batch.take(integer_array(np.flatnonzero(usable)))
            yield from kept.to_batches()

    texts = arrow_spill.spill_table(schema, batches())
    may_be_empty = source.target.may_be_empty
    return _Mapped(table, texts, np.concatenate(empty), tuple(numbers), np.concatenate(codes), may_be_empty)


def _has_column(table: SourceTable, train: SourceTable, index: int) -> bool:
    if train.has_header and table.has_header:
        return train.columns[index] in table.columns
    return len(table.columns) == len(train.columns)


def _same_columns(table: SourceTable, train: SourceTable, mapping: ColumnMapping) -> ColumnMapping:
    """Return the mapping found on the training part for another part: by name where both have names, else by
    number.
    """

    def same(index: int) -> int:
        name = train.columns[index]
        if name in table.columns:
            return table.columns.index(name)
        if train.has_header and table.has_header:
            raise UserError(
                f"there is no column '{name}', which the training split has.",
                place=str(table.place),
                remedy=f"Columns: {', '.join(table.columns)}.",
            )
        if index >= len(table.columns):
            raise UserError(
                f"there are {len(table.columns)} columns, the training split has {len(train.columns)}.",
                place=str(table.place),
                remedy="Give all splits the same columns.",
            )
        return index

    text, labels = (tuple(map(same, columns)) for columns in (mapping.text, mapping.labels))
    return ColumnMapping(text, labels, mapping.second_count)


def _texts(
    table: SourceTable, mapping: ColumnMapping, source: DataSource
) -> tuple[pa.ChunkedArray, pa.ChunkedArray]:
    columns = [_strings(table, index) for index in mapping.text]
    if source.pair:
        first, second = columns[: -mapping.second_count], columns[-mapping.second_count :]
        return _joined(first, source.join), _joined(second, source.join)
    return _joined(columns, source.join), pa.nulls(len(table), pa.large_string())


def _joined(columns: list[pa.ChunkedArray], separator: str) -> pa.ChunkedArray:
    if len(columns) == 1:
        return pc.fill_null(columns[0], _NOTHING)
    # Blank cells leave no trace: neither "nan" nor a lone separator.
    blank = [_blank(column) for column in columns]
    given = [pc.if_else(empty, _MISSING, column) for empty, column in zip(blank, columns, strict=True)]
    # Arrow leaves rows out whose cells are all missing: one of these has to be there.
    given[0] = pc.if_else(functools.reduce(pc.and_, blank), _NOTHING, given[0])
    return pc.binary_join_element_wise(*given, string_array([separator])[0], null_handling="skip")


def _strings(table: SourceTable, index: int) -> pa.ChunkedArray:
    column = table.data.column(index)
    if pa.types.is_large_string(column.type):
        return column
    if pa.types.is_nested(column.type) or pa.types.is_binary(column.type):
        raise UserError(
            f"column '{table.columns[index]}' holds {column.type}, not text.",
            place=str(table.place),
            remedy="Choose another column.",
        )
    return column.cast(pa.large_string())


def _blank(column: pa.ChunkedArray) -> pa.ChunkedArray:
    return pc.fill_null(pc.equal(pc.utf8_trim_whitespace(column), _NOTHING), _TRUE)


def _labels(table: SourceTable, mapping: ColumnMapping) -> list[str]:
    """Return the label cell of each row; of several columns a JSON list of their cells, "" where one is empty."""
    if len(mapping.labels) == 1:
        return _label_cells(table, mapping.label)
    columns = [_label_cells(table, index) for index in mapping.labels]
    return [
        json.dumps(cells, ensure_ascii=False) if all(cells) else "" for cells in zip(*columns, strict=True)
    ]


def _label_cells(table: SourceTable, index: int) -> list[str]:
    column = table.data.column(index)
    if pa.types.is_floating(column.type):
        return [_number_cell(value) for value in column.to_pylist()]
    trimmed = pc.utf8_trim_whitespace(pc.fill_null(_strings(table, index), _NOTHING))
    labels: list[str] = trimmed.to_pylist()
    return labels


def _number_cell(value: float | None) -> str:
    """Return a number as a label cell: 1.0 is 1; not a number is no label."""
    if value is None or math.isnan(value):
        return ""
    return str(int(value)) if value.is_integer() and abs(value) < 2**53 else str(value)


def _complete(found: _Mapped, incomplete: str) -> list[str]:
    """Return a note on rows without text or label.

    Raises UserError where those are refused, or no row has both.
    """
    table, notes = found.table, []
    for bad, what, error in (
        (found.empty, "text", TextlessRowError),
        (found.unlabelled, "label", IncompleteRowError),
    ):
        if not bad.any():
            continue
        rows = np.flatnonzero(bad)
        if incomplete != "skip":
            first = table.describe_record(int(rows[0]))
            others = "" if len(rows) == 1 else f" ({len(rows):,} such rows: {_numbers(table, rows)})"
            raise error(
                f"the row has no {what}{others}.",
                place=first,
                remedy="Fix or remove such rows, or leave them out (Incomplete rows).",
            )
        many = "1 row" if len(rows) == 1 else f"{len(rows):,} rows"
        notes.append(f"{many} without {what} left out of {_name(table)}.")
    if not len(found.texts):
        raise UserError(
            "no row has both text and label.", place=str(table.place), remedy="Check the columns chosen."
        )
    return notes


def _numbers(table: SourceTable, indices: np.ndarray) -> str:
    if table.record_files:
        shown = ", ".join(str(table.record_files[i]) for i in indices[:_SHOWN])
    else:
        shown = ", ".join(str(table.rows[i]) for i in indices[:_SHOWN])
    return shown + (", ..." if len(indices) > _SHOWN else "")


def _name(table: SourceTable) -> str:
    return str(table.place).replace("\\", "/").rstrip("/").rsplit("/", 1)[-1]


def _classes(
    train: SourceTable,
    column: str,
    found: _Mapped,
    source: DataSource,
    notes: list[str],
) -> tuple[tuple[str, ...], dict[str, int]]:
    """Return the classes of the training part in order, and the number of each label cell.

    Raises UserError for fewer than two classes, and for a label that is none of the class names that were given.
    """
    target, given_names = source.target, tuple(source.classes) or train.class_names
    rows = len(found.texts)
    cells = (found.names[code] for code in np.unique(found.codes[found.complete]).tolist())
    present = {name for cell in cells for name in target.mentioned_classes(cell)}
    place = f"{_name(train)}, column {column}"
    if len(present) < 2:
        only = next(iter(present), "")
        problem = f"all {rows:,} rows have the same label '{only}'."
        if not only or target.may_be_empty:
            problem = (
                f"'{only}' is the only label of {rows:,} rows." if only else f"no label is in {rows:,} rows."
            )
        raise UserError(
            problem,
            place=place,
            remedy="Classification needs two classes or more; check the label column.",
        )
    if rows > 20 and len(present) > rows / 2:
        raise UserError(
            f"there are {len(present):,} different labels in {rows:,} rows.",
            place=place,
            remedy="Check the label column.",
        )
    try:
        arranged = target.arrange(present)
    except ValueError as error:
        raise UserError(
            f"{error}.", place=place, remedy="Give data.target.order, or check the label column."
        ) from None
    if arranged:
        return arranged, {name: index for index, name in enumerate(arranged)}
    names = name_numeric_labels(present, given_names)
    if names:
        order = tuple(name for name in given_names if name in names.values())
        return order, {cell: order.index(name) for cell, name in names.items()}
    if source.classes and not present <= set(source.classes):
        raise _unlisted_label(found, source, present)
    given = train.class_orders.get(column, ())
    if present <= set(given):
        order = tuple(name for name in given if name in present)
        if len(order) < len(given):
            notes.append(
                f"No training row has these declared classes: {', '.join(sorted(set(given) - present))}."
            )
    else:
        order = order_classes(present)
    return order, {name: index for index, name in enumerate(order)}


def _unlisted_label(found: _Mapped, source: DataSource, present: Collection[str]) -> UserError:
    """Return the complaint about the first row with a label that is none of the class names given.

    Of labels that are numbers those are meant for which there is no name.
    """
    names, first = source.classes, "0" if "0" in present else "1"
    unlisted = {
        name for name in present if name not in names and not name_numeric_labels({name, first}, tuple(names))
    }
    unlisted = unlisted or set(present) - set(names)
    for row in np.flatnonzero(found.complete).tolist():
        for name in source.target.mentioned_classes(found.names[found.codes[row]]):
            if name in unlisted:
                return UserError(
                    f"label '{printable(name, 60)}' is none of the class names given ({', '.join(names[:12])}).",
                    place=found.table.describe_record(row),
                    remedy="Fix the row, add the name to data.classes, or leave data.classes out.",
                )
    raise AssertionError("all labels are listed")


def _values(found: _Mapped, target: Target, number: dict[str, int]) -> np.ndarray:
    """Return the label of each complete row as ``target`` reads it: [n], or [n, C] where a label is a row of
    numbers.

    Cells are read once each: row i has the value of cell ``codes[i]``.
    """
    complete = found.complete
    codes = found.codes[complete]
    used = np.unique(codes)
    unknown = np.array(
        [not set(target.mentioned_classes(found.names[code])) <= set(number) for code in used.tolist()], bool
    )
    if unknown.any():
        rows = np.flatnonzero(np.isin(codes, used[unknown]))

        def strange(code: int) -> list[str]:
            return [name for name in target.mentioned_classes(found.names[code]) if name not in number]

        others = {name for code in used[unknown].tolist() for name in strange(code)}
        known = ", ".join(list(number)[:12]) + (", ..." if len(number) > 12 else "")
        raise UserError(
            f"label '{printable(strange(codes[rows[0]])[0], 60)}' does not occur in the training split ({known})."
            + (f" So do {len(others) - 1} others." if len(others) > 1 else ""),
            place=found.table.describe_record(int(np.flatnonzero(complete)[rows[0]])),
            remedy="Check that both files use the same labels and the same columns.",
        )
    values: list[float | Sequence[float]] = []
    for code in used.tolist():
        try:
            values.append(target.parse(found.names[code], number))
            if not np.isfinite(values[-1]).all():
                raise ValueError("it is not finite")
        except (ValueError, OverflowError) as error:
            first = int(np.flatnonzero(complete)[np.flatnonzero(codes == code)[0]])
            raise UserError(
                f"label '{printable(found.names[code], 60)}': {printable(str(error), 200)}.",
                place=found.table.describe_record(first),
                remedy="Fix the row, check the label column, or say what the labels are.",
            ) from None
    of_code = np.zeros(len(found.names), np.int32)
    of_code[used] = np.arange(len(used))
    return np.array(values, target.dtype)[of_code[codes]]
