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


@pytest.fixture(scope="module")
def read_before(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home in which a run is queued, for which the data were read."""
    home = tmp_path_factory.mktemp("read")
    lines = run_commands(home, "run quickstart --queue").stdout.splitlines()
    assert lines[-2:] == ["MIDDLING numpy pyarrow", "LOADED"], "nobody had read them yet"
    return home


def test_a_second_look_at_data_loads_nothing_to_read_them_with(tmp_path: Path) -> None:
    first, again = (
        run_commands(tmp_path, "data inspect samples:reviews --no-sentences").stdout.splitlines()
        for _ in range(2)
    )
    assert first[-2:] == ["MIDDLING numpy pyarrow rich", "LOADED"] and again[-2:] == [
        "MIDDLING rich",
        "LOADED",
    ]
    told = "Reading the"  # what was done is told while it goes on; what was found is the same
    assert [line for line in again[:-2] if told not in line] == [
        line for line in first[:-2] if told not in line
    ]


STARTING = {"launch.queue", "launch.foreground", "launch.starting", "multiprocessing", "places"}
READING = {"data.source_files", "data.readers.delimited", "cache.artefacts", "events", "preflight"}
MEASURES = {"metrics.correctness", "objectives.ordinal"}


@pytest.mark.parametrize(
    ("words", "said", "unwanted"),
    [
        ("run quickstart --set epochs=-1", ["CODE 2"], STARTING | READING | MEASURES),
        ("run nothing", ["CODE 2"], STARTING | READING | MEASURES),
        (
            "data inspect /no/such/file.csv",
            ["CODE 2"],
            STARTING | {"data.readers.delimited", "events", "preflight"} | MEASURES,
        ),
        (
            "run quickstart --queue --set seed=2",
            ["Run 2, Quickstart: queued", "CODE 0"],
            {"events", "launch.foreground", "multiprocessing", "places", "capsule"},
        ),
    ],
)
def test_a_command_loads_nothing_that_it_does_not_use(
    words: str, said: list[str], unwanted: set[str], read_before: Path
) -> None:
    done = run_commands(read_before, words)
    assert done.stdout.splitlines() == [*said, "MIDDLING", "LOADED"], "data that were read are not read again"
    lines = (line.removeprefix("MODULE ") for line in done.stderr.splitlines() if line.startswith("MODULE "))
    modules = {line.removeprefix("engine.") for line in lines}
    assert "cli.app" in modules and not modules & unwanted


def test_a_kind_loads_no_other_kinds_but_plug_ins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    look = (
        "import sys\nfrom engine.spec.schedules import Schedule\nSchedule.choose('linear')\n"
        "print(*sorted(name for name in ('engine.data.readers.labelled_lines', 'ours') if name in sys.modules))"
    )
    package = tmp_path / "ours-1.dist-info"
    package.mkdir()
    (tmp_path / "ours.py").touch()

    monkeypatch.setenv("PYTHONPATH", os.pathsep.join((str(tmp_path), os.environ.get("PYTHONPATH", ""))))

    def loaded() -> list[str]:
        return subprocess.check_output([sys.executable, "-c", look], encoding="utf-8").split()

    (package / "METADATA").write_text("Metadata-Version: 2.1\nName: ours\nVersion: 1\n", encoding="utf-8")
    (package / "entry_points.txt").write_text("[console_scripts]\nours = ours:run\n", encoding="utf-8")
    assert loaded() == [], "a package that offers us nothing"
    (package / "entry_points.txt").write_text("[palimpsest]\nmine = ours\n", encoding="utf-8")
    assert loaded() == ["engine.data.readers.labelled_lines", "ours"]
    (tmp_path / "ours.py").write_text("import removed_long_ago\n", encoding="utf-8")
    refused = run_commands(tmp_path, "run quickstart --set data.format.kind=ours")
    reason = "package ours: the plug-in 'ours' cannot be imported (ModuleNotFoundError"
    assert "CODE 2" in refused.stdout and reason in refused.stderr
