"""Device and precision by rules, and processes that listen on the loopback address alone."""

from __future__ import annotations

import os

import pytest
import torch

from engine import paths
from engine.compute import device as devices
from engine.compute import process_group
from engine.compute.device import (
    CPU,
    bf16_units,
    choose_device,
    measured_bf16_speedup,
    precision_warning,
    time_bf16_products,
)
from engine.spec.experiment import Compute

pytestmark = pytest.mark.usefixtures("home")


@pytest.mark.parametrize(
    ("flags", "precision"),
    [
        ({"avx2", "avx512f"}, "fp32"),
        ({"avx512f", "avx512_bf16"}, "bf16"),
        ({"avx512_bf16", "amx_bf16", "amx_tile"}, "bf16"),
        (set(), "fp32"),
    ],
)
def test_a_processor_computes_in_bfloat16_where_it_has_units_for_it(
    flags: set[str], precision: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(devices, "processor_flags", lambda: frozenset(flags))
    monkeypatch.setattr(devices, "time_bf16_products", lambda *_: pytest.fail("a stopwatch must not decide"))
    found = choose_device(Compute(device="cpu"))
    assert (found.precision, found.warning) == (precision, "")
    assert bool(bf16_units(CPU)) == (precision == "bf16")


def test_a_resumed_run_keeps_its_precision(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(devices, "processor_flags", lambda: frozenset({"avx512_bf16"}))
    found = choose_device(Compute(device="cpu"), precision="fp32")
    assert (found.precision, found.reason, found.warning) == ("fp32", "as the run began", "")


@pytest.mark.parametrize(
    ("precision", "gain", "said"),
    [("bf16", 0.4, "2.5 times"), ("bf16", 0.95, ""), ("fp32", 3.0, "3.0 times"), ("fp32", 1.1, "")],
)
def test_a_slower_precision_that_was_asked_for_is_warned_of_with_its_factor(
    precision: str, gain: float, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(devices, "time_bf16_products", lambda *_: gain)
    found = choose_device(Compute.model_validate({"device": "cpu", "precision": precision}))
    assert found.precision == precision
    assert said in found.warning and bool(found.warning) == bool(said)


def test_the_factor_is_measured_once_for_a_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    first = measured_bf16_speedup(CPU)
    assert first > 0 and list((paths.cache_folder() / "machine").glob("*.json"))
    monkeypatch.setattr(devices, "time_bf16_products", lambda *_: pytest.fail("measured again"))
    assert measured_bf16_speedup(CPU) == first
    for file in (paths.cache_folder() / "machine").glob("*.json"):
        file.write_text("{", encoding="utf-8")
    monkeypatch.setattr(devices, "time_bf16_products", lambda *_: 2.0)
    assert measured_bf16_speedup(CPU) == 2.0
    assert "2.0 times" in precision_warning(CPU, "fp32")


def test_slow_products_are_timed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, sizes = iter(range(1000)), []  # a second passes at each look, as where bfloat16 is emulated
    multiply = torch.mm
    monkeypatch.setattr(devices.time, "perf_counter", lambda: float(next(clock)))
    monkeypatch.setattr(torch, "mm", lambda a, b: (sizes.append(len(a)), multiply(a, b))[1])
    assert time_bf16_products(size=64) == 1.0
    assert sizes == [devices.WARM_UP_SIZE] * 2 + [64] * 2


def test_an_interface_that_the_user_names_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GLOO_SOCKET_IFNAME", "ib0")
    monkeypatch.delenv("NCCL_SOCKET_IFNAME", raising=False)
    process_group.keep_to_loopback()
    assert os.environ["GLOO_SOCKET_IFNAME"] == "ib0"
