"""The number behind a field that is left for the program to choose."""

from __future__ import annotations

from dataclasses import replace

from tests.workbench.pages.design.drafted import Known, quickstart
from workbench.pages.design.context.findings import automatic_values

ENCODER = Known().encoder


def test_a_length_of_0_is_as_long_as_the_encoder_reads() -> None:
    assert ENCODER is not None
    draft = quickstart().with_value("stages.0.max_length", 0).with_value("compute.threads", 0)
    values = automatic_values(draft, replace(ENCODER, positions=512), 6)
    assert values["stages.0.max_length"] == "512" and values["compute.threads"] == "6"
    assert "stages.0.max_length" not in automatic_values(draft, None, 6), "not known yet"
    assert "compute.threads" not in automatic_values(draft, ENCODER, 0)


def test_what_was_chosen_needs_no_such_number() -> None:
    draft = quickstart().with_value("stages.0.max_length", 64).with_value("compute.threads", 1)
    assert set(automatic_values(draft, ENCODER, 2)) == {"stages.0.head_learning_rate"}


def test_the_head_s_rate_and_a_task_s_length_are_those_of_the_stage() -> None:
    draft = quickstart().with_value("stages.0.learning_rate", 3e-4)
    assert automatic_values(draft, ENCODER, 2)["stages.0.head_learning_rate"] == "3e-4"
    tasks = [{"name": "a", "max_length": 0}, {"name": "b", "max_length": 32}]
    stage = {"kind": "multitask", "max_length": 96, "tasks": tasks}
    draft = replace(draft, table={**draft.table, "stages": [stage]})
    values = automatic_values(draft, ENCODER, 2)
    assert values["stages.0.tasks.0.max_length"] == "96" and "stages.0.tasks.1.max_length" not in values
