"""Answers to the test texts of the first task, for runs of two tasks whose other measures are made up (``told``)."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from engine.metrics.answer_bits import pack_wrong
from engine.store import Store, metrics, probe_results, runs, summaries

TEXTS = 300


def add_answers(path: Path, number: int, before: int, after: int) -> None:
    """Let run ``number`` answer wrongly the first ``before`` of 300 texts after the first stage, ``after`` at the end.

    Both stages are as long as each other.
    """
    with Store(path) as store:
        length = runs.list_stages(store, number)[1].first_step
        labels, certain = np.zeros(TEXTS, np.int64), np.full(TEXTS, 0.9)
        wrong = [np.arange(TEXTS) < count for count in (before, after)]
        summaries.set_predictions(
            store,
            number,
            "test",
            length,
            ("a", "b"),
            np.arange(TEXTS),
            labels,
            labels + wrong[0],
            certain,
            certain,
        )
        for position, key in enumerate(("test/error", "earlier/1:reviews/test_error")):
            value, step = 100 * float(wrong[position].mean()), (position + 1) * length
            metrics.add_points(store, number, [(key, step, 1.0, value)])
            metrics.set_best_checkpoint_value(store, number, position, key, value)
        maps = {"earlier/1:reviews/test_wrong": pack_wrong(wrong[1])}
        probe_results.add_maps(store, number, 2 * length, 1.0, maps)
