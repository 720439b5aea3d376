"""Where words begin among tokens."""

from __future__ import annotations

from pathlib import Path

from engine.data.pretraining.whole_words import WholeWordTokenizer
from engine.model.encoders import load_tokenizer
from engine.spec.experiment import Encoder


def test_pieces_of_a_word_join_and_a_sentence_without_tokens_is_empty(tiny_bert_folder: Path) -> None:
    tokenizer = load_tokenizer(Encoder(source=str(tiny_bert_folder)))
    encoder = WholeWordTokenizer(tokenizer, chinese_words=False)
    found = encoder.encode(["good books", "\u200b\x01", "bad"])
    assert found.lengths[1] == 0 and len(found.ids) == len(found.word_starts) == found.lengths.sum()
    first, last = found.word_starts[: found.lengths[0]], found.word_starts[found.lengths[0] :]
    tokens = tokenizer.convert_ids_to_tokens(found.ids.tolist())
    assert found.word_starts.tolist() == [not token.startswith("##") for token in tokens]
    assert first.sum() == 2 and last.sum() == 1
