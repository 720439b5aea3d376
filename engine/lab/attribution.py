"""Attribution of the logit of one class to the words of a text.

Both methods explain the logit of the *model*, whether it is right or wrong. They are computed on word embeddings,
before positions and segments are added, and summed over the embedding dimensions and the tokens of a word.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import numpy as np
import torch

from engine.data.tokens import TokenBatch
from engine.kernels.tensor_batch import TensorBatch, to_tensors
from engine.lab.tokenized_text import TokenizedText
from engine.model.saved_model import SavedModel

METHODS: dict[str, str] = {
    "integrated_gradients": "Integrated gradients",
    "gradient_x_input": "Gradient × input",
}
MIN_INTERVALS, MAX_INTERVALS = 16, 256
"""Number of intervals of the trapezoidal rule, doubled until the sum is accurate."""
SUM_TOLERANCE = 0.02
"""Largest relative error of the sum (0.05 in Sundararajan et al. 2017, section 5)."""
MAX_PATH_TOKENS = 20_000
"""Maximum of path points times tokens, which limits the cost of long texts."""
BATCH_TOKENS = 2048
_UNBOUNDED = 2**40


@dataclass(frozen=True, eq=False)
class Attribution:
    """Contribution of each of T tokens to the logit of class ``target``.

    Attributes:
        values: float64 [T]. With integrated gradients, special tokens are 0, since they are part of the baseline.
        words: values summed over the tokens of each word, float64 [W], 0 for truncated words.
        difference: the logit minus that of the baseline, NaN for gradient × input, which has no baseline.
    """

    method: str
    target: int
    values: np.ndarray
    words: np.ndarray
    difference: float


def integrated_gradients(
    saved: SavedModel, text: TokenizedText, target: int, *, should_stop: Callable[[], bool] = lambda: False
) -> Attribution | None:
    """Return integrated gradients of a logit (Sundararajan et al. 2017, equation 1), or None if stopped.

    In the baseline all embeddings are zero, except those of special tokens. The values sum to ``difference``
    (completeness, Proposition 1). The integrand varies sharply, so points are added until the sum is within
    ``SUM_TOLERANCE``, or a long text reaches ``MAX_PATH_TOKENS``.
    """
    inside = ~text.special
    endpoints, logits = _gradients_on_path(saved, text, np.array([0.0, 1.0]), target)
    difference = float(logits[1] - logits[0])
    mean, count = endpoints.mean(0) * inside, 1
    max_count = min(MAX_INTERVALS, max(2 * MIN_INTERVALS, MAX_PATH_TOKENS // len(text.tokens)))
    while count < MIN_INTERVALS or (
        count < max_count and abs(mean.sum() - difference) > SUM_TOLERANCE * abs(difference)
    ):
        # Midpoints of the present intervals. The trapezoidal rule with twice as many intervals is the mean of both.
        between = np.zeros(len(text.tokens))
        for points in _path_batches((np.arange(count) + 0.5) / count, len(text.tokens)):
            if should_stop():
                return None
            between += _gradients_on_path(saved, text, points, target)[0].sum(0) * inside
        mean, count = (mean + between / count) / 2, 2 * count
    return Attribution("integrated_gradients", target, mean, sum_by_word(text, mean), difference)


def _path_batches(path_points: np.ndarray, tokens: int) -> list[np.ndarray]:
    at_once = max(1, BATCH_TOKENS // tokens)
    return [path_points[first : first + at_once] for first in range(0, len(path_points), at_once)]


def gradient_x_input(saved: SavedModel, text: TokenizedText, target: int) -> Attribution:
    """Return gradient × input: the gradient of a logit times the embedding (Shrikumar et al. 2016)."""
    values = _gradients_on_path(saved, text, np.ones(1), target)[0][0]
    return Attribution("gradient_x_input", target, values, sum_by_word(text, values), float("nan"))


def sum_by_word(text: TokenizedText, values: np.ndarray) -> np.ndarray:
    """Return token values [T] summed by word, float64 [W]."""
    inside = text.words >= 0
    return np.bincount(text.words[inside], weights=values[inside], minlength=len(text.word_spans)).astype(
        np.float64
    )


def _gradients_on_path(
    saved: SavedModel, text: TokenizedText, path_points: np.ndarray, target: int
) -> tuple[np.ndarray, np.ndarray]:
    """Return gradient · embedding [n, T] and the logit [n] at each of n ``path_points``.

    The points lie between baseline (0) and text (1).
    """
    model = saved.model
    batch = repeat_text(text.batch, len(path_points), saved.tokenizer.pad_token_id)
    words = model.encoder.get_input_embeddings()  # type: ignore[operator]
    inside = torch.from_numpy(np.tile(text.words >= 0, len(path_points)))[batch.gather_index].view(
        batch.token_mask.shape
    )
    scale = torch.from_numpy(np.repeat(path_points, text.segment_count)).float()[:, None, None]
    with torch.enable_grad():
        embeds = words(batch.ids).detach()
        inputs = torch.where((inside & batch.token_mask)[..., None], scale * embeds, embeds).requires_grad_()
        with _replace_output(words, inputs):
            logits = model(batch)[:, target]
        (gradient,) = torch.autograd.grad(logits.sum(), inputs)
    products = (gradient * embeds).sum(-1)[batch.token_mask].double()
    return products.view(len(path_points), -1).numpy(), logits.detach().double().numpy()


def repeat_text(batch: TokenBatch, times: int, pad_id: int) -> TensorBatch:
    """Return a padded batch of one text repeated ``times``, not split into sub-batches."""
    owners = None if batch.owners is None else np.repeat(np.arange(times), len(batch.owners))
    repeated = TokenBatch(
        np.tile(batch.ids, times), np.tile(batch.token_types, times), np.tile(batch.lengths, times),
        np.zeros(times, np.int64), np.arange(times), owners,
    )  # fmt: skip
    return to_tensors(repeated, "cpu", False, pad_id, max_tokens=_UNBOUNDED)


@contextmanager
def _replace_output(module: torch.nn.Module, value: torch.Tensor) -> Iterator[None]:
    """Make ``module`` return ``value`` inside the context."""
    handle = module.register_forward_hook(lambda _module, _inputs, _output: value)
    try:
        yield
    finally:
        handle.remove()
