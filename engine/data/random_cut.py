"""Random cut of a text into two segments between two words (Sun et al. 2019, code: ag_sep_aug).

The second segment keeps its leading blank, so that both together have the tokens of the whole text. A text of one word
is not cut, and its second segment is empty.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, overload

import numpy as np

from engine import paths, random_streams
from engine.cache import artefacts
from engine.data.dataset import Split
from engine.data.special_tokens import read_template, tokenizer_core
from engine.data.tokens import (
    EncodedSplit,
    TokenBatch,
    TokenStore,
    TruncationSummary,
    tokenise_split,
    tokens_key,
)
from engine.spec.truncation import Truncation

if TYPE_CHECKING:
    from transformers import PreTrainedTokenizerFast

_CHUNK = 1000
_HAN = "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_WORD = re.compile(rf"[{_HAN}]|[^\s{_HAN}]+")
"""Pattern of a word: a run without blanks, or a single Chinese character."""


def find_cut_positions(text: str) -> list[int]:
    """Return the character positions at which ``text`` can be cut: the end of every word but the last.

    Example: ``find_cut_positions("a bc d")`` is [1, 4], which allows "a" | " bc d" and "a bc" | " d".
    """
    return [match.end() for match in _WORD.finditer(text)][:-1]


def cut_text(text: str) -> tuple[str, str]:
    """Return the two segments of ``text``, cut at a position that depends only on the text."""
    positions = find_cut_positions(text)
    if not positions:
        return text, ""
    digest = hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest()
    position = positions[int.from_bytes(digest, "little") % len(positions)]
    return text[:position], text[position:]


def cut_split(split: Split) -> Split:
    """Return ``split`` as a split of pairs. Each text is cut once."""
    return replace(
        split,
        texts=_Segment(split.texts, 0),
        second_texts=_Segment(split.texts, 1),
        fingerprint=artefacts.key("cut once", split.fingerprint),
    )


class RandomCutSplit:
    """Training texts in several copies, each with a new cut in every epoch.

    An input is a copy of a text. Its cut is a pure function of seed, epoch, row of the text in its source and number of
    the copy. The copies of one epoch differ if the text has enough cut positions.

    Example: with ``copies`` 2, inputs 0 and 1 are the copies of text 0, and inputs 2 and 3 those of text 1.

    Raises UserError when ``max_length`` leaves no room, or ``truncation`` does not support pairs.

    Attributes:
        lengths: number of tokens of each input, special tokens included, int64 [n * copies].
        truncation_summary: texts and tokens that are never read.
    """

    def __init__(
        self,
        split: Split,
        tokenizer: PreTrainedTokenizerFast,
        *,
        copies: int,
        seed: int,
        truncation: Truncation,
        max_length: int,
        report: Callable[[str, int, int], None] | None = None,
    ) -> None:
        self._tokens, _ = tokenise_split(split, tokenizer, report=report)
        self._positions = _token_cut_positions(split, tokenizer, report)
        self._labels, self._rows = split.labels, split.rows
        self._template, self._truncation = read_template(tokenizer), truncation
        self.max_length, self._copies, self._seed = max_length, copies, seed
        self._pairs(np.arange(0), [])  # raises for settings that do not support pairs
        # The length of an input does not depend on its cut.
        frame = self._template.pair
        room = max_length - frame.special_count
        lengths = self._tokens.lengths
        retained = np.minimum(lengths, room)
        self.lengths = np.repeat(retained + frame.special_count, copies)
        self.truncation_summary = TruncationSummary.of_lengths(lengths, retained)

    def __len__(self) -> int:
        return len(self.lengths)

    def batch(self, inputs: np.ndarray, epoch: int = 0) -> TokenBatch:
        """Return the batch of ``inputs`` in ``epoch``. Its ``indices`` are those of the texts."""
        texts, copies = np.divmod(np.asarray(inputs, np.int64), self._copies)
        lengths = [
            self._cut(text, copy, epoch) for text, copy in zip(texts.tolist(), copies.tolist(), strict=True)
        ]
        pairs = self._pairs(texts, lengths)
        return replace(pairs.batch(np.arange(len(texts))), indices=texts)

    def _cut(self, text: int, copy: int, epoch: int) -> int:
        """Return the cut of a copy: the number of tokens in its first segment."""
        positions = self._positions.text_ids(text)
        if not len(positions):
            return int(self._tokens.lengths[text])
        order = random_streams.generator(self._seed, "cut", epoch, int(self._rows[text])).permutation(
            len(positions)
        )
        return int(positions[order[copy % len(positions)]])

    def _pairs(self, texts: np.ndarray, lengths: list[int]) -> EncodedSplit:
        texts_ids = [self._tokens.text_ids(text) for text in texts.tolist()]
        firsts = [ids[:length] for ids, length in zip(texts_ids, lengths, strict=True)]
        seconds = [ids[length:] for ids, length in zip(texts_ids, lengths, strict=True)]
        return EncodedSplit(
            TokenStore.of_rows(firsts),
            TokenStore.of_rows(seconds),
            self._labels[texts],
            self._template,
            self._truncation,
            self.max_length,
        )


class _Segment(Sequence[str]):
    """One segment of every text, cut when it is read."""

    def __init__(self, texts: Sequence[str], number: int) -> None:
        self._texts, self._index = texts, number

    def __len__(self) -> int:
        return len(self._texts)

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> list[str]: ...
    def __getitem__(self, index: int | slice) -> str | list[str]:
        texts = self._texts[index]
        if isinstance(texts, str):
            return cut_text(texts)[self._index]
        return [cut_text(text)[self._index] for text in texts]


def _token_cut_positions(
    split: Split,
    tokenizer: PreTrainedTokenizerFast,
    report: Callable[[str, int, int], None] | None,
) -> TokenStore:
    """Return ``find_cut_positions`` of every text, in tokens. Computed once per content and tokenizer."""
    backend = tokenizer_core(tokenizer)
    folder = paths.cache_folder() / "cuts" / artefacts.key("cuts", tokens_key(split, backend))

    def make(temporary: Path) -> None:
        rows: list[np.ndarray] = []
        for start in range(0, len(split.texts), _CHUNK):
            if report:
                report("Finding the words of the training texts", start, len(split.texts))
            texts = split.texts[start : start + _CHUNK]
            for text, encoding in zip(
                texts, backend.encode_batch(texts, add_special_tokens=False), strict=True
            ):
                ends = np.asarray([end for _, end in encoding.offsets], np.int64)
                positions = np.unique(np.searchsorted(ends, find_cut_positions(text), side="right"))
                # Cuts next to words without tokens (control characters) would give an empty segment.
                rows.append(positions[(positions > 0) & (positions < len(ends))])
        flat = TokenStore.of_rows(rows)
        (temporary / "ids.int32").write_bytes(flat.flat_ids.tobytes())
        np.save(temporary / "offsets.npy", flat.offsets)

    artefacts.build_once(folder, make, report)
    return TokenStore.open(folder)
