"""How long a test waits for an event before it gives up: longer where the machine is slow or busy.

Tests wait for events, never for time to pass, so a long deadline costs nothing while all is well.
"""

from __future__ import annotations

import hashlib
import os
import time

REFERENCE_SECONDS = 0.05
"""What the measured work takes on the machine the deadlines were written for, with nothing beside it."""
MOST = 6.0
LONGEST = 600.0
"""No wait grows beyond this many seconds: a test that hangs has to end while somebody still waits for the answer."""


def _measured() -> float:
    """How many times longer than on the reference machine a fixed piece of work takes, from 1 to ``MOST``."""
    data, times = bytes(2**20), []
    for _ in range(3):
        began = time.perf_counter()
        for _ in range(40):
            hashlib.md5(data, usedforsecurity=False).digest()
        times.append(time.perf_counter() - began)
    # Workers started together slow each other down only later, so they are counted in beforehand.
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    share = 1.0 if workers == 1 else 1.0 + max(1.0, workers / (os.cpu_count() or 1))
    return min(MOST, max(1.0, sorted(times)[1] / REFERENCE_SECONDS) * share)


FACTOR = float(os.environ.get("PALIMPSEST_TEST_PATIENCE") or _measured())


def seconds(count: float) -> float:
    """``count`` seconds of the reference machine, on this one; more than ``LONGEST`` only where ``count`` is."""
    return min(count * FACTOR, max(count, LONGEST))


def milliseconds(count: float) -> int:
    """``count`` seconds of the reference machine, in milliseconds of this one, as Qt's waiting functions take them."""
    return round(1000 * seconds(count))
