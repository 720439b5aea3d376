"""The model of a finished run together with its reading options: everything needed for new data."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import ValidationError

from engine.errors import UserError
from engine.objectives.base import LabelObjective
from engine.spec.data import DataSource
from engine.spec.experiment import Compute, task_names
from engine.store import model_paths, runs
from engine.store.data_names import get_resolved_experiment
from engine.store.database import open_store

if TYPE_CHECKING:
    from engine.model.saved_model import SavedModel
    from engine.store.database import Store
    from engine.store.rows import RunRow


@dataclass(frozen=True)
class FinishedModel:
    """The selected model of a run's stage and task.

    Attributes:
        run: the run.
        stage: number of the stage, from 1.
        task: the task's name, '' for a stage with one task.
        folder: the folder of the model.
        head: the task of the head, for a folder with several heads, else ''.
        source: its training data set, with reading options.
        text_columns: the columns of its texts. Empty if the run did not record them (before 0.2).
        objective: its objective.
    """

    run: RunRow
    stage: int
    task: str
    folder: Path
    head: str
    source: DataSource
    text_columns: tuple[str, ...]
    objective: LabelObjective

    def load(self) -> SavedModel:
        """Load the model on the CPU, ready to predict."""
        from engine.model.saved_model import load_saved_model

        return load_saved_model(self.folder, self.head)


def find_finished_model(
    store: Store | Path, run: str, task: str = "", stage: int = 0, average: float | None = None
) -> FinishedModel:
    """Return the selected model of a run. See ``engine.store.model_paths.find_model`` for the arguments.

    Raises UserError for an unknown run, or one without such a model.
    """
    with open_store(store) as database:
        row = runs.find_run(database, run)
        folder, head = model_paths.find_model(database, row.id, task, stage, average)
        experiment = get_resolved_experiment(database, row.id)
        stages = runs.list_stages(database, row.id)
    stage_folder = folder.parent if average is not None else folder
    number = int(stage_folder.name.rpartition("-")[2])
    names = task_names(experiment)[number - 1]
    task_name = task or names[0]
    spec = next(
        each for each in experiment.stages[number - 1].labelled_tasks() if each.name in ("", task_name)
    )
    info = next((each.info for each in stages if each.position == number - 1), {})
    tasks = info.get("tasks")
    task_info = tasks.get(task_name, {}) if isinstance(tasks, dict) else info
    column_names: object = task_info.get("text_columns") if isinstance(task_info, dict) else None
    columns = tuple(map(str, column_names)) if isinstance(column_names, list) else ()
    return FinishedModel(row, number, spec.name, folder, head, spec.data.effective, columns, spec.objective)


COMPARED_TEXTS = 32
"""Number of texts that are also computed in 32 bits."""


@dataclass(frozen=True)
class Arithmetic:
    """Requested arithmetic: device and precision as in ``Compute``, processor threads (0: torch's default)."""

    device: str = "auto"
    precision: str = "auto"
    threads: int = 0

    def load(self, finished: FinishedModel) -> tuple[SavedModel, str]:
        """Return the model of a run on its device, and a sentence on the device, its precision and the reason.

        Raises UserError for an unknown device or precision.
        """
        from engine.compute.device import choose_device

        values = {"device": self.device, "precision": self.precision, "threads": self.threads}
        try:
            compute = Compute.model_validate(values)
        except ValidationError as error:
            name = str(error.errors()[0]["loc"][0])
            remedy = {"device": "Use auto, cpu, mps or cuda.", "precision": "Use auto, fp32 or bf16."}.get(
                name, ""
            )
            raise UserError(f"'{values[name]}' is not known.", place=f"--{name}", remedy=remedy) from None
        try:
            resolved = choose_device(compute)
        except UserError as error:
            raise UserError(error.message, place="--device", remedy="Use auto or cpu.") from None
        model = finished.load().to_device(resolved.torch, resolved.precision)
        bits = "bfloat16" if resolved.precision == "bf16" else "32 bits"
        return model, f"Computed on {resolved.name} in {bits} ({resolved.reason}). {resolved.warning}".strip()


def compare_with_32_bits(model: SavedModel, texts: Sequence[str]) -> str:
    """Return a sentence on how predictions for the first ``texts`` differ from those in 32 bits, or "".

    A model that computes in 32 bits is not compared.
    """
    if model.precision == "fp32" or not texts:
        return ""
    from engine.model.predict import predict

    sample = texts[:COMPARED_TEXTS]
    exact = predict(model.to_device(model.device, "fp32"), sample)
    predictions = predict(model, sample)
    if not model.classes:
        gap = max(abs(float(a.label) - float(b.label)) for a, b in zip(exact, predictions, strict=True))
        return f"Numbers are within {gap:.2g} of those in 32 bits (--precision fp32)." if gap else ""
    changed = sum(a.label != b.label for a, b in zip(exact, predictions, strict=True))
    if not changed:
        return ""
    return f"{changed} of {len(sample)} predictions differ from those in 32 bits (--precision fp32)."
