"""Outputs of a stage in its run's folder, and the encoder from which a later stage starts.

::

    stage-1/encoder/                    the stage's selected weights, in Hugging Face layout
    stage-1/steps/00005000/encoder/     the weights after 5,000 updates, where that step is kept

A folder appears whole or not at all, so a run killed while saving finds either the old or the new one.
"""

from __future__ import annotations

import shutil
from pathlib import Path

from engine.errors import UserError
from engine.spec.experiment import Encoder, Experiment
from engine.stages.base import StageTask


def stage_folder(run: Path, number: int, step: int | None = None) -> Path:
    """Return the folder of stage ``number`` (from 1) of the run in ``run``, or of its ``step``."""
    folder = run / f"stage-{number}"
    return folder if step is None else folder / "steps" / f"{step:08d}"


def starting_encoder(experiment: Experiment, index: int, run: Path) -> Encoder:
    """Return the encoder that stage ``index`` (from 0) starts from.

    Raises UserError when the earlier stage has not kept the requested update (it stopped earlier).
    """
    number, step = experiment.stages[index].origin(index)
    if not number:
        return experiment.encoder
    folder = stage_folder(run, number, step)
    if not (folder / "encoder").is_dir():
        what = "its result" if step is None else f"update {step:,}"
        raise UserError(
            f"stage {number} has not left {what}.",
            place=f"stages.{index}.start",
            remedy="Start from another step, or start the run again.",
        )
    return Encoder(source=str(folder / "encoder"))


def save_step(task: StageTask, run: Path, number: int, step: int) -> Path:
    """Save the weights of stage ``number`` after ``step`` updates, and return the folder."""
    target = stage_folder(run, number, step)
    draft = target.with_suffix(".tmp")
    shutil.rmtree(draft, ignore_errors=True)
    task.save_result(draft)
    shutil.rmtree(target, ignore_errors=True)
    draft.rename(target)
    return target


def save_result(task: StageTask, run: Path, number: int) -> Path:
    """Save the result of stage ``number`` beside its kept steps, and return the folder."""
    target = stage_folder(run, number)
    draft = target.with_suffix(".tmp")
    shutil.rmtree(draft, ignore_errors=True)
    task.save_result(draft)
    replace_result(draft, target)
    return target


def replace_result(draft: Path, target: Path) -> None:
    """Move the contents of ``draft`` into ``target``, replacing what has the same name, and remove ``draft``."""
    target.mkdir(parents=True, exist_ok=True)
    # The encoder last: a stage folder counts as complete by it.
    for part in sorted(draft.iterdir(), key=lambda path: path.name == "encoder"):
        old = target / part.name
        shutil.rmtree(old) if old.is_dir() else old.unlink(missing_ok=True)
        part.rename(old)
    draft.rmdir()


def clear_outputs(run: Path) -> None:
    """Remove the outputs of an earlier attempt, for a run that starts from the beginning."""
    for folder in run.glob("stage-*"):
        shutil.rmtree(folder, ignore_errors=True)


def add_stage_metrics(metrics: dict[str, float], number: int, values: dict[str, float]) -> dict[str, float]:
    """Return ``metrics`` with the final metrics of stage ``number``.

    Unprefixed keys hold the metrics of the last stage that has any; those of every stage have the stage in
    front (``stage-2/test/error``).
    """
    if not values:
        return metrics
    earlier = {key: value for key, value in metrics.items() if key.startswith("stage-")}
    return earlier | {f"stage-{number}/{key}": value for key, value in values.items()} | values
