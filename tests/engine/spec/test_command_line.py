"""Settings on the command line: read back as what they are."""

from __future__ import annotations

import shlex
import tomllib
from typing import Any

import pytest

from engine.errors import UserError
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


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        (
            ["label=topic", "join=' '", "label=kind"],
            r"--set label: is given twice, as topic and as kind\. Give",
        ),
        (["text=title", "text=body"], r"as \['title'\] and as \['body'\]\. .* one list: text=\[NAME,NAME\]"),
        (
            ["format.delimiter=tab", "format=csv", "format.delimiter=comma"],
            "format.delimiter: is given twice",
        ),
        (["format=csv", "format.kind=json"], "format.kind: is given twice, as csv and as json"),
        (["source=other.csv"], "source: is given twice, as own.csv and as other.csv"),
    ],
)
def test_a_field_of_a_data_set_has_one_value(settings: list[str], words: str) -> None:
    with pytest.raises(UserError, match=words):
        parse_source("own.csv", settings)


def test_an_option_keeps_what_is_set_of_it_wherever_it_stands() -> None:
    settings = ["format.delimiter=tab", "label=topic", "format=csv", "label=topic"]
    one, other = (parse_source("own.csv", each) for each in (settings, settings[::-1]))
    assert (
        one
        == other
        == DataSource(source="own.csv", label="topic", format={"kind": "csv", "delimiter": "tab"})
    )
