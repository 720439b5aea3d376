"""Finding, describing and loading encoders; folders that are none."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from contextlib import nullcontext
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file, save_file
from torch import nn
from transformers import AutoModel

from engine.errors import UserError
from engine.model.conversion.int8_weights import write_int8_weights
from engine.model.encoders import (
    INT8_FILE,
    describe_encoder,
    load_encoder,
    load_tokenizer,
    locate_encoder,
    resolve_max_length,
)
from engine.paths import RESOURCES
from engine.spec.experiment import Encoder

FAMILIES = (
    "bert",
    "roberta",
    "electra",
    "distilbert",
    "modernbert",
    "eurobert",
    "deberta-v2",
    "albert",
    "mpnet",
)


@pytest.fixture
def folder(tiny_bert_folder: Path, tmp_path: Path) -> Path:
    """A copy of the tiny BERT to damage."""
    copy = tmp_path / "model"
    shutil.copytree(tiny_bert_folder, copy)
    return copy


def edit_config(folder: Path, **changes: object) -> None:
    file = folder / "config.json"
    file.write_text(json.dumps(json.loads(file.read_text(encoding="utf-8")) | changes), encoding="utf-8")


@pytest.mark.parametrize("kind", FAMILIES)
def test_sizes_are_those_of_the_model(kind, family):
    encoder = family(kind)
    info = describe_encoder(encoder)
    options = {"add_pooling_layer": False} if kind in ("bert", "roberta", "albert", "mpnet") else {}
    model = AutoModel.from_pretrained(encoder.source, **options)
    assert (info.model_type, info.layers, info.hidden, info.heads) == (kind, 3, 32, 4)
    assert info.positions == 64
    exact = sum(p.numel() for p in model.parameters())
    # MPNet's table of relative positions is not in the formula.
    assert info.parameters == exact if kind != "mpnet" else abs(info.parameters - exact) < 0.05 * exact
    assert info.vocabulary == model.get_input_embeddings().num_embeddings


@pytest.mark.parametrize("kind", ["bert", "roberta", "distilbert", "electra", "modernbert", "eurobert"])
def test_the_last_position_is_usable_and_the_next_is_not(kind, family):
    encoder = family(kind)
    info, model = describe_encoder(encoder), AutoModel.from_pretrained(encoder.source).eval()
    with torch.no_grad():
        model(torch.full((1, info.positions), 9))
        if kind not in ("modernbert", "eurobert"):  # rotary positions have no end of their own
            with pytest.raises((IndexError, RuntimeError)):
                model(torch.full((1, info.positions + 1), 9))


def test_asking_the_hub_needs_no_torch_either():
    code = (
        "import sys; from engine.errors import UserError; from engine.model.encoders import describe_encoder;"
        "from engine.spec.experiment import Encoder\n"
        "try: describe_encoder(Encoder(source='some-org/some-encoder'))\n"
        "except UserError as error: print([m for m in ('torch', 'transformers') if m in sys.modules], error)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("[] encoder.source: the hub cannot be reached")


def test_length_in_force(family):
    info = describe_encoder(family("bert"))
    assert [resolve_max_length(info, asked) for asked in (0, 64, 10)] == [64, 64, 10]
    with pytest.raises(UserError, match="65 tokens is more than .* reads .64."):
        resolve_max_length(info, 65)


def test_bundled_names_folders_and_ids(tmp_path, monkeypatch):
    assert locate_encoder(Encoder(source="palimpsest-tiny")) == RESOURCES / "models" / "palimpsest-tiny"
    assert locate_encoder(Encoder(source="google-bert/bert-base-uncased")) == "google-bert/bert-base-uncased"
    monkeypatch.chdir(tmp_path)
    (tmp_path / "org" / "name").mkdir(parents=True)
    assert locate_encoder(Encoder(source="org/name")) == Path("org/name"), (
        "a folder that is there wins over the hub"
    )
    for source in ("./none/here", "/no/such/folder", "a/b/c", "palimpsest-huge"):
        with pytest.raises(UserError, match="there is no encoder") as caught:
            locate_encoder(Encoder(source=source))
        assert caught.value.place == "encoder.source"
    (tmp_path / "weights.bin").write_bytes(b"x")
    with pytest.raises(UserError, match="is a file"):
        locate_encoder(Encoder(source=str(tmp_path / "weights.bin")))


def test_bundled_encoder_keeps_its_heads():
    info = describe_encoder(Encoder(source="palimpsest-tiny"))
    model, notes = load_encoder(Encoder(source="palimpsest-tiny"), 0.1, 0)
    assert notes == [] and info.parameters == sum(p.numel() for p in model.parameters())


@pytest.mark.parametrize(
    ("missing", "message", "remedy"),
    [
        (["config.json"], "config.json is missing", "Hugging Face layout"),
        (["model.safetensors"], "model.safetensors is missing", "random"),
        (["tokenizer.json", "vocab.txt"], "tokenizer.json is missing", "vocab.txt"),
    ],
)
def test_incomplete_folders(missing, message, remedy, folder):
    for name in missing:
        (folder / name).unlink(missing_ok=True)
    with pytest.raises(UserError, match=message) as caught:
        describe_encoder(Encoder(source=str(folder)))
    assert remedy in caught.value.remedy


def test_untrained_twin_needs_no_weights(folder):
    (folder / "model.safetensors").unlink()
    encoder = Encoder(source=str(folder), weights="random")
    assert describe_encoder(encoder).layers == 2
    assert load_encoder(encoder, 0.1, 0)[0].config.hidden_size == 32


def test_pickles_are_refused_unopened(folder):
    (folder / "model.safetensors").rename(folder / "pytorch_model.bin")
    with pytest.raises(UserError, match="pickle") as caught:
        load_encoder(Encoder(source=str(folder)), 0.1, 0)
    assert "safetensors" in caught.value.remedy


def test_a_file_cut_short(folder):
    weights = folder / "model.safetensors"
    weights.write_bytes(weights.read_bytes()[:-1000])
    with pytest.raises(UserError, match="cannot be read") as caught:
        load_encoder(Encoder(source=str(folder)), 0.1, 0)
    assert "cut short" in caught.value.remedy


def test_weights_of_another_model(folder):
    weights = folder / "model.safetensors"
    tensors = load_file(weights)
    fewer = {name: value for name, value in tensors.items() if ".layer.1." not in name}
    save_file(fewer, weights)
    with pytest.raises(UserError, match="do not fit its config: 16 tensors are missing"):
        load_encoder(Encoder(source=str(folder)), 0.1, 0)
    save_file({name: value for name, value in tensors.items()}, weights)
    edit_config(folder, hidden_size=64)
    with pytest.raises(UserError, match="cannot be loaded"):
        load_encoder(Encoder(source=str(folder)), 0.1, 0)


def test_configs_that_are_no_encoders(folder):
    (folder / "config.json").write_text("{ not json", encoding="utf-8")
    with pytest.raises(UserError, match="JSON"):
        describe_encoder(Encoder(source=str(folder)))
    (folder / "config.json").write_text('{"model_type": "gpt2", "n_layer": 2}', encoding="utf-8")
    with pytest.raises(UserError, match="gpt2 model, not a BERT-like encoder"):
        describe_encoder(Encoder(source=str(folder)))
    (folder / "config.json").write_text("{}", encoding="utf-8")
    with pytest.raises(UserError, match="no Hugging Face model"):
        describe_encoder(Encoder(source=str(folder)))


def test_remote_code_is_never_run(folder):
    edit_config(folder, model_type="evil", auto_map={"AutoConfig": "evil.C", "AutoModel": "evil.M"})
    (folder / "evil.py").write_text("raise SystemExit('remote code ran')", encoding="utf-8")
    with pytest.raises(UserError, match="cannot be loaded"):
        load_encoder(Encoder(source=str(folder)), 0.1, 0)


def test_a_configuration_names_no_other_weights(folder, tmp_path):
    """transformers would follow ``transformers_weights`` to an index of any name, and that to a pickle."""
    before = load_encoder(Encoder(source=str(folder)), 0.1, 0)[0].state_dict()
    edit_config(folder, transformers_weights="evil.safetensors.index.json")
    index = {"metadata": {}, "weight_map": dict.fromkeys(before, "evil.bin")}
    (folder / "evil.safetensors.index.json").write_text(json.dumps(index), encoding="utf-8")
    (folder / "evil.bin").write_bytes(b"\x80\x04.")
    after = load_encoder(Encoder(source=str(folder)), 0.1, 0)[0]
    assert all(torch.equal(value, before[name]) for name, value in after.state_dict().items())
    assert not hasattr(after.config, "transformers_weights")


def test_a_configuration_changes_no_answer_and_makes_no_names(folder):
    question = {"input_ids": torch.tensor([[2, 5, 6, 7, 3]])}
    with torch.no_grad():
        usual = load_encoder(Encoder(source=str(folder)), 0.1, 0)[0].eval()(**question)
        edit_config(folder, chunk_size_feed_forward=3, return_dict=False)
        odd = load_encoder(Encoder(source=str(folder)), 0.1, 0)[0].eval()(**question)
    assert torch.equal(odd.last_hidden_state, usual.last_hidden_state)
    edit_config(folder, num_labels=10**9)
    with pytest.raises(UserError, match="num_labels is 1000000000, not a whole number up to"):
        load_encoder(Encoder(source=str(folder)), 0.1, 0)


def test_an_adapter_is_not_loaded_in_passing(folder):
    adapter = {"peft_type": "LORA", "base_model_name_or_path": "somebody/else", "target_modules": ["query"]}
    (folder / "adapter_config.json").write_text(json.dumps(adapter), encoding="utf-8")
    (folder / "adapter_model.bin").write_bytes(b"\x80\x04.")
    with pytest.raises(UserError, match="holds an adapter"):
        load_encoder(Encoder(source=str(folder)), 0.1, 0)


def put_into_hub(folder: Path, hub: Path, what: str) -> None:
    """Put the repository ``org/WHAT`` into a hub's cache: sound, in 8 bits, with an index of pickles, or an adapter."""
    repository = hub / f"models--org--{what}"
    commit = "0" * 40
    shutil.copytree(folder, repository / "snapshots" / commit)
    (repository / "refs").mkdir()
    (repository / "refs" / "main").write_text(commit, encoding="utf-8")
    if what == "index":
        (repository / "snapshots" / commit / "model.safetensors").unlink()
        index = {"weight_map": {"embeddings.word_embeddings.weight": "pytorch_model.bin"}}
        (repository / "snapshots" / commit / "model.safetensors.index.json").write_text(
            json.dumps(index), encoding="utf-8"
        )
    elif what == "int8":
        weights = repository / "snapshots" / commit / "model.safetensors"
        write_int8_weights(weights.with_name(INT8_FILE), load_file(weights))
        weights.unlink()
    elif what == "adapter":
        (repository / "snapshots" / commit / "adapter_config.json").write_text("{}", encoding="utf-8")


def test_a_repository_of_the_hub_passes_the_same_door(folder, tmp_path, monkeypatch):
    expected = {
        "index": "names weights that are not safetensors",
        "adapter": "holds an adapter",
        "sound": "",
        "int8": "",
    }
    for what in expected:
        put_into_hub(folder, tmp_path / "hub", what)
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_CACHE", str(tmp_path / "hub"))
    for what, words in expected.items():
        with pytest.raises(UserError, match=words) if words else nullcontext():
            load_encoder(Encoder(source=f"org/{what}"), 0.1, 0)


def test_unreachable_hub():
    # The tests run with HF_HUB_OFFLINE=1, which answers like a missing network.
    with pytest.raises(UserError, match="hub cannot be reached") as caught:
        describe_encoder(Encoder(source="some-org/some-encoder"))
    assert "palimpsest-small" in caught.value.remedy
    with pytest.raises(UserError, match="hub cannot be reached"):
        load_tokenizer(Encoder(source="some-org/some-encoder"))


def test_tokenizer(folder):
    tokenizer, file = load_tokenizer(Encoder(source=str(folder))), folder / "tokenizer.json"
    tokens = tokenizer.convert_ids_to_tokens(tokenizer("the film")["input_ids"])
    assert tokenizer.is_fast and tokens == ["[CLS]", "the", "film", "[SEP]"]
    without_numbers = json.loads(file.read_text(encoding="utf-8"))
    without_numbers["model"]["vocab"] = dict.fromkeys(without_numbers["model"]["vocab"], 0)
    for content in (json.dumps(without_numbers), "{"):
        file.write_text(content, encoding="utf-8")
        with pytest.raises(UserError, match="cannot be loaded"):
            load_tokenizer(Encoder(source=str(folder)))


def weights(encoder: Encoder, seed: int) -> dict[str, torch.Tensor]:
    return load_encoder(encoder, 0.1, seed)[0].state_dict()


def test_random_twin(tiny_bert_folder):
    trained = weights(Encoder(source=str(tiny_bert_folder)), 1)
    twin = Encoder(source=str(tiny_bert_folder), weights="random")
    before = torch.get_rng_state()
    first, again, other = weights(twin, 1), weights(twin, 1), weights(twin, 2)
    assert torch.equal(before, torch.get_rng_state())
    assert first.keys() == trained.keys()
    assert all(torch.equal(first[name], again[name]) for name in first)
    name = "embeddings.word_embeddings.weight"
    assert not torch.equal(first[name], other[name]) and not torch.equal(first[name], trained[name])
    assert float(first[name].std()) == pytest.approx(float(trained[name].std()), rel=0.1)


@pytest.mark.parametrize("kind", ["bert", "roberta", "electra", "distilbert", "modernbert"])
def test_dropout_reaches_every_layer(kind, family):
    model, _ = load_encoder(family(kind), 0.37, 0)
    rates = [m.p for m in model.modules() if isinstance(m, nn.Dropout)]
    attention = [
        m.attention_dropout
        for m in model.modules()
        if isinstance(getattr(m, "attention_dropout", None), float)
    ]
    assert len(rates) >= 6 and set(rates) | set(attention) == {0.37}


def test_half_precision_checkpoints_are_trained_in_single(folder):
    weights_file = folder / "model.safetensors"
    tensors = {name: value.half() for name, value in load_file(weights_file).items()}
    save_file(tensors, weights_file, metadata={"format": "pt"})
    edit_config(folder, dtype="float16")
    model, _ = load_encoder(Encoder(source=str(folder)), 0.1, 0)
    assert {p.dtype for p in model.parameters()} == {torch.float32}
