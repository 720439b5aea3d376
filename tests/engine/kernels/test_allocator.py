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

def faults(pieces):
    size = 20_000_000 // pieces
    [torch.ones(size) for _ in range(pieces)]
    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    for _ in range(20):
        [torch.ones(size) for _ in range(pieces)]  # 80 MB, freed together
    return resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before

before = [faults(1), faults(20)]
print(keep_freed_memory(), *before, faults(1), faults(20))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="glibc's allocator")
def test_freed_memory_is_used_again():
    """Whether it is one piece or twenty; one process, since importing torch takes longest."""
    command = [sys.executable, "-c", CODE]
    kept, *counts = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    if kept != "True":
        pytest.skip("the C library is not glibc")
    one, twenty, one_kept, twenty_kept = map(int, counts)
    assert one_kept < one / 2 and twenty_kept < twenty / 2
