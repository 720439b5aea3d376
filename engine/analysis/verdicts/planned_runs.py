"""Which runs of a strategy count in planned looks: of each seed the one that finished first, all in one precision.

Whoever trains a seed again, in another precision or not, and whoever names some runs of a strategy and not others, so
draws no look anew.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from engine.analysis.comparability import read_measured_on
from engine.store import Store, runs
from engine.store.rows import RunRow


@dataclass(frozen=True)
class CountedRuns:
    """A strategy's runs in the store, as plans of looks count them.

    Attributes:
        runs: one of each seed, in the order in which they finished; of a strategy that depends on no seed the first.
        by_seeds: whether it depends on seeds; a run of one that does not stands for every seed.
        precision: in which they were computed, that of the first that finished; empty where none has, or not known.
        under_way: by seed the number of a run that is queued or running.
        ended: by seed the newest run that has ended and does not count, where none does.
        compared: the runs of the strategy that are compared, tested or not; at least one.
    """

    runs: tuple[RunRow, ...]
    by_seeds: bool
    precision: str
    under_way: Mapping[int, int]
    ended: Mapping[int, RunRow]
    compared: tuple[RunRow, ...]

    @property
    def seeds(self) -> frozenset[int]:
        """The seeds that have been tested."""
        return frozenset(run.seed for run in self.runs)

    @property
    def seeds_there(self) -> frozenset[int]:
        """The seeds that have been tested or are under way."""
        return self.seeds | self.under_way.keys()

    @property
    def shown(self) -> bool:
        """Whether any of the tested runs that are compared was computed in that precision; true without any."""
        tested = [run for run in self.compared if has_test_result(run)]
        return not tested or any(run.precision == self.precision for run in tested)

    def with_seeds(self, seeds: Collection[int]) -> list[RunRow]:
        """Return the runs with these seeds; the only one of a strategy that depends on no seed."""
        return [run for run in self.runs if not self.by_seeds or run.seed in seeds]


def count_runs(store: Store, of: Sequence[RunRow]) -> CountedRuns:
    """Return the runs of a strategy that count in plans, whichever of its runs are given."""
    every = _runs_of_group(store, of[-1].group_identity)
    by_seeds = runs.get_experiment(store, of[-1].id).reads_encoder
    tested = sorted(filter(has_test_result, every), key=lambda run: (run.finished or math.inf, run.id))
    precision = tested[0].precision if tested else ""
    counted: dict[int, RunRow] = {}
    for run in tested:
        if run.precision == precision:
            counted.setdefault(run.seed if by_seeds else 0, run)
    missing = [run for run in every if by_seeds and run.seed not in counted]
    return CountedRuns(
        runs=tuple(counted.values()),
        by_seeds=by_seeds,
        precision=precision,
        under_way={run.seed: run.id for run in missing if run.active},
        ended={run.seed: run for run in missing if not run.active},
        compared=tuple(of),
    )


def has_test_result(run: RunRow) -> bool:
    """Return whether a run has finished and was tested; before, what is there may be an earlier stage's."""
    return run.status == "finished" and run.test is not None


def are_tested_alike(store: Store, one: Sequence[RunRow], other: Sequence[RunRow]) -> bool:
    """Return whether two strategies are tested on the same texts and tasks, as far as their settings tell."""
    first, second = read_measured_on(store, (one[-1].id, other[-1].id)).values()
    return first is not None and first == second


def _runs_of_group(store: Store, group: str) -> list[RunRow]:
    """Return all runs of a strategy, archived ones too, in the order of their numbers."""
    found = store.execute("SELECT id FROM runs WHERE group_identity = ?", (group,)).fetchall()
    return runs.list_runs(
        store, ids=[int(row["id"]) for row in found], order_by="id", descending=False, archived=None
    )
