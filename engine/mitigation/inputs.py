"""What the strategies of a stage read beside its own data, by content: part of what makes the stage's result."""

from __future__ import annotations

import hashlib
from typing import Any

from engine.cache import artifacts
from engine.data.dataset import load_dataset
from engine.spec.experiment import Experiment, select_roles
from engine.spec.mitigation import EWC, LwF, ReplayBoth, ReplayEarlier, ReplayText
from engine.spec.stages.base import Stage
from engine.spec.task_names import stage_ancestors
from engine.stages.base import StageContext
from engine.stages.outputs import stage_folder


def strategy_texts(stage: Stage) -> list[str]:
    """The general texts that a stage's strategies read, as they are named; "" is the bundled one."""
    found = []
    if isinstance(stage.consolidation, EWC) and stage.consolidation.of == "text":
        found.append(stage.consolidation.text)
    if isinstance(stage.replay, ReplayText | ReplayBoth):
        found.append(stage.replay.text)
    return found


def uses_earlier_tasks(stage: Stage) -> bool:
    """Whether a stage's strategies may read the tasks of earlier stages and their heads."""
    return (
        (isinstance(stage.consolidation, EWC) and stage.consolidation.of == "earlier")
        or isinstance(stage.replay, ReplayEarlier | ReplayBoth)
        or isinstance(stage.distillation, LwF)
    )


def uses_masked_head(stage: Stage) -> bool:
    """Whether they may ask the masked-word head of the run's original encoder."""
    return bool(strategy_texts(stage)) or isinstance(stage.distillation, LwF)


def check_texts(experiment: Experiment) -> None:
    """Raises UserError when a general text that a stage's strategies read cannot be read; later stages included."""
    from engine.probes.passages import passages_content_key

    for text in {text for stage in experiment.stages for text in strategy_texts(stage)}:
        passages_content_key(text, "train")


def inputs_fingerprint(context: StageContext) -> dict[str, Any]:
    """JSON values that are equal when the strategies of the stage of ``context`` read the same; {} without any.

    Raises UserError when a text or an earlier task's data cannot be read.
    """
    from engine.cache.content_hashes import encoder_content_hash
    from engine.probes.passages import passages_content_key

    stage, found = context.experiment.stages[context.index], dict[str, Any]()
    if uses_masked_head(stage):
        found["original"] = [
            encoder_content_hash(context.experiment.encoder),
            context.experiment.encoder.weights,
        ]
        found["texts"] = [passages_content_key(text, "train") for text in strategy_texts(stage)]
    if uses_earlier_tasks(stage):
        found["earlier"] = [
            _earlier_stage_hash(context, number, step)
            for number, step in stage_ancestors(context.experiment, context.index)
        ]
    return found


def _earlier_stage_hash(context: StageContext, number: int, step: int | None) -> str:
    """A hash of an earlier stage: what it says, its data, and the heads it has left."""
    stage, folder = context.experiment.stages[number - 1], stage_folder(context.folder, number, step)
    heads = {
        file.relative_to(folder).as_posix(): hashlib.sha256(file.read_bytes()).hexdigest()
        for file in sorted(folder.rglob("*.safetensors"))
        if not {"encoder", "steps"} & set(file.relative_to(folder).parts)
    }
    data = [load_dataset(task.data).fingerprint for task in stage.labelled_tasks()]
    return artifacts.key(select_roles(stage, roles=("what",)), data, heads)
