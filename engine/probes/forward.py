"""What earlier stages have done for a task that is about to be learnt: forward transfer.

Lopez-Paz & Ranzato (2017, eq. 4) compare a task's accuracy just before it is learnt with that of an untrained model,
under a head that all tasks share. Here each task has a head of its own, which does not exist yet; so both are asked by
a linear probe (``engine.probes.knowledge``) on the encoder as it stands and on the one the run began with.
"""

from __future__ import annotations

from engine.model.encoders import describe
from engine.probes.base import Bench, Moment, Probe, Reading, probe
from engine.probes.knowledge import LENGTH, Ability
from engine.spec.data import DataSource
from engine.spec.stages import Finetune, Multitask
from engine.spec.tasks import line, task_labels

TEXTS = 300
"""Training texts that a probe learns from, and validation texts at most on which it is tested."""


class Forward:
    """``forward/K:NAME/error`` and ``/untrained``: validation error % of a linear probe on the top layer, before stage
    K learns the task, on the present encoder and on the run's own; only at the beginning of a stage."""

    name = "forward"
    at_start = True

    def __init__(self, bench: Bench, tasks: dict[str, DataSource]) -> None:
        self._bench, self._tasks = bench, tasks
        bench.info["forward"] = {"tasks": list(tasks), "texts": TEXTS}

    def measure(self, moment: Moment) -> Reading:
        if moment.when != "start":
            return Reading()
        values = {}
        original, bf16 = self._bench.original(), self._bench.bf16
        length = min(LENGTH, describe(self._bench.context.encoder).positions)
        for label, source in self._tasks.items():
            ability = Ability(source, self._bench.tokenizer, TEXTS, length=length)
            values[f"forward/{label}/error"] = float(ability.profile(self._bench.encoder, bf16=bf16)[-1])
            values[f"forward/{label}/untrained"] = float(ability.profile(original, bf16=bf16)[-1])
        return Reading(values)


@probe("forward", pretrained=False)
def _(bench: Bench) -> Probe | None:
    experiment, index = bench.context.experiment, bench.context.index
    stage = experiment.stages[index]
    if not bench.spec.earlier or not line(experiment, index):
        return None
    sources: list[DataSource] = []
    if isinstance(stage, Finetune):
        sources = [stage.data]
    elif isinstance(stage, Multitask):
        sources = [task.data for task in stage.tasks]
    return (
        Forward(bench, dict(zip(task_labels(experiment)[index], sources, strict=True))) if sources else None
    )
