"""``palimpsest places``: a place is set up, listed, changed and forgotten without being connected to."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from engine.cli.app import app
from engine.errors import UserError


def palimpsest(*words: str) -> str:
    done = CliRunner().invoke(app, ["places", *words])
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    assert done.exit_code == 0, done.output
    return done.stdout


def test_a_place_is_added_changed_listed_and_forgotten(home: Path) -> None:
    assert "Runs compute on this computer." in " ".join(palimpsest("list").split())
    assert "me@box" in palimpsest("add", "gpubox", "ssh", "host=me@box")
    assert (
        json.loads(palimpsest("add", "gpubox", "ssh", "host=me@other", "port=2222", "--json"))["port"] == 2222
    )
    (row,) = json.loads(palimpsest("list", "--json"))
    assert (row["name"], row["kind"], row["host"], row["runs"], row["active"]) == (
        "gpubox",
        "ssh",
        "me@other",
        0,
        0,
    )
    assert (home / "places.toml").is_file()
    assert json.loads(palimpsest("remove", "gpubox", "--json")) == {"removed": "gpubox"}
    assert json.loads(palimpsest("list", "--json")) == []


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("add", "gpubox", "ssh", "host"), "is not a setting"),
        (("add", "gpubox", "carrier-pigeon", "host=a"), "no kind of place"),
        (("remove", "gpubox"), "gpubox"),
        (("plan", "here", "quickstart"), "there is no place 'here'"),
    ],
)
def test_what_is_no_place_is_refused(home: Path, words: tuple[str, ...], said: str) -> None:
    with pytest.raises(UserError, match=said):
        palimpsest(*words)
