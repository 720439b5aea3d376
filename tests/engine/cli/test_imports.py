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
store, *commands = sys.argv[1:]
for words in commands:
    sys.argv = ["palimpsest", *words.split(), "--store", store]
    try:
        app.main()
    except SystemExit as left:
        print("CODE", left.code or 0)
slow = ("torch", "transformers", "datasets", "spacy", "accelerate", "peft")
middling = ("numpy", "pyarrow", "tomlkit", "rich")
print("MIDDLING", *(name for name in middling if name in sys.modules))
print("LOADED", *(name for name in slow if name in sys.modules))
for name in sys.modules:
    if name.startswith(("engine.", "multiprocessing", "logging.")):
        print("MODULE", name, file=sys.stderr)
"""


def run_commands(home: Path, *commands: str) -> subprocess.CompletedProcess[str]:
    """Run commands in a process of their own; its last lines are the libraries, and modules of ours, it has loaded."""
    return subprocess.run(
        [sys.executable, "-c", COMMAND, str(home / "s.sqlite"), *commands],
        capture_output=True,
        encoding="utf-8",
        env=os.environ | {"PALIMPSEST_HOME": str(home / "home")},
    )


def answer_of(words: str, home: Path) -> list[str]:
    """Return what a command prints, with the libraries it has loaded as the last lines."""
    answer = run_commands(home, words)
    return [*answer.stdout.splitlines(), *([] if "LOADED" in answer.stdout else [answer.stderr])]


def modules_of(words: str, home: Path) -> set[str]:
    """Return which modules of ours a command has loaded, by their names without ``engine.``, and some of Python's."""
    lines = run_commands(home, words).stderr.splitlines()
    found = {line.removeprefix("MODULE ") for line in lines if line.startswith("MODULE ")}
    assert "engine.cli.app" in found
    return {name.removeprefix("engine.") for name in found}


@pytest.mark.parametrize(
    ("commands", "code"),
    [
        (
            [
                "run quickstart --queue",
                "run quickstart --queue --set probes.text=samples:reviews --set replay.kind=text",
                "run quickstart --set data.train_rows=64 --set epochs=1 --set probes.on=false --set compute.threads=1",
                "data inspect samples:reviews --no-sentences",
                "data inspect samples:reviews",
                "data tokens samples:reviews",
                "data preview samples:reviews",
            ],
            0,
        ),
        (
            [
                "run nothing",
                "run quickstart --set epochs=-1",
                "run quickstart --set data.source=/no/such/file.csv",
                "run quickstart --set data.train_rows=999999999",
                "run quickstart --set encoder.source=/no/such/model",
                "run quickstart --set max_length=4096",
                "data inspect /no/such/file.csv",
            ],
            2,
        ),
    ],
    ids=["done", "refused"],
)
def test_they_answer_without_torch_and_transformers(commands: list[str], code: int, tmp_path: Path) -> None:
    answer = run_commands(tmp_path, *commands)
    lines = answer.stdout.splitlines()
    assert [line for line in lines if line.startswith("CODE ")] == [f"CODE {code}"] * 7, answer
    assert lines[-1] == "LOADED", lines[-1]


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


STARTING = {"launch.queue", "launch.foreground", "launch.starting", "multiprocessing", "places"}
READING = {"data.source_files", "data.readers.delimited", "cache.artefacts", "events", "preflight"}
MEASURES = {"metrics.correctness", "objectives.ordinal"}


@pytest.mark.parametrize(
    ("words", "unwanted"),
    [
        ("run quickstart --set epochs=-1", STARTING | READING | MEASURES),
        ("run nothing", STARTING | READING | MEASURES),
        (
            "data inspect /no/such/file.csv",
            STARTING | {"data.readers.delimited", "events", "preflight"} | MEASURES,
        ),
        ("run quickstart --queue", {"events", "launch.foreground", "multiprocessing", "places", "capsule"}),
    ],
)
def test_a_command_loads_no_part_of_the_engine_that_it_does_not_use(
    words: str, unwanted: set[str], tmp_path: Path
) -> None:
    run_commands(tmp_path, "run quickstart --queue")  # from now on the data were read
    assert not modules_of(words, tmp_path) & unwanted


def test_a_kind_is_found_without_the_modules_of_other_kinds_but_not_without_plug_ins(tmp_path: Path) -> None:
    look = (
        "import sys\nfrom engine.spec.schedules import Schedule\nSchedule.choose('linear')\n"
        "print(*sorted(name for name in ('engine.data.readers.labelled_lines', 'ours') if name in sys.modules))"
    )
    package = tmp_path / "ours-1.dist-info"
    package.mkdir()
    (tmp_path / "ours.py").touch()

    def loaded() -> list[str]:
        paths = os.pathsep.join((str(tmp_path), os.environ.get("PYTHONPATH", "")))
        command = [sys.executable, "-c", look]
        return subprocess.check_output(
            command, encoding="utf-8", env=os.environ | {"PYTHONPATH": paths}
        ).split()

    assert loaded() == []
    (package / "METADATA").write_text("Metadata-Version: 2.1\nName: ours\nVersion: 1\n", encoding="utf-8")
    (package / "entry_points.txt").write_text("[console_scripts]\nours = ours:run\n", encoding="utf-8")
    assert loaded() == [], "a package that offers us nothing"
    (package / "entry_points.txt").write_text("[palimpsest]\nmine = ours\n", encoding="utf-8")
    assert loaded() == ["engine.data.readers.labelled_lines", "ours"]
