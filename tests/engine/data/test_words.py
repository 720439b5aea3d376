"""Where words begin among tokens."""

from __future__ import annotations

from pathlib import Path

from engine.data.words import WordEncoder
from engine.model.encoders import load_tokenizer
from engine.spec.experiment import Encoder


def test_pieces_of_a_word_join_and_a_sentence_without_tokens_is_empty(tiny_bert_folder: Path) -> None:
    tokenizer = load_tokenizer(Encoder(source=str(tiny_bert_folder)))
    encoder = WordEncoder(tokenizer, chinese_words=False)
    found = encoder.encode(["good books", "\u200b\x01", "bad"])
    assert found[1][0] == [] and found[1][1].tolist() == []
    for sentence, (ids, begins) in zip(("good books", "bad"), (found[0], found[2]), strict=True):
        tokens = tokenizer.convert_ids_to_tokens(ids)
        assert begins.tolist() == [not token.startswith("##") for token in tokens]
        assert begins.sum() == len(sentence.split())
