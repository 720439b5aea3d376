"""Frozen features: outputs of frozen layers, computed once per text and shared on disk by epochs and runs.

While the embeddings and the lowest layers keep their weights and run without dropout, their output for a text
is a constant (fixed features: Devlin et al. 2019, 5.3; Peters et al. 2019). It is written once, sorted by
length and without gradient, and from then on only the layers above run. Where the whole encoder is frozen and
only the head reads it, the features of each text are stored instead of the states of its tokens.

Results are the same up to rounding: texts are computed in other batches.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol, runtime_checkable

import numpy as np
import torch
from torch import nn

from engine.cache import activation_store, artefacts
from engine.cache.activation_store import StoredRows
from engine.cache.locks import POLL_SECONDS, ArtefactLock
from engine.cache.program_hash import program_hash
from engine.data.batches import evaluation_batches
from engine.data.tokens import EncodedSplit, TokenBatch, tokens_key
from engine.errors import UserError
from engine.json_types import JsonObject
from engine.kernels.tensor_batch import PrecomputedStates, TensorBatch, with_precomputed_states
from engine.model.classification_head import ClassificationHead
from engine.model.classifier import text_features
from engine.model.encoder_config import config_of
from engine.model.encoder_model import EncoderModel
from engine.model.forward import lower_states
from engine.model.layer_split import can_split
from engine.model.parameters import ParameterInfo
from engine.progress import ReportProgress
from engine.spec.frozen_prefix import FrozenPrefix, find_frozen_prefix
from engine.spec.stages.base import Stage
from engine.stages.base import StageContext, StageTask
from engine.stages.labelled_texts import LabelledTexts, SupervisedTask

if TYPE_CHECKING:
    from transformers import PreTrainedTokenizerFast

_BATCH_TOKENS = 8192
"""Tokens encoded at once while activations are computed."""
_POOL_BATCHES = 32
"""Batches that are sorted by length together; their rows are held in memory until they are written."""


@runtime_checkable
class FrozenFeaturesTask(SupervisedTask, Protocol):
    """A stage task that can read frozen features in place of texts."""

    context: StageContext
    parameter_table: list[ParameterInfo]
    layers: int
    steps: int
    packed: bool
    tokenizer: PreTrainedTokenizerFast
    frozen_features: list[FrozenFeatures]

    @property
    def stage(self) -> Stage: ...

    def to_device(self, batch: TokenBatch) -> TensorBatch:
        """Return a batch on the device."""
        ...

    def epochs_at(self, step: int) -> float: ...


class FrozenFeatures:
    """Outputs of frozen layers for the texts of one task, valid while these layers do not change.

    Args:
        depth: the hidden state that is stored; None: the features.
        rows: the stored rows of each split.
        frozen: the weights on which they depend.
    """

    def __init__(
        self, depth: int | None, rows: dict[str, StoredRows], frozen: Sequence[nn.Parameter]
    ) -> None:
        self._depth, self._rows, self._frozen = depth, rows, list(frozen)

    def attach(self, batch: TensorBatch, split: str) -> TensorBatch:
        """Return ``batch`` of ``split`` with its stored rows; unchanged once one of the weights is trainable."""
        if any(parameter.requires_grad for parameter in self._frozen):
            self._rows = {}  # they may be frozen again, but with other values
        if split not in self._rows:
            return batch
        values = self._rows[split].take(batch.indices.cpu().numpy())
        device = batch.ids.device
        if device.type == "cuda":
            values = values.pin_memory()
        values = values.to(device, non_blocking=True)
        if self._depth is None:
            return replace(batch, precomputed=PrecomputedStates(values))
        return with_precomputed_states(batch, self._depth, values)


@dataclass(frozen=True)
class _SplitRequest:
    """One split of one task.

    Attributes:
        split: its name.
        encoded: its texts.
        key: key of its rows in the activation store.
        counts: rows of each text, int64 [n].
        reader: the head that reads them.
    """

    split: str
    encoded: EncodedSplit
    key: str
    counts: np.ndarray
    reader: ClassificationHead


def frozen_features_work(
    task: StageTask, step: int, model: EncoderModel, autocast: Callable[[], AbstractContextManager[object]]
) -> Callable[[ReportProgress], list[str]]:
    """Return work that loads or computes the frozen features of ``task`` from update ``step`` on, and returns notes.

    Args:
        task: any task; those that are no ``FrozenFeaturesTask`` are left as they are.
        step: updates made so far.
        model: its model, on the device, as it is before that update.
        autocast: the context in which the loop computes.
    """

    def work(say: ReportProgress) -> list[str]:
        if not isinstance(task, FrozenFeaturesTask):
            return []
        return _load_or_compute(task, step, model, autocast, say)

    return work


def _load_or_compute(
    task: FrozenFeaturesTask,
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
    base = _base_key(context, encoder, below, prefix.depth, bare, task.packed)
    splits = ("train", "validation", "test") if prefix.frozen_until >= task.steps else ("train", "validation")
    wanted = [
        [
            _split_request(each.texts, split, task.tokenizer, base, each.head, bare)
            for split in splits
            if split in each.texts.splits
        ]
        for each in learnt
    ]
    making = _FeatureComputation(task, model, prefix.depth, bare, autocast, report)
    try:
        found = [{each.split: making.rows(each) for each in one} for one in wanted]
    except _TooLargeError as error:
        return [f"{what} is not kept: {error}."]
    except UserError as error:  # the disk has become full in the meantime
        return [f"{what} is not kept: {error.message}"]
    task.frozen_features = [FrozenFeatures(None if bare else prefix.depth, rows, below) for rows in found]
    size = sum(rows.size_bytes for one in found for rows in one.values())
    until = "" if prefix.frozen_until >= task.steps else f" until update {prefix.frozen_until:,}"
    how = f"computed in {making.seconds:.0f} s" if making.computed_splits else "taken from the cache"
    return [
        f"{what} is kept ({_format_size(size)}, {how}){until}; "
        f"it saves {100 * prefix.saving(layers):.0f} % of the layers' "
        "arithmetic in each update."
    ]


def _describe_layers(prefix: FrozenPrefix, layers: int) -> str:
    if prefix.depth == layers:
        return "the frozen encoder makes"
    return f"the frozen layers 1–{prefix.depth} make" if prefix.depth > 1 else "the frozen layer 1 makes"


def _obstacle(stage: Stage, layers: int, encoder: nn.Module, features_only: bool) -> str:
    """Return why nothing can be stored; empty where it can."""
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
    """Return whether nothing of ``reader`` but its head is trained, so that the head's input is constant too."""
    own = {name.split(".")[0] for name, _ in reader.named_parameters()} - {"encoder"}
    return own == {"head"}


def _base_key(
    context: StageContext,
    encoder: nn.Module,
    below: Sequence[torch.Tensor],
    depth: int,
    features_only: bool,
    packed: bool,
) -> JsonObject:
    """Return everything that determines activations except the texts."""
    weights = hashlib.sha256()
    for tensor in below:
        weights.update(tensor.detach().cpu().contiguous().view(-1).view(torch.uint8).numpy().data)
    config = config_of(encoder)
    # Without what does not matter: dropout, which is off, and the path of the encoder.
    shape = {n: str(v) for n, v in config.to_dict().items() if "dropout" not in n and not n.startswith("_")}
    return {
        "weights": weights.hexdigest(),
        "config": shape,
        "depth": None if features_only else depth,
        "precision": context.device.precision,
        "device": context.device.torch.type,
        "packed": packed,
        "attention": context.experiment.compute.attention,
        "program": program_hash(),
    }


def _split_request(
    texts: LabelledTexts,
    split: str,
    tokenizer: PreTrainedTokenizerFast,
    base: dict[str, object],
    reader: ClassificationHead,
    features_only: bool,
) -> _SplitRequest:
    encoded, own = texts.encoded[split], texts.splits[split]
    assert isinstance(encoded, EncodedSplit)
    pair, frame = own.second_texts is not None, encoded.frame
    made = base | {
        "texts": [tokens_key(own, tokenizer, segment) for segment in range(1 + pair)],
        "frame": [part.tolist() for part in (frame.prefix, frame.middle, frame.suffix, *frame.token_types)],
        "truncation": encoded.truncation.model_dump(mode="json"),
        "max_length": encoded.max_length,
    }
    if features_only:
        made["features"] = reader.features.model_dump(mode="json", exclude={"head"})
        made["pieces"] = reader.combine_pieces
    counts = np.ones(len(encoded), np.int64) if features_only else encoded.lengths
    return _SplitRequest(split, encoded, artefacts.key("activations", made), counts, reader)


class _TooLargeError(Exception):
    """Activations that would fill the disk; the message has their size."""


class _FeatureComputation:
    """Computes the rows that are not stored yet."""

    def __init__(
        self,
        task: FrozenFeaturesTask,
        model: EncoderModel,
        depth: int,
        features_only: bool,
        autocast: Callable[[], AbstractContextManager[object]],
        report: ReportProgress,
    ) -> None:
        self.task, self.model, self.depth, self.features_only = task, model, depth, features_only
        self.autocast, self.report = autocast, report
        self.computed_splits, self.seconds = 0, 0.0

    def rows(self, wanted: _SplitRequest) -> StoredRows:
        """Return the rows of one split, waiting for another run that is computing them."""
        with ArtefactLock(wanted.key, self.task.context.folder.name) as claim:
            while (found := activation_store.find_rows(wanted.key, wanted.counts)) is None:
                if claim.try_acquire():
                    found = activation_store.find_rows(
                        wanted.key, wanted.counts
                    )  # it may have been stored at this moment
                    return found or self._compute_and_store(wanted)
                self.report(f"Waiting for {claim.holder()}, which keeps the same activations", 0, 0)
                time.sleep(POLL_SECONDS)
            return found

    def _compute_and_store(self, wanted: _SplitRequest) -> StoredRows:
        began = time.monotonic()
        config = config_of(self.model.encoder)
        estimate = int(wanted.counts.sum()) * int(config.hidden_size) * 4
        if not activation_store.make_room(estimate):
            raise _TooLargeError(
                f"{_format_size(estimate)} for the {wanted.split} texts are more than a fifth of the free disk"
            )
        activation_store.write_rows(wanted.key, self._compute_pools(wanted))
        found = activation_store.find_rows(wanted.key, wanted.counts)
        if found is None:
            raise UserError("what was written could not be read again.")
        self.computed_splits, self.seconds = self.computed_splits + 1, self.seconds + time.monotonic() - began
        return found

    def _compute_pools(self, wanted: _SplitRequest) -> Iterator[torch.Tensor]:
        """Yield the rows of consecutive texts, pool by pool; within a pool they are computed by length.

        A pool has at most ``_POOL_BATCHES * _BATCH_TOKENS`` tokens, but at least one text. Example for pools
        of 10 tokens: ``lengths`` [4, 5, 3, 6] have ``ends`` [4, 9, 12, 18], so the pools are texts 0 to 1 and
        2 to 3.
        """
        lengths, first = wanted.encoded.lengths, 0
        ends = np.cumsum(lengths)
        while first < len(lengths):
            self.report(f"Keeping what frozen layers make of the {wanted.split} texts", first, len(lengths))
            before = int(ends[first - 1]) if first else 0
            last = max(
                first + 1, int(np.searchsorted(ends, before + _POOL_BATCHES * _BATCH_TOKENS, side="right"))
            )
            yield self._compute_pool(wanted, np.arange(first, last))
            first = last

    @torch.no_grad()
    def _compute_pool(self, wanted: _SplitRequest, texts: np.ndarray) -> torch.Tensor:
        self.model.eval()
        found: list[torch.Tensor] = [torch.empty(0)] * len(texts)
        for chosen in evaluation_batches(wanted.encoded.lengths[texts], _BATCH_TOKENS):
            batch = self.task.to_device(wanted.encoded.batch(texts[chosen]))
            with self.autocast():
                rows = self._compute_rows(wanted.reader, batch).cpu()
            for place, part in zip(chosen, rows.split(wanted.counts[texts[chosen]].tolist()), strict=True):
                found[place] = part
        return torch.cat(found)

    def _compute_rows(self, reader: ClassificationHead, batch: TensorBatch) -> torch.Tensor:
        encoder = self.model.encoder
        if self.features_only:
            return text_features(encoder, reader, batch, frozen=True)
        return lower_states(encoder, batch, self.depth)


def _format_size(count: int) -> str:
    return f"{count / 1e9:.1f} GB" if count >= 1e9 else f"{max(1, round(count / 1e6)):,} MB"
