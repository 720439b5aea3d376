"""Frozen features: inputs of a head on a frozen encoder, computed once per text, and shared on disk by epochs and runs.

While the whole encoder is frozen and runs without dropout, the features of a text are constant (Devlin et al. 2019,
5.3; Peters et al. 2019). They are computed once, in batches of similar length and without gradient.

Results are equal up to rounding, since the batches differ.
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
    """Return a function that loads or computes the frozen features of ``task`` from update ``step`` on.

    It takes a progress callback and returns notes.

    Args:
        task: any task. Only a ``SupervisedTask`` is changed.
        step: number of updates made so far.
        model: its model on the device, as it is before that update.
        autocast: the autocast context of training.
    """

    def work(report: ReportProgress) -> list[str]:
        if not isinstance(task, SupervisedTask):
            return []
        return _load_or_compute(task, step, model, autocast, report)

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
    task_texts = task.task_texts()
    per_epoch = max(1, round(1 / task.epochs_at(1)))
    end = stage.freezing.head_alone_until(layers, task.steps, per_epoch)
    if end < per_epoch or step >= end or not all(_trains_only_head(each.head) for each in task_texts):
        return []
    if reason := _reason_against(stage, layers):
        return [f"The features of each text are not kept: {reason}."]
    encoder = model.encoder
    base = frozen_key(
        encoder, context.device, attention=context.experiment.compute.attention, packed=task.packed
    )
    splits = ("train", "validation", "test") if end >= task.steps else ("train", "validation")
    rows = FrozenRows(encoder, task.to_device, autocast, context.folder.name, report)
    try:
        stored = [
            {
                split: rows.find_or_compute(_request(each, split, task.tokenizer, base))[0]
                for split in splits
                if len(each.texts.splits.get(split, ()))
            }
            for each in task_texts
        ]
    except TooLargeError as error:
        return [f"The features of each text are not kept: {error}."]
    except UserError as error:  # the disk has become full in the meantime
        return [f"The features of each text are not kept: {error.message}"]
    task.frozen_features = [FrozenFeatures(split, list(encoder.parameters())) for split in stored]
    size = sum(part.size_bytes for split in stored for part in split.values())
    span = "" if end >= task.steps else f" until update {end:,}"
    origin = f"computed in {rows.seconds:.0f} s" if rows.computed_splits else "taken from the cache"
    return [f"The frozen encoder's features of each text are kept ({format_bytes(size)}, {origin}){span}."]


def _reason_against(stage: Stage, layers: int) -> str:
    """Return why no features can be stored, empty where they can."""
    is_deterministic = (
        stage.freezing.whole_encoder_frozen(layers) or stage.freezing.disables_dropout or not stage.dropout
    )
    if not is_deterministic:
        return "frozen layers run with dropout here (freezing.dropout)"
    if stage.adapter.acts:
        return "an adapter acts in all layers"
    if any(task.augmentation.varies for task in stage.labelled_tasks()):
        return "texts are truncated anew in every epoch"
    return ""


def _trains_only_head(head: ClassificationHead) -> bool:
    """Return whether the output layers are all that is trained above the encoder, so that their input is constant."""
    modules = {name.split(".")[0] for name, _ in head.named_parameters()} - {"encoder"}
    return modules == {"head"}


def _request(
    task_texts: TaskTexts, split: str, tokenizer: PreTrainedTokenizerFast, base: JsonObject
) -> RowsRequest:
    encoded = task_texts.texts.encoded[split]
    assert isinstance(encoded, EncodedSplit)
    return rows_request(task_texts.texts.splits[split], encoded, tokenizer, base, task_texts.head)
