"""What is saved predicts the same when it is loaded: by us, and by transformers where that is claimed."""

from __future__ import annotations

import json
import re
import shutil
import textwrap
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import pytest
import torch
from safetensors import safe_open
from safetensors.torch import load_file, save_file
from transformers import AutoModel, AutoModelForSequenceClassification, AutoTokenizer, pipeline

from engine.errors import UserError
from engine.kernels.tensor_batch import to_tensors
from engine.model.classifier import Classifier, build_classifier
from engine.model.conversion.export import export_model
from engine.model.conversion.layouts import compare_layouts
from engine.model.encoders import describe_encoder, load_encoder, load_tokenizer
from engine.model.predict import predict, predict_logits
from engine.model.saved_description import SavedDescription, saved_tasks
from engine.model.saved_model import load_saved_model, save_model
from engine.spec.experiment import Encoder
from engine.spec.features import LinearHead, transformers_obstacle
from engine.spec.stages import BiLSTMHead, Features, MLPHead
from engine.spec.truncation import (
    HeadTailTruncation,
    HeadTruncation,
    HierarchicalTruncation,
    TailTruncation,
    Truncation,
)
from tests.sampling import nightly_but

CLASSES = ("dull", "bright", "great")
TEXTS = [
    "a good film",
    "the story was poor and the actor dull",
    "bright",
    "what a great match , a goal in the city",
]

Saved = Callable[..., Path]


@pytest.fixture
def saved(family, tmp_path: Path) -> Saved:
    """Builds a classifier with well-spread logits and saves it in our layout."""

    def build(
        kind: str,
        features: Features,
        truncation: Truncation | None = None,
        classes: Sequence[str] = CLASSES,
        pair: bool = False,
    ) -> Path:
        encoder: Encoder = family(kind)
        truncation = truncation or HeadTruncation()
        model = build_classifier(
            encoder, features, len(classes), 0.1, seed=3, combine_pieces=truncation.combine_segments
        )
        torch.manual_seed(6)  # the same weights whatever ran before
        with torch.no_grad():
            output = getattr(model.head, "output", model.head)
            output.weight.mul_(20)
            output.bias.copy_(torch.linspace(-1, 1, len(classes)))
            for name, parameter in model.named_parameters():  # as if it had been trained
                if "pooler" in name or "attention." in name.removeprefix("encoder.") or "head.dense" in name:
                    parameter.add_(0.3 * torch.randn_like(parameter))
        folder = tmp_path / "stage-1"
        about = SavedDescription(
            classes=tuple(classes), features=features, truncation=truncation, max_length=24, pair=pair
        )
        save_model(folder, model, load_tokenizer(encoder), about)
        model.eval()
        folder.joinpath("expected.json").write_text(
            json.dumps(by_hand(model, encoder).tolist()), encoding="utf-8"
        )
        return folder

    return build


def by_hand(model: Classifier, encoder: Encoder) -> torch.Tensor:
    """Logits of TEXTS straight from the model in memory."""
    from engine.data.tokens import TokenBatch

    encoded = [load_tokenizer(encoder)(text)["input_ids"] for text in TEXTS]
    batch = TokenBatch(
        np.concatenate(encoded), np.zeros(sum(map(len, encoded)), np.int64), np.array([len(e) for e in encoded]),
        np.zeros(len(encoded), np.int64), np.arange(len(encoded)),
    )  # fmt: skip
    with torch.no_grad():
        return model(to_tensors(batch, "cpu", False, 0))


def expected(folder: Path) -> torch.Tensor:
    return torch.tensor(json.loads((folder / "expected.json").read_text(encoding="utf-8")))


def theirs(folder: Path, texts: Sequence[str] = TEXTS) -> torch.Tensor:
    model = AutoModelForSequenceClassification.from_pretrained(folder).eval()
    with torch.no_grad():
        return model(
            **AutoTokenizer.from_pretrained(folder)(list(texts), padding=True, return_tensors="pt")
        ).logits


@pytest.mark.parametrize(
    "features",
    [
        Features(layers="1, last", tokens="max"),
        Features(layers="pooler"),
        Features(layers="all", combine="attention", tokens="cls_mean_max", head=MLPHead(hidden=9)),
        Features(head=BiLSTMHead(hidden=4, attention=5, hops=2)),
    ],
    ids=["layers", "pooler", "attention and mlp", "bilstm"],
)
@pytest.mark.parametrize(
    "kind", nightly_but({0, 3}, ["bert", "roberta", "distilbert", "modernbert", "albert"])
)
def test_our_layout_gives_back_the_model(kind, features, saved):
    folder = saved(kind, features)
    native = load_saved_model(folder)
    torch.testing.assert_close(predict_logits(native, TEXTS), expected(folder), rtol=1e-4, atol=1e-4)
    assert native.classes == CLASSES and native.max_length == 24 and native.truncation == HeadTruncation()
    predictions = predict(native, TEXTS)
    chances = expected(folder).softmax(-1)
    assert [p.label for p in predictions] == [CLASSES[i] for i in chances.argmax(-1)]
    assert np.allclose([p.probabilities for p in predictions], chances.numpy(), atol=1e-4)
    assert AutoModel.from_pretrained(folder / "encoder").config.id2label[2] == "great"
    assert "palimpsest" not in (folder / "encoder" / "config.json").read_text(encoding="utf-8").replace(
        str(folder), ""
    ), "no trace of our attention that another program would stumble over"


EXPRESSIBLE = [
    ("bert", "pooler"), ("roberta", "pooler"), ("albert", "pooler"), ("mpnet", "pooler"), ("camembert", "pooler"),
    ("bert", "last"), ("roberta", "last"), ("albert", "last"), ("mpnet", "last"), ("xlm-roberta", "3"),
    ("distilbert", "last"), ("electra", "last"), ("electra", "-1"),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "layers"), EXPRESSIBLE)
def test_transformers_loads_it_and_predicts_the_same(kind, layers, saved, tmp_path):
    folder, target = saved(kind, Features(layers=layers)), tmp_path / "export"
    answer = export_model(folder, target)
    assert "ordinary Hugging Face folder" in answer
    torch.testing.assert_close(theirs(target), expected(folder), rtol=2e-5, atol=2e-5)
    config = json.loads((target / "config.json").read_text(encoding="utf-8"))
    assert "palimpsest" not in str(config | {"_name_or_path": ""}), "another program needs nothing of ours"
    assert config["id2label"] == {"0": "dull", "1": "bright", "2": "great"}
    assert config["label2id"] == {"dull": 0, "bright": 1, "great": 2}
    readme = (target / "README.txt").read_text(encoding="utf-8")
    assert "ordinary Hugging Face folder" in readme
    assert ("hands the logits through" in readme) == (layers != "pooler")
    torch.testing.assert_close(
        predict_logits(load_saved_model(target), TEXTS), expected(folder), rtol=1e-4, atol=1e-4
    )


def test_a_stage_folder_of_earlier_versions_loads(saved):
    folder = saved("bert", Features(layers="pooler"))
    about = json.loads((folder / "palimpsest.json").read_text(encoding="utf-8"))
    about["features"] = {"layers": "pooler", "combine": "concat", "tokens": "cls"}  # no heads were known
    (folder / "palimpsest.json").write_text(json.dumps(about), encoding="utf-8")
    with safe_open(folder / "head.safetensors", "pt") as tensors:
        assert set(tensors.keys()) == {
            "head.weight", "head.bias", "encoder.pooler.dense.weight", "encoder.pooler.dense.bias"
        }  # fmt: skip
    torch.testing.assert_close(
        predict_logits(load_saved_model(folder), TEXTS), expected(folder), rtol=1e-4, atol=1e-4
    )


@pytest.mark.parametrize("combine", ["mean", "attention"])
def test_long_texts_are_predicted_in_fractions(combine, saved, tmp_path):
    folder = saved("bert", Features(), truncation=HierarchicalTruncation(combine=combine, overlap=4, most=3))
    text = (
        " ".join(f"{a} {b}" for a in ("good", "bad", "great") for b in ("film", "book", "game", "city")) * 9
    )
    for source in (folder, tmp_path / "export"):
        native = load_saved_model(source) if source == folder else load_saved_model(tmp_path / "export")
        ids = native.tokenizer(text, add_special_tokens=False)["input_ids"]
        fractions = [ids[a:b] for ((a, b),) in native.truncation.segments(len(ids), 22)]
        assert len(fractions) == 3 and len(ids) > 100
        model, cls, sep = native.model, native.tokenizer.cls_token_id, native.tokenizer.sep_token_id
        with torch.no_grad():
            first = [
                model.encoder(input_ids=torch.tensor([[cls, *part, sep]])).last_hidden_state[0, 0]
                for part in fractions
            ]
            rows = torch.stack(first)
            combined = rows.mean(0) if combine == "mean" else model.piece_attention(rows)
            by_hand_now = model.head(combined)
        torch.testing.assert_close(predict_logits(native, [text])[0], by_hand_now, rtol=1e-4, atol=1e-4)
        if source == folder:
            with pytest.raises(UserError, match="it reads long texts in fractions"):
                export_model(folder, tmp_path / "export")
            export_model(folder, tmp_path / "export", layout="palimpsest")


def test_in_8_bits_it_predicts_the_same(saved, tmp_path):
    folder, target = saved("bert", Features(layers="pooler")), tmp_path / "export"
    assert "8 bits" in export_model(folder, target, layout="palimpsest-int8")
    predicted = predict_logits(load_saved_model(target), TEXTS)
    torch.testing.assert_close(predicted, expected(folder), rtol=0.05, atol=0.05)
    assert not torch.equal(predicted, predict_logits(load_saved_model(folder), TEXTS))
    with pytest.raises(OSError, match="no file named model.safetensors"):  # rather than noise for weights
        AutoModel.from_pretrained(target / "encoder")
    _, lines = (target / "README.txt").read_text(encoding="utf-8").split("These lines restore them:")
    weights: dict[str, dict[str, torch.Tensor]] = {}
    exec(textwrap.dedent(lines.replace("encoder/", f"{target}/encoder/")), weights)
    whole = load_file(folder / "encoder" / "model.safetensors")
    assert weights["weights"].keys() == whole.keys()
    for name, value in load_encoder(Encoder(source=str(target)), None, 0)[0].state_dict().items():
        assert torch.equal(value, weights["weights"][name])
    save_file(weights["weights"], folder / "encoder" / "model.safetensors", {"format": "pt"})
    restored = predict_logits(load_saved_model(folder), TEXTS)  # by the lines that the README gives
    torch.testing.assert_close(predicted, restored, rtol=1e-5, atol=1e-5)


def test_one_of_several_tasks(saved, tmp_path):
    folder = saved("bert", Features())
    scores = expected(folder)
    for name in ("topics", "moods"):
        (folder / "tasks" / name).mkdir(parents=True)
        for file in ("head.safetensors", "palimpsest.json"):
            (folder / "tasks" / name / file).write_bytes((folder / file).read_bytes())
    for file in ("head.safetensors", "palimpsest.json"):
        (folder / file).unlink()
    assert saved_tasks(folder) == ["moods", "topics"]
    torch.testing.assert_close(
        predict_logits(load_saved_model(folder, "moods"), TEXTS), scores, rtol=1e-4, atol=1e-4
    )
    export_model(folder, tmp_path / "export", "topics")
    torch.testing.assert_close(theirs(tmp_path / "export"), scores, rtol=1e-4, atol=1e-4)
    with pytest.raises(UserError, match="heads of several tasks.*moods, topics"):
        load_saved_model(folder)
    with pytest.raises(UserError, match="no task 'colours'.*moods, topics"):
        load_saved_model(folder, "colours")


def test_the_tail_of_long_texts_is_what_truncation_keeps(saved, tmp_path):
    folder = saved("bert", Features(), truncation=TailTruncation())
    export_model(folder, tmp_path / "export")
    text = (
        " ".join(f"{a} {b}" for a in ("good", "bad", "great") for b in ("film", "book", "game", "city")) * 3
    )
    classify = pipeline("text-classification", model=str(tmp_path / "export"))
    scores = classify(text, truncation=True, top_k=None, function_to_apply="none")
    logits = dict(zip(CLASSES, predict_logits(load_saved_model(folder), [text])[0].tolist(), strict=True))
    assert {each["label"]: each["score"] for each in scores} == pytest.approx(logits, abs=1e-3)
    folder = saved("bert", Features(), truncation=HeadTailTruncation(head=5))
    export_model(folder, tmp_path / "other")
    assert "cut long texts yourself" in (tmp_path / "other" / "README.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("kind", "features", "reason"),
    [
        ("bert", Features(layers="1, last"), "reads .CLS. of the last layer"),
        ("bert", Features(layers="2"), "reads .CLS. of the last layer"),
        ("bert", Features(tokens="mean"), "reads .CLS. of the last layer"),
        ("distilbert", Features(layers="pooler"), "no tanh pooler"),
        ("modernbert", Features(), "another function"),
        ("bert", Features(head=BiLSTMHead(hidden=4)), "LSTM over all tokens"),
        ("bert", Features(head=MLPHead(hidden=8, activation="relu")), "another activation"),
        ("roberta", Features(head=MLPHead(hidden=64)), "wider than theirs"),
        ("roberta", Features(layers="pooler", head=MLPHead(hidden=8)), "hidden layer above the pooler"),
        ("bert", Features(tokens="cls_mean_max"), "reads .CLS. of the last layer"),
        ("deberta-v2", Features(), "another function"),
    ],
    ids=str,
)
def test_what_transformers_cannot_express_is_refused_and_leaves_in_our_layout(
    kind, features, reason, saved, tmp_path
):
    folder, target = saved(kind, features), tmp_path / "export"
    with pytest.raises(UserError, match=reason) as caught:
        export_model(folder, target)
    assert not target.exists() and "--layout palimpsest" in caught.value.remedy
    offered = {each.name: each for each in compare_layouts(folder)}
    assert re.search(reason, offered["huggingface"].obstacle) and not offered["palimpsest"].obstacle
    if change := offered["huggingface"].change:  # with these settings it would be one of theirs
        assert f"--set {change.split()[0]}" in caught.value.remedy
        values = dict(setting.split("=") for setting in change.split())
        head = {"linear": LinearHead()}.get(values.get("features.head.kind", ""), features.head)
        changed = features.model_copy(
            update={
                "layers": values.get("features.layers", features.layers),
                "tokens": values.get("features.tokens", features.tokens),
                "head": head,
            }
        )
        info = describe_encoder(Encoder(source=str(folder)))
        assert not transformers_obstacle(changed, info.model_type, info.layers, info.hidden, 3, False)
    assert "own layout" in export_model(folder, target, layout="palimpsest")
    assert "load_saved_model" in (target / "README.txt").read_text(encoding="utf-8")
    torch.testing.assert_close(
        predict_logits(load_saved_model(target), TEXTS), expected(folder), rtol=1e-4, atol=1e-4
    )


def test_pairs_and_truncation_are_kept(saved, tmp_path):
    folder = saved("bert", Features(), truncation=HeadTailTruncation(head=5), pair=True)
    native = load_saved_model(folder)
    assert native.pair and native.truncation == HeadTailTruncation(head=5)
    target = tmp_path / "export"
    assert "ordinary" in export_model(folder, target)
    assert "Pass truncation=True" in (target / "README.txt").read_text(encoding="utf-8")
    model, tokenizer = (
        AutoModelForSequenceClassification.from_pretrained(target),
        AutoTokenizer.from_pretrained(target),
    )
    with torch.no_grad():
        logits = model.eval()(**tokenizer("the film", "was good", return_tensors="pt")).logits
    torch.testing.assert_close(predict_logits(native, ["the film\twas good"]), logits, rtol=1e-4, atol=1e-4)


def test_a_folder_in_use_is_left_alone(saved, tmp_path):
    folder = saved("bert", Features())
    target = tmp_path / "export"
    target.mkdir()
    (target / "letter.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(UserError, match="not empty"):
        export_model(folder, target)
    assert [path.name for path in target.iterdir()] == ["letter.txt"]


def test_damaged_folders(saved, tmp_path):
    with pytest.raises(UserError, match="not a model saved by Palimpsest"):
        load_saved_model(tmp_path)
    folder = saved("bert", Features())
    head = folder / "head.safetensors"
    head.write_bytes(head.read_bytes()[:-4])
    with pytest.raises(UserError, match="head cannot be read") as caught:
        load_saved_model(folder)
    assert caught.value.place == str(head)
    head.unlink()
    with pytest.raises(UserError, match="head cannot be read"):
        export_model(folder, tmp_path / "export")
    assert not (tmp_path / "export").exists()


HEADS = [
    Features(layers=layers, tokens=tokens, **more)
    for layers in ("pooler", "last", "1, last", "all")
    for tokens in ("cls", "mean", "normed_mean", "max", "cls_mean_max")
    for more in (({},) if layers in ("pooler", "last") else ({"combine": "attention"}, {"combine": "mean"}))
    if layers != "pooler" or tokens == "cls"
]
HEADS += [Features(head=MLPHead(hidden=8, activation=a)) for a in ("tanh", "relu", "gelu")]
HEADS += [Features(layers="pooler", head=MLPHead(hidden=8)), Features(head=BiLSTMHead(hidden=4))]
"""What a classifier may read and be: of each family's own folder some are expressible."""


@pytest.mark.nightly  # in every suite transformers loads each kind here and predicts the same
def test_transformers_computes_the_same_wherever_that_is_claimed(saved, family, tmp_path):
    """Equal logits, or the reason of Design, for every head of every family."""
    for kind in ("bert", "roberta", "distilbert", "electra", "modernbert"):
        info, claimed = describe_encoder(family(kind)), 0
        for number, features in enumerate(HEADS):
            before = transformers_obstacle(features, info.model_type, info.layers, info.hidden, None, False)
            folder, target = saved(kind, features), tmp_path / f"{kind}-{number}"
            if before:
                with pytest.raises(UserError, match=re.escape(before)):
                    export_model(folder, target)
            else:
                export_model(folder, target)
                torch.testing.assert_close(theirs(target), expected(folder), rtol=2e-5, atol=2e-5)
                claimed += 1
            shutil.rmtree(folder)
        assert bool(claimed) == (kind != "modernbert")


@pytest.mark.parametrize(
    ("kind", "activation"),
    [("bert", "tanh"), ("roberta", "tanh"), ("electra", "gelu"), ("distilbert", "relu")],
)
def test_a_hidden_layer_is_transformers_own(kind, activation, saved, tmp_path):
    folder = saved(kind, Features(head=MLPHead(hidden=10, activation=activation)))
    assert "ordinary Hugging Face folder" in export_model(folder, tmp_path / "export")
    torch.testing.assert_close(theirs(tmp_path / "export"), expected(folder), rtol=2e-5, atol=2e-5)
    readme = (tmp_path / "export" / "README.txt").read_text(encoding="utf-8")
    assert "hands the logits through" not in readme


def test_more_classes_than_the_head_has_room_for(saved, tmp_path):
    folder = saved("electra", Features(), classes=[f"class {n}" for n in range(17)])
    with pytest.raises(UserError, match="17 classes are too many"):
        export_model(folder, tmp_path / "export")
    folder = saved("electra", Features(), classes=[f"class {n}" for n in range(16)])
    assert "ordinary" in export_model(folder, tmp_path / "other")
