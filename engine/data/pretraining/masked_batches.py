"""Masked batches: instances laid end to end, with the positions to predict and their targets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from engine import random_streams
from engine.data.pretraining.instances import PretrainingInstances
from engine.data.pretraining.masking import MaskingSettings, mask_texts
from engine.data.segment_ranges import concatenate_ranges
from engine.data.tokens import TokenBatch


@dataclass(frozen=True)
class MaskedBatch:
    """Inputs with some tokens masked, without padding.

    Attributes:
        texts: the inputs. Its labels are 1 where B is a random next segment and 0 where it is the true one,
            its indices are where each input begins in the corpus.
        positions: ascending positions in ``texts.ids`` to predict, int64 [M].
        targets: the original tokens at these positions, int64 [M].
        word_ids: the word of each token, int32 [T], adjacent words of an input with different numbers, -1 for special
            tokens.
    """

    texts: TokenBatch
    positions: np.ndarray
    targets: np.ndarray
    word_ids: np.ndarray

    @property
    def original_ids(self) -> np.ndarray:
        """The tokens before masking, int64 [T]."""
        ids = self.texts.ids.copy()
        ids[self.positions] = self.targets
        return ids

    def take(self, inputs: np.ndarray) -> MaskedBatch:
        """Return the batch of some of the ``inputs`` of this one, in their order, int64 [n].

        Example: of inputs of 4, 3 and 5 tokens, [2] has 5 tokens. Position 9 of the whole batch becomes its position 2.
        """
        texts = self.texts
        lengths, starts = texts.lengths[inputs], np.cumsum(texts.lengths) - texts.lengths
        tokens = concatenate_ranges(starts[inputs], lengths)
        targets = np.full(len(texts.ids), -1, np.int64)
        targets[self.positions] = self.targets
        positions = np.flatnonzero(targets[tokens] >= 0)
        part = TokenBatch(
            texts.ids[tokens], texts.token_types[tokens], lengths, texts.labels[inputs], texts.indices[inputs]
        )
        return MaskedBatch(part, positions, targets[tokens][positions], self.word_ids[tokens])


def make_masked_batch(
    instances: PretrainingInstances, places: Sequence[tuple[int, int]], masking: MaskingSettings, seed: int
) -> MaskedBatch:
    """Return the instances at ``places``, pairs (copy, index), as one batch.

    The masks are a function of (seed, copy, index): new in every pass, and the same whenever a copy recurs.
    """
    copies, indices = np.asarray(places, np.int64).reshape(-1, 2).T
    inputs = instances.build_inputs(copies, indices)
    keys = random_streams.stream_keys(seed, "masks", copies, indices)
    ids, positions = mask_texts(inputs.ids, inputs.word_ids, inputs.lengths, masking, keys)
    labels = inputs.random_next.astype(np.int64)
    texts = TokenBatch(ids, inputs.token_types, inputs.lengths, labels, inputs.corpus_positions)
    return MaskedBatch(texts, positions, inputs.ids[positions], inputs.word_ids)


def join_batches(parts: Sequence[MaskedBatch]) -> MaskedBatch:
    """Return several batches joined as one, in their order."""
    texts = [part.texts for part in parts]
    starts = np.cumsum([0, *(len(text.ids) for text in texts[:-1])])
    return MaskedBatch(
        TokenBatch(
            ids=np.concatenate([text.ids for text in texts]),
            token_types=np.concatenate([text.token_types for text in texts]),
            lengths=np.concatenate([text.lengths for text in texts]),
            labels=np.concatenate([text.labels for text in texts]),
            indices=np.concatenate([text.indices for text in texts]),
        ),
        np.concatenate([part.positions + start for part, start in zip(parts, starts, strict=True)]),
        np.concatenate([part.targets for part in parts]),
        np.concatenate([part.word_ids for part in parts]),
    )
