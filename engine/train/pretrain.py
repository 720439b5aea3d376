"""Further pre-training on plain text with masked-language modelling (Devlin et al. 2019, 3.1; Sun et al. 2019, 4.2)."""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from engine import rng
from engine.data.corpus import Corpus, Masked, mask, read
from engine.data.tokens import TokenBatch
from engine.model.encoders import describe, load_tokenizer
from engine.model.masked_lm import build_masked_lm
from engine.model.packed import supports_packing, to_tensors
from engine.optim.table import parameter_table
from engine.spec.experiment import Experiment
from engine.spec.stages import FurtherPretrain
from engine.train.background import Say
from engine.train.events import Evaluated
from engine.train.task import Context, Loss, Task, plan, prepare

HELD_OUT_TOKENS = 60_000


class PretrainTask:
    """Masked-language modelling, ready for the loop. Only masked positions are sent through the vocabulary."""

    def __init__(self, stage: FurtherPretrain, context: Context, say: Say) -> None:
        self.stage, self.context = stage, context
        experiment = context.experiment
        encoder = describe(context.encoder)
        self.tokenizer = tokenizer = load_tokenizer(context.encoder)
        self.length = min(stage.max_length or encoder.positions, encoder.positions)
        self.corpus = read(stage.corpus, tokenizer, part="all" if stage.held_out else "train", say=say)
        held_out = read(
            stage.held_out or stage.corpus, tokenizer, part="all" if stage.held_out else "held_out", say=say
        )
        say("Loading the encoder", 0, 0)
        self.model: nn.Module = build_masked_lm(
            context.encoder, stage.dropout, experiment.stream_seed("init", stage)
        )
        self.layers, self.table, self.steps = encoder.layers, parameter_table(self.model), stage.steps
        self.packed = experiment.compute.padding != "padded" and supports_packing(self.model)
        self.notes: list[str] = list(getattr(self.model, "notes", []))
        self.special = frozenset(tokenizer.all_special_ids)
        self.held_out = self._held_out(held_out)
        self.windows_per_epoch = self.corpus.windows(self.length - 2)
        self.info: dict[str, Any] = {
            "data": self.corpus.fingerprint,
            "tokens": len(self.corpus.ids),
            "documents": self.corpus.documents,
            "encoder": encoder.name,
            "layers": encoder.layers,
            "parameters": sum(row.size for row in self.table),
            "device": context.device.name,
            "precision": context.device.precision,
            "steps_per_epoch": math.ceil(self.windows_per_epoch / stage.batch_size),
        }

    def parts(self, step: int) -> list[Masked]:
        seed = self.context.experiment.stream_seed("order", self.stage)
        first = step * self.stage.batch_size
        numbers = range(first, first + self.stage.batch_size)
        windows = np.stack([self._window(self.corpus, number, seed) for number in numbers])
        generator = rng.generator(self.context.experiment.stream_seed("masking", self.stage), "masks", step)
        count = min(self.context.experiment.compute.micro_batches, len(windows))
        return [self._mask(part, generator) for part in np.array_split(windows, count)]

    def items(self, part: Masked) -> int:
        return len(part.positions)

    def tokens(self, part: Masked) -> tuple[int, int]:
        return len(part.ids), part.ids.size

    def loss(self, part: Masked) -> Loss:
        logits, targets = self._forward(part)
        return Loss(
            functional.cross_entropy(logits, targets, reduction="sum"), (logits.argmax(-1) != targets).sum()
        )

    def name(self, part: Masked) -> str:
        return f"{len(part.ids)} windows that begin with '{self.tokenizer.decode(part.ids[0][:12])}'"

    def epoch(self, step: int) -> float:
        return step * self.stage.batch_size / self.windows_per_epoch

    def due(self, step: int) -> bool:
        return step > 0 and (step % self.stage.evaluate_every == 0 or step == self.steps)

    @torch.inference_mode()
    def evaluate(self, step: int) -> Evaluated:
        loss = right = count = 0.0
        for part in self.held_out:
            logits, targets = self._forward(part)
            loss += float(functional.cross_entropy(logits, targets, reduction="sum"))
            right += float((logits.argmax(-1) == targets).sum())
            count += len(targets)
        values = {"heldout/loss": loss / count, "heldout/accuracy": 100 * right / count}
        return Evaluated("heldout", step, values)

    def criterion(self, evaluated: Evaluated) -> float:
        return evaluated.values["heldout/loss"]

    def finish(self, step: int) -> Iterator[Evaluated]:
        return iter(())

    def save(self, folder: Path) -> None:
        self.model.save(folder / "encoder")  # type: ignore[operator]
        self.tokenizer.save_pretrained(folder / "encoder")

    def _window(self, corpus: Corpus, number: int, seed: int) -> np.ndarray:
        inner = corpus.window(number, self.length - 2, seed)
        return np.concatenate([[self.tokenizer.cls_token_id], inner, [self.tokenizer.sep_token_id]])

    def _mask(self, windows: np.ndarray, generator: np.random.Generator) -> Masked:
        tokenizer = self.tokenizer
        return mask(
            windows, self.special, tokenizer.mask_token_id, len(tokenizer), self.stage.masked_share, generator
        )

    def _held_out(self, corpus: Corpus) -> list[Masked]:
        # The same windows under the same masks at every measurement, whatever the run's seed.
        count = min(corpus.windows(self.length - 2), max(1, HELD_OUT_TOKENS // self.length))
        windows = np.stack([self._window(corpus, number, 0) for number in range(count)])
        per_batch = max(1, self.context.experiment.compute.evaluation_tokens // self.length)
        parts = np.array_split(windows, math.ceil(count / per_batch))
        return [self._mask(part, rng.generator(0, "held-out masks", n)) for n, part in enumerate(parts)]

    def _forward(self, part: Masked) -> tuple[torch.Tensor, torch.Tensor]:
        device = self.context.device.torch
        lengths = np.full(len(part.ids), part.ids.shape[1])
        flat = TokenBatch(
            part.ids.reshape(-1),
            np.zeros(part.ids.size, np.int64),
            lengths,
            np.empty(0, np.int64),
            np.arange(len(part.ids)),
        )
        batch = to_tensors(flat, device, False, self.tokenizer.pad_token_id)
        positions = torch.from_numpy(part.positions).to(device)
        return self.model(batch, positions).float(), torch.from_numpy(part.targets).to(device)


@plan.register
def _(stage: FurtherPretrain, experiment: Experiment, say: Say) -> int:
    return stage.steps


@prepare.register
def _(stage: FurtherPretrain, context: Context, say: Say) -> Task:
    return PretrainTask(stage, context, say)
