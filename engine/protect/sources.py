"""What the strategies of a stage read beside its own data, by content: part of what makes the stage's result."""

from __future__ import annotations

import hashlib
from typing import Any

from engine.data import cache
from engine.data.dataset import load
from engine.spec.experiment import Experiment, strip
from engine.spec.mitigation import EWC, LwF, ReplayBoth, ReplayEarlier, ReplayText
from engine.spec.stages import Finetune, Multitask, Stage
from engine.train.results import line, stage_folder
from engine.train.task import Context


def texts_of(stage: Stage) -> list[str]:
    """The general texts that a stage's strategies read, as they are named; "" is the bundled one."""
    found = []
    if isinstance(stage.consolidation, EWC) and stage.consolidation.of == "text":
        found.append(stage.consolidation.text)
    if isinstance(stage.replay, ReplayText | ReplayBoth):
        found.append(stage.replay.text)
    return found


def asks_earlier(stage: Stage) -> bool:
    """Whether a stage's strategies may read the tasks of earlier stages and their heads."""
    return (
        (isinstance(stage.consolidation, EWC) and stage.consolidation.of == "earlier")
        or isinstance(stage.replay, ReplayEarlier | ReplayBoth)
        or isinstance(stage.distillation, LwF)
    )


def asks_words(stage: Stage) -> bool:
    """Whether they may ask the masked-word head of the run's original encoder."""
    return bool(texts_of(stage)) or isinstance(stage.distillation, LwF)


def check(experiment: Experiment) -> None:
    """Raises UserError when a general text that a stage's strategies read cannot be read; later stages included."""
    from engine.probes.texts import content_of

    for text in {text for stage in experiment.stages for text in texts_of(stage)}:
        content_of(text, "train")


def fingerprint(context: Context) -> dict[str, Any]:
    """JSON values that are equal when the strategies of the stage of ``context`` read the same; {} without any.

    Raises UserError when a text or an earlier task's data cannot be read.
    """
    from engine.probes.texts import content_of
    from engine.train.reuse import content

    stage, found = context.experiment.stages[context.index], dict[str, Any]()
    if asks_words(stage):
        found["original"] = [content(context.experiment.encoder), context.experiment.encoder.weights]
        found["texts"] = [content_of(text, "train") for text in texts_of(stage)]
    if asks_earlier(stage):
        found["earlier"] = [
            _earlier(context, number, step) for number, step in line(context.experiment, context.index)
        ]
    return found


def _earlier(context: Context, number: int, step: int | None) -> str:
    """A hash of an earlier stage: what it says, its data, and the heads it has left."""
    stage, folder = context.experiment.stages[number - 1], stage_folder(context.folder, number, step)
    sources = [task.data for task in stage.tasks] if isinstance(stage, Multitask) else []
    if isinstance(stage, Finetune):
        sources = [stage.data]
    heads = {
        file.relative_to(folder).as_posix(): hashlib.sha256(file.read_bytes()).hexdigest()
        for file in sorted(folder.rglob("*.safetensors"))
        if not {"encoder", "steps"} & set(file.relative_to(folder).parts)
    }
    data = [load(source).fingerprint for source in sources]
    return cache.key(strip(stage, keep=("what",)), data, heads)
