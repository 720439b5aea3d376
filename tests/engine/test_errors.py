"""Errors that users can mend, and how want of memory is told from other errors."""

from __future__ import annotations

import errno

import pytest

from engine.errors import TooLittleMemoryError, UserError, device_lost, out_of_memory


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        (MemoryError(), True),
        (RuntimeError("CUDA out of memory. Tried to allocate 2.00 GiB"), True),
        (
            RuntimeError("[enforce fail at alloc_cpu.cpp:114] DefaultCPUAllocator: can't allocate memory"),
            True,
        ),
        (RuntimeError("could not create a primitive"), True),
        (RuntimeError("MPS backend out of memory (MPS allocated: 1 GB)"), True),
        (RuntimeError("CUDA error: CUBLAS_STATUS_ALLOC_FAILED when calling cublasCreate"), True),
        (RuntimeError("can't start new thread"), True),
        (OSError(errno.ENOMEM, "Cannot allocate memory"), True),
        (ImportError("libx.so: failed to map segment from shared object"), True),
        (ImportError("libx.so: cannot allocate memory in static TLS block"), False),
        (TooLittleMemoryError("the memory is too small for one text."), True),
        (SystemError("<built-in method read> error return without exception set"), True),
        (UserError("the label 'out of memory' is unknown."), False),
        (RuntimeError("shape mismatch"), False),
        (ValueError("out of memory"), False),
    ],
)
def test_out_of_memory_is_told_from_other_errors(error: Exception, expected: bool) -> None:
    assert out_of_memory(error) is expected


def test_torchs_own_error_counts_as_out_of_memory() -> None:
    import torch

    assert out_of_memory(torch.OutOfMemoryError("x"))


def test_memory_is_found_to_be_the_reason_behind_another_error() -> None:
    with pytest.raises(OSError, match="weights") as raised:
        try:
            raise RuntimeError("unable to mmap 400 bytes from file <model>: Cannot allocate memory (12)")
        except RuntimeError as error:
            raise OSError("Unable to load weights") from error
    assert out_of_memory(raised.value)


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        (RuntimeError("CUDA error: unspecified launch failure\nCUDA kernel errors might be ..."), True),
        (RuntimeError("CUDA error: uncorrectable ECC error encountered"), True),
        (RuntimeError("CUDA error: device-side assert triggered"), True),
        (RuntimeError("Unable to determine the device handle for GPU 0000:01:00.0: GPU is lost."), True),
        (RuntimeError("CUDA out of memory. Tried to allocate 2.00 GiB"), False),
        (RuntimeError("shape mismatch"), False),
        (UserError("the label 'GPU is lost' is unknown."), False),
    ],
)
def test_a_lost_gpu_is_told_from_other_errors(error: Exception, expected: bool) -> None:
    assert device_lost(error) is expected
