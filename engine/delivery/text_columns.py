"""Take the texts that a model reads out of rows: which columns, how they are joined, cleaned as in training."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.data.column_names import describe_columns, find_column
from engine.data.columns import text_columns_by_name
from engine.delivery.row_stream import LINE_COLUMN, Record, RowStream, show_cell
from engine.errors import UserError
from engine.spec.data import DataSource


@dataclass(frozen=True)
class TextColumns:
    """The columns of the text, by name, and how the cells of a row become one input.

    Attributes:
        first: columns of the text, or of the first segment.
        second: columns of the second segment; empty where texts are not pairs, or hold both, separated by a tab.
        source: the data set the model learnt from: it says how cells are joined and cleaned.
    """

    first: tuple[str, ...]
    second: tuple[str, ...]
    source: DataSource

    def describe(self) -> str:
        """Return the columns in words: ``title, body``."""
        joined = ", ".join(self.first)
        return f"{joined} | {', '.join(self.second)}" if self.second else joined

    def read(self, record: Record) -> str:
        """Return the text of a row; '' where it has none. The second segment of a pair follows after a tab."""
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
        given = [cell for cell in cells if cell.strip()]
        return self._clean(self.source.join.join(given)) if given else ""

    def _clean(self, text: str) -> str:
        return self.source.cleaning.clean(text)


def choose_text_columns(
    stream: RowStream, source: DataSource, trained: Sequence[str] = (), asked: Sequence[str] = ()
) -> TextColumns:
    """Return the columns of the text: those asked for, else those of the training data, else the likely ones.

    Args:
        stream: the rows.
        source: the data set the model learnt from.
        trained: the columns that were its text, in the order in which they were joined.
        asked: names or numbers from 1; of a pair the last entry is the second segment, and 'title + body' puts
            columns together.

    Raises UserError, with the columns there are, when one is not there or none can be determined.
    """
    if asked:
        return _by_entries(stream, source, asked)
    if stream.format == "lines":
        return TextColumns((LINE_COLUMN,), (), source)
    if source.text and _has_all(stream, [part for entry in source.text for part in entry.split("+")]):
        return _by_entries(stream, source, source.text)
    if trained and _has_all(stream, trained):
        return _by_entries(stream, source, trained)
    if len(stream.columns) == 1 and not source.pair:
        return TextColumns((stream.columns[0],), (), source)
    if stream.has_header:
        every = range(len(stream.columns))
        found = text_columns_by_name(stream.columns, every, 2 if source.pair else 0)
        if found:
            return _by_entries(stream, source, [str(i + 1) for i in found])
    learnt = f" The model learnt from {', '.join(trained or source.text)}." if trained or source.text else ""
    raise UserError(
        f"which column holds the text is not clear.{learnt}",
        place=stream.name,
        remedy=f"Name it with --column. {describe_columns(stream.columns, stream.has_header)}",
    )


def _has_all(stream: RowStream, wanted: Sequence[str]) -> bool:
    """Return whether the file has columns of these names (numbers only where it has no names of its own)."""
    names = {name.casefold() for name in stream.columns}
    return all(each.strip().casefold() in names for each in wanted)


def _by_entries(stream: RowStream, source: DataSource, entries: Sequence[str]) -> TextColumns:
    def named(entry: str) -> tuple[str, ...]:
        parts = [part for part in entry.split("+") if part.strip()]
        whole = len(parts) < 2 or entry.strip() in stream.columns
        return tuple(
            stream.columns[find_column(stream.columns, part, stream.name, stream.has_header)]
            for part in ([entry] if whole else parts)
        )

    found = [named(entry) for entry in entries]
    if not source.pair:
        return TextColumns(tuple(name for names in found for name in names), (), source)
    if len(found) < 2:
        raise UserError(
            "the model reads two segments, and one column was given.",
            place=stream.name,
            remedy=f"Give --column twice. {describe_columns(stream.columns, stream.has_header)}",
        )
    return TextColumns(tuple(name for names in found[:-1] for name in names), found[-1], source)
