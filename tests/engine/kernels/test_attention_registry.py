"""Attention kernels against transformers' eager attention, their limits, and the arguments of the CUDA one."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest
import torch
from torch.nn import functional

from engine.kernels import attention, attention_registry
from engine.kernels.attention import attend, set_kernels
from engine.kernels.attention_registry import (
    KERNELS,
    PRODUCTS,
    SDPA,
    VARLEN,
    AttentionProblem,
    KernelSelection,
)
from engine.kernels.packing import pack_texts
from engine.model.classifier import build_classifier
from engine.spec.stages import Features
from tests.engine.kernels.test_tensor_batch import gradients
from tests.sampling import nightly_but

LENGTHS = [9, 2, 30, 17, 9, 5, 64, 31, 3, 1]
CPU = torch.device("cpu")
HERE = [
    k.name
    for k in KERNELS.values()
    if k.unsupported_reason(AttentionProblem("cpu", torch.float32, 8, True, False)) is None
]


@pytest.mark.parametrize("packed", [True, False])
@pytest.mark.parametrize("kind", nightly_but({0, 2}, ["bert", "roberta", "modernbert", "distilbert"]))
@pytest.mark.parametrize("name", HERE)
def test_every_kernel_here_equals_the_librarys_eager_attention(name, kind, packed, family, texts):
    model = build_classifier(family(kind), Features(), 3, 0.0, seed=1).train()
    set_kernels(model, KernelSelection(name, name, name))
    batch = texts(LENGTHS)
    exact, exact_gradients = gradients(model, batch, packed=packed, autocast=False)
    rough, rough_gradients = gradients(model, batch, packed=packed, autocast=True)
    model.encoder.set_attn_implementation("eager")
    wanted, wanted_gradients = gradients(model, batch, packed=False, autocast=False)
    theirs, their_gradients = gradients(model, batch, packed=False, autocast=True)

    assert wanted.std() > 0.01
    torch.testing.assert_close(exact, wanted, rtol=1e-4, atol=2e-5)
    assert exact_gradients.keys() == wanted_gradients.keys()
    for key, gradient in exact_gradients.items():
        torch.testing.assert_close(gradient, wanted_gradients[key], rtol=1e-3, atol=2e-5, msg=key)

    # In bfloat16 nothing is equal; what is asked is that no more is lost than by the library's own computation.
    assert (rough - wanted).norm() < 2 * (theirs - wanted).norm() + 1e-3

    def lost(found: dict[str, torch.Tensor]) -> float:
        return sum(float((found[key] - g).norm() ** 2) for key, g in wanted_gradients.items()) ** 0.5

    assert lost(rough_gradients) < 1.5 * lost(their_gradients) + 1e-3


def rows(
    lengths: list[int], heads: int = 3, size: int = 8, dtype: torch.dtype = torch.float64
) -> list[torch.Tensor]:
    draw = torch.Generator().manual_seed(0)
    shape = (sum(lengths), heads, size)
    return [torch.randn(shape, generator=draw, dtype=dtype).requires_grad_() for _ in range(3)]


def alone(
    q: torch.Tensor, k: torch.Tensor, v: torch.Tensor, lengths: list[int], window: int | None
) -> torch.Tensor:
    """Attention of each text by itself, written as the definition has it."""
    parts, start = [], 0
    for n in lengths:
        own = slice(start, start + n)
        scores = torch.einsum("qhd,khd->hqk", q[own], k[own]) * 0.3
        if window is not None:
            distance = (torch.arange(n)[:, None] - torch.arange(n)).abs()
            scores = scores.masked_fill(distance >= window, float("-inf"))
        parts.append(torch.einsum("hqk,khd->qhd", scores.softmax(-1), v[own]))
        start += n
    return torch.cat(parts)


@pytest.mark.parametrize("window", [None, 4, 33])
@pytest.mark.parametrize("lengths", [[5], [32], [40], LENGTHS, [16] * 5 + [70, 70, 33]], ids=str)
@pytest.mark.parametrize("name", HERE)
def test_packed_texts_attend_to_themselves_alone(name, lengths, window):
    inputs, packing = rows(lengths), pack_texts(np.array(lengths), CPU)
    found = KERNELS[name].packed(*inputs, packing, window, 0.0, 0.3)
    wanted = alone(*inputs, lengths, window)
    torch.testing.assert_close(found, wanted)
    given = torch.randn(found.shape, dtype=found.dtype, generator=torch.Generator().manual_seed(1))
    ours, theirs = (torch.autograd.grad(x, inputs, given) for x in (found, wanted))
    for one, other in zip(ours, theirs, strict=True):
        torch.testing.assert_close(one, other)


@pytest.mark.parametrize("window", [None, 3])
def test_the_gradient_of_packed_products_under_a_fixed_mask(window):
    lengths = [3, 6, 2, 6]
    packing = pack_texts(np.array(lengths), CPU)

    def function(q: torch.Tensor, k: torch.Tensor, v: torch.Tensor) -> torch.Tensor:
        torch.manual_seed(3)  # the same draws each time, or there is no derivative to check
        return PRODUCTS.packed(q, k, v, packing, window, 0.4, 0.7)

    assert torch.autograd.gradcheck(function, rows(lengths, heads=2, size=2))


@pytest.mark.parametrize("name", HERE)
def test_dropout_drops_its_share_of_attention_weights(name):
    # One-hot values show the weights: text by text, what a query takes from each of its keys.
    lengths, probability = [32] * 40, 0.25
    q, k, v = (torch.zeros(sum(lengths), 4, 32) for _ in range(3))
    v[:] = torch.eye(32).repeat(40, 1)[:, None]
    torch.manual_seed(0)
    weights = KERNELS[name].packed(q, k, v, pack_texts(np.array(lengths), CPU), None, probability, 1.0)
    share = float((weights == 0).float().mean())
    assert abs(share - probability) < 5 * (probability * (1 - probability) / weights.numel()) ** 0.5
    left = weights[weights > 0]
    torch.testing.assert_close(left, torch.full_like(left, 1 / 32 / (1 - probability)), rtol=1e-4, atol=0)


def by_text(
    query: torch.Tensor,
    key: torch.Tensor,
    value: torch.Tensor,
    starts: torch.Tensor,
    scale: float,
    sides: tuple,
) -> torch.Tensor:
    """What torch's variable-length kernel is documented to compute, text by text."""
    parts = []
    for begin, end in zip(starts[:-1].tolist(), starts[1:].tolist(), strict=True):
        q, k, v = (x[begin:end].transpose(0, 1) for x in (query, key, value))
        offset = torch.arange(end - begin)[None, :] - torch.arange(end - begin)[:, None]
        left, right = (n if n >= 0 else end for n in sides)
        seen = (offset >= -left) & (offset <= right)
        parts.append(functional.scaled_dot_product_attention(q, k, v, seen, scale=scale).transpose(0, 1))
    return torch.cat(parts)


@pytest.mark.parametrize("window", [None, 4, 1000])
def test_the_variable_length_kernel_is_asked_for_the_same(window, monkeypatch):
    varlen = pytest.importorskip("torch.nn.attention.varlen", exc_type=ImportError)
    asked = []

    def stand_in(q, k, v, starts_q, starts_k, max_q, max_k, *, scale, window_size):
        asked.append((starts_q, starts_k, max_q, max_k))
        return by_text(q, k, v, starts_q, scale, window_size)

    monkeypatch.setattr(varlen, "varlen_attn", stand_in)
    inputs, packing = rows(LENGTHS), pack_texts(np.array(LENGTHS), CPU)
    found = VARLEN.packed(*inputs, packing, window, 0.0, 0.3)
    torch.testing.assert_close(found, alone(*inputs, LENGTHS, window))
    starts_q, starts_k, max_q, max_k = asked[0]
    assert starts_q.dtype == torch.int32 and starts_q is starts_k
    assert starts_q.tolist() == [0, *np.cumsum(LENGTHS).tolist()]
    assert type(max_q) is int and max_q == max_k >= max(LENGTHS)


@pytest.mark.parametrize(("longest", "bound"), [(1, 64), (64, 64), (65, 128), (300, 512), (512, 512)])
def test_the_longest_text_is_bounded_by_one_of_few_numbers(longest, bound):
    assert pack_texts(np.array([1, longest]), CPU).max_length == bound


def test_the_operator_with_dropout_takes_what_it_is_given():
    # Without a GPU nothing can run, but names, number and types of the arguments are checked against its schema.
    inputs = [x.detach().bfloat16().to("meta") for x in rows(LENGTHS)]
    packing = pack_texts(np.array(LENGTHS), CPU)
    on_meta = SimpleNamespace(cu_seqlens=packing.cu_seqlens.to("meta"), max_length=packing.max_length)
    for window in (None, 4):
        found = VARLEN.packed(*inputs, on_meta, window, 0.1, 0.3)
        assert found.shape == inputs[0].shape and found.dtype == torch.bfloat16


@pytest.mark.parametrize(
    ("problem", "reason"),
    [
        (AttentionProblem("cpu", torch.bfloat16, 64, True, False), "GPU"),
        (AttentionProblem("cuda", torch.float32, 64, True, False), "16 bits"),
        (AttentionProblem("cuda", torch.bfloat16, 64, False, False), "packed"),
        (AttentionProblem("cuda", torch.bfloat16, 20, True, False), "20"),
        (AttentionProblem("cuda", torch.bfloat16, 256, True, False), "256"),
        (AttentionProblem("cuda", torch.float16, 64, True, True), None),
        (AttentionProblem("cuda", torch.bfloat16, 64, True, False), None),
    ],
)
def test_what_the_variable_length_kernel_takes(problem, reason):
    found = VARLEN.unsupported_reason(problem)
    assert found is None if reason is None else reason in found
    chosen = KernelSelection("varlen", "varlen", "varlen").select(problem)
    other = PRODUCTS if problem.device == "cpu" else SDPA
    assert chosen is (VARLEN if reason is None else other), "another kernel takes what it does not"


def test_each_situation_has_its_kernel(monkeypatch):
    called = []
    for name in ("dropout", "learning", "measuring"):
        kernel = attention_registry.AttentionKernel(
            name,
            name,
            lambda *a, name=name: called.append(name) or SDPA.packed(*a),
            None,
            lambda problem: None,
        )
        monkeypatch.setitem(KERNELS, name, kernel)
    q, k, v = (x.detach().transpose(0, 1)[None] for x in rows(LENGTHS))
    chosen, packing = KernelSelection("dropout", "learning", "measuring"), pack_texts(np.array(LENGTHS), CPU)
    attend(torch.nn.Identity(), q, k, v, None, 0.1, packing=packing, kernels=chosen)
    attend(torch.nn.Identity(), q, k, v, None, 0.0, packing=packing, kernels=chosen)
    with torch.no_grad():
        attend(torch.nn.Identity(), q, k, v, None, 0.0, packing=packing, kernels=chosen)
    assert called == ["dropout", "learning", "measuring"]


def test_only_encoders_with_our_attention_are_told(family):
    ours = build_classifier(family("bert"), Features(), 3, 0.0, seed=1)
    others = build_classifier(family("albert"), Features(), 3, 0.0, seed=1)
    for model in (ours, others):
        set_kernels(model, KernelSelection("sdpa", "sdpa", "sdpa"))
    assert ours.encoder.kernels == KernelSelection("sdpa", "sdpa", "sdpa")
    assert not hasattr(others.encoder, "kernels")
    assert KernelSelection() == attention.DEFAULT_KERNELS, (
        "no run leaves anything behind for the next one in this process"
    )
