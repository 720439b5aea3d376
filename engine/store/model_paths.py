"""Paths of models that runs have left: the folder for a task, and encoders named by their run."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from engine import paths
from engine.errors import UserError
from engine.spec.experiment import Experiment
from engine.spec.task_names import task_names
from engine.store import runs
from engine.store.database import Store
from engine.store.placed_runs import find_placed_run

RUN_PREFIX = "run:"
"""How the name of an encoder that a run has left begins."""
_RUN_SOURCE = re.compile(
    r"^run:(?P<run>.+?)(/stage-(?P<stage>[1-9]\d*)(@(?P<step>[1-9]\d*))?)?"
    r"(?(step)|(/average-(?P<average>\d\.\d+))?)/?$"
)


def average_folder_name(alpha: float) -> str:
    """Return the name of the folder of a kept average within its stage's: ``average-0.70``.

    Raises UserError when ``alpha`` is not between 0 and 1 or has more than two decimals.
    """
    if not 0 <= alpha <= 1 or round(alpha, 2) != alpha:
        raise UserError(f"{alpha:g} is not a share between 0 and 1 with two decimals.", place="alpha")
    return f"average-{alpha:.2f}"


def find_model(
    store: Store, run_id: int, task: str = "", stage: int = 0, average: float | None = None
) -> tuple[Path, str]:
    """Return the folder of a run's model, and the task whose head is meant ('' where the folder has one head
    only).

    Args:
        store: the store.
        run_id: the run.
        task: the last stage that has learnt this task. Empty: the last that has learnt any.
        stage: only this stage (from 1). 0: the last.
        average: use the weight average saved at this α instead of the selected step.

    Raises UserError when the run has left no such model.
    """
    names, saved = task_names(runs.get_experiment(store, run_id)), _stage_folders(store, run_id)
    numbers = [n for n in range(len(names), 0, -1) if names[n - 1] and stage in (0, n)]
    if not numbers:
        what = f"stage {stage} learns" if stage else "its stages learn"
        raise UserError(f"run {run_id} has no model that classifies: {what} no classes.", place="--stage")
    candidates = [n for n in numbers if n in saved]
    if not candidates:
        raise no_model_error(store, run_id)
    number = next((n for n in candidates if not task or task in names[n - 1]), 0)
    if not number:
        choices = ", ".join(dict.fromkeys(name for n in reversed(candidates) for name in names[n - 1]))
        raise UserError(f"run {run_id} has no task '{task}'.", place="--task", remedy=f"It has {choices}.")
    if len(names[number - 1]) > 1 and not task:
        raise UserError(
            f"stage {number} of run {run_id} has learnt several tasks.",
            remedy=f"Name one with --task: {', '.join(names[number - 1])}.",
        )
    folder = saved[number] if average is None else _average_path(saved[number], average_folder_name(average))
    several = (folder / "tasks").is_dir()
    return folder, (task or names[number - 1][0]) if several else ""


def find_encoder(
    store: Store, run_id: int, stage: int = 0, step: int = 0, average: float | None = None
) -> Path:
    """Return the folder of the encoder that a stage (from 1, or 0 for the last) has saved.

    With ``step`` it is the state kept at that update, with ``average`` the average of weights kept at this α.
    Raises UserError when there is none.
    """
    saved = _stage_folders(store, run_id)
    if not saved:
        raise no_model_error(store, run_id)
    number = stage or max(saved)
    if number not in saved:
        choices = ", ".join(str(each) for each in sorted(saved))
        raise UserError(f"run {run_id} has stored no stage {number}.", remedy=f"It has stored: {choices}.")
    if average is not None:
        return _average_path(saved[number], average_folder_name(average)) / "encoder"
    if not step:
        return saved[number] / "encoder"
    updates = sorted(
        int(path.name) for path in (saved[number] / "steps").glob("[0-9]*") if path.name.isdigit()
    )
    if step not in updates:
        choices = ", ".join(f"{each:,}" for each in updates) or "none"
        raise UserError(
            f"stage {number} of run {run_id} has not kept update {step:,}.", remedy=f"Kept: {choices}."
        )
    return saved[number] / "steps" / f"{step:08d}" / "encoder"


def list_recent_encoders(store: Store, limit: int = 12) -> list[tuple[int, str, int, Path]]:
    """Return the encoders that the newest runs have left: (number of the run, its name, stage, folder)."""
    sql = """SELECT DISTINCT r.id, r.name FROM runs r JOIN artefacts a ON a.run_id = r.id AND a.kind = 'stage'
             WHERE r.archived = 0 ORDER BY r.id DESC LIMIT ?"""
    encoders = []
    for number, name in store.execute(sql, (limit,)).fetchall():
        saved = _stage_folders(store, number)
        encoders += [(number, str(name), stage, saved[stage] / "encoder") for stage in sorted(saved)]
    return encoders


def resolve_encoders(store: Store | Path, experiments: Sequence[Experiment]) -> list[Experiment]:
    """Return ``experiments`` with encoders, and teachers of stages, that a run has left or that lie here as full paths.

    The process that trains the run may have another working folder than the one that queues it. Names are ``run:12``,
    ``run:NAME/stage-1``, ``run:12/stage-1@5000`` and ``run:12/average-0.70``. Raises UserError when there is no such
    run, stage, step or average.
    """
    named = any(source.startswith(RUN_PREFIX) for each in experiments for source in _encoder_sources(each))
    if named and not isinstance(store, Store):
        with Store(store, read_only=True) as opened:
            return resolve_encoders(opened, experiments)

    def frozen(source: str) -> str:
        return canonical_encoder(store, source)

    resolved = []
    for each in experiments:
        encoder = each.encoder.model_copy(update={"source": frozen(each.encoder.source)})
        stages = [
            stage.model_copy(update={name: frozen(source) for name, source in stage.teachers().items()})
            for stage in each.stages
        ]
        resolved.append(each.model_copy(update={"encoder": encoder, "stages": stages}))
    return resolved


def canonical_encoder(store: Store | Path, source: str) -> str:
    """Return how the rows of runs call the encoder ``source``: folders by their full path, whatever named them.

    Raises UserError as ``resolve_encoders`` does.
    """
    return _full_path(resolve_encoder_source(store, source))


def _encoder_sources(experiment: Experiment) -> list[str]:
    """Return the names of all encoders that ``experiment`` reads."""
    taught = [source for stage in experiment.stages for source in stage.teachers().values()]
    return [experiment.encoder.source, *taught]


def _full_path(source: str) -> str:
    """Return a local folder as a full path. Bundled encoders and hub ids stay names."""
    folder = paths.user_path(source)
    if not source or (paths.RESOURCES / "models" / source / "config.json").is_file() or not folder.is_dir():
        return source
    return str(folder.absolute())


def resolve_encoder_source(store: Store | Path, source: str) -> str:
    """Return one encoder's ``source``, with an encoder that a run has left replaced by its folder.

    Raises UserError as ``resolve_encoders`` does.
    """
    if not source.startswith(RUN_PREFIX):
        return source
    if isinstance(store, Store):
        return str(_folder(store, source))
    with Store(store, read_only=True) as opened:
        return str(_folder(opened, source))


def _folder(store: Store, source: str) -> Path:
    named = _RUN_SOURCE.match(source)
    if named is None:
        raise UserError(
            f"'{source}' names no run.",
            place="encoder.source",
            remedy="Write run:12, run:12/stage-1, run:12/stage-1@5000 or run:12/average-0.70.",
        )
    row = runs.find_run(store, named["run"])
    average = None if named["average"] is None else float(named["average"])
    if average is not None and not named["stage"]:
        return _last_average(store, row.id, average_folder_name(average)) / "encoder"
    return find_encoder(store, row.id, int(named["stage"] or 0), int(named["step"] or 0), average)


def _average_path(stage: Path, name: str) -> Path:
    """Return a kept average of the stage in the folder ``stage``.

    Raises UserError when there is none.
    """
    if not (stage / name / "encoder").is_dir():
        averages = ", ".join(sorted(path.name for path in stage.glob("average-?.??"))) or "none"
        raise UserError(
            f"{stage.name} has no {name}.", remedy=f"Kept: {averages} (palimpsest average --keep)."
        )
    return stage / name


def _last_average(store: Store, run_id: int, name: str) -> Path:
    """Return the average of that name of the last stage that has one."""
    saved = _stage_folders(store, run_id)
    if not saved:
        raise no_model_error(store, run_id)
    holding = [number for number in saved if (saved[number] / name).is_dir()]
    return _average_path(saved[max(holding or saved)], name)


def _stage_folders(store: Store, run_id: int) -> dict[int, Path]:
    """Return the stages' folders by number."""
    folders = [each.path for each in runs.list_artefacts(store, run_id) if each.kind == "stage"]
    return {int(path.name.rpartition("-")[2]): path for path in folders}


def no_model_error(store: Store, run_id: int) -> UserError:
    """Return the complaint that a run has no chosen model here, with why and what to do."""
    status = runs.get_run(store, run_id).status.replace("_", " ")
    if status == "finished":
        placed = find_placed_run(store, run_id)
        if placed is not None and placed.results < 2:
            return UserError(
                f"the weights of run {run_id} are at {placed.place}, where it was trained.",
                remedy=f"Bring them here (palimpsest fetch {run_id}).",
            )
        if not runs.get_experiment(store, run_id).trains_encoder:
            return UserError(
                f"run {run_id} is a baseline, which stores no weights.",
                remedy=f"Its answers on the test texts are stored (palimpsest predictions {run_id} --out FILE).",
            )
        return UserError(
            f"the weights of run {run_id} are not on this disk.",
            remedy=f"Train it again (palimpsest rerun {run_id}). "
            "For a search that keeps the best, take the best trial.",
        )
    return UserError(
        f"run {run_id} has no chosen model ({status}).",
        remedy=f"Let it finish (palimpsest resume {run_id}).",
    )
