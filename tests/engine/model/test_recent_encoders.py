"""ModernBERT, mmBERT, EuroBERT and DeBERTa v3 from folders as they are published, against transformers itself."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import torch
from transformers import AutoModel, AutoTokenizer

from engine.data.special_tokens import read_template
from engine.data.tokens import TokenBatch
from engine.kernels.tensor_batch import to_tensors
from engine.model.classifier import build_classifier, text_features
from engine.model.encoders import describe_encoder, load_tokenizer
from engine.model.parameters import parameter_table
from engine.model.predict import encode_texts, predict_logits
from engine.model.saved_description import SavedDescription
from engine.model.saved_model import load_saved_model, save_model
from engine.spec.experiment import Encoder
from engine.spec.stages import Features
from engine.spec.truncation import HeadTailTruncation
from tests.engine.recent_encoders import RECENT

TEXTS = [
    "What is it?",
    "Who wrote the long book about the river and its cities, and in which year was that?",
    "Why?",
]
LONG = 8192


@pytest.mark.parametrize("tokens", ["cls", "mean"])
@pytest.mark.parametrize("name", RECENT)
def test_texts_are_read_as_transformers_reads_them(
    name: str, tokens: str, recent_encoder: Callable[[str], Path]
) -> None:
    """Features and gradients of packed texts against transformers' own padded computation, tokenizer included."""
    folder = recent_encoder(name)
    encoder = Encoder(source=str(folder))
    tokenizer = load_tokenizer(encoder)
    model = build_classifier(encoder, Features(tokens=tokens), 3, 0.0, seed=1).train()
    theirs = AutoModel.from_pretrained(folder, attn_implementation="eager").eval()
    rows = AutoTokenizer.from_pretrained(folder)
    batch = rows(TEXTS, padding=True, return_tensors="pt")

    template, lengths = read_template(tokenizer).single, batch["attention_mask"].sum(1).numpy()
    first, last = int(batch["input_ids"][0, 0]), int(batch["input_ids"][0, lengths[0] - 1])
    assert (template.prefix.tolist(), template.suffix.tolist()) == ([first], [last])
    assert describe_encoder(encoder).special_count(pair=False) == 2

    flat = batch["input_ids"][batch["attention_mask"].bool()].numpy()
    own = TokenBatch(flat, np.zeros_like(flat), lengths, np.array([0, 1, 2]), np.arange(3))
    features = text_features(model.encoder, model, to_tensors(own, "cpu", True, tokenizer.pad_token_id))
    states = theirs(input_ids=batch["input_ids"], attention_mask=batch["attention_mask"]).last_hidden_state
    mask = batch["attention_mask"][..., None]
    expected = states[:, 0] if tokens == "cls" else (states * mask).sum(1) / mask.sum(1)
    assert expected.std(0).mean() > 0.01, "texts that look alike would prove nothing"
    torch.testing.assert_close(features, expected, rtol=1e-4, atol=2e-5)

    weights = torch.linspace(
        -1, 2, 32
    )  # a sum of squares would be the same for all: the top states are normalised
    (features * weights).sum().backward()
    (expected * weights).sum().backward()
    gradients = {key: value.grad for key, value in theirs.named_parameters() if value.grad is not None}
    grads = {key: value.grad for key, value in model.encoder.named_parameters() if value.grad is not None}
    assert grads.keys() == gradients.keys()
    for key, gradient in grads.items():
        scale = float(gradients[key].abs().max())
        torch.testing.assert_close(gradient, gradients[key], rtol=1e-3, atol=1e-5 * max(1.0, scale), msg=key)


@pytest.mark.parametrize("name", RECENT)
def test_the_description_counts_its_weights(name: str, recent_encoder: Callable[[str], Path]) -> None:
    folder = recent_encoder(name)
    info = describe_encoder(Encoder(source=str(folder)))
    model = AutoModel.from_pretrained(folder)
    assert info.parameters == sum(p.numel() for p in model.parameters())
    assert info.positions == (512 if name == "deberta-v3" else LONG) and info.masks
    table = parameter_table(build_classifier(Encoder(source=str(folder)), Features(), 2, 0.0, 0))
    assert {row.depth for row in table} == {0, 1, 2, 3, 4}


@pytest.mark.parametrize("name", RECENT)
def test_a_saved_model_keeps_head_and_tail_of_long_texts(
    name: str, recent_encoder: Callable[[str], Path], tmp_path: Path
) -> None:
    encoder = Encoder(source=str(recent_encoder(name)))
    tokenizer, cut = load_tokenizer(encoder), HeadTailTruncation(head=5)
    model = build_classifier(encoder, Features(), 3, 0.1, seed=3)
    about = SavedDescription(
        classes=("a", "b", "c"), features=Features(), truncation=cut, max_length=16, pair=False
    )
    save_model(tmp_path, model, tokenizer, about)
    saved = load_saved_model(tmp_path)
    long = encode_texts(saved, TEXTS[1:2]).batch(np.array([0])).ids
    whole = tokenizer(TEXTS[1], add_special_tokens=False)["input_ids"]
    ends = read_template(tokenizer).single
    assert long.tolist() == [*ends.prefix, *whole[:5], *whole[-9:], *ends.suffix]
    assert predict_logits(saved, TEXTS).shape == (3, 3)


@pytest.mark.parametrize(
    "name",
    [*(pytest.param(each, marks=pytest.mark.nightly) for each in ("modernbert", "mmbert")), "eurobert"],
)  # mmBERT is a ModernBERT with another tokenizer
def test_a_text_of_8192_tokens(name: str, recent_encoder: Callable[[str], Path]) -> None:
    """Packed beside a short one, against transformers' own fused attention on the text alone."""
    folder = recent_encoder(name)
    model = build_classifier(Encoder(source=str(folder)), Features(), 3, 0.0, seed=1).eval()
    draw = np.random.default_rng(0)
    ids = draw.integers(10, 500, LONG + 5)
    batch = TokenBatch(ids, np.zeros_like(ids), np.array([LONG, 5]), np.array([0, 1]), np.arange(2))
    theirs = AutoModel.from_pretrained(folder, attn_implementation="sdpa").eval()
    with torch.no_grad():
        features = text_features(model.encoder, model, to_tensors(batch, "cpu", True, 0))
        expected = theirs(input_ids=torch.from_numpy(ids[None, :LONG])).last_hidden_state[:, 0]
    torch.testing.assert_close(features[:1], expected, rtol=1e-3, atol=1e-4)
