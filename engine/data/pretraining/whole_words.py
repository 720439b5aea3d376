"""Tokens of sentences, and which of them begin a word."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from engine import paths
from engine.data.pretraining.sentences import has_cjk
from engine.data.special_tokens import tokenizer_core
from engine.data.word_cached_tokenizer import FlatTokens, WordCachedTokenizer

if TYPE_CHECKING:
    from transformers import PreTrainedTokenizerFast


def chinese_segmenter_installed() -> bool:
    """Return whether Chinese words can be found: spaCy's Chinese segmenter needs jieba."""
    from importlib.util import find_spec

    return find_spec("jieba") is not None


class WholeWordTokenizer:
    """Tokenizer of sentences that also finds where words begin.

    Word pieces that the tokenizer cut from one word belong together (the ``##`` pieces of BERT). A Chinese
    character is a word of its own unless Chinese words are requested.

    Args:
        tokenizer: a fast one.
        chinese_words: join the characters that spaCy's Chinese segmenter (jieba) takes for one word.
    """

    def __init__(self, tokenizer: PreTrainedTokenizerFast, chinese_words: bool) -> None:
        self._backend = tokenizer_core(tokenizer)
        self._flat = WordCachedTokenizer(self._backend, find_word_starts=True)
        self._chinese = chinese_words

    def encode(self, sentences: Sequence[str]) -> FlatTokens:
        """Return the tokens of all sentences, without special tokens, and which of them begin a word."""
        tokens = self._flat.encode(sentences)
        # The segmenter is slow to load, so it is not where there is nothing Chinese.
        if self._chinese and any(map(has_cjk, sentences)):
            ends = np.cumsum(tokens.lengths)
            with _chinese().memory_zone():
                for sentence, end, length in zip(sentences, ends, tokens.lengths, strict=True):
                    if has_cjk(sentence):
                        begins = tokens.word_starts[end - length : end]
                        begins &= self._at_word(sentence)
                        begins[:1] = True
        return tokens

    def _at_word(self, sentence: str) -> np.ndarray:
        """Return False for tokens that begin with a Chinese character in the middle of a word."""
        starts = {token.idx for token in _chinese().make_doc(sentence)}
        offsets = self._backend.encode(sentence, add_special_tokens=False).offsets
        return np.array(
            [start in starts or not has_cjk(sentence[start : start + 1]) for start, _ in offsets], bool
        )


@lru_cache(maxsize=1)
def _chinese() -> Any:
    import spacy

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of its regular expressions, when it is compiled
        import jieba

    jieba.setLogLevel("WARNING")
    # Its dictionary is kept with ours instead of in a folder that other users can write.
    jieba.dt.tmp_dir = str(paths.cache_folder() / "jieba")
    (paths.cache_folder() / "jieba").mkdir(parents=True, exist_ok=True)
    return spacy.blank("zh", config={"nlp": {"tokenizer": {"segmenter": "jieba"}}})
