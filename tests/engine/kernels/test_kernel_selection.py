"""Which kernel is chosen: by measured seconds, once; by name; as the run began."""

from __future__ import annotations

import json
import math

import pytest
import torch

from engine import paths
from engine.errors import UserError
from engine.kernels import kernel_selection
from engine.kernels.attention_registry import KERNELS, SDPA, AttentionKernel, KernelSelection
from engine.kernels.kernel_selection import SITUATIONS, AttentionShape, measure_kernels, select_kernels

CPU = AttentionShape(torch.device("cpu"), torch.float32, 2, 16)
GPU = AttentionShape(torch.device("cuda"), torch.bfloat16, 12, 64)


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("PALIMPSEST_HOME", str(tmp_path))


def files():
    return sorted((paths.cache_folder() / "kernels").glob("*.json"))


def fixed(monkeypatch, seconds):
    monkeypatch.setattr(kernel_selection, "measure_kernels", lambda shape: seconds)


def test_a_measurement_is_made_once_and_kept(monkeypatch):
    first = measure_kernels(CPU)
    assert first.keys() == set(SITUATIONS)
    assert all(found.keys() == {"products", "sdpa"} for found in first.values())
    assert all(0 < value < 60 for found in first.values() for value in found.values())
    monkeypatch.setattr(kernel_selection, "_time_kernels", lambda *_: pytest.fail("measured again"))
    assert measure_kernels(CPU) == first
    (file,) = files()
    kept = json.loads(file.read_text(encoding="utf-8"))
    assert kept["seconds"] == first
    key = kept["key"]
    assert key["heads"] == "2x16" and key["precision"] == "float32" and key["torch"] == torch.__version__


@pytest.mark.parametrize("what", ["another head size", "another number of threads", "another edition"])
def test_it_is_measured_anew_for(what, monkeypatch):
    measure_kernels(CPU)
    called = []
    monkeypatch.setattr(
        kernel_selection, "_time_kernels", lambda shape, situation: called.append(situation) or {"sdpa": 1.0}
    )
    threads, shape = torch.get_num_threads(), CPU
    if what == "another head size":
        shape = AttentionShape(CPU.device, CPU.dtype, 2, 8)
    elif what == "another edition":
        monkeypatch.setattr(kernel_selection, "TIMINGS_VERSION", 0)
    try:
        if what == "another number of threads":
            torch.set_num_threads(threads + 1)
        measure_kernels(shape)
    finally:
        torch.set_num_threads(threads)
    assert called == list(SITUATIONS) and len(files()) == 2


@pytest.mark.parametrize(
    "broken", ["", "[]", "{", '{"key": {}, "seconds": {"dropout": {"products": "fast"}}}']
)
def test_a_broken_file_is_measured_anew(broken):
    found = measure_kernels(CPU)
    (file,) = files()
    file.write_text(broken, encoding="utf-8")
    again = measure_kernels(CPU)
    assert again.keys() == found.keys() and json.loads(file.read_text("utf-8"))["seconds"] == again


def test_the_fastest_is_chosen_in_each_situation_and_named(monkeypatch):
    fixed(monkeypatch, {
        "dropout": {"products": 1.0, "sdpa": 2.5},
        "learning": {"products": 1.0, "sdpa": 0.98},
        "measuring": {"products": 3.0, "sdpa": 2.0},
    })  # fmt: skip
    found = select_kernels("auto", CPU)
    # Two per cent may be chance: there the first of the list stays.
    assert found.kernels == KernelSelection("products", "products", "sdpa") and found.notes == ()
    assert found.describe(dropout=True) == (
        "matrix products per length group, 2.5 times as fast as torch's fused kernel here; in evaluation torch's "
        "fused kernel, 1.5 times as fast as matrix products per length group here"
    )
    assert "1.0 times as fast" in found.describe(dropout=False)


def test_padded_batches_get_no_kernel_for_packed_ones(monkeypatch):
    fixed(monkeypatch, {situation: {"varlen": 1.0, "sdpa": 2.0} for situation in SITUATIONS})
    assert select_kernels("auto", GPU).kernels == KernelSelection("varlen", "varlen", "varlen")
    assert select_kernels("auto", GPU, packed=False).kernels == KernelSelection("sdpa", "sdpa", "sdpa")


def test_where_nothing_runs_torchs_own_remains(monkeypatch):
    fixed(monkeypatch, {situation: {} for situation in SITUATIONS})
    assert select_kernels("auto", GPU).kernels == KernelSelection("sdpa", "sdpa", "sdpa")


@pytest.mark.parametrize("name", ["products", "sdpa"])
def test_the_kernel_asked_for_is_taken_unmeasured(name, monkeypatch):
    monkeypatch.setattr(kernel_selection, "measure_kernels", lambda shape: pytest.fail("measured"))
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
def test_a_kernel_that_computes_something_else_is_not_measured(fault, monkeypatch):
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

    monkeypatch.setitem(
        KERNELS, "wrong", AttentionKernel("wrong", "wrong", wrong, None, lambda problem: None)
    )
    assert "wrong" not in kernel_selection._time_kernels(CPU, "dropout")
    if fault != "forgets dropout's factor":
        assert "wrong" not in kernel_selection._time_kernels(CPU, "learning")


def test_the_random_state_and_the_gradients_are_as_they_were():
    torch.manual_seed(7)
    state = torch.get_rng_state()
    select_kernels("auto", CPU)
    assert torch.equal(torch.get_rng_state(), state) and torch.is_grad_enabled()


def test_a_run_goes_on_with_what_it_began_with(monkeypatch):
    monkeypatch.setattr(kernel_selection, "measure_kernels", lambda shape: pytest.fail("measured"))
    began = {"dropout": "sdpa", "learning": "sdpa", "measuring": "products"}
    assert select_kernels("auto", CPU, recorded=began).kernels == KernelSelection(**began)
    assert select_kernels("products", CPU, recorded=began).kernels == KernelSelection(**began)


def test_a_cache_that_cannot_be_written_costs_only_the_measurement(tmp_path):
    (tmp_path / "cache").write_text("a file where a folder should be", encoding="utf-8")
    assert select_kernels("auto", CPU).seconds.keys() == set(SITUATIONS)
