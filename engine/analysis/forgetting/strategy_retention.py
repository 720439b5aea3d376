"""The factor of perplexity of each strategy among runs, with its intervals over seeds and over passages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.analysis.comparison import repetition_groups, strategy_name
from engine.analysis.forgetting.measured import read_passages
from engine.analysis.forgetting.retention import PassageInterval, mean_interval
from engine.analysis.verdicts.statistics import Spread, geometric_spread
from engine.store import Store, runs


@dataclass(frozen=True)
class StrategyRetention:
    """How far finished runs that differ in their seeds only have forgotten general text.

    Attributes:
        name: of the strategy, that of its run where it is one.
        factor: of the perplexity, for the weights that the last stage has handed on. Its interval is that over seeds.
        over_passages: its interval over passages, these weights given, None where the losses of single passages are
            not known of all runs.
    """

    name: str
    factor: Spread
    over_passages: PassageInterval | None


def read_strategy_retention(store: Store, run_ids: Sequence[int]) -> list[StrategyRetention]:
    """Return the retention of each strategy among ``run_ids``, in order of their first runs.

    Runs that have not finished are left out, for the weights that they hand on are not known yet, and so are those that
    have measured no language.
    """
    rows = {row.id: row for row in runs.list_runs(store, ids=run_ids, archived=None)}
    finished = [
        rows[number]
        for number in run_ids
        if number in rows and rows[number].status == "finished" and rows[number].forgot is not None
    ]
    results = []
    for group in repetition_groups(finished):
        factor = geometric_spread([row.forgot for row in group])
        if factor is None:
            continue
        name = group[0].name if len(group) == 1 else strategy_name(group[0].name)
        passages = [read_passages(store, row.id) for row in group]
        results.append(StrategyRetention(name, factor, mean_interval(passages)))
    return results
