"""A graph computes what the engine computes, whatever the family, the head, and the shape of the batch."""

from __future__ import annotations

import json
from functools import partial
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest
import torch

from engine.delivery.finished_model import find_finished_model
from engine.delivery.onnx_export import OUTPUT, export_onnx, graph_obstacle, write_graph
from engine.errors import UserError
from engine.model.classifier import build_classifier
from engine.model.encoders import load_tokenizer
from engine.model.predict import encode_texts, predict_logits
from engine.model.saved_description import SavedDescription
from engine.model.saved_model import load_saved_model, save_model
from engine.spec.features import BiLSTMHead, Features, MLPHead
from engine.spec.truncation import HeadTruncation, HierarchicalTruncation, Truncation
from tests.engine.lab.trained import trained

pytestmark = pytest.mark.skipif(
    not all(map(find_spec, ("onnxruntime", "onnxscript"))), reason="the extra 'onnx' is not installed"
)
TEXTS = ["a good film", "bright", "the story was poor and the actor dull , was it not ?", "what a match"]


def saved(
    family, tmp_path: Path, kind: str, features: Features, truncation: Truncation | None = None
) -> Path:
    encoder, cut = family(kind), truncation or HeadTruncation()
    model = build_classifier(encoder, features, 3, 0.1, seed=3, combine_pieces=cut.combine_segments)
    with torch.no_grad():
        getattr(model.head, "output", model.head).weight.mul_(20)
    about = SavedDescription(
        classes=("a", "b", "c"), features=features, truncation=cut, max_length=24, pair=False
    )
    save_model(tmp_path / "saved", model, load_tokenizer(encoder), about)
    return tmp_path / "saved"


nightly = partial(pytest.param, marks=pytest.mark.nightly)


@pytest.mark.parametrize(
    ("kind", "features"),
    [
        nightly("bert", Features()),
        nightly("bert", Features(tokens="mean")),
        nightly("bert", Features(layers="pooler")),
        (
            "bert",
            Features(layers="1, last", tokens="cls_mean_max", combine="attention", head=MLPHead(hidden=5)),
        ),
        nightly("roberta", Features(tokens="max")),
        nightly("distilbert", Features(tokens="mean")),
        nightly("modernbert", Features()),
        nightly("eurobert", Features(tokens="mean")),
        nightly("deberta-v2", Features(tokens="mean")),
    ],
)
def test_the_graph_is_the_model(family, tmp_path: Path, kind: str, features: Features) -> None:
    """Against the engine's packed computation, in batches of other sizes and lengths than the graph was traced with."""
    model = load_saved_model(saved(family, tmp_path, kind, features))
    inputs = write_graph(model, tmp_path / "model.onnx")
    from onnxruntime import InferenceSession  # it takes long, and who only collects tests needs none

    session = InferenceSession(str(tmp_path / "model.onnx"), providers=["CPUExecutionProvider"])
    assert {each.name for each in session.get_inputs()} == set(inputs)
    expected, encoded = predict_logits(model, TEXTS).numpy(), encode_texts(model, TEXTS)
    for rows in ([0], [2], [0, 1, 2, 3]):
        batch = encoded.batch(np.array(rows))
        width = int(batch.lengths.max())
        mask = np.arange(width) < batch.lengths[:, None]
        feed = {"attention_mask": mask.astype(np.int64)}
        for name, values in (("input_ids", batch.ids), ("token_type_ids", batch.token_types)):
            if name in inputs:
                feed[name] = np.full(mask.shape, model.tokenizer.pad_token_id if name == "input_ids" else 0)
                feed[name][mask] = values
        found = session.run([OUTPUT], feed)[0]
        np.testing.assert_allclose(found, expected[rows], atol=2e-5)


def test_what_no_graph_can_compute_is_said(family, tmp_path: Path) -> None:
    lstm = load_saved_model(saved(family, tmp_path / "a", "bert", Features(head=BiLSTMHead(hidden=4))))
    assert "LSTM" in graph_obstacle(lstm)
    pieces = load_saved_model(saved(family, tmp_path / "b", "bert", Features(), HierarchicalTruncation()))
    with pytest.raises(UserError, match="in fractions"):
        write_graph(pieces, tmp_path / "model.onnx")


def test_an_export_is_checked_on_the_test_texts(tmp_path: Path) -> None:
    """And works with onnxruntime and tokenizers alone, as its README says."""
    store = tmp_path / "store.sqlite"
    trained(store, "one", encoder="palimpsest-tiny", test=60)
    found = find_finished_model(store, "one")
    done = export_onnx(found, tmp_path / "out")
    exact, small = done.graphs
    assert exact.largest_difference < 1e-4 and exact.same_predictions == exact.texts == 60
    assert exact.error == done.engine_error
    assert small.bytes < exact.bytes and small.largest_difference > 0
    assert (
        json.loads((tmp_path / "out" / "check.json").read_text(encoding="utf-8"))["graphs"][1]["file"]
        == small.file
    )
    readme = (tmp_path / "out" / "README.txt").read_text(encoding="utf-8")
    code = "\n".join(line[4:] for line in readme.splitlines() if line.startswith("    "))
    code = code.replace('"tokenizer.json"', repr(str(tmp_path / "out" / "tokenizer.json")))
    code = code.replace('"model.onnx"', repr(str(tmp_path / "out" / "model.onnx")))
    values: dict[str, object] = {}
    exec(code, values)
    logits = values["logits"]
    assert isinstance(logits, np.ndarray)
    np.testing.assert_allclose(logits, predict_logits(found.load(), ["A text."]).numpy(), atol=1e-4)
    with pytest.raises(UserError, match="not empty"):
        export_onnx(found, tmp_path / "out")
