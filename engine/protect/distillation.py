"""Learning without forgetting: the model as it was teaches what it knew, on the new task's texts (Li & Hoiem 2016).

The term is λ T² KL(p_before ‖ p_now) with p = softmax(logits / T), averaged over the texts of an update. T² keeps the
gradient's size as T changes (Hinton et al. 2015, 2.1). p are the answers of the heads of earlier tasks, summed over the
tasks (Li & Hoiem 2016, 3), which stay as they were; the paper lets them learn along. The authors' loss is a
cross-entropy, which differs from the divergence by a constant: their gradients are equal.

Without an earlier task, p are the answers of the original masked-word head, at 15 % of the tokens (at most 20 in a
text, as BERT was pre-trained), hidden 80/10/10 for both models alike; the mean is over these tokens. In further
pre-training they are the stage's own hidden tokens.

The teacher is the encoder as the stage found it, in evaluation mode. The student's states are those of the task's own
forward pass wherever that has read the same tokens.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from engine import rng
from engine.data.masked import Masked
from engine.data.masking import SPECIAL, Masking, mask
from engine.data.tokens import TokenBatch
from engine.model.classifier import logits
from engine.model.encoders import load_tokenizer
from engine.model.forward import hidden_states
from engine.model.packed import TensorBatch, supports_packing, to_tensors
from engine.model.packing import to_device
from engine.probes.heads import EarlierTask, earlier_tasks
from engine.probes.masked_head import masking_for, original_head
from engine.protect.base import Guard, guard
from engine.spec.mitigation import LwF
from engine.train import multitask, pretrain
from engine.train.background import Say
from engine.train.portions import evaluation_tokens
from engine.train.task import Context, Task

States = dict[int, torch.Tensor]
MOST = 20
"""Most tokens hidden in one text (Devlin et al. 2019, code: max_predictions_per_seq)."""


def divergence(teacher: torch.Tensor, student: torch.Tensor, temperature: float) -> torch.Tensor:
    """T² Σ KL(softmax(teacher / T) ‖ softmax(student / T)) over the rows of two [N, C] logits, in nats."""
    before = functional.log_softmax(teacher.float() / temperature, -1)
    now = functional.log_softmax(student.float() / temperature, -1)
    return temperature**2 * functional.kl_div(now, before, reduction="sum", log_target=True)


class Distillation(Guard):
    """What answers of tasks and of words have in common: a teacher, and the states of the task's own forward pass."""

    name = "distillation"

    def __init__(self, task: Task, context: Context, choice: LwF) -> None:
        self.task, self.choice, self._device = task, choice, context.device.torch
        self.teacher = copy.deepcopy(self.encoder).eval().requires_grad_(False)
        self._packed = context.experiment.compute.padding != "padded" and supports_packing(self.encoder)
        compute, device = context.experiment.compute, context.device.name
        self._budget = evaluation_tokens(compute, device, padded=not self._packed)
        self._pad = int(load_tokenizer(context.experiment.encoder).pad_token_id)
        self._outputs: list[Any] = []
        self._listening: Any = None
        self._parts: Sequence[Any] = ()
        self._count = 0

    @property
    def encoder(self) -> nn.Module:
        """The student."""
        found = self.task.model.encoder
        assert isinstance(found, nn.Module)
        return found

    def before(self, step: int, parts: Sequence[Any] = ()) -> None:
        self._parts, self._count = parts, 0
        self._listening = self.encoder.register_forward_hook(
            lambda module, given, output: self._outputs.append(output)
        )

    def term(self, step: int, part: Any, number: int, count: int) -> torch.Tensor | None:
        # What was read after the task's own forward pass (replayed texts) is another strategy's.
        own, self._outputs = self._outputs[:1], []
        if not self._count:
            parts = self._parts or self.task.parts(step)
            self._count = sum(self.terms(step, each) for each in parts)
        found = self.compare(step, part, own[0] if own else None)
        self._outputs = []
        return None if found is None else self.choice.strength * found / self._count

    def after_backward(self, step: int) -> Mapping[str, torch.Tensor]:
        self._listening.remove()
        self._outputs = []
        return {}

    def undo(self, step: int) -> None:
        if self._listening is not None:
            self._listening.remove()
        self._outputs = []

    def terms(self, step: int, part: Any) -> int:
        """How many divergences ``compare`` sums, over one task."""
        raise AssertionError

    def compare(self, step: int, part: Any, output: Any) -> torch.Tensor | None:
        """The summed divergences of a micro-batch; ``output`` is the encoder's in the task's forward pass."""
        raise AssertionError

    def tensors(self, texts: TokenBatch) -> TensorBatch:
        """``texts`` laid out as the task lays out its own."""
        return to_tensors(texts, self._device, self._packed, self._pad, self._budget)


class Answers(Distillation):
    """Answers of earlier tasks' heads on the new texts."""

    def __init__(self, task: Task, context: Context, choice: LwF, earlier: list[EarlierTask]) -> None:
        super().__init__(task, context, choice)
        self.earlier = earlier
        self._wanted = tuple(sorted({index for each in earlier for index in each.reader.indices}))

    def terms(self, step: int, part: Any) -> int:
        return len(texts_of(part).indices)

    def compare(self, step: int, part: Any, output: Any) -> torch.Tensor | None:
        batch = self.tensors(texts_of(part))
        before: States | None = None
        now: States | None = None
        if not batch.chunks:  # long texts are encoded in portions, by whoever reads them
            with torch.no_grad():
                before = hidden_states(self.teacher, batch, self._wanted)
            now = states_in(output, self._wanted, self.task.layers)
            now = now or hidden_states(self.encoder, batch, self._wanted)
        losses = []
        for each in self.earlier:
            with torch.no_grad():
                right = _answers(self.teacher, each, batch, before)
            losses.append(
                divergence(right, _answers(self.encoder, each, batch, now), self.choice.temperature)
            )
        return torch.stack(losses).sum()


class HiddenWords(Distillation):
    """Answers of the original masked-word head at hidden tokens of the new texts."""

    def __init__(self, task: Task, context: Context, choice: LwF, say: Say) -> None:
        super().__init__(task, context, choice)
        experiment = context.experiment
        tokenizer = load_tokenizer(experiment.encoder)
        # Not on the text that probes read: what is measured must not change the training.
        self.head = original_head(experiment.encoder, tokenizer, self._device, say=say)
        self._masking = replace(masking_for(experiment.encoder, tokenizer), most=MOST)
        self._special = np.array(sorted(set(tokenizer.all_special_ids) - {tokenizer.unk_token_id}), np.int64)
        self._seed = experiment.stream_seed("masking", task.stage)

    def terms(self, step: int, part: Any) -> int:
        return len(self._hidden(step, part).positions)

    def compare(self, step: int, part: Any, output: Any) -> torch.Tensor | None:
        hidden = self._hidden(step, part)
        if not len(hidden.positions):
            return None
        batch = self.tensors(replace(hidden.texts, owners=None))
        top = self.task.layers
        own = states_in(output, (top,), top) if isinstance(part, pretrain.Part) else None
        positions = to_device(hidden.positions, self._device)

        def answers(states: torch.Tensor) -> torch.Tensor:
            found: torch.Tensor = self.head(batch.flat(states).index_select(0, positions))
            return found

        with torch.no_grad():
            before = answers(hidden_states(self.teacher, batch, (top,))[top])
        now = answers((own or hidden_states(self.encoder, batch, (top,)))[top])
        return divergence(before, now, self.choice.temperature)

    def _hidden(self, step: int, part: Any) -> Masked:
        if isinstance(part, pretrain.Part):
            return part.batch
        return hide(texts_of(part), self._special, self._masking, self._seed, step)


def hide(texts: TokenBatch, special: np.ndarray, masking: Masking, seed: int, step: int) -> Masked:
    """``texts`` with tokens hidden, piece by piece: a function of (seed, update, text, piece), however the batch of
    update ``step`` was split. Tokens in ``special`` stay."""
    shown, positions, start = texts.ids.copy(), [np.zeros(0, np.int64)], 0
    owners = np.arange(len(texts.lengths)) if texts.owners is None else texts.owners
    for piece, (owner, length) in enumerate(zip(owners.tolist(), texts.lengths.tolist(), strict=True)):
        ids = texts.ids[start : start + length]
        words = np.where(np.isin(ids, special), SPECIAL, np.arange(length))
        nth = piece - int(np.searchsorted(owners, owner))
        drawn = rng.generator(seed, "distilled words", step, int(texts.indices[owner]), nth)
        shown[start : start + length], found = mask(ids, words, masking, drawn)
        positions.append(found + start)
        start += length
    where = np.concatenate(positions)
    return Masked(replace(texts, ids=shown), where, texts.ids[where])


def texts_of(part: Any) -> TokenBatch:
    """The texts of a micro-batch, whatever kind of stage it belongs to."""
    if isinstance(part, pretrain.Part):
        return part.batch.texts
    found: TokenBatch = part.batch if isinstance(part, multitask.Part) else part
    return found


def states_in(output: Any, wanted: tuple[int, ...], top: int) -> States | None:
    """The hidden states ``wanted`` out of an encoder's output, None where it does not hold them all."""
    below: Any = getattr(output, "hidden_states", None)
    if output is None or (below is None and any(index != top for index in wanted)):
        return None
    return {index: output.last_hidden_state if index == top else below[index] for index in wanted}


def _answers(
    encoder: nn.Module, task: EarlierTask, batch: TensorBatch, states: States | None
) -> torch.Tensor:
    """Logits [B, C] of an earlier task's head, from ``states`` where they are known."""
    return logits(encoder, task.reader, batch) if states is None else task.reader.logits(states, batch)


@guard("distillation", 20)
def _(task: Task, context: Context, say: Say) -> Guard | None:
    choice = task.stage.distillation
    if not isinstance(choice, LwF):
        return None
    say("Keeping a copy of the model as a teacher", 0, 0)
    earlier = earlier_tasks(context, say) if choice.of == "auto" else []
    return Answers(task, context, choice, earlier) if earlier else HiddenWords(task, context, choice, say)
