"""Plain tables: defaults, switching options, completing what was left out."""

from __future__ import annotations

import pytest

from engine.spec.describe import FieldMeta, describe_fields
from engine.spec.experiment import Experiment, parse_experiment
from engine.spec.stages import Finetune, FurtherPretrain
from engine.spec.tables import construct, defaults, fields_below, fill_defaults, switch_option, value_at


def meta(name: str) -> FieldMeta:
    return next(m for m in describe_fields(Finetune) if m.name == name)


def test_defaults_make_a_valid_stage_once_the_empty_field_is_filled() -> None:
    table = defaults(Finetune)
    assert table["kind"] == "finetune" and table["data"]["source"] == ""
    table["data"]["source"] = "samples:reviews"
    stage = parse_experiment({"stages": [table]}).stages[0]
    assert stage == Finetune.model_validate({"data": "samples:reviews"})
    assert defaults(FurtherPretrain)["corpus"] == []


def test_defaults_are_fresh_each_time() -> None:
    defaults(Finetune)["data"]["text"].append("x")
    assert defaults(Finetune)["data"]["text"] == []


def test_switching_keeps_what_both_options_have() -> None:
    old = {"kind": "original", "xi": 0.8}
    assert switch_option(meta("decay"), old, "zhang") == {"kind": "zhang", "xi": 0.8}
    assert switch_option(meta("decay"), old, "none") == {"kind": "none"}
    # Head is a count in one and a share in the other: not the same thing.
    assert (
        switch_option(meta("truncation"), {"kind": "head_tail", "head": 64}, "head_tail_share")["head"]
        == 0.25
    )


def test_a_draft_is_read_as_far_as_it_makes_sense() -> None:
    """What is missing, of another type or no known option is at its default; limits and validators do not count."""
    table = {
        "kind": "finetune", "data": {"source": "", "pair": True, "text": ["one"]}, "epochs": -1.0, "batch_size": "many",
        "freezing": {"kind": "nonsense"}, "truncation": {"kind": "head_tail", "head": 64}, "schedule": "cosine",
    }  # fmt: skip
    stage = construct(Finetune, table)
    assert stage.data.source == "" and stage.data.pair and stage.data.text == ["one"]
    assert (stage.epochs, stage.batch_size, stage.learning_rate) == (-1.0, 24, 2e-5)
    assert stage.freezing.kind == "none" and stage.schedule.kind == "cosine"
    assert stage.truncation.model_dump() == {"kind": "head_tail", "head": 64}


def test_a_valid_table_is_read_as_the_validator_reads_it() -> None:
    stage = parse_experiment({"stages": [{"kind": "finetune", "data": "samples:reviews", "seed": 3}]}).stages[
        0
    ]
    assert construct(Finetune, stage.model_dump(mode="json")) == stage


@pytest.mark.parametrize("path", ["a.b", "stages.5.epochs", "stages.0.epochs.deeper", "stages.x"])
def test_no_value_where_there_is_none(path: str) -> None:
    assert value_at({"stages": [{"epochs": 3}]}, path, "none") == "none"


def test_complete_fills_what_is_left_out_at_every_depth() -> None:
    short = {"stages": [{"kind": "finetune", "data": {"source": "samples:reviews"}, "freezing": "lowest"}]}
    whole = fill_defaults(Experiment, short)
    assert whole["stages"][0]["freezing"] == {"kind": "lowest", "dropout": True, "layers": 2}
    assert parse_experiment(whole) == parse_experiment(short)
    assert whole == parse_experiment(short).model_dump(mode="json")


def test_leaves_follow_the_chosen_options() -> None:
    table = fill_defaults(Finetune, {"kind": "finetune", "data": {"source": "x"}, "freezing": "lowest"})
    paths = [path for path, _ in fields_below(Finetune, table, "s.")]
    assert "s.freezing.layers" in paths and "s.features.tokens" in paths
    table["freezing"] = {"kind": "none"}
    assert "s.freezing.layers" not in [path for path, _ in fields_below(Finetune, table, "s.")]
