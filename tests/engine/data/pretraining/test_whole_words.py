"""Where words begin among tokens."""

from __future__ import annotations

from pathlib import Path

from engine.data.pretraining.whole_words import WholeWordTokenizer
from engine.model.encoders import load_tokenizer
from engine.spec.experiment import Encoder


def test_pieces_of_a_word_join_and_a_sentence_without_tokens_is_empty(tiny_bert_folder: Path) -> None:
    tokenizer = load_tokenizer(Encoder(source=str(tiny_bert_folder)))
    encoder = WholeWordTokenizer(tokenizer, chinese_words=False)
    flat = encoder.encode(["good books", "\u200b\x01", "bad"])
    assert flat.lengths[1] == 0 and len(flat.ids) == len(flat.word_starts) == flat.lengths.sum()
    first, last = flat.word_starts[: flat.lengths[0]], flat.word_starts[flat.lengths[0] :]
    tokens = tokenizer.convert_ids_to_tokens(flat.ids.tolist())
    assert flat.word_starts.tolist() == [not token.startswith("##") for token in tokens]
    assert first.sum() == 2 and last.sum() == 1
