"""What is shown of a text is what the model reads of it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from engine.data.random_cut import cut_text
from engine.lab.tokenized_text import TextEncoder
from engine.model.classifier import build_classifier
from engine.model.encoders import load_tokenizer
from engine.model.saved_model import SavedModel
from engine.spec.experiment import Encoder
from engine.spec.features import Features
from engine.spec.truncation import HeadTailTruncation, HeadTruncation, HierarchicalTruncation, Truncation

TEXT = "The plot was dull, zebra and great"


def native(
    folder: Path, truncation: Truncation, length: int = 32, pair: bool = False, cut: bool = False
) -> SavedModel:
    encoder = Encoder(source=str(folder))
    model = build_classifier(
        encoder, Features(), 2, 0.0, 1, combine_pieces=truncation.combine_segments
    ).eval()
    return SavedModel(
        folder=folder, encoder_folder=folder, model=model, tokenizer=load_tokenizer(encoder), classes=("a", "b"),
        features=Features(), truncation=truncation, max_length=length, pair=pair, cut_into_segments=cut,
    )  # fmt: skip


def test_tokens_and_where_they_stand(tiny_bert_folder: Path) -> None:
    model = native(tiny_bert_folder, HeadTruncation())
    reading = TextEncoder(model).encode(TEXT)
    assert reading.batch.ids.tolist() == model.tokenizer(TEXT)["input_ids"]
    assert reading.tokens[:6] == ("[CLS]", "The", "plot", "was", "dull", ",")
    assert reading.tokens[6:11] == ("z", "##e", "##b", "##r", "##a") and reading.tokens[-1] == "[SEP]"
    words = [TEXT[a:b] for a, b in reading.word_spans]
    assert words == ["The", "plot", "was", "dull", ",", "zebra", "and", "great"]
    assert reading.words.tolist() == [-1, 0, 1, 2, 3, 4, 5, 5, 5, 5, 5, 6, 7, -1]
    assert reading.spans[0].tolist() == [-1, -1] and TEXT[slice(*reading.spans[6])] == "z"


def test_a_letter_without_a_token_is_said_to_be_unknown(tiny_bert_folder: Path) -> None:
    reading = TextEncoder(native(tiny_bert_folder, HeadTruncation())).encode("good 映 film")
    assert reading.tokens == ("[CLS]", "good", "[UNK]", "film", "[SEP]")
    assert reading.words.tolist() == [-1, 0, 1, 2, -1]


def test_what_is_cut_keeps_its_place_among_the_words(tiny_bert_folder: Path) -> None:
    cut = TextEncoder(native(tiny_bert_folder, HeadTailTruncation(head=2), length=6)).encode("a b c d e f")
    assert cut.tokens == ("[CLS]", "a", "b", "e", "f", "[SEP]")
    assert cut.words.tolist() == [-1, 0, 1, 4, 5, -1] and len(cut.word_spans) == 6


def test_pieces(tiny_bert_folder: Path) -> None:
    reading = TextEncoder(native(tiny_bert_folder, HierarchicalTruncation(combine="mean"), length=4)).encode(
        "a b c d e"
    )
    assert reading.segment_count == 3 and reading.words.tolist() == [-1, 0, 1, -1, -1, 2, 3, -1, -1, 4, -1]
    first = reading.first_segment()
    assert first.segment_count == 1 and first.tokens == ("[CLS]", "a", "b", "[SEP]")


@pytest.mark.parametrize("cut", [False, True])
def test_two_segments(tiny_bert_folder: Path, cut: bool) -> None:
    model = native(tiny_bert_folder, HeadTruncation(), pair=not cut, cut=cut)
    text = "a good film from the city" if cut else "a good film\tfrom the city"
    first, second = cut_text(text) if cut else text.split("\t")
    reading = TextEncoder(model).encode(text)
    expected = model.tokenizer(first, second)
    assert reading.batch.ids.tolist() == expected["input_ids"]
    assert reading.batch.token_types.tolist() == expected["token_type_ids"]
    assert [text[a:b] for a, b in reading.word_spans] == text.split()
    assert np.array_equal(reading.words[reading.words >= 0], np.arange(6))
