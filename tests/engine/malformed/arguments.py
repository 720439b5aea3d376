"""Malformed arguments: numbers beyond all ranges, names that are no text, places that cannot be."""

# ruff: noqa: E501  (tables of odd values read better with many in a line)
from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from tests.engine.malformed.cases import MalformedCase

RUNS = (
    "0", "-0", "00", "99999999999999999999", "9" * 5000, "²", "٣", "1.5", "1e3", "", " ", "none", "\udcff", "\x1b[31m", "x" * 100_000, "a\nb", "%", "'; DROP TABLE runs; --",
    "run:1", "sweep:1", "sweep:99999999999999999999", "sweep:²", "last", "LAST", "../1",
)  # fmt: skip
"""What is asked for as a run; the store has none."""

RUN_COMMANDS = (
    ("show",), ("resume",), ("stop",), ("forgetting",), ("compare",), ("average",), ("predict", "--text", "x"), ("attention", "--text", "x"),
    ("layers", "--data", "samples:reviews"), ("export",),
)  # fmt: skip

NUMBERS = (
    "x",
    "",
    "1.5",
    "-1",
    "99999999999999999999",
    "9" * 5000,
    "1e3",
    "nan",
    "²",
    "0x10",
    " 1",
    "\udcff",
)
"""What is given where a whole number is asked for."""


def argument_cases() -> list[MalformedCase]:
    """Return all malformed command lines."""
    return [*run_cases(), *number_cases(), *word_cases()]


def command_case(name: str, *arguments: str, legal: bool = False) -> MalformedCase:
    """Return the case of one command line; ``FOLDER`` in it stands for the folder of the case."""

    def write(folder: Path) -> list[str]:
        return [each.replace("FOLDER", str(folder)) for each in arguments]

    return MalformedCase(name, write, legal=legal)


def run_cases() -> Iterator[MalformedCase]:
    """Yield commands for runs that do not exist."""
    for command, *rest in RUN_COMMANDS:
        for run in RUNS if command in ("show", "forgetting") else RUNS[3:5] + RUNS[11:14]:
            target = ["FOLDER/out"] if command == "export" else []
            arguments = [command, run, *target, *rest, "--store", "FOLDER/store.sqlite"]
            # A word that begins with a dash would be an option; the others are runs.
            yield command_case(f"{command} {run[:20]!a} ({len(run)})", *arguments)


def number_cases() -> Iterator[MalformedCase]:
    """Yield options whose numbers are none, or fit no computer."""
    store = "--store FOLDER/store.sqlite"
    for line, legal in (
        (f"queue --slots NUMBER {store}", (" 1",)), (f"predict 1 --text x --stage NUMBER {store}", ()), (f"forgetting NUMBER {store}", ()),
        (f"average 1 --alphas NUMBER {store}", ()), (f"average 1 --keep NUMBER {store}", ()),
        (f"compare 1 2 --margin NUMBER {store}", ()),
        ("data inspect samples:reviews --max-length NUMBER --no-sentences", ("1", " 1")), ("cache limit NUMBER", NUMBERS),
        (f"reproduce table-2 --size sample --seeds NUMBER --plan {store}", NUMBERS),
    ):  # fmt: skip
        for number in NUMBERS:
            words = [number if word == "NUMBER" else word for word in line.split()]
            yield command_case(f"{line}: {number[:12]!a} ({len(number)})", *words, legal=number in legal)


def word_cases() -> Iterator[MalformedCase]:
    """Yield commands and options that do not exist, and words where others are asked for."""
    for words in (
        ("none",), ("",), ("\udcff",), ("x" * 100_000,), ("--none",), ("-",), ("--store",), ("show",), ("show", "1", "2"), ("runs", "--none"), ("run",),
        ("run", "quickstart", "--size", "none"), ("run", "quickstart", "--size", "\udcff"), ("baseline", "quickstart", "--classifier", "none"),
        ("compare", "1", "--format", "none"), ("paper", "none"), ("paper", "table-2", "--size", "none"), ("paper", "table-2", "--format", "none"), ("paper", "\udcff"),
        ("reproduce", "none"), ("reproduce", "table-2", "--size", "none", "--plan"), ("fields", "none"), ("fields", "\udcff"), ("presets", "none"), ("new", "none"),
        ("cache", "clear", "none"), ("cache", "clear", "\udcff"), ("cache",), ("data",), ("data", "none"), ("data", "inspect"), ("data", "register", "none", "FOLDER"),
        ("data", "register", "imdb", "FOLDER/absent"), ("data", "register", "imdb", "\udcff"), ("data", "register", "imdb", "/dev/zero"),
        ("data", "inspect", "samples:reviews", "--set", "none=1"), ("data", "inspect", "samples:reviews", "--truncation", "none"), ("data", "inspect", "samples:reviews", "--set", "\udcff=1"),
        ("data", "inspect", "samples:reviews", "--encoder", "none-such"), ("data", "inspect", "samples:reviews", "--encoder", "\udcff"), ("data", "inspect", "samples:reviews", "--set", "a.b.c.d=1"),
        ("data", "inspect", "samples:reviews", "--set", "source.x=1"), ("data", "inspect", "samples:reviews", "--set", "=1"), ("data", "inspect", "samples:reviews", "--set", "x"),
        ("data", "inspect", "samples:reviews", "--set", "train_rows=" + "9" * 5000), ("data", "inspect", "samples:reviews", "--set", "draw=" + "[" * 3000),
        ("data", "tokens", "samples:reviews", "--encoder", "FOLDER"), ("data", "preview", "FOLDER/absent.csv"), ("data", "preview", "\udcff"), ("data", "preview", "/dev/zero"),
        ("import-checkpoint", "FOLDER/absent", "FOLDER/out"), ("import-checkpoint", "FOLDER", "FOLDER/out"), ("import-checkpoint", "/dev/zero", "FOLDER/out"), ("import-checkpoint", "\udcff", "FOLDER/out"),
        ("import-checkpoint", "FOLDER", "FOLDER/out", "--config", "FOLDER/absent"),
        ("predict", "1"), ("predict", "1", "--file", "FOLDER/absent"), ("predict", "1", "--file", "/dev/zero"),
        ("predict", "1", "--file", "FOLDER"),
        ("queue", "--device", "gpu:1"), ("queue", "--device", "cuda:99"), ("queue", "--device", ""), ("queue", "--device", "\udcff"), ("queue", "--device", "cpu", "--device", "tpu"),
        ("forgetting", "1", "--html", "FOLDER/no/report.html"), ("forgetting", "1", "--pdf", "FOLDER/no/report.pdf"), ("forgetting", "1", "--html", "\udcff"), ("forgetting", "1", "--html", "FOLDER"),
        ("run", "quickstart", "--queue", "--set", "encoder.source=FOLDER"),
    ):  # fmt: skip
        shown = " ".join(word if len(word) < 30 else f"{word[:10]}... ({len(word)})" for word in words)
        legal = words[0] == "fields" or words == ("cache",)
        known = any(
            each in words
            for each in ("runs", "show", "compare", "predict", "attention", "queue", "forgetting")
        )
        yield command_case(
            f"{shown!a}", *words, *(("--store", "FOLDER/store.sqlite") if known else ()), legal=legal
        )
