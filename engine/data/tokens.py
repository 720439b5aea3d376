"""Tokens on disk, and batches of them.

Texts are tokenised once, in full and without special tokens, into one flat array of ids. Truncation, special tokens and
token types are added when a batch is built, so all lengths and truncations of a sweep share the same files.

A text may also be cut into two segments at random, between two words (Sun et al. 2019, code: ag_sep_aug). The second
segment keeps its leading blank, so that both together have the tokens of the whole text. A text of one word is not cut,
and its second segment is empty.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import overload

import numpy as np
from tokenizers import Tokenizer

from engine import paths, random_streams
from engine.cache import artefacts
from engine.cache.mapped_tables import release_pages
from engine.data.dataset import Split
from engine.data.special_tokens import (
    FastTokenizer,
    InputTemplate,
    SpecialTokenFrame,
    core_fingerprint,
    read_template,
    tokenizer_core,
)
from engine.data.token_counts import truncate_longest_first
from engine.data.word_cached_tokenizer import WordCachedTokenizer, concatenate_ranges
from engine.errors import UserError
from engine.progress import ReportProgress
from engine.spec.truncation import Truncation

_CHUNK = 1000


class TokenStore:
    """Tokens of n texts: a memory-mapped array of ids and the offset of each text in it.

    Example: texts of 3 and 2 tokens have ``offsets`` [0, 3, 5] and ``lengths`` [3, 2]. Text 1 is ``flat_ids[3:5]``.

    Attributes:
        flat_ids: all ids, int32 [tokens].
        offsets: start of each text, and end of the last, int64 [n + 1].
        lengths: number of tokens of each text, int64 [n].
    """

    def __init__(self, flat: np.ndarray, offsets: np.ndarray) -> None:
        self.flat_ids, self.offsets = flat, offsets
        self.lengths = np.diff(offsets)

    def __len__(self) -> int:
        return len(self.lengths)

    @classmethod
    def open(cls, folder: Path) -> TokenStore:
        """Return the tokens that ``tokenise_split`` wrote to ``folder``."""
        offsets = np.load(folder / "offsets.npy")
        if offsets[-1] == 0:
            return cls(np.zeros(0, np.int32), offsets)
        # A plain view of the map: slicing np.memmap itself costs microseconds each time.
        return cls(np.asarray(np.memmap(folder / "ids.int32", np.int32, "r")), offsets)

    @classmethod
    def of_rows(cls, rows: Sequence[np.ndarray]) -> TokenStore:
        """Return a store of texts given as one array each."""
        offsets = np.concatenate([[0], np.cumsum([len(row) for row in rows])]).astype(np.int64)
        return cls(np.concatenate([*rows, np.empty(0, np.int32)]).astype(np.int32), offsets)

    def text_ids(self, index: int) -> np.ndarray:
        """Return all tokens of text ``index``, int32."""
        return self.flat_ids[self.offsets[index] : self.offsets[index + 1]]


@dataclass(frozen=True, eq=False)
class TokenBatch:
    """Texts ready for an encoder, without padding.

    Example: texts of 3 and 2 segments have ``owners`` [0, 0, 0, 1, 1], with ``lengths`` [5] and ``labels``
    [2].

    Attributes:
        ids: concatenated tokens of all texts, special tokens included, int64 [T].
        token_types: 0 or 1 for each token, int64 [T].
        lengths: number of tokens of each text, int64 [B], or of each segment, int64 [P], if texts have several.
        labels: class of each text, int64 [B], its number, float64 [B], or a row of numbers, [B, C]; or empty.
        indices: indices of the texts in the split, int64 [B].
        owners: text of each segment in the batch (0 to B - 1, ascending), int64 [P]. None if every text is one segment.
    """

    ids: np.ndarray
    token_types: np.ndarray
    lengths: np.ndarray
    labels: np.ndarray
    indices: np.ndarray
    owners: np.ndarray | None = None


@dataclass(frozen=True)
class TruncationSummary:
    """Number and percentage of truncated texts and of removed tokens of a split."""

    texts: int
    texts_percent: float
    tokens: int
    tokens_percent: float

    @classmethod
    def of_lengths(
        cls, whole: np.ndarray, retained: np.ndarray, counts: np.ndarray | None = None
    ) -> TruncationSummary:
        """Return the summary for texts of ``whole`` tokens [n] of which ``retained`` [n] are read.

        ``counts`` [n] is the number of texts that each element represents. None: one.
        """
        counts = np.ones(len(whole), np.int64) if counts is None else counts
        lost = whole - retained
        texts, tokens = int(counts[lost > 0].sum()), int((counts * lost).sum())
        return cls(
            texts,
            100 * texts / max(1, int(counts.sum())),
            tokens,
            100 * tokens / max(1, int((counts * whole).sum())),
        )


def tokenise_split(
    split: Split, tokenizer: FastTokenizer, *, report: ReportProgress | None = None
) -> tuple[TokenStore, TokenStore | None]:
    """Return the tokens of a split's texts and, for pairs, of its second segments.

    Computed once per content and tokenizer.
    """
    backend = tokenizer_core(tokenizer)
    first = _tokens(split.texts, backend, tokens_key(split, backend), f"{split.name} texts", report)
    if split.second_texts is None:
        return first, None
    key = tokens_key(split, backend, segment=1)
    return first, _tokens(split.second_texts, backend, key, f"{split.name} second segments", report)


def tokenise_texts(texts: Sequence[str], tokenizer: FastTokenizer) -> TokenStore:
    """Return the tokens of ``texts``, without caching them."""
    encoded = tokenizer_core(tokenizer).encode_batch(list(texts), add_special_tokens=False)
    return TokenStore.of_rows([np.asarray(each.ids, np.int32) for each in encoded])


def tokens_key(split: Split, tokenizer: FastTokenizer | Tokenizer, segment: int = 0) -> str:
    """Return the cache key of the tokens of one segment."""
    backend = tokenizer if isinstance(tokenizer, Tokenizer) else tokenizer_core(tokenizer)
    return artefacts.key("tokens", split.fingerprint, segment, core_fingerprint(backend))


def _tokens(
    texts: Sequence[str], backend: Tokenizer, key: str, noun: str, report: ReportProgress | None
) -> TokenStore:
    def make(temporary: Path) -> None:
        tokenizer, lengths = WordCachedTokenizer(backend), [np.zeros(1, np.int32)]
        with (temporary / "ids.int32").open("wb") as sink:
            for start in range(0, len(texts), _CHUNK):
                if report:
                    report(f"Tokenising {noun}", start, len(texts))
                release_pages()
                tokens = tokenizer.encode(texts[start : start + _CHUNK])
                lengths.append(tokens.lengths.astype(np.int32))
                sink.write(tokens.ids.tobytes())
        np.save(temporary / "offsets.npy", np.cumsum(np.concatenate(lengths), dtype=np.int64))
        if report:
            report(f"Tokenising {noun}", len(texts), len(texts))

    folder = paths.cache_folder() / "tokens" / key
    artefacts.build_once(folder, make, report)
    return TokenStore.open(folder)


def encode_split(
    split: Split,
    tokenizer: FastTokenizer,
    *,
    truncation: Truncation,
    max_length: int,
    report: ReportProgress | None = None,
) -> EncodedSplit:
    """Return an encoded split, ready for batches.

    Raises UserError when ``max_length`` leaves no room for text.
    """
    first, second = tokenise_split(split, tokenizer, report=report)
    return EncodedSplit(first, second, split.labels, read_template(tokenizer), truncation, max_length)


def text_room(template: InputTemplate, pair: bool, truncation: Truncation, max_length: int) -> int:
    """Return the number of text tokens (for pairs, of both segments) in an input of ``max_length`` tokens.

    Raises UserError when there are none, or ``truncation`` needs more.
    """
    room = template.room(max_length, pair)
    if room < 1:
        raise UserError(
            f"{max_length} tokens leave no room for text besides the special tokens.",
            place="max_length",
            remedy="Allow more tokens.",
        )
    if not pair and (problem := truncation.problem(room)):
        raise UserError(f"{problem}.", place="max_length", remedy="Allow more tokens.")
    if pair and (problem := truncation.pair_problem()):
        raise UserError(f"{problem}.", place="truncation", remedy="Choose another truncation, or join them.")
    return room


def summarise_truncation(
    first: TokenStore, second: TokenStore | None, truncation: Truncation, room: int
) -> TruncationSummary:
    """Return the truncation summary of texts or pairs, without computing their segments."""
    if second is not None:
        retained = truncate_longest_first(first.lengths, second.lengths, room).sum(1)
        return TruncationSummary.of_lengths(first.lengths + second.lengths, retained)
    # Texts of equal length lose the same number of tokens, so truncation is computed once per length.
    lengths, counts = np.unique(first.lengths, return_counts=True)
    retained = [
        length if length <= room else sum(b - a for a, b in truncation.kept_ranges(length, room))
        for length in lengths.tolist()
    ]
    return TruncationSummary.of_lengths(lengths, np.array(retained, np.int64), counts)


class EncodedSplit:
    """Encoded split from which batches are built, with special tokens and truncation to a maximum length.

    Single texts are truncated by ``truncation``. Pairs lose tokens from the end of the longer segment until both fit,
    and from the second if both are equally long (Sun et al. 2019, code). Truncations with several segments are not
    allowed for pairs.

    Attributes:
        lengths: number of tokens of each text, summed over its segments, special tokens included, int64 [n].
        is_truncated: mask of the texts with tokens that are never read, bool [n].
        truncation_summary: texts and tokens that are never read.
    """

    def __init__(
        self,
        tokens: TokenStore,
        seconds: TokenStore | None,
        labels: np.ndarray,
        template: InputTemplate,
        truncation: Truncation,
        max_length: int,
    ) -> None:
        self.tokens, self.second_tokens, self.labels = tokens, seconds, labels
        self.template, self.truncation, self.max_length = template, truncation, max_length
        self.frame: SpecialTokenFrame = template.frame(seconds is not None)
        room = text_room(template, seconds is not None, truncation, max_length)
        if seconds is None:
            self._ranges, self._starts, retained = _segment_table(tokens, truncation, room)
            self._sizes = (self._ranges[..., 1] - self._ranges[..., 0]).sum(1) + self.frame.special_count
            self.lengths = np.add.reduceat(self._sizes, self._starts[:-1]) if len(tokens) else tokens.lengths
            totals = tokens.lengths
        else:
            self._retained = truncate_longest_first(tokens.lengths, seconds.lengths, room)
            retained = self._retained.sum(1)
            self.lengths = retained + self.frame.special_count
            totals = tokens.lengths + seconds.lengths
        self.is_truncated = totals > retained
        self.truncation_summary = TruncationSummary.of_lengths(totals, retained)

    def __len__(self) -> int:
        return len(self.lengths)

    def batch(self, indices: np.ndarray, epoch: int = 0) -> TokenBatch:
        """Return the batch of the texts at ``indices``, independent of the epoch."""
        indices = np.asarray(indices, np.int64)
        return self._singles(indices) if self.second_tokens is None else self._pairs(indices)

    def _singles(self, indices: np.ndarray) -> TokenBatch:
        """Return the batch of single texts with all their segments.

        Example: texts of 3 and 9 tokens in segments of at most 4 are the segments 0 and 1 to 3. The batch of the texts
        [1, 0] has the segments [1, 2, 3, 0], with [CLS] and [SEP] of ``lengths`` [6, 6, 3, 5], and ``owners``
        [0, 0, 0, 1].
        """
        flat, frame = self.tokens.flat_ids, self.frame
        counts = self._starts[indices + 1] - self._starts[indices]
        # Indices of all segments: the first one of each text, and those that follow.
        segments = np.arange(counts.sum()) + np.repeat(
            self._starts[indices] - np.cumsum(counts) + counts, counts
        )
        parts: list[np.ndarray] = []
        for segment in self._ranges[segments].tolist():
            parts.append(frame.prefix)
            for start, stop in segment:
                if stop > start:
                    parts.append(flat[start:stop])
            parts.append(frame.suffix)
        ids = np.concatenate(parts).astype(np.int64) if parts else np.zeros(0, np.int64)
        token_type = int(frame.token_types[1][0])
        is_segmented = len(self._sizes) > len(self.tokens)
        return TokenBatch(
            ids,
            np.full(len(ids), token_type, np.int64),
            self._sizes[segments],
            self.labels[indices],
            indices,
            np.repeat(np.arange(len(indices)), counts) if is_segmented else None,
        )

    def _pairs(self, indices: np.ndarray) -> TokenBatch:
        assert self.second_tokens is not None
        frame, retained = self.frame, self._retained[indices]
        first_starts, second_starts = self.tokens.offsets[indices], self.second_tokens.offsets[indices]
        parts: list[np.ndarray] = []
        for (a, b), start_a, start_b in zip(
            retained.tolist(), first_starts.tolist(), second_starts.tolist(), strict=True
        ):
            parts += [
                frame.prefix,
                self.tokens.flat_ids[start_a : start_a + a],
                frame.middle,
                self.second_tokens.flat_ids[start_b : start_b + b],
                frame.suffix,
            ]
        ids = np.concatenate(parts).astype(np.int64) if parts else np.zeros(0, np.int64)
        return TokenBatch(
            ids, self._pair_token_types(retained), self.lengths[indices], self.labels[indices], indices
        )

    def _pair_token_types(self, retained: np.ndarray) -> np.ndarray:
        prefix, first, middle, second, suffix = self.frame.token_types
        numbers = np.concatenate([prefix, first, middle, second, suffix])
        counts = np.ones((len(retained), len(numbers)), np.int64)
        counts[:, len(prefix)] = retained[:, 0]
        counts[:, len(prefix) + 1 + len(middle)] = retained[:, 1]
        return np.repeat(np.tile(numbers, len(retained)), counts.ravel())


def _segment_table(
    tokens: TokenStore, truncation: Truncation, room: int
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the segments of all texts.

    Returns three arrays of int64. The first, [P, ranges, 2], has the ranges of every segment as positions in
    ``tokens.flat_ids``, unused ones empty. The second, [n + 1], has the index of the first segment of each text. The
    third, [n], has the number of tokens that are read of each text.

    Example: texts of 3 and 9 tokens, keeping the first 4, give ranges [[0, 3]] and [[3, 7]], first segments
    [0, 1, 2] and 3 and 4 tokens read.
    """
    # Truncation is computed once per length, in a lookup table for all texts. Row 0: not truncated.
    is_long = tokens.lengths > room
    lengths, inverse = np.unique(tokens.lengths[is_long], return_inverse=True)
    cuts = [truncation.segments(length, room) for length in lengths.tolist()]
    read_counts = [sum(b - a for a, b in truncation.kept_ranges(length, room)) for length in lengths.tolist()]
    row = np.zeros(len(tokens), np.int64)
    row[is_long] = inverse + 1
    sizes = np.array([1, *map(len, cuts)], np.int64)
    most = max((len(piece) for cut in cuts for piece in cut), default=1)
    table = np.zeros((int(sizes.sum()), most, 2), np.int64)
    for number, piece in enumerate((piece for cut in cuts for piece in cut), 1):
        table[number, : len(piece)] = piece
    counts, retained = sizes[row], tokens.lengths.copy()
    retained[is_long] = np.array(read_counts, np.int64)[inverse]
    starts = np.concatenate([[0], np.cumsum(counts)]).astype(np.int64)
    result = table[concatenate_ranges((np.cumsum(sizes) - sizes)[row], counts)]
    whole_rows = starts[:-1][~is_long]
    result[whole_rows, 0, 1] = tokens.lengths[~is_long]
    return result + np.repeat(tokens.offsets[:-1], counts)[:, None, None], starts, retained


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
        tokenizer: FastTokenizer,
        *,
        copies: int,
        seed: int,
        truncation: Truncation,
        max_length: int,
        report: ReportProgress | None = None,
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


def _token_cut_positions(split: Split, tokenizer: FastTokenizer, report: ReportProgress | None) -> TokenStore:
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
