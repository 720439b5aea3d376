"""Excel workbooks (XLSX): one sheet, or one per split."""

from __future__ import annotations

import shlex
import warnings
import zipfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import date, datetime, time
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Literal

from engine.data import read_errors
from engine.data.column_names import find_table_start
from engine.data.readers.base import FormatReader, table_field
from engine.errors import UserError, is_unicode
from engine.parsing import ParsingWatch, WatchedFile, parse_items, parsing, require_packed_size
from engine.spec.base import field
from engine.spec.data import DataSource

if TYPE_CHECKING:
    from openpyxl import Workbook

    from engine.data.records import Records

_SAMPLE_ROWS = 200
_MARKUP = (".xml", ".rels")
"""Suffixes of parsed parts. Pictures are not parsed."""
_KIND, _REMEDY = "a workbook", "Check that it is complete, or save it as CSV."
MAX_SHEET_ROWS = 1_048_576


class OpenedWorkbook:
    """A workbook whose sheets are read row by row, with values as they were last computed.

    Attributes:
        sheets: the titles of the sheets that have rows and columns, in order.
    """

    def __init__(self, path: Path, book: Workbook, watch: ParsingWatch) -> None:
        self._path, self._book, self._watch = path, book, watch
        self.sheets: list[str] = [sheet.title for sheet in book.worksheets]

    def records(self, title: str) -> Iterator[tuple[int, list[str]]]:
        """Yield (number of the row, its cells as text, without empty ones at the end). Empty rows are left out.

        Raises UserError that names the sheet, and the row where one is invalid.
        """
        place = f"{self._path.name}, {title}"
        sheet = next(sheet for sheet in self._book.worksheets if sheet.title == title)
        with parsing(place, _KIND, remedy=_REMEDY):
            sheet.reset_dimensions()  # the declared size is often wrong, and may be millions of rows
            rows = _explain_cells(sheet.iter_rows(values_only=True), place)
        parsed = parse_items(rows, place, _KIND, remedy=_REMEDY, watch=self._watch)
        for number, row in enumerate(parsed, start=1):
            if number > MAX_SHEET_ROWS:
                raise UserError(
                    f"the sheet claims more than the {MAX_SHEET_ROWS:,} rows that a sheet can have.",
                    place=place,
                    remedy=_REMEDY,
                )
            cells = [_text(value) for value in row]
            while cells and not cells[-1].strip():
                cells.pop()
            if cells:
                if not all(map(is_unicode, cells)):
                    raise UserError(
                        "a cell holds half a character.",
                        place=f"{place}, row {number}",
                        remedy="Write it again.",
                    )
                yield number, cells


def _explain_cells(rows: Iterable[Sequence[object]], place: str) -> Iterator[Sequence[object]]:
    """Yield the rows of a sheet. Raises UserError with the place of a cell that cannot be read."""
    number = 0
    try:
        for number, row in enumerate(rows, start=1):  # noqa: B007
            yield row
    except (LookupError, ValueError):
        message = "a cell has an invalid value, or refers to a text that the workbook lacks."
        raise UserError(message, place=f"{place}, row {number + 1}", remedy=_REMEDY) from None
    except UserWarning as warning:
        raise UserError(
            "the number of the cell is beyond all dates.",
            place=f"{place}, cell {str(warning).split()[1]}",
            remedy="Format the cell as a number, or write another date.",
        ) from None


@contextmanager
def open_workbook(path: Path, report: Callable[[int], None] | None = None) -> Iterator[OpenedWorkbook]:
    """Open a workbook. ``report`` receives the number of bytes read.

    Raises UserError when it cannot be read, is too large for its file size, or takes too long.
    """
    from openpyxl.reader.excel import ExcelReader

    class CellReader(ExcelReader):
        def read_strings(self) -> None:
            """Read texts by position, so that -1 is not the last of them."""
            super().read_strings()
            self.shared_strings = dict(enumerate(self.shared_strings))  # type: ignore[has-type]

        def read_chartsheet(self, sheet: object, rel: object) -> None:
            pass  # a chart has no rows

    # It warns of what only Excel needs, with a path of this machine, to standard error.
    warnings.filterwarnings("ignore", module="openpyxl")
    warnings.filterwarnings("error", "Cell .* is marked as a date", module="openpyxl")
    watch = ParsingWatch(path, report)
    with WatchedFile(watch) as stream:
        with parsing(path.name, _KIND, remedy=_REMEDY, watch=watch), zipfile.ZipFile(stream) as packed:
            parts = [each.file_size for each in packed.infolist() if each.filename.endswith(_MARKUP)]
        require_packed_size(sum(parts), path)
        with parsing(path.name, _KIND, remedy=_REMEDY, watch=watch):
            reader = CellReader(stream, read_only=True, data_only=True)
            reader.read()
        try:
            yield OpenedWorkbook(path, reader.wb, watch)
        finally:
            reader.wb.close()


class SpreadsheetReader(FormatReader):
    """The first sheet with a table, or the sheets called train, validation and test; values as last computed."""

    title: ClassVar[str] = "Excel (XLSX)"
    kind: Literal["xlsx"] = "xlsx"
    precedence: ClassVar[int] = 15
    suffixes: ClassVar[tuple[str, ...]] = (".xlsx", ".xlsm")
    sheet: str = field("", "Sheet")
    """The name of the sheet to read; empty: those of the splits, else the first with a table."""
    header: Literal["auto", "yes", "no"] = table_field("header")

    def recognises(self, path: Path) -> bool:
        if not path.is_file() or not zipfile.is_zipfile(path):
            return False
        # Its content counts, whatever its suffix is.
        with parsing(path.name, _KIND, remedy=_REMEDY), zipfile.ZipFile(path) as packed:
            return "xl/workbook.xml" in packed.namelist()

    def write_head(self, path: Path, target: Path, size: int) -> bool:
        return False  # only whole workbooks can be read

    def read(self, path: Path, source: DataSource) -> Records | dict[str, Records]:
        with open_workbook(path, lambda position: self.report_progress(path, position)) as book:
            by_split = self._sheets(path, book)
            sheets = {name: self._table(path, book, sheet) for name, sheet in by_split.items()}
            unread = [each for each in book.sheets if each not in by_split.values()]
        tables = {name: table for name, table in sheets.items() if table is not None}
        if "train" not in tables:
            raise UserError("the sheet is empty.", place=path.name, remedy="Choose a sheet with rows.")
        if unread and not self.sheet:
            option = f"--set data.format.kind=xlsx --set {shlex.quote(f'data.format.sheet={unread[0]}')}"
            note = f"Sheets of {path.name} that are not read: {', '.join(unread)[:200]} ({option} reads the first)."
            tables["train"] = replace(tables["train"], notes=(*tables["train"].notes, note))
        return tables if tables.keys() != {"train"} else tables["train"]

    def _sheets(self, path: Path, book: OpenedWorkbook) -> dict[str, str]:
        """Return the name of the sheet of each split."""
        from engine.data.columns import split_from_name

        names = book.sheets
        if self.sheet:
            if self.sheet not in names:
                raise UserError(
                    f"there is no sheet '{self.sheet}'.",
                    place=path.name,
                    remedy=f"It has {', '.join(names)}.",
                )
            return {"train": self.sheet}
        by_split: dict[str, str] = {}
        for name in [] if self._keeps_all else names:
            if split := split_from_name(name):
                by_split.setdefault(split, name)
        if "train" in by_split:
            return by_split
        if not names:
            return {}
        # The first large table, not a description or a short list of codes.
        starts = {name: islice(book.records(name), _SAMPLE_ROWS) for name in names}
        sizes = {name: sum(len(cells) > 1 for _, cells in start) for name, start in starts.items()}
        return {"train": next(name for name in names if 2 * sizes[name] >= max(sizes.values()))}

    def _table(self, path: Path, book: OpenedWorkbook, sheet: str) -> Records | None:
        from engine.data.records import records_of_cells

        place = f"{path.name}, {sheet}"
        records = book.records(sheet)
        start = list(islice(records, _SAMPLE_ROWS))
        if not start:
            return None
        width = max(len(cells) for _, cells in start)
        read_errors.require_columns(width, place)
        sample = [cells + [""] * (width - len(cells)) for _, cells in start]
        table_start = find_table_start(sample, self.header, place, keeps_captions=self._keeps_all)

        def padded() -> Iterator[tuple[int, list[str]]]:
            for number, cells in chain(start[table_start.first_row :], records):
                if len(cells) > width:
                    raise UserError(
                        f"the row has {len(cells)} cells, the rows above {width}.",
                        place=f"{place}, row {number}",
                        remedy="Remove the cells outside the table.",
                    )
                yield number, cells + [""] * (width - len(cells))

        table = records_of_cells(
            padded(),
            table_start.names,
            place,
            has_header=table_start.has_header,
            header=() if self._keeps_all else table_start.header,
            detection={"format": self.kind, "sheet": sheet, "header": table_start.has_header},
        )
        return replace(table, notes=(*table_start.notes, *table.notes)) if len(table) else None


def _text(value: object) -> str:
    """Return a cell as text: integers without a decimal point, dates as ISO 8601, empty cells as empty texts."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    if isinstance(value, datetime | date | time):
        return value.isoformat()
    return str(value)
