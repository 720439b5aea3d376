"""Lines that begin with their label: ``LABEL text``, also fastText's ``__label__LABEL text``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Literal

from engine.data import character_encodings
from engine.data.readers.base import FormatReader, encoding_field, is_binary, read_position, read_start
from engine.errors import UserError
from engine.spec.data import DataSource

if TYPE_CHECKING:
    from engine.data.source_table import SourceTable

FASTTEXT = "__label__"
SEPARATOR = "|"
"""What stands between several labels of fastText in the label column."""
_BATCH = 20_000
_MOST_LABELS = 200
_LEAST_LINES = 8
_REMEDY = "Write each line as a label, a space and the text, or choose another format."


class LabelledLinesReader(FormatReader):
    """A label, a blank and a text on each line; several labels where each begins with __label__."""

    title: ClassVar[str] = "Label and text in lines"
    kind: Literal["labelled_lines"] = "labelled_lines"
    precedence: ClassVar[int] = 95
    encoding: str = encoding_field()

    def recognises(self, path: Path) -> bool:
        """Return whether few different words begin all lines, each of them often, none like a sentence.

        Prose begins its lines with more words, and with capitals; lines with labels such as ``Sports`` are read when
        the format is named.
        """
        if path.is_dir() or is_binary(path):
            return False
        start = read_start(path, 1 << 17)
        whole = start.endswith("\n") or path.stat().st_size <= 1 << 17
        lines = [line for line in start.splitlines() if line.strip()][: None if whole else -1]
        parts = [split_line(line) for line in lines]
        if not parts or any(part is None for part in parts):
            return False
        counts = Counter(part[0] for part in parts if part is not None)
        if all(line.lstrip("\ufeff").startswith(FASTTEXT) for line in lines):
            return True
        return (
            len(lines) >= _LEAST_LINES
            and 2 <= len(counts) <= min(_MOST_LABELS, len(lines) // 4)
            and min(counts.values()) >= 2
            and not any(_begins_sentence(label) for label in counts)
        )

    def read(self, path: Path, source: DataSource) -> SourceTable:
        import numpy as np

        from engine.data.source_table import SourceTable, table_from_batches

        written = character_encodings.choose_encoding(path, self.encoding)
        rows: list[int] = []

        def batches() -> Iterator[tuple[list[str], list[str]]]:
            labels: list[str] = []
            texts: list[str] = []
            with path.open(encoding=written.name, newline="\n") as stream:
                for number, line in enumerate(stream, start=1):
                    if number % _BATCH == 0:
                        self.tell_progress(path, read_position(stream))
                        yield labels, texts
                        labels, texts = [], []
                    if not line.strip():
                        continue
                    found = split_line(line)
                    if found is None:
                        raise UserError(
                            f"'{line.strip()[:40]}' is not a label followed by a text.",
                            place=f"{path.name}, row {number}",
                            remedy=_REMEDY,
                        )
                    rows.append(number)
                    labels.append(found[0])
                    texts.append(found[1])
            yield labels, texts

        data = table_from_batches(["label", "text"], batches())
        if not rows:
            raise UserError("the file is empty.", place=path.name, remedy="Choose a file with rows.")
        return SourceTable(
            data,
            np.asarray(rows, np.int64),
            path,
            text_columns=(1,),
            label_column=0,
            has_header=True,
            detection={"format": self.kind, "encoding": written.name},
            notes=written.notes(path.name),
        )


def _begins_sentence(word: str) -> bool:
    return word[:1].isupper() and (not word.isupper() or word in ("A", "I"))


def split_line(line: str) -> tuple[str, str] | None:
    """Return label and text of a line; None where one of them lacks.

    Several labels of fastText are joined. Example: ``__label__a __label__b some words`` is ``a|b`` and ``some words``.
    """
    rest = line.strip().lstrip("\ufeff")
    labels = []
    while rest.startswith(FASTTEXT):
        label, _, rest = rest.partition(" ") if " " in rest else (rest, "", "")
        labels.append(label.removeprefix(FASTTEXT))
        rest = rest.lstrip()
    if not labels:
        parts = rest.split(None, 1)
        return (parts[0], parts[1]) if len(parts) == 2 else None
    return (SEPARATOR.join(labels), rest) if rest and all(labels) else None
