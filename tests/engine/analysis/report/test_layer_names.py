"""The names of layers and heads along a map."""

from __future__ import annotations

from engine.analysis.report.layer_names import layer_names


def test_layers_begin_with_embeddings_and_drift_ends_with_the_pooler() -> None:
    assert layer_names("similarity/cka", 4) == ("Embeddings", "1", "2", "3")
    assert layer_names("drift/layers", 4) == ("Embeddings", "1", "2", "Pooler")


def test_heads_are_numbered_by_their_layer_from_1() -> None:
    assert layer_names("attention/heads", 3) == ("1", "2", "3")
