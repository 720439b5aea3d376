"""``palimpsest import-checkpoint``: report, JSON, and messages."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
import torch
from transformers import AutoModel, AutoTokenizer, BertModel

from tests.engine.cli.test_app import palimpsest


@pytest.fixture
def plain(tiny_bert_folder: Path, tmp_path: Path) -> Path:
    """A bare PyTorch state dict with vocabulary and config, as the paper's code writes and reads it."""
    folder = tmp_path / "plain"
    folder.mkdir()
    model, tokenizer = (
        BertModel.from_pretrained(tiny_bert_folder),
        AutoTokenizer.from_pretrained(tiny_bert_folder),
    )
    torch.save(model.state_dict(), folder / "pytorch_model.bin")
    words = sorted(tokenizer.get_vocab(), key=tokenizer.get_vocab().__getitem__)
    (folder / "vocab.txt").write_text("\n".join(words), encoding="utf-8")
    (folder / "bert_config.json").write_text(json.dumps(model.config.to_dict()), encoding="utf-8")
    return folder


def test_it_says_what_it_found_and_writes_an_encoder(
    plain: Path, tiny_bert_folder: Path, tmp_path: Path
) -> None:
    said = palimpsest("import-checkpoint", plain, tmp_path / "out")
    assert said.code == 0 and not said.err
    assert "2 layers of width 32" in said.out and "lower-cased" in said.out
    assert "Not there, will start at random where needed: the head for masked words" in said.out
    state = AutoModel.from_pretrained(tmp_path / "out").state_dict()
    expected = BertModel.from_pretrained(tiny_bert_folder).state_dict()
    assert all(torch.equal(value, expected[name]) for name, value in state.items())
    same = AutoTokenizer.from_pretrained(tiny_bert_folder)("a good film")["input_ids"]
    assert AutoTokenizer.from_pretrained(tmp_path / "out")("a good film")["input_ids"] == same


def test_json_and_parts_that_lie_elsewhere(plain: Path, tmp_path: Path) -> None:
    lone = tmp_path / "weights.pt"
    (plain / "pytorch_model.bin").rename(lone)
    said = palimpsest("import-checkpoint", lone, tmp_path / "out")
    assert said.code == 2 and "--vocab" in said.err and not (tmp_path / "out").exists()
    options = ["--vocab", plain / "vocab.txt", "--config", plain / "bert_config.json", "--cased", "--json"]
    found = palimpsest("import-checkpoint", lone, tmp_path / "out", *options).json
    assert found["layers"] == 2 and found["heads"] == [] and found["lower_case"] is False
    assert found["folder"] == str(tmp_path / "out")


def test_what_is_no_checkpoint(tmp_path: Path) -> None:
    said = palimpsest("import-checkpoint", tmp_path / "nothing", tmp_path / "out")
    assert said.code == 2 and "neither a folder nor a checkpoint" in said.err


def test_a_missing_checkpoint_is_noticed_before_torch_is_imported(tmp_path: Path) -> None:
    words = ["importtime", "-m", "engine", "import-checkpoint", tmp_path / "nothing", tmp_path / "out"]
    done = subprocess.run([sys.executable, "-X", *words], capture_output=True, encoding="utf-8")
    assert "neither a folder nor a checkpoint" in done.stderr
    imported = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines()}
    assert "typer" in imported and "torch" not in imported
