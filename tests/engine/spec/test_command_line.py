"""Settings on the command line: read back as what they are."""

from __future__ import annotations

import shlex
import tomllib
from typing import Any

import pytest

from engine.spec.command_line import parse_source, run_command, source_arguments, to_inline_toml
from engine.spec.data import DataSource


@pytest.mark.parametrize(
    "value",
    [
        1,
        1.0,
        2e-5,
        -0.5,
        1e20,
        True,
        'a "quoted" text\nwith lines\x7f',
        ["x", 1],
        {"kind": "a", "head": 0.25},
    ],
)
def test_values_are_written_as_toml(value: Any) -> None:
    back = tomllib.loads(f"value = {to_inline_toml(value)}")["value"]
    assert back == value and type(back) is type(value)


def test_a_command_is_what_the_shell_takes() -> None:
    command = run_command("quickstart", {"name": 'My "first" run', "seed": [1, 2]})
    assert shlex.split(command) == [
        *("palimpsest", "run", "quickstart", "--set"), to_name('My "first" run'), "--set", "seed=[1, 2]"
    ]  # fmt: skip


def to_name(text: str) -> str:
    return f"name={to_inline_toml(text)}"


@pytest.mark.parametrize(
    "source",
    [
        DataSource(source="a b.csv"),
        DataSource(source="x.csv", label="2", text=["true", "3", 'odd "name", with comma'], join=" / "),
        DataSource(source="x", format={"kind": "csv", "delimiter": "tab", "encoding": "latin-1"}, pair=True,
                   validation_share=0.25, test="y.csv", join="\n"),
    ],
)  # fmt: skip
def test_a_data_set_survives_the_command_line(source: DataSource) -> None:
    place, *rest = source_arguments(source)
    assert rest[::2] == ["--set"] * (len(rest) // 2)
    assert parse_source(place, rest[1::2]) == source
