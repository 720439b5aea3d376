"""Learning without forgetting: distillation from the model at the start of the stage, on new texts (Li & Hoiem 2016).

The term is λ T² KL(p_teacher ‖ p_student) with p = softmax(logits / T), averaged over the texts of an update. T² keeps
the scale of the gradient independent of T (Hinton et al. 2015, 2.1). p are the outputs of the heads of earlier tasks,
and the term is summed over tasks (Li & Hoiem 2016, 3). The heads stay constant, whereas the paper trains them too. The
authors' loss is a cross-entropy, which differs from the divergence by a constant, so the gradients are equal.

Without an earlier task, p are the outputs of the original masked-word head, at 15 % of the tokens (at most 20 in a
text, as in BERT's pre-training), masked 80/10/10, equally for both models. The mean is over these tokens. In further
pre-training they are the stage's own masked tokens.

The teacher is the encoder at the start of the stage, in evaluation mode. The student's states are those of the task's
own forward pass where it read the same tokens.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Protocol

import numpy as np
import torch
from torch import nn
from torch.nn import functional
from torch.utils.hooks import RemovableHandle

from engine import random_streams
from engine.compute.microbatch import evaluation_batch_tokens
from engine.data.pretraining.instances import MaskedBatch
from engine.data.pretraining.masking import SPECIAL_WORD, MaskingSettings, mask_text
from engine.data.tokens import TokenBatch
from engine.kernels.packing import to_device
from engine.kernels.tensor_batch import TensorBatch, supports_packing, to_tensors
from engine.mitigation.base import Regulariser
from engine.model.classifier import compute_logits
from engine.model.encoders import load_tokenizer
from engine.model.forward import hidden_states
from engine.probes.earlier_heads import EarlierTask, earlier_tasks, require_served
from engine.probes.masked_head import load_original_head, standard_masking
from engine.progress import ReportProgress
from engine.spec.mitigation import LwF
from engine.stages.base import MicroBatch, StageContext, StageTask
from engine.stages.pretrain import PretrainMicroBatch


class EncoderOutput(Protocol):
    """Output of an encoder of transformers. ``hidden_states`` are None unless requested."""

    last_hidden_state: torch.Tensor
    hidden_states: tuple[torch.Tensor, ...] | None


LayerStates = dict[int, torch.Tensor]
MAX_MASKED = 20
"""Maximum number of masked tokens in a text (Devlin et al. 2019, code: max_predictions_per_seq)."""


def distillation_divergence(teacher: torch.Tensor, student: torch.Tensor, temperature: float) -> torch.Tensor:
    """Compute T² Σ KL(softmax(teacher / T) ‖ softmax(student / T)) over the rows of two [N, C] logits, in nats."""
    teacher_log_probs = functional.log_softmax(teacher.float() / temperature, -1)
    log_probs = functional.log_softmax(student.float() / temperature, -1)
    return temperature**2 * functional.kl_div(log_probs, teacher_log_probs, reduction="sum", log_target=True)


class DistillationRegulariser(Regulariser):
    """Base class of both distillations: a teacher, and the states of the task's own forward pass."""

    name = "distillation"

    def __init__(self, task: StageTask, context: StageContext, choice: LwF) -> None:
        self.task, self.options, self._device = task, choice, context.device.torch
        self.teacher = copy.deepcopy(self.encoder).eval().requires_grad_(False)
        self._packed = context.experiment.compute.padding != "padded" and supports_packing(self.encoder)
        compute, device = context.experiment.compute, context.device.name
        self._budget = evaluation_batch_tokens(compute, device, padded=not self._packed)
        self._pad = int(load_tokenizer(context.experiment.encoder).pad_token_id)
        self._encoder_outputs: list[EncoderOutput] = []
        self._hook_handle: RemovableHandle | None = None
        self._micro_batches: Sequence[MicroBatch] = ()
        self._update_terms = 0

    @property
    def encoder(self) -> nn.Module:
        """The student."""
        return self.task.model.encoder

    def before_update(self, step: int, micro_batches: Sequence[MicroBatch] = ()) -> None:
        self._micro_batches, self._update_terms = micro_batches, 0
        self._hook_handle = self.encoder.register_forward_hook(
            lambda module, inputs, output: self._encoder_outputs.append(output)
        )

    def loss_term(self, step: int, micro_batch: MicroBatch, number: int, count: int) -> torch.Tensor | None:
        # Outputs after the first one are from other strategies (replayed texts).
        outputs, self._encoder_outputs = self._encoder_outputs[:1], []
        if not self._update_terms:
            parts = self._micro_batches or self.task.micro_batches(step)
            self._update_terms = sum(self.term_count(step, each) for each in parts)
        divergence = self.summed_divergence(step, micro_batch, outputs[0] if outputs else None)
        self._encoder_outputs = []
        return None if divergence is None else self.options.strength * divergence / self._update_terms

    def after_backward(self, step: int) -> Mapping[str, torch.Tensor]:
        if self._hook_handle is not None:
            self._hook_handle.remove()
        self._encoder_outputs = []
        return {}

    def undo_update(self, step: int) -> None:
        if self._hook_handle is not None:
            self._hook_handle.remove()
        self._encoder_outputs = []

    def term_count(self, step: int, micro_batch: MicroBatch) -> int:
        """Return the number of divergences that ``summed_divergence`` sums for each earlier task."""
        raise AssertionError

    def summed_divergence(
        self, step: int, micro_batch: MicroBatch, output: EncoderOutput | None
    ) -> torch.Tensor | None:
        """Return the summed divergences of a micro-batch.

        ``output`` is the encoder's output in the task's forward pass.
        """
        raise AssertionError

    def to_batch(self, texts: TokenBatch) -> TensorBatch:
        """Return ``texts`` as tensors in the layout of the task."""
        return to_tensors(texts, self._device, self._packed, self._pad, self._budget)


class HeadDistillation(DistillationRegulariser):
    """Distillation of the outputs of earlier tasks' heads on the new texts."""

    def __init__(
        self, task: StageTask, context: StageContext, choice: LwF, earlier: list[EarlierTask]
    ) -> None:
        super().__init__(task, context, choice)
        self.earlier_tasks = earlier
        self._layers_needed = tuple(sorted({index for each in earlier for index in each.head.layer_indices}))

    def term_count(self, step: int, micro_batch: MicroBatch) -> int:
        return micro_batch.text_count

    def summed_divergence(
        self, step: int, micro_batch: MicroBatch, output: EncoderOutput | None
    ) -> torch.Tensor | None:
        batch = self.to_batch(micro_batch.texts)
        teacher_states: LayerStates | None = None
        states: LayerStates | None = None
        if not batch.sub_batches:  # long texts are encoded in sub-batches by the head
            with torch.no_grad():
                teacher_states = hidden_states(self.teacher, batch, self._layers_needed)
            states = extract_states(output, self._layers_needed, self.task.layers)
            states = states or hidden_states(self.encoder, batch, self._layers_needed)
        losses = []
        for each in self.earlier_tasks:
            with torch.no_grad():
                teacher_logits = _head_logits(self.teacher, each, batch, teacher_states)
            losses.append(
                distillation_divergence(
                    teacher_logits, _head_logits(self.encoder, each, batch, states), self.options.temperature
                )
            )
        return torch.stack(losses).sum()


class MaskedWordDistillation(DistillationRegulariser):
    """Distillation of the outputs of the original masked-word head at masked tokens of the new texts."""

    def __init__(self, task: StageTask, context: StageContext, choice: LwF, report: ReportProgress) -> None:
        super().__init__(task, context, choice)
        experiment = context.experiment
        tokenizer = load_tokenizer(experiment.encoder)
        # Not fitted on the probes' text, since the choice of measurements must not affect training.
        self.head = load_original_head(experiment.encoder, tokenizer, self._device, report=report)
        self._masking = replace(standard_masking(experiment.encoder, tokenizer), max_masked=MAX_MASKED)
        self._special = np.array(sorted(set(tokenizer.all_special_ids) - {tokenizer.unk_token_id}), np.int64)
        self._seed = experiment.stream_seed("masking", task.stage)

    def term_count(self, step: int, micro_batch: MicroBatch) -> int:
        return len(self._mask_batch(step, micro_batch).positions)

    def summed_divergence(
        self, step: int, micro_batch: MicroBatch, output: EncoderOutput | None
    ) -> torch.Tensor | None:
        masked = self._mask_batch(step, micro_batch)
        if not len(masked.positions):
            return None
        batch = self.to_batch(replace(masked.texts, owners=None))
        top = self.task.layers
        own = extract_states(output, (top,), top) if isinstance(micro_batch, PretrainMicroBatch) else None
        positions = to_device(masked.positions, self._device)

        def masked_logits(states: torch.Tensor) -> torch.Tensor:
            logits: torch.Tensor = self.head(batch.to_flat(states).index_select(0, positions))
            return logits

        with torch.no_grad():
            teacher_logits = masked_logits(hidden_states(self.teacher, batch, (top,))[top])
        student_logits = masked_logits((own or hidden_states(self.encoder, batch, (top,)))[top])
        return distillation_divergence(teacher_logits, student_logits, self.options.temperature)

    def _mask_batch(self, step: int, micro_batch: MicroBatch) -> MaskedBatch:
        if isinstance(micro_batch, PretrainMicroBatch):
            return micro_batch.masked
        return mask_texts(micro_batch.texts, self._special, self._masking, self._seed, step)


def mask_texts(
    texts: TokenBatch, special: np.ndarray, masking: MaskingSettings, seed: int, step: int
) -> MaskedBatch:
    """Return ``texts`` with masked tokens, segment by segment. Tokens in ``special`` are not masked.

    The masks are a function of (seed, update, text, segment), however the batch of update ``step`` was split. Example:
    lengths [4, 3, 2] with owners [0, 0, 1] are two segments of text 0 and one of text 1. The number of a segment within
    its text is 0, 1, 0, and a masked position 1 in the second segment becomes 4 + 1 = 5 in the packed row.
    """
    masked_ids, positions, start = texts.ids.copy(), [np.zeros(0, np.int64)], 0
    owners = np.arange(len(texts.lengths)) if texts.owners is None else texts.owners
    for segment, (owner, length) in enumerate(zip(owners.tolist(), texts.lengths.tolist(), strict=True)):
        ids = texts.ids[start : start + length]
        words = np.where(np.isin(ids, special), SPECIAL_WORD, np.arange(length))
        number = segment - int(np.searchsorted(owners, owner))
        generator = random_streams.generator(seed, "distilled words", step, int(texts.indices[owner]), number)
        masked_ids[start : start + length], masked_positions = mask_text(ids, words, masking, generator)
        positions.append(masked_positions + start)
        start += length
    all_positions = np.concatenate(positions)
    word_ids = np.where(np.isin(texts.ids, special), SPECIAL_WORD, np.arange(len(masked_ids)))
    return MaskedBatch(replace(texts, ids=masked_ids), all_positions, texts.ids[all_positions], word_ids)


def extract_states(output: EncoderOutput | None, indices: tuple[int, ...], top: int) -> LayerStates | None:
    """Return the hidden states ``indices`` of an encoder's output, None where it lacks some."""
    if output is None:
        return None
    lower_states = output.hidden_states or ()
    if any(index != top for index in indices) and not lower_states:
        return None
    return {index: output.last_hidden_state if index == top else lower_states[index] for index in indices}


def _head_logits(
    encoder: nn.Module, task: EarlierTask, batch: TensorBatch, states: LayerStates | None
) -> torch.Tensor:
    """Compute logits [B, C] of an earlier task's head, from ``states`` where they are known."""
    return compute_logits(encoder, task.head, batch) if states is None else task.head.logits(states, batch)


def build(choice: LwF, task: StageTask, context: StageContext, report: ReportProgress) -> Regulariser:
    """Copy the encoder as a teacher, with the heads of earlier tasks or the original masked-word head."""
    report("Keeping a copy of the model as a teacher", 0, 0)
    earlier = earlier_tasks(context, report) if choice.of == "auto" else []
    place = f"stages.{context.index}.distillation.of"
    require_served(earlier, choice, place, "Distil the original masked-word head instead.")
    return (
        HeadDistillation(task, context, choice, earlier)
        if earlier
        else MaskedWordDistillation(task, context, choice, report)
    )
