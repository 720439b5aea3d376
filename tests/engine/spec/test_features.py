"""How a head can leave is known before anything is trained, and is what an export then does."""

from __future__ import annotations

import pytest

from engine.spec.features import BiLSTMHead, Features, MLPHead, describe_exports

BERT = ("bert", 12, 768, 4)


@pytest.mark.parametrize(
    ("features", "encoder", "pieces", "words"),
    [
        (Features(), BERT, False, "ordinary transformers classifier, or ONNX"),
        (Features(layers="pooler"), BERT, False, "ordinary transformers classifier"),
        (Features(tokens="mean"), BERT, False, "ONNX only. transformers' own classifier reads [CLS]"),
        (Features(layers="11"), BERT, False, "ONNX only. transformers' own classifier reads [CLS]"),
        (Features(head=MLPHead(hidden=64)), BERT, False, "ordinary transformers classifier"),
        (Features(head=MLPHead(hidden=1024)), BERT, False, "ONNX only. Its hidden"),
        (Features(head=MLPHead(hidden=64)), ("distilbert", 6, 768, 4), False, "another activation"),
        (Features(head=BiLSTMHead()), BERT, False, "own layout only. Its head is an LSTM"),
        (Features(), BERT, True, "own layout only. It reads long texts in fractions"),
        (Features(), ("modernbert", 22, 768, 4), False, "ONNX only. The head of"),
        (Features(), ("distilbert", 6, 768, 400), False, "400 classes are too many"),
        (Features(), ("distilbert", 6, 768, None), False, "ordinary transformers classifier"),
    ],
)  # fmt: skip
def test_exports(
    features: Features, encoder: tuple[str, int, int, int | None], pieces: bool, words: str
) -> None:
    kind, layers, hidden, outputs = encoder
    assert words in describe_exports(features, kind, layers, hidden, outputs, pieces)


def test_an_objective_that_transformers_does_not_know_leaves_as_onnx() -> None:
    said = describe_exports(Features(), *BERT, in_pieces=False, other="the objective is ordinal")
    assert "ONNX only. The objective is ordinal" in said
