"""Which words speak for a prediction: attribution of one class's logit to the embeddings of the tokens.

Both methods say how the *model* came to its logit, not whether it is right; they are computed on word embeddings,
before positions and segments are added, and summed over the embedding's width and over the tokens of a word.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Literal

import numpy as np
import torch

from engine.data.tokens import TokenBatch
from engine.lab.reading import Reading
from engine.model.native import Native
from engine.model.packed import TensorBatch, to_tensors

Method = Literal["integrated_gradients", "gradient_x_input"]
METHODS: dict[str, str] = {
    "integrated_gradients": "Integrated gradients",
    "gradient_x_input": "Gradient × input",
}
FIRST, MOST = 16, 256
"""Intervals of the trapezoidal rule along the path: halved until the sum is right, or this often."""
EXACT = 0.02
"""Share of the difference by which the sum may miss it (Sundararajan et al. 2017, section 5, ask for 0.05)."""
MOST_TOKENS = 20_000
"""Points times tokens: what a long text may cost."""
TOKENS_AT_ONCE = 2048
_ALL = 2**40


@dataclass(frozen=True, eq=False)
class Attribution:
    """What each of T tokens adds to the logit of class ``target``.

    Attributes:
        values: float64 [T]; special tokens of integrated gradients are 0, since they are part of the baseline.
        words: float64 [W], summed over the tokens of each word of the text; 0 for words that were cut.
        difference: the logit less that of the baseline; nan for gradient × input, which has none.
    """

    method: str
    target: int
    values: np.ndarray
    words: np.ndarray
    difference: float


def integrated_gradients(
    native: Native, reading: Reading, target: int, *, stopped: Callable[[], bool] = lambda: False
) -> Attribution | None:
    """Integrated gradients of a logit (Sundararajan et al. 2017, equation 1); None when ``stopped`` said so.

    The baseline is the text with every token's embedding zero, special tokens as they are. The values sum to
    ``difference`` (completeness, Proposition 1). Encoders turn sharply on the way there, so points are added until they
    do within ``EXACT``; a long text may end before.
    """
    inside = ~reading.special
    ends, logits = _pulled(native, reading, np.array([0.0, 1.0]), target)
    difference = float(logits[1] - logits[0])
    mean, count = ends.mean(0) * inside, 1
    most = min(MOST, max(2 * FIRST, MOST_TOKENS // len(reading.tokens)))
    while count < FIRST or (count < most and abs(mean.sum() - difference) > EXACT * abs(difference)):
        # The points between those that are known: the trapezoidal rule of twice as many intervals is their mean.
        between = np.zeros(len(reading.tokens))
        for places in _portions((np.arange(count) + 0.5) / count, len(reading.tokens)):
            if stopped():
                return None
            between += _pulled(native, reading, places, target)[0].sum(0) * inside
        mean, count = (mean + between / count) / 2, 2 * count
    return Attribution("integrated_gradients", target, mean, by_word(reading, mean), difference)


def _portions(places: np.ndarray, tokens: int) -> list[np.ndarray]:
    at_once = max(1, TOKENS_AT_ONCE // tokens)
    return [places[first : first + at_once] for first in range(0, len(places), at_once)]


def gradient_x_input(native: Native, reading: Reading, target: int) -> Attribution:
    """Gradient of a logit times the embedding it is taken at (Shrikumar et al. 2016)."""
    values = _pulled(native, reading, np.ones(1), target)[0][0]
    return Attribution("gradient_x_input", target, values, by_word(reading, values), float("nan"))


def by_word(reading: Reading, values: np.ndarray) -> np.ndarray:
    """Values [T] of tokens summed over each word, float64 [W]."""
    inside = reading.words >= 0
    return np.bincount(
        reading.words[inside], weights=values[inside], minlength=len(reading.word_spans)
    ).astype(np.float64)


def _pulled(
    native: Native, reading: Reading, places: np.ndarray, target: int
) -> tuple[np.ndarray, np.ndarray]:
    """At each of n ``places`` between baseline (0) and text (1): gradient · embedding [n, T], and the logit [n]."""
    model = native.model
    batch = repeated(reading.batch, len(places), native.tokenizer.pad_token_id)
    words = model.encoder.get_input_embeddings()  # type: ignore[operator]
    inside = torch.from_numpy(np.tile(reading.words >= 0, len(places)))[batch.there].view(batch.real.shape)
    share = torch.from_numpy(np.repeat(places, reading.pieces)).float()[:, None, None]
    with torch.enable_grad():
        whole = words(batch.ids).detach()
        moved = torch.where((inside & batch.real)[..., None], share * whole, whole).requires_grad_()
        with _instead(words, moved):
            logits = model(batch)[:, target]
        (gradient,) = torch.autograd.grad(logits.sum(), moved)
    pulled = (gradient * whole).sum(-1)[batch.real].double()
    return pulled.view(len(places), -1).numpy(), logits.detach().double().numpy()


def repeated(batch: TokenBatch, times: int, pad_id: int) -> TensorBatch:
    """One text ``times`` over, padded, in one portion however long it is."""
    owners = None if batch.owners is None else np.repeat(np.arange(times), len(batch.owners))
    many = TokenBatch(
        np.tile(batch.ids, times), np.tile(batch.segments, times), np.tile(batch.lengths, times),
        np.zeros(times, np.int64), np.arange(times), owners,
    )  # fmt: skip
    return to_tensors(many, "cpu", False, pad_id, chunk_tokens=_ALL)


@contextmanager
def _instead(module: torch.nn.Module, value: torch.Tensor) -> Iterator[None]:
    """While it lasts, ``module`` gives ``value``."""
    handle = module.register_forward_hook(lambda _module, _given, _found: value)
    try:
        yield
    finally:
        handle.remove()
