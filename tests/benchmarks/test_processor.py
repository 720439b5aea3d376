"""What the benchmark of processor time counts, and how it says it."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

pytest.importorskip("resource", reason="Windows counts processor time elsewhere")

from benchmarks.processor import describe_quickstart, spend


def test_a_command_spends_what_it_computes_and_not_what_it_waits(tmp_path: Path) -> None:
    def spent(code: str) -> float:
        return spend([sys.executable, "-I", "-c", code], dict(os.environ), tmp_path)

    busy = "import time\nwhile time.process_time() < 1: pass"
    assert spent("import time; time.sleep(1.5)") < spent(busy) < 3


def test_the_quickstart_is_told_with_the_range_of_its_rounds() -> None:
    found = {"unit": [2.0, 4.0, 3.0], "ratio": [10.0, 12.5, 11.0]}
    assert describe_quickstart(found) == (
        "processor seconds, and their ratio: unit 3.00 (2.00 to 4.00), ratio 11.00 (10.00 to 12.50), 3 rounds"
    )
