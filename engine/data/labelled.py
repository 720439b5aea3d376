"""From raw tables to texts and class numbers, with every check that can be made before training."""

from __future__ import annotations

import functools
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from engine.data import cleaning
from engine.data.classnames import numbered, ordered
from engine.data.columns import Mapping, choose
from engine.data.table import Table
from engine.data.texts import SCHEMA
from engine.errors import UserError
from engine.spec.data import DataSource

_SHOWN = 5


@dataclass(frozen=True)
class Labelled:
    """All parts of a data set with their columns mapped; ``parts`` have ``texts.SCHEMA``.

    ``cleaned`` is what cleaning changed, None when texts are read as they are.
    """

    parts: dict[str, pa.Table]
    classes: tuple[str, ...]
    text: tuple[str, ...]
    label: str
    notes: tuple[str, ...]
    cleaned: cleaning.Cleaned | None = None


def label_tables(
    tables: dict[str, Table], source: DataSource, incomplete: str, offered: frozenset[str] = frozenset()
) -> Labelled:
    """Maps the columns of all ``tables`` alike and numbers their classes.

    Args:
        offered: splits that nobody asked for; they are left out when they have no label column.

    Raises:
        UserError: a part without rows, rows without text or label (unless ``incomplete`` is "skip"), fewer than two
            classes, or a class that only occurs outside the training part.
    """
    train = tables["train"]
    for name, table in tables.items():
        if not len(table):
            raise UserError(
                f"the {name} split has no rows.", place=str(table.place), remedy="Choose a file with rows."
            )
    mapping = choose(train, source)
    notes: list[str] = []
    unlabelled = {
        name for name in offered & tables.keys() if not _has_column(tables[name], train, mapping.label)
    }
    for name in sorted(unlabelled):
        notes.append(f"{_name(tables[name])} has no column '{train.columns[mapping.label]}' and is not used.")
    tables = {name: table for name, table in tables.items() if name not in unlabelled}
    mapped: dict[str, tuple[Table, pa.Table, list[str]]] = {}
    cleaned = cleaning.begin(source.cleaning)
    for name, table in tables.items():
        own = mapping if table is train else _same_columns(table, train, mapping)
        texts, seconds = _texts(table, own, source)
        if cleaned is not None:
            texts, seconds = cleaning.apply(source.cleaning, cleaned, name, [texts, seconds], table.rows)
        labels = _labels(table, own)
        whole = _complete(table, texts, seconds, labels, incomplete, notes)
        part = pa.table({"text": texts, "second": seconds, "row": pa.array(table.rows)}).filter(
            pa.array(whole)
        )
        mapped[name] = (table, part, [label for label, keep in zip(labels, whole, strict=True) if keep])
    if cleaned is not None:
        notes.append(cleaned.note())
    names = tuple(source.classes) or train.numbered
    classes, number = _classes(train, train.columns[mapping.label], mapped["train"][2], names, notes)
    parts = {}
    for name, (table, part, labels) in mapped.items():
        codes = pa.array(_codes(table, part["row"].to_numpy(), labels, number), pa.int32())
        parts[name] = part.append_column("label", codes).select(SCHEMA.names)
    columns = train.columns
    text = tuple(columns[i] for i in mapping.text)
    return Labelled(parts, classes, text, columns[mapping.label], tuple(notes), cleaned)


def _has_column(table: Table, train: Table, index: int) -> bool:
    if train.named and table.named:
        return train.columns[index] in table.columns
    return len(table.columns) == len(train.columns)


def _same_columns(table: Table, train: Table, mapping: Mapping) -> Mapping:
    """The mapping found on the training part, for another part: by name where both have names, else by number."""

    def same(index: int) -> int:
        name = train.columns[index]
        if name in table.columns:
            return table.columns.index(name)
        if train.named and table.named:
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

    return Mapping(tuple(same(i) for i in mapping.text), same(mapping.label), mapping.second)


def _texts(table: Table, mapping: Mapping, source: DataSource) -> tuple[pa.ChunkedArray, pa.ChunkedArray]:
    columns = [_strings(table, index) for index in mapping.text]
    if source.pair:
        first, second = columns[: -mapping.second], columns[-mapping.second :]
        return _joined(first, source.join), _joined(second, source.join)
    return _joined(columns, source.join), pa.nulls(len(table), pa.large_string())


def _joined(columns: list[pa.ChunkedArray], separator: str) -> pa.ChunkedArray:
    if len(columns) == 1:
        return pc.fill_null(columns[0], "")
    # Blank cells leave no trace: neither "nan" nor a lone separator.
    blank = [_blank(column) for column in columns]
    given = [
        pc.if_else(empty, pa.scalar(None, pa.large_string()), column)
        for empty, column in zip(blank, columns, strict=True)
    ]
    # Arrow leaves rows out whose cells are all missing: one of these has to be there.
    given[0] = pc.if_else(functools.reduce(pc.and_, blank), pa.scalar("", pa.large_string()), given[0])
    return pc.binary_join_element_wise(*given, pa.scalar(separator, pa.large_string()), null_handling="skip")


def _strings(table: Table, index: int) -> pa.ChunkedArray:
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
    return pc.fill_null(pc.equal(pc.utf8_trim_whitespace(column), ""), True)


def _labels(table: Table, mapping: Mapping) -> list[str]:
    column = table.data.column(mapping.label)
    if pa.types.is_floating(column.type):
        return [
            "" if v is None or v != v else str(int(v)) if v == int(v) else str(v) for v in column.to_pylist()
        ]
    trimmed = pc.utf8_trim_whitespace(pc.fill_null(_strings(table, mapping.label), ""))
    labels: list[str] = trimmed.to_pylist()
    return labels


def _complete(
    table: Table,
    texts: pa.ChunkedArray,
    seconds: pa.ChunkedArray,
    labels: list[str],
    incomplete: str,
    notes: list[str],
) -> np.ndarray:
    """Which rows have text and label; the others are refused or noted. bool [n]"""
    empty = np.asarray(pc.and_(_blank(texts), _blank(seconds)))
    unlabelled = np.asarray([not label for label in labels])
    for bad, what in ((empty, "text"), (unlabelled, "label")):
        if not bad.any():
            continue
        rows = np.flatnonzero(bad)
        if incomplete != "skip":
            first = table.where(int(rows[0]))
            others = "" if len(rows) == 1 else f" ({len(rows):,} such rows: {_numbers(table, rows)})"
            raise UserError(
                f"the row has no {what}{others}.",
                place=first,
                remedy='Mend or remove such rows, or leave them out (format = { kind = "...", incomplete = "skip" }).',
            )
        many = "1 row" if len(rows) == 1 else f"{len(rows):,} rows"
        notes.append(f"{many} without {what} left out of {_name(table)}.")
    whole = ~(empty | unlabelled)
    if not whole.any():
        raise UserError(
            "no row has both text and label.", place=str(table.place), remedy="Check the columns chosen."
        )
    return whole


def _numbers(table: Table, indices: np.ndarray) -> str:
    if table.origins:
        shown = ", ".join(str(table.origins[i]) for i in indices[:_SHOWN])
    else:
        shown = ", ".join(str(table.rows[i]) for i in indices[:_SHOWN])
    return shown + (", ..." if len(indices) > _SHOWN else "")


def _name(table: Table) -> str:
    return str(table.place).replace("\\", "/").rstrip("/").rsplit("/", 1)[-1]


def _classes(
    train: Table, column: str, labels: list[str], given_names: tuple[str, ...], notes: list[str]
) -> tuple[tuple[str, ...], dict[str, int]]:
    """The classes of the training part in order, and the number of each label cell.

    ``given_names`` are for labels that are numbers.
    """
    present = set(labels)
    if len(present) < 2:
        raise UserError(
            f"all {len(labels):,} rows have the same label '{next(iter(present))}'.",
            place=f"{_name(train)}, column {column}",
            remedy="Classification needs two classes or more; check the label column.",
        )
    if len(labels) > 20 and len(present) > len(labels) / 2:
        raise UserError(
            f"there are {len(present):,} different labels in {len(labels):,} rows.",
            place=f"{_name(train)}, column {column}",
            remedy="Check the label column.",
        )
    names = numbered(present, given_names)
    if names:
        order = tuple(name for name in given_names if name in names.values())
        return order, {cell: order.index(name) for cell, name in names.items()}
    given = train.orders.get(column, ())
    if present <= set(given):
        order = tuple(name for name in given if name in present)
        if len(order) < len(given):
            notes.append(
                f"No training row has these declared classes: {', '.join(sorted(set(given) - present))}."
            )
    else:
        order = ordered(present)
    return order, {name: index for index, name in enumerate(order)}


def _codes(table: Table, rows: np.ndarray, labels: list[str], number: dict[str, int]) -> list[int]:
    unseen = next((i for i, label in enumerate(labels) if label not in number), None)
    if unseen is not None:
        others = sorted({label for label in labels if label not in number})
        known = ", ".join(list(number)[:12]) + (", ..." if len(number) > 12 else "")
        place = table.where(int(np.searchsorted(table.rows, rows[unseen])))
        raise UserError(
            f"label '{labels[unseen]}' does not occur in the training split ({known})."
            + (f" So do {len(others) - 1} others." if len(others) > 1 else ""),
            place=place,
            remedy="Check that both files use the same labels and the same columns.",
        )
    return [number[label] for label in labels]
