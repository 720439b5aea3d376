"""Memory that was freed goes back to the system, also where what is still in use lies behind it.

The arrays of a drawing live for a moment and are larger each time that a run has grown. What they leave are holes that
the next ones do not fit into. The C library keeps those until it is asked.
"""

from __future__ import annotations

import ctypes
import sys


def trim() -> bool:
    """Ask the C library to give back what is free, which takes a few ms. Return whether it can be asked (glibc)."""
    if not sys.platform.startswith("linux"):
        return False
    malloc_trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if malloc_trim is None:  # another C library, musl for one
        return False
    malloc_trim(0)
    return True
