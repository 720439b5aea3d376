"""Attributions against their definitions: completeness, finite differences, and a case that has a closed form."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch

from engine.lab.attribution import (
    Attribution,
    gradient_x_input,
    integrated_gradients,
    repeat_text,
    sum_by_word,
)
from engine.lab.tokenized_text import TextEncoder, TokenizedText
from engine.model.saved_model import SavedModel
from engine.spec.truncation import HeadTruncation, HierarchicalTruncation, Truncation
from tests.engine.lab.test_tokenized_text import native
from tests.engine.lab.trained import shift

TEXT = "a great film but the plot was zebra dull"


def prepared(folder: Path, truncation: Truncation, length: int = 32) -> tuple[SavedModel, TokenizedText]:
    model = native(folder, truncation, length)
    shift(model.model, 3, 6.0)
    return model, TextEncoder(model).encode(TEXT)


def logit(model: SavedModel, reading: TokenizedText, embeddings: torch.Tensor, target: int) -> float:
    """The logit with these word embeddings in place of the text's own."""
    words = model.model.encoder.get_input_embeddings()
    handle = words.register_forward_hook(lambda *_: embeddings)
    try:
        with torch.no_grad():
            batch = repeat_text(reading.batch, 1, model.tokenizer.pad_token_id)
            return float(model.model(batch)[0, target])
    finally:
        handle.remove()


@pytest.mark.parametrize(
    ("truncation", "length"), [(HeadTruncation(), 32), (HierarchicalTruncation(combine="attention"), 6)]
)
def test_integrated_gradients_sum_to_the_difference_from_the_baseline(
    tiny_bert_folder: Path, truncation: Truncation, length: int
) -> None:
    model, reading = prepared(tiny_bert_folder, truncation, length)
    attribution = integrated_gradients(model, reading, 1)
    assert isinstance(attribution, Attribution)
    batch = repeat_text(reading.batch, 1, model.tokenizer.pad_token_id)
    whole = model.model.encoder.get_input_embeddings()(batch.ids)
    special = torch.zeros_like(batch.token_mask)
    special[batch.token_mask] = torch.from_numpy(reading.special)
    baseline = torch.where(special[..., None], whole, 0.0)
    difference = logit(model, reading, whole, 1) - logit(model, reading, baseline, 1)
    assert abs(difference) > 0.05
    assert attribution.difference == pytest.approx(difference, abs=1e-4)
    assert attribution.values.sum() == pytest.approx(difference, rel=0.021)
    assert attribution.values[reading.special] == pytest.approx(0.0)
    assert attribution.words.sum() == pytest.approx(attribution.values.sum())


def test_they_are_the_integral_that_many_plain_steps_give(tiny_bert_folder: Path) -> None:
    model, reading = prepared(tiny_bert_folder, HeadTruncation())
    attribution = integrated_gradients(model, reading, 0)
    batch = repeat_text(reading.batch, 1, model.tokenizer.pad_token_id)
    words = model.model.encoder.get_input_embeddings()
    whole, keep = words(batch.ids).detach(), torch.from_numpy(reading.special)[None, :, None]
    total = torch.zeros(whole.shape[:2])
    for place in (np.arange(200) + 0.5) / 200:
        moved = torch.where(keep, whole, float(place) * whole).requires_grad_()
        handle = words.register_forward_hook(lambda *_, value=moved: value)
        model.model(batch)[0, 0].backward()
        handle.remove()
        total += (moved.grad * torch.where(keep, 0.0, whole)).sum(-1) / 200
    assert attribution is not None
    assert attribution.values == pytest.approx(total[0].numpy(), abs=0.02 * float(total.abs().max()))


def test_gradient_times_input_is_the_slope_along_each_embedding(tiny_bert_folder: Path) -> None:
    model, reading = prepared(tiny_bert_folder, HeadTruncation())
    attribution = gradient_x_input(model, reading, 1)
    whole = model.model.encoder.get_input_embeddings()(torch.from_numpy(reading.batch.ids)[None]).detach()
    for token in (0, 2, 9):
        ends = []
        for factor in (0.99, 1.01):
            moved = whole.clone()
            moved[0, token] *= factor
            ends.append(logit(model, reading, moved, 1))
        assert attribution.values[token] == pytest.approx((ends[1] - ends[0]) / 0.02, abs=2e-3)
    assert np.isnan(attribution.difference)


def test_a_word_has_the_sum_of_its_tokens(tiny_bert_folder: Path) -> None:
    reading = TextEncoder(native(tiny_bert_folder, HeadTruncation(), length=11)).encode(
        "zebra was good film dull"
    )
    assert reading.words.tolist() == [-1, 0, 0, 0, 0, 0, 1, 2, 3, 4, -1]
    assert sum_by_word(reading, np.arange(11.0)).tolist() == [15.0, 6.0, 7.0, 8.0, 9.0]
    short = TextEncoder(native(tiny_bert_folder, HeadTruncation(), length=8)).encode(
        "zebra was good film dull"
    )
    assert sum_by_word(short, np.ones(8)).tolist() == [5.0, 1.0, 0.0, 0.0, 0.0]


def test_it_stops_when_told(tiny_bert_folder: Path) -> None:
    model, reading = prepared(tiny_bert_folder, HeadTruncation())
    assert integrated_gradients(model, reading, 0, stopped=lambda: True) is None
