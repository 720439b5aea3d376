"""Fields in words, on a command line, and where stages start."""

from __future__ import annotations

import shlex
import tomllib
from typing import Any

import pytest

from engine.errors import UserError
from engine.spec.base import SpecModel
from engine.spec.command_line import parse_source, run_command, source_arguments, to_inline_toml
from engine.spec.data import DataSource
from engine.spec.describe import construct, describe_fields, option_title, walk_fields
from engine.spec.experiment import Compute, find_problems, parse_experiment
from engine.spec.stage_starts import possible_starts, renumber_start, start_text
from engine.spec.stages import Features, Finetune, FurtherPretrain, Stage


@pytest.mark.parametrize("cls", [Finetune, FurtherPretrain, Features])
def test_every_field_of_the_spec_is_described(cls: type[SpecModel]) -> None:
    for meta in walk_fields(cls):
        assert meta.label and meta.help.endswith((".", ")")), meta.path
        assert meta.label[0].isupper() or not meta.label[0].isascii(), meta.path


def test_a_word_stands_for_0_wherever_the_help_gives_it_a_meaning_of_its_own() -> None:
    fields = {
        meta.path: meta for cls in (*Stage.known_options().values(), Compute) for meta in walk_fields(cls)
    }
    numbers = [meta for meta in fields.values() if meta.kind in ("int", "float")]
    assert not [meta.path for meta in numbers if "0: " in meta.help.replace("1.0: ", "") and not meta.zero]
    for meta in (meta for meta in numbers if meta.zero):
        assert len(meta.zero) <= 10 and (meta.minimum or 0) <= 0 and not meta.excludes_minimum, meta.path


def test_essential_names_are_fields_and_sections_are_known_ones() -> None:
    for option in Stage.known_options().values():
        assert set(option.essential) <= set(option.model_fields)
        assert {meta.section for meta in describe_fields(option)} <= set(Stage.sections)


def test_an_option_is_called_by_its_title_where_families_agree() -> None:
    assert option_title("l2_sp") == "L2-SP" and option_title("head_tail") == "Head + tail"
    assert option_title("linear") == "linear", "a head and schedules have the kind, under several titles"
    assert option_title("no_such_kind") == "no such kind"


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
        (["epochs=3"], "--set epochs: is a field of a design, .*palimpsest run FILE --set epochs=3"),
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


STAGES: list[dict[str, Any]] = [
    {"kind": "further_pretrain", "data": ["samples:reviews"], "keep": "500, 2000"},
    {"kind": "finetune", "data": "samples:reviews"},
    {"kind": "finetune", "data": "samples:reviews", "start": "1@2000"},
]


def test_starts_are_offered_in_words_and_each_is_allowed() -> None:
    stages = parse_experiment({"stages": STAGES}).stages
    assert possible_starts(stages, 0) == [("", "The encoder")]
    assert possible_starts(stages, 2) == [
        ("", "The stage before (2 Fine-tuning)"),
        ("encoder", "The encoder"),
        ("1", "Stage 1 Further pre-training"),
        ("1@500", "Stage 1 after 500 updates"),
        ("1@2000", "Stage 1 after 2,000 updates"),
    ]
    for value, _ in possible_starts(stages, 2):
        assert find_problems({"stages": [*STAGES[:2], {**STAGES[2], "start": value}]}) == {}


def test_a_draft_with_unreadable_steps_and_starts_is_still_described() -> None:
    stages = [construct(FurtherPretrain, {"keep": "500, soon"}), construct(Finetune, {"start": "nowhere"})]
    assert possible_starts(stages, 1)[-1] == ("1@500", "Stage 1 after 500 updates")
    assert stages[1].origin(1) == (1, None)
    assert start_text(stages, 1, "7") == "Stage 7"


@pytest.mark.parametrize(
    ("start", "index", "moved", "expected"),
    [
        ("", 2, {0: 1}, ""),
        ("encoder", 2, {0: 1}, "encoder"),
        ("1", 2, {0: 1}, "2"),
        ("1@2000", 2, {0: 1}, "2@2000"),
        ("1", 1, {0: 1}, ""),  # comes later now
        ("2", 2, {0: 0}, ""),  # is gone
    ],
)
def test_a_start_follows_its_stage(start: str, index: int, moved: dict[int, int], expected: str) -> None:
    assert renumber_start(start, index, moved) == expected
