"""The CSV files of Zhang et al. 2015: no header, class first (from 1), then title and text."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Literal

from engine.data.readers.base import FormatReader, encoding_field, is_binary, read_start
from engine.data.readers.delimited import CsvReader, read_first_records
from engine.formatting.numbers import read_index
from engine.spec.data import DataSource

if TYPE_CHECKING:
    from engine.data.records import Records


class ZhangReader(FormatReader):
    """Zhang et al. 2015: "class","title","text" without header, classes counted from 1; names from classes.txt."""

    title: ClassVar[str] = "Zhang et al. CSV"
    kind: Literal["zhang"] = "zhang"
    precedence: ClassVar[int] = 60
    encoding: str = encoding_field()

    def recognises(self, path: Path) -> bool:
        if path.suffix.lower() != ".csv" or not path.is_file() or is_binary(path):
            return False
        records = read_first_records(read_start(path), ",")
        first = [fields[0] for fields in records]
        # A column of numbers that hardly repeat is a row number, not a class.
        return (
            0 < len(records) < 20 + 2 * (len(first) - len(set(first)))
            and all(len(fields) == len(records[0]) > 1 for fields in records)
            and all(1 <= (read_index(fields[0]) or 0) <= 999 for fields in records)
            and not any(fields[-1].replace(".", "").isdecimal() for fields in records[:1])
        )

    def files(self, path: Path) -> list[Path]:
        return self._csv().files(path)

    def read(self, path: Path, source: DataSource) -> Records:
        table = self._csv().read(path, source)
        return replace(
            table,
            label_column=0,
            text_columns=tuple(range(1, len(table.columns))),
            detection={**table.detection, "format": self.kind},
        )

    def _csv(self) -> CsvReader:
        return CsvReader(header="no", delimiter="comma", quoting="on", encoding=self.encoding).with_progress(
            self._report
        )
