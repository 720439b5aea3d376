"""Foreign checkpoints: the tensors that were written come back, transformers computes with them what it should."""

from __future__ import annotations

import json
import os
import pickle
import zipfile
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import torch
from transformers import AutoModel, AutoTokenizer, BertConfig, BertForPreTraining

from engine.data import read_errors
from engine.errors import UserError
from engine.model.conversion import checkpoint_source
from engine.model.conversion.checkpoint_import import import_checkpoint
from engine.model.conversion.tensor_bundle import TensorBundle
from engine.model.encoders import describe_encoder
from engine.spec.experiment import Encoder
from tests.engine.model.bundle_writer import write_bundle

WORDS = [
    "[PAD]",
    "[unused1]",
    "[UNK]",
    "[CLS]",
    "[SEP]",
    "[MASK]",
    "a",
    "good",
    "film",
    "##s",
    "is",
    "bad",
    "story",
]
SIZES = {
    "vocab_size": len(WORDS), "hidden_size": 32, "num_hidden_layers": 2, "num_attention_heads": 2,
    "intermediate_size": 48, "max_position_embeddings": 20, "type_vocab_size": 2,
}  # fmt: skip
INPUTS = {
    "input_ids": torch.tensor([[3, 6, 7, 8, 4, 12, 10, 4]]),
    "token_type_ids": torch.tensor([[0, 0, 0, 0, 0, 1, 1, 1]]),
}


@pytest.fixture(scope="module")
def bert() -> BertForPreTraining:
    """A tiny BERT in which every parameter has a say."""
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(3)
        model = BertForPreTraining(BertConfig(**SIZES, initializer_range=0.3)).eval()
        for parameter in model.parameters():
            if parameter.ndim == 1:
                parameter.data.add_(0.2 * torch.randn_like(parameter))
    return model


def by_google(model: BertForPreTraining) -> dict[str, np.ndarray]:
    """The variables of Google's code, named by hand after its modeling.py, with what a training run leaves beside."""
    arrays: dict[str, np.ndarray] = {}

    def dense(path: str, layer: torch.nn.Linear) -> None:
        arrays[f"{path}/kernel"], arrays[f"{path}/bias"] = array(layer.weight.T), array(layer.bias)

    def norm(path: str, layer: torch.nn.LayerNorm) -> None:
        arrays[f"{path}/gamma"], arrays[f"{path}/beta"] = array(layer.weight), array(layer.bias)

    embeddings, heads = model.bert.embeddings, model.cls
    for name in ("word_embeddings", "position_embeddings", "token_type_embeddings"):
        arrays[f"bert/embeddings/{name}"] = array(getattr(embeddings, name).weight)
    norm("bert/embeddings/LayerNorm", embeddings.LayerNorm)
    for number, layer in enumerate(model.bert.encoder.layer):
        path = f"bert/encoder/layer_{number}"
        for name in ("query", "key", "value"):
            dense(f"{path}/attention/self/{name}", getattr(layer.attention.self, name))
        dense(f"{path}/attention/output/dense", layer.attention.output.dense)
        norm(f"{path}/attention/output/LayerNorm", layer.attention.output.LayerNorm)
        dense(f"{path}/intermediate/dense", layer.intermediate.dense)
        dense(f"{path}/output/dense", layer.output.dense)
        norm(f"{path}/output/LayerNorm", layer.output.LayerNorm)
    dense("bert/pooler/dense", model.bert.pooler.dense)
    dense("cls/predictions/transform/dense", heads.predictions.transform.dense)
    norm("cls/predictions/transform/LayerNorm", heads.predictions.transform.LayerNorm)
    arrays["cls/predictions/output_bias"] = array(heads.predictions.bias)
    arrays["cls/seq_relationship/output_weights"] = array(heads.seq_relationship.weight)
    arrays["cls/seq_relationship/output_bias"] = array(heads.seq_relationship.bias)
    for name in list(arrays)[:3]:
        for slot in ("adam_m", "adam_v"):
            arrays[f"{name}/{slot}"] = np.zeros_like(arrays[name])
    arrays["global_step"] = np.asarray(1000, np.int64)
    arrays["output_weights"] = np.zeros((2, 32), np.float32)
    return arrays


def array(tensor: torch.Tensor) -> np.ndarray:
    return tensor.detach().numpy().copy()


def beside(folder: Path, config: bool = True) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    if config:
        settings = SIZES | {"hidden_act": "gelu", "hidden_dropout_prob": 0.1, "directionality": "bidi"}
        (folder / "bert_config.json").write_text(json.dumps(settings), encoding="utf-8")
    (folder / "vocab.txt").write_text("\n".join(WORDS) + "\n", encoding="utf-8")


@pytest.fixture
def google(bert: BertForPreTraining, tmp_path: Path) -> Path:
    folder = tmp_path / "uncased_tiny"
    beside(folder)
    write_bundle(folder / "bert_model.ckpt", by_google(bert))
    return folder


def same_outputs(folder: Path, bert: BertForPreTraining) -> None:
    loaded, info = BertForPreTraining.from_pretrained(folder, output_loading_info=True)
    assert not info["missing_keys"] and not info["unexpected_keys"]
    state = loaded.state_dict()
    assert all(torch.equal(state[name], value) for name, value in bert.state_dict().items())
    with torch.no_grad():
        ours, theirs = loaded.eval()(**INPUTS), bert(**INPUTS)
    torch.testing.assert_close(ours.prediction_logits, theirs.prediction_logits)
    torch.testing.assert_close(ours.seq_relationship_logits, theirs.seq_relationship_logits)
    assert theirs.prediction_logits.std() > 0.1


@pytest.mark.parametrize("shards", [1, 3])
def test_every_tensor_of_a_bundle_comes_back(shards, tmp_path):
    draw = np.random.default_rng(1)
    tensors = {
        f"scope/layer_{n}/{'x' * (n % 5)}{part}": draw.normal(size=(n % 4 + 1, 3)).astype(np.float32)
        for n in range(40)
        for part in ("kernel", "bias")
    }
    tensors["half"] = draw.normal(size=5).astype(np.float16)
    tensors["double"] = draw.normal(size=(2, 2, 2))
    tensors["step"] = np.asarray(7, np.int64)
    write_bundle(tmp_path / "model.ckpt-7", tensors, shards)
    bundle = TensorBundle(tmp_path / "model.ckpt-7")
    assert list(bundle.entries) == sorted(tensors)
    for name, value in tensors.items():
        np.testing.assert_array_equal(
            bundle.read(name), value.astype(np.float32) if value.dtype.kind == "f" else value
        )


def test_googles_checkpoint_becomes_an_encoder_with_its_heads(google, bert, tmp_path):
    report = import_checkpoint(google, tmp_path / "out")
    same_outputs(tmp_path / "out", bert)
    assert report.heads == ("masked words", "next sentence") and report.lacking == ()
    assert report.left_out == {"the optimiser's state": 7, "a task's head": 1}
    assert report.parameters == sum(p.numel() for p in bert.parameters())
    assert any("(7), a task's head (1)" in line for line in report.lines())
    info = describe_encoder(Encoder(source=str(tmp_path / "out")))
    assert (info.layers, info.hidden, info.vocabulary, info.positions) == (2, 32, len(WORDS), 20)
    tokenizer = AutoTokenizer.from_pretrained(tmp_path / "out")
    assert tokenizer("A good FILMS")["input_ids"] == [3, 6, 7, 8, 9, 4] and tokenizer.mask_token_id == 5


@pytest.mark.parametrize("form", ["prefix", "index file", "zip"])
def test_the_ways_to_name_it(form, google, bert, tmp_path):
    sources = {"prefix": google / "bert_model.ckpt", "index file": google / "bert_model.ckpt.index"}
    if form == "zip":
        sources["zip"] = tmp_path / "model.zip"
        with zipfile.ZipFile(sources["zip"], "w") as archive:
            for file in google.iterdir():
                archive.write(file, f"../../uncased_tiny/{file.name}")
            archive.writestr("../evil.py", "raise SystemExit")
    before = {path for path in tmp_path.rglob("*")}
    import_checkpoint(sources[form], tmp_path / "out")
    same_outputs(tmp_path / "out", bert)
    assert {path for path in tmp_path.rglob("*") if "out" not in path.parts} <= before | set(
        google.rglob("*")
    )


def test_an_archive_that_unpacks_to_a_multiple_of_its_size_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(checkpoint_source, "_MIN_CHECKED_BYTES", 1 << 20)
    with zipfile.ZipFile(tmp_path / "bomb.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for name in ("pytorch_model.bin", "vocab.txt"):
            archive.writestr(name, bytes(8 << 20))
    with pytest.raises(UserError, match="too much for a checkpoint") as caught:
        import_checkpoint(tmp_path / "bomb.zip", tmp_path / "out")
    assert caught.value.place == str(tmp_path / "bomb.zip")
    monkeypatch.setattr(read_errors, "MOST_UNPACKED_BYTES", 1 << 20)
    monkeypatch.setattr(checkpoint_source, "_MIN_CHECKED_BYTES", 1 << 30)
    with pytest.raises(UserError, match="too much for a checkpoint"):
        import_checkpoint(tmp_path / "bomb.zip", tmp_path / "out")
    assert [path.name for path in tmp_path.iterdir()] == ["bomb.zip"]


def test_what_a_dead_import_has_left_is_hidden_and_swept(google, bert, tmp_path):
    left = tmp_path / ".making-0123456789ab"
    left.mkdir()
    (left / "model.safetensors").write_bytes(b"half")
    for path in (left / "model.safetensors", left):
        os.utime(path, (1, 1))
    import_checkpoint(google, tmp_path / "out")
    assert not left.exists() and (tmp_path / "out" / "config.json").is_file()


@pytest.mark.parametrize("prefix", ["", "bert.", "module.bert."])
@pytest.mark.parametrize("old", [True, False], ids=["gamma", "weight"])
def test_the_papers_bare_state_dict(prefix, old, bert, tmp_path):
    beside(tmp_path / "seed")
    state = {}
    for name, value in bert.bert.state_dict().items():
        if old:
            name = name.replace("LayerNorm.weight", "LayerNorm.gamma").replace(
                "LayerNorm.bias", "LayerNorm.beta"
            )
        state[prefix + name] = value
    state["classifier.weight"] = torch.zeros(2, 32)
    torch.save(state, tmp_path / "seed" / "pytorch_model.bin", _use_new_zipfile_serialization=not old)
    report = import_checkpoint(tmp_path / "seed", tmp_path / "out")
    assert report.heads == () and report.left_out == {"a task's head": 1}
    assert report.lacking == ("the head for masked words", "the head for next sentence")
    loaded, info = AutoModel.from_pretrained(tmp_path / "out", output_loading_info=True)
    assert not info["missing_keys"] and not info["unexpected_keys"]
    with torch.no_grad():
        torch.testing.assert_close(loaded.eval()(**INPUTS).pooler_output, bert.bert(**INPUTS).pooler_output)
    assert (
        "BertModel"
        in json.loads((tmp_path / "out" / "config.json").read_text(encoding="utf-8"))["architectures"]
    )


def test_without_a_config_the_sizes_come_from_the_tensors(bert, tmp_path):
    beside(tmp_path / "seed", config=False)
    torch.save(bert.state_dict(), tmp_path / "seed" / "weights.pt")
    report = import_checkpoint(tmp_path / "seed" / "weights.pt", tmp_path / "out")
    assert any("no config" in note for note in report.notes) and report.heads == (
        "masked words",
        "next sentence",
    )
    info = describe_encoder(Encoder(source=str(tmp_path / "out")))
    assert (info.layers, info.hidden, info.positions, info.heads) == (2, 32, 20, 1)


def test_a_pooler_that_is_not_there_is_named(bert, tmp_path):
    beside(tmp_path / "seed")
    state = {n: v for n, v in bert.state_dict().items() if "pooler" not in n and "seq_relationship" not in n}
    torch.save(state, tmp_path / "seed" / "pytorch_model.bin")
    about = import_checkpoint(tmp_path / "seed", tmp_path / "out")
    assert about.lacking == ("the head for next sentence", "the pooler") and about.heads == ("masked words",)


@pytest.mark.parametrize(("words", "lower"), [([], True), (["Film", "IS"], False)], ids=["lower", "capitals"])
def test_the_vocabulary_shows_whether_capitals_matter(words, lower, bert, tmp_path):
    beside(tmp_path / "seed")
    (tmp_path / "seed" / "vocab.txt").write_text(
        "\n".join([*WORDS[: 13 - len(words)], *words]), encoding="utf-8"
    )
    torch.save(bert.state_dict(), tmp_path / "seed" / "pytorch_model.bin")
    assert import_checkpoint(tmp_path / "seed", tmp_path / "out").lower_case is lower
    assert (
        import_checkpoint(tmp_path / "seed", tmp_path / "other", lower_case=not lower).lower_case is not lower
    )


class Malicious:
    def __init__(self, victim: Path) -> None:
        self.victim = victim

    def __reduce__(self):
        return os.mkdir, (str(self.victim),)


@pytest.mark.parametrize("form", ["torch", "bare pickle"])
def test_a_malicious_pickle_is_refused_and_not_run(form, bert, tmp_path):
    beside(tmp_path / "seed")
    file, victim = tmp_path / "seed" / "pytorch_model.bin", tmp_path / "victim"
    content = dict(bert.bert.state_dict()) | {"extra": Malicious(victim)}
    if form == "torch":
        torch.save(content, file)
    else:
        file.write_bytes(pickle.dumps(content))
    with pytest.raises(UserError, match="could run code"):
        import_checkpoint(tmp_path / "seed", tmp_path / "out")
    assert not victim.exists() and not (tmp_path / "out").exists()


INDEX, DATA = "bert_model.ckpt.index", "bert_model.ckpt.data-00000-of-00001"


def rewritten(name: str, change: Callable[[bytes], bytes]) -> Callable[[Path], object]:
    """What gives a file of the checkpoint another content."""
    return lambda folder: (folder / name).write_bytes(change((folder / name).read_bytes()))


def flipped(place: int, bits: int) -> Callable[[bytes], bytes]:
    return lambda data: data[:place] + bytes([data[place] ^ bits]) + data[place + 1 :]


@pytest.mark.parametrize(
    ("harm", "said"),
    [
        (rewritten(INDEX, flipped(40, 0xFF)), "checksum of a block differs"),
        (rewritten(INDEX, lambda data: data[100:]), "damaged|checksum of a block"),
        (rewritten(DATA, flipped(1000, 1)), "is damaged: its checksum differs"),
        (rewritten(DATA, lambda data: data[:2000]), "cut short"),
        (lambda f: (f / DATA).unlink(), "cannot be read"),
        (lambda f: (f / INDEX).write_bytes(b"GIF89a" * 20), "is not the index of"),
        (lambda f: (f / "vocab.txt").unlink(), "no vocabulary"),
        (lambda f: (f / "vocab.txt").write_text("a\nb\n", encoding="utf-8"), r"has no \[PAD\], \[UNK\]"),
        (
            lambda f: (f / "vocab.txt").write_text("\n".join([*WORDS, "x"]), encoding="utf-8"),
            "14 words instead of 13",
        ),
        (
            lambda f: (f / "bert_config.json").write_text("{}", encoding="utf-8"),
            "has no number for vocab_size",
        ),
        (
            lambda f: (f / "bert_config.json").write_text(
                json.dumps(SIZES | {"hidden_size": 64}), encoding="utf-8"
            ),
            "LayerNorm.bias is 32, but its config requires 64",
        ),
        (
            lambda f: (f / "bert_config.json").write_text(
                json.dumps(SIZES | {"num_hidden_layers": 3}), encoding="utf-8"
            ),
            "16 tensors of the encoder are missing",
        ),
    ],
)
def test_what_is_wrong_is_said_and_nothing_written(harm, said, google, tmp_path):
    harm(google)
    with pytest.raises(UserError, match=said):
        import_checkpoint(google, tmp_path / "out")
    assert not (tmp_path / "out").exists() and not list(tmp_path.glob(".out*"))


def test_a_compressed_index_is_refused(bert, tmp_path):
    beside(tmp_path / "seed")
    write_bundle(tmp_path / "seed" / "bert_model.ckpt", by_google(bert), kind=1)
    with pytest.raises(UserError, match="compressed .snappy"):
        import_checkpoint(tmp_path / "seed", tmp_path / "out")


def test_several_none_and_ready_folders(google, tiny_bert_folder, tmp_path):
    with pytest.raises(UserError, match="Hugging Face folder already"):
        import_checkpoint(tiny_bert_folder, tmp_path / "out")
    with pytest.raises(UserError, match="holds no checkpoint"):
        import_checkpoint(tmp_path, tmp_path / "out")
    for step in (10, 20):
        for file in list(google.glob("bert_model.ckpt.*")):
            (google / file.name.replace("bert_model.ckpt", f"model.ckpt-{step}")).write_bytes(
                file.read_bytes()
            )
    for file in google.glob("bert_model.ckpt.*"):
        file.unlink()
    with pytest.raises(UserError, match="holds several checkpoints.*model.ckpt-10, model.ckpt-20"):
        import_checkpoint(google, tmp_path / "out")
    with pytest.raises(UserError, match="already exists and is not empty"):
        import_checkpoint(google / "model.ckpt-10", google)
    with pytest.raises(UserError, match="neither a folder nor a checkpoint"):
        import_checkpoint(tmp_path / "nothing.ckpt", tmp_path / "out")


def test_another_model_is_no_bert(tmp_path):
    beside(tmp_path / "seed")
    torch.save({"conv.weight": torch.zeros(3, 3)}, tmp_path / "seed" / "model.pt")
    with pytest.raises(UserError, match="holds no BERT encoder"):
        import_checkpoint(tmp_path / "seed", tmp_path / "out")
