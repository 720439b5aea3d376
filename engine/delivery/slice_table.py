"""Write every text of a split with the slices it belongs to, as a table."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from engine.delivery.result_columns import CONFIDENCE, PREDICTED
from engine.delivery.row_writer import ResultKind, write_table
from engine.delivery.rows import BATCH_ROWS, Record
from engine.delivery.stored_predictions import GOLD

if TYPE_CHECKING:
    from engine.analysis.errors.report import ErrorReport

_PREFIX = "slice:"


def write_slice_table(
    errors: ErrorReport, out: Path, *, keep_formulas: bool = False, overwrite: bool = False
) -> str:
    """Write row, text, gold label, prediction, confidence, the measured values and ``slice:NAME`` of each text.

    Returns a note for the user on how cells were written, or "". Raises UserError as ``open_writer`` does.
    """
    predictions, labels = errors.predictions.predictions, errors.label_names
    kinds: dict[str, ResultKind] = {
        "row": "integer",
        "text": "text",
        GOLD: "text",
        PREDICTED: "text",
        CONFIDENCE: "number",
        errors.measure: "number",
        **{f"{_PREFIX}{feature.name}": "text" for feature, _ in errors.features},
    }
    gold, predicted = labels(predictions.labels), labels(predictions.predicted)

    def rows() -> Iterator[Record]:
        for start in range(0, len(predictions.rows), BATCH_ROWS):
            places = np.arange(start, min(start + BATCH_ROWS, len(predictions.rows)))
            for i, text in zip(places.tolist(), errors.predictions.texts(places), strict=True):
                sure = float(predictions.confidence[i])
                slices = {
                    f"{_PREFIX}{each.name}": each.values[each.codes[i]] if each.codes[i] >= 0 else ""
                    for each, _ in errors.features
                }
                yield {
                    "row": int(predictions.rows[i]),
                    "text": text,
                    GOLD: gold[i],
                    PREDICTED: predicted[i],
                    CONFIDENCE: None if np.isnan(sure) else sure,
                    errors.measure: float(errors.costs[i]),
                    **slices,
                }

    return write_table(out, kinds, rows(), keep_formulas=keep_formulas, overwrite=overwrite)
