"""Verdicts on what was forgotten: of earlier tasks, and of language."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from scipy import stats

from engine.analysis.forgetting.forgetting_verdict import (
    judge_forgetting,
    judge_forgetting_difference,
    judge_growth,
    judge_since_learnt,
)
from engine.analysis.forgetting.measured import ForgettingRecord
from engine.analysis.run_groups import RunGroup
from engine.store.rows import RunRow
from tests.engine.analysis.grown import PASSAGES, draw, grouped, make_rows
from tests.engine.analysis.lost import draw_lost, losing
from tests.sampling import nightly_but

REPETITIONS = 200
MOST = 0.05 + 3 * math.sqrt(0.05 * 0.95 / REPETITIONS)
"""What is claimed, and three standard errors of the repetitions."""


@pytest.fixture(scope="module")
def rows(tmp_path_factory: pytest.TempPathFactory) -> tuple[RunRow, ...]:
    return make_rows(tmp_path_factory.mktemp("lost"))


def test_two_tasks_of_different_sizes_weigh_alike_by_hand(rows: tuple[RunRow, ...]) -> None:
    """Two seeds, tasks of 60 and 300 texts: the mean of the tasks' means, and their noise over four."""
    random = np.random.default_rng(1)
    lost = [draw_lost(random, 2, size, 8.0) for size in (60, 300)]
    made = judge_forgetting(losing(rows[:2], lost))
    assert made is not None
    assert made.mean == pytest.approx(np.mean([table.mean() for table in lost]))
    by_seed = np.mean([table.mean(1) for table in lost], axis=0)
    apart = min(max(np.ptp(t) for t in lost), max(100.0, *(np.ptp(t.mean(0)) for t in lost)))
    text = rest = 0.0
    for table in lost:
        n, per_text = table.shape[1], table.mean(0)
        text += (((per_text - per_text.mean()) ** 2).sum() + apart**2) / ((n + 1) * (n + 2)) / 4
        left = table - table.mean(1, keepdims=True) - per_text + table.mean()
        rest += (left**2).sum() / (n - 1) / n / 4
    units = by_seed.var(ddof=1) / 2
    assert made.estimate.units[0].variance == pytest.approx(units, rel=1e-4)
    assert made.estimate.text_variance == pytest.approx(max(0.0, text - min(rest / 2, units)), rel=1e-4)
    assert (made.sample.count, made.sample.unit, made.sample.scope, made.texts) == (2, "seeds", "seeds", 60)


def test_of_one_run_the_texts_are_the_noise(rows: tuple[RunRow, ...]) -> None:
    """On 2,000 texts the interval is the normal one of their mean, but for two imaginary texts."""
    lost = draw_lost(np.random.default_rng(2), 1, 2_000, 5.0)
    made = judge_forgetting(losing(rows[:1], [lost]))
    assert made is not None and made.sample.scope == "weights" and made.verdict == "worse"
    low, high = stats.norm.interval(0.95, lost.mean(), stats.sem(lost[0]))
    assert (made.low, made.high) == pytest.approx((low, high), abs=0.02)


def test_where_seeds_make_all_the_noise_it_is_a_paired_t_test(rows: tuple[RunRow, ...]) -> None:
    """Two strategies on 200,000 texts whose F differs between seeds by points."""
    shares = {"One": (0.10, 0.12, 0.17), "Two": (0.04, 0.09, 0.10)}
    groups = []
    for name, of_seeds in shares.items():
        table = np.zeros((3, 200_000))
        for run, share in enumerate(of_seeds):
            table[run, : round(share * table.shape[1])] = 100.0
        groups.append(losing(rows[:3], [table], name=name))
    made = judge_forgetting_difference(groups[0], groups[1])
    assert made is not None and made.sample.paired and made.method.startswith("paired over 3 seeds")
    differences = 100 * np.subtract(shares["One"], shares["Two"])
    low, high = stats.t.interval(0.95, 2, differences.mean(), stats.sem(differences))
    assert (made.low, made.high) == pytest.approx((low, high), rel=0.02)
    assert made.p == pytest.approx(stats.ttest_1samp(differences, 0).pvalue, rel=0.05)


@pytest.mark.parametrize(("seeds", "tasks"), nightly_but({1}, [(3, 1), (3, 3), (5, 2)]))
def test_equal_strategies_are_rarely_told_apart(rows: tuple[RunRow, ...], seeds: int, tasks: int) -> None:
    """5 % claimed of both: a difference of two that forget alike, and a fall of what forgets nothing."""
    random = np.random.default_rng([seeds, tasks])
    different = fell = covered = 0
    for _ in range(REPETITIONS):
        sides = [
            losing(rows[:seeds], [draw_lost(random, seeds, 400 // (task + 1), fall) for task in range(tasks)])
            for fall in (6.0, 6.0, 0.0)
        ]
        made, alone = judge_forgetting_difference(sides[0], sides[1]), judge_forgetting(sides[2])
        forgot = judge_forgetting(sides[0])
        assert made is not None and alone is not None and forgot is not None
        different += made.verdict in ("better", "worse")
        fell += alone.verdict in ("better", "worse")
        covered += forgot.low <= 6.0 <= forgot.high
    assert different / REPETITIONS <= MOST and fell / REPETITIONS <= MOST
    assert covered / REPETITIONS >= 1 - MOST


def test_what_forgets_more_is_found(rows: tuple[RunRow, ...]) -> None:
    random = np.random.default_rng(3)
    little, much = (losing(rows[:5], [draw_lost(random, 5, 500, fall)]) for fall in (2.0, 20.0))
    made = judge_forgetting_difference(little, much)
    assert made is not None and made.verdict == "better" and made.metric.name == "forgetting"
    fell = judge_forgetting(much)
    assert fell is not None and fell.verdict == "worse"


def test_nothing_lost_by_any_run_is_no_certainty_but_on_many_texts(rows: tuple[RunRow, ...]) -> None:
    few, many = (judge_forgetting(losing(rows[:3], [np.zeros((3, size))])) for size in (60, 4_000))
    assert few is not None and many is not None and few.mean == many.mean == 0
    assert few.high > 20 * many.high > 0, "so few texts hide much"
    assert (few.margin, many.margin, many.verdict) == (10, 2, "equivalent")


def test_the_fall_since_learnt_is_another_table_where_the_best_is(rows: tuple[RunRow, ...]) -> None:
    random = np.random.default_rng(5)
    learnt = draw_lost(random, 3, 500, 1.0)
    group = losing(rows[:3], [learnt + 100 * (random.random((3, 500)) < 0.05)], [learnt], moments=2)
    best, since = judge_forgetting(group), judge_since_learnt(group)
    assert best is not None and since is not None
    assert since.mean == pytest.approx(learnt.mean()) and best.mean > since.mean + 4


def test_runs_that_were_trained_alike_count_once(rows: tuple[RunRow, ...]) -> None:
    lost = np.repeat(draw_lost(np.random.default_rng(6), 1, 500, 8.0), 3, axis=0)
    group = losing(rows[:3], [lost])
    stages = [stage.model_copy(update={"seed": 42}) for stage in group.experiment.stages]
    alike = judge_forgetting(
        replace(group, experiment=group.experiment.model_copy(update={"stages": stages}))
    )
    assert alike is not None and (alike.sample.count, alike.sample.scope) == (1, "weights")


def test_without_the_texts_of_every_run_nothing_is_judged(rows: tuple[RunRow, ...]) -> None:
    group = losing(rows[:3], [draw_lost(np.random.default_rng(7), 3, 500, 8.0)])
    assert judge_forgetting(group) is not None
    assert judge_forgetting(replace(group, lost_texts=(*group.lost_texts[:2], None))) is None
    assert judge_forgetting(replace(group, lost_texts=(None,) * 3)) is None
    assert judge_forgetting(replace(group, lost_texts=())) is None


def test_forgetting_of_other_texts_is_never_subtracted(rows: tuple[RunRow, ...]) -> None:
    lost = [draw_lost(np.random.default_rng(8), 3, 500, 8.0)]
    one, other = losing(rows[:3], lost), losing(rows[:3], lost, texts="edited")
    assert judge_forgetting_difference(one, other) is None
    mixed = replace(one, lost_texts=(*one.lost_texts[:2], other.lost_texts[2]))
    assert judge_forgetting(mixed) is None


SIMULATED = 400


@pytest.fixture(scope="module")
def passage_rows(tmp_path_factory: pytest.TempPathFactory) -> tuple[RunRow, ...]:
    return make_rows(tmp_path_factory.mktemp("verdict"))


def test_the_estimate_is_that_of_one_arm_by_hand(passage_rows: tuple[RunRow, ...]) -> None:
    """Two seeds, equal counts: mean, and the squares of the two-way table with the two imaginary passages."""
    growth, counts = draw(np.random.default_rng(1), 2, 0.05, 0.4)
    counts[:] = 10.0
    made = judge_growth(grouped(passage_rows, growth, counts))
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
def test_what_never_forgets_is_rarely_said_to(
    passage_rows: tuple[RunRow, ...], seeds: int, seed_sd: float
) -> None:
    """At most 8 % (5 claimed, 2.7 standard errors), where an interval over the seeds alone is wrong far more often."""
    random = np.random.default_rng([seeds, int(1000 * seed_sd)])
    false, over_seeds = 0, 0
    for _ in range(SIMULATED):
        growth, counts = draw(random, seeds, seed_sd, 0.0)
        made = judge_growth(grouped(passage_rows, growth, counts))
        assert made is not None
        false += made.verdict in ("better", "worse")
        logs = growth.sum(1) / counts.sum()
        low, high = stats.t.interval(0.95, seeds - 1, logs.mean(), stats.sem(logs))
        over_seeds += not low <= 0 <= high
    assert false / SIMULATED <= 0.08
    if seed_sd < 0.1:
        assert over_seeds / SIMULATED > 0.2


def test_what_forgets_is_found(passage_rows: tuple[RunRow, ...]) -> None:
    random = np.random.default_rng(3)
    found = [judge_growth(grouped(passage_rows, *draw(random, 3, 0.03, math.log(1.8)))) for _ in range(20)]
    assert all(made is not None and made.verdict == "worse" for made in found)


def test_one_run_is_judged_for_its_weights_only(passage_rows: tuple[RunRow, ...]) -> None:
    made = judge_growth(grouped(passage_rows, *draw(np.random.default_rng(4), 1, 0.03, 0.6)))
    assert made is not None and made.sample.scope == "weights" and made.verdict == "worse"


def test_runs_on_passages_that_were_trained_alike_count_once(passage_rows: tuple[RunRow, ...]) -> None:
    """Where the stage has a seed of its own, three copies are one run: of these weights, and no three seeds."""
    growth, counts = draw(np.random.default_rng(6), 1, 0.03, 0.6)
    group = grouped(passage_rows, np.repeat(growth, 3, axis=0), counts)
    free = judge_growth(group)
    assert free is not None and (free.sample.count, free.sample.scope) == (3, "seeds")
    stages = [stage.model_copy(update={"seed": 42}) for stage in group.experiment.stages]
    alike = judge_growth(replace(group, experiment=group.experiment.model_copy(update={"stages": stages})))
    assert alike is not None and (alike.sample.count, alike.sample.scope) == (1, "weights")


def test_no_change_on_any_passage_is_equivalence(passage_rows: tuple[RunRow, ...]) -> None:
    random = np.random.default_rng(5)
    growth = 0.01 * random.standard_normal((3, PASSAGES))
    made = judge_growth(grouped(passage_rows, growth, np.full(PASSAGES, 10.0)))
    assert made is not None and made.verdict == "equivalent"


def test_runs_without_passages_are_not_judged(passage_rows: tuple[RunRow, ...]) -> None:
    """Neither where none has any, nor where one of several has none: its factor would count, and its noise not."""
    growth, counts = draw(np.random.default_rng(6), 2, 0.03, 0.6)
    whole = grouped(passage_rows, growth, counts)
    assert judge_growth(whole) is not None
    bare = ForgettingRecord(passage_rows[2].id, loss_before=2.0, loss_after=2.6)
    mixed = RunGroup("One", 1, passage_rows[:3], (*whole.records, bare), (), whole.experiment)
    assert judge_growth(mixed) is None
    assert judge_growth(RunGroup("One", 1, passage_rows[2:3], (bare,), (), whole.experiment)) is None
