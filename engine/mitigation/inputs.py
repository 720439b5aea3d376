"""Inputs of a stage's options in addition to its own data, by content: part of the stage fingerprint."""

from __future__ import annotations

import hashlib

from engine.cache import artefacts
from engine.data.dataset import load_dataset
from engine.json_types import JsonObject
from engine.spec.base import collect_inputs
from engine.spec.experiment import select_roles
from engine.spec.task_names import stage_ancestors
from engine.stages.base import StageContext
from engine.stages.outputs import stage_folder


def inputs_fingerprint(context: StageContext) -> JsonObject:
    """Return JSON values that are equal when the options of the stage of ``context`` read the same inputs, {} for none.

    Each option declares its inputs itself (``Choice.inputs``). Raises UserError when a text or an earlier
    task's data cannot be read.
    """
    from engine.model.content_hash import encoder_content_hash
    from engine.probes.passages import passages_content_key

    inputs, content = collect_inputs(context.experiment.stages[context.index]), dict[str, object]()
    if inputs.original_head:
        encoder = context.experiment.encoder
        content["original"] = [encoder_content_hash(encoder), encoder.weights]
    if inputs.texts:
        content["texts"] = [
            passages_content_key(context.experiment.general_text(text), "train") for text in inputs.texts
        ]
    if inputs.earlier_tasks:
        content["earlier"] = [
            _earlier_stage_hash(context, number, step)
            for number, step in stage_ancestors(context.experiment, context.index)
        ]
    return content


def _earlier_stage_hash(context: StageContext, number: int, step: int | None) -> str:
    """Return a hash of an earlier stage: its settings, its data, and the heads it has saved."""
    stage, folder = context.experiment.stages[number - 1], stage_folder(context.folder, number, step)
    heads = {
        file.relative_to(folder).as_posix(): hashlib.sha256(file.read_bytes()).hexdigest()
        for file in sorted(folder.rglob("*.safetensors"))
        if not {"encoder", "steps"} & set(file.relative_to(folder).parts)
    }
    data = [load_dataset(task.data).fingerprint for task in stage.labelled_tasks()]
    return artefacts.key(select_roles(stage, roles=("what",)), data, heads)
