"""The encoder as a plain state dict: what older loaders do with it."""

from __future__ import annotations

import json
import zipfile

import pytest
import torch
from transformers import AutoModel, BertConfig, BertModel

from engine.errors import UserError
from engine.model.classifier import build_classifier
from engine.model.conversion.checkpoint_import import import_checkpoint
from engine.model.conversion.layouts import require_layout
from engine.model.conversion.state_dict_export import export_state_dict
from engine.model.encoders import load_tokenizer
from engine.model.saved_model import save_model
from engine.objectives.classification import SINGLE_LABEL
from engine.spec.stages import Features
from engine.spec.truncation import HeadTruncation

INPUTS = {"input_ids": torch.tensor([[2, 20, 30, 40, 3]]), "token_type_ids": torch.tensor([[0, 0, 0, 1, 1]])}


@pytest.fixture
def saved(family, tmp_path):
    def build(kind: str, layers: str = "pooler"):
        features = Features(layers=layers)
        model = build_classifier(family(kind), features, 2, 0.1, seed=3)
        save_model(
            tmp_path / "stage-1", model, load_tokenizer(family(kind)), classes=["a", "b"], features=features,
            objective=SINGLE_LABEL, truncation=HeadTruncation(), max_length=24, pair=False, join=" ",
        )  # fmt: skip
        return tmp_path / "stage-1"

    return build


@pytest.mark.parametrize("norms", ["gamma-beta", "weight-bias"])
def test_a_bare_model_of_old_loads_it_strictly(norms, saved, tmp_path):
    folder = saved("bert")
    said = export_state_dict(folder, tmp_path / "out", norms)
    assert "plain state dict" in said and "pooler" not in said
    file = tmp_path / "out" / "pytorch_model.bin"
    assert not zipfile.is_zipfile(file), "torch before 1.6 cannot read the zip format"
    state = torch.load(file, map_location="cpu", weights_only=True)
    assert ("embeddings.LayerNorm.gamma" in state) == (norms == "gamma-beta")
    assert not any(name.startswith("bert.") for name in state)
    settings = json.loads((tmp_path / "out" / "bert_config.json").read_text(encoding="utf-8"))
    assert settings == json.loads((tmp_path / "out" / "config.json").read_text(encoding="utf-8"))
    renamed = {
        n.replace("LayerNorm.gamma", "LayerNorm.weight").replace("LayerNorm.beta", "LayerNorm.bias"): v
        for n, v in state.items()
    }
    model = BertModel(BertConfig(**settings)).eval()
    model.load_state_dict(renamed, strict=True)
    with torch.no_grad():
        theirs = AutoModel.from_pretrained(folder / "encoder").eval()(**INPUTS)
        torch.testing.assert_close(model(**INPUTS).pooler_output, theirs.pooler_output)
    # fastNLP takes the one .txt file for the vocabulary and the one .bin file for the weights.
    assert [path.name for path in (tmp_path / "out").glob("*.txt")] == ["vocab.txt"]
    words = (tmp_path / "out" / "vocab.txt").read_text(encoding="utf-8").splitlines()
    assert (
        words[:5] == ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"] and len(words) == settings["vocab_size"]
    )


def test_there_and_back(saved, tmp_path):
    folder = saved("bert")
    export_state_dict(folder, tmp_path / "plain")
    import_checkpoint(tmp_path / "plain", tmp_path / "back")
    back, own = AutoModel.from_pretrained(tmp_path / "back"), AutoModel.from_pretrained(folder / "encoder")
    state = own.state_dict()
    assert all(torch.equal(value, state[name]) for name, value in back.state_dict().items())


def test_a_pooler_that_is_not_there_is_drawn_and_said(saved, tmp_path):
    folder = saved("bert", layers="last")
    assert "a fresh one stands in its place" in export_state_dict(folder, tmp_path / "out")
    state = torch.load(tmp_path / "out" / "pytorch_model.bin", weights_only=True)
    assert float(state["pooler.dense.weight"].std()) > 0.01


def test_refusals(saved, tmp_path):
    folder = saved("roberta")
    with pytest.raises(UserError, match="holds a roberta model; this layout is BERT's only"):
        export_state_dict(folder, tmp_path / "out")
    with pytest.raises(UserError, match="no layout 'onyx'"):
        require_layout("onyx")
    with pytest.raises(UserError, match="no norms 'alpha'"):
        export_state_dict(folder, tmp_path / "out", norms="alpha")
    assert not (tmp_path / "out").exists()
