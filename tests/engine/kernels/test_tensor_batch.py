"""Packed batches, attention products and random bits."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from torch import nn
from torch.nn import functional

from engine.kernels import attention, dropout, packing
from engine.kernels.attention import GROUPABLE, PACKABLE
from engine.kernels.attention_registry import KernelSelection
from engine.kernels.dropout import (
    CheapDropout,
    apply_keep_bits,
    apply_keep_bits_,
    draw_keep_bits,
    draw_keep_mask,
    draw_random_words,
    dropout_scale,
    use_cheap_dropout,
)
from engine.kernels.packing import pack_texts
from engine.kernels.tensor_batch import attends_packed, supports_packing, to_tensors
from engine.model.classifier import Classifier, build_classifier
from engine.spec.experiment import Encoder
from engine.spec.stages import Features
from tests.sampling import nightly_but

LENGTHS = [9, 2, 30, 17, 9, 5, 64, 31, 3, 1]


def gradients(model: Classifier, batch, packed: bool, autocast: bool = False) -> tuple[torch.Tensor, dict]:
    """Logits, and gradients of the mean cross-entropy by parameter."""
    model.zero_grad()
    tensors = to_tensors(batch, "cpu", packed, 0)
    with torch.autocast("cpu", torch.bfloat16, enabled=autocast):
        logits = model(tensors)
    functional.cross_entropy(logits.float(), tensors.labels).backward()
    found = {name: p.grad.clone() for name, p in model.named_parameters() if p.grad is not None}
    return logits.detach().float(), found


@pytest.mark.parametrize("tokens", nightly_but({1}, ["cls", "mean"]))
@pytest.mark.parametrize("kind", PACKABLE)
def test_packed_equals_padded_with_the_librarys_own_attention(kind, tokens, family, texts):
    features = Features(layers="0, 2, last", tokens=tokens)
    model = build_classifier(family(kind), features, 3, 0.0, seed=1).train()
    assert supports_packing(model)
    batch = texts(LENGTHS)
    packed, packed_gradients = gradients(model, batch, packed=True)
    ours, our_gradients = gradients(model, batch, packed=False)
    model.encoder.set_attn_implementation("eager")
    assert not supports_packing(model)
    theirs, their_gradients = gradients(model, batch, packed=False)

    assert theirs.std() > 0.01, "an untrained model that says the same of every text would prove nothing"
    for logits, found in ((packed, packed_gradients), (ours, our_gradients)):
        torch.testing.assert_close(logits, theirs, rtol=1e-4, atol=2e-5)
        assert found.keys() == their_gradients.keys()
        for name, gradient in found.items():
            torch.testing.assert_close(gradient, their_gradients[name], rtol=1e-3, atol=2e-5, msg=name)


@pytest.mark.parametrize("tokens", nightly_but({1}, ["cls", "mean"]))
@pytest.mark.parametrize("kind", GROUPABLE)
def test_length_groups_equal_the_padded_batch(kind, tokens, family, texts):
    model = build_classifier(
        family(kind), Features(layers="0, 2, last", tokens=tokens), 3, 0.0, seed=1
    ).train()
    assert supports_packing(model) and not attends_packed(model)
    calls: list[int] = []
    model.encoder.register_forward_pre_hook(
        lambda module, args, kwargs: calls.append(kwargs["input_ids"].numel()), with_kwargs=True
    )
    grouped, grouped_gradients = gradients(model, texts(LENGTHS), packed=True)
    assert len(calls) > 1 and sum(calls) < 1.5 * sum(LENGTHS)
    padded, padded_gradients = gradients(model, texts(LENGTHS), packed=False)
    assert calls[-1] == len(LENGTHS) * max(LENGTHS) and padded.std() > 0.01
    torch.testing.assert_close(grouped, padded, rtol=1e-4, atol=2e-5)
    assert grouped_gradients.keys() == padded_gradients.keys()
    for name, gradient in grouped_gradients.items():
        torch.testing.assert_close(gradient, padded_gradients[name], rtol=1e-3, atol=2e-5, msg=name)


@pytest.mark.parametrize("kind", ["bert", "modernbert"])
def test_the_kernels_and_groups_of_a_gpu_compute_the_same(kind, family, texts, monkeypatch):
    model = build_classifier(family(kind), Features(), 3, 0.0, seed=1)
    ours, our_gradients = gradients(model, texts(LENGTHS), packed=True)
    attention.set_kernels(model, KernelSelection("sdpa", "sdpa", "sdpa"))
    monkeypatch.setitem(packing.GROUP_OVERHEAD, "cpu", packing.GROUP_OVERHEAD["cuda"])
    monkeypatch.setattr(packing, "GROUP_SIZES", np.arange(1, packing.MAX_GROUP_TEXTS + 1))
    assert len(pack_texts(np.array(LENGTHS), torch.device("cpu")).grouping.groups) == 1
    logits, found = gradients(model, texts(LENGTHS), packed=True)
    torch.testing.assert_close(logits, ours, rtol=1e-4, atol=2e-5)
    for name, gradient in found.items():
        torch.testing.assert_close(gradient, our_gradients[name], rtol=1e-3, atol=2e-5, msg=name)


def test_a_real_encoder_packed_and_padded(minilm_folder, texts):
    model = build_classifier(Encoder(source=str(minilm_folder)), Features(), 3, 0.0, seed=1).eval()
    batch = texts([13, 9, 40, 120, 25, 260])
    with torch.no_grad():
        packed = model(to_tensors(batch, "cpu", True, 0))
        model.encoder.set_attn_implementation("sdpa")
        padded = model(to_tensors(batch, "cpu", False, 0))
    torch.testing.assert_close(packed, padded, rtol=1e-4, atol=2e-6)
    assert padded.std(0).min() > 1e-3


@pytest.mark.parametrize("kind", ["albert", "mpnet"])
def test_families_without_packing_train_padded(kind, family, texts):
    model = build_classifier(family(kind), Features(), 3, 0.1, seed=1).train()
    assert not supports_packing(model)
    alone = texts([7])
    logits, found = gradients(model, texts([7, 20]), packed=False)
    assert logits.shape == (2, 3) and torch.isfinite(logits).all() and found
    model.eval()
    batch = texts([7, 20])
    alone.ids[:], alone.token_types[:] = batch.ids[:7], batch.token_types[:7]
    with torch.no_grad():
        padded = model(to_tensors(batch, "cpu", False, 0))[0]
        torch.testing.assert_close(padded, model(to_tensors(alone, "cpu", False, 0))[0], rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("packed", [True, False])
def test_states_by_token_by_text_and_of_the_first_token(packed, texts):
    lengths = [4, 1, 6]
    batch = to_tensors(texts(lengths), "cpu", packed, 0)
    assert batch.ids.shape == ((1, 11) if packed else (3, 6))
    # A state that names its own token: (text, position).
    names = torch.tensor([[t, p] for t, n in enumerate(lengths) for p in range(n)], dtype=torch.float32)
    states = torch.full((*batch.ids.shape, 2), -1.0)
    if packed:
        states[0] = names
    else:
        for text, n in enumerate(lengths):
            states[text, :n] = names[names[:, 0] == text]
    assert torch.equal(batch.first_token_states(states), torch.tensor([[0.0, 0], [1, 0], [2, 0]]))
    assert torch.equal(batch.to_flat(states), names)
    assert torch.equal(batch.to_padded(states)[batch.token_mask], names)
    positions = batch.to_flat(batch.positions[..., None].float())[:, 0]
    assert torch.equal(positions, names[:, 1])


def test_padding_tokens_and_mask(texts):
    raw = texts([2, 5])
    batch = to_tensors(raw, "cpu", False, 77)
    assert batch.ids[0].tolist() == [*raw.ids[:2], 77, 77, 77]
    assert batch.attention_mask.tolist() == [[True, True, False, False, False], [True] * 5]
    assert to_tensors(raw, "cpu", True, 77).attention_mask is None


@pytest.mark.parametrize("probability", [0.1, 0.5, 0.9])
def test_share_of_zeros_and_factor(probability):
    torch.manual_seed(0)
    mask, factor = draw_keep_mask((1000, 1001), probability, torch.float32)
    assert set(mask.unique().tolist()) == {0.0, 1.0}
    spread = (probability * (1 - probability) / mask.numel()) ** 0.5
    assert abs(float(1 - mask.mean()) - probability) < 5 * spread + 1 / 65536
    assert factor == pytest.approx(1 / (1 - probability), rel=2e-4)
    # Neighbours share a 64-bit draw; they must not share their fate.
    a, b = mask[:, :-1].flatten(), mask[:, 1:].flatten()
    assert abs(torch.corrcoef(torch.stack([a, b]))[0, 1]) < 0.01


def test_dropout_module_behaves_as_torchs():
    layer, x = CheapDropout(0.25), torch.ones(64, 63)
    torch.manual_seed(1)
    dropped = layer(x)
    torch.manual_seed(1)
    assert torch.equal(layer(x), dropped), "the draws come from torch's generator"
    values = dropped.unique().tolist()
    assert values[0] == 0.0 and values[1:] == pytest.approx([4 / 3], rel=1e-4)
    assert torch.equal(layer.eval()(x), x)
    assert torch.equal(CheapDropout(0.0)(x), x)


def test_every_dropout_is_replaced_and_keeps_its_rate():
    model = nn.Sequential(nn.Linear(2, 2), nn.Sequential(nn.Dropout(0.3), nn.ReLU()), nn.Dropout(0.1))
    use_cheap_dropout(model)
    found = [m for m in model.modules() if isinstance(m, nn.Dropout)]
    assert [type(m) for m in found] == [CheapDropout, CheapDropout] and [m.p for m in found] == [0.3, 0.1]


MANY = 3 * dropout.WORDS_PER_THREAD + 5


@pytest.mark.parametrize("count", [1, 7, dropout.MIN_THREADED_WORDS, dropout.MIN_THREADED_WORDS + 1, MANY])
def test_the_same_state_gives_the_same_words(count):
    torch.manual_seed(3)
    first, then = draw_random_words(count), draw_random_words(count)
    torch.manual_seed(3)
    assert torch.equal(draw_random_words(count), first) and first.shape == (count,)
    assert count == 1 or not torch.equal(first, then)


def test_words_do_not_depend_on_the_number_of_threads():
    threads, found = torch.get_num_threads(), []
    try:
        for number in (1, 3):
            torch.set_num_threads(number)
            torch.manual_seed(4)
            found.append(draw_random_words(MANY))
    finally:
        torch.set_num_threads(threads)
    assert torch.equal(*found)


@pytest.mark.parametrize("count", [dropout.MIN_THREADED_WORDS, MANY])
def test_words_are_uniform_and_neighbours_independent(count):
    torch.manual_seed(0)
    words = draw_random_words(count).numpy()
    counts = np.bincount((words.astype(np.int64) + 32768) >> 8, minlength=256)
    expected = count / 256
    # Chi-squared with 255 degrees of freedom: mean 255, standard deviation 22.6.
    assert ((counts - expected) ** 2 / expected).sum() < 255 + 5 * 22.6
    for lag in (1, 2, 4, dropout.WORDS_PER_THREAD):
        if lag < count:
            assert abs(np.corrcoef(words[:-lag], words[lag:])[0, 1]) < 5 / (count - lag) ** 0.5


@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float32, torch.float64])
@pytest.mark.parametrize("probability", [0.1, 0.75])
def test_the_right_share_is_cleared_and_made_up_for(dtype, probability):
    torch.manual_seed(1)
    values = torch.full((300, 400), -2.5, dtype=dtype)
    keep = draw_keep_bits(values.shape, probability, dtype)
    found = apply_keep_bits(values, keep)
    share = float((found == 0).float().mean())
    assert abs(share - probability) < 5 * (probability * (1 - probability) / values.numel()) ** 0.5
    assert set(found.float().unique().tolist()) == {0.0, -2.5}, "what is kept is untouched"
    assert dropout_scale(probability) == pytest.approx(1 / (1 - probability), rel=1e-4)
    assert torch.equal(apply_keep_bits_(values, keep), found) and torch.equal(values, found)
    nothing = torch.tensor([float("nan"), float("inf")], dtype=dtype)
    assert not apply_keep_bits(nothing, torch.zeros(2, dtype=keep.dtype)).any(), (
        "a product would leave them as they are"
    )


def test_a_generator_of_ones_own_leaves_the_global_state_alone():
    torch.manual_seed(5)
    state = torch.get_rng_state()
    one = draw_random_words(MANY, torch.Generator().manual_seed(9))
    two = draw_random_words(MANY, torch.Generator().manual_seed(9))
    assert torch.equal(one, two) and torch.equal(torch.get_rng_state(), state)
