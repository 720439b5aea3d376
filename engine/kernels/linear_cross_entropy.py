"""Cross-entropy over a vocabulary, fused with the matrix product that makes its logits.

A head's last step is the product of M states [M, H] with a row for each of V words [V, H]. Computed step by step, as
autograd does, its logits exist five times, mostly in 32 bits (logits, the same in 32 bits, their log-softmax, two
gradients), and each is a pass through memory. Here a block of a few hundred rows is multiplied, turned in place into
the gradient of the loss, and multiplied again for both gradients. The backward pass only scales. The products are the
same three: the floor is 6 M H V operations, and two writes and three reads of the logits in the products' precision.

The gradient can be computed together with the loss, row by row (Hsu et al. 2024, arXiv 2410.10989, 3.2). Logits need
not be stored (Wijmans et al. 2024, arXiv 2411.09009, 4), at the cost of a fourth product. With 15 % of a batch's tokens
masked, memory does not require that.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, Protocol

import torch
from torch.autograd.function import once_differentiable
from torch.nn import functional

from engine.kernels.autograd_context import AutogradContext

CPU_LOGIT_BYTES, GPU_LOGIT_BYTES = 64 * 2**20, 512 * 2**20
"""Bytes of the largest block of logits. More rows make better products and fewer sums of gradients."""
CPU_SOFTMAX_BYTES, GPU_SOFTMAX_BYTES = 2**20, 128 * 2**20
"""Bytes of the 32-bit numbers that are processed at once: on a CPU as many as one core's cache holds."""
CPU_WORDS_PER_PRODUCT = 2048
"""Words of one product on a CPU, so that the weight's copy in lower precision and the gradient of that copy stay in
the cache: as fast as one large product, with 3 V H bytes less of fresh memory."""


class VocabularyDecoder(NamedTuple):
    """The last step of a masked-word head: logits = states · ``weight``ᵀ [V, H] + ``bias`` [V]."""

    weight: torch.Tensor
    bias: torch.Tensor | None

    def logits(self, states: torch.Tensor) -> torch.Tensor:
        """Map states [M, H] to logits [M, V]."""
        return functional.linear(states, self.weight, self.bias)


class WordLoss(NamedTuple):
    """The losses of M masked words.

    Attributes:
        total: the sum of their losses in nats, float32, differentiable.
        per_word: the loss of each [M], float32, without gradient.
        correct: whether no other word is likelier [M].
    """

    total: torch.Tensor
    per_word: torch.Tensor
    correct: torch.Tensor


def compute_word_loss(states: torch.Tensor, decoder: VocabularyDecoder, targets: torch.Tensor) -> WordLoss:
    """Return −log softmax(logits)[target], summed over ``states`` [M, H] with ``targets`` int64 [M], with its parts.

    Products are in autocast's precision, everything else in float32. The bias is added in float32. Gradients reach
    states, weight and bias, each only if it learns, by one backward pass. Second derivatives do not exist. Without
    gradients (``torch.no_grad``, inference mode, frozen inputs) only the logits' product is computed.

    Raises RuntimeError at a second backward pass through the same loss.
    """
    device = states.device.type
    kind = torch.get_autocast_dtype(device) if torch.is_autocast_enabled(device) else states.dtype
    learn = [part is not None and part.requires_grad for part in (states, *decoder)]
    if torch.is_grad_enabled() and any(learn):
        return WordLoss(*_WordLoss.apply(states, *decoder, targets, kind))
    work = _FusedPass(states, decoder, kind, (False, False, False))
    each, hits = work.run(targets)
    return WordLoss(each.sum(), each, hits)


class _WordLossContext(AutogradContext, Protocol):
    """The gradients of states, weight and bias, None once they are given away, and the precision of each."""

    gradients: tuple[torch.Tensor | None, ...] | None
    kinds: list[torch.dtype | None]


class _WordLoss(torch.autograd.Function):
    """The loss, with its gradients computed in the forward pass and scaled in the backward pass."""

    @staticmethod
    def forward(
        ctx: _WordLossContext,
        states: torch.Tensor,
        weight: torch.Tensor,
        bias: torch.Tensor | None,
        targets: torch.Tensor,
        kind: torch.dtype,
    ) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        work = _FusedPass(states, VocabularyDecoder(weight, bias), kind, ctx.needs_input_grad[:3])
        each, hits = work.run(targets)
        ctx.gradients = work.states_gradient, work.weight_gradient, work.bias_gradient
        ctx.kinds = [None if part is None else part.dtype for part in (states, weight, bias)]
        ctx.mark_non_differentiable(each, hits)
        return each.sum(), each, hits

    @staticmethod
    @once_differentiable
    def backward(
        ctx: _WordLossContext, outer: torch.Tensor, *_: torch.Tensor
    ) -> tuple[torch.Tensor | None, ...]:
        if ctx.gradients is None:
            raise RuntimeError("a word loss is differentiated once: its gradients were scaled in place")
        gradients, ctx.gradients = ctx.gradients, None
        scaled = [
            None if one is None else one.mul_(outer).to(kind)
            for one, kind in zip(gradients, ctx.kinds, strict=True)
        ]
        return *scaled, None, None


class _FusedPass:
    """One pass over M rows, which also computes the requested gradients of the summed loss.

    They are float32, or None where they are not needed.
    """

    def __init__(
        self, states: torch.Tensor, decoder: VocabularyDecoder, kind: torch.dtype, needed: tuple[bool, ...]
    ) -> None:
        self.kind, self.device = kind, states.device
        self.states, self.weight = states.detach().to(kind), decoder.weight.detach()
        self.bias = None if decoder.bias is None else decoder.bias.detach().float()
        (count, width), words = states.shape, len(self.weight)
        self.words_per_product = CPU_WORDS_PER_PRODUCT if self.device.type == "cpu" else words
        of_states, of_weight, of_bias = needed
        self.states_gradient = torch.zeros(count, width, device=self.device) if of_states else None
        self.weight_gradient = torch.empty(words, width, device=self.device) if of_weight else None
        self.bias_gradient = torch.zeros(words, device=self.device) if of_bias else None
        self.needs_gradients = any(needed)

    def run(self, targets: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Return the loss of each row and whether its target is the likeliest word."""
        count, words = len(self.states), len(self.weight)
        each = torch.empty(count, dtype=torch.float32, device=self.device)
        hits = torch.empty(count, dtype=torch.bool, device=self.device)
        if not count and self.weight_gradient is not None:
            self.weight_gradient.zero_()
        on_cpu = self.device.type == "cpu"
        most = max(1, (CPU_LOGIT_BYTES if on_cpu else GPU_LOGIT_BYTES) // (words * self.kind.itemsize))
        pieces = max(1, -(-count // most))
        size = max(1, -(-count // pieces))
        room = torch.empty(size, words, dtype=self.kind, device=self.device)
        with torch.autocast(self.device.type, enabled=False):
            for start in range(0, count, size):
                rows = slice(start, min(start + size, count))
                piece = room[: rows.stop - start]
                self._logits(piece, rows)
                self._losses(piece, targets[rows], each[rows], hits[rows])
                if self.needs_gradients:
                    self._gradients(piece, rows)
        return each, hits

    def _weight_blocks(self) -> Iterator[tuple[slice, torch.Tensor]]:
        """Yield the words of each product, and their weights in its precision."""
        for first in range(0, len(self.weight), self.words_per_product):
            part = slice(first, first + self.words_per_product)
            yield part, self.weight[part].to(self.kind)

    def _logits(self, piece: torch.Tensor, rows: slice) -> None:
        for part, weight in self._weight_blocks():
            torch.mm(self.states[rows], weight.t(), out=piece[:, part])

    def _losses(
        self, piece: torch.Tensor, targets: torch.Tensor, each: torch.Tensor, hits: torch.Tensor
    ) -> None:
        """Turn logits without bias into the loss's gradients with respect to the logits, in place."""
        size = max(
            1, (CPU_SOFTMAX_BYTES if self.device.type == "cpu" else GPU_SOFTMAX_BYTES) // (piece.shape[1] * 4)
        )
        for start in range(0, len(piece), size):
            rows = slice(start, start + size)
            scores = piece[rows].float()
            if self.bias is not None:
                scores += self.bias
            target = targets[rows, None]
            top, own = scores.amax(-1), scores.gather(1, target)[:, 0]
            chances = scores.softmax(-1)
            # The likeliest word's probability is at least 1 / V, so its logarithm is safe; the target's may be 0.
            each[rows] = top - chances.amax(-1).log() - own
            hits[rows] = own >= top
            if self.needs_gradients:
                chances.scatter_add_(1, target, chances.new_full(target.shape, -1.0))
                piece[rows] = chances
                if self.bias_gradient is not None:
                    self.bias_gradient += chances.sum(0)

    def _gradients(self, piece: torch.Tensor, rows: slice) -> None:
        states = self.states[rows]
        for part, weight in self._weight_blocks():
            some = piece[:, part]
            if self.states_gradient is not None:
                self.states_gradient[rows] += torch.mm(some, weight)
            if self.weight_gradient is not None and not rows.start:
                self.weight_gradient[part] = torch.mm(some.t(), states)
            elif self.weight_gradient is not None:
                self.weight_gradient[part] += torch.mm(some.t(), states)
