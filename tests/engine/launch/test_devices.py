"""Which device a run gets, and what its process sees of the others."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from engine.launch import devices

GPUS = ("cuda:0", "cuda:1")


@pytest.mark.parametrize(
    ("asked", "takers"),
    [
        ("auto", ["cuda:0", "cuda:1"]),
        ("cuda", ["cuda:0", "cuda:1"]),
        ("cuda:1", ["cuda:1"]),
        ("cpu", ["cuda:0"]),
        ("cuda:7", ["cuda:0"]),  # it will fail and say why
        ("mps", ["cuda:0"]),
        ("cuda:0,1", ["cuda:0"]),
        ("cuda:1,0", ["cuda:1"]),
        ("cuda:all", ["cuda:0"]),
        ("cuda:0,7", ["cuda:0"]),
        ("cpu:2", ["cuda:0"]),
    ],
)
def test_every_run_has_a_runner(asked: str, takers: list[str]) -> None:
    assert [device for device in GPUS if devices.may_take(device, asked, GPUS)] == takers
    assert devices.may_take("cpu", asked, ("cpu",))


def test_a_process_sees_only_its_gpu() -> None:
    assert devices.process_environment("cuda:1", 0, {})["CUDA_VISIBLE_DEVICES"] == "1"
    # Numbers count within what this process itself may see.
    assert (
        devices.process_environment("cuda:1", 0, {"CUDA_VISIBLE_DEVICES": "4,6"})["CUDA_VISIBLE_DEVICES"]
        == "6"
    )
    assert "CUDA_VISIBLE_DEVICES" not in devices.process_environment("cpu", 0, {})
    found = devices.process_environment("auto", 3, {"A": "b"})
    assert (found["A"], found["OMP_NUM_THREADS"]) == ("b", "3")


def test_a_panic_of_rust_asks_for_no_memory() -> None:
    """With a backtrace it may wait for ever, as a run with 32 MB to spare did."""
    assert devices.process_environment("cpu", 1, {"RUST_BACKTRACE": "1"})["RUST_BACKTRACE"] == "0"


def test_a_run_on_several_gpus_sees_them_all() -> None:
    assert devices.process_environment("cuda:2,3", 0, {})["CUDA_VISIBLE_DEVICES"] == "2,3"
    visible = {"CUDA_VISIBLE_DEVICES": "4,6,7"}
    assert devices.process_environment("cuda:0,2", 0, visible)["CUDA_VISIBLE_DEVICES"] == "4,7"
    assert devices.process_environment("cuda:all", 0, visible)["CUDA_VISIBLE_DEVICES"] == "4,6,7"


def test_what_a_run_on_several_devices_takes() -> None:
    assert devices.devices_of_request("cuda:all", GPUS) == GPUS
    assert devices.devices_of_request("cuda:1,0,1", GPUS) == ("cuda:1", "cuda:0")
    assert devices.devices_of_request("cpu:3", ("cpu",)) == ("cpu",)
    assert devices.join_gpu_names(("cuda:0", "cuda:3")) == "cuda:0,3"
    counts = {"auto": 1, "cpu": 1, "mps": 1, "cuda": 1, "cuda:5": 1, "cuda:0,1,5": 3, "cpu:4": 4}
    assert {device: devices.process_count(device) for device in counts} == counts
    assert [devices.process_count("cuda:all", gpus) for gpus in (0, 1, 8)] == [1, 1, 8]


def test_gpus_are_those_of_the_driver_that_are_visible(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if sys.platform == "win32":
        pytest.skip("the stand-in for nvidia-smi is a shell script")
    tool = tmp_path / "nvidia-smi"
    tool.write_text("#!/bin/sh\nprintf '0\\n1\\n2\\n'\n", encoding="utf-8")
    tool.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    monkeypatch.delenv("CUDA_VISIBLE_DEVICES", raising=False)
    assert devices.local_devices() == ("cuda:0", "cuda:1", "cuda:2")
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "1")
    assert devices.local_devices() == ("cuda:0",)
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "")
    assert devices.local_devices() in (("cpu",), ("mps",))
    monkeypatch.delenv("CUDA_VISIBLE_DEVICES")
    monkeypatch.setenv("PATH", "/nowhere")
    assert devices.local_devices() in (("cpu",), ("mps",))
