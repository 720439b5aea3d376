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
from tests.engine.analysis.lost import draw_lost, losing

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


def test_forgetting_of_tasks_is_judged_where_the_lost_texts_are_known(rows: tuple[RunRow, ...]) -> None:
    lost = draw_lost(np.random.default_rng(1), 3, 500, 18.0)
    said = only_finding(losing(rows[:3], [lost]))
    number = r"[\d.]+"
    assert re.fullmatch(
        rf"Accuracy on the earlier task fell: {lost.mean():.1f} points below its best \(F; 95 % interval {number} to "
        rf"{number} over 3 seeds and 500 test texts, p {number}; over the seeds alone {number} to {number}\).",
        said,
    )
    one = only_finding(losing(rows[:1], [lost[:1]]))
    assert one.startswith("Accuracy on the earlier task fell, for these weights only: ")
    assert one.endswith("; one run: other seeds may differ).")
    rare = only_finding(losing(rows[:3], [draw_lost(np.random.default_rng(2), 3, 100, 1.5)]))
    assert rare.startswith("Unclear whether accuracy on the earlier task changed: ")
    never, open_ones = write_findings([losing(rows[:3], [np.zeros((3, 4_000))])])
    assert open_ones == "3 seeds without a failure leave open that up to 63 % of seeds fail."
    assert never.startswith(
        "Accuracy on the earlier task stayed within 2 points: 0.0 points below its best (F; "
    )
    assert "the seeds do not differ" in never
    few = only_finding(losing(rows[:3], [lost, lost[:, :20]]))
    assert few.endswith(
        "(F; 3 seeds; 20 test texts of the smallest of 2 tasks, too few to say anything: at least 50 are needed)."
    )


def test_the_best_of_several_moments_is_not_judged_but_the_fall_since_learnt(
    rows: tuple[RunRow, ...],
) -> None:
    random = np.random.default_rng(3)
    learnt = [draw_lost(random, 3, 500, 15.0) for _ in range(2)]
    best = [each + 100 * (random.random(each.shape) < 0.02) * (each == 0) for each in learnt]
    said = only_finding(losing(rows[:3], best, learnt, moments=2))
    f = np.mean([each.mean() for each in best])
    assert said.startswith(f"Accuracy on earlier tasks is {f:.1f} points below its best (F; 95 % interval ")
    head, judged = said.split(
        " The best of several moments is above the others by chance too, so F is not judged. "
    )
    assert ", p " not in head and "over 3 seeds and 1,000 test texts; over the seeds alone " in head
    fall = np.mean([each.mean() for each in learnt])
    assert judged.startswith(
        f"Accuracy on earlier tasks fell: {fall:.1f} points below what it was when each was learnt (−BWT; 95 % "
    )
    assert ", p " in judged


def test_forgetting_of_strategies_is_compared_where_the_texts_are_the_same(rows: tuple[RunRow, ...]) -> None:
    random = np.random.default_rng(4)
    groups = [
        losing(rows[:5], [draw_lost(random, 5, 500, fall)], name=name)
        for name, fall in (("Plain", 20.0), ("Kept", 2.0), ("Much", 20.0))
    ]
    said = write_findings(groups)
    (kept,) = [text for text in said if text.startswith("Kept against Plain: ")]
    number = r"[\d.]+"
    assert re.fullmatch(
        rf"Kept against Plain: forgot less of earlier tasks; F is {number} points lower \(95 % interval −{number} to "
        rf"−{number} over 500 test texts, paired over 5 seeds, p < 0.0001\).",
        kept,
    )
    (much,) = [text for text in said if text.startswith("Much against Plain: ")]
    assert much.startswith("Much against Plain: cannot tell which forgot more of earlier tasks; F is ")
    assert sum(text.startswith("On earlier tasks 2 comparisons are judged together") for text in said) == 1
    assert sum(text.startswith("Whether accuracy on earlier tasks changed was asked") for text in said) == 1
    other = losing(rows[:5], [draw_lost(random, 5, 500, 2.0)], name="Elsewhere", texts="others")
    assert not any(text.startswith("Elsewhere against") for text in write_findings([groups[0], other]))


def test_changes_of_several_strategies_are_corrected_for_their_number(rows: tuple[RunRow, ...]) -> None:
    whole = grouped(rows, *draw(np.random.default_rng(7), 3, 0.02, 0.19))
    (alone,) = write_findings([whole])
    family = [replace(whole, name=name) for name in ("One", "Two", "Three")]
    said = write_findings(family)
    p_alone, p_among = (float(re.search(r", p ([\d.]+)", text)[1]) for text in (alone, said[0]))  # type: ignore[index]
    assert p_among == pytest.approx(3 * p_alone, rel=0.1)
    assert sum("these p are Holm's" in text for text in said) == 1
