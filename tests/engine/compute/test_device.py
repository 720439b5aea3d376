"""Device and precision by rules, and processes that listen on the loopback address alone."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys

import psutil
import pytest
import torch

from engine import paths
from engine.compute import device as devices
from engine.compute import loopback
from engine.compute.device import (
    CPU,
    bf16_units,
    choose_device,
    measured_bf16_speedup,
    precision_warning,
    time_bf16_products,
)
from engine.spec.experiment import Compute
from tests import patience

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


MEET = """
import json, os, psutil
from engine.compute.process_group import ProcessGroup, join_processes, leave
ranks = join_processes(ProcessGroup.from_environment(), cuda=False)
ranks.barrier()
found = [c.laddr.ip for c in psutil.Process().net_connections() if c.status == psutil.CONN_LISTEN]
ranks.barrier()
leave()
print(json.dumps([found, os.environ["GLOO_SOCKET_IFNAME"]]))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="asks the system which sockets listen")
def test_two_processes_listen_to_nobody_else() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    place = {"MASTER_ADDR": "127.0.0.1", "MASTER_PORT": port, "WORLD_SIZE": "2", "OMP_NUM_THREADS": "1"}
    pair = [
        subprocess.Popen(
            [sys.executable, "-c", MEET],
            env=os.environ | place | {"RANK": str(rank)},
            stdout=subprocess.PIPE,
            encoding="utf-8",
        )
        for rank in (0, 1)
    ]
    try:
        said = [process.communicate(timeout=patience.seconds(300))[0] for process in pair]
    finally:
        for process in pair:
            process.kill()
            process.wait()
    for rank, each in enumerate(said):
        addresses, interface = json.loads(each.splitlines()[-1])
        assert len(addresses) >= (2 if rank == 0 else 1)  # the store of rank 0, and gloo
        assert {address.removeprefix("::ffff:") for address in addresses} <= {"127.0.0.1", "::1"}
        assert any(a.address == "127.0.0.1" for a in psutil.net_if_addrs()[interface])


def test_an_interface_that_the_user_names_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GLOO_SOCKET_IFNAME", "ib0")
    monkeypatch.delenv("NCCL_SOCKET_IFNAME", raising=False)
    loopback.keep_to_loopback()
    assert os.environ["GLOO_SOCKET_IFNAME"] == "ib0"
