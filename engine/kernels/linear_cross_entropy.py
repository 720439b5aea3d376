"""Cross-entropy over a vocabulary, fused with the matrix product that computes the logits.

The last step of a head is the product of M states [M, H] with the V word vectors [V, H]. Under autograd the logits
exist five times, mostly in 32 bits (logits, logits in 32 bits, log-softmax, two gradients), and each costs a pass
through memory. Here a block of a few hundred rows is multiplied, turned in place into the gradient of the loss, and
multiplied again for both gradients. The backward pass only scales them. The three products remain: the minimum is
6 M H V operations, with two writes and three reads of the logits in the precision of the products.

The gradient can be computed together with the loss, row by row (Hsu et al. 2024, arXiv 2410.10989, 3.2). Storing the
logits can be avoided (Wijmans et al. 2024, arXiv 2411.09009, 4), at the cost of a fourth product. With 15 % of the
tokens masked, memory does not require that.
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
"""Bytes of 32-bit numbers processed at once: on a CPU as many as fit into the cache of one core."""
CPU_WORDS_PER_PRODUCT = 2048
"""Words of one product on a CPU, so that the cast weight and its gradient stay in the cache: as fast as one large
product, with 3 V H bytes less of new memory."""


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
        correct: whether no other word has a higher probability [M].
    """

    total: torch.Tensor
    per_word: torch.Tensor
    correct: torch.Tensor


def compute_word_loss(states: torch.Tensor, decoder: VocabularyDecoder, targets: torch.Tensor) -> WordLoss:
    """Return −log softmax(logits)[target] of ``states`` [M, H] with ``targets`` int64 [M]: the sum, and word by word.

    Products are in autocast's precision, everything else in float32, the addition of the bias included. One backward
    pass computes the gradients of states, weight and bias where they are required. Second derivatives are not
    supported. Without gradients (``torch.no_grad``, inference mode, frozen inputs) only the logits are computed.

    Raises RuntimeError at a second backward pass through the same loss.
    """
    device = states.device.type
    dtype = torch.get_autocast_dtype(device) if torch.is_autocast_enabled(device) else states.dtype
    needs_gradient = [part is not None and part.requires_grad for part in (states, *decoder)]
    if torch.is_grad_enabled() and any(needs_gradient):
        return WordLoss(*_WordLoss.apply(states, *decoder, targets, dtype))
    fused_pass = _FusedPass(states, decoder, dtype, (False, False, False))
    losses, hits = fused_pass.run(targets)
    return WordLoss(losses.sum(), losses, hits)


class _WordLossContext(AutogradContext, Protocol):
    """The gradients of states, weight and bias, None once they are returned, and the precision of each."""

    gradients: tuple[torch.Tensor | None, ...] | None
    dtypes: list[torch.dtype | None]


class _WordLoss(torch.autograd.Function):
    """The loss, with its gradients computed in the forward pass and scaled in the backward pass."""

    @staticmethod
    def forward(
        ctx: _WordLossContext,
        states: torch.Tensor,
        weight: torch.Tensor,
        bias: torch.Tensor | None,
        targets: torch.Tensor,
        dtype: torch.dtype,
    ) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        fused_pass = _FusedPass(states, VocabularyDecoder(weight, bias), dtype, ctx.needs_input_grad[:3])
        losses, hits = fused_pass.run(targets)
        ctx.gradients = fused_pass.states_gradient, fused_pass.weight_gradient, fused_pass.bias_gradient
        ctx.dtypes = [None if part is None else part.dtype for part in (states, weight, bias)]
        ctx.mark_non_differentiable(losses, hits)
        return losses.sum(), losses, hits

    @staticmethod
    @once_differentiable
    def backward(
        ctx: _WordLossContext, grad_loss: torch.Tensor, *_: torch.Tensor
    ) -> tuple[torch.Tensor | None, ...]:
        if ctx.gradients is None:
            raise RuntimeError("a word loss is differentiated once: its gradients were scaled in place")
        gradients, ctx.gradients = ctx.gradients, None
        scaled = [
            None if gradient is None else gradient.mul_(grad_loss).to(dtype)
            for gradient, dtype in zip(gradients, ctx.dtypes, strict=True)
        ]
        return *scaled, None, None


class _FusedPass:
    """One pass over M rows, which also computes the requested gradients of the summed loss.

    They are float32, or None where they are not needed.
    """

    def __init__(
        self, states: torch.Tensor, decoder: VocabularyDecoder, dtype: torch.dtype, needed: tuple[bool, ...]
    ) -> None:
        self.dtype, self.device = dtype, states.device
        self.states, self.weight = states.detach().to(dtype), decoder.weight.detach()
        self.bias = None if decoder.bias is None else decoder.bias.detach().float()
        (count, width), words = states.shape, len(self.weight)
        self.words_per_product = CPU_WORDS_PER_PRODUCT if self.device.type == "cpu" else words
        needs_states, needs_weight, needs_bias = needed
        self.states_gradient = torch.zeros(count, width, device=self.device) if needs_states else None
        self.weight_gradient = torch.empty(words, width, device=self.device) if needs_weight else None
        self.bias_gradient = torch.zeros(words, device=self.device) if needs_bias else None
        self.needs_gradients = any(needed)

    def run(self, targets: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Return the loss of each row and whether its target is the likeliest word."""
        count, words = len(self.states), len(self.weight)
        losses = torch.empty(count, dtype=torch.float32, device=self.device)
        hits = torch.empty(count, dtype=torch.bool, device=self.device)
        if not count and self.weight_gradient is not None:
            self.weight_gradient.zero_()
        on_cpu = self.device.type == "cpu"
        max_rows = max(1, (CPU_LOGIT_BYTES if on_cpu else GPU_LOGIT_BYTES) // (words * self.dtype.itemsize))
        pieces = max(1, -(-count // max_rows))
        size = max(1, -(-count // pieces))
        buffer = torch.empty(size, words, dtype=self.dtype, device=self.device)
        with torch.autocast(self.device.type, enabled=False):
            for start in range(0, count, size):
                rows = slice(start, min(start + size, count))
                piece = buffer[: rows.stop - start]
                self._logits(piece, rows)
                self._losses(piece, targets[rows], losses[rows], hits[rows])
                if self.needs_gradients:
                    self._gradients(piece, rows)
        return losses, hits

    def _weight_blocks(self) -> Iterator[tuple[slice, torch.Tensor]]:
        """Yield the words of each product, and their weights in its precision."""
        for first in range(0, len(self.weight), self.words_per_product):
            part = slice(first, first + self.words_per_product)
            yield part, self.weight[part].to(self.dtype)

    def _logits(self, piece: torch.Tensor, rows: slice) -> None:
        for part, weight in self._weight_blocks():
            torch.mm(self.states[rows], weight.t(), out=piece[:, part])

    def _losses(
        self, piece: torch.Tensor, targets: torch.Tensor, losses: torch.Tensor, hits: torch.Tensor
    ) -> None:
        """Turn logits without bias into the gradients of the loss with respect to the logits, in place."""
        size = max(
            1, (CPU_SOFTMAX_BYTES if self.device.type == "cpu" else GPU_SOFTMAX_BYTES) // (piece.shape[1] * 4)
        )
        for start in range(0, len(piece), size):
            rows = slice(start, start + size)
            scores = piece[rows].float()
            if self.bias is not None:
                scores += self.bias
            target = targets[rows, None]
            top_scores, target_scores = scores.amax(-1), scores.gather(1, target)[:, 0]
            probs = scores.softmax(-1)
            # The largest probability is at least 1 / V, so its logarithm is safe. That of the target may be 0.
            losses[rows] = top_scores - probs.amax(-1).log() - target_scores
            hits[rows] = target_scores >= top_scores
            if self.needs_gradients:
                probs.scatter_add_(1, target, probs.new_full(target.shape, -1.0))
                piece[rows] = probs
                if self.bias_gradient is not None:
                    self.bias_gradient += probs.sum(0)

    def _gradients(self, piece: torch.Tensor, rows: slice) -> None:
        states = self.states[rows]
        for part, weight in self._weight_blocks():
            grad_logits = piece[:, part]
            if self.states_gradient is not None:
                self.states_gradient[rows] += torch.mm(grad_logits, weight)
            if self.weight_gradient is not None and not rows.start:
                self.weight_gradient[part] = torch.mm(grad_logits.t(), states)
            elif self.weight_gradient is not None:
                self.weight_gradient[part] += torch.mm(grad_logits.t(), states)
