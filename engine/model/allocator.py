"""Keeps glibc from giving memory back to the system between updates."""

from __future__ import annotations

import ctypes
import sys

_TRIM_THRESHOLD, _MMAP_THRESHOLD = -1, -3  # glibc's malloc.h
_KEPT = 2**30
_OWN_PAGES = 32 * 2**20
"""The largest threshold glibc takes; bigger tensors keep pages of their own, or the heap would fragment and grow."""


def keep_freed_memory() -> bool:
    """Lets large tensors reuse the pages of the last update instead of faulting in fresh ones; true if it took.

    Short texts train a fifth to a quarter faster for it on a CPU. Only glibc (most Linux systems) needs it; elsewhere
    nothing is done.
    """
    if sys.platform != "linux":
        return False
    try:
        mallopt = ctypes.CDLL("libc.so.6").mallopt
    except (OSError, AttributeError):  # another C library
        return False
    return bool(mallopt(_MMAP_THRESHOLD, _OWN_PAGES)) and bool(mallopt(_TRIM_THRESHOLD, _KEPT))
