"""The TREC question set (Li and Roth 2002): ``COARSE:fine question`` on each line."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Literal

from engine.data import character_encodings
from engine.data.readers.base import FormatReader, encoding_field, is_binary, read_lines
from engine.errors import UserError
from engine.spec.base import field
from engine.spec.data import DataSource

if TYPE_CHECKING:
    from engine.data.records import Records

_LINE = re.compile(r"([A-Z]+):([A-Za-z]+)[ \t]*((?<=[ \t]).*)?")


class TrecReader(FormatReader):
    """Questions with a coarse and a fine label."""

    title: ClassVar[str] = "TREC questions"
    kind: Literal["trec"] = "trec"
    precedence: ClassVar[int] = 30
    suffixes: ClassVar[tuple[str, ...]] = (".label",)
    labels: Literal["coarse", "fine"] = field(
        "coarse",
        label="Labels",
        help="6 kinds of answer, or 50 finer ones.",
        choices={"coarse": "Coarse (6)", "fine": "Fine (50)"},
    )
    encoding: str = encoding_field()

    def recognises(self, path: Path) -> bool:
        if path.is_dir() or is_binary(path):
            return False
        lines = read_lines(path)
        return sum(1 for line in lines if _LINE.fullmatch(line)) > 0.9 * len(lines)

    def read(self, path: Path, source: DataSource) -> Records:
        import numpy as np

        from engine.data.records import Records, table_from_batches

        written = character_encodings.choose_encoding(path, self.encoding, self._usual_encoding)
        rows, coarse, fine, texts = [], [], [], []
        with path.open(encoding=written.name, newline="\n") as stream:
            for number, line in enumerate(stream, start=1):
                line = line.rstrip("\r\n")
                if not line.strip():
                    continue
                match = _LINE.fullmatch(line)
                if match is None and not line[0].isspace():
                    raise UserError(
                        f"'{line[:40]}' is not of the form COARSE:fine question.",
                        place=f"{path.name}, row {number}",
                        remedy="Fix the row, or choose another format.",
                    )
                rows.append(number)
                coarse.append(match[1] if match else "")
                fine.append(f"{match[1]}:{match[2]}" if match else "")
                texts.append((match[3] or "").strip() if match else line.strip())
        data = table_from_batches(["coarse", "fine", "question"], [[coarse, fine, texts]])
        return Records(
            data,
            np.asarray(rows, np.int64),
            path,
            text_columns=(2,),
            label_column=0 if self.labels == "coarse" else 1,
            has_header=True,
            detection={"format": self.kind, "encoding": written.name, "labels": self.labels},
            notes=written.notes(path.name),
        )
