"""Forward transfer: how much earlier stages help the next task.

Lopez-Paz & Ranzato (2017, eq. 4) compare a task's accuracy just before it is trained with that of an untrained model,
under a head that all tasks share. Here each task gets a head of its own, which does not exist yet. So the current
encoder and that at the start of the run are both measured with a linear probe (``engine.probes.knowledge``).
"""

from __future__ import annotations

from engine.model.encoders import describe_encoder
from engine.probes.base import Probe, ProbeEnvironment, ProbeMoment, ProbeResult, probe_serves, register_probe
from engine.probes.knowledge import LINEAR_PROBE_TOKENS, LinearProbeTask
from engine.spec.data import DataSource
from engine.spec.experiment import stage_ancestors, task_labels

FORWARD_TEXTS = 300
"""Number of training texts of a linear probe for the next task, and maximum number of validation texts."""


class ForwardTransferProbe:
    """Validation error in percent of a linear probe on the top layer, before stage K trains the task.

    Values ``forward/K:NAME/error`` on the current encoder and ``forward/K:NAME/untrained`` on that at the start of the
    run, only at the start of a stage.
    """

    name = "forward"

    def __init__(self, environment: ProbeEnvironment, tasks: dict[str, DataSource]) -> None:
        self._environment, self._tasks = environment, tasks
        environment.info["forward"] = {"tasks": list(tasks), "texts": FORWARD_TEXTS}

    def measure(self, moment: ProbeMoment) -> ProbeResult:
        if moment.occasion != "start":
            return ProbeResult()
        values = {}
        original, bf16 = self._environment.load_original(), self._environment.bf16
        length = min(LINEAR_PROBE_TOKENS, describe_encoder(self._environment.context.encoder).positions)
        for label, source in self._tasks.items():
            probe_task = LinearProbeTask(source, self._environment.tokenizer, FORWARD_TEXTS, length=length)
            values[f"forward/{label}/error"] = float(
                probe_task.layer_errors(self._environment.encoder, bf16=bf16)[-1]
            )
            values[f"forward/{label}/untrained"] = float(probe_task.layer_errors(original, bf16=bf16)[-1])
        return ProbeResult(values)


# A linear probe is a classifier, so tasks without a single class per text are left out.
@register_probe("forward", pretrained=False, objectives=("single_label", "ordinal"), at_start=True)
def build_forward_transfer_probe(environment: ProbeEnvironment) -> Probe | None:
    experiment, index = environment.context.experiment, environment.context.index
    stage = experiment.stages[index]
    if not environment.spec.earlier or not stage_ancestors(experiment, index):
        return None
    tasks = {
        label: task.data
        for label, task in zip(task_labels(experiment)[index], stage.labelled_tasks(), strict=True)
        if probe_serves("forward", task.objective.kind)
    }
    return ForwardTransferProbe(environment, tasks) if tasks else None
