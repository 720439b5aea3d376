"""Mapping of source tables to texts and class numbers, with all checks that are possible before training."""

from __future__ import annotations

import dataclasses
import functools
import json
import math
import shlex
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from engine.cache import arrow_spill
from engine.cache.mapped_tables import release_pages
from engine.data import cleaning
from engine.data.class_names import name_numeric_labels, order_classes
from engine.data.column_names import find_column, is_number
from engine.data.columns import MISSING_MARK, ColumnMapping, choose_columns, describe_roles, distinct_values
from engine.data.readers.auto import TAGGED_REMEDY, TAGGED_WORDS, are_tags
from engine.data.records import (
    PART_COLUMNS,
    TEXT_SCHEMA,
    Records,
    boolean_values,
    integer_array,
    keep_rows,
    label_array,
    string_array,
)
from engine.errors import UserError, printable
from engine.formatting.numbers import listed
from engine.spec.data import DataSource
from engine.spec.targets import ClassTarget, Target, read_list

_SHOWN = 4
_OTHER_LABEL = "check the label column (--set data.label=NAME; in the window: Label)"
# Scalars taken from arrays, because ``pa.scalar`` imports pandas, which takes half a second.
_NOTHING = string_array([""])[0]
_MISSING = pa.nulls(1, pa.large_string())[0]
_TRUE = pc.equal(_NOTHING, _NOTHING)


class IncompleteRowError(UserError):
    """Error for a row without text or label. The option ``incomplete = "skip"`` of the format leaves such rows out."""


class TextlessRowError(IncompleteRowError):
    """Error for a row without text."""


@dataclass(frozen=True)
class LabelledTables:
    """All parts of a data set with mapped columns. ``parts`` have ``PART_COLUMNS``.

    ``incomplete`` is the number of rows left out because they have no text or label. ``roles`` has the detected role of
    each column with its confidence. ``cleaning_record`` has the changes by cleaning, None without cleaning.
    """

    parts: dict[str, pa.Table]
    classes: tuple[str, ...]
    text: tuple[str, ...]
    label: str
    notes: tuple[str, ...]
    cleaning_record: cleaning.CleaningRecord | None = None
    incomplete: int = 0
    roles: dict[str, dict[str, object]] = field(default_factory=dict)


def label_tables(
    tables: dict[str, Records],
    source: DataSource,
    incomplete: str,
    optional_splits: frozenset[str] = frozenset(),
) -> LabelledTables:
    """Map the columns of all ``tables`` and number their classes.

    Args:
        tables: source tables by part.
        source: the declaration of the data set.
        incomplete: "skip" leaves out rows without text or label.
        optional_splits: splits that were not requested. They are left out if they have no label column.

    Raises:
        UserError: a part has no rows, rows have no text or label (unless ``incomplete`` is "skip"), a label is invalid
            for ``source.target``, there are fewer than two classes, or a class occurs only outside the training part.
    """
    train = tables["train"]
    for name, table in tables.items():
        if not len(table):
            raise UserError(
                f"the {name} split has no rows.", place=str(table.place), remedy="Choose a file with rows."
            )
    if train.target and source.target == ClassTarget():
        raise UserError(
            "lines have several labels each.",
            place=str(train.place),
            remedy="Read them as such (--set data.target.kind=labels --set 'data.target.delimiter=|'; in the window: "
            "Labels are).",
        )
    mapping = choose_columns(train, source)
    notes = _column_notes(train, mapping)
    cleaned = cleaning.start_record(source.cleaning)
    mapped: dict[str, _Part] = {}
    incomplete_rows = 0
    for name, table in tables.items():
        missing = [i for i in mapping.labels if not _has_column(table, train, i)]
        part = None
        if not missing:
            part_mapping = mapping if table is train else _map_columns(table, train, mapping)
            part = _map(name, table, part_mapping, source, cleaned, mapped.get("train"))
        if part is None or (name != "train" and part.unlabelled.all()):
            notes.append(_unlabelled_note(table, optional=name in optional_splits))
            continue
        mapped[name] = part
        notes += [*part.notes, *_incomplete_notes(part, incomplete)]
        incomplete_rows += int((part.textless | part.unlabelled).sum())
    if cleaned is not None:
        notes.append(cleaned.summary())
    target = source.target
    classes: tuple[str, ...] = ()
    numbers: dict[str, int] = {}
    if target.has_classes:
        column = ", ".join(train.columns[index] for index in mapping.labels)
        classes, numbers = _classes(train, column, mapped["train"], source, notes)
    parts = {}
    for name, part in mapped.items():
        labels = label_array(values := _values(part, target, numbers))
        if target.may_be_empty and (unlabelled := int((~values.any(axis=1)).sum())):
            notes.append(f"{unlabelled:,} of {len(values):,} texts of {part.table.name} have no label.")
        parts[name] = part.texts.append_column("label", labels).select(PART_COLUMNS)
    columns = train.columns
    text = tuple(columns[i] for i in mapping.text)
    label = ", ".join(columns[index] for index in mapping.labels)
    roles = {
        name: dataclasses.asdict(role)
        for name, role in describe_roles(list(mapping.facts), mapping.text, mapping.labels).items()
    }
    return LabelledTables(parts, classes, text, label, tuple(notes), cleaned, incomplete_rows, roles)


def _column_notes(train: Records, mapping: ColumnMapping) -> list[str]:
    """Return notes on the columns: other possible labels, and columns equivalent to the label."""
    notes, names = [], train.columns
    if alternatives := mapping.alternative_labels()[:_SHOWN]:
        candidates = [f"{names[i]} ({len(distinct_values(train, i)):,})" for i in alternatives]
        count = len(distinct_values(train, mapping.label))
        notes.append(
            f"The label column is {names[mapping.label]} ({count:,} classes). Other "
            f"choices: {', '.join(candidates)}, with --set data.label={shlex.quote(names[alternatives[0]])}."
        )
    for index in mapping.label_duplicates():
        use = "is read as text, which then contains the answer" if index in mapping.text else "is not read"
        notes.append(f"Column '{names[index]}' repeats the label in other words and {use}.")
    return notes


def _unlabelled_note(table: Records, *, optional: bool) -> str:
    """Return the note on a part without labels, which is not used. Raises UserError if the part was requested."""
    predict = f"predict it with: palimpsest predict RUN --file {shlex.quote(str(table.place))}"
    if not optional:
        raise UserError(
            "there are no labels, and a model is measured by them.",
            place=str(table.place),
            remedy=f"Leave the file out of data.validation and data.test; {predict}",
        )
    return f"{table.name} has no labels and is not used: {predict}"


@dataclass(frozen=True)
class _Part:
    """A part with mapped columns, including its incomplete rows.

    Attributes:
        table: the source table.
        texts: "text", "second" and "row" of the complete rows.
        textless: mask of rows without text, bool [n].
        names: the distinct label cells, with "" for missing ones.
        codes: index into ``names`` of each row, int32 [n].
        notes: notes on cells that are read as missing labels.
        may_be_empty: whether an empty label cell is a valid label.
    """

    table: Records
    texts: pa.Table
    textless: np.ndarray
    names: tuple[str, ...]
    codes: np.ndarray
    may_be_empty: bool
    notes: tuple[str, ...] = ()

    @property
    def unlabelled(self) -> np.ndarray:
        """Mask of rows without label, bool [n]."""
        return np.array([not (name or self.may_be_empty) for name in self.names])[self.codes]

    @property
    def complete(self) -> np.ndarray:
        """Mask of rows with text and label, bool [n]."""
        return ~(self.textless | self.unlabelled)


def _map(
    name: str,
    table: Records,
    mapping: ColumnMapping,
    source: DataSource,
    cleaned: cleaning.CleaningRecord | None,
    train: _Part | None,
) -> _Part:
    """Map one part in batches of a few thousand rows, so that a table on disk is not loaded.

    ``train`` is the training part, which defines the labels, or None if this is the training part.
    """
    schema = TEXT_SCHEMA
    numbers: dict[str, int] = {}
    blank, codes = [np.zeros(0, bool)], [np.zeros(0, np.int32)]

    def batches() -> Iterator[pa.RecordBatch]:
        for start in range(0, len(table), arrow_spill.BATCH_ROWS):
            rows = table.rows[start : start + arrow_spill.BATCH_ROWS]
            chunk = replace(table, data=table.data.slice(start, arrow_spill.BATCH_ROWS), rows=rows)
            texts, seconds = _texts(chunk, mapping, source)
            if cleaned is not None:
                texts, seconds = cleaning.clean_columns(
                    source.cleaning, cleaned, name, [texts, seconds], rows
                )
            labels = _labels(chunk, mapping)
            codes.append(np.array([numbers.setdefault(label, len(numbers)) for label in labels], np.int32))
            blank.append(boolean_values(_blank(texts)) & boolean_values(_blank(seconds)))
            labelled = np.fromiter(map(bool, labels), bool, len(labels)) | source.target.may_be_empty
            usable = ~blank[-1] & labelled
            release_pages()
            batch = pa.table({"text": texts, "second": seconds, "row": integer_array(rows)}, schema=schema)
            complete = batch if usable.all() else batch.take(integer_array(np.flatnonzero(usable)))
            yield from complete.to_batches()

    texts = arrow_spill.spill_table(schema, batches())
    part = _Part(
        table, texts, np.concatenate(blank), tuple(numbers), np.concatenate(codes), source.target.may_be_empty
    )
    return _remove_marks(part, mapping, source.target, train)


def _remove_marks(part: _Part, mapping: ColumnMapping, target: Target, train: _Part | None) -> _Part:
    """Return a part in which marks of missing labels (-1, empty lists, the name of the column) are empty cells.

    Benchmarks write -1 for hidden labels. It is a class, not a mark, if the training part has it too, or has fewer than
    three other codes (-1, 0 and 1 may be opinions).
    """
    table, counts = part.table, np.bincount(part.codes, minlength=len(part.names))
    marks: dict[str, str] = {}
    if not target.may_be_empty and "[]" in part.names:
        marks["[]"] = ""
    if target.has_classes and not target.label_columns():
        labels = {name for name in (train or part).names if name and name != MISSING_MARK}
        hidden = (
            MISSING_MARK not in train.names if train else len(labels) > 2 and all(map(str.isdecimal, labels))
        )
        if hidden:
            marks[MISSING_MARK] = "-1 is read as no label"
        column = table.columns[mapping.label]
        most = max(2, len(table) // 200)
        for name, count in zip(part.names, counts.tolist(), strict=True):
            if table.has_header and name.casefold() == column.casefold() and count <= most < len(table) / 4:
                marks[name] = f"'{name}', the name of the column, is read as no label: a header again"
    is_mark = np.array([name in marks for name in part.names], bool)[part.codes]
    if not is_mark.any():
        return part
    notes = tuple(
        f"{words} ({table.list_records(np.flatnonzero(part.codes == part.names.index(name)))} of {table.name})."
        for name, words in marks.items()
        if words and name in part.names
    )
    texts = keep_rows(part.texts, ~is_mark[part.complete])
    names = (*part.names, "")
    codes = np.where(is_mark, np.int32(len(part.names)), part.codes)
    return replace(part, texts=texts, names=names, codes=codes, notes=notes)


def _has_column(table: Records, train: Records, index: int) -> bool:
    if train.has_header and table.has_header:
        return train.columns[index].casefold() in map(str.casefold, table.columns)
    return len(table.columns) == len(train.columns)


def _map_columns(table: Records, train: Records, mapping: ColumnMapping) -> ColumnMapping:
    """Return the mapping of the training part for another part: by name if both have names, else by number."""

    def find_index(index: int) -> int:
        if train.has_header and table.has_header:
            return find_column(table.columns, train.columns[index], str(table.place), has_header=True)
        if index >= len(table.columns):
            raise UserError(
                f"there are {len(table.columns)} columns, the training split has {len(train.columns)}.",
                place=str(table.place),
                remedy="Give all splits the same columns.",
            )
        return index

    text, labels = (tuple(map(find_index, columns)) for columns in (mapping.text, mapping.labels))
    return ColumnMapping(text, labels, mapping.second_count)


def _texts(
    table: Records, mapping: ColumnMapping, source: DataSource
) -> tuple[pa.ChunkedArray, pa.ChunkedArray]:
    columns = [_strings(table, index) for index in mapping.text]
    if source.pair:
        segment_a, segment_b = columns[: -mapping.second_count], columns[-mapping.second_count :]
        return _join(segment_a, source.join), _join(segment_b, source.join)
    return _join(columns, source.join), pa.nulls(len(table), pa.large_string())


def _join(columns: list[pa.ChunkedArray], separator: str) -> pa.ChunkedArray:
    if len(columns) == 1:
        return pc.fill_null(columns[0], _NOTHING)
    # Blank cells add nothing: neither "nan" nor a separator.
    blank = [_blank(column) for column in columns]
    cells = [pc.if_else(empty, _MISSING, column) for empty, column in zip(blank, columns, strict=True)]
    # Arrow returns null for rows whose cells are all missing, so one cell is set.
    cells[0] = pc.if_else(functools.reduce(pc.and_, blank), _NOTHING, cells[0])
    return pc.binary_join_element_wise(*cells, string_array([separator])[0], null_handling="skip")


def _strings(table: Records, index: int) -> pa.ChunkedArray:
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


def _labels(table: Records, mapping: ColumnMapping) -> list[str]:
    """Return the label cell of each row. Several columns give a JSON list of their cells, "" if one is empty."""
    if len(mapping.labels) == 1:
        return _label_cells(table, mapping.label)
    columns = [_label_cells(table, index) for index in mapping.labels]
    return [
        json.dumps(cells, ensure_ascii=False) if all(cells) and MISSING_MARK not in cells else ""
        for cells in zip(*columns, strict=True)
    ]


def _label_cells(table: Records, index: int) -> list[str]:
    column = table.data.column(index)
    if pa.types.is_floating(column.type):
        return [_number_cell(value) for value in column.to_pylist()]
    trimmed = pc.utf8_trim_whitespace(pc.fill_null(_strings(table, index), _NOTHING))
    labels: list[str] = trimmed.to_pylist()
    return labels


def _number_cell(value: float | None) -> str:
    """Return a number as a label cell: "1" for 1.0, "" (a missing label) for NaN."""
    if value is None or math.isnan(value):
        return ""
    return str(int(value)) if value.is_integer() and abs(value) < 2**53 else str(value)


def _incomplete_notes(part: _Part, incomplete: str) -> list[str]:
    """Return the notes on rows without text or label.

    Raises UserError if they are not allowed, or no row has both.
    """
    table, notes = part.table, []
    for mask, noun, error in (
        (part.textless, "text", TextlessRowError),
        (part.unlabelled, "label", IncompleteRowError),
    ):
        if not mask.any():
            continue
        rows = np.flatnonzero(mask)
        if incomplete != "skip":
            place = table.describe_record(int(rows[0]))
            examples = "" if len(rows) == 1 else f" ({len(rows):,} such: {table.list_records(rows)})"
            raise error(
                f"the row has no {noun}{examples}.",
                place=place,
                remedy="Fix or remove such rows, or leave them out (--set data.format.incomplete=skip; in the window: "
                "Incomplete rows).",
            )
        count_text = "1 row" if len(rows) == 1 else f"{len(rows):,} rows"
        notes.append(f"{count_text} without {noun} left out of {table.name} ({table.list_records(rows)}).")
    if not len(part.texts):
        raise UserError(
            "no row has both text and label.", place=str(table.place), remedy="Check the columns chosen."
        )
    return notes


def _classes(
    train: Records,
    column: str,
    part: _Part,
    source: DataSource,
    notes: list[str],
) -> tuple[tuple[str, ...], dict[str, int]]:
    """Return the classes of the training part in order, and the number of each class in label cells.

    Raises UserError for fewer than two classes, and for a label that is not among the declared class names.
    """
    target, class_names = source.target, tuple(source.classes) or train.class_names
    rows = len(part.texts)
    used_codes = np.unique(part.codes[part.complete]).tolist()
    present = {name for code in used_codes for name in _cell_classes(part, code, target)}
    place = f"{train.name}, column {column}"
    if len(present) < 2:
        text = next(iter(present), "")
        problem = f"all {rows:,} rows have the same label '{text}'." if rows > 1 else "there is one row."
        if not text or target.may_be_empty:
            problem = (
                f"'{text}' is the only label of {rows:,} rows." if text else f"all {rows:,} rows lack labels."
            )
        raise UserError(
            problem, place=place, remedy=f"Classification needs two classes or more; {_OTHER_LABEL}."
        )
    if are_tags(present):
        raise UserError(TAGGED_WORDS, place=place, remedy=TAGGED_REMEDY)
    if rows > 20 and len(present) > rows / 2:
        numbers = all(is_number(name) for name in present)
        raise UserError(
            f"there are {len(present):,} different labels in {rows:,} rows.",
            place=place,
            remedy=f"They are numbers: learn them as numbers (--set data.target.kind=number; in the window: Labels "
            f"are), or {_OTHER_LABEL}."
            if numbers
            else f"{_OTHER_LABEL[:1].upper()}{_OTHER_LABEL[1:]}.",
        )
    try:
        arranged = target.arrange(present)
    except ValueError as error:
        raise UserError(
            f"{error}.", place=place, remedy="Give data.target.order, or check the label column."
        ) from None
    if arranged:
        return arranged, {name: index for index, name in enumerate(arranged)}
    uses_last = train.has_header and not source.classes
    if names := name_numeric_labels(present, class_names, uses_last=uses_last):
        if not source.classes:
            notes.append(f"The classes of numbers have the names in {train.detection['class names']}.")
        order = tuple(name for name in class_names if name in names.values())
        return order, {cell: order.index(name) for cell, name in names.items()}
    if source.classes and not present <= set(source.classes):
        raise _unlisted_label(part, source, present)
    order_of_file = train.class_orders.get(column, ())
    if present <= set(order_of_file):
        order = tuple(name for name in order_of_file if name in present)
        if len(order) < len(order_of_file):
            notes.append(
                f"No training row has these declared classes: {', '.join(sorted(set(order_of_file) - present))}."
            )
    else:
        order = order_classes(present)
    return order, {name: index for index, name in enumerate(order)}


def _cell_classes(part: _Part, code: int, target: Target) -> tuple[str, ...]:
    """Return the classes in a label cell. Raises UserError, with its first row, for an invalid cell."""
    try:
        return target.mentioned_classes(part.names[code])
    except ValueError as error:
        raise _invalid_cell(part, code, str(error), target) from None


def _invalid_cell(part: _Part, code: int, problem: str, target: Target) -> UserError:
    """Return the error for an invalid label cell, with its first row."""
    is_list = target == ClassTarget() and read_list(part.names[code]) is not None
    return UserError(
        f"label '{printable(part.names[code], 60)}': {printable(problem, 200)}.",
        place=part.table.describe_record(int(np.flatnonzero(part.codes == code)[0])),
        remedy="Read lists of labels as such (--set data.target.kind=labels; in the window: Labels are)."
        if is_list
        else "Fix the row, check the label column, or set the kind of labels (--set data.target.kind=...; in the "
        "window: Labels are).",
    )


def _unlisted_label(part: _Part, source: DataSource, present: Collection[str]) -> UserError:
    """Return the error for the first row with a label that is not among the declared class names.

    Numeric labels are unlisted if no name has that number.
    """
    names, first = source.classes, "0" if "0" in present else "1"
    unlisted = {
        name for name in present if name not in names and not name_numeric_labels({name, first}, tuple(names))
    }
    unlisted = unlisted or set(present) - set(names)
    for row in np.flatnonzero(part.complete).tolist():
        for name in _cell_classes(part, part.codes[row], source.target):
            if name in unlisted:
                return UserError(
                    f"label '{printable(name, 60)}' is not one of the class names ({', '.join(names[:12])}).",
                    place=part.table.describe_record(row),
                    remedy="Fix the row, add the name to data.classes, or leave data.classes out.",
                )
    raise AssertionError("all labels are listed")


def _values(part: _Part, target: Target, number: dict[str, int]) -> np.ndarray:
    """Return the label of each complete row, parsed by ``target``: [n], or [n, C] for rows of numbers.

    Each distinct cell is parsed once. Row i has the value of cell ``codes[i]``.
    """
    complete = part.complete
    codes = part.codes[complete]
    used_codes = np.unique(codes)
    unknown = np.array(
        [not set(_cell_classes(part, code, target)) <= set(number) for code in used_codes.tolist()], bool
    )
    if unknown.any():
        rows = np.flatnonzero(np.isin(codes, used_codes[unknown]))

        def outside(code: int) -> list[str]:
            return [name for name in _cell_classes(part, code, target) if name not in number]

        labels = {name for code in used_codes[unknown].tolist() for name in outside(code)}
        class_list = listed(list(number), 12)
        raise UserError(
            f"label '{printable(outside(codes[rows[0]])[0], 60)}' does not occur in the training split ({class_list})."
            + (f" So do {len(labels) - 1} others." if len(labels) > 1 else ""),
            place=part.table.describe_record(int(np.flatnonzero(complete)[rows[0]])),
            remedy="Check that both files use the same labels and the same columns.",
        )
    values: list[float | Sequence[float]] = []
    for code in used_codes.tolist():
        try:
            values.append(target.parse(part.names[code], number))
            if not np.isfinite(values[-1]).all():
                raise ValueError("it is not finite")
        except (ValueError, OverflowError) as error:
            raise _invalid_cell(part, code, str(error), target) from None
    row_of_code = np.zeros(len(part.names), np.int32)
    row_of_code[used_codes] = np.arange(len(used_codes))
    return np.array(values, target.dtype)[row_of_code[codes]]
