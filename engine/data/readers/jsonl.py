"""JSON lines: one object per row."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Literal

from engine.data import character_encodings
from engine.data.columns import keeps_nested
from engine.data.readers.base import FormatReader, encoding_field, is_binary, read_position, read_start
from engine.data.readers.json_columns import BATCH, records_of_objects, require_characters
from engine.errors import UserError
from engine.json_types import JsonObject, ParsedJson
from engine.spec.data import DataSource

if TYPE_CHECKING:
    from engine.data.records import Records

_HALF_PAIR = re.compile(r"\\u[dD][89a-fA-F]")
_ONE_OBJECT = 'Write each row as {"text": "...", "label": "..."}, one on a line.'


class JsonlReader(FormatReader):
    """One JSON object per line; its keys are the columns."""

    title: ClassVar[str] = "JSON lines"
    kind: Literal["jsonl"] = "jsonl"
    precedence: ClassVar[int] = 40
    suffixes: ClassVar[tuple[str, ...]] = (".jsonl", ".ndjson")
    encoding: str = encoding_field()

    def recognises(self, path: Path) -> bool:
        if path.is_dir() or is_binary(path):
            return False
        return path.suffix.lower() in self.suffixes or read_start(path, 4096).lstrip(
            "\ufeff \t\r\n"
        ).startswith("{")  # a document of rows was recognised before

    def read(self, path: Path, source: DataSource) -> Records:
        encoding = character_encodings.choose_encoding(path, self.encoding, self._usual_encoding)

        def objects() -> Iterator[tuple[int, JsonObject]]:
            with path.open(encoding=encoding.name) as stream:
                for number, line in enumerate(stream, start=1):
                    if number % BATCH == 0:
                        self.tell_progress(path, read_position(stream))
                    if line.strip("\ufeff \t\r\n"):
                        yield number, parse_object(line.removeprefix("\ufeff"), path, number)

        records = records_of_objects(
            objects(),
            path,
            lambda key: self._whole or keeps_nested(key, source),
            has_header=True,
            detection={"format": self.kind, "encoding": encoding.name},
            notes=encoding.notes(path.name),
        )
        if not len(records):
            raise UserError("the file is empty.", place=path.name, remedy="Choose a file with rows.")
        return records


def parse_object(line: str, path: Path, number: int) -> ParsedJson:
    """Return the object of line ``number`` of a file. Raises UserError that names the line for anything else."""
    place = f"{path.name}, row {number}"
    try:
        value = json.loads(line)
    except RecursionError:
        raise UserError("the values are nested too deeply.", place=place, remedy=_ONE_OBJECT) from None
    except ValueError as error:
        reason = getattr(error, "msg", str(error))
        column = getattr(error, "colno", 1)
        raise UserError(
            f"this is not JSON: {reason} at character {column}.",
            place=place,
            remedy=_ONE_OBJECT,
        ) from None
    if not isinstance(value, dict):
        raise UserError(
            "the line holds no JSON object.",
            place=place,
            remedy=_ONE_OBJECT,
        )
    # Only an escape can make half a surrogate pair; the file itself was read as sound text.
    if _HALF_PAIR.search(line):
        require_characters(value, place)
    return value
