"""Vectors of texts by a frozen encoder, against those of transformers, and what is chosen by folds of them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import torch
from transformers import AutoModel, AutoTokenizer

from engine.data.dataset import load_dataset
from engine.spec.data import DataSource
from engine.spec.experiment import Compute, Encoder
from engine.spec.truncation import HeadTruncation
from engine.stages.linear_models import choose_setting, folds
from engine.stages.text_vectors import TextVectors

REVIEWS = DataSource(source="samples:reviews", train_rows=80, validation_rows=40, test_rows=20)
EXACT = Compute(device="cpu", precision="fp32")


def by_transformers(folder: Path, texts: list[str]) -> dict[str, np.ndarray]:
    tokenizer, model = AutoTokenizer.from_pretrained(folder), AutoModel.from_pretrained(folder).eval()
    found: dict[str, list[np.ndarray]] = {"cls": [], "mean": []}
    for text in texts:
        with torch.no_grad():
            states = model(
                **tokenizer(text, return_tensors="pt", truncation=True, max_length=64)
            ).last_hidden_state[0]
        found["cls"].append(states[0].numpy())
        found["mean"].append(states.mean(0).numpy())
    return {name: np.stack(rows) for name, rows in found.items()}


def test_vectors_of_a_split_are_kept_and_those_of_transformers(home: Path, tiny_bert_folder: Path) -> None:
    split = load_dataset(REVIEWS).splits["test"]

    def make() -> TextVectors:
        said = Encoder(source=str(tiny_bert_folder))
        return TextVectors(said, HeadTruncation(), 64, EXACT, lambda text, done, total: None)

    first, expected = make().of_split(split), by_transformers(tiny_bert_folder, list(split.texts))
    kept = sorted((home / "cache" / "activations").glob("*/rows.bin"))
    assert len(kept) == 2, "one for [CLS] and one for the mean"
    again, loose = make().of_split(split), make().of_texts(list(split.texts))
    for pooling in ("cls", "mean"):
        np.testing.assert_allclose(first[pooling], expected[pooling], atol=1e-4)
        np.testing.assert_array_equal(again[pooling], first[pooling])
        np.testing.assert_allclose(loose[pooling], first[pooling], atol=1e-4)
    assert sorted((home / "cache" / "activations").glob("*/rows.bin")) == kept


def test_folds_hold_out_every_text_of_a_class_that_fills_them_once() -> None:
    strata = np.array([0] * 12 + [1] * 7 + [2] * 2)
    held = [b for _, b in folds(strata)]
    assert sorted(np.concatenate(held)) == list(range(19)), "the class of two texts is fitted in all folds"
    assert all({19, 20} <= set(a) and not set(a) & set(b) for a, b in folds(strata))
    assert [len(b) for _, b in folds(np.array([0, 0, 1, 1]))] == [2, 2]
    assert list(folds(np.array([0, 1, 2]))) == []


def test_the_kind_of_features_with_the_least_held_out_loss_is_chosen() -> None:
    random = np.random.default_rng(1)
    labels = random.integers(0, 3, 300)
    signal = np.eye(3)[labels] + random.normal(0, 0.3, (300, 3))
    features = {
        "noise": random.normal(0, 1, (300, 3)).astype(np.float32),
        "signal": signal.astype(np.float32),
    }

    def loss(logits: np.ndarray, targets: np.ndarray) -> np.ndarray:
        chances = np.exp(logits) / np.exp(logits).sum(1, keepdims=True)
        return -np.log(chances[np.arange(len(targets)), targets])

    choice = choose_setting("single_label", features, labels, labels, loss)
    assert choice.features == "signal"
    assert choice.losses["signal", choice.strength] == min(choice.losses.values()) < 0.4
    assert min(loss for (kind, _), loss in choice.losses.items() if kind == "noise") > 1.0
