"""Commands that answer at once import no library that takes seconds: torch and transformers are the run's own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

COMMAND = """
import sys
from engine.cli import app
sys.argv = ["palimpsest", *sys.argv[1:]]
try:
    app.main()
except SystemExit as left:
    print("CODE", left.code or 0)
print("LOADED", *(n for n in ("torch", "transformers", "datasets", "spacy", "accelerate", "peft") if n in sys.modules))
"""


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("run quickstart --queue", 0),
        ("run quickstart --queue --set probes.text=samples:reviews --set replay.kind=text", 0),
        ("run quickstart --set data.train_rows=64 --set compute.threads=1", 0),
        ("run nothing", 2),
        ("run quickstart --set epochs=-1", 2),
        ("run quickstart --set data.source=/no/such/file.csv", 2),
        ("run quickstart --set data.train_rows=999999999", 2),
        ("run quickstart --set encoder.source=/no/such/model", 2),
        ("run quickstart --set max_length=4096", 2),
        ("data inspect samples:reviews --no-sentences", 0),
        ("data inspect samples:reviews", 0),
        ("data inspect /no/such/file.csv", 2),
        ("data tokens samples:reviews", 0),
        ("data preview samples:reviews", 0),
    ],
)
def test_it_answers_without_torch_and_transformers(words: str, code: int, tmp_path: Path) -> None:
    arguments = [*words.split(), "--store", str(tmp_path / "s.sqlite")]
    home = os.environ | {"PALIMPSEST_HOME": str(tmp_path / "home")}
    answer = subprocess.run(
        [sys.executable, "-c", COMMAND, *arguments], capture_output=True, encoding="utf-8", env=home
    )
    lines = answer.stdout.splitlines()
    assert lines[-2:] == [f"CODE {code}", "LOADED"], answer.stdout + answer.stderr
