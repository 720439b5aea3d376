"""The allocator's setting, in a process of its own: it cannot be taken back."""

from __future__ import annotations

import subprocess
import sys

import pytest

CODE = """
import ctypes
import resource
import torch
from engine.kernels.allocator import keep_freed_memory
# Huge pages, which come and go with the machine's free memory, would hide most faults.
ctypes.CDLL(None).prctl(41, 1, 0, 0, 0)  # PR_SET_THP_DISABLE
kept = keep_freed_memory() if {keep} else False

def faults():
    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    for _ in range(20):
        [torch.ones({size}) for _ in range({pieces})]  # 80 MB, freed together
    return resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before

[torch.ones({size}) for _ in range({pieces})]
print(kept, faults())
"""


def run(keep: bool, pieces: int) -> tuple[str, int]:
    code = CODE.format(keep=keep, pieces=pieces, size=20_000_000 // pieces)
    command = [sys.executable, "-c", code]
    kept, faults = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    return kept, int(faults)


@pytest.mark.skipif(sys.platform != "linux", reason="glibc's allocator")
@pytest.mark.parametrize("pieces", [1, 20])
def test_freed_memory_is_used_again(pieces):
    kept, few = run(True, pieces)
    if kept != "True":
        pytest.skip("the C library is not glibc")
    assert few < run(False, pieces)[1] / 2
