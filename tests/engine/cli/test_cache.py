"""``palimpsest cache`` in a real command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from engine import paths
from engine.cli.app import app

pytestmark = pytest.mark.usefixtures("home")


def run(*arguments: str) -> str:
    ended = CliRunner().invoke(app, ["cache", *arguments], catch_exceptions=False)
    assert ended.exit_code == 0, ended.output
    return ended.output


def entry(kind: str, size: int) -> Path:
    folder = paths.cache_folder() / kind / "one"
    folder.mkdir(parents=True)
    (folder / "data.bin").write_bytes(b"x" * size)
    return folder


def test_it_lists_kinds_with_entries_size_and_last_use() -> None:
    entry("texts", 2_000_000)
    said = run()
    (line,) = (line for line in said.splitlines() if line.startswith("texts"))
    assert line.split()[-7:] == ["sets", "1", "2", "MB", "0", "min", "ago"]
    assert "2 MB of at most 20.0 GB" in said
    found = json.loads(run("--json"))
    assert found["bytes"] == 2_000_000 and found["limit_bytes"] == 20_000_000_000
    assert {each["kind"]: each["entries"] for each in found["kinds"]}["texts"] == 1


def test_it_clears_a_kind_or_all() -> None:
    texts, tokens = entry("texts", 10), entry("tokens", 20)
    assert "Removed 1 entries, 10 B." in run("clear", "texts")
    assert not texts.exists() and tokens.exists()
    assert json.loads(run("clear", "--json")) == {"entries": 1, "bytes": 20, "held": 0}
    assert not tokens.exists()


def test_its_limit_is_set() -> None:
    assert "at most 2.5 GB" in run("limit", "2.5")
    assert json.loads(run("--json"))["limit_bytes"] == 2_500_000_000
    run("limit", "0")
    assert json.loads(run("--json"))["limit_bytes"] is None
