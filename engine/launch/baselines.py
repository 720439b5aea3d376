"""Linear baselines of experiments: the same data, splits, cleaning and test texts, without an encoder."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from engine.data.data_titles import data_title
from engine.errors import UserError
from engine.spec.experiment import Compute, Experiment
from engine.spec.probes import Probes
from engine.spec.stages.base import Stage
from engine.spec.stages.linear_baseline import CLASSIFIERS, Classifier, LinearBaseline


def has_baseline(stages: Iterable[Stage]) -> bool:
    """Return whether any of ``stages`` learns classes, which a linear baseline can learn too."""
    tasks = (task for stage in stages for task in stage.labelled_tasks())
    return any(LinearBaseline.serves(task.objective.kind) for task in tasks)


def baseline_experiments(
    experiments: Iterable[Experiment], classifiers: Sequence[Classifier] = tuple(CLASSIFIERS)
) -> list[Experiment]:
    """Return the linear baselines of ``experiments``: for each labelled data set one run per classifier.

    Equal ones stand once: they depend on the data alone, not on seeds, rates or encoders. Where a stage takes its
    last checkpoint rather than the best on validation, its baseline does without validation labels too.

    Raises UserError when no stage learns classes.
    """
    found: dict[str, Experiment] = {}
    for experiment in experiments:
        for stage in experiment.stages:
            for task in stage.labelled_tasks():
                if not LinearBaseline.serves(task.objective.kind):
                    continue
                select: Literal["best", "fixed"] = "best" if stage.hands_on_best else "fixed"
                for classifier in classifiers:
                    made = _baseline(LinearBaseline(data=task.data, classifier=classifier, select=select))
                    found.setdefault(made.identity(), made)
    if not found:
        raise UserError(
            "no stage learns one class for each text, so there is nothing for a linear baseline to learn."
        )
    return list(found.values())


def _baseline(stage: LinearBaseline) -> Experiment:
    """Return the run of one baseline, on the CPU: a queue gives it no GPU."""
    title = CLASSIFIERS[stage.classifier]
    name = f"Bag of words, {title[:1].lower()}{title[1:]}: {data_title(stage.data.source)}"[:200]
    return Experiment(name=name, stages=[stage], probes=Probes(on=False), compute=Compute(device="cpu"))
