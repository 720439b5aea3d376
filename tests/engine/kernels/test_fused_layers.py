"""Fused layers and the cross-entropy of the decoder, against transformers."""

from __future__ import annotations

import copy
from typing import Any

import pytest
import torch
from torch import nn
from torch.nn import functional
from transformers import BertConfig, BertModel

from engine.kernels import linear_cross_entropy
from engine.kernels.dropout import PROBABILITY_STEPS
from engine.kernels.fused_layers import (
    FUSED_FAMILIES,
    CastCachingLinear,
    _CastLinear,
    _Layer,
    _ResidualLayerNorm,
    can_narrow_top_layer,
    install_fused_layers,
    residual_layer_norm,
)
from engine.kernels.linear_cross_entropy import VocabularyDecoder, compute_word_loss
from engine.kernels.tensor_batch import to_tensors
from engine.model.classifier import build_classifier
from engine.model.forward import first_token_states, hidden_states
from engine.model.masked_lm import build_masked_lm
from engine.spec.features import Features
from engine.spec.mitigation import LoRA

SIZES = {"hidden_size": 32, "intermediate_size": 64, "num_attention_heads": 2, "num_hidden_layers": 2}


def pair(dropout: float = 0.0) -> tuple[BertModel, BertModel]:
    """transformers' own model and ours with the same weights."""
    torch.manual_seed(0)
    config = BertConfig(
        **SIZES, vocab_size=50, hidden_dropout_prob=dropout, attention_probs_dropout_prob=dropout,
        initializer_range=0.2,
    )  # fmt: skip
    own = BertModel(config).train()
    for module in own.modules():
        if isinstance(module, nn.LayerNorm | nn.Linear):
            nn.init.normal_(module.bias, std=0.2)
    ours = copy.deepcopy(own)
    install_fused_layers(ours)
    return own, ours


def run(model: BertModel, kind: torch.dtype | None) -> tuple[torch.Tensor, dict[str, torch.Tensor]]:
    model.zero_grad()
    ids = torch.arange(36).view(4, 9) % 50
    weights = torch.linspace(-1, 1, 4 * 9 * 32).view(4, 9, 32)
    with torch.autocast("cpu", kind or torch.bfloat16, enabled=kind is not None):
        states = model(ids).last_hidden_state
    (states.float() * weights).sum().backward()
    return states.detach(), {n: p.grad for n, p in model.named_parameters() if p.grad is not None}


def test_in_full_precision_it_is_what_transformers_computes():
    own, ours = pair()
    expected, gradients = run(own, None)
    found, our_gradients = run(ours, None)
    torch.testing.assert_close(found, expected, rtol=1e-6, atol=1e-6)
    assert our_gradients.keys() == gradients.keys()
    for name, gradient in gradients.items():
        torch.testing.assert_close(our_gradients[name], gradient, rtol=1e-5, atol=1e-5, msg=name)


def test_under_autocast_it_is_as_near_the_truth_as_transformers():
    own, ours = pair()
    truth, true_gradients = run(own, None)
    theirs, their_gradients = run(own, torch.bfloat16)
    found, gradients = run(ours, torch.bfloat16)
    assert found.dtype == theirs.dtype == torch.float32
    assert (theirs - truth).abs().max() > 1e-4, "autocast must have rounded, or this compares nothing"
    torch.testing.assert_close(found, theirs, rtol=0.0, atol=0.05)
    for name, gradient in gradients.items():
        assert gradient.dtype == torch.float32
        if name.endswith("key.bias"):  # softmax does not see it: its gradient is nothing but rounding
            continue
        scale = true_gradients[name].norm() + 1e-3
        error = (gradient - true_gradients[name]).norm()
        usual = (their_gradients[name] - true_gradients[name]).norm()
        assert error <= 1.25 * usual + 0.002 * scale, name


def test_the_written_derivatives_are_derivatives():
    torch.manual_seed(0)

    def real(*shape: int) -> torch.Tensor:
        return torch.randn(*shape, dtype=torch.float64, requires_grad=True)

    x, weight, bias = real(5, 4), real(3, 4), real(3)
    assert torch.autograd.gradcheck(lambda x, w, b: _CastLinear.apply(x, w, b, w.detach()), (x, weight, bias))
    residual, scale, shift = real(5, 3), real(3), real(3)
    assert torch.autograd.gradcheck(
        lambda *g: _ResidualLayerNorm.apply(*g, g[2].detach(), 0.0, 1e-3),
        (x, residual, weight, bias, scale, shift),
    )

    def dropped(*given: torch.Tensor) -> torch.Tensor:
        torch.manual_seed(7)  # the same units each time
        return _ResidualLayerNorm.apply(*given, given[2].detach(), 0.4, 1e-3)

    assert torch.autograd.gradcheck(dropped, (x, residual, weight, bias, scale, shift))


def test_dropout_leaves_the_right_share_and_scales_it():
    norm, dense, probability = nn.LayerNorm(64, eps=0.0), CastCachingLinear(64, 64), 0.25
    nn.init.zeros_(dense.weight)
    nn.init.ones_(dense.bias)
    torch.manual_seed(1)
    found = residual_layer_norm(dense, norm, probability, torch.zeros(4096, 64), torch.zeros(4096, 64))
    # Ones and zeros, normalised: n kept units of 64 stand at sqrt((64 - n) / n), so the share can be read off.
    kept = (found > 0).double().mean()
    assert abs(kept - (1 - round(probability * PROBABILITY_STEPS) / PROBABILITY_STEPS)) < 0.005
    # With a residual that decides the statistics, the scaling shows: nearly 0 and 1 / (1 - p), apart by the latter.
    ends = torch.linspace(-100, 100, 64).expand(4096, 64)
    torch.manual_seed(1)
    apart = residual_layer_norm(dense, norm, probability, torch.zeros(4096, 64), ends)
    still = functional.layer_norm(ends[:1], (64,))[0]
    steps = (apart - apart.mean(0)).abs().mean(0) / (still[1] - still[0]) * (200 / 63)
    share = kept.float()
    torch.testing.assert_close(
        steps[1:-1].mean(), 2 * share * (1 - share) / (1 - probability), rtol=0.05, atol=0.0
    )


def test_copies_of_weights_follow_the_weights():
    layer, x = CastCachingLinear(8, 8), torch.randn(3, 8)
    for _ in range(2):
        with torch.autocast("cpu", torch.bfloat16), torch.no_grad():
            torch.testing.assert_close(layer(x), functional.linear(x, layer.weight, layer.bias))
        # As fused optimisers do: without a trace in the version counter.
        layer.weight.data.add_(1.0)
    assert set(layer.state_dict()) == {"weight", "bias"}


def test_two_forward_passes_before_one_backward_pass():
    own, ours = pair()
    grads = []
    for model in (own, ours):
        with torch.autocast("cpu", torch.bfloat16):
            first = model(torch.arange(8)[None]).last_hidden_state.square().sum()
            second = model(torch.arange(9)[None]).last_hidden_state.square().sum()
        (first + second).backward()
        grads.append(model.encoder.layer[0].intermediate.dense.weight.grad)
    torch.testing.assert_close(grads[1], grads[0], rtol=0.1, atol=0.05 * float(grads[0].abs().max()))


@pytest.mark.parametrize("kind", ["bert", "roberta", "xlm-roberta", "camembert", "electra"])
@pytest.mark.parametrize("packed", [True, False])
def test_the_top_layer_computes_only_what_is_read(kind, packed, family, texts):
    assert kind.replace("-", "_") in FUSED_FAMILIES
    model = build_classifier(family(kind), Features(layers="pooler"), 3, 0.0, seed=1).train()
    batch = to_tensors(texts([9, 2, 30, 5]), "cpu", packed, 0)
    assert can_narrow_top_layer(model.encoder)
    seen: list[torch.Size] = []
    top = [m for m in model.encoder.modules() if isinstance(m, _Layer)][-1]
    handle = top.register_forward_hook(lambda _m, _given, found: seen.append(found.shape))
    narrow = first_token_states(model.encoder, batch)
    handle.remove()
    assert seen == [torch.Size([1, 4, narrow.shape[-1]])]
    number = model.encoder.config.num_hidden_layers
    whole = batch.first_token_states(hidden_states(model.encoder, batch, (number,))[number])
    torch.testing.assert_close(narrow, whole, rtol=1e-5, atol=1e-6)
    found = torch.autograd.grad(narrow.square().sum(), list(top.parameters()))
    expected = torch.autograd.grad(whole.square().sum(), list(top.parameters()))
    for ours, theirs in zip(found, expected, strict=True):
        torch.testing.assert_close(ours, theirs, rtol=1e-4, atol=1e-5)


def test_who_listens_gets_the_states_of_all_tokens(family, texts):
    model = build_classifier(family("bert"), Features(), 3, 0.0, seed=1)
    batch = to_tensors(texts([9, 2]), "cpu", True, 0)
    heard = []
    model.encoder.register_forward_hook(
        lambda _m, _given, found: heard.append(found.last_hidden_state.shape[1])
    )
    model(batch)
    assert heard == [11]


def test_names_are_unchanged_and_adapters_are_left_to_the_library(family, texts):
    own, ours = pair()
    assert list(own.state_dict()) == list(ours.state_dict())
    assert [n for n, _ in own.named_modules()] == [n for n, _ in ours.named_modules()]
    model = build_classifier(family("bert"), Features(), 3, 0.0, seed=1, adapter=LoRA(where="all")).train()
    with torch.autocast("cpu", torch.bfloat16):
        model(to_tensors(texts([9, 2]), "cpu", True, 0)).float().sum().backward()
    learnt = {n for n, p in model.named_parameters() if p.grad is not None and p.grad.abs().sum() > 0}
    assert any("lora_B" in name for name in learnt)
    assert not any("base_layer" in name for name in learnt)


def test_the_cast_weight_made_in_an_evaluation_serves_outside_it_too() -> None:
    layer = CastCachingLinear(4, 3)
    with torch.inference_mode():
        first = layer.cast_weight(torch.bfloat16)
    with torch.no_grad():
        layer.weight.add_(1.0)
    again = layer.cast_weight(torch.bfloat16)
    assert again is first
    assert torch.equal(again, layer.weight.detach().bfloat16())


LENGTHS = [6, 19, 2, 11]
POSITIONS = torch.tensor([1, 7, 24, 26, 37])
ROWS, WIDTH, WORDS = 37, 24, 5000


@pytest.fixture(params=["whole", "pieces"])
def pieces(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Once as it is, once with so little memory that every loop goes round several times."""
    if request.param == "pieces":
        monkeypatch.setattr(linear_cross_entropy, "CPU_LOGIT_BYTES", WORDS * 4 * 9)
        monkeypatch.setattr(linear_cross_entropy, "CPU_SOFTMAX_BYTES", WORDS * 4 * 2)
        monkeypatch.setattr(linear_cross_entropy, "CPU_WORDS_PER_PRODUCT", 700)
    return str(request.param)


def problem(
    kind: torch.dtype = torch.float32,
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor]:
    """States, weight, bias (all learning) and targets."""
    draw = torch.Generator().manual_seed(3)
    states, weight = torch.randn(ROWS, WIDTH, generator=draw), torch.randn(WORDS, WIDTH, generator=draw)
    bias = 3 * torch.randn(WORDS, generator=draw)
    targets = torch.randint(0, WORDS, (ROWS,), generator=draw)
    targets[::3] = (states @ weight.t() + bias).argmax(-1)[::3]  # a third is guessed
    return *(part.to(kind).requires_grad_() for part in (states, weight, bias)), targets  # type: ignore[return-value]


def reference(
    states: torch.Tensor, weight: torch.Tensor, bias: torch.Tensor | None, targets: torch.Tensor
) -> tuple[torch.Tensor, torch.Tensor]:
    """Losses [M] and hits [M] from all logits at once, in double precision."""
    logits = functional.linear(states.double(), weight.double(), None if bias is None else bias.double())
    return functional.cross_entropy(logits, targets, reduction="none"), logits.argmax(-1) == targets


@pytest.mark.parametrize("biased", [True, False])
def test_single_precision_is_exact(pieces: str, biased: bool) -> None:
    states, weight, bias, targets = problem()
    learning = (states, weight, bias) if biased else (states, weight)
    found = compute_word_loss(states, VocabularyDecoder(weight, bias if biased else None), targets)
    (0.37 * found.total).backward()
    gradients = [part.grad for part in learning]
    each, hits = reference(states, weight, bias if biased else None, targets)
    expected = torch.autograd.grad(0.37 * each.sum(), learning)
    torch.testing.assert_close(found.per_word, each.detach().float(), rtol=1e-6, atol=1e-5)
    assert float(found.total.detach()) == pytest.approx(float(each.detach().sum()), rel=1e-6)
    assert found.correct.tolist() == hits.tolist() and found.correct.any() and not found.correct.all()
    assert not found.per_word.requires_grad and not found.correct.requires_grad
    for ours, right in zip(gradients, expected, strict=True):
        assert ours is not None and ours.dtype == torch.float32
        assert float((ours - right).norm() / right.norm()) < 1e-6


def test_bfloat16_products_err_by_their_rounding_only(pieces: str) -> None:
    states, weight, bias, targets = problem()
    each, hits = reference(states, weight, bias, targets)
    expected = torch.autograd.grad(each.sum(), (states, weight, bias))
    with torch.autocast("cpu", torch.bfloat16):
        found = compute_word_loss(states, VocabularyDecoder(weight, bias), targets)
        usual = functional.cross_entropy(
            functional.linear(states, weight, bias).float(), targets, reduction="sum"
        )
    theirs = torch.autograd.grad(usual, (states, weight, bias))
    found.total.backward()
    assert found.total.dtype == torch.float32
    assert float((found.per_word - each.detach()).abs().max()) < 0.1
    assert (found.correct == hits).float().mean() > 0.9
    for part, right, other in zip((states, weight, bias), expected, theirs, strict=True):
        assert part.grad is not None and part.grad.dtype == torch.float32
        ours, plain = (float((g - right).norm() / right.norm()) for g in (part.grad, other))
        assert ours < 0.015 and ours < 1.3 * plain


def test_parameters_in_bfloat16_get_gradients_in_it() -> None:
    states, weight, bias, targets = problem(torch.bfloat16)
    compute_word_loss(states, VocabularyDecoder(weight, bias), targets).total.backward()
    assert {part.grad.dtype for part in (states, weight, bias) if part.grad is not None} == {torch.bfloat16}


def test_what_does_not_learn_gets_no_gradient(pieces: str) -> None:
    states, weight, bias, targets = problem()
    frozen = compute_word_loss(states, VocabularyDecoder(weight.detach(), bias.detach()), targets)
    (gradient,) = torch.autograd.grad(frozen.total, states)
    each, _ = reference(states, weight, bias, targets)
    (expected,) = torch.autograd.grad(each.sum(), states)
    torch.testing.assert_close(gradient, expected, rtol=1e-5, atol=1e-5)
    only_bias = compute_word_loss(states.detach(), VocabularyDecoder(weight.detach(), bias), targets)
    only_bias.total.backward()
    assert bias.grad is not None and states.grad is None and weight.grad is None
    with torch.no_grad():
        measured = compute_word_loss(states, VocabularyDecoder(weight, bias), targets)
    assert not measured.total.requires_grad
    torch.testing.assert_close(measured.per_word, frozen.per_word)
    with torch.inference_mode():
        torch.testing.assert_close(
            compute_word_loss(states, VocabularyDecoder(weight, bias), targets).total, frozen.total.detach()
        )


def test_a_certain_answer_and_an_impossible_one() -> None:
    """Chances that are 1 or 0 in any precision: the loss stays finite, the gradient stays right."""
    states = torch.tensor([[1.0], [1.0]], requires_grad=True)
    weight = torch.tensor([[200.0], [0.0], [-200.0]])
    found = compute_word_loss(states, VocabularyDecoder(weight, None), torch.tensor([0, 2]))
    assert found.per_word.tolist() == [0.0, 400.0] and found.correct.tolist() == [True, False]
    found.total.backward()
    assert states.grad is not None and states.grad[:, 0].tolist() == [0.0, 400.0]


def test_no_hidden_words_cost_nothing() -> None:
    states, weight, bias, _ = problem()
    found = compute_word_loss(states[:0], VocabularyDecoder(weight, bias), torch.zeros(0, dtype=torch.long))
    found.total.backward()
    assert float(found.total.detach()) == 0 and not found.correct.numel()
    assert weight.grad is not None and not weight.grad.any() and bias.grad is not None and not bias.grad.any()


def test_a_second_backward_pass_is_refused() -> None:
    states, weight, bias, targets = problem()
    total = compute_word_loss(states, VocabularyDecoder(weight, bias), targets).total
    total.backward(retain_graph=True)
    with pytest.raises(RuntimeError, match="differentiated once"):
        total.backward()


def test_infinite_states_are_seen_in_the_loss() -> None:
    states, weight, bias, targets = problem()
    with torch.no_grad():
        states[3] = float("inf")
    assert not torch.isfinite(compute_word_loss(states, VocabularyDecoder(weight, bias), targets).total)


def test_an_unknown_family_keeps_its_own_way(family: Any, texts: Any) -> None:
    model = build_masked_lm(family("albert"), 0.0, 0).eval()
    batch = to_tensors(texts(LENGTHS), "cpu", False, 0)
    targets = torch.tensor([9, 11])
    found = model(batch, torch.tensor([2, 8]), targets)
    with torch.no_grad():
        logits = model.model(batch.ids, batch.token_mask.long(), batch.token_types).logits
    words = logits[[0, 1], [2, 2]]
    assert float(found.total) == pytest.approx(
        float(functional.cross_entropy(words, targets, reduction="sum"))
    )
    assert found.correct.tolist() == (words.argmax(-1) == targets).tolist()
