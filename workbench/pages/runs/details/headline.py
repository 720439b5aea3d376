"""The result of a run as a sentence, and two lines of context, read from the store. No Qt."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from engine.metrics.base import is_default_metric
from workbench.engine_texts import describe_key, margin_text
from workbench.language import tr, tr_engine, tr_n
from workbench.look import formats
from workbench.pages.runs.run_list.columns import run_status

if TYPE_CHECKING:
    from engine.analysis.verdicts.verdict import MetricDifference
    from engine.store import Store
    from engine.store.rows import RunRow
    from engine.store.summaries import PredictionSet


@dataclass(frozen=True)
class Headline:
    """The head of a run's page.

    Attributes:
        row: the run.
        title: one sentence: the result of a finished run, else its status.
        lines: the comparison with a baseline, and the weakest class.
        facts: (caption, figure) shown alongside it.
        wrong: number of wrong test texts, None if unknown.
    """

    row: RunRow
    title: str
    lines: tuple[str, ...] = ()
    facts: tuple[tuple[str, str], ...] = ()
    wrong: int | None = None


def load_headline(store: Store, run_id: int) -> Headline:
    """Return the headline of a run."""
    from engine.analysis.task_results import further_metrics, task_results_of_runs
    from engine.spec.experiment import result_splits
    from engine.store import runs, summaries

    row, experiment = runs.get_run(store, run_id), runs.get_experiment(store, run_id)
    facts = _facts(row, further_metrics(task_results_of_runs(store, {run_id: experiment})[run_id]))
    if row.final_test is None:
        return Headline(row, str(run_status(row)), (), facts)
    splits = summaries.prediction_splits(store, run_id)
    tests = [split for split in result_splits(experiment) if split in splits]
    predictions = summaries.read_predictions(store, run_id, tests[0]) if len(tests) == 1 else None
    lines = [_against_baseline(store, row)]
    if predictions is None or not predictions.classes or not len(predictions.rows):
        about = describe_key(f"test/{row.metric}")
        value = f"{formats.fixed(row.final_test, about.digits)} {about.unit}".strip()
        return Headline(row, f"{about.title}: {value}", tuple(filter(None, lines)), facts)
    wrong, texts = int((~predictions.right).sum()), len(predictions.rows)
    sentence = (
        tr("{right_share} % of test texts are right ({right} of {texts}); {wrong_share} % wrong")
        if row.metric == "accuracy"
        else tr("{wrong_share} % of test texts are wrong ({wrong} of {texts}); {right_share} % right")
    )
    title = sentence.format(
        wrong_share=formats.fixed(100 * wrong / texts, 1), right_share=formats.fixed(100 - 100 * wrong / texts, 1),
        wrong=formats.count(wrong), right=formats.count(texts - wrong), texts=formats.count(texts),
    )  # fmt: skip
    if not is_default_metric(row.metric):
        about = describe_key(f"test/{row.metric}")
        title = f"{about.title} {formats.fixed(row.final_test, about.digits)} {about.unit}; {title}"
    lines.append("" if predictions.is_multi_label else _weakest(predictions))
    return Headline(row, title, tuple(filter(None, lines)), facts, wrong)


def _facts(row: RunRow, more: dict[str, float]) -> tuple[tuple[str, str], ...]:
    facts = []
    for name, value in list(more.items())[:2]:
        about = describe_key(f"test/{name}")
        facts.append((about.short, f"{formats.fixed(value, about.digits)} {about.unit}".strip()))
    if row.forgot is not None:
        facts.append((tr("Language forgotten"), formats.times(row.forgot)))
    if row.validation_best is not None:
        about = describe_key(f"validation/{row.metric}")
        facts.append(
            (about.title, f"{formats.fixed(row.validation_best, about.digits)} {about.unit}".strip())
        )
    return tuple(facts)


def _weakest(predictions: PredictionSet) -> str:
    """Return the class with the lowest recall, and the most frequent confusion."""
    from engine.analysis.errors.predicted_split import confusion_counts

    counts = confusion_counts(predictions)
    totals, right = counts.sum(axis=1), np.diag(counts)
    there = np.flatnonzero(totals)
    if len(there) < 2 or (right == totals).all():
        return ""
    weak = int(there[np.argmin(right[there] / totals[there])])
    wrong = counts - np.diag(right)
    true, guess = divmod(int(wrong.argmax()), wrong.shape[1])
    return tr(
        "Weakest class: {name}, {count} of {total} right. Most confused: {true} predicted as {predicted}.",
        name=predictions.classes[weak], count=formats.count(int(right[weak])), total=formats.count(int(totals[weak])),
        true=predictions.classes[true], predicted=predictions.classes[guess],
    )  # fmt: skip


def _against_baseline(store: Store, row: RunRow) -> str:
    """Return the comparison with the best run without an encoder on the same test texts."""
    from engine.analysis.comparability import comparable_runs
    from engine.analysis.verdicts.significance import metric_difference
    from engine.store import runs

    plain = {
        other.id: other
        for other in runs.list_runs(store, status=["finished"], limit=500)
        if not other.encoder
        and other.data == row.data
        and other.metric == row.metric
        and other.test is not None
    }
    alike = (
        [plain[number] for number in comparable_runs(store, row.id, plain)] if plain and row.encoder else []
    )
    if not alike:
        return ""
    sign = -1.0 if describe_key(f"test/{row.metric}").higher_is_better else 1.0
    best = min(alike, key=lambda other: sign * (other.test or 0.0))
    difference = metric_difference(store, [row], [best])
    return "" if difference is None else _difference(difference, best)


def _difference(delta: MetricDifference, best: RunRow) -> str:
    about = describe_key(f"test/{best.metric}")
    baseline = tr(
        "{name}: {value} {unit}.",
        name=best.name,
        value=formats.fixed(best.test, about.digits),
        unit=about.unit,
    )
    size = formats.fixed(abs(delta.mean), 1 if about.unit == "%" else about.digits)
    points = tr_engine(delta.metric.difference_unit)
    interval = ""
    if delta.bounds is not None:
        low, high = (formats.signed(each, 1 if about.unit == "%" else about.digits) for each in delta.bounds)
        interval = tr("95 % interval {low} to {high}", low=low, high=high)
    if delta.verdict == "cannot tell":
        texts = tr_n("one test text", "{n:,} test texts", delta.texts)
        text = tr("{size} {points} apart, not significant on {texts}", size=size, points=points, texts=texts)
    elif delta.verdict == "equivalent":
        text = tr("Equivalent within {margin}", margin=margin_text(delta))
    elif delta.verdict == "better":
        text = tr("{size} {points} better", size=size, points=points)
    else:
        text = tr("{size} {points} worse", size=size, points=points)
    return f"{baseline} {text}{f' ({interval})' if interval else ''}."
