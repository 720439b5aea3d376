"""Curves and their summaries, against numpy."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from engine.spec.experiment import parse_experiment
from engine.store import Store, metrics, runs, summaries

EXPERIMENT = parse_experiment({"name": "one", "stages": [{"kind": "finetune", "data": "samples:reviews"}]})


@pytest.fixture
def store(tmp_path: Path):
    with Store(tmp_path / "s.sqlite") as db:
        for _ in range(2):
            runs.create_run(db, EXPERIMENT)
        yield db


def points(key: str, steps: np.ndarray, values: np.ndarray) -> list[metrics.MetricPoint]:
    return [
        (key, int(step), float(step) / 10, float(value)) for step, value in zip(steps, values, strict=True)
    ]


def test_a_hundred_thousand_points_come_back_whole_and_in_parts(store: Store) -> None:
    steps = np.arange(1, 100_001)
    values = np.random.default_rng(1).normal(2.0, 0.5, len(steps))
    for start in range(0, len(steps), 5_000):
        part = slice(start, start + 5_000)
        metrics.add_points(store, 1, points("train/loss", steps[part], values[part]))
    curve = metrics.read_curves(store, [1], ["train/loss"])[1, "train/loss"]
    assert curve.step.dtype == np.int64
    np.testing.assert_array_equal(curve.step, steps)
    np.testing.assert_array_equal(curve.value, values)
    np.testing.assert_array_equal(curve.time, steps / 10)
    later = metrics.read_curves(store, [1], ["train/loss"], {(1, "train/loss"): 99_990})
    np.testing.assert_array_equal(later[1, "train/loss"].step, steps[-10:])
    assert metrics.read_curves(store, [1], ["train/loss"], {(1, "train/loss"): 100_000}) == {}
    summary = summaries.read_summaries(store, [1])[1]["train/loss"]
    assert (summary.best, summary.best_step) == (values.min(), steps[values.argmin()])
    assert (summary.last, summary.last_step) == (values[-1], 100_000)


def test_a_step_trained_again_replaces_its_value(store: Store) -> None:
    metrics.add_points(store, 1, points("train/loss", np.arange(1, 6), np.array([5, 4, 3, 2, 1.0])))
    metrics.add_points(store, 1, points("train/loss", np.arange(3, 5), np.array([30.0, 20.0])))
    curve = metrics.read_curves(store, [1], ["train/loss"])[1, "train/loss"]
    np.testing.assert_array_equal(curve.value, [5, 4, 30, 20, 1])
    assert metrics.latest_values(store, 1)["train/loss"] == 1.0  # step 5 is still the last there is


def test_recomputing_forgets_a_best_value_that_no_point_has_any_more(store: Store) -> None:
    metrics.add_points(store, 1, points("validation/error", np.arange(1, 5), np.array([9, 2, 8, 7.0])))
    metrics.add_points(store, 1, points("validation/error", np.arange(2, 4), np.array([6, 5.0])))
    metrics.recompute_summaries(store, 1)
    summary = summaries.read_summaries(store, [1])[1]["validation/error"]
    assert (summary.best, summary.best_step, summary.last) == (5.0, 3, 7.0)


@pytest.mark.parametrize("seed", range(5))
def test_the_summary_grown_in_parts_is_that_of_the_whole(store: Store, seed: int) -> None:
    generator = np.random.default_rng(seed)
    values = generator.integers(0, 6, 40).astype(float)  # many ties
    values[generator.random(40) < 0.2] = np.nan
    steps, start = np.arange(1, 41), 0
    while start < 40:
        size = int(generator.integers(1, 9))
        for key in ("x/loss", "x/accuracy", "rate/top"):
            metrics.add_points(
                store, 1, points(key, steps[start : start + size], values[start : start + size])
            )
        start += size
    summary = summaries.read_summaries(store, [1])[1]
    lowest, highest = int(np.nanargmin(values)), int(np.nanargmax(values))  # the first of equals
    assert (summary["x/loss"].best, summary["x/loss"].best_step) == (values[lowest], steps[lowest])
    assert (summary["x/accuracy"].best, summary["x/accuracy"].best_step) == (values[highest], steps[highest])
    assert summary["rate/top"].best is None
    last = None if np.isnan(values[-1]) else values[-1]
    assert all(summary[key].last == last and summary[key].last_step == 40 for key in summary)
    before = summary
    metrics.recompute_summaries(store, 1)
    assert summaries.read_summaries(store, [1])[1] == before


def test_what_is_not_finite_is_kept_as_a_gap(store: Store) -> None:
    metrics.add_points(
        store, 1, points("train/loss", np.arange(1, 5), np.array([1.0, np.nan, np.inf, -np.inf]))
    )
    curve = metrics.read_curves(store, [1], ["train/loss"])[1, "train/loss"]
    np.testing.assert_array_equal(np.isnan(curve.value), [False, True, True, True])
    assert store.execute("SELECT count(*) FROM metrics WHERE value IS NULL").fetchone()[0] == 3
    assert summaries.read_summaries(store, [1])[1]["train/loss"].best == 1.0
    assert np.isnan(metrics.latest_values(store, 1)["train/loss"])
