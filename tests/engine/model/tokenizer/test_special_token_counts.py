"""Special tokens counted in the files, against those that the tokenizer itself puts around texts."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tokenizers import Tokenizer, models, pre_tokenizers, processors

from engine.model.tokenizer.special_token_counts import special_token_counts

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
