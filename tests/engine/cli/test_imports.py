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
slow = ("torch", "transformers", "datasets", "spacy", "accelerate", "peft")
middling = ("numpy", "pyarrow", "tomlkit", "rich")
print("MIDDLING", *(name for name in middling if name in sys.modules))
print("LOADED", *(name for name in slow if name in sys.modules))
"""


def answer_of(words: str, home: Path) -> list[str]:
    """Return what a command prints, in a process of its own, with the libraries it has loaded as the last lines."""
    answer = subprocess.run(
        [sys.executable, "-c", COMMAND, *words.split(), "--store", str(home / "s.sqlite")],
        capture_output=True,
        encoding="utf-8",
        env=os.environ | {"PALIMPSEST_HOME": str(home / "home")},
    )
    return [*answer.stdout.splitlines(), *([] if "LOADED" in answer.stdout else [answer.stderr])]


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
    lines = answer_of(words, tmp_path)
    assert [lines[-3], lines[-1]] == [f"CODE {code}", "LOADED"], lines


def test_data_that_were_read_before_are_not_read_again_to_queue_a_run(tmp_path: Path) -> None:
    first = answer_of("run quickstart --queue", tmp_path)
    assert first[-2].split() == ["MIDDLING", "numpy", "pyarrow"], "nobody has read them yet"
    again = answer_of("run quickstart --queue --set seed=2", tmp_path)
    assert again == ["Run 2, Quickstart: queued", "CODE 0", "MIDDLING", "LOADED"]


def test_a_refused_specification_loads_nothing_to_read_data_with(tmp_path: Path) -> None:
    lines = answer_of("run quickstart --set epochs=-1", tmp_path)
    assert lines == ["CODE 2", "MIDDLING", "LOADED"]


def test_a_second_look_at_data_loads_nothing_to_read_them_with(tmp_path: Path) -> None:
    first = answer_of("data inspect samples:reviews --no-sentences", tmp_path)
    assert first[-2].split() == ["MIDDLING", "numpy", "pyarrow", "rich"]
    again = answer_of("data inspect samples:reviews --no-sentences", tmp_path)
    assert again[-2].split() == ["MIDDLING", "rich"]
    told = "Reading the"  # what was done is told while it goes on; what was found is the same
    assert [line for line in again[:-3] if told not in line] == [
        line for line in first[:-3] if told not in line
    ]
