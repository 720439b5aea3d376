"""The TREC question set (Li and Roth 2002): ``COARSE:fine question`` on each line."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Literal

from engine.data.readers.base import LineReader, is_binary, read_lines
from engine.spec.base import field
from engine.spec.data import DataSource

if TYPE_CHECKING:
    from engine.data.records import Records

_LINE = re.compile(r"([A-Z]+):([A-Za-z]+)[ \t]*((?<=[ \t]).*)?")


class TrecReader(LineReader):
    """Questions with a coarse and a fine label."""

    title: ClassVar[str] = "TREC questions"
    kind: Literal["trec"] = "trec"
    precedence: ClassVar[int] = 30
    suffixes: ClassVar[tuple[str, ...]] = (".label",)
    labels: Literal["coarse", "fine"] = field(
        "coarse", "Labels", choices={"coarse": "Coarse (6)", "fine": "Fine (50)"}
    )
    """6 kinds of answer, or 50 finer ones."""

    def recognises(self, path: Path) -> bool:
        if path.is_dir() or is_binary(path):
            return False
        lines = read_lines(path)
        return sum(1 for line in lines if _LINE.fullmatch(line)) > 0.9 * len(lines)

    def read(self, path: Path, source: DataSource) -> Records:
        records = self.read_records(
            path, ["coarse", "fine", "question"], _split, "Fix the row, or choose another format."
        )
        return replace(
            records,
            text_columns=(2,),
            label_column=0 if self.labels == "coarse" else 1,
            detection={**records.detection, "labels": self.labels},
        )


def _split(line: str) -> tuple[str, str, str]:
    """Return the labels and the question of a line, without labels where it begins with a blank."""
    line = line.rstrip("\r\n")
    if match := _LINE.fullmatch(line):
        return match[1], f"{match[1]}:{match[2]}", (match[3] or "").strip()
    if not line[0].isspace():
        raise ValueError("is not of the form COARSE:fine question")
    return "", "", line.strip()
