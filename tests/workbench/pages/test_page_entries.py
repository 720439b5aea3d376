"""What the window knows of pages before they are imported, and how they are."""

from __future__ import annotations

import json
import subprocess
import sys

MOST = 30
"""Modules that one step may import: of ours a module takes about a millisecond."""
STEPS = """
import json, sys
import workbench.shell.window
from workbench.pages import PAGES
found = []
for page in PAGES:
    steps, more = page.import_in_steps(), True
    while more:
        before = len(sys.modules)
        more = next(steps, "ended") is None
        found.append((page.name, len(sys.modules) - before))
print(json.dumps(found))
"""


def test_no_step_of_an_import_brings_many_modules() -> None:
    """In a process of its own: here other tests have imported most of them."""
    done = subprocess.run(
        [sys.executable, "-c", STEPS], capture_output=True, encoding="utf-8", check=True, timeout=600
    )
    found = json.loads(done.stdout)
    assert {name for name, _ in found} >= {"data", "design", "runs", "compare", "lab"}
    assert [step for step in found if step[1] > MOST] == []
