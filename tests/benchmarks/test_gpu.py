"""What is compared on a GPU is the same computation, and the command ends with its table, shown on a CPU."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
import torch
from transformers import AutoModelForSequenceClassification, AutoTokenizer

from benchmarks.finetune import flattened
from benchmarks.gpu import ROOT


def test_texts_of_one_row_without_padding_give_what_padded_ones_give(tiny_bert_folder: Path) -> None:
    torch.manual_seed(0)
    flat, collate = flattened(str(tiny_bert_folder), 3)
    padded = AutoModelForSequenceClassification.from_pretrained(tiny_bert_folder, num_labels=3).eval()
    padded.load_state_dict(flat.state_dict())
    tokenizer = AutoTokenizer.from_pretrained(tiny_bert_folder)
    texts, labels = ["the film was good.", "a river", "people like music and art."], [2, 0, 1]
    rows = [{"input_ids": tokenizer(t)["input_ids"], "labels": n} for t, n in zip(texts, labels, strict=True)]
    found = flat.eval()(**collate(rows))
    batch = tokenizer(texts, padding=True, return_tensors="pt")
    expected = padded(**batch, labels=torch.tensor(labels))
    assert torch.allclose(found.logits, expected.logits, atol=1e-5)
    assert float(found.loss) == pytest.approx(float(expected.loss), abs=1e-5)


@pytest.mark.nightly
def test_a_dry_run_ends_with_a_table_and_is_not_repeated(tmp_path: Path) -> None:
    command = [sys.executable, "benchmarks/gpu.py", "--device", "cpu", "--tiny", "--rounds", "1"]
    command += ["--only", "minilm/16", "predict fp32", "--json", str(tmp_path / "found.json")]
    tables = [subprocess.run(command, cwd=ROOT, capture_output=True, text=True).stdout for _ in range(2)]
    assert tables[0] == tables[1] and tables[0].count("\n| ") == 4 and "not measured" not in tables[0]
    kept = json.loads((tmp_path / "found.json").read_text("utf-8"))
    assert [*kept["results"]["minilm/16"]] == ["palimpsest", "best", "flattened"]
