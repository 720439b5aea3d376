"""The allocator's setting, in a process of its own: it cannot be taken back."""

from __future__ import annotations

import subprocess
import sys

import pytest

CODE = """
import ctypes
import resource
import torch
from engine.model.allocator import keep_freed_memory
# Huge pages, which come and go with the machine's free memory, would hide most faults.
ctypes.CDLL(None).prctl(41, 1, 0, 0, 0)  # PR_SET_THP_DISABLE
kept = keep_freed_memory() if {keep} else False

def faults():
    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    for _ in range(20):
        [torch.ones(1_000_000) for _ in range(20)]  # 80 MB in small pieces, freed together
    return resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before

[torch.ones(1_000_000) for _ in range(20)]
print(kept, faults())
"""


def run(keep: bool) -> tuple[str, int]:
    command = [sys.executable, "-c", CODE.format(keep=keep)]
    kept, faults = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    return kept, int(faults)


@pytest.mark.skipif(sys.platform != "linux", reason="glibc's allocator")
def test_freed_memory_is_used_again():
    kept, few = run(keep=True)
    if kept != "True":
        pytest.skip("the C library is not glibc")
    assert few < run(keep=False)[1] / 2
