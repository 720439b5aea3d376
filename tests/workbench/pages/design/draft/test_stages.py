"""Stages of a design: what a new one begins with, where stages start, and what they read."""

from __future__ import annotations

from typing import Any

import numpy as np
from pytestqt.qtbot import QtBot

from engine.analysis.estimate import TokenLengths
from engine.analysis.stage_data import StageData, merge_stage_data
from engine.analysis.sweep_preview import preview_combinations
from engine.spec.checks.cross_field import DataFacts
from engine.spec.experiment import find_problems as find_spec_problems
from engine.spec.experiment import parse_experiment
from engine.spec.sweep import Plan, Variant
from workbench.pages.design.context.findings import find_problems
from workbench.pages.design.context.wording import stage_lines
from workbench.pages.design.draft.draft import Draft, from_json, from_plan
from workbench.pages.design.form.guide import VariantRows

SAMPLES = ["samples:headlines", "samples:questions", "samples:reviews"]


def draft(*stages: dict[str, Any]) -> Draft:
    return from_plan(Plan(parse_experiment({"name": "Start", "stages": list(stages)})), "Start")


def single(**more: Any) -> Draft:
    return draft(
        {"kind": "finetune", "data": "samples:reviews", "learning_rate": 3e-4, "batch_size": 32, **more}
    )


class Known:
    """What nothing is known of but names."""

    encoder = None
    encoder_problem = ""
    names = {"samples:reviews": "Long reviews", "samples:headlines": "Headlines"}

    def __init__(self, data: StageData | None = None) -> None:
        self.data = data or StageData()

    def stage(self, index: int) -> StageData:
        return self.data


# -- new stages --------------------------------------------------------------------------------------------


def test_pretraining_reads_the_texts_of_the_stage_after_it_and_comes_first() -> None:
    made = single().with_new_stage("further_pretrain")
    assert [s["kind"] for s in made.stages] == ["further_pretrain", "finetune"]
    assert [source.source for source in made.specs[0].sources().values()] == ["samples:reviews"]
    assert find_spec_problems(made.table) == {}


def test_distillation_reads_the_same_texts_and_asks_for_a_teacher() -> None:
    made = single().with_new_stage("distil")
    assert [s["kind"] for s in made.stages] == ["distil", "finetune"]
    assert [source.source for source in made.specs[0].sources().values()] == ["samples:reviews"]
    (place, problem), *others = find_spec_problems(made.table).items()
    assert place == "stages.0.teacher" and "names no teacher" in problem and not others
    assert made.specs[0].summary()[2] == "Teacher not chosen"


def test_several_tasks_begin_with_two_data_sets_and_the_rates_of_what_is_there() -> None:
    made = single().with_new_stage("multitask", SAMPLES)
    shared, own = made.stages
    assert {path: source.source for path, source in made.specs[0].sources().items()} == {
        "tasks.0.data": "samples:reviews",
        "tasks.1.data": "samples:headlines",
    }
    assert shared["learning_rate"] == own["learning_rate"] == 3e-4 and shared["batch_size"] == 32
    assert find_spec_problems(made.table) == {}


def test_the_next_fine_tuning_learns_the_other_task_from_the_same_start() -> None:
    made = single().with_new_stage("multitask", SAMPLES).with_new_stage("finetune")
    assert [s["kind"] for s in made.stages] == ["multitask", "finetune", "finetune"]
    assert made.stages[2]["data"]["source"] == "samples:headlines" and made.stages[2]["start"] == "1"
    assert made.specs[1].origin(1) == (1, None) and made.specs[2].origin(2) == (1, None)
    lines = stage_lines(made, 2, Known())  # type: ignore[arg-type]
    assert lines[0] == "Headlines" and lines[2] == "From stage 1 Multi-task fine-tuning"
    # A stage put before all others moves the numbers of those that are named.
    longer = made.with_new_stage("further_pretrain")
    assert [s["start"] for s in longer.stages] == ["", "", "", "2"]
    assert longer.without_stage(0) == made
    assert [s["start"] for s in longer.without_stage(1).stages] == ["", "", ""]


# -- sweeps over named alternatives ------------------------------------------------------------------------


def test_named_alternatives_are_kept_moved_and_drawn(qtbot: QtBot) -> None:
    pretrained = single().with_new_stage("further_pretrain")
    axis = [Variant("without", {}, without=(1,)), Variant("with", {"stages.1.epochs": 1.0})]
    made = pretrained.with_axis("strategy", axis)
    assert made.runs == 2 and from_json(made.to_json()) == made
    first, second = preview_combinations(made.table, made.axes)
    assert first.stage_indices == (1,) and len(first.experiment.stages) == 1
    assert second.stage_indices == (0, 1) and second.experiment.stages[1].epochs == 1.0  # type: ignore[attr-defined]
    moved = made.with_moved_stage(0, 1)
    assert moved.axes["strategy"][0].without == (2,)
    assert moved.axes["strategy"][1].set == {"stages.0.epochs": 1.0}

    rows = VariantRows()
    qtbot.addWidget(rows)
    rows.show_axes(made.axes, made.axes)
    assert rows.chips() == {"strategy": ["without", "with"]}
    told: list[Any] = []
    rows.changed.connect(lambda path, values: told.append((path, values)))
    rows._chips["strategy"]._remove("without")
    assert told == [("strategy", [axis[1]])]


# -- what is read ------------------------------------------------------------------------------------------


def part(train: int, lengths: list[int], single: float | None = None) -> StageData:
    facts = DataFacts(train, 10, 20, {"a": train})
    return StageData(facts, TokenLengths(np.array(lengths)), single=single)


def test_pairs_of_single_sentences_and_test_texts_are_said_with_their_mending() -> None:
    made = draft(
        {"kind": "further_pretrain", "data": ["samples:headlines"], "objective": "mlm_nsp", "splits": "all"},
        {"kind": "finetune", "data": "samples:headlines"},
    )
    found = find_problems(made, Known(merge_stage_data([part(100, [9], single=97.0)])), {})
    assert found["stages.0.objective"].fix == ("stages.0.objective", {"kind": "mlm"})
    assert found["stages.0.splits"].fix == ("stages.0.splits", "train")
    assert not found["stages.0.objective"].blocks
    path, value = found["stages.0.objective"].fix
    mended = made.with_value(path, value).with_value("stages.0.splits", "train")
    assert not {"stages.0.objective", "stages.0.splits"} & find_problems(mended, Known(), {}).keys()
