"""Outputs of a stage in its run's folder, and the encoder from which a later stage starts.

::

    stage-1/encoder/                    the stage's selected weights, in Hugging Face layout
    stage-1/steps/00005000/encoder/     the weights after 5,000 updates, where that step is kept

Folders are replaced atomically, so a run that was killed while saving finds either the old or the new one.
"""

from __future__ import annotations

from pathlib import Path

from engine.cache.atomic_folders import atomic_folder, discard, replace_parts, sweep
from engine.cache.manifest import DamagedError, verify_unless_legacy
from engine.errors import UserError
from engine.spec.experiment import Encoder, Experiment
from engine.stages.base import StageTask


def stage_folder(run: Path, number: int, step: int | None = None) -> Path:
    """Return the folder of stage ``number`` (from 1) of the run in ``run``, or of its ``step``."""
    folder = run / f"stage-{number}"
    return folder if step is None else folder / "steps" / f"{step:08d}"


def starting_encoder(experiment: Experiment, index: int, run: Path) -> Encoder:
    """Return the encoder that stage ``index`` (from 0) starts from.

    Raises UserError when the earlier stage has not saved the requested update (because it stopped before), or when its
    weights are damaged.
    """
    number, step = experiment.stages[index].origin(index)
    if not number:
        source = Path(experiment.encoder.source)
        if source.name == "encoder":  # the result of another run
            _require_whole(source.parent, "Name another encoder, or train that one again.")
        return experiment.encoder
    folder = stage_folder(run, number, step)
    if not (folder / "encoder").is_dir():
        name = "its result" if step is None else f"update {step:,}"
        raise UserError(
            f"stage {number} has not stored {name}.",
            place=f"stages.{index}.start",
            remedy="Start from another step, or start the run again.",
        )
    _require_whole(folder, start_again_remedy(run))
    return Encoder(source=str(folder / "encoder"))


def _require_whole(folder: Path, remedy: str) -> None:
    """Raise UserError where ``folder`` has a manifest (version 0.1.0 wrote none) and is damaged."""
    try:
        verify_unless_legacy(folder)
    except DamagedError as damage:
        raise UserError(
            f"the weights are damaged: {damage.message}", place=damage.place, remedy=remedy
        ) from None


def start_again_remedy(run: Path) -> str:
    """Return the remedy for a run that cannot be resumed, with the command that restarts it."""
    number = run.name.lstrip("0")
    command = (
        f" (palimpsest resume {number} --anew, or Start again on the Runs page)" if number.isdigit() else ""
    )
    return f"Start the run again from its beginning{command}."


def save_step(task: StageTask, run: Path, number: int, step: int) -> Path:
    """Save the weights of stage ``number`` after ``step`` updates, and return the folder."""
    target = stage_folder(run, number, step)
    with atomic_folder(target, replace=True) as draft:
        task.save_result(draft)
    return target


def save_result(task: StageTask, run: Path, number: int) -> Path:
    """Save the result of stage ``number`` next to its saved steps, and return the folder."""
    target = stage_folder(run, number)
    draft = draft_folder(run, number)
    task.save_result(draft)
    replace_parts(draft, target)
    return target


def draft_folder(run: Path, number: int) -> Path:
    """Return the empty folder in which the result of stage ``number`` is assembled."""
    draft = run / f".making-stage-{number}"
    discard(draft)
    return draft


def clear_outputs(run: Path) -> None:
    """Remove the outputs of an earlier attempt, for a run that starts from the beginning."""
    for folder in (*run.glob("stage-*"), run / "predictions"):
        discard(folder)
    sweep(run, abandoned_seconds=0)


def sweep_leftovers(run: Path) -> None:
    """Remove incomplete outputs of an earlier process of the run. No other process may be training it."""
    sweep(run, abandoned_seconds=0)
    for stage in run.glob("stage-*"):
        sweep(stage)  # of averages
        sweep(stage / "steps", abandoned_seconds=0)


def add_stage_metrics(metrics: dict[str, float], number: int, values: dict[str, float]) -> dict[str, float]:
    """Return ``metrics`` with the final metrics of stage ``number``.

    Keys without a prefix hold the metrics of the last stage that has any. Those of every stage have the stage as prefix
    (``stage-2/test/error``).
    """
    if not values:
        return metrics
    earlier = {key: value for key, value in metrics.items() if key.startswith("stage-")}
    return earlier | {f"stage-{number}/{key}": value for key, value in values.items()} | values
