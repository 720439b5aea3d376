"""Which kernel is chosen: by a fixed order, where it is right; by name; as the run began."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
import torch

from engine import paths
from engine.cache.artefacts import read_note
from engine.errors import UserError
from engine.kernels import kernel_selection
from engine.kernels.attention_registry import KERNELS, SDPA, VARLEN, AttentionKernel, KernelSelection
from engine.kernels.kernel_selection import DROPOUT, AttentionShape, select_kernels

CPU = AttentionShape(torch.device("cpu"), torch.float32, 2, 16)
GPU = AttentionShape(torch.device("cuda"), torch.bfloat16, 12, 64)


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("PALIMPSEST_HOME", str(tmp_path))


def files():
    return sorted((paths.cache_folder() / "kernels").glob("*.json"))


def test_the_order_is_fixed_and_nothing_is_timed(monkeypatch):
    """A processor gets products, an NVIDIA GPU the kernel for packed texts, all else torch's own."""
    monkeypatch.setattr(kernel_selection, "is_correct_here", lambda *_: True)
    monkeypatch.setitem(KERNELS, "varlen", replace(VARLEN, missing_reason=lambda device: None))
    assert select_kernels("auto", CPU).kernels == KernelSelection("products", "products", "products")
    assert select_kernels("auto", GPU).kernels == KernelSelection("varlen", "varlen", "varlen")
    assert select_kernels("auto", GPU, packed=False).kernels == KernelSelection("sdpa", "sdpa", "sdpa")
    wide = AttentionShape(GPU.device, torch.float32, 12, 64)
    assert select_kernels("auto", wide).kernels == KernelSelection("sdpa", "sdpa", "sdpa")


def test_a_kernel_is_checked_once_and_that_is_kept(monkeypatch):
    assert select_kernels("auto", CPU).kernels.learning == "products"
    kept = [read_note(file) for file in files()]
    assert [each["correct"] for each in kept] == [True, True]  # with dropout and without
    assert kept[0]["key"]["heads"] == "2x16" and kept[0]["key"]["torch"] == torch.__version__
    monkeypatch.setattr(kernel_selection, "_is_correct", lambda *_: pytest.fail("checked again"))
    assert select_kernels("auto", CPU).kernels.learning == "products"


@pytest.mark.parametrize(
    "what", ["another head size", "another precision", "another edition", "a broken file"]
)
def test_it_is_checked_anew_for(what, monkeypatch):
    select_kernels("auto", CPU)
    called = []
    monkeypatch.setattr(kernel_selection, "_is_correct", lambda *given: called.append(given) or True)
    shape = CPU
    if what == "another head size":
        shape = AttentionShape(CPU.device, CPU.dtype, 2, 8)
    elif what == "another precision":
        shape = AttentionShape(CPU.device, torch.bfloat16, 2, 16)
    elif what == "another edition":
        monkeypatch.setattr(kernel_selection, "CHECKS_VERSION", 0)
    else:
        for file, text in zip(files(), ("{", "[]"), strict=True):
            file.write_text(text, encoding="utf-8")
    select_kernels("auto", shape)
    assert len(called) == 2


@pytest.mark.parametrize("name", ["products", "sdpa"])
def test_the_kernel_asked_for_is_taken(name):
    found = select_kernels(name, CPU)
    assert found.kernels == KernelSelection(name, name, name)
    assert found.describe() == KERNELS[name].title


@pytest.mark.parametrize(
    ("name", "shape", "packed", "reason"),
    [
        ("varlen", CPU, True, "GPU"),
        ("products", GPU, True, "CPUs"),
        ("varlen", GPU, False, "packed texts only"),
        ("varlen", AttentionShape(GPU.device, torch.float32, 12, 64), True, "16 bits"),
    ],
)
def test_a_kernel_that_is_not_for_this_device_is_refused_by_field(name, shape, packed, reason):
    with pytest.raises(UserError) as error:
        select_kernels(name, shape, packed=packed)
    assert error.value.place == "compute.attention" and reason in str(error.value)


def test_a_kernel_that_merely_has_no_dropout_is_replaced_where_there_is_some(monkeypatch):
    def without(*given):
        if given[5]:
            raise RuntimeError("dropout is not supported")
        return SDPA.packed(*given)

    monkeypatch.setitem(
        KERNELS, "plain", AttentionKernel("plain", "a plain kernel", without, None, lambda problem: None)
    )
    found = select_kernels("plain", CPU)
    assert found.kernels == KernelSelection("products", "plain", "plain")
    assert found.notes == (
        "A plain kernel has no dropout here; with dropout matrix products per length group computes attention.",
    )


@pytest.mark.parametrize(
    "fault", ["values", "gradients", "not a number", "forgets dropout's factor", "raises"]
)
def test_a_kernel_that_computes_something_else_is_passed_over(fault, monkeypatch):
    def wrong(q, k, v, packing, window, dropout, scale):
        if fault == "raises":
            raise RuntimeError("no kernel image is available")
        if fault == "values":
            return SDPA.packed(q, k, v, packing, window, dropout, 2 * scale)
        if fault == "gradients":
            return SDPA.packed(q.detach() * 2 - q, k, v, packing, window, dropout, scale)
        if fault == "not a number":
            return SDPA.packed(q, k, v, packing, window, dropout, scale) * math.nan
        return SDPA.packed(q, k, v, packing, window, dropout, scale) * (1 - dropout)

    broken = AttentionKernel("wrong", "wrong", wrong, None, lambda problem: None)
    assert not kernel_selection.is_correct_here(broken, CPU, DROPOUT)
    assert kernel_selection.is_correct_here(broken, CPU, 0.0) == (fault == "forgets dropout's factor")
    monkeypatch.setitem(KERNELS, "products", replace(broken, name="products"))
    assert select_kernels("auto", CPU).kernels.dropout == "sdpa"


@pytest.mark.parametrize(
    "error",
    [
        MemoryError(),
        torch.OutOfMemoryError("CUDA out of memory. Tried to allocate 2.00 GiB."),
        RuntimeError("[enforce fail at alloc_cpu.cpp:121] DefaultCPUAllocator: can't allocate memory"),
    ],
    ids=["Python", "CUDA", "CPU"],
)
def test_want_of_memory_says_nothing_about_a_kernel(error, monkeypatch):
    """Else a run would take another kernel, and so would all later ones on this machine: the verdict is kept."""

    def starved(*given):
        raise error

    full = replace(KERNELS["products"], packed=starved)
    with monkeypatch.context() as here, pytest.raises(type(error)):
        here.setitem(KERNELS, "products", full)
        select_kernels("auto", CPU)
    assert files() == []
    assert select_kernels("auto", CPU).kernels.dropout == "products"


def test_the_random_state_and_the_gradients_are_as_they_were():
    torch.manual_seed(7)
    state = torch.get_rng_state()
    select_kernels("auto", CPU)
    assert torch.equal(torch.get_rng_state(), state) and torch.is_grad_enabled()


def test_a_run_goes_on_with_what_it_began_with():
    began = {"dropout": "sdpa", "learning": "sdpa", "measuring": "products"}
    assert select_kernels("auto", CPU, recorded=began).kernels == KernelSelection(**began)
    assert select_kernels("products", CPU, recorded=began).kernels == KernelSelection(**began)


def test_a_cache_that_cannot_be_written_costs_only_the_check(tmp_path):
    (tmp_path / "cache").write_text("a file where a folder should be", encoding="utf-8")
    assert select_kernels("auto", CPU).kernels.learning == "products"
