"""Frozen features: what a head reads of a frozen encoder, computed once per text and shared on disk by epochs and runs.

While the whole encoder keeps its weights and runs without dropout, the features of a text are constant (Devlin et al.
2019, 5.3; Peters et al. 2019). They are written once, sorted by length and without gradient.

Results are the same up to rounding, since texts are computed in other batches.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING

from engine.data.tokens import EncodedSplit
from engine.disk_space import format_bytes
from engine.errors import UserError
from engine.json_types import JsonObject
from engine.model.classification_head import ClassificationHead
from engine.model.encoder_model import EncoderModel
from engine.progress import ReportProgress
from engine.spec.stages.base import Stage
from engine.stages.base import StageTask
from engine.stages.finetune import SupervisedTask
from engine.stages.frozen_rows import (
    FrozenFeatures,
    FrozenRows,
    RowsRequest,
    TooLargeError,
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
    until = stage.freezing.head_alone_until(layers, task.steps, per_epoch)
    if until < per_epoch or step >= until or not all(_only_head_learns(each.head) for each in learnt):
        return []
    if reason := _obstacle(stage, layers):
        return [f"The features of each text are not kept: {reason}."]
    encoder = model.encoder
    base = frozen_key(
        encoder, context.device, attention=context.experiment.compute.attention, packed=task.packed
    )
    splits = ("train", "validation", "test") if until >= task.steps else ("train", "validation")
    making = FrozenRows(encoder, task.to_device, autocast, context.folder.name, report)
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
        return [f"The features of each text are not kept: {error}."]
    except UserError as error:  # the disk has become full in the meantime
        return [f"The features of each text are not kept: {error.message}"]
    task.frozen_features = [FrozenFeatures(rows, list(encoder.parameters())) for rows in stored]
    size = sum(rows.size_bytes for one in stored for rows in one.values())
    span = "" if until >= task.steps else f" until update {until:,}"
    how = f"computed in {making.seconds:.0f} s" if making.computed_splits else "taken from the cache"
    return [f"The frozen encoder's features of each text are kept ({format_bytes(size)}, {how}){span}."]


def _obstacle(stage: Stage, layers: int) -> str:
    """Return why nothing can be stored, empty where there is no obstacle."""
    quiet = (
        stage.freezing.whole_encoder_frozen(layers) or stage.freezing.disables_dropout or not stage.dropout
    )
    if not quiet:
        return "frozen layers run with dropout here (freezing.dropout)"
    if stage.adapter.acts:
        return "an adapter acts in all layers"
    if any(task.augmentation.varies for task in stage.labelled_tasks()):
        return "texts are truncated anew in every epoch"
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
