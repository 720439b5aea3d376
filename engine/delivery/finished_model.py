"""A finished run's model together with how its texts were read: all that is needed to use it on new data."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import ValidationError

from engine.errors import UserError
from engine.objectives.base import LabelObjective
from engine.spec.data import DataSource
from engine.spec.experiment import Compute
from engine.spec.task_names import task_names
from engine.store import model_paths, runs
from engine.store.data_names import get_resolved_experiment
from engine.store.database import open_store

if TYPE_CHECKING:
    from engine.model.saved_model import SavedModel
    from engine.store.database import Store
    from engine.store.rows import RunRow


@dataclass(frozen=True)
class FinishedModel:
    """The chosen model of a run's stage and task.

    Attributes:
        run: the run.
        stage: number of the stage, from 1.
        task: the task's name, '' for a stage of one task.
        folder: where the model is saved.
        head: the task whose head is used, for a folder with several, else ''.
        source: the data set it learnt, with its reading options.
        text_columns: the columns that were its text. Empty where the run did not record them (before 0.2).
        objective: how it learnt the labels.
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
    """Return the model that a run chose. See ``engine.store.model_paths.find_model`` for the arguments.

    Raises UserError when there is no such run, or it has left no such model.
    """
    with open_store(store) as opened:
        row = runs.find_run(opened, run)
        folder, head = model_paths.find_model(opened, row.id, task, stage, average)
        experiment = get_resolved_experiment(opened, row.id)
        stages = runs.list_stages(opened, row.id)
    place = folder.parent if average is not None else folder
    number = int(place.name.rpartition("-")[2])
    names = task_names(experiment)[number - 1]
    chosen = task or names[0]
    learnt = next(
        each for each in experiment.stages[number - 1].labelled_tasks() if each.name in ("", chosen)
    )
    info = next((each.info for each in stages if each.position == number - 1), {})
    tasks = info.get("tasks")
    own = tasks.get(chosen, {}) if isinstance(tasks, dict) else info
    recorded: object = own.get("text_columns") if isinstance(own, dict) else None
    columns = tuple(map(str, recorded)) if isinstance(recorded, list) else ()
    return FinishedModel(
        row, number, learnt.name, folder, head, learnt.data.effective, columns, learnt.objective
    )


COMPARED_TEXTS = 32
"""Texts that are also computed in 32 bits."""


@dataclass(frozen=True)
class Arithmetic:
    """Requested arithmetic: device and precision as ``Compute`` names them, processor threads (0: as torch chooses)."""

    device: str = "auto"
    precision: str = "auto"
    threads: int = 0

    def load(self, finished: FinishedModel) -> tuple[SavedModel, str]:
        """Return the model of a run on its device, and a sentence with the device, its precision and the reason.

        Raises UserError when there is no such device or precision.
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
            chosen = choose_device(compute)
        except UserError as error:
            raise UserError(error.message, place="--device", remedy="Use auto or cpu.") from None
        model = finished.load().to_device(chosen.torch, chosen.precision)
        bits = "bfloat16" if chosen.precision == "bf16" else "32 bits"
        return model, f"Computed on {chosen.name} in {bits} ({chosen.reason}). {chosen.warning}".strip()


def compare_with_32_bits(model: SavedModel, texts: Sequence[str]) -> str:
    """Return in a sentence how answers to the first of ``texts`` differ from those in 32 bits, or "" for no difference.

    A model that computes in 32 bits is not compared.
    """
    if model.precision == "fp32" or not texts:
        return ""
    from engine.model.predict import predict

    some = texts[:COMPARED_TEXTS]
    exact = predict(model.to_device(model.device, "fp32"), some)
    predictions = predict(model, some)
    if not model.classes:
        apart = max(abs(float(a.label) - float(b.label)) for a, b in zip(exact, predictions, strict=True))
        return f"Numbers are within {apart:.2g} of those in 32 bits (--precision fp32)." if apart else ""
    others = sum(a.label != b.label for a, b in zip(exact, predictions, strict=True))
    if not others:
        return ""
    return f"{others} of {len(some)} predictions differ from those in 32 bits (--precision fp32)."
