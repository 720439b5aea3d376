"""Load and use the selected model of a run."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from engine.delivery.finished_model import FinishedModel, find_finished_model
from engine.delivery.rows import LINE_COLUMN
from palimpsest.running import Run, find_run

if TYPE_CHECKING:
    import pandas

    from engine.model.saved_model import SavedModel


@dataclass(frozen=True)
class Model:
    """Loaded model.

    Attributes:
        finished: the origin of the model, and the options for reading its texts.
        saved: encoder, head and tokenizer (``saved.model`` is the torch module).
    """

    finished: FinishedModel
    saved: SavedModel

    @property
    def classes(self) -> tuple[str, ...]:
        """The names of its classes, empty if it predicts numbers."""
        return self.saved.classes

    def predict(self, texts: Sequence[str]) -> pandas.DataFrame:
        """Return one row per text: ``text``, ``label``, ``confidence``, and ``probability:CLASS`` for each class.

        Texts are cleaned as in training. A tab separates the segments of a pair.
        """
        import pandas as pd

        from engine.delivery.predict_rows import CONFIDENCE, PROBABILITY
        from engine.delivery.rows import TextColumns
        from engine.model.predict import predict as classify

        columns = TextColumns((LINE_COLUMN,), (), self.finished.source)
        answers = classify(self.saved, [columns.read({LINE_COLUMN: text}) for text in texts])
        table: dict[str, list[object]] = {"text": list(texts), "label": [each.label for each in answers]}
        if self.classes:
            table[CONFIDENCE] = [each.confidence for each in answers]
            for number, name in enumerate(self.classes):
                table[PROBABILITY + name] = [each.probabilities[number] for each in answers]
        return pd.DataFrame(table)


def load(
    run: Run | int | str,
    *,
    task: str = "",
    stage: int = 0,
    device: str = "auto",
    precision: str = "auto",
    store: Path | str | None = None,
) -> Model:
    """Load the selected model of a run.

    Args:
        device, precision: as in training: ``cpu``, ``cuda`` and ``fp32``, ``bf16``.
        task: the task whose head to use, if the run has several.
        stage: number of the stage, from 1. 0: the last stage that learnt the task.

    Raises UserError if the run has no model.
    """
    path, name = find_run(run, store)
    finished = find_finished_model(path, name, task, stage)
    from engine.delivery.finished_model import Arithmetic

    return Model(finished, Arithmetic(device, precision).load(finished)[0])


def predict(
    run: Run | int | str,
    texts: Sequence[str],
    *,
    task: str = "",
    stage: int = 0,
    store: Path | str | None = None,
) -> pandas.DataFrame:
    """Classify texts with the selected model of a run, see ``Model.predict``. Use ``load`` once for many calls."""
    return load(run, task=task, stage=stage, store=store).predict(texts)


def export(
    run: Run | int | str,
    folder: Path | str,
    layout: str = "huggingface",
    *,
    task: str = "",
    stage: int = 0,
    store: Path | str | None = None,
) -> str:
    """Export the selected model of a run to a new folder, and return a description of the export.

    Args:
        layout: ``huggingface``, ``onnx`` (with the extra ``palimpsest[onnx]``), ``palimpsest``, which supports any
            head, or ``palimpsest-int8``, the same at a quarter of the size.

    Raises UserError if the folder exists, or the layout does not support the model.
    """
    from engine.model.conversion.layouts import ONNX, require_layout

    require_layout(layout)
    path, name = find_run(run, store)
    finished = find_finished_model(path, name, task, stage)
    if layout == ONNX:
        from engine.delivery.onnx_export import export_onnx

        return " ".join(export_onnx(finished, Path(folder)).sentences())
    from engine.model.conversion.export import export_model

    return export_model(finished.folder, Path(folder), finished.head, layout)
