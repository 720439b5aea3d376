"""Sentences of findings: what is said of a change and with which noise, and what is not said without it."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest

from engine.analysis.report.words import write_findings
from engine.analysis.run_groups import RunGroup
from engine.store.rows import RunRow
from tests.engine.analysis.grown import draw, grouped, make_rows

VERDICTS = re.compile(r"\b(rose|fell|stayed|unclear)\b", re.IGNORECASE)
CHANCE = "how much of this is chance is unknown"


@pytest.fixture(scope="module")
def rows(tmp_path_factory: pytest.TempPathFactory) -> tuple[RunRow, ...]:
    return make_rows(tmp_path_factory.mktemp("words"))


def only_finding(strategy: RunGroup) -> str:
    (said,) = write_findings([strategy])
    return said


def with_forgetting(strategy: RunGroup, lost: list[float], tasks: int = 2, metric: str = "error") -> RunGroup:
    """``strategy`` with an F of each run and nothing else measured."""
    names = tuple(f"{number}:task {number}" for number in range(1, tasks + 1))
    records = tuple(
        replace(
            record,
            loss_before=None,
            passages=np.zeros((2, 0)),
            forgetting=f,
            tasks=names,
            metrics=(metric,) * tasks,
        )
        for record, f in zip(strategy.records, lost, strict=True)
    )
    return replace(strategy, records=records)


def test_seeds_that_agree_on_the_same_passages_do_not_show_a_change(rows: tuple[RunRow, ...]) -> None:
    """Three runs of nearly the same factor on 64 passages that differ much: over seeds alone this was a fall."""
    random = np.random.default_rng(2)
    growth, counts = draw(random, 3, 0.0, 0.0)
    growth += counts * (-0.02 - growth.sum() / counts.sum() / 3)  # 2 % less on the mean
    growth += counts * np.array([[-0.0005], [0.0], [0.0005]])
    said = only_finding(grouped(rows, growth, counts))
    match = re.search(r"over the seeds alone ([\d.]+) to ([\d.]+)", said)
    assert match is not None and float(match[2]) < 1.0
    assert said.startswith("Unclear whether perplexity on general text changed: 0.98-fold (95 % interval ")


def test_few_passages_say_nothing(rows: tuple[RunRow, ...]) -> None:
    said = only_finding(grouped(rows, *draw(np.random.default_rng(0), 2, 0.01, 0.5, passages=8)))
    assert said.endswith("-fold (2 seeds; 8 passages, too few to say anything: at least 50 are needed).")
    assert said.startswith("Unclear whether")


def test_seeds_that_do_not_differ_are_said_to(rows: tuple[RunRow, ...]) -> None:
    growth, counts = draw(np.random.default_rng(0), 1, 0.0, 0.5)
    said = only_finding(grouped(rows, np.repeat(growth, 2, axis=0), counts))
    assert "; the seeds do not differ, over the passages alone " in said and " rose " in said


def test_without_the_losses_of_passages_there_is_no_verdict(rows: tuple[RunRow, ...]) -> None:
    whole = grouped(rows, *draw(np.random.default_rng(0), 3, 0.01, 0.5))
    bare = replace(whole, records=tuple(replace(each, passages=np.zeros((2, 0))) for each in whole.records))
    said = only_finding(bare)
    assert not VERDICTS.search(said)
    assert "times what it was (3 seeds, 95 % interval over seeds " in said
    assert "which holds for these passages only" in said
    one = replace(bare, runs=bare.runs[:1], records=bare.records[:1])
    assert only_finding(one).endswith(f"times what it was (one run: {CHANCE}).")


@pytest.mark.parametrize(
    ("lost", "tasks", "metric", "expected"),
    [
        ([18.0, 19.0, 20.5], 2, "error", "Accuracy on the earlier task is 19.2 points below its best (F; 3 seeds, 95 % "
         "interval over seeds 16.0 to 22.3, which holds for these test texts only)."),
        ([2.0, 2.0], 2, "error", f"Accuracy on the earlier task is 2.0 points below its best (F; 2 seeds that do not "
         f"differ: {CHANCE})."),
        ([-1.0], 3, "error", f"Accuracy on earlier tasks is 1.0 points above its best (F; one run: {CHANCE})."),
        ([0.5], 2, "rmse", f"RMSE on the earlier task is 0.5000 above its best (F; one run: {CHANCE})."),
        ([-0.5], 2, "rmse", f"RMSE on the earlier task is 0.5000 below its best (F; one run: {CHANCE})."),
    ],
)  # fmt: skip
def test_forgetting_of_tasks_is_told_without_a_verdict(
    rows: tuple[RunRow, ...], lost: list[float], tasks: int, metric: str, expected: str
) -> None:
    """The noise of the earlier tasks' test texts is not known, and of equal seeds no noise at all."""
    whole = grouped(rows, *draw(np.random.default_rng(0), len(lost), 0.0, 0.0))
    said = only_finding(with_forgetting(whole, lost, tasks, metric))
    assert said == expected and not VERDICTS.search(said)


def test_changes_of_several_strategies_are_corrected_for_their_number(rows: tuple[RunRow, ...]) -> None:
    whole = grouped(rows, *draw(np.random.default_rng(7), 3, 0.02, 0.19))
    (alone,) = write_findings([whole])
    family = [replace(whole, name=name) for name in ("One", "Two", "Three")]
    said = write_findings(family)
    p_alone, p_among = (float(re.search(r", p ([\d.]+)", text)[1]) for text in (alone, said[0]))  # type: ignore[index]
    assert p_among == pytest.approx(3 * p_alone, rel=0.1)
    assert sum("these p are Holm's" in text for text in said) == 1
