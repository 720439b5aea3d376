"""Texts for a teacher: the words of a student's tokens in the teacher's vocabulary, aligned word by word."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from engine.data.pretraining.masking import SPECIAL_WORD
from engine.data.special_tokens import core_fingerprint, read_template, tokenizer_core
from engine.data.tokens import TokenBatch

if TYPE_CHECKING:
    from transformers import PreTrainedTokenizerFast


@dataclass(frozen=True)
class WordTokens:
    """The tokens of W words, in sequence.

    Example: words of 1, 3 and 1 tokens at the flat positions 1, 2 to 4 and 5 have ``positions`` [1, 2, 3, 4, 5] and
    ``counts`` [1, 3, 1].

    Attributes:
        positions: positions in the flat tokens of a batch, int64 [sum of counts].
        counts: number of tokens of each word, at least one, int64 [W].
    """

    positions: np.ndarray
    counts: np.ndarray


@dataclass(frozen=True)
class TeacherTexts:
    """Texts for a teacher.

    Attributes:
        texts: the teacher's tokens, with its special tokens. Labels are empty.
        own_words: the W words that both read, in the student's tokens.
        teacher_words: the same words, in the same order, in the teacher's tokens.
    """

    texts: TokenBatch
    own_words: WordTokens
    teacher_words: WordTokens

    @property
    def word_count(self) -> int:
        """Number of words that both read."""
        return len(self.own_words.counts)


class TeacherTokenizer:
    """Tokenizer that spells the words of a student's tokens in a teacher's vocabulary.

    Each word is decoded from the student's tokens and tokenised separately, after a blank. Information that the
    student's vocabulary loses (capitals, accents, unknown characters) is lost for the teacher too. Special tokens
    within a text are left out. A teacher with the student's vocabulary reads the student's tokens unchanged.

    Args:
        student: the tokenizer of the student encoder.
        teacher: the tokenizer of the teacher encoder.
        max_length: maximum length for the teacher, special tokens included. Words that do not fit are left out.
    """

    def __init__(
        self, student: PreTrainedTokenizerFast, teacher: PreTrainedTokenizerFast, max_length: int
    ) -> None:
        self._student, self._teacher = tokenizer_core(student), tokenizer_core(teacher)
        self._unknown, self._teacher_unknown = student.unk_token_id, teacher.unk_token_id
        template = read_template(teacher)
        self._frame, self._room = template.single, template.room(max_length)
        same = core_fingerprint(self._student) == core_fingerprint(self._teacher)
        self._shared_length = max_length if same else 0
        self._spellings: dict[bytes, list[int]] = {}

    def encode(self, ids: np.ndarray, word_ids: np.ndarray, lengths: np.ndarray) -> TeacherTexts:
        """Return the student's texts for the teacher.

        Args:
            ids: unmasked tokens of B texts for the student, int64 [T].
            word_ids: word of each token, int [T], -1 for special tokens. The tokens of a word are adjacent.
            lengths: number of tokens of each text, int64 [B].
        """
        ids = np.ascontiguousarray(ids, np.int64)
        ends = np.cumsum(lengths)
        is_word = word_ids != SPECIAL_WORD
        is_start = np.concatenate([[True], word_ids[1:] != word_ids[:-1]]) & is_word
        is_start[(ends - lengths)[lengths > 0]] |= is_word[(ends - lengths)[lengths > 0]]
        starts = np.flatnonzero(is_start)
        # A word ends at the start of the next word, special token or text.
        is_end = np.append(is_start | ~is_word, True)
        is_end[ends] = True
        breaks = np.flatnonzero(is_end)
        stops = breaks[np.searchsorted(breaks, starts, "right")]
        if lengths.max(initial=0) <= self._shared_length:
            words = _word_tokens(starts, stops - starts)
            return TeacherTexts(self._batch(ids, lengths), words, words)
        first = np.searchsorted(starts, np.concatenate([[0], ends]))
        prefix, suffix = self._frame.prefix.tolist(), self._frame.suffix.tolist()
        row, sizes = list[int](), list[int]()
        words_read, counts, begins = list[int](), list[int](), list[int]()
        for low, high in pairwise(first.tolist()):
            begin = len(row)
            row += prefix
            for word in range(low, high):
                pieces = self._spell(ids[starts[word] : stops[word]])
                if len(row) + len(pieces) - begin - len(prefix) > self._room:
                    break
                if pieces:
                    words_read.append(word)
                    counts.append(len(pieces))
                    begins.append(len(row))
                    row += pieces
            row += suffix
            sizes.append(len(row) - begin)
        return TeacherTexts(
            self._batch(np.asarray(row, np.int64), np.asarray(sizes, np.int64)),
            _word_tokens(starts[words_read], (stops - starts)[words_read]),
            _word_tokens(np.asarray(begins, np.int64), np.asarray(counts, np.int64)),
        )

    def _batch(self, ids: np.ndarray, lengths: np.ndarray) -> TokenBatch:
        token_types = np.full(len(ids), int(self._frame.token_types[1][0]), np.int64)
        return TokenBatch(ids, token_types, lengths, np.zeros(0, np.int64), np.arange(len(lengths)))

    def _spell(self, word: np.ndarray) -> list[int]:
        """Return the teacher's tokens of one word, possibly none."""
        key = word.tobytes()
        tokens = self._spellings.get(key)
        if tokens is None:
            if self._unknown is not None and (word == self._unknown).any():
                tokens = [] if self._teacher_unknown is None else [int(self._teacher_unknown)]
            else:
                text = self._student.decode(word.tolist(), skip_special_tokens=False)
                # A continuation piece at the start of a window is decoded with its mark.
                text = text.strip().removeprefix("##")
                tokens = self._teacher.encode(f" {text}", add_special_tokens=False).ids if text else []
            self._spellings[key] = tokens
        return tokens


def _word_tokens(starts: np.ndarray, counts: np.ndarray) -> WordTokens:
    offsets = np.cumsum(counts) - counts
    positions = np.arange(int(counts.sum())) + np.repeat(starts - offsets, counts)
    return WordTokens(positions.astype(np.int64), counts.astype(np.int64))
