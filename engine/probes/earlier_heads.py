"""Tasks of earlier stages of a run, with their saved heads, which are applied to the current encoder."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from safetensors import SafetensorError
from safetensors.torch import load_file
from torch import nn

from engine.compute.microbatch import evaluation_batch_tokens
from engine.data.batches import evaluation_batches
from engine.data.tokens import TokenBatch
from engine.errors import UserError
from engine.kernels.tensor_batch import supports_packing, to_tensors
from engine.metrics.base import Outcomes
from engine.model.classification_head import ClassificationHead
from engine.model.classifier import compute_logits, encoder_pooler
from engine.model.encoders import EncoderInfo, describe_encoder, load_encoder, load_tokenizer
from engine.model.saved_description import HEAD_FILE
from engine.objectives.base import LabelObjective
from engine.progress import ReportProgress, ignore_progress
from engine.spec.base import Choice
from engine.spec.data import DataSource
from engine.spec.experiment import Encoder, stage_ancestors, task_labels
from engine.spec.features import Features
from engine.spec.truncation import Truncation
from engine.stages.base import StageContext
from engine.stages.labelled_texts import LabelledTexts
from engine.stages.outputs import stage_folder


@dataclass(frozen=True, eq=False)
class EarlierTask:
    """A task of an earlier stage, with its own head.

    Attributes:
        label: ``K:NAME``, K the number of its stage.
        number: K, from 1.
        source: its data set.
        head: the classification head, including a pooler that it reads, frozen and without dropout.
        texts: its splits, encoded as in that stage.
        context: the current stage's run.
        pad_id: id of the padding token.
    """

    label: str
    number: int
    source: DataSource
    head: ClassificationHead
    texts: LabelledTexts
    context: StageContext
    pad_id: int

    @property
    def name(self) -> str:
        """The task's name."""
        return self.label.partition(":")[2]

    @property
    def objective(self) -> LabelObjective:
        """The objective with which the task was trained."""
        return self.texts.objective

    @property
    def classes(self) -> tuple[str, ...]:
        """The names of its C classes."""
        return tuple(self.texts.classes)

    def logits(self, encoder: nn.Module, part: TokenBatch) -> torch.Tensor:
        """Compute logits [B, C], float32, of B texts with ``encoder``. Only the encoder gets gradients."""
        packed = self._packs(encoder)
        batch = to_tensors(part, self.context.device.torch, packed, self.pad_id, self._budget(packed))
        return compute_logits(encoder, self.head, batch).float()

    @torch.no_grad()
    def evaluate(self, encoder: nn.Module, split: str, selection: np.ndarray | None = None) -> Outcomes:
        """Evaluate ``encoder`` on ``split``, or on the texts ``selection`` of it. Outcomes are in their order.

        The caller must set ``encoder`` to evaluation mode.
        """
        encoded, labels = self.texts.encoded[split], self.texts.splits[split].labels
        chosen = np.arange(len(labels)) if selection is None else np.asarray(selection, np.int64)
        device = self.context.device
        batches = list(evaluation_batches(encoded.lengths[chosen], self._budget(self._packs(encoder))))
        # In the precision of the test at the end of the task's own stage.
        with torch.autocast(device.torch.type, torch.bfloat16, enabled=device.precision == "bf16"):
            logits = [self.logits(encoder, encoded.batch(chosen[batch_indices])) for batch_indices in batches]
        # Copied once, since every copy from the device waits for all earlier work.
        outputs = torch.cat(logits).cpu()[torch.from_numpy(np.argsort(np.concatenate(batches)))]
        return self.objective.outcomes(outputs, torch.from_numpy(labels[chosen]), self.classes)

    def _packs(self, encoder: nn.Module) -> bool:
        return self.context.experiment.compute.padding != "padded" and supports_packing(encoder)

    def _budget(self, packed: bool) -> int:
        compute, device = self.context.experiment.compute, self.context.device.name
        return evaluation_batch_tokens(compute, device, padded=not packed)


def earlier_tasks(context: StageContext, report: ReportProgress | None = None) -> list[EarlierTask]:
    """Load the tasks of the stages on whose results the stage of ``context`` builds, in the order of the stages.

    Stages of other branches are left out. Heads are loaded from the stages' folders, data sets with the stages'
    settings. Raises UserError when a head is missing, or a data set cannot be read.
    """
    labels = task_labels(context.experiment)
    stages = [
        (number, step)
        for number, step in stage_ancestors(context.experiment, context.index)
        if labels[number - 1]
    ]
    if not stages:
        return []
    info, tokenizer = describe_encoder(context.encoder), load_tokenizer(context.encoder)
    progress = report or ignore_progress
    tasks = []
    for number, step in stages:
        stage = context.experiment.stages[number - 1]
        features = stage.head_features
        assert features is not None, "what learns classes has a head"
        folder = stage_folder(context.folder, number, step)
        for label, task in zip(labels[number - 1], stage.labelled_tasks(), strict=True):
            seed = context.experiment.stream_seed("order", stage)
            texts = LabelledTexts(task, tokenizer, info.positions, progress, seed)
            head_folder = folder / task.head_folder
            task_head = _load_head(folder, head_folder, features, info, texts.outputs, task.truncation)
            task_head = task_head.to(context.device.torch)
            pad_id = int(tokenizer.pad_token_id)
            tasks.append(EarlierTask(label, number, task.data, task_head, texts, context, pad_id))
    return tasks


def require_served(tasks: Iterable[EarlierTask], option: Choice, place: str, remedy: str) -> None:
    """Raise UserError where ``option`` does not support the objective of an earlier task."""
    for task in tasks:
        if not option.serves(task.objective.kind):
            raise UserError(
                f"the earlier task {task.name} learnt {task.objective.title.lower()}, which {type(option).title} "
                "does not work with.",
                place=place,
                remedy=remedy,
            )


def _load_head(
    base: Path, head_folder: Path, features: Features, info: EncoderInfo, classes: int, truncation: Truncation
) -> ClassificationHead:
    """Load the classification head saved in ``head_folder`` of the stage's folder ``base``.

    A pooler that it reads is part of it: the current encoder may have none, or that of another task.
    """
    with torch.random.fork_rng(devices=[]):  # the constructor draws weights, which are then loaded
        head = ClassificationHead(
            features, info.layers, info.hidden, classes, 0.0, truncation.combine_segments
        )
    try:
        state = dict(_head_tensors(head_folder / HEAD_FILE, head.uses_pooler))
        if (
            head.uses_pooler and "pooler.dense.weight" not in state
        ):  # the tasks of a multi-task stage share the encoder's pooler
            loaded, _ = load_encoder(Encoder(source=str(base)), None, 0, pooler=True)
            dense = encoder_pooler(loaded)
            assert dense is not None
            state |= {f"pooler.dense.{name}": value for name, value in dense.state_dict().items()}
        head.load_state_dict(state)
    except (OSError, SafetensorError, RuntimeError) as error:
        raise UserError(
            f"the head of an earlier task cannot be read ({str(error).splitlines()[0]}).",
            place=str(head_folder / HEAD_FILE),
            remedy="The stage's result is missing or damaged: start the run again.",
        ) from None
    # In training mode, since LSTMs on a GPU have no backward pass in evaluation mode. Dropout is 0 anyway.
    return head.requires_grad_(False).train()


def _head_tensors(file: Path, uses_pooler: bool) -> Iterator[tuple[str, torch.Tensor]]:
    for name, value in load_file(file).items():
        own_name = (
            name.removeprefix("encoder.")
            .replace("pooler.dense.", "pooler.")
            .replace("pooler.", "pooler.dense.")
        )
        if uses_pooler or not own_name.startswith("pooler."):
            yield own_name, value
