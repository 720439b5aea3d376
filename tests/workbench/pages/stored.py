"""Runs as an engine would leave them in the store: written event by event, through the engine's own writer."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from engine import launch
from engine.events import (
    Evaluation,
    Predictions,
    ProbeMeasured,
    ProbingStarted,
    RunFinished,
    RunNotice,
    StageStarted,
    StepMetrics,
)
from engine.launch import processes
from engine.spec.experiment import Experiment, parse_experiment
from engine.store import Store, runs
from engine.store.writer import RunWriter

PER_EPOCH = 10


def experiment(name: str = "one", seed: int = 42, rate: float = 2e-5, **changes: Any) -> Experiment:
    """An experiment on a bundled data set; nothing of it is read."""
    stage = {"kind": "finetune", "data": "samples:reviews", "learning_rate": rate}
    return parse_experiment({"name": name, "seed": seed, "stages": [stage | changes]})


def queued(store: Path, experiments: Sequence[Experiment], group: str = "") -> list[int]:
    """Queued runs that no queue runner takes while this process lives."""
    return launch.enqueue(store, experiments, group, launcher="cli")


def losses(count: int, seed: int = 0) -> np.ndarray:
    """Falling training losses, shape (count,)."""
    return np.exp(-np.arange(count) / 10) + np.random.default_rng(seed).uniform(0, 0.2, count)


def train(
    store: Path,
    run_id: int,
    values: Sequence[float] | np.ndarray,
    *,
    first: int = 1,
    errors: dict[int, float] | None = None,
    test: float | None = None,
    steps: int | None = None,
    begin: bool = True,
    texts: int = 0,
) -> None:
    """Writes a session of a run: a training loss at each update from ``first`` on.

    Args:
        store, run_id: which run.
        values: the losses of the updates ``first``, ``first + 1``...
        errors: validation error in percent by update; the lowest so far is the best.
        test: test error in percent; with it the run says that it has finished.
        steps: updates planned (default: as many as there are values).
        begin: whether the stage begins here.
        texts: with it the predictions of that many test texts are stored, as many wrong as ``test`` says.
    """
    total = steps or first - 1 + len(values)
    writer = RunWriter(store, run_id)
    if begin:
        info = {"steps_per_epoch": PER_EPOCH, "classes": ["negative", "positive"], "device": "cpu"}
        writer.write(StageStarted(0, "finetune", "Fine-tuning", 0, total, total, info))
    best = float("inf")
    for step, loss in enumerate(values, first):
        rate = 2e-5 * (1 - step / (total + 1))
        found = {"train/loss": float(loss), "rate/top": rate, "rate/bottom": rate * 0.5}
        if step % 5 == 0:
            found |= {
                "speed/texts_per_second": 100.0 + step,
                "speed/tokens_per_second": 2000.0,
                "system/cpu": 150.0,
                "system/memory_gb": 1.5,
            }
        writer.write(StepMetrics(step, found))
        if errors and step in errors:
            error = errors[step]
            writer.write(
                Evaluation(
                    "validation",
                    step,
                    {"validation/error": error, "validation/loss": error / 40},
                    error < best,
                )
            )
            best = min(best, error)
    writer.write(RunNotice("info", "128 texts were cut."))
    if test is not None:
        answers = answers_of(test, texts, run_id) if texts else None
        writer.write(
            Evaluation("test", total, {"test/error": test, "test/loss": test / 40}, predictions=answers)
        )
        writer.write(RunFinished(total, {"test/error": test}))
    assert writer.close()


def answers_of(error: float, texts: int, seed: int) -> Predictions:
    """Predictions that are wrong on the hardest ``error`` percent of the texts, which differ a little by run."""
    hardness = np.arange(texts) + np.random.default_rng(seed).normal(0, texts / 200, texts)
    wrong = np.argsort(np.argsort(hardness)) < round(texts * error / 100)
    truth = np.zeros(texts, np.int64)
    return Predictions(
        "test",
        np.arange(texts),
        truth,
        wrong.astype(np.int64),
        np.full((texts, 2), 0.5),
        np.zeros(texts),
        ("a", "b"),
    )


def settle(store: Path, run_ids: Sequence[int], status: str, **columns: Any) -> None:
    """Gives runs a status; a running one is this very process, so that nobody takes it for dead."""
    now = time.time()
    usual: dict[str, Any] = {"started": now - 600, "pid": None, "pid_started": None}
    if status == "running":
        me = os.getpid()
        usual |= {
            "pid": me,
            "pid_started": processes.start_time(me),
            "heartbeat": now,
            "host": processes.host_name(),
        }
    elif status != "queued":
        usual |= {"finished": now}
    with Store(store) as opened:
        runs.set_run_columns(opened, list(run_ids), status=status, **(usual | columns))


def finished(store: Path, name: str = "one", **given: Any) -> int:
    """A finished run of twenty updates with four evaluations; ``given`` goes to :func:`experiment`."""
    errors = given.pop("errors", {5: 30.0, 10: 24.0, 15: 25.0, 20: 26.0})
    test, group, texts = given.pop("test", 25.5), given.pop("group", ""), given.pop("texts", 0)
    number = queued(store, [experiment(name, **given)], group)[0]
    train(store, number, losses(20, number), errors=errors, test=test, texts=texts)
    settle(store, [number], "finished", active_seconds=90.0 + number)
    return number


LAYERS, HEADS = 4, 2


def probed(
    step: int, amount: float, *, tasks: Sequence[str] = (), chosen: bool = False, matrix: bool = False
) -> Iterator[ProbeMeasured]:
    """What probes find of an encoder of four layers after ``step`` updates, the more changed the larger ``amount``."""
    depth = np.linspace(0.2, 1.0, LAYERS + 1)
    yield ProbeMeasured(
        "retention",
        step,
        {"retention/loss": 2.0 + amount, "retention/accuracy": 60.0 - 10 * amount, "probes/share": 3.6},
        {"retention/reset": 2.0 + amount * (1 - np.arange(LAYERS + 1) / LAYERS)} if chosen else {},
        0.5,
        chosen,
    )
    layers = np.append(depth * amount * 0.1, np.nan)
    kinds = np.stack([layers * k for k in (1.0, 1.2, 0.5, 0.8)], axis=1)
    yield ProbeMeasured(
        "drift",
        step,
        {"drift/all": amount * 0.06},
        {"drift/layers": layers, "drift/cosine": 1 - layers**2, "drift/kinds": kinds},
        0.1,
        chosen,
    )
    maps = {"similarity/cka": 1 - depth * amount * 0.2, "similarity/procrustes": depth * amount}
    if matrix or chosen:
        apart = np.abs(np.subtract.outer(depth, depth))
        maps["similarity/matrix"] = np.clip(1 - apart - amount * 0.1, 0, 1)
    yield ProbeMeasured("similarity", step, {"similarity/cka": 1 - 0.12 * amount}, maps, 0.1, chosen)
    heads = np.outer(depth[1:], np.arange(1, HEADS + 1)) * amount * 0.05
    yield ProbeMeasured(
        "attention", step, {"attention/change": float(heads.mean())}, {"attention/heads": heads}, 0.1, chosen
    )
    yield ProbeMeasured(
        "knowledge",
        step,
        {"knowledge/trec/error": 15.0 + 8 * amount},
        {"knowledge/trec": 40.0 - 25 * depth + 8 * amount},
        0.2,
        chosen,
    )
    for place, task in enumerate(tasks):
        yield ProbeMeasured(
            "earlier", step, {f"earlier/{task}/error": 10.0 + (10 + place) * amount}, {}, 0.1, chosen
        )


def forgot(
    store: Path,
    name: str = "one",
    *,
    seed: int = 42,
    amount: float = 1.0,
    stages: Sequence[int] = (20,),
    measured: int = 10,
    until: int | None = None,
    best: int | None = None,
    fitted: bool = False,
) -> int:
    """A run whose probes found ``amount`` of change at the end of each stage, and a growing part of it on the way.

    Args:
        stages: updates of each stage; the second one and later ask the first one's task again.
        measured: measurements in each stage beside its beginning.
        until: updates done; None finishes the run.
        best: the update of the last stage whose weights are handed on; None: the last.
    """
    kinds = ["finetune"] * len(stages)
    spec = [{"kind": kind, "data": "samples:reviews", "learning_rate": 2e-5} for kind in kinds]
    number = queued(store, [parse_experiment({"name": name, "seed": seed, "stages": spec})])[0]
    total, first, done = sum(stages), 0, until if until is not None else sum(stages)
    with RunWriter(store, number) as writer:
        for index, steps in enumerate(stages):
            if first > done or (index and first == done and until is not None):
                break
            info = {"steps_per_epoch": PER_EPOCH, "classes": ["negative", "positive"], "device": "cpu"}
            writer.write(
                StageStarted(index, "finetune", f"Fine-tuning {index + 1}", first, steps, total, info)
            )
            writer.write(ProbingStarted(index, {"retention": {"head": {"fitted": fitted}}}))
            tasks = ["1:reviews"] if index else []
            places = sorted({0, *(round(steps * k / measured) for k in range(1, measured + 1))})
            for place in places:
                if first + place > done:
                    break
                if place:
                    writer.write(StepMetrics(first + place, {"train/loss": 1.0 / place}))
                grown = amount * (index + np.sqrt(place / steps))
                for event in probed(first + place, grown, tasks=tasks, matrix=first + place == 0):
                    writer.write(event)
            if first + steps <= done:
                at = best if best is not None and index == len(stages) - 1 else steps
                for event in probed(
                    first + at, amount * (index + np.sqrt(at / steps)), tasks=tasks, chosen=True
                ):
                    writer.write(event)
            first += steps
        if until is None:
            writer.write(RunFinished(total, {}))
    settle(
        store,
        [number],
        "finished" if until is None else "running",
        active_seconds=100.0,
        steps=total,
        step=done,
    )
    return number
