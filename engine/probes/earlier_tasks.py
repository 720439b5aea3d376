"""Performance of the current encoder on tasks of earlier stages, under their unchanged heads.

The decrease of their accuracy is forgetting as continual learning measures it
(``engine.analysis.forgetting.measured``). A head was trained for an earlier state of the encoder, so a rising error
shows that this head no longer fits, not that the encoder can no longer separate the classes. Linear probes measure
the latter.
"""

from __future__ import annotations

import numpy as np

from engine.data.splits import stratified_order
from engine.metrics.answer_bits import WRONG_ANSWERS, find_wrong, pack_wrong
from engine.metrics.base import counts_errors
from engine.probes.base import Probe, ProbeEnvironment, ProbeMoment, ProbeResult, register_probe
from engine.probes.earlier_heads import EarlierTask, earlier_tasks

MAX_TEXTS_DURING_STAGE = 500
"""Number of validation texts of an earlier task that are evaluated during a stage. They are always the same."""


class EarlierTasksProbe:
    """Main metric and loss of every task of earlier stages, on its validation texts.

    Values ``earlier/K:NAME/METRIC`` (``error``, in %, for a task with classes) and ``/loss``. For the selected
    checkpoint of a stage also ``/test_METRIC``, which is never used for selection.

    With ``/test_error`` also the map ``earlier/K:NAME/test_wrong``: bits of the test texts that were answered wrongly
    (``engine.metrics.answer_bits``), from which ``engine.analysis.forgetting.lost_texts`` estimates the variance over
    texts.

    During a stage at most ``MAX_TEXTS_DURING_STAGE`` texts of each task are evaluated, stratified by class. At the
    start and end of a stage and for the selected checkpoint all are.
    """

    name = "earlier"

    def __init__(self, environment: ProbeEnvironment, tasks: list[EarlierTask]) -> None:
        self._environment, self._tasks = environment, tasks
        self._samples = [_sample_validation(task) for task in tasks]
        environment.info["earlier"] = {
            task.label: {
                "texts": len(task.texts.splits["validation"]),
                "texts_on_the_way": len(sample),
                "test_texts": len(task.texts.splits["test"]),
                "data": task.texts.data.fingerprint,
            }
            for task, sample in zip(tasks, self._samples, strict=True)
        }

    def measure(self, moment: ProbeMoment) -> ProbeResult:
        values: dict[str, float] = {}
        maps: dict[str, np.ndarray] = {}
        for task, sample in zip(self._tasks, self._samples, strict=True):
            indices = sample if moment.occasion == "point" else None
            key, main = f"earlier/{task.label}", task.objective.main_metric
            outcomes = task.evaluate(self._environment.encoder, "validation", indices)
            metrics = task.objective.measure(key, outcomes)
            values |= {name: metrics[name] for name in (f"{key}/{main}", f"{key}/loss")}
            if moment.occasion == "chosen" and "test" in self._environment.context.experiment.final_splits:
                outcomes = task.evaluate(self._environment.encoder, "test")
                values[f"{key}/test_{main}"] = task.objective.measure(key, outcomes)[f"{key}/{main}"]
                if counts_errors(main) and (wrong := find_wrong(outcomes)) is not None:
                    maps[f"{key}/{WRONG_ANSWERS}"] = pack_wrong(wrong)
        return ProbeResult(values, maps)


def _sample_validation(task: EarlierTask) -> np.ndarray:
    """Return the indices of the validation texts evaluated during a stage: int64, a function of the data set only."""
    order = stratified_order(task.texts.strata("validation"), 0, "earlier tasks")
    return np.sort(order[:MAX_TEXTS_DURING_STAGE])


@register_probe("earlier", pretrained=False, at_start=True)
def build_earlier_tasks_probe(environment: ProbeEnvironment) -> Probe | None:
    tasks = earlier_tasks(environment.context, environment.report) if environment.spec.earlier else []
    return EarlierTasksProbe(environment, tasks) if tasks else None
