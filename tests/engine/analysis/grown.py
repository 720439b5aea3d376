"""Strategies whose runs have lost so much on each passage of general text, for what judges that."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from engine.analysis.forgetting.measured import ForgettingRecord
from engine.analysis.run_groups import RunGroup
from engine.store import Store, runs
from engine.store.rows import RunRow
from tests.engine.analysis.told import experiment

PASSAGES = 64


def make_rows(folder: Path) -> tuple[RunRow, ...]:
    """Five runs that differ in their seeds."""
    with Store(folder / "s.sqlite") as store:
        numbers = [runs.create_run(store, experiment("One", seed, 1e-4)) for seed in range(5)]
        return tuple(runs.get_run(store, number) for number in numbers)


def grouped(rows: Sequence[RunRow], growth: np.ndarray, counts: np.ndarray) -> RunGroup:
    """A strategy whose run s has lost ``growth`` [s, P] nats on each passage, over ``counts`` [P] hidden words."""
    records = tuple(
        ForgettingRecord(
            row.id,
            loss_before=2.0,
            loss_after=2.0 + each.sum() / counts.sum(),
            passages=np.stack([each, counts]),
        )
        for row, each in zip(rows, growth, strict=False)
    )
    return RunGroup("One", 1, tuple(rows[: len(records)]), records, (), experiment("One", 0, 1e-4))


def draw(
    random: np.random.Generator, seeds: int, seed_sd: float, true: float, passages: int = PASSAGES
) -> tuple[np.ndarray, np.ndarray]:
    """Growth [seeds, P] and hidden words [P]: passages with heavy tails, some 10 words each, ``true`` nats on the mean.

    ``seed_sd``: of the logarithm of the factor.
    """
    counts = 1.0 + random.poisson(9, passages)
    common = true + 0.5 * random.standard_t(4, passages)
    rates = common + seed_sd * random.standard_normal((seeds, 1))
    return counts * rates + 0.1 * np.sqrt(counts) * random.standard_normal((seeds, passages)), counts
