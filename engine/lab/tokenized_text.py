"""Tokenised texts: tokens, their positions in the text, and the words to which they belong."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from engine.data.special_tokens import read_template, tokenizer_core
from engine.data.tokens import EncodedSplit, TokenBatch, TokenStore, cut_text
from engine.model.saved_model import SavedModel


@dataclass(frozen=True, eq=False)
class TokenizedText:
    """Encoded text of T tokens, including special tokens, without truncated tokens.

    Attributes:
        text: the text before tokenisation.
        batch: the input of the model.
        tokens: T names: the letters of the text, with ``##`` before a token that continues a word, ``[UNK]`` for
            unknown tokens.
        spans: characters of each token in ``text``, int64 [T, 2]; (-1, -1) for a special token.
        words: index in ``word_spans`` of each token's word, int64 [T]; -1 for a special token.
        word_spans: characters of each word of the whole text, including truncated words, int64 [W, 2].
    """

    text: str
    batch: TokenBatch
    tokens: tuple[str, ...]
    spans: np.ndarray
    words: np.ndarray
    word_spans: np.ndarray

    @property
    def special(self) -> np.ndarray:
        """Mask of the special tokens around the text, bool [T]."""
        special: np.ndarray = self.words < 0
        return special

    @property
    def segment_count(self) -> int:
        """The number of segments in which the text is encoded."""
        return len(self.batch.lengths)

    def first_segment(self) -> TokenizedText:
        """Return the first segment of the text, or the text itself if it has only one."""
        if self.segment_count == 1:
            return self
        end, batch = int(self.batch.lengths[0]), self.batch
        segment = replace(
            batch,
            ids=batch.ids[:end],
            token_types=batch.token_types[:end],
            lengths=batch.lengths[:1],
            owners=None,
        )
        return replace(
            self, batch=segment, tokens=self.tokens[:end], spans=self.spans[:end], words=self.words[:end]
        )


class TextEncoder:
    """Encoder of texts for a saved model, with its tokenizer, truncation, length and segments."""

    def __init__(self, native: SavedModel) -> None:
        self._native = native
        # Creating these takes tens of milliseconds, and a text is encoded at every key press.
        self._backend, self._template = tokenizer_core(native.tokenizer), read_template(native.tokenizer)
        self._unknown = native.tokenizer.unk_token_id

    def encode(self, text: str) -> TokenizedText:
        """Return ``text`` encoded. For models of pairs, a tab separates the two segments."""
        segments = self._segments(text)
        encodings = self._backend.encode_batch([part for part, _ in segments], add_special_tokens=False)
        counts = [len(each.ids) for each in encodings]
        ids = np.array([number for each in encodings for number in each.ids] + [0], np.int64)
        spans, words, word_spans = _token_places(text, encodings, [start for _, start in segments])

        # Indices take the place of ids in the truncation code of training. They are negative, to distinguish them from
        # ids of special tokens.
        starts = np.cumsum([0, *counts])
        marks = [
            TokenStore(-1 - np.arange(start, start + count, dtype=np.int32), np.array([0, count], np.int64))
            for start, count in zip(starts, counts, strict=False)
        ]
        split = EncodedSplit(
            marks[0], marks[1] if len(marks) > 1 else None, np.zeros(1, np.int64), self._template,
            self._native.truncation, self._native.max_length,
        )  # fmt: skip
        batch = split.batch(np.zeros(1, np.int64))
        source_index = np.where(batch.ids < 0, -1 - batch.ids, -1)
        batch = replace(batch, ids=np.where(source_index < 0, batch.ids, ids[source_index]))
        read_words = np.where(source_index < 0, -1, words[source_index])
        return TokenizedText(
            text,
            batch,
            tuple(self._names(text, batch.ids, spans[source_index], read_words)),
            np.where(source_index[:, None] < 0, -1, spans[source_index]),
            read_words,
            word_spans,
        )

    def _segments(self, text: str) -> list[tuple[str, int]]:
        """Return the segments with the index of their first character."""
        if self._native.cut_into_segments:
            first, second = cut_text(text)
            return [(first, 0), (second, len(first))]
        if self._native.pair:
            first, _, second = text.partition("\t")
            return [(first, 0), (second, len(first) + 1)]
        return [(text, 0)]

    def _names(self, text: str, ids: np.ndarray, spans: np.ndarray, words: np.ndarray) -> list[str]:
        vocabulary = self._native.tokenizer.convert_ids_to_tokens(ids.tolist())
        names: list[str] = []
        for i, (number, (start, end), word) in enumerate(zip(ids, spans, words, strict=True)):
            name = text[start:end].strip() if word >= 0 and number != self._unknown else ""
            is_continuation = i > 0 and word >= 0 and words[i - 1] == word
            names.append((f"##{name}" if is_continuation else name) if name else str(vocabulary[i]))
        return names


def _token_places(
    text: str, encodings: Sequence, starts: Sequence[int]
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return (spans, words, word spans) of all tokens of all segments, with a last row for special tokens."""
    spans: list[tuple[int, int]] = []
    words: list[int] = []
    word_spans: list[list[int]] = []
    for encoding, shift in zip(encodings, starts, strict=True):
        numbers: dict[int, int] = {}
        for (start, end), word in zip(encoding.offsets, encoding.word_ids, strict=True):
            start, end = start + shift, end + shift
            while start < end and text[start].isspace():  # byte-level tokens include the blank before them
                start += 1
            spans.append((start, end))
            if word not in numbers:
                numbers[word] = len(word_spans)
                word_spans.append([start, end])
            words.append(numbers[word])
            word_spans[numbers[word]][1] = max(word_spans[numbers[word]][1], end)
    return (
        np.array([*spans, (-1, -1)], np.int64),
        np.array([*words, -1], np.int64),
        np.array(word_spans, np.int64).reshape(-1, 2),
    )
