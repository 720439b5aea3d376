"""The benchmark of further pre-training is fair: all ways read the same text, and are measured by the same ruler."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from transformers import AutoTokenizer, BertForPreTraining

from benchmarks.pretrain import (
    WARM,
    blocks,
    corpus,
    documents,
    held_out_loss,
    padded_pairs,
    prepared,
    with_heads,
)

pytestmark = pytest.mark.usefixtures("home")
SENTENCES = ["the film was good.", "a river had no story.", "people like music and art."]


@pytest.fixture
def task(tmp_path: Path, tiny_bert_folder: Path) -> dict[str, Any]:
    draw = np.random.default_rng(0)
    text = "\n\n".join(" ".join(SENTENCES[i] for i in draw.integers(0, 3, 6)) for _ in range(40))
    (tmp_path / "text.txt").write_text(text, encoding="utf-8")
    encoder, pairs = with_heads(str(tiny_bert_folder), tmp_path)
    assert pairs
    shared = {"length": 32, "batch": 4, "steps": 6, "rate": 1e-3, "seed": 1, "attention": "", "device": "cpu"}
    shared |= {"encoder": encoder, "precision": "fp32", "objective": "mlm_nsp", "way": "padded"}
    return shared | corpus([tmp_path / "text.txt"], tmp_path)


def test_documents_are_apart_by_empty_lines_or_one_a_line(tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    file.write_text("one\ntwo\n\n\nthree\n", encoding="utf-8")
    assert documents(file) == ["one\ntwo", "three"]
    file.write_text("one\ntwo\n", encoding="utf-8")
    assert documents(file) == ["one", "two"]


def test_a_tenth_is_held_out(task: dict[str, Any]) -> None:
    learnt, held_out = documents(Path(task["train"])), documents(Path(task["held_out"]))
    assert len(learnt) == 36 and len(held_out) == 4


def test_padded_pairs_are_our_own_and_cost_the_same(task: dict[str, Any], tmp_path: Path) -> None:
    rows, _, model, tokens = padded_pairs(task, AutoTokenizer.from_pretrained(task["encoder"]), tmp_path)
    assert len(rows) == task["steps"] * task["batch"]
    timed = rows[WARM * task["batch"] :]
    assert tokens == sum(int(row["attention_mask"].sum()) for row in timed)
    ours = prepared(task, tmp_path)
    ours.model.eval()
    (part,) = ours.micro_batches(0)
    found = float(ours.compute_loss(part).total.detach()) / part.loss_terms
    batch = {name: torch.stack([row[name] for row in rows[: task["batch"]]]) for name in rows[0]}
    assert isinstance(model, BertForPreTraining)
    with torch.no_grad():
        assert found == pytest.approx(float(model.eval()(**batch).loss), rel=1e-5)


def test_blocks_are_full_and_counted_as_they_are_read(task: dict[str, Any], tmp_path: Path) -> None:
    tokenizer = AutoTokenizer.from_pretrained(task["encoder"])
    data, collate, _, tokens = blocks(task | {"steps": 40}, tokenizer, tmp_path)
    assert {len(row["input_ids"]) for row in data} == {32}
    every = sum(len(tokenizer(text)["input_ids"]) for text in documents(Path(task["train"])))
    assert len(data) == every // 32
    size, left = divmod(len(data), 4)
    each = [4] * size + [left] * bool(left)
    assert tokens == 32 * sum(each[step % len(each)] for step in range(WARM, 40))
    asked = collate([data[i] for i in range(4)])["labels"] != -100
    assert 0.02 < asked.float().mean() < 0.35


def test_the_ruler_is_the_same_for_all(task: dict[str, Any], tmp_path: Path) -> None:
    """The loss of untouched weights is that which our own stage measures before its first update."""
    ours = prepared(task, tmp_path)
    ours.model.eval()
    expected = ours.evaluate(0).values["heldout/loss"]
    assert held_out_loss(task | {"seed": 7}, Path(task["encoder"]), tmp_path) == pytest.approx(
        expected, rel=1e-5
    )
