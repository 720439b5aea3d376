"""EWC: a penalty on weight changes, weighted by importance for earlier knowledge (Kirkpatrick et al. 2017, eq. 3).

The penalty λ/2 Σ F_i (w_i − w⁰_i)² applies to the encoder's weights. F is the diagonal Fisher information at the start
of the stage, in evaluation mode. It is computed on masked words of general text under the encoder's original head, or
on all tasks of earlier stages under their own heads, summed over tasks. Those heads are not trained and need no
penalty.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import torch
from torch import nn

from engine import random_streams
from engine.errors import UserError
from engine.mitigation import fisher
from engine.mitigation.base import Regulariser
from engine.mitigation.reference_weights import ReferenceWeights, add_to_gradients, snapshot_weights
from engine.model.encoders import describe_encoder, load_tokenizer
from engine.probes.earlier_heads import EarlierTask, earlier_tasks, require_served
from engine.probes.masked_head import load_original_head, standard_masking, states_at_masks
from engine.probes.passages import load_passages
from engine.progress import ReportProgress
from engine.spec.experiment import stage_ancestors
from engine.spec.mitigation import EWC
from engine.stages.base import StageContext, StageTask

MAX_LENGTH = 128
"""Maximum number of tokens of a passage of general text."""


class EWCRegulariser(Regulariser):
    """EWC during training. ``fisher`` is F, one tensor for each penalised parameter."""

    name = "ewc"

    def __init__(self, strength: float, reference: ReferenceWeights, fisher: list[torch.Tensor]) -> None:
        self.strength, self.reference, self.fisher = strength, reference, fisher

    def constant_tensors(self) -> list[torch.Tensor]:
        return self.fisher

    @torch.no_grad()
    def after_backward(self, step: int) -> Mapping[str, torch.Tensor]:
        changes = self.reference.displacements()
        if not changes:
            return {self.name: torch.zeros(())}
        forces = list(torch._foreach_mul(changes, self.fisher))
        add_to_gradients(self.reference.parameters, forces, self.strength)
        energy = torch.stack([(f * change).sum() for f, change in zip(forces, changes, strict=True)]).sum()
        return {self.name: self.strength / 2 * energy}


def build(choice: EWC, task: StageTask, context: StageContext, report: ReportProgress) -> Regulariser:
    """Estimate the Fisher information of the initial weights of the stage."""
    reference, encoder = snapshot_weights(task), task.model.encoder
    with torch.enable_grad(), fisher.train_only(encoder, reference.parameters):
        if not reference.parameters:
            information = []
        elif choice.of == "text":
            samples = _text_samples(encoder, task, choice, context, report)
            information = fisher.fisher_diagonal(reference.parameters, samples)
        else:
            information = _earlier_task_fisher(encoder, task, choice, reference, context, report)
    return EWCRegulariser(choice.strength, reference, information)


def _text_samples(
    encoder: nn.Module, task: StageTask, choice: EWC, context: StageContext, report: ReportProgress
) -> Iterator[fisher.FisherSample]:
    """Yield Fisher samples of masked words of general text, passage by passage."""
    original, device = context.experiment.encoder, context.device.torch
    if choice.fisher == "exact":
        raise UserError(
            "words have too many answers for an exact Fisher information.",
            place=f"stages.{context.index}.consolidation.fisher",
            remedy="Draw the label, or take the true one.",
        )
    report("Reading general text", 0, 0)
    tokenizer, length = load_tokenizer(original), min(MAX_LENGTH, describe_encoder(original).positions)
    masking = standard_masking(original, tokenizer)
    text = context.experiment.general_text(choice.text)
    texts = load_passages(text, tokenizer, count=choice.samples, length=length, role="train")
    head = load_original_head(original, tokenizer, device, text=text, report=report)
    for number in range(len(texts)):
        report("Estimating the Fisher information of general text", number, len(texts))
        masked = texts.mask_passage(number, masking)
        logits = head(states_at_masks(encoder, masked, device, tokenizer.pad_token_id))
        targets = torch.from_numpy(masked.targets).to(device)
        yield fisher.masked_word_sample(logits, targets, choice.fisher, _generator(task, context, 0, number))


def _earlier_task_fisher(
    encoder: nn.Module,
    task: StageTask,
    choice: EWC,
    reference: ReferenceWeights,
    context: StageContext,
    report: ReportProgress,
) -> list[torch.Tensor]:
    """Return the Fisher information, summed over all earlier tasks, one tensor for each penalised parameter."""
    tasks = earlier_tasks(context, report)
    if not tasks:
        raise UserError(
            "there is no earlier task to remember.",
            place=f"stages.{context.index}.consolidation.of",
            remedy="Remember general text instead.",
        )
    field = f"stages.{context.index}.consolidation.of"
    require_served(tasks, choice, field, "Remember general text instead.")

    def samples(number: int, earlier: EarlierTask) -> Iterator[fisher.FisherSample]:
        encoded, count = earlier.texts.encoded["train"], len(earlier.texts)
        draw = random_streams.generator(_seed(task, context), "fisher texts", _line_depth(context), number)
        indices = draw.permutation(count)[: choice.samples]
        for field, index in enumerate(indices.tolist()):
            report(f"Estimating the Fisher information of {earlier.name}", field, len(indices))
            part = encoded.batch(indices[field : field + 1])
            logits = earlier.logits(encoder, part)[0]
            generator = _generator(task, context, number, index)
            yield fisher.class_sample(logits, int(part.labels[0]), choice.fisher, generator)

    total = [torch.zeros_like(start) for start in reference.values]
    for number, earlier in enumerate(tasks, start=1):
        torch._foreach_add_(total, fisher.fisher_diagonal(reference.parameters, samples(number, earlier)))
    return total


def _generator(task: StageTask, context: StageContext, number: int, text: int) -> torch.Generator:
    """Return the generator that draws the label of text ``text`` of source ``number``.

    Source 0 is general text, source n the n-th earlier task.
    """
    seed = random_streams.derive_seed(_seed(task, context), "fisher", _line_depth(context), number, text)
    return torch.Generator().manual_seed(seed)


def _seed(task: StageTask, context: StageContext) -> int:
    return context.experiment.stream_seed("masking", task.stage)


def _line_depth(context: StageContext) -> int:
    return len(stage_ancestors(context.experiment, context.index))
