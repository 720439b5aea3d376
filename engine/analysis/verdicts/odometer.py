"""Say how often a run's test split has been looked at, and how much wider that asks intervals to be."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import NormalDist

from engine.analysis.verdicts.significance import read_answers
from engine.store import Store
from engine.store.rows import RunRow
from engine.store.test_looks import TestLooks, count_looks


def widening(strategies: int, alpha: float = 0.05) -> float:
    """Return the factor by which the best of ``strategies`` needs its interval wider: z(1 - a/2g) / z(1 - a/2).

    The union bound over all that were looked at (Bonferroni), for what was picked by its test error; 1 for one. It
    assumes that strategies were not designed after each other's test errors: that can cost more (Blum and Hardt 2015,
    The Ladder).
    """
    normal = NormalDist()
    return normal.inv_cdf(1 - alpha / 2 / max(1, strategies)) / normal.inv_cdf(1 - alpha / 2)


def looks_sentence(looks: TestLooks) -> str:
    """Return ``These test texts have been looked at by 12 runs of 5 strategies; ...``; empty for none."""
    if not looks.experiments:
        return ""
    runs = f"{looks.experiments:,} run{'s' if looks.experiments != 1 else ''}"
    if looks.strategies < 2:
        return f"These test texts have been looked at by {runs} of one strategy."
    return (
        f"These test texts have been looked at by {runs} of {looks.strategies:,} strategies: what is picked among them "
        f"by test error needs an interval {widening(looks.strategies):.2f} times as wide."
    )


def looks_of_runs(store: Store, rows: Sequence[RunRow]) -> TestLooks:
    """Return the looks at the test texts of several runs; of several test splits the most. None at all: (0, 0)."""
    texts = {text for row in rows for text in read_answers(store, row).texts}
    found = count_looks(store.connection, sorted(texts)).values()
    return max(found, key=lambda looks: (looks.strategies, looks.experiments), default=TestLooks(0, 0))
