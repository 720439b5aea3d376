"""Weight averages of a run: the curve measured after training, and the saved models."""

from __future__ import annotations

import json
import time
from pathlib import Path

from engine.errors import UserError
from engine.spec.experiment import task_names
from engine.store import model_paths, runs, summaries
from engine.store.database import Store
from engine.store.metrics import StageLookup
from engine.store.test_looks import add_look, is_test_split, read_content, read_fingerprint

ARTEFACT_KIND = "average"
"""Artefact kind of a kept average."""


def find_averaged_stage(store: Store, run_id: int, stage: int = 0) -> int:
    """Return the stage (from 1) whose weights are averaged: ``stage``, or the last with labels and a model.

    Raises UserError if there is none.
    """
    names = task_names(runs.get_experiment(store, run_id))
    saved_stages = {
        int(each.path.name.rpartition("-")[2])
        for each in runs.list_artefacts(store, run_id)
        if each.kind == "stage"
    }
    numbers = [n for n in range(len(names), 0, -1) if names[n - 1] and n in saved_stages and stage in (0, n)]
    if not saved_stages:
        raise model_paths.no_model_error(store, run_id)
    if not numbers:
        problem = f"no stage of run {run_id} has learnt labels and stored a model."
        if stage > len(names):
            problem = f"run {run_id} has no stage {stage}."
        elif stage:
            obstacle = "stored no model" if names[stage - 1] else "learnt no labels"
            problem = f"stage {stage} of run {run_id} has {obstacle}."
        raise UserError(problem, remedy=f"Let it finish (palimpsest resume {run_id}), or name another stage.")
    return numbers[0]


def best_checkpoint_step(store: Store, run_id: int, stage: int) -> int:
    """Return the selected step of a stage, on the run's step axis."""
    spec = runs.get_experiment(store, run_id).stages[stage - 1]
    best_values = summaries.read_stage_summaries(store, [run_id])[run_id].get(stage - 1, {})
    best = best_values.get(f"validation/{spec.selection_metric}")
    if best is not None and best.best_step is not None:
        return int(best.best_step)
    return max((each.step for each in runs.list_artefacts(store, run_id) if each.kind == "stage"), default=0)


def add_saved_average(store: Store, run_id: int, stage: int, path: Path, message: str) -> None:
    """Add a kept average to the run's artefacts, with a note in its log that describes it.

    Its test counts as another look at the test texts.
    """
    folder = path.parent.parent
    row = {
        "run_id": run_id,
        "kind": ARTEFACT_KIND,
        "path": path.relative_to(folder).as_posix(),
        "step": best_checkpoint_step(store, run_id, stage),
        "bytes": sum(file.stat().st_size for file in path.rglob("*") if file.is_file()),
        "created": time.time(),
    }
    note = {"run_id": run_id, "time": time.time(), "level": "info", "text": message}
    with store.transaction():
        store.as_sqlite_utils.table("artefacts").upsert(row, pk=("run_id", "kind", "path"))
        store.as_sqlite_utils.table("messages").insert(note)
        _add_looks(store, run_id, stage, f"stage-{stage}/{path.name}")


def _add_looks(store: Store, run_id: int, stage: int, variant: str) -> None:
    """Record that other weights of a stage, called ``variant``, were measured on its test texts."""
    positions = StageLookup(store, run_id)
    sets = store.execute("SELECT split, step, classes FROM prediction_sets WHERE run_id = ?", (run_id,))
    for split, step, classes in sets.fetchall():
        if is_test_split(split) and positions.position_of(step) == stage - 1:
            fingerprint = read_fingerprint(store.connection, run_id, split, json.loads(classes))
            content = read_content(store.connection, run_id, split, step)
            if fingerprint:
                add_look(store.connection, run_id, split, fingerprint, content, variant=variant)
