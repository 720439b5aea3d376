"""Frozen features: outputs of frozen layers, computed once per text and shared on disk by epochs and runs.

While the embeddings and the lowest layers keep their weights and run without dropout, their output for a text is
constant (fixed features: Devlin et al. 2019, 5.3; Peters et al. 2019). It is written once, sorted by length and
without gradient, and afterwards only the layers above run. Where the whole encoder is frozen and only the head reads
it, the features of each text are stored instead of the states of its tokens.

Results are the same up to rounding, since texts are computed in other batches.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING

from torch import nn

from engine.data.tokens import EncodedSplit
from engine.errors import UserError
from engine.json_types import JsonObject
from engine.model.classification_head import ClassificationHead
from engine.model.encoder_model import EncoderModel
from engine.model.layer_split import can_split
from engine.progress import ReportProgress
from engine.spec.frozen_prefix import FrozenPrefix, find_frozen_prefix
from engine.spec.stages.base import Stage
from engine.stages.base import StageTask
from engine.stages.finetune import SupervisedTask
from engine.stages.frozen_rows import (
    FrozenFeatures,
    FrozenRows,
    RowsRequest,
    TooLargeError,
    format_size,
    frozen_key,
    rows_request,
)
from engine.stages.labelled_texts import TaskTexts

if TYPE_CHECKING:
    from transformers import PreTrainedTokenizerFast


def frozen_features_work(
    task: StageTask, step: int, model: EncoderModel, autocast: Callable[[], AbstractContextManager[object]]
) -> Callable[[ReportProgress], list[str]]:
    """Return work that loads or computes the frozen features of ``task`` from update ``step`` on, and returns notes.

    Args:
        task: any task. Only a ``SupervisedTask`` is changed.
        step: updates made so far.
        model: its model, on the device, before that update.
        autocast: the context in which the loop computes.
    """

    def work(say: ReportProgress) -> list[str]:
        if not isinstance(task, SupervisedTask):
            return []
        return _load_or_compute(task, step, model, autocast, say)

    return work


def _load_or_compute(
    task: SupervisedTask,
    step: int,
    model: EncoderModel,
    autocast: Callable[[], AbstractContextManager[object]],
    report: ReportProgress,
) -> list[str]:
    task.frozen_features = []
    context, stage, layers = task.context, task.stage, task.layers
    if not context.experiment.compute.keep_frozen:
        return []
    learnt = task.task_texts()
    per_epoch = max(1, round(1 / task.epochs_at(1)))
    phases = stage.freezing.timetable(layers, task.steps, per_epoch)
    top = min(min(each.head.layer_indices) for each in learnt)
    prefix = find_frozen_prefix(phases, layers, task.steps, per_epoch, top)
    if prefix is None or step >= prefix.frozen_until:
        return []
    encoder = model.encoder
    bare = (
        prefix.depth == layers
        and prefix.freezes_pooler
        and all(_only_head_learns(each.head) for each in learnt)
    )
    what = f"What {_describe_layers(prefix, layers)} of each text"
    if reason := _obstacle(stage, layers, encoder, bare):
        return [f"{what} is not kept: {reason}."]
    parameters = dict(model.named_parameters())
    below = [
        parameters[r.name]
        for r in task.parameter_table
        if r.part in ("embeddings", "layer") and r.depth <= prefix.depth
    ]
    if bare:
        below += [p for name, p in encoder.named_parameters() if name.startswith("pooler.")]
    depth = None if bare else prefix.depth
    base = frozen_key(
        encoder, below, depth, context.device,
        attention=context.experiment.compute.attention, packed=task.packed,
    )  # fmt: skip
    splits = ("train", "validation", "test") if prefix.frozen_until >= task.steps else ("train", "validation")
    making = FrozenRows(encoder, depth, task.to_device, autocast, context.folder.name, report)
    try:
        stored = [
            {
                split: making.find_or_compute(_request(each, split, task.tokenizer, base))[0]
                for split in splits
                if len(each.texts.splits.get(split, ()))
            }
            for each in learnt
        ]
    except TooLargeError as error:
        return [f"{what} is not kept: {error}."]
    except UserError as error:  # the disk has become full in the meantime
        return [f"{what} is not kept: {error.message}"]
    task.frozen_features = [FrozenFeatures(depth, rows, below) for rows in stored]
    size = sum(rows.size_bytes for one in stored for rows in one.values())
    until = "" if prefix.frozen_until >= task.steps else f" until update {prefix.frozen_until:,}"
    how = f"computed in {making.seconds:.0f} s" if making.computed_splits else "taken from the cache"
    return [
        f"{what} is kept ({format_size(size)}, {how}){until}; "
        f"it saves {100 * prefix.saving(layers):.0f} % of the layers' "
        "arithmetic in each update."
    ]


def _describe_layers(prefix: FrozenPrefix, layers: int) -> str:
    if prefix.depth == layers:
        return "the frozen encoder makes"
    return f"the frozen layers 1–{prefix.depth} make" if prefix.depth > 1 else "the frozen layer 1 makes"


def _obstacle(stage: Stage, layers: int, encoder: nn.Module, features_only: bool) -> str:
    """Return why nothing can be stored, empty where there is no obstacle."""
    quiet = (
        stage.freezing.whole_encoder_frozen(layers) or stage.freezing.disables_dropout or not stage.dropout
    )
    if not quiet:
        return "frozen layers run with dropout here (freezing.dropout)"
    if stage.adapter.acts:
        return "an adapter works in all layers"
    if any(task.augmentation.varies for task in stage.labelled_tasks()):
        return "texts are cut anew in every epoch"
    if not features_only and not can_split(encoder):
        return "this family of encoders cannot be run from a layer in the middle"
    return ""


def _only_head_learns(reader: ClassificationHead) -> bool:
    """Return whether only the head of ``reader`` is trained, so that the head's input is constant too."""
    own = {name.split(".")[0] for name, _ in reader.named_parameters()} - {"encoder"}
    return own == {"head"}


def _request(
    learnt: TaskTexts, split: str, tokenizer: PreTrainedTokenizerFast, base: JsonObject
) -> RowsRequest:
    encoded = learnt.texts.encoded[split]
    assert isinstance(encoded, EncodedSplit)
    return rows_request(learnt.texts.splits[split], encoded, tokenizer, base, learnt.head)
