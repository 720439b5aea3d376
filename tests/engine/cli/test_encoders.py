"""Commands of encoders, the cache and places: ranked, made, imported, compared, cleared, added."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
import torch
from transformers import AutoModel, AutoTokenizer, BertModel

from engine import paths
from engine.lab.encoder_ranking import CAUTION, local_encoders
from tests.engine.cli.test_app import palimpsest
from tests.film_reviews import write_reviews

pytestmark = pytest.mark.usefixtures("home")


def test_all_that_are_here_are_ranked(home: Path, tmp_path: Path) -> None:
    reviews = write_reviews(tmp_path / "reviews.csv")
    assert "palimpsest-tiny" in local_encoders()
    store = str(home / "s.sqlite")
    answer = palimpsest("encoders", "rank", reviews, "--texts", "30", "--store", store, "--json").json
    names = [each["name"] for each in answer["encoders"]]
    assert sorted(names) == local_encoders() == ["palimpsest-small", "palimpsest-tiny"]
    assert answer["caution"] == CAUTION


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
    assert "Missing, start at random where needed: the head for masked words" in said.out
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


def test_a_missing_checkpoint_is_noticed_before_torch_is_imported(tmp_path: Path) -> None:
    words = ["importtime", "-m", "engine", "import-checkpoint", tmp_path / "nothing", tmp_path / "out"]
    done = subprocess.run([sys.executable, "-X", *words], capture_output=True, encoding="utf-8")
    assert "neither a folder nor a checkpoint" in done.stderr
    imported = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines()}
    assert "typer" in imported and "torch" not in imported


def cache_entry(kind: str, size: int) -> Path:
    folder = paths.cache_folder() / kind / "one"
    folder.mkdir(parents=True)
    (folder / "data.bin").write_bytes(b"x" * size)
    return folder


def test_it_lists_kinds_with_entries_size_and_last_use() -> None:
    cache_entry("texts", 2_000_000)
    said = ended("cache")
    (line,) = (line for line in said.splitlines() if line.startswith("texts"))
    assert line.split()[-7:] == ["sets", "1", "2", "MB", "0", "min", "ago"]
    assert "2 MB of at most 20.0 GB" in said
    found = json.loads(ended("cache", "--json"))
    assert found["bytes"] == 2_000_000 and found["limit_bytes"] == 20_000_000_000
    assert {each["kind"]: each["entries"] for each in found["kinds"]}["texts"] == 1


def test_it_clears_a_kind_or_all() -> None:
    texts, tokens = cache_entry("texts", 10), cache_entry("tokens", 20)
    assert "Removed 1 entries, 10 B." in ended("cache", "clear", "texts")
    assert not texts.exists() and tokens.exists()
    assert json.loads(ended("cache", "clear", "--json")) == {"entries": 1, "bytes": 20, "held": 0}
    assert not tokens.exists()
    assert "no kind 'text'" in palimpsest("cache", "clear", "text").err


def test_its_limit_is_set() -> None:
    assert "at most 2.5 GB" in ended("cache", "limit", "2.5")
    assert json.loads(ended("cache", "--json"))["limit_bytes"] == 2_500_000_000
    ended("cache", "limit", "0")
    assert json.loads(ended("cache", "--json"))["limit_bytes"] is None


def ended(*words: str) -> str:
    done = palimpsest(*words)
    assert done.code == 0, done
    return done.out


def test_a_place_is_added_changed_listed_and_forgotten(home: Path) -> None:
    assert "Runs compute on this computer." in " ".join(ended("places", "list").split())
    assert "me@box" in ended("places", "add", "gpubox", "ssh", "host=me@box")
    added = ended("places", "add", "gpubox", "ssh", "host=me@other", "port=2222", "--json")
    assert json.loads(added)["port"] == 2222
    (row,) = json.loads(ended("places", "list", "--json"))
    wanted = {"name": "gpubox", "kind": "ssh", "host": "me@other", "runs": 0, "active": 0}
    assert row | wanted == row
    assert (home / "places.toml").is_file()
    assert json.loads(ended("places", "remove", "gpubox", "--json")) == {"removed": "gpubox"}
    assert json.loads(ended("places", "list", "--json")) == []


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("add", "gpubox", "ssh", "host"), "is not a setting"),
        (("add", "gpubox", "carrier-pigeon", "host=a"), "unknown kind of place"),
        (("remove", "gpubox"), "gpubox"),
        (("plan", "here", "quickstart"), "there is no place 'here'"),
    ],
)
def test_what_is_no_place_is_refused(home: Path, words: tuple[str, ...], said: str) -> None:
    answer = palimpsest("places", *words)
    assert answer.code == 2 and said in answer.err
