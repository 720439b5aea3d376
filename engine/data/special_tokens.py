"""Positions of special tokens in the inputs of a tokenizer, found by encoding a probe."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Protocol

from tokenizers import Tokenizer

from engine.errors import UserError

if TYPE_CHECKING:
    import numpy as np


class FastTokenizer(Protocol):
    """Interface of the fast tokenizers of transformers and of ``engine.model.tokenizer``."""

    @property
    def backend_tokenizer(self) -> Tokenizer:
        """The core from the tokenizers library."""

    @property
    def name_or_path(self) -> str:
        """Name for messages."""


@dataclass(frozen=True)
class SpecialTokenFrame:
    """Special tokens around one text, or around and between two.

    Attributes:
        prefix, middle, suffix: their ids, int32. ``middle`` is empty for one text.
        token_types: token types of prefix, first text, middle, second text and suffix, int64: one number per special
            token, and one number per text.
    """

    prefix: np.ndarray
    middle: np.ndarray
    suffix: np.ndarray
    token_types: tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, np.ndarray]

    @property
    def special_count(self) -> int:
        """Number of special tokens in the frame."""
        return len(self.prefix) + len(self.middle) + len(self.suffix)


@dataclass(frozen=True)
class InputTemplate:
    """Frames of single texts and of pairs, such as [CLS] A [SEP] and [CLS] A [SEP] B [SEP] for BERT."""

    single: SpecialTokenFrame
    pair: SpecialTokenFrame

    def frame(self, pair: bool) -> SpecialTokenFrame:
        """Return the frame of pairs or of single texts."""
        return self.pair if pair else self.single

    def room(self, max_length: int, pair: bool = False) -> int:
        """Return the number of text tokens that fit into ``max_length``."""
        return max_length - self.frame(pair).special_count


def tokenizer_core(tokenizer: FastTokenizer) -> Tokenizer:
    """Return the core of a tokenizer without truncation and padding, independent of its current settings.

    Tokenizers with the same state share one core, which must not be changed.
    """
    return _core_from_state(tokenizer.backend_tokenizer.to_str())


@lru_cache(maxsize=4)
def _core_from_state(state: str) -> Tokenizer:
    core = Tokenizer.from_str(state)
    core.no_truncation()
    core.no_padding()
    return core


def core_fingerprint(core: Tokenizer) -> str:
    """Return a hash of all settings of ``core``, 64 hex digits."""
    return hashlib.sha256(core.to_str().encode("utf-8")).hexdigest()


def read_template(tokenizer: FastTokenizer) -> InputTemplate:
    """Return the template of ``tokenizer``, found by encoding a probe (BERT, RoBERTa, ELECTRA, ModernBERT...)."""
    backend = tokenizer_core(tokenizer)
    for probe in ("a", "1", "."):
        single, pair = backend.encode(probe), backend.encode(probe, probe)
        if 0 in single.sequence_ids and 1 in pair.sequence_ids:
            return InputTemplate(_frame(single), _frame(pair))
    raise UserError(
        "the tokenizer makes no token of ordinary letters.",
        place=str(tokenizer.name_or_path),
        remedy="Check the encoder's tokenizer files.",
    )


def _frame(encoding) -> SpecialTokenFrame:  # type: ignore[no-untyped-def]  # tokenizers.Encoding has no stubs
    import numpy as np  # here, because fingerprints of tokenizers do not need it

    ids, types, owner = np.asarray(encoding.ids), np.asarray(encoding.type_ids), encoding.sequence_ids
    first = [i for i, who in enumerate(owner) if who == 0]
    second = [i for i, who in enumerate(owner) if who == 1]
    end = (second or first)[-1] + 1
    middle = slice(first[-1] + 1, second[0]) if second else slice(end, end)
    prefix, suffix = slice(0, first[0]), slice(end, len(ids))
    of_second = types[second[:1]] if second else types[:0]
    token_types = tuple(
        np.asarray(part, np.int64)
        for part in (types[prefix], types[first[:1]], types[middle], of_second, types[suffix])
    )
    return SpecialTokenFrame(
        ids[prefix].astype(np.int32),
        ids[middle].astype(np.int32),
        ids[suffix].astype(np.int32),
        token_types,  # type: ignore[arg-type]
    )
