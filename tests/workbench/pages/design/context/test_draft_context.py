"""What is known around a draft."""

from __future__ import annotations

from tests.workbench.pages.design.drafted import quickstart
from workbench.pages.design.context.draft_context import MachineInfo
from workbench.pages.design.context.wording import (
    compute_lines,
)


def test_the_computer_is_named() -> None:
    draft = quickstart()
    assert compute_lines(draft, MachineInfo(cores=2)) == [
        "CPU, 2 cores",
        "1 run at a time",
        "Nothing leaves this computer",
    ]
    gpus = MachineInfo(cores=8, devices=("cuda:0", "cuda:1"))
    assert compute_lines(draft, gpus)[:2] == ["2 GPUs, 8 CPU cores", "2 runs at a time"]
    # A run on several GPUs has them to itself.
    both = draft.with_value("compute.device", "cuda:all")
    assert compute_lines(both, gpus)[:2] == ["cuda:all", "1 run at a time"]
    assert gpus.device_groups() == [("cuda:all", "All 2 GPUs together")]
    four = MachineInfo(devices=("cuda:0", "cuda:1", "cuda:2", "cuda:3"))
    assert [value for value, _ in four.device_groups()] == ["cuda:all", "cuda:0,1", "cuda:2,3"]
    assert (
        MachineInfo(devices=("cuda:0",)).device_groups()
        == MachineInfo(devices=("cpu",)).device_groups()
        == []
    )
    hub = draft.with_value("stages.0.data.source", "hub:imdb")
    assert "Nothing leaves this computer" not in compute_lines(hub, MachineInfo())
