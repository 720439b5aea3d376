"""F of each strategy among runs, with its interval over seeds, and over seeds and test texts where these are known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.analysis.comparison import repetition_groups, strategy_name
from engine.analysis.forgetting.forgetting_verdict import judge_forgetting, known_lost
from engine.analysis.forgetting.lost_texts import read_lost_texts
from engine.analysis.forgetting.measured import read_forgetting
from engine.analysis.run_groups import RunGroup
from engine.analysis.verdicts.statistics import Spread
from engine.analysis.verdicts.verdict import MetricDifference
from engine.store import Store, runs


@dataclass(frozen=True)
class StrategyForgetting:
    """How far finished runs that differ in their seeds only have forgotten earlier tasks.

    Attributes:
        name: of the strategy, that of its run where it is one.
        forgetting: F, in points. Its interval is that over seeds.
        judged: F with its interval over seeds and test texts, None where it is not known which texts were lost.
        texts: how many test texts the earlier tasks have, 0 where that is not known.
    """

    name: str
    forgetting: Spread
    judged: MetricDifference | None
    texts: int


def read_strategy_forgetting(store: Store, run_ids: Sequence[int]) -> list[StrategyForgetting]:
    """Return F of each strategy among ``run_ids`` whose tasks have accuracies, in order of their first runs.

    Runs that have not finished are left out, for the weights that they hand on are not known yet.
    """
    rows = {row.id: row for row in runs.list_runs(store, ids=run_ids, archived=None)}
    finished = [rows[number] for number in run_ids if number in rows and rows[number].status == "finished"]
    records = read_forgetting(store, [row.id for row in finished])
    members_ = [
        row
        for row in finished
        if records[row.id].forgetting is not None
        and (metric := records[row.id].metric) is not None
        and metric.counts_errors
    ]
    results = []
    for members in repetition_groups(members_):
        name = members[0].name if len(members) == 1 else strategy_name(members[0].name)
        member_records = tuple(records[row.id] for row in members)
        experiment = runs.get_experiment(store, members[0].id)
        lost = read_lost_texts(store, member_records)
        group = RunGroup(name, members[0].look, tuple(members), member_records, (), experiment, lost=lost)
        forgetting, known_texts = group.spread_of("forgetting"), known_lost(group)
        assert forgetting is not None, "each run has been measured"
        verdict = judge_forgetting(group)
        results.append(StrategyForgetting(name, forgetting, verdict, known_texts[0].count if verdict else 0))
    return results
