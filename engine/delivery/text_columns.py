"""Take the texts that a model reads out of rows: which columns, how they are joined, cleaned as in training."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.data.column_names import describe_columns, name_roles, pair_columns
from engine.delivery.rows import LINE_COLUMN, LINES, Record, show_cell
from engine.errors import UserError
from engine.spec.data import DataSource

if TYPE_CHECKING:
    from engine.data.records import Records


@dataclass(frozen=True)
class TextColumns:
    """The columns of the text, by name, and how the cells of a row become one input.

    Attributes:
        first: columns of the text, or of the first segment.
        second: columns of the second segment. Empty where texts are not pairs, or hold both, separated by a tab.
        source: the data set the model learnt from, which determines how cells are joined and cleaned.
    """

    first: tuple[str, ...]
    second: tuple[str, ...]
    source: DataSource

    def describe(self) -> str:
        """Return the columns in words: ``title, body``."""
        joined = ", ".join(self.first)
        return f"{joined} | {', '.join(self.second)}" if self.second else joined

    def read(self, record: Record) -> str:
        """Return the text of a row, '' where it has none. The second segment of a pair follows after a tab."""
        if self.source.pair and not self.second:
            first, tab, second = show_cell(record.get(self.first[0])).partition("\t")
            return f"{self._clean(first)}{tab}{self._clean(second)}"
        first = self._joined(record, self.first)
        if not self.second:
            return first
        second = self._joined(record, self.second)
        # A tab separates the segments, so none may stand in the first; for a tokenizer both are blanks.
        return f"{first.replace(chr(9), ' ')}\t{second}" if first or second else ""

    def _joined(self, record: Record, columns: Sequence[str]) -> str:
        cells = [show_cell(record.get(name)) for name in columns]
        filled = [cell for cell in cells if cell.strip()]
        return self._clean(self.source.join.join(filled)) if filled else ""

    def _clean(self, text: str) -> str:
        return self.source.cleaning.clean(text)


def choose_text_columns(
    records: Records, source: DataSource, trained: Sequence[str] = (), requested: Sequence[str] = ()
) -> TextColumns:
    """Return the columns of the text: the requested ones, else those of the training data, else the likely ones.

    Args:
        records: the rows.
        source: the data set the model learnt from.
        trained: the columns that were its text, in the order in which they were joined.
        requested: names or numbers from 1. For a pair the last entry is the second segment, and 'title + body' joins
            columns.

    Raises UserError, with the columns there are, when one is not there or none can be determined.
    """
    if requested:
        return _by_entries(records, source, requested)
    if records.detection["format"] == LINES:
        return TextColumns((LINE_COLUMN,), (), source)
    if source.text and _has_all(records, [part for entry in source.text for part in entry.split("+")]):
        return _by_entries(records, source, source.text)
    if trained and _has_all(records, trained):
        return _by_entries(records, source, trained)
    if len(records.columns) == 1 and not source.pair:
        return TextColumns((records.columns[0],), (), source)
    if records.has_header and (likely := _likely_columns(records, 2 if source.pair else 0)):
        return _by_entries(records, source, [str(i + 1) for i in likely])
    learnt = f" The model learnt from {', '.join(trained or source.text)}." if trained or source.text else ""
    raise UserError(
        f"it is not clear which column holds the text.{learnt}",
        place=records.name,
        remedy=f"Name it with --column. {describe_columns(records.columns, records.has_header)}",
    )


def _likely_columns(records: Records, count: int) -> tuple[int, ...]:
    """Return the columns that training would use as the text, if their names confirm it, else none."""
    from engine.data.columns import likely_text
    from engine.data.detection.column_roles import column_facts

    try:
        likely = likely_text(records, column_facts(records), (), count)
    except UserError:
        return ()
    names = [records.columns[i] for i in likely]
    named = [{"text", "title"} & name_roles(name).keys() for name in names]
    return likely if all(named) or pair_columns(records.columns, likely) == likely else ()


def _has_all(records: Records, expected: Sequence[str]) -> bool:
    """Return whether the file has columns of these names (numbers only where it has no names of its own)."""
    names = {name.casefold() for name in records.columns}
    return all(each.strip().casefold() in names for each in expected)


def _by_entries(records: Records, source: DataSource, entries: Sequence[str]) -> TextColumns:
    from engine.data.columns import entry_columns

    columns = [tuple(records.columns[i] for i in entry_columns(records, entry)) for entry in entries]
    if not source.pair:
        return TextColumns(tuple(name for names in columns for name in names), (), source)
    if len(columns) < 2:
        raise UserError(
            "the model reads two segments, and one column was given.",
            place=records.name,
            remedy=f"Give --column twice. {describe_columns(records.columns, records.has_header)}",
        )
    return TextColumns(tuple(name for names in columns[:-1] for name in names), columns[-1], source)
