"""Batches of pre-training: instances put end to end with some of their tokens hidden, and what is asked of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from engine import rng
from engine.data.instances import Instance, Instances
from engine.data.masking import Masking, mask
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
    """Each of the instances at ``where``, pairs (copy, index), as a batch of its own.

    The masks are a function of (seed, copy, index): new in every pass, and the same whenever a copy comes again.
    """
    return [_one(instances, copy, index, masking, seed) for copy, index in where]


def _one(instances: Instances, copy: int, index: int, masking: Masking, seed: int) -> Masked:
    found: Instance = instances.make(copy, index)
    shown, positions = mask(found.ids, found.words, masking, rng.generator(seed, "masks", copy, index))
    texts = TokenBatch(
        ids=shown,
        segments=found.segments,
        lengths=np.array([len(shown)]),
        labels=np.array([found.random_next], np.int64),
        indices=np.array([found.place]),
    )
    return Masked(texts, positions, found.ids[positions])


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
