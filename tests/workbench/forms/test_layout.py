"""How fields are set out in lines and folds."""

from __future__ import annotations

from typing import Any

from engine.spec.describe import describe_fields
from engine.spec.experiment import Experiment, parse_experiment
from engine.spec.recipes import list_recipes
from engine.spec.stages import Finetune, Stage
from engine.spec.tables import fields_below
from workbench.forms.layout import ADVANCED, FormPart, FormSection, layout_sections

WIDE, NARROW = 10_000, 1


def measure(text: str) -> int:
    return 7 * len(text)


def table(**stage: Any) -> dict[str, Any]:
    made = parse_experiment({"stages": [{"kind": "finetune", "data": "samples:reviews", **stage}]})
    return made.model_dump(mode="json")


def laid_out(values: dict[str, Any], axes: Any = None, room: int = 360, **options: Any) -> list[FormSection]:
    part = FormPart(Finetune, "stages.0")
    return layout_sections([part], values, axes or {}, room=room, measure=measure, **options)


def lines(found: list[FormSection]) -> dict[str, list[str]]:
    return {line.label: [c.path for c in line.cells] for section in found for line in section.lines}


def test_folds_come_in_the_order_the_stage_asks_for_and_advanced_last() -> None:
    titles = [section.title for section in laid_out(table())]
    used = {meta.section for meta in describe_fields(Finetune) if not meta.advanced}
    assert titles == [*(title for title in Stage.sections if title in used), ADVANCED]


def test_folds_with_essential_fields_are_open() -> None:
    standing = {section.title: section.open for section in laid_out(table())}
    assert standing["Data and texts"] and standing["Features"] and standing["Optimisation"]
    assert not standing["Freezing"] and not standing[ADVANCED]


def test_every_leaf_of_every_recipe_has_exactly_one_cell() -> None:
    for recipe in list_recipes():
        values = recipe.plan.experiment.model_dump(mode="json")
        stage = recipe.plan.experiment.stages[0]
        part = FormPart(type(stage), "stages.0")
        records = {f"stages.0.{name}.{n}" for name in ("data", "apart_from", "tasks") for n in range(9)}
        found = layout_sections([part], values, {}, room=360, measure=measure, unfolded=records)
        cells = [cell.path for section in found for line in section.lines for cell in line.cells]
        expected = [path for path, _ in fields_below(type(stage), values["stages"][0], "stages.0.")]
        assert sorted(cells) == sorted(expected)


def test_an_options_fields_stand_beside_its_kind_when_there_is_room_else_below() -> None:
    values = table(schedule={"kind": "slanted_triangular"})
    beside = lines(laid_out(values, room=WIDE))
    base = "stages.0.schedule"
    assert beside["Schedule"] == [base, f"{base}.cut_fraction", f"{base}.ratio"]
    below = lines(laid_out(values, room=NARROW))
    assert below["Schedule"] == [base]
    assert below["Cut fraction"] == [f"{base}.cut_fraction"] and below["Ratio"] == [f"{base}.ratio"]
    indented = [line.label for s in laid_out(values, room=NARROW) for line in s.lines if line.indent]
    assert {"Cut fraction", "Ratio"} <= set(indented)


def test_an_options_fields_never_part() -> None:
    # Room for the kind and one number, not for both.
    values = table(schedule={"kind": "slanted_triangular"})
    found = lines(laid_out(values, room=360))
    assert found["Schedule"] == ["stages.0.schedule"]
    assert found["Cut fraction"] == ["stages.0.schedule.cut_fraction", "stages.0.schedule.ratio"]


def test_fields_that_ask_for_it_share_a_row() -> None:
    assert lines(laid_out(table()))["Epochs"] == ["stages.0.epochs", "stages.0.batch_size"]
    assert lines(laid_out(table(), room=NARROW))["Epochs"] == ["stages.0.epochs"]


def test_a_swept_field_has_a_line_of_its_own() -> None:
    found = laid_out(table(), {"stages.0.epochs": [1, 2]})
    assert lines(found)["Epochs"] == ["stages.0.epochs"]
    assert lines(found)["Batch size"] == ["stages.0.batch_size"]
    swept = [c.path for s in found for line in s.lines for c in line.cells if c.swept]
    assert swept == ["stages.0.epochs"]


def test_a_swept_family_hides_the_fields_of_one_option() -> None:
    axes = {"stages.0.truncation": [{"kind": "head"}, {"kind": "tail"}]}
    found = laid_out(table(truncation={"kind": "head_tail"}), axes)
    assert lines(found)["Truncation"] == ["stages.0.truncation"]
    assert not any("truncation.head" in path for paths in lines(found).values() for path in paths)


def test_most_used_fields_are_the_essential_ones() -> None:
    (only,) = laid_out(table(truncation={"kind": "head_tail"}), essential_only=True)
    paths = [cell.path for line in only.lines for cell in line.cells]
    assert paths[0] == "stages.0.data.source"
    assert "stages.0.truncation.head" in paths and "stages.0.learning_rate" in paths
    assert "stages.0.weight_decay" not in paths and "stages.0.data.format" not in paths


def test_parts_of_the_experiment_join_the_folds_of_the_stage() -> None:
    parts = [FormPart(Finetune, "stages.0"), FormPart(Experiment, "", names=("seed", "notes"))]
    found = layout_sections(parts, table(), {}, room=360, measure=measure)
    by_title = {s.title: [c.path for line in s.lines for c in line.cells] for s in found}
    assert "seed" in by_title["Optimisation"] and by_title["Notes"] == ["notes"]
