"""Batches of pre-training: instances put end to end with some of their tokens hidden, and what is asked of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from engine import rng
from engine.data.instances import Instances
from engine.data.masking import Masking, hide
from engine.data.tokens import TokenBatch


@dataclass(frozen=True)
class Masked:
    """Inputs with some tokens hidden, without padding.

    Attributes:
        texts: what the model is shown; its labels say of each pair whether B is a random next segment (1) or the true
            one (0), its indices where each input begins in the corpus.
        positions: ascending places in ``texts.ids`` to predict, int64 [M].
        targets: the tokens that stand there, int64 [M].
    """

    texts: TokenBatch
    positions: np.ndarray
    targets: np.ndarray


def masked(
    instances: Instances, where: Sequence[tuple[int, int]], masking: Masking, seed: int
) -> list[Masked]:
    """Each of the instances at ``where``, pairs (copy, index), as a batch of its own; see ``masked_batch``."""
    return split(masked_batch(instances, where, masking, seed), [1] * len(where))


def masked_batch(
    instances: Instances, where: Sequence[tuple[int, int]], masking: Masking, seed: int
) -> Masked:
    """The instances at ``where``, pairs (copy, index), as one batch.

    The masks are a function of (seed, copy, index): new in every pass, and the same whenever a copy comes again.
    """
    copies, indices = np.asarray(where, np.int64).reshape(-1, 2).T
    found = instances.make(copies, indices)
    keys = rng.keys(seed, "masks", copies, indices)
    shown, positions = hide(found.ids, found.words, found.lengths, masking, keys)
    labels = found.random_next.astype(np.int64)
    texts = TokenBatch(shown, found.segments, found.lengths, labels, found.places)
    return Masked(texts, positions, found.ids[positions])


def split(batch: Masked, counts: Sequence[int]) -> list[Masked]:
    """A batch as several of ``counts`` inputs each."""
    texts, inputs = batch.texts, np.cumsum([0, *counts])
    tokens = np.concatenate([[0], np.cumsum(texts.lengths)])[inputs]
    asked = np.searchsorted(batch.positions, tokens)
    parts = []
    for (a, b), (first, last), (low, high) in zip(
        pairwise(inputs.tolist()), pairwise(tokens.tolist()), pairwise(asked.tolist()), strict=True
    ):
        part = TokenBatch(
            texts.ids[first:last],
            texts.segments[first:last],
            texts.lengths[a:b],
            texts.labels[a:b],
            texts.indices[a:b],
        )
        parts.append(Masked(part, batch.positions[low:high] - first, batch.targets[low:high]))
    return parts


def together(parts: Sequence[Masked]) -> Masked:
    """Several batches as one, in their order."""
    texts = [part.texts for part in parts]
    starts = np.cumsum([0, *(len(text.ids) for text in texts[:-1])])
    return Masked(
        TokenBatch(
            ids=np.concatenate([text.ids for text in texts]),
            segments=np.concatenate([text.segments for text in texts]),
            lengths=np.concatenate([text.lengths for text in texts]),
            labels=np.concatenate([text.labels for text in texts]),
            indices=np.concatenate([text.indices for text in texts]),
        ),
        np.concatenate([part.positions + start for part, start in zip(parts, starts, strict=True)]),
        np.concatenate([part.targets for part in parts]),
    )
