"""EWC: each weight is held as firmly as it mattered for what was known before (Kirkpatrick et al. 2017, eq. 3).

The penalty λ/2 Σ F_i (w_i − w⁰_i)² holds the encoder's weights; F is the diagonal Fisher information at the stage's
beginning, in evaluation mode: of masked words of general text under the encoder's original head, or of all tasks of
earlier stages under their own heads, summed over tasks. Heads do not learn, so they need no spring.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import torch
from torch import nn

from engine import rng
from engine.errors import UserError
from engine.model.encoders import describe, load_tokenizer
from engine.probes.heads import EarlierTask, earlier_tasks
from engine.probes.masked_head import masking_for, original_head, states_of
from engine.probes.texts import passages
from engine.protect import fisher
from engine.protect.base import Guard, guard
from engine.protect.weights import Held, held, pull
from engine.spec.mitigation import EWC
from engine.train import results
from engine.train.background import Say
from engine.train.task import Context, Task

LENGTH = 128
"""Longest passage of general text, in tokens."""


class Consolidation(Guard):
    """EWC at work; ``information`` is F, one tensor for each held parameter."""

    name = "ewc"

    def __init__(self, strength: float, old: Held, information: list[torch.Tensor]) -> None:
        self.strength, self.old, self.information = strength, old, information

    def constants(self) -> list[torch.Tensor]:
        return self.information

    @torch.no_grad()
    def after_backward(self, step: int) -> Mapping[str, torch.Tensor]:
        moved = self.old.moved()
        if not moved:
            return {self.name: torch.zeros(())}
        forces = list(torch._foreach_mul(moved, self.information))
        pull(self.old.parameters, forces, self.strength)
        energy = torch.stack([(force * by).sum() for force, by in zip(forces, moved, strict=True)]).sum()
        return {self.name: self.strength / 2 * energy}


@guard("ewc", 30)
def _(task: Task, context: Context, say: Say) -> Guard | None:
    choice = task.stage.consolidation
    if not isinstance(choice, EWC):
        return None
    old, encoder = held(task), task.model.encoder
    assert isinstance(encoder, nn.Module)
    with torch.enable_grad(), fisher.learning_alone(encoder, old.parameters):
        if not old.parameters:
            information = []
        elif choice.of == "text":
            samples = _words(encoder, task, choice, context, say)
            information = fisher.diagonal(old.parameters, samples)
        else:
            information = _of_earlier(encoder, task, choice, old, context, say)
    return Consolidation(choice.strength, old, information)


def _words(
    encoder: nn.Module, task: Task, choice: EWC, context: Context, say: Say
) -> Iterator[fisher.Sample]:
    """Hidden words of general text, passage by passage."""
    original, device = context.experiment.encoder, context.device.torch
    if choice.fisher == "exact":
        raise UserError(
            "words have too many answers for an exact Fisher information.",
            place=f"stages.{context.index}.consolidation.fisher",
            remedy="Draw the label, or take the true one.",
        )
    say("Reading general text", 0, 0)
    tokenizer, length = load_tokenizer(original), min(LENGTH, describe(original).positions)
    masking = masking_for(original, tokenizer)
    texts = passages(choice.text, tokenizer, count=choice.samples, length=length, part="train")
    head = original_head(original, tokenizer, device, text=choice.text, say=say)
    for number in range(len(texts)):
        say("Finding the weights that general text needs", number, len(texts))
        hidden = texts.masked(number, masking)
        logits = head(states_of(encoder, hidden, device, tokenizer.pad_token_id))
        targets = torch.from_numpy(hidden.targets).to(device)
        yield fisher.of_words(logits, targets, choice.fisher, _generator(task, context, 0, number))


def _of_earlier(
    encoder: nn.Module, task: Task, choice: EWC, old: Held, context: Context, say: Say
) -> list[torch.Tensor]:
    """The information of every earlier task, summed over tasks."""
    tasks = earlier_tasks(context, say)
    if not tasks:
        raise UserError(
            "there is no earlier task to remember.",
            place=f"stages.{context.index}.consolidation.of",
            remedy="Remember general text instead.",
        )

    def samples(number: int, earlier: EarlierTask) -> Iterator[fisher.Sample]:
        encoded, count = earlier.texts.encoded["train"], len(earlier.texts)
        draw = rng.generator(_seed(task, context), "fisher texts", _depth(context), number)
        chosen = draw.permutation(count)[: choice.samples]
        for place, index in enumerate(chosen.tolist()):
            say(f"Finding the weights that {earlier.name} needs", place, len(chosen))
            part = encoded.batch(chosen[place : place + 1])
            logits = earlier.logits(encoder, part)[0]
            generator = _generator(task, context, number, index)
            yield fisher.of_class(logits, int(part.labels[0]), choice.fisher, generator)

    total = [torch.zeros_like(start) for start in old.starts]
    for number, earlier in enumerate(tasks, start=1):
        torch._foreach_add_(total, fisher.diagonal(old.parameters, samples(number, earlier)))
    return total


def _generator(task: Task, context: Context, number: int, text: int) -> torch.Generator:
    """Draws the label of text ``text`` of source ``number``: 0 for general text, n for the n-th earlier task."""
    seed = rng.integer(_seed(task, context), "fisher", _depth(context), number, text)
    return torch.Generator().manual_seed(seed)


def _seed(task: Task, context: Context) -> int:
    return context.experiment.stream_seed("masking", task.stage)


def _depth(context: Context) -> int:
    return len(results.line(context.experiment, context.index))
