"""Tasks of earlier stages of a run: their saved heads, applied to the present encoder."""

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
from engine.spec.experiment import Encoder
from engine.spec.features import Features
from engine.spec.task_names import stage_ancestors, task_labels
from engine.spec.truncation import Truncation
from engine.stages.base import StageContext
from engine.stages.labelled_texts import LabelledTexts
from engine.stages.outputs import stage_folder


@dataclass(frozen=True, eq=False)
class EarlierTask:
    """A task that an earlier stage taught, with its own head.

    Attributes:
        label: ``K:NAME``, K the number of its stage.
        number: K, from 1.
        source: its data set.
        reader: the classification head, all that lies above the encoder's layers (a pooler it reads
            included), frozen, without dropout.
        texts: its splits, encoded as that stage read them.
        context: the present stage's run.
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
        """The objective with which the task was learnt."""
        return self.texts.objective

    @property
    def classes(self) -> tuple[str, ...]:
        """The names of its C classes."""
        return tuple(self.texts.classes)

    def logits(self, encoder: nn.Module, part: TokenBatch) -> torch.Tensor:
        """Compute logits [B, C], float32, of B texts with ``encoder``. Gradients reach the encoder only."""
        packed = self._packed(encoder)
        batch = to_tensors(part, self.context.device.torch, packed, self.pad_id, self._budget(packed))
        return compute_logits(encoder, self.head, batch).float()

    @torch.no_grad()
    def evaluate(self, encoder: nn.Module, split: str, indices: np.ndarray | None = None) -> Outcomes:
        """Evaluate ``encoder`` on ``split``, or on its texts ``indices``. Outcomes are in their order.

        ``encoder`` is used as it is: the caller puts it into evaluation mode.
        """
        encoded, labels = self.texts.encoded[split], self.texts.splits[split].labels
        chosen = np.arange(len(labels)) if indices is None else np.asarray(indices, np.int64)
        device = self.context.device
        batches = list(evaluation_batches(encoded.lengths[chosen], self._budget(self._packed(encoder))))
        # In the precision in which the stage that taught the task was tested.
        with torch.autocast(device.torch.type, torch.bfloat16, enabled=device.precision == "bf16"):
            logits = [self.logits(encoder, encoded.batch(chosen[places])) for places in batches]
        # Copied once: every copy from the device waits for all that was computed so far.
        answers = torch.cat(logits).cpu()[torch.from_numpy(np.argsort(np.concatenate(batches)))]
        return self.objective.outcomes(answers, torch.from_numpy(labels[chosen]), self.classes)

    def _packed(self, encoder: nn.Module) -> bool:
        return self.context.experiment.compute.padding != "padded" and supports_packing(encoder)

    def _budget(self, packed: bool) -> int:
        compute, device = self.context.experiment.compute, self.context.device.name
        return evaluation_batch_tokens(compute, device, padded=not packed)


def earlier_tasks(context: StageContext, report: ReportProgress | None = None) -> list[EarlierTask]:
    """Load the tasks of the stages on whose results the stage of ``context`` builds, in the order of the stages.

    Stages of another branch are left out. Heads are loaded from the stages' folders, data sets as the stages
    read them. Raises UserError when a head is missing, or the data set cannot be read.
    """
    labels = task_labels(context.experiment)
    taught = [
        (number, step)
        for number, step in stage_ancestors(context.experiment, context.index)
        if labels[number - 1]
    ]
    if not taught:
        return []
    info, tokenizer = describe_encoder(context.encoder), load_tokenizer(context.encoder)
    tell = report or ignore_progress
    tasks = []
    for number, step in taught:
        stage = context.experiment.stages[number - 1]
        features = stage.head_features
        assert features is not None, "what learns classes has a head"
        folder = stage_folder(context.folder, number, step)
        for label, task in zip(labels[number - 1], stage.labelled_tasks(), strict=True):
            seed = context.experiment.stream_seed("order", stage)
            texts = LabelledTexts(task, tokenizer, info.positions, tell, seed)
            head = folder / task.head_folder
            reader = _load_reader(folder, head, features, info, texts.outputs, task.truncation)
            reader = reader.to(context.device.torch)
            pad = int(tokenizer.pad_token_id)
            tasks.append(EarlierTask(label, number, task.data, reader, texts, context, pad))
    return tasks


def require_served(tasks: Iterable[EarlierTask], option: Choice, place: str, remedy: str) -> None:
    """Raise UserError where an earlier task was learnt by an objective that ``option`` does not serve."""
    for task in tasks:
        if not option.serves(task.objective.kind):
            raise UserError(
                f"the earlier task {task.name} learnt {task.objective.title.lower()}, which {type(option).title} "
                "does not work with.",
                place=place,
                remedy=remedy,
            )


def _load_reader(
    stage: Path, folder: Path, features: Features, info: EncoderInfo, classes: int, truncation: Truncation
) -> ClassificationHead:
    """Load the classification head saved in ``folder`` of the stage's folder ``stage``.

    A pooler it reads is part of it: the present encoder may have none, or that of another task.
    """
    with torch.random.fork_rng(devices=[]):  # its weights are drawn before they are loaded
        reader = ClassificationHead(
            features, info.layers, info.hidden, classes, 0.0, truncation.combine_segments
        )
    try:
        state = dict(_head_tensors(folder / HEAD_FILE, reader.uses_pooler))
        if (
            reader.uses_pooler and "pooler.dense.weight" not in state
        ):  # tasks learnt together share the encoder's
            loaded, _ = load_encoder(Encoder(source=str(stage)), None, 0, pooler=True)
            dense = encoder_pooler(loaded)
            assert dense is not None
            state |= {f"pooler.dense.{name}": value for name, value in dense.state_dict().items()}
        reader.load_state_dict(state)
    except (OSError, SafetensorError, RuntimeError) as error:
        raise UserError(
            f"the head of an earlier task cannot be read ({str(error).splitlines()[0]}).",
            place=str(folder / HEAD_FILE),
            remedy="The stage's result is missing or damaged: start the run again.",
        ) from None
    # In training mode, for an LSTM on a GPU has no backward pass in the other; it has no dropout in either.
    return reader.requires_grad_(False).train()


def _head_tensors(file: Path, pooled: bool) -> Iterator[tuple[str, torch.Tensor]]:
    for name, value in load_file(file).items():
        plain = (
            name.removeprefix("encoder.")
            .replace("pooler.dense.", "pooler.")
            .replace("pooler.", "pooler.dense.")
        )
        if pooled or not plain.startswith("pooler."):
            yield plain, value
