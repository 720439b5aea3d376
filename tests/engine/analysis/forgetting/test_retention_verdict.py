"""Whether a strategy forgot, over seeds and passages together: by hand, and where nothing is forgotten."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from scipy import stats

from engine.analysis.forgetting.forgetting_verdict import judge_growth
from engine.analysis.forgetting.measured import ForgettingRecord
from engine.analysis.run_groups import RunGroup
from engine.store.rows import RunRow
from tests.engine.analysis.grown import PASSAGES, draw, grouped, make_rows

REPETITIONS = 400


@pytest.fixture(scope="module")
def rows(tmp_path_factory: pytest.TempPathFactory) -> tuple[RunRow, ...]:
    return make_rows(tmp_path_factory.mktemp("verdict"))


def test_the_estimate_is_that_of_one_arm_by_hand(rows: tuple[RunRow, ...]) -> None:
    """Two seeds, equal counts: mean, and the squares of the two-way table with the two imaginary passages."""
    growth, counts = draw(np.random.default_rng(1), 2, 0.05, 0.4)
    counts[:] = 10.0
    made = judge_growth(grouped(rows, growth, counts))
    assert made is not None
    table = growth / 10.0
    mean, by_seed, by_passage = table.mean(), table.mean(1), table.mean(0)
    rest = ((table - by_seed[:, None] - by_passage + mean) ** 2).sum() / (PASSAGES - 1)
    apart = min(np.ptp(table, axis=1).max(), np.ptp(by_passage))
    text = (((by_passage - mean) ** 2).sum() + apart**2) / ((PASSAGES + 1) * (PASSAGES + 2))
    units = by_seed.var(ddof=1) / 2
    assert made.mean == pytest.approx(mean, rel=1e-5)
    assert made.estimate.units[0].variance == pytest.approx(units, rel=1e-4)
    assert made.estimate.text_variance == pytest.approx(text - min(rest / PASSAGES / 2, units), rel=1e-4)
    assert (made.sample.count, made.sample.unit, made.sample.scope, made.texts) == (
        2,
        "seeds",
        "seeds",
        PASSAGES,
    )


@pytest.mark.parametrize(("seeds", "seed_sd"), [(3, 0.003), (5, 0.003), (3, 0.1)])
def test_what_never_forgets_is_rarely_said_to(rows: tuple[RunRow, ...], seeds: int, seed_sd: float) -> None:
    """At most 8 % (5 claimed, 2.7 standard errors), where an interval over the seeds alone is wrong far more often."""
    random = np.random.default_rng([seeds, int(1000 * seed_sd)])
    false, over_seeds = 0, 0
    for _ in range(REPETITIONS):
        growth, counts = draw(random, seeds, seed_sd, 0.0)
        made = judge_growth(grouped(rows, growth, counts))
        assert made is not None
        false += made.verdict in ("better", "worse")
        logs = growth.sum(1) / counts.sum()
        low, high = stats.t.interval(0.95, seeds - 1, logs.mean(), stats.sem(logs))
        over_seeds += not low <= 0 <= high
    assert false / REPETITIONS <= 0.08
    if seed_sd < 0.1:
        assert over_seeds / REPETITIONS > 0.2


def test_what_forgets_is_found(rows: tuple[RunRow, ...]) -> None:
    random = np.random.default_rng(3)
    found = [judge_growth(grouped(rows, *draw(random, 3, 0.03, math.log(1.8)))) for _ in range(20)]
    assert all(made is not None and made.verdict == "worse" for made in found)


def test_one_run_is_judged_for_its_weights_only(rows: tuple[RunRow, ...]) -> None:
    made = judge_growth(grouped(rows, *draw(np.random.default_rng(4), 1, 0.03, 0.6)))
    assert made is not None and made.sample.scope == "weights" and made.verdict == "worse"


def test_runs_that_were_trained_alike_count_once(rows: tuple[RunRow, ...]) -> None:
    """Where the stage has a seed of its own, three copies are one run: of these weights, and no three seeds."""
    growth, counts = draw(np.random.default_rng(6), 1, 0.03, 0.6)
    group = grouped(rows, np.repeat(growth, 3, axis=0), counts)
    free = judge_growth(group)
    assert free is not None and (free.sample.count, free.sample.scope) == (3, "seeds")
    stages = [stage.model_copy(update={"seed": 42}) for stage in group.experiment.stages]
    alike = judge_growth(replace(group, experiment=group.experiment.model_copy(update={"stages": stages})))
    assert alike is not None and (alike.sample.count, alike.sample.scope) == (1, "weights")


def test_no_change_on_any_passage_is_equivalence(rows: tuple[RunRow, ...]) -> None:
    random = np.random.default_rng(5)
    growth = 0.01 * random.standard_normal((3, PASSAGES))
    made = judge_growth(grouped(rows, growth, np.full(PASSAGES, 10.0)))
    assert made is not None and made.verdict == "equivalent"


def test_runs_without_passages_are_not_judged(rows: tuple[RunRow, ...]) -> None:
    """Neither where none has any, nor where one of several has none: its factor would count, and its noise not."""
    growth, counts = draw(np.random.default_rng(6), 2, 0.03, 0.6)
    whole = grouped(rows, growth, counts)
    assert judge_growth(whole) is not None
    bare = ForgettingRecord(rows[2].id, loss_before=2.0, loss_after=2.6)
    mixed = RunGroup("One", 1, rows[:3], (*whole.records, bare), (), whole.experiment)
    assert judge_growth(mixed) is None
    assert judge_growth(RunGroup("One", 1, rows[2:3], (bare,), (), whole.experiment)) is None
