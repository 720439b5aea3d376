"""A store with runs whose measures are made up, for what reads them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from engine.events import Evaluation, ExampleForgetting, ProbeMeasured, StageStarted
from engine.spec.experiment import Experiment, parse_experiment
from engine.store import Store, runs
from engine.store.writer import RunWriter

LENGTH = 60
LAYERS, HEADS = 4, 4


def experiment(name: str, seed: int, rate: float, **more: Any) -> Experiment:
    stages = [
        {"kind": "finetune", "data": f"samples:{data}", "learning_rate": rate} | more
        for data in ("reviews", "questions")
    ]
    return parse_experiment({"name": f"{name}: seed {seed}", "seed": seed, "stages": stages})


def told(
    path: Path,
    name: str,
    seed: int,
    rate: float,
    *,
    harm: float,
    group: str = "Two in a row",
    passages: int = 0,
    **more: Any,
) -> int:
    """A finished run of two tasks that forgets in proportion to ``harm``; returns its number.

    With ``passages`` so many passages of general text have losses of their own, about equal in all runs.
    """
    with Store(path) as store:
        known = store.execute("SELECT id FROM sweeps WHERE name = ?", (group,)).fetchone()
        sweep = known[0] if known else runs.create_sweep(store, group)
        number = runs.create_run(store, experiment(name, seed, rate, **more), sweep)
    draw = np.random.default_rng([seed, len(name)])
    with RunWriter(path, number) as writer:
        for index in range(2):
            writer.write(
                StageStarted(
                    index,
                    "finetune",
                    "Fine-tuning",
                    index * LENGTH,
                    LENGTH,
                    2 * LENGTH,
                    {"classes": ["a", "b"]},
                )
            )
            for step in range(0 if index == 0 else LENGTH + 6, (index + 1) * LENGTH + 1, 6):
                _probes(writer, index, step, harm * step / LENGTH, draw, passages, chosen=False)
            end = (index + 1) * LENGTH
            _probes(writer, index, end, harm * (index + 1), draw, passages, chosen=True)
            errors = {"validation/error": 8.0 + draw.normal(), "validation/loss": 0.3}
            writer.write(Evaluation("validation", end, errors, best=True))
            writer.write(Evaluation("test", end, {"test/error": 9.0 + draw.normal(), "test/loss": 0.3}))
            counts = np.array([3, 1, 0, 0])
            never = np.array([5, 6, 7, -1])
            rows = np.arange(2, 6)
            writer.write(
                ExampleForgetting(index, end, "", ("a", "b"), rows, np.array([0, 1, 0, 1]), np.full(4, 5), counts,
                                  never, np.where(counts, end, -1), np.array([False, True, True, False]))
            )  # fmt: skip
        writer.set_columns(
            status="finished", versions='{"palimpsest": "0.1", "torch": "2"}', active_seconds=60.0
        )
    return number


def _probes(
    writer: RunWriter,
    index: int,
    step: int,
    harm: float,
    draw: np.random.Generator,
    passages: int,
    *,
    chosen: bool,
) -> None:
    noise = draw.normal(scale=0.01)
    up = np.linspace(0.2, 1.0, LAYERS + 1) * harm
    values = {
        "retention": ({"retention/loss": 2.0 + harm + noise, "retention/accuracy": 55.0 - 10 * harm}, {}),
        "knowledge": ({"knowledge/topics/error": 20.0 + 3 * harm}, {"knowledge/topics": 20 + up}),
        "drift": ({"drift/all": 0.1 * harm}, {"drift/layers": np.append(0.1 * up, np.nan)}),
        "similarity": ({"similarity/cka": 1 - 0.2 * harm}, {"similarity/cka": 1 - 0.2 * up}),
        "attention": ({"attention/change": 0.1 * harm}, {"attention/heads": 0.1 * harm * draw.random((LAYERS, HEADS))}),
        "examples": ({"examples/forgotten": 10.0 + harm}, {}),
        "cost": ({"probes/share": 4.5}, {}),
    }  # fmt: skip
    if passages and (chosen or step == 0):
        hard = np.random.default_rng(0).normal(0, 0.3, passages) + draw.normal(0, 0.02, passages)
        words = np.full(passages, 10.0)
        values["retention"][1]["retention/passages"] = np.stack(
            [words * (2.0 + harm * (1 + hard) + noise), words]
        )
    if index:
        own = {"earlier/1:reviews/error": 8.0 + 20 * harm, "earlier/1:reviews/loss": 0.3 + harm}
        values["earlier"] = (own | ({"earlier/1:reviews/test_error": 9.0 + 20 * harm} if chosen else {}), {})
    for name, (measured, maps) in values.items():
        writer.write(ProbeMeasured(name, step, measured, maps, 0.1, chosen=chosen))
