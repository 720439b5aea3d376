"""A measure gets our name only where it is ours."""

from __future__ import annotations

import pytest

from engine.foreign.keys import translate_measure


@pytest.mark.parametrize(
    ("name", "value", "key", "own"),
    [
        ("loss", 0.5, "train/loss", 0.5),
        ("train/loss", 0.5, "train/loss", 0.5),
        ("learning_rate", 2e-5, "rate/top", 2e-5),
        ("train/learning_rate", 2e-5, "rate/top", 2e-5),
        ("eval_loss", 0.4, "validation/loss", 0.4),
        ("eval/loss", 0.4, "validation/loss", 0.4),
        ("eval_accuracy", 0.9, "validation/error", 10.0),
        ("test_accuracy", 0.75, "test/error", 25.0),
        ("eval_accuracy", 90.0, "foreign/eval_accuracy", 90.0),  # percent already, or something else
        ("eval_f1", 0.8, "foreign/eval_f1", 0.8),
        ("train_runtime", 12.0, "foreign/train_runtime", 12.0),
        ("train_loss", 0.5, "foreign/train_loss", 0.5),  # the Trainer's mean over the whole training
        ("my/own/tag", 1.0, "foreign/my_own_tag", 1.0),
    ],
)
def test_measures(name: str, value: float, key: str, own: float) -> None:
    found, mine = translate_measure(name, value)
    assert found == key and mine == pytest.approx(own)
