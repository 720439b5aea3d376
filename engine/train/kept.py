"""What frozen lower layers make of each text is computed once, kept on disk and shared by epochs and runs.

While the embeddings and the lowest layers keep their weights and run without dropout, their output for a text is a
constant (fixed features: Devlin et al. 2019, 5.3; Peters et al. 2019). It is written once, sorted by length and without
gradient, and from then on only the layers above run. Where the whole encoder is frozen and nothing but the head reads
it, the features of each text are kept instead of the states of its tokens.

Results are those without it up to rounding: texts are in other company when they are computed.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from typing import Any, Protocol

import numpy as np
import torch
from torch import nn

from engine.data import cache
from engine.data.batches import sorted_batches
from engine.data.claims import POLL_SECONDS, Claim
from engine.data.tokens import Encoded, TokenBatch, tokens_key
from engine.errors import UserError
from engine.model.classifier import text_features
from engine.model.forward import lower_states
from engine.model.halves import divisible
from engine.model.packed import Known, TensorBatch, with_states
from engine.model.reader import Reader
from engine.optim.table import Row
from engine.spec.mitigation import NoAdapter
from engine.spec.prefix import Prefix, frozen_prefix
from engine.train import activations, reuse
from engine.train.activations import Rows
from engine.train.background import Say
from engine.train.labelled import LabelledTexts
from engine.train.task import Context

_AT_ONCE = 8192
"""Tokens encoded at once while activations are made."""
_POOL = 32
"""So many of those are sorted by length together; their rows are held in memory until they are written."""


class Reading(Protocol):
    """A task whose readers read labelled texts."""

    context: Context
    table: list[Row]
    layers: int
    steps: int
    packed: bool
    tokenizer: Any
    kept: list[Kept]

    @property
    def stage(self) -> Any: ...
    def readings(self) -> list[tuple[LabelledTexts, Reader]]:
        """The texts of each task, and what reads them."""
        ...

    def move(self, part: TokenBatch) -> TensorBatch:
        """A batch on the device."""
        ...

    def epoch(self, step: int) -> float: ...


class Kept:
    """What frozen layers make of the texts of one task, as long as they stay as they are.

    Args:
        depth: the hidden state that is kept; None: the features.
        rows: of each split.
        frozen: the weights it depends on.
    """

    def __init__(self, depth: int | None, rows: dict[str, Rows], frozen: Sequence[nn.Parameter]) -> None:
        self._depth, self._rows, self._frozen = depth, rows, list(frozen)

    def give(self, batch: TensorBatch, split: str) -> TensorBatch:
        """``batch`` of ``split`` with what is known of it; as it is once one of the weights has begun to learn."""
        if any(parameter.requires_grad for parameter in self._frozen):
            self._rows = {}  # they may freeze again, but not as they were
        if split not in self._rows:
            return batch
        values = self._rows[split].take(batch.indices.cpu().numpy())
        device = batch.ids.device
        if device.type == "cuda":
            values = values.pin_memory()
        values = values.to(device, non_blocking=True)
        if self._depth is None:
            return replace(batch, known=Known(values))
        return with_states(batch, self._depth, values)


@dataclass(frozen=True)
class _Wanted:
    """One split of one task: its texts, how its rows are known, and how many each text has."""

    split: str
    encoded: Encoded
    key: str
    counts: np.ndarray
    reader: Reader


def keeping(
    task: Any, step: int, model: nn.Module, autocast: Callable[[], AbstractContextManager[Any]]
) -> Callable[[Say], list[str]]:
    """Work to be told of: finds or makes what ``task`` can be spared, from update ``step`` on; returns notes.

    Args:
        task: any task; those without ``readings`` are left as they are.
        model: its model, on the device, as it stands before that update.
        autocast: the context in which the loop computes.
    """

    def work(say: Say) -> list[str]:
        return _keep(task, step, model, autocast, say) if hasattr(task, "readings") else []

    return work


def _keep(
    task: Reading, step: int, model: nn.Module, autocast: Callable[[], AbstractContextManager[Any]], say: Say
) -> list[str]:
    task.kept = []
    context, stage, layers = task.context, task.stage, task.layers
    if not context.experiment.compute.keep_frozen:
        return []
    readings = task.readings()
    per_epoch = max(1, round(1 / task.epoch(1)))
    phases = stage.freezing.timetable(layers, task.steps, per_epoch)
    top = min(min(reader.indices) for _, reader in readings)
    prefix = frozen_prefix(phases, layers, task.steps, per_epoch, top)
    if prefix is None or step >= prefix.until:
        return []
    encoder = model.encoder
    assert isinstance(encoder, nn.Module)
    bare = prefix.depth == layers and prefix.bare and all(_only_a_head(reader) for _, reader in readings)
    what = f"What {_layers_in_words(prefix, layers)} of each text"
    if reason := _hindrance(stage, layers, encoder, bare):
        return [f"{what} is not kept: {reason}."]
    parameters = dict(model.named_parameters())
    below = [
        parameters[r.name]
        for r in task.table
        if r.part in ("embeddings", "layer") and r.depth <= prefix.depth
    ]
    if bare:
        below += [p for name, p in encoder.named_parameters() if name.startswith("pooler.")]
    base = _base_key(context, encoder, below, prefix.depth, bare, task.packed)
    splits = ("train", "validation", "test") if prefix.until >= task.steps else ("train", "validation")
    wanted = [
        [
            _wanted(texts, split, task.tokenizer, base, reader, bare)
            for split in splits
            if split in texts.splits
        ]
        for texts, reader in readings
    ]
    making = _Making(task, model, prefix.depth, bare, autocast, say)
    try:
        found = [{each.split: making.rows(each) for each in one} for one in wanted]
    except _TooLargeError as error:
        return [f"{what} is not kept: {error}."]
    except UserError as error:  # the disk has filled up in the meantime
        return [f"{what} is not kept: {error.message}"]
    task.kept = [Kept(None if bare else prefix.depth, rows, below) for rows in found]
    size = sum(rows.bytes for one in found for rows in one.values())
    until = "" if prefix.until >= task.steps else f" until update {prefix.until:,}"
    how = f"computed in {making.seconds:.0f} s" if making.made else "taken from the cache"
    return [
        f"{what} is kept ({_size(size)}, {how}){until}; it saves {100 * prefix.saving(layers):.0f} % of the layers' "
        "arithmetic in each update."
    ]


def _layers_in_words(prefix: Prefix, layers: int) -> str:
    if prefix.depth == layers:
        return "the frozen encoder makes"
    return f"the frozen layers 1–{prefix.depth} make" if prefix.depth > 1 else "the frozen layer 1 makes"


def _hindrance(stage: Any, layers: int, encoder: nn.Module, bare: bool) -> str:
    """Why nothing can be kept; empty where it can."""
    quiet = stage.freezing.whole_encoder_frozen(layers) or stage.freezing.quiet or not stage.dropout
    if not quiet:
        return "frozen layers run with dropout here (freezing.dropout)"
    if not isinstance(stage.adapter, NoAdapter):
        return "an adapter works in all layers"
    if getattr(stage, "augmentation", None) is not None and stage.augmentation.kind != "none":
        return "texts are cut anew in every epoch"
    if not bare and not divisible(encoder):
        return "this family of encoders cannot be run from a layer in the middle"
    return ""


def _only_a_head(reader: Reader) -> bool:
    """Whether nothing of ``reader`` but its head learns, so that what the head reads is a constant too."""
    own = {name.split(".")[0] for name, _ in reader.named_parameters()} - {"encoder"}
    return own == {"head"}


def _base_key(
    context: Context, encoder: nn.Module, below: Sequence[torch.Tensor], depth: int, bare: bool, packed: bool
) -> dict[str, Any]:
    """All but the texts that makes activations."""
    weights = hashlib.sha256()
    for tensor in below:
        weights.update(tensor.detach().cpu().contiguous().view(-1).view(torch.uint8).numpy().data)
    config: Any = encoder.config
    # Without what does not matter: dropout, which is off, and where the encoder was read.
    shape = {n: str(v) for n, v in config.to_dict().items() if "dropout" not in n and not n.startswith("_")}
    return {
        "weights": weights.hexdigest(),
        "config": shape,
        "depth": None if bare else depth,
        "precision": context.device.precision,
        "device": context.device.torch.type,
        "packed": packed,
        "attention": context.experiment.compute.attention,
        "program": reuse.program(),
    }


def _wanted(
    texts: LabelledTexts, split: str, tokenizer: Any, base: dict[str, Any], reader: Reader, bare: bool
) -> _Wanted:
    encoded, own = texts.encoded[split], texts.splits[split]
    assert isinstance(encoded, Encoded)
    pair, frame = own.seconds is not None, encoded.frame
    made = base | {
        "texts": [tokens_key(own, tokenizer, segment) for segment in range(1 + pair)],
        "frame": [part.tolist() for part in (frame.prefix, frame.middle, frame.suffix, *frame.segments)],
        "truncation": encoded.truncation.model_dump(mode="json"),
        "max_length": encoded.max_length,
    }
    if bare:
        made["features"] = reader.features.model_dump(mode="json", exclude={"head"})
        made["pieces"] = reader.combine_pieces
    counts = np.ones(len(encoded), np.int64) if bare else encoded.lengths
    return _Wanted(split, encoded, cache.key("activations", made), counts, reader)


class _TooLargeError(Exception):
    """Activations that would fill the disk; the message says how large."""


class _Making:
    """Makes the rows that are not there yet."""

    def __init__(
        self,
        task: Reading,
        model: nn.Module,
        depth: int,
        bare: bool,
        autocast: Callable[[], AbstractContextManager[Any]],
        say: Say,
    ) -> None:
        self.task, self.model, self.depth, self.bare = task, model, depth, bare
        self.autocast, self.say = autocast, say
        self.made, self.seconds = 0, 0.0

    def rows(self, wanted: _Wanted) -> Rows:
        """The rows of one split; another run that is making them is waited for."""
        with Claim(wanted.key, self.task.context.folder.name) as claim:
            while (found := activations.find(wanted.key, wanted.counts)) is None:
                if claim.take():
                    found = activations.find(wanted.key, wanted.counts)  # it may have come in this moment
                    return found or self._made(wanted)
                self.say(f"Waiting for {claim.holder()}, which keeps the same activations", 0, 0)
                time.sleep(POLL_SECONDS)
            return found

    def _made(self, wanted: _Wanted) -> Rows:
        began = time.monotonic()
        config: Any = self.model.encoder.config  # type: ignore[union-attr]
        estimate = int(wanted.counts.sum()) * int(config.hidden_size) * 4
        if not activations.room(estimate):
            raise _TooLargeError(
                f"{_size(estimate)} for the {wanted.split} texts are more than a fifth of the free disk"
            )
        activations.write(wanted.key, self._computed(wanted))
        found = activations.find(wanted.key, wanted.counts)
        if found is None:
            raise UserError("what was written could not be read again.")
        self.made, self.seconds = self.made + 1, self.seconds + time.monotonic() - began
        return found

    def _computed(self, wanted: _Wanted) -> Iterator[torch.Tensor]:
        """The rows of consecutive texts, pool by pool; within a pool they are computed by length."""
        lengths, first = wanted.encoded.lengths, 0
        ends = np.cumsum(lengths)
        while first < len(lengths):
            self.say(f"Keeping what frozen layers make of the {wanted.split} texts", first, len(lengths))
            before = int(ends[first - 1]) if first else 0
            last = max(first + 1, int(np.searchsorted(ends, before + _POOL * _AT_ONCE, side="right")))
            yield self._pool(wanted, np.arange(first, last))
            first = last

    @torch.no_grad()
    def _pool(self, wanted: _Wanted, texts: np.ndarray) -> torch.Tensor:
        self.model.eval()
        found: list[torch.Tensor] = [torch.empty(0)] * len(texts)
        for chosen in sorted_batches(wanted.encoded.lengths[texts], _AT_ONCE):
            batch = self.task.move(wanted.encoded.batch(texts[chosen]))
            with self.autocast():
                rows = self._rows(wanted.reader, batch).cpu()
            for place, part in zip(chosen, rows.split(wanted.counts[texts[chosen]].tolist()), strict=True):
                found[place] = part
        return torch.cat(found)

    def _rows(self, reader: Reader, batch: TensorBatch) -> torch.Tensor:
        encoder = self.model.encoder
        assert isinstance(encoder, nn.Module)
        if self.bare:
            return text_features(encoder, reader, batch, frozen=True)
        return lower_states(encoder, batch, self.depth)


def _size(count: int) -> str:
    return f"{count / 1e9:.1f} GB" if count >= 1e9 else f"{max(1, round(count / 1e6)):,} MB"
