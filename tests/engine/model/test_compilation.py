"""Layers compiled where they stand: same numbers, nothing compiled twice, nothing visible in what is saved."""

from __future__ import annotations

import copy
import shutil
from collections.abc import Iterator

import pytest
import torch

from engine.kernels.tensor_batch import to_tensors
from engine.model.classifier import Classifier, build_classifier
from engine.model.compilation import MIN_UPDATES, compile_layers
from engine.spec.features import Features

CPU = torch.device("cpu")
COMPILER = pytest.mark.skipif(not (shutil.which("g++") or shutil.which("clang++")), reason="no compiler")


def gradients(model: Classifier, batch) -> tuple[torch.Tensor, dict[str, torch.Tensor]]:
    model.zero_grad()
    logits = model(to_tensors(batch, "cpu", True, 0))
    logits.square().sum().backward()
    return logits.detach(), {n: p.grad for n, p in model.named_parameters() if p.grad is not None}


@pytest.fixture(
    scope="module",
    # What torch traces is the same for both; the second writes C++ and compiles it.
    params=["aot_eager", pytest.param("inductor", marks=[pytest.mark.nightly, COMPILER])],
)
def models(request: pytest.FixtureRequest, family) -> Iterator[tuple[Classifier, Classifier, str]]:
    """(as it was, compiled, what was said of it)."""
    torch._dynamo.reset()
    plain = build_classifier(family("bert"), Features(), 3, 0.0, seed=1).train()
    compiled = copy.deepcopy(plain)
    compile_module = torch.nn.Module.compile
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            torch.nn.Module,
            "compile",
            lambda self, **options: compile_module(self, backend=request.param, **options),
        )
        note = compile_layers(compiled.encoder, "on", device=CPU, bf16_autocast=False, packed=True, updates=1)
        yield plain, compiled, note


def test_it_computes_the_same_and_ten_more_shapes_compile_nothing(models, texts):
    plain, compiled, note = models
    assert note.startswith("The encoder's layers were compiled")
    assert compiled.training and all(p.grad is None for p in compiled.parameters())
    assert any(m._compiled_call_impl is not None for m in compiled.encoder.modules())
    draw = torch.Generator().manual_seed(0)
    graphs = torch._dynamo.utils.counters["stats"]["unique_graphs"]
    assert graphs > 0
    for number in range(10):
        lengths = torch.randint(1, 40, (3 + number,), generator=draw).tolist()
        expected, actual = gradients(plain, texts(lengths)), gradients(compiled, texts(lengths))
        torch.testing.assert_close(actual[0], expected[0], rtol=1e-4, atol=1e-5)
        assert actual[1].keys() == expected[1].keys()
        for name, gradient in expected[1].items():
            torch.testing.assert_close(actual[1][name], gradient, rtol=1e-3, atol=1e-4, msg=name)
    assert torch._dynamo.utils.counters["stats"]["unique_graphs"] == graphs


def test_names_and_copies_know_nothing_of_it(models):
    plain, compiled, _ = models
    assert list(compiled.state_dict()) == list(plain.state_dict())
    assert all(m._compiled_call_impl is None for m in copy.deepcopy(compiled).modules())


def test_where_it_fails_the_encoder_is_as_it_was(family, texts, monkeypatch):
    model = build_classifier(family("bert"), Features(), 3, 0.0, seed=1).train()
    before, kinds = gradients(model, texts([4, 7])), [type(m) for m in model.modules()]
    model.zero_grad()
    state = torch.get_rng_state()

    def broken(*_args, **_options):
        raise RuntimeError("no compiler found\nand much more")

    monkeypatch.setattr(
        torch.nn.Module, "compile", lambda self, **_: setattr(self, "_compiled_call_impl", broken)
    )
    note = compile_layers(model.encoder, "on", device=CPU, bf16_autocast=False, packed=True, updates=1)
    assert note == "Compiling does not work here, so the encoder runs uncompiled: no compiler found"
    assert [type(m) for m in model.modules()] == kinds
    assert torch.equal(torch.get_rng_state(), state)
    after = gradients(model, texts([4, 7]))
    assert torch.equal(before[0], after[0])


def test_automatic_means_long_stages_on_a_gpu(family, monkeypatch):
    from engine.model import compilation

    tried = []
    monkeypatch.setattr(compilation, "stack_name", lambda _encoder: tried.append(1))
    encoder = torch.nn.Linear(1, 1)
    for device, updates in (("cpu", MIN_UPDATES), ("cuda", MIN_UPDATES - 1), ("cuda", MIN_UPDATES)):
        compile_layers(
            encoder, "auto", device=torch.device(device), bf16_autocast=True, packed=True, updates=updates
        )
    assert len(tried) == 1
    compile_layers(
        encoder, "off", device=torch.device("cuda"), bf16_autocast=True, packed=True, updates=MIN_UPDATES
    )
    assert len(tried) == 1
