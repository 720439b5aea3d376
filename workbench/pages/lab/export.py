"""Files the Lab page writes, and the legend of its marks."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from engine.formatting.spreadsheets import delimited_text
from workbench.language import tr
from workbench.pages.lab.query import LabModel

if TYPE_CHECKING:
    from engine.lab.answers import Explanation, LabPrediction

FILES = {"json": ("prediction.json", tr("JSON (*.json)")), "csv": ("texts.csv", tr("CSV (*.csv)"))}


def legend(numbers: bool) -> str:
    """Return the legend of the marks under words, for a class or for a model that predicts ``numbers``."""
    support, against = (
        (tr("raises the number"), tr("lowers it"))
        if numbers
        else (tr("evidence for the prediction"), tr("evidence against it"))
    )
    return tr("Solid blue line: {support}. Dotted orange line: {against}.", support=support, against=against)


def as_json(text: str, label: str, runs: Sequence[tuple[LabModel, LabPrediction, Explanation | None]]) -> str:
    """Return text, true class, and for each run the probabilities and the attribution of each word."""
    records: list[dict[str, object]] = []
    for entry, prediction, explained in runs:
        words = None
        if explained is not None:
            words = [
                {"word": text[start:end], "start": start, "end": end, "read": bool(read), "value": value}
                for start, end, read, value in explained["words"]
            ]
        records.append(
            {
                **entry.place,
                "name": entry.label,
                "predicted": prediction["answer"],
                "probabilities": dict(zip(prediction["classes"], prediction["probabilities"], strict=True)),
                "attribution": None if explained is None else explained["method"],
                "words": words,
            }
        )
    record = {"text": text, "label": label or None, "runs": records}
    return json.dumps(record, ensure_ascii=False, indent=1) + "\n"


def as_csv(rows: Sequence[Sequence[str]]) -> str:
    """Return a table with its heads as CSV."""
    return delimited_text(rows)


def write(target: Path, text: str) -> None:
    """Write ``text``. An OSError names the file."""
    target.write_text(text, encoding="utf-8", newline="")
