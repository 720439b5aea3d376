"""Errors that users can mend, and how want of memory is told from other errors."""

from __future__ import annotations

import pytest

from engine.errors import out_of_memory


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        (MemoryError(), True),
        (RuntimeError("CUDA out of memory. Tried to allocate 2.00 GiB"), True),
        (
            RuntimeError("[enforce fail at alloc_cpu.cpp:114] DefaultCPUAllocator: can't allocate memory"),
            True,
        ),
        (RuntimeError("shape mismatch"), False),
        (ValueError("out of memory"), False),
    ],
)
def test_out_of_memory_is_told_from_other_errors(error: Exception, expected: bool) -> None:
    assert out_of_memory(error) is expected


def test_torchs_own_error_counts_as_out_of_memory() -> None:
    import torch

    assert out_of_memory(torch.OutOfMemoryError("x"))
