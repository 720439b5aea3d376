"""Linear probes against regressions solved another way, and what they find in layers that know."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest
import torch

from engine.data.dataset import load_dataset
from engine.errors import UserError
from engine.model.encoders import load_encoder, load_tokenizer
from engine.probes import knowledge
from engine.probes.knowledge import (
    RIDGE_GRID,
    LinearProbeTask,
    knowledge_result,
    known_task_names,
    linear_probe,
)
from engine.spec.data import DataSource
from engine.spec.experiment import Encoder
from engine.spec.probes import ProbingTask

pytestmark = pytest.mark.usefixtures("home")


def clusters(n: int, d: int, classes: int, seed: int, spread: float = 2.0) -> tuple[np.ndarray, np.ndarray]:
    """Features around one centre for each class, in directions of unequal scale, and class numbers."""
    draw = np.random.default_rng(seed)
    labels = draw.integers(0, classes, n)
    centres = np.random.default_rng(99).normal(size=(classes, d))
    return (centres[labels] + spread * draw.normal(size=(n, d))) * np.geomspace(0.01, 100, d) + 5, labels


def by_hand(x: np.ndarray, y: np.ndarray, test: np.ndarray) -> np.ndarray:
    """Predicted classes: normal equations with an intercept that is not penalised; each left-out text refitted."""
    mean, spread = x.mean(0), x.std(0)
    x, test = (x - mean) / spread, (test - mean) / spread
    target = np.eye(y.max() + 1)[y]

    def fitted(rows: np.ndarray, ridge: float) -> np.ndarray:
        a = np.column_stack([x[rows], np.ones(len(rows))])
        penalty = ridge * np.diag([1.0] * x.shape[1] + [0.0])
        return np.linalg.solve(a.T @ a + penalty, a.T @ target[rows])

    everyone = np.arange(len(x))
    errors = []
    for ridge in RIDGE_GRID * len(x):
        left = [target[i] - np.append(x[i], 1) @ fitted(np.delete(everyone, i), ridge) for i in range(len(x))]
        errors.append(np.square(left).sum())
    weights = fitted(everyone, RIDGE_GRID[int(np.argmin(errors))] * len(x))
    return (np.column_stack([test, np.ones(len(test))]) @ weights).argmax(1)


@pytest.mark.parametrize(("n", "d"), [(60, 10), (40, 55)])
def test_one_decomposition_is_every_refit(n, d):
    (x, y), (test, truth) = clusters(n, d, 3, seed=1), clusters(200, d, 3, seed=2)
    expected = 100 * float(np.mean(by_hand(x, y, test) != truth))
    assert linear_probe(x, y, test, truth) == pytest.approx(expected)
    assert 1 < expected < 50


def test_it_agrees_with_scikit_learn():
    linear_model = pytest.importorskip("sklearn.linear_model", reason="scikit-learn is not installed")
    (x, y), (test, truth) = clusters(80, 30, 4, seed=3), clusters(300, 30, 4, seed=4)
    mean, spread = x.mean(0), x.std(0)
    ridge = linear_model.RidgeCV(alphas=RIDGE_GRID * len(x)).fit((x - mean) / spread, np.eye(4)[y])
    expected = 100 * float(np.mean(ridge.predict((test - mean) / spread).argmax(1) != truth))
    assert linear_probe(x, y, test, truth) == pytest.approx(expected)


def test_scale_shift_and_dead_features_do_not_matter_and_unseen_classes_are_wrong():
    (x, y), (test, truth) = clusters(50, 8, 3, seed=5), clusters(100, 8, 3, seed=6)
    plain = linear_probe(x, y, test, truth)
    factor = np.geomspace(1e-3, 1e3, 8)
    assert linear_probe((x - 4) * factor, y, (test - 4) * factor, truth) == pytest.approx(plain)
    dead = [np.column_stack([each, np.full(len(each), 7.0)]) for each in (x, test)]
    assert linear_probe(dead[0], y, dead[1], truth) == pytest.approx(plain)
    seen = y != 1
    assert linear_probe(x[seen], y[seen], test, truth) >= 100 * np.mean(truth == 1)


def test_features_without_information_guess():
    draw = np.random.default_rng(0)
    x, y = draw.normal(size=(200, 50)), np.repeat([0, 1], [140, 60])
    test, truth = draw.normal(size=(1000, 50)), np.repeat([0, 1], [700, 300])
    assert linear_probe(x, y, test, truth) == pytest.approx(30, abs=3), (
        "the strongest ridge leaves the shares"
    )


@pytest.fixture
def mood(tmp_path: Path) -> DataSource:
    """Texts of unequal length whose class is the word they hold, last of all."""
    draw = random.Random(3)
    words = "the a film book plot actor story team match goal city river and it was of in".split()
    lines = ["label,text"]
    for number in range(120):
        text = " ".join(draw.choice(words) for _ in range(draw.choice([2, 5, 11])))
        lines.append(f"{('no', 'yes')[number % 2]},{text} {('bad', 'good')[number % 2]}")
    (tmp_path / "mood.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return DataSource(source=str(tmp_path / "mood.csv"), validation_share=0.25)


def test_every_layer_is_probed_on_the_mean_over_its_tokens(mood, tiny_bert_folder, monkeypatch):
    encoder = Encoder(source=str(tiny_bert_folder))
    tokenizer, model = load_tokenizer(encoder), load_encoder(encoder, None, 0)[0].eval()
    profile = LinearProbeTask(mood, tokenizer, 40).layer_errors(model)
    splits = load_dataset(mood.model_copy(update={"train_rows": 40})).splits

    def means(texts) -> np.ndarray:  # [3, n, d], one text at a time
        with torch.no_grad():
            states = [model(**tokenizer(t, return_tensors="pt"), output_hidden_states=True) for t in texts]
        return np.stack([[s.hidden_states[i][0].mean(0).numpy() for s in states] for i in range(3)])

    ability = LinearProbeTask(mood, tokenizer, 40)
    with torch.no_grad():
        found = ability.layer_features(model, ability.train)
    np.testing.assert_allclose(found, means(splits["train"].texts), atol=1e-5)
    assert profile.shape == (3,)
    assert profile[0] == 0, "the word itself is there before the first layer"
    assert (profile < 40).all()
    monkeypatch.setattr(knowledge, "BATCH_TOKENS", 30)
    np.testing.assert_allclose(LinearProbeTask(mood, tokenizer, 40).layer_errors(model), profile, atol=3.4)


def test_which_texts_are_read(mood, tiny_bert_folder):
    tokenizer = load_tokenizer(Encoder(source=str(tiny_bert_folder)))
    few = LinearProbeTask(mood, tokenizer, 10)
    assert (len(few.train), len(few.validation)) == (10, 10)
    everything = LinearProbeTask(mood, tokenizer, 10_000)
    splits = load_dataset(mood).splits
    assert (len(everything.train), len(everything.validation)) == (
        len(splits["train"]),
        len(splits["validation"]),
    )
    assert set(few.train.labels) == {0, 1}
    again = LinearProbeTask(mood, tokenizer, 10)
    np.testing.assert_array_equal(few.train.tokens.flat_ids, again.train.tokens.flat_ids)
    percent = mood.model_copy(update={"train_percent": 30.0})
    assert len(LinearProbeTask(percent, tokenizer, 10_000).train) == len(
        load_dataset(percent).splits["train"]
    )
    assert int(LinearProbeTask(mood, tokenizer, 10, length=6).train.lengths.max()) == 6
    with pytest.raises(UserError):
        LinearProbeTask(DataSource(source="nowhere.csv"), tokenizer, 10)


def test_names_of_curves():
    wanted = [
        ("samples:reviews", ""),
        ("samples:reviews", ""),
        ("/data/trec.csv", ""),
        ("samples:reviews", "a/b"),
    ]
    tasks = [ProbingTask(data=DataSource(source=source), name=name) for source, name in wanted]
    assert known_task_names(tasks) == ["reviews", "reviews 2", "trec", "a_b"]
    found = knowledge_result({"trec": np.array([50.0, 20.0, 10.0])})
    assert found.values == {"knowledge/trec/error": 10.0}
    assert found.maps["knowledge/trec"].tolist() == [50, 20, 10]
