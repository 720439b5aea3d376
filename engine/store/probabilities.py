"""Probabilities of all classes, in Arrow files of the run. Metrics, thresholds and temperatures use them later.

There is one file for each split measured with the selected checkpoint of a stage: ``predictions/stage-1/test.arrow`` in
the run's folder. Its columns are ``source_row`` (int64) and ``log_probability`` (a list of C float16). Logarithms are
stored because float16 has few digits. Plain probabilities above 0.9998 would become 1 and those below 3e-8 would become
0, and ranks, calibration and temperatures depend on them. The relative error of a probability is 0.05 % per unit of its
logarithm.
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from engine import paths
from engine.errors import UserError
from engine.metrics.base import Outcomes
from engine.store.database import Store
from engine.store.metrics import StageLookup
from engine.store.rows import path_inside
from engine.store.summaries import read_predictions

ARTEFACT = "probabilities"
"""Artefact kind of such a file."""


def file_of(folder: Path, position: int, split: str) -> Path:
    """Return the file for ``split`` (``test``, ``test/NAME``) of stage ``position``, from 0, in a run's folder."""
    return path_inside(folder / "predictions" / f"stage-{position + 1}", f"{split}.arrow")


def write(file: Path, rows: np.ndarray, probabilities: np.ndarray, classes: Sequence[str]) -> None:
    """Write the probabilities [n, C] of n texts with source ``rows`` [n], replacing an earlier file."""
    import pyarrow as pa

    with np.errstate(divide="ignore"):  # log 0 is −inf, which float16 can represent
        log_probs = np.log(np.maximum(probabilities.astype(np.float64), 0.0))
    flat = np.ascontiguousarray(log_probs, np.float16).ravel()
    column = pa.Array.from_buffers(pa.float16(), len(flat), [None, pa.py_buffer(flat)])
    source_rows = np.ascontiguousarray(rows, np.int64)
    table = pa.Table.from_arrays(
        [
            pa.Array.from_buffers(pa.int64(), len(source_rows), [None, pa.py_buffer(source_rows)]),
            pa.FixedSizeListArray.from_arrays(column, probabilities.shape[1]),
        ],
        names=["source_row", "log_probability"],
        metadata={"format": "1", "classes": json.dumps(list(classes), ensure_ascii=False)},
    )
    file.parent.mkdir(parents=True, exist_ok=True)
    draft = file.with_suffix(".tmp")
    with pa.OSFile(str(draft), "wb") as sink, pa.ipc.new_file(sink, table.schema) as writer:
        writer.write_table(table)
    os.replace(draft, file)


def read(file: Path) -> np.ndarray:
    """Return the log-probabilities [n, C] of a file, float32.

    Raises UserError when it is damaged.
    """
    import pyarrow as pa

    try:
        with pa.OSFile(str(file)) as source:
            column = pa.ipc.open_file(source).read_all()["log_probability"]
        parts = [
            np.frombuffer(chunk.flatten().buffers()[1], np.float16)[: len(chunk) * chunk.type.list_size]
            for chunk in column.chunks
        ]
        flat = np.concatenate([*parts, np.zeros(0, np.float16)])
        return flat.reshape(-1, column.type.list_size).astype(np.float32)
    except (pa.ArrowException, KeyError, AttributeError, ValueError) as error:
        raise UserError(
            f"the probabilities cannot be read ({str(error).splitlines()[0]}).",
            place=str(file),
            remedy="Remove the file. Everything that needs no probabilities is still shown.",
        ) from None


def read_log_probabilities(store: Store, run_id: int, split: str = "test") -> np.ndarray | None:
    """Return the log-probabilities of the texts of a split, float32 [n, C], in the order of the split.

    None if they were not kept: for runs of 0.1.0, splits not measured with a selected checkpoint, and labels that are
    not classes.
    """
    sql = "SELECT step FROM prediction_sets WHERE run_id = ? AND split = ?"
    head = store.execute(sql, (run_id, split)).fetchone()
    if head is None:
        return None
    first, _, remainder = split.partition("/")
    stage_split = remainder if first.startswith("stage-") else split
    folder = paths.run_folder(store.path, run_id)
    file = file_of(folder, StageLookup(store, run_id).position_of(head["step"]), stage_split)
    sql = "SELECT 1 FROM artefacts WHERE run_id = ? AND kind = ? AND path = ? AND step = ?"
    relative_path = file.relative_to(folder).as_posix()
    row = store.execute(sql, (run_id, ARTEFACT, relative_path, head["step"])).fetchone()
    return read(file) if row is not None and file.is_file() else None


def read_outcomes(store: Store, run_id: int, split: str = "test") -> Outcomes | None:
    """Return a run's predictions for one split as ``Outcomes`` for metrics, or None without predictions.

    Probabilities have the stored precision (see above). Losses and predictions are exact.
    """
    predictions = read_predictions(store, run_id, split)
    if predictions is None:
        return None
    log_probs = read_log_probabilities(store, run_id, split) if predictions.classes else None
    probs = None if log_probs is None or len(log_probs) != len(predictions.rows) else np.exp(log_probs)
    return Outcomes(
        count=len(predictions.rows),
        loss=float(predictions.losses.sum()),
        correct=int(predictions.right.sum()) if predictions.classes else None,
        targets=predictions.labels,
        predicted=predictions.predicted,
        probabilities=probs,
        losses=predictions.losses,
        classes=predictions.classes,
    )
