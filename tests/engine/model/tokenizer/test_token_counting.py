"""Tokens are counted as the tokenizer makes them."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from tokenizers import Tokenizer, models, pre_tokenizers, processors
from transformers import AutoTokenizer

from engine.data.token_counts import load_token_lengths, load_tokenizer_core, visible_spans
from engine.model.tokenizer.special_token_counts import special_token_counts
from engine.model.tokenizer.token_counting import count_tokens
from engine.spec.data import DataSource
from engine.spec.experiment import Encoder
from engine.spec.truncation import HeadTailTruncation, HeadTruncation
from tests.engine.cli.test_app import palimpsest

pytestmark = pytest.mark.usefixtures("home")


VOCABULARY = {word: number for number, word in enumerate(["[UNK]", "[CLS]", "[SEP]", "<s>", "</s>", "a"])}
PROCESSORS = {
    "bert": processors.BertProcessing(("[SEP]", 2), ("[CLS]", 1)),
    "roberta": processors.RobertaProcessing(("</s>", 4), ("<s>", 3)),
    "template": processors.TemplateProcessing(
        single="<s> $A", pair="<s> $A </s> $B </s> </s>", special_tokens=[("<s>", 3), ("</s>", 4)]
    ),
    "sequence": processors.Sequence([
        processors.ByteLevel(trim_offsets=False), processors.RobertaProcessing(("</s>", 4), ("<s>", 3)),
    ]),
}  # fmt: skip


@pytest.mark.parametrize("kind", PROCESSORS)
def test_counts_are_those_of_the_tokenizer(kind: str, tmp_path: Path) -> None:
    tokenizer = Tokenizer(models.WordLevel(VOCABULARY, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()  # type: ignore[assignment]
    tokenizer.post_processor = PROCESSORS[kind]  # type: ignore[assignment]
    tokenizer.save(str(tmp_path / "tokenizer.json"))
    expected = tuple(sum(tokenizer.encode(*texts).special_tokens_mask) for texts in (("a",), ("a", "a")))
    assert special_token_counts(tmp_path) == expected


@pytest.mark.parametrize("content", [None, "{", "[]", json.dumps({"post_processor": None})])
def test_the_usual_counts_where_the_files_do_not_say(content: str | None, tmp_path: Path) -> None:
    if content is not None:
        (tmp_path / "tokenizer.json").write_text(content, encoding="utf-8")
    assert special_token_counts(tmp_path, (2, 4)) == (2, 4)


WORDS = "the good film was bad and the plot dull"


@pytest.fixture
def reviews(tmp_path: Path) -> DataSource:
    file = tmp_path / "reviews.csv"
    rows = [
        f"{'good' if i % 2 else 'bad'},{WORDS} {'good ' * (i % 7)},{'book ' * (i % 5 + 1)}" for i in range(60)
    ]
    file.write_text("label,text,second\n" + "\n".join(rows), encoding="utf-8")
    return DataSource(source=str(file), label="label", text=["text"])


def test_lengths_are_those_of_the_tokenizer(reviews: DataSource, tiny_bert_folder: Path) -> None:
    from engine.data.dataset import load_dataset

    counted = count_tokens(reviews, Encoder(source=str(tiny_bert_folder)))
    tokenizer = AutoTokenizer.from_pretrained(tiny_bert_folder)
    split = load_dataset(reviews).splits["train"]
    expected = [len(tokenizer(text, add_special_tokens=False)["input_ids"]) for text in split.texts]
    assert load_token_lengths(counted.keys["train"]).tolist() == expected
    assert (counted.positions, counted.specials, counted.room) == (64, 2, 62)


def test_both_segments_of_a_pair_count(reviews: DataSource, tiny_bert_folder: Path) -> None:
    pair = reviews.model_copy(update={"text": ["text", "second"], "pair": True})
    counted = count_tokens(pair, Encoder(source=str(tiny_bert_folder)))
    both = load_token_lengths(counted.keys["train"])
    first = load_token_lengths(counted.keys["train"][:1])
    assert counted.specials == 3
    assert np.all(both - first >= 1)
    a, b = visible_spans(counted.tokenizer, "good film", "bad book plot dull", HeadTailTruncation(head=2), 4)
    assert [(s.tokens, s.kept) for s in a] == [(2, True)]
    assert [(s.tokens, s.kept) for s in b] == [(2, True), (2, False)]


def test_the_core_cuts_where_the_model_does(reviews: DataSource, tiny_bert_folder: Path) -> None:
    counted = count_tokens(reviews, Encoder(source=str(tiny_bert_folder)))
    parts, none = visible_spans(counted.tokenizer, WORDS, "", HeadTailTruncation(head=2), 5)
    assert none == []
    assert [WORDS[p.start : p.stop].strip() for p in parts] == [
        "the good",
        "film was bad and",
        "the plot dull",
    ]
    assert [p.kept for p in parts] == [True, False, True]
    assert load_tokenizer_core(counted.tokenizer) is load_tokenizer_core(counted.tokenizer)
    assert len(visible_spans(counted.tokenizer, WORDS, "", HeadTruncation(), 62)[0]) == 1


def test_command_line(reviews: DataSource, tiny_bert_folder: Path) -> None:
    answer = palimpsest(
        "data", "tokens", reviews.source, "--set", 'text=["text"]', "--encoder", tiny_bert_folder, "--json"
    )
    assert answer.json["positions"] == 64
    keys = answer.json["keys"]
    assert sum(len(load_token_lengths(tuple(keys[split]))) for split in ("train", "test")) == 55
