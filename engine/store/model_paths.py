"""Paths of models that runs have saved: the folder of a task, and encoders named by their run."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from engine import paths
from engine.errors import UserError
from engine.spec.experiment import Experiment, task_names
from engine.store import runs
from engine.store.database import Store
from engine.store.placed_runs import find_placed_run

RUN_PREFIX = "run:"
"""Prefix of the name of an encoder that a run has saved."""
_RUN_SOURCE = re.compile(
    r"^run:(?P<run>.+?)(/stage-(?P<stage>[1-9]\d*)(@(?P<step>[1-9]\d*))?)?"
    r"(?(step)|(/average-(?P<average>\d\.\d+))?)/?$"
)


def average_folder_name(alpha: float) -> str:
    """Return the folder name of a kept weight average, below the folder of its stage: ``average-0.70``.

    Raises UserError when ``alpha`` is not between 0 and 1 or has more than two decimals.
    """
    if not 0 <= alpha <= 1 or round(alpha, 2) != alpha:
        raise UserError(f"{alpha:g} is not a share between 0 and 1 with two decimals.", place="alpha")
    return f"average-{alpha:.2f}"


def find_model(
    store: Store, run_id: int, task: str = "", stage: int = 0, average: float | None = None
) -> tuple[Path, str]:
    """Return the folder of a run's model, and the task of its head ('' if the folder has only one head).

    Args:
        store: the store.
        run_id: the run.
        task: use the last stage that learnt this task. Empty: the last stage that learnt any task.
        stage: use only this stage (from 1). 0: the last.
        average: use the weight average saved at this α instead of the selected step.

    Raises UserError when the run has saved no such model.
    """
    names, dirs = task_names(runs.get_experiment(store, run_id)), _stage_folders(store, run_id)
    numbers = [n for n in range(len(names), 0, -1) if names[n - 1] and stage in (0, n)]
    if not numbers:
        problem = f"stage {stage} learns" if stage else "its stages learn"
        raise UserError(f"run {run_id} has no model that classifies: {problem} no classes.", place="--stage")
    candidates = [n for n in numbers if n in dirs]
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
    folder = dirs[number] if average is None else _average_path(dirs[number], average_folder_name(average))
    has_task_heads = (folder / "tasks").is_dir()
    return folder, (task or names[number - 1][0]) if has_task_heads else ""


def find_encoder(
    store: Store, run_id: int, stage: int = 0, step: int = 0, average: float | None = None
) -> Path:
    """Return the folder of the encoder that a stage has saved (from 1, or 0 for the last).

    ``step`` selects the state kept at that update, ``average`` the weight average kept at this α. Raises UserError when
    there is none.
    """
    dirs = _stage_folders(store, run_id)
    if not dirs:
        raise no_model_error(store, run_id)
    number = stage or max(dirs)
    if number not in dirs:
        choices = ", ".join(str(each) for each in sorted(dirs))
        raise UserError(f"run {run_id} has stored no stage {number}.", remedy=f"It has stored: {choices}.")
    if average is not None:
        return _average_path(dirs[number], average_folder_name(average)) / "encoder"
    if not step:
        return dirs[number] / "encoder"
    updates = sorted(
        int(path.name) for path in (dirs[number] / "steps").glob("[0-9]*") if path.name.isdigit()
    )
    if step not in updates:
        choices = ", ".join(f"{each:,}" for each in updates) or "none"
        raise UserError(
            f"stage {number} of run {run_id} has not kept update {step:,}.", remedy=f"Kept: {choices}."
        )
    return dirs[number] / "steps" / f"{step:08d}" / "encoder"


def list_recent_encoders(store: Store, limit: int = 12) -> list[tuple[int, str, int, Path]]:
    """Return the saved encoders of the newest runs: (run number, run name, stage, folder)."""
    sql = """SELECT DISTINCT r.id, r.name FROM runs r JOIN artefacts a ON a.run_id = r.id AND a.kind = 'stage'
             WHERE r.archived = 0 ORDER BY r.id DESC LIMIT ?"""
    encoders = []
    for number, name in store.execute(sql, (limit,)).fetchall():
        dirs = _stage_folders(store, number)
        encoders += [(number, str(name), stage, dirs[stage] / "encoder") for stage in sorted(dirs)]
    return encoders


def resolve_encoders(store: Store | Path, experiments: Sequence[Experiment]) -> list[Experiment]:
    """Return ``experiments`` with the encoders and teachers that are local or saved by a run as full paths.

    The training process may have another working folder than the process that queues the run. Names of saved encoders
    are ``run:12``, ``run:NAME/stage-1``, ``run:12/stage-1@5000`` and ``run:12/average-0.70``. Raises UserError for an
    unknown run, stage, step or average.
    """
    by_run = any(source.startswith(RUN_PREFIX) for each in experiments for source in _encoder_sources(each))
    if by_run and not isinstance(store, Store):
        with Store(store, read_only=True) as database:
            return resolve_encoders(database, experiments)

    def canonical(source: str) -> str:
        return canonical_encoder(store, source)

    resolved = []
    for each in experiments:
        encoder = each.encoder.model_copy(update={"source": canonical(each.encoder.source)})
        stages = [
            stage.model_copy(update={name: canonical(source) for name, source in stage.teachers().items()})
            for stage in each.stages
        ]
        resolved.append(each.model_copy(update={"encoder": encoder, "stages": stages}))
    return resolved


def canonical_encoder(store: Store | Path, source: str) -> str:
    """Return the encoder ``source`` as it is written in rows of runs: folders as full paths.

    Raises UserError like ``resolve_encoders``.
    """
    return _full_path(resolve_encoder_source(store, source))


def _encoder_sources(experiment: Experiment) -> list[str]:
    """Return the sources of all encoders that ``experiment`` reads."""
    teachers = [source for stage in experiment.stages for source in stage.teachers().values()]
    return [experiment.encoder.source, *teachers]


def _full_path(source: str) -> str:
    """Return the full path of a local folder. Bundled encoders and hub ids keep their names."""
    folder = paths.user_path(source)
    if not source or (paths.RESOURCES / "models" / source / "config.json").is_file() or not folder.is_dir():
        return source
    return str(folder.absolute())


def resolve_encoder_source(store: Store | Path, source: str) -> str:
    """Return ``source`` with an encoder saved by a run replaced by its folder.

    Raises UserError like ``resolve_encoders``.
    """
    if not source.startswith(RUN_PREFIX):
        return source
    if isinstance(store, Store):
        return str(_folder(store, source))
    with Store(store, read_only=True) as database:
        return str(_folder(database, source))


def _folder(store: Store, source: str) -> Path:
    match = _RUN_SOURCE.match(source)
    if match is None:
        raise UserError(
            f"'{source}' names no run.",
            place="encoder.source",
            remedy="Write run:12, run:12/stage-1, run:12/stage-1@5000 or run:12/average-0.70.",
        )
    row = runs.find_run(store, match["run"])
    average = None if match["average"] is None else float(match["average"])
    if average is not None and not match["stage"]:
        return _latest_average(store, row.id, average_folder_name(average)) / "encoder"
    return find_encoder(store, row.id, int(match["stage"] or 0), int(match["step"] or 0), average)


def _average_path(stage: Path, name: str) -> Path:
    """Return a kept average in the folder ``stage`` of its stage.

    Raises UserError when there is none.
    """
    if not (stage / name / "encoder").is_dir():
        averages = ", ".join(sorted(path.name for path in stage.glob("average-?.??"))) or "none"
        raise UserError(
            f"{stage.name} has no {name}.", remedy=f"Kept: {averages} (palimpsest average --keep)."
        )
    return stage / name


def _latest_average(store: Store, run_id: int, name: str) -> Path:
    """Return the average called ``name`` from the last stage that has one."""
    dirs = _stage_folders(store, run_id)
    if not dirs:
        raise no_model_error(store, run_id)
    stages = [number for number in dirs if (dirs[number] / name).is_dir()]
    return _average_path(dirs[max(stages or dirs)], name)


def _stage_folders(store: Store, run_id: int) -> dict[int, Path]:
    """Return the stages' folders by number."""
    folders = [each.path for each in runs.list_artefacts(store, run_id) if each.kind == "stage"]
    return {int(path.name.rpartition("-")[2]): path for path in folders}


def no_model_error(store: Store, run_id: int) -> UserError:
    """Return the error for a run without a selected model here, with the reason and a remedy."""
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
            "If the search keeps only the best, use the best trial.",
        )
    return UserError(
        f"run {run_id} has no chosen model ({status}).",
        remedy=f"Let it finish (palimpsest resume {run_id}).",
    )
