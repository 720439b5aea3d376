from __future__ import annotations

import ctypes
import gc
import platform

import numpy as np
import psutil
import pytest

from workbench.backend.gc_timer import trim


def test_holes_between_what_is_in_use_go_back() -> None:
    if platform.libc_ver()[0] != "glibc":
        assert not trim()
        pytest.skip("only glibc can be asked")
    ctypes.CDLL(None).malloc_trim(0)
    process = psutil.Process()
    arrays = [
        np.ones(8_000) for _ in range(1_500)
    ]  # 64 kB each, 96 MB, each smaller than what is mapped by itself
    kept = arrays[::15]  # one in fifteen stays, so that the heap cannot shrink from its end
    del arrays
    gc.collect()
    before = process.memory_info().rss
    assert trim()
    assert before - process.memory_info().rss > 40e6
    assert all(float(each.sum()) == 8_000 for each in kept)
