"""Tokens of sentences, and which of them begin a word."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from tokenizers import Encoding
from transformers import PreTrainedTokenizerFast

from engine import paths
from engine.data.sentences import has_cjk
from engine.data.template import plain


def segmenter_installed() -> bool:
    """Whether Chinese words can be found: spaCy's Chinese segmenter needs jieba."""
    from importlib.util import find_spec

    return find_spec("jieba") is not None


class WordEncoder:
    """Tokenises sentences and says where words begin.

    Pieces that the tokenizer cut from one word belong together (the ``##`` pieces of BERT). A Chinese character is a
    word of its own unless Chinese words are asked for.

    Args:
        tokenizer: a fast one.
        chinese_words: join the characters that spaCy's Chinese segmenter (jieba) takes for one word.
    """

    def __init__(self, tokenizer: PreTrainedTokenizerFast, chinese_words: bool) -> None:
        self._backend = plain(tokenizer)
        self._chinese = chinese_words

    def encode(self, sentences: Sequence[str]) -> list[tuple[list[int], np.ndarray]]:
        """The ids of each sentence without special tokens, and whether each begins a word (bool [tokens])."""
        encodings = self._backend.encode_batch(list(sentences), add_special_tokens=False)
        found = [(encoding.ids, _begins(encoding)) for encoding in encodings]
        # The segmenter is slow to load, so it is not where there is nothing Chinese.
        if self._chinese and any(map(has_cjk, sentences)):
            with _chinese().memory_zone():
                for sentence, encoding, (_, begins) in zip(sentences, encodings, found, strict=True):
                    if has_cjk(sentence):
                        begins &= self._at_word(sentence, encoding)
                        begins[:1] = True
        return found

    def _at_word(self, sentence: str, encoding: Encoding) -> np.ndarray:
        """False for tokens that begin with a Chinese character in the middle of a word."""
        starts = {token.idx for token in _chinese().make_doc(sentence)}
        return np.array(
            [start in starts or not has_cjk(sentence[start : start + 1]) for start, _ in encoding.offsets],
            bool,
        )


def _begins(encoding: Encoding) -> np.ndarray:
    words = encoding.word_ids
    # A sentence of control characters alone has no tokens.
    return np.array([n == 0 or word != words[n - 1] for n, word in enumerate(words)], bool)


@lru_cache(maxsize=1)
def _chinese() -> Any:
    import spacy

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of its regular expressions, when it is compiled
        import jieba

    jieba.setLogLevel("WARNING")
    # Its dictionary is kept with ours instead of in a folder that other users can write.
    jieba.dt.tmp_dir = str(paths.cache() / "jieba")
    (paths.cache() / "jieba").mkdir(parents=True, exist_ok=True)
    return spacy.blank("zh", config={"nlp": {"tokenizer": {"segmenter": "jieba"}}})
