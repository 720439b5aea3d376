"""The layout of forms, records in them, suggestions and the keys of undo."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from engine.spec.describe import describe_fields, fields_below, fill_defaults, value_at
from engine.spec.experiment import Experiment, find_problems, parse_experiment
from engine.spec.recipes import list_recipes
from engine.spec.stages import Finetune, FurtherPretrain, Multitask, Stage
from engine.spec.wording import format_value, record_name
from tests.workbench.conftest import displayed, owned
from workbench.forms import FormPart, ModelForm, Suggestion
from workbench.forms.editors import RecordListEditor
from workbench.forms.layout import ADVANCED, FormSection, layout_sections
from workbench.forms.records import LATER, REMOVE, RecordRow, rearrange_records, renumber_path
from workbench.forms.rows import UndoKeyFilter
from workbench.forms.suggestions import SuggestionBox, SuggestionSource
from workbench.widgets import ComboBox, NumberField, TextField

pytestmark = pytest.mark.gui


TASKS = "stages.0.tasks"
SETS = SuggestionSource(
    lambda: [
        Suggestion("samples:reviews", "Long reviews", "Bundled"),
        Suggestion("samples:news", "News", "Bundled"),
        Suggestion("samples:questions", "Questions", "Bundled"),
    ]
)


def multitask(**more: Any) -> dict[str, Any]:
    tasks = [{"data": "samples:reviews"}, {"name": "headlines", "data": "samples:news", "weight": 2.0}]
    made = parse_experiment({"stages": [{"kind": "multitask", "tasks": tasks, **more}]})
    return made.model_dump(mode="json")


def pretraining() -> dict[str, Any]:
    stages = [
        {"kind": "further_pretrain", "corpus": ["a.txt"]},
        {"kind": "finetune", "data": "samples:reviews"},
    ]
    return parse_experiment({"stages": stages}).model_dump(mode="json")


def form_for(qtbot: QtBot, table: dict[str, Any], axes: Any = None, cls: Any = Multitask) -> ModelForm:
    form = owned(qtbot, ModelForm([FormPart(cls, "stages.0")], {"data sets": SETS}))
    form.resize(552, 900)
    form.set_table(table, axes, table, axes)
    form.build()
    form.show()
    return form


def heads(form: ModelForm) -> list[RecordRow]:
    return [row for row in form.rows() if isinstance(row, RecordRow)]


def test_each_record_is_named_by_its_first_line(qtbot: QtBot) -> None:
    form = form_for(qtbot, multitask())
    assert [head.title.text() for head in heads(form)] == ["1 Long reviews", "2 headlines"]
    assert form.table() == multitask()
    assert form.changed_paths() == []


def test_a_record_s_fields_are_edited_in_place(qtbot: QtBot) -> None:
    form = form_for(qtbot, multitask())
    told: list[tuple[str, Any]] = []
    form.value_changed.connect(lambda path, value: told.append((path, value)))
    field = form.field(f"{TASKS}.1.weight").editor(f"{TASKS}.1.weight").widget
    assert isinstance(field, NumberField)
    field.setFocus()
    field.selectAll()
    qtbot.keyClicks(field, "3")
    assert told[-1] == (f"{TASKS}.1.weight", 3.0)
    assert form.table()["stages"][0]["tasks"][1]["weight"] == 3.0
    assert form.changed_paths() == [f"{TASKS}.1.weight"]

    keep = form.field(f"{TASKS}.0.truncation").editor(f"{TASKS}.0.truncation").widget
    assert isinstance(keep, ComboBox)
    keep.setCurrentIndex(keep.findData("head_tail"))
    keep.activated.emit(keep.currentIndex())
    assert value_at(form.table(), f"{TASKS}.0.truncation.kind") == "head_tail"
    assert f"{TASKS}.0.truncation.head" in form.paths()
    assert find_problems(form.table()) == {}


def test_adding_takes_a_known_set_that_is_not_there_yet(qtbot: QtBot) -> None:
    form = form_for(qtbot, multitask())
    editor = form.field(TASKS).editor(TASKS)
    assert isinstance(editor, RecordListEditor)
    qtbot.mouseClick(editor._list.button, Qt.MouseButton.LeftButton)
    tasks = form.table()["stages"][0]["tasks"]
    assert [task["data"]["source"] for task in tasks] == [
        "samples:reviews",
        "samples:news",
        "samples:questions",
    ]
    assert find_problems(form.table()) == {}
    assert form.field(TASKS).is_changed()
    form.reset()
    assert form.table() == multitask()


def test_moving_takes_sweep_and_unfolding_along(qtbot: QtBot) -> None:
    axis = {f"{TASKS}.0.weight": [1.0, 4.0]}
    form = form_for(qtbot, multitask(), axis)
    first = heads(form)[0]
    qtbot.mouseClick(first.more, Qt.MouseButton.LeftButton)
    assert f"{TASKS}.0.data.split_seed" in form.paths()
    assert f"{TASKS}.1.data.split_seed" not in form.paths()
    heads(form)[0].buttons[LATER].setFocus()
    qtbot.keyClick(heads(form)[0].buttons[LATER], Qt.Key.Key_Space)
    assert [head.title.text() for head in heads(form)] == ["1 headlines", "2 Long reviews"]
    assert form.axes() == {f"{TASKS}.1.weight": [1.0, 4.0]}
    assert f"{TASKS}.1.data.split_seed" in form.paths()
    assert f"{TASKS}.0.data.split_seed" not in form.paths()


def test_one_task_has_to_stay_but_a_corpus_may_be_without_data_sets(qtbot: QtBot) -> None:
    form = form_for(qtbot, multitask())
    qtbot.mouseClick(heads(form)[1].buttons[REMOVE], Qt.MouseButton.LeftButton)
    assert len(form.table()["stages"][0]["tasks"]) == 1
    assert not heads(form)[0].buttons[REMOVE].isEnabled()

    other = form_for(qtbot, pretraining(), cls=FurtherPretrain)
    assert heads(other) == []
    editor = other.field("stages.0.data").editor("stages.0.data")
    assert isinstance(editor, RecordListEditor)
    editor.add()
    assert other.table()["stages"][0]["data"][0]["source"] == "samples:reviews"
    qtbot.mouseClick(heads(other)[0].buttons[REMOVE], Qt.MouseButton.LeftButton)
    assert other.table()["stages"][0]["data"] == []


def test_messages_stand_at_the_field_or_at_the_record_that_hides_it(qtbot: QtBot) -> None:
    form = form_for(qtbot, multitask())
    assert form.set_problems({f"{TASKS}.1.weight": "Too large"}) == []
    assert form.field(f"{TASKS}.1.weight").message.text() == "Too large."
    form.set_problems({f"{TASKS}.1.data.split_seed": "No seed"})
    assert heads(form)[1].message.text() == "No seed."
    assert form.focus_field(f"{TASKS}.1.data.split_seed")
    assert form.field(f"{TASKS}.1.data.split_seed").message.text() == "No seed."


def test_a_head_of_its_own_shows_its_fields(qtbot: QtBot) -> None:
    form = form_for(qtbot, multitask(features={"head": {"kind": "mlp", "hidden": 99}}))
    path = "stages.0.features.head"
    hidden = form.field(f"{path}.hidden").editor(f"{path}.hidden").widget
    assert isinstance(hidden, NumberField) and hidden.value() == 99
    combo = form.field(path).editor(path).widget
    assert isinstance(combo, ComboBox)
    combo.setCurrentIndex(combo.findData("bilstm"))
    combo.activated.emit(combo.currentIndex())
    assert f"{path}.hops" in form.paths() and f"{path}.activation" not in form.paths()
    assert value_at(form.table(), f"{path}.hidden") == 99  # the number that both have goes along
    assert find_problems(form.table()) == {}


def test_rearranging_and_renumbering() -> None:
    records = [{"n": 0}, {"n": 1}, {"n": 2}]
    made, moved = rearrange_records(records, 0, LATER)
    assert [r["n"] for r in made] == [1, 0, 2] and moved == {1: 0, 0: 1, 2: 2}
    made, moved = rearrange_records(records, 1, REMOVE)
    assert [r["n"] for r in made] == [0, 2] and moved == {0: 0, 2: 1}
    assert renumber_path("a.2.b.c", "a", moved) == "a.1.b.c"
    assert renumber_path("a.1.b", "a", moved) == ""


def test_records_in_tables_and_words() -> None:
    stage = multitask()["stages"][0]
    meta = next(meta for meta in describe_fields(Multitask) if meta.name == "tasks")
    assert (
        meta.min_items == 1
        and format_value(meta, stage["tasks"]) == "2 tasks"
        and format_value(meta, []) == "none"
    )
    paths = [path for path, _ in fields_below(Multitask, stage, "stages.0.")]
    assert f"{TASKS}.1.data.source" in paths and f"{TASKS}.0.truncation" in paths
    short = {"kind": "multitask", "tasks": [{"data": {"source": "samples:news"}}]}
    assert fill_defaults(Multitask, short)["tasks"][0]["data"]["validation_share"] == 0.1
    assert record_name(meta.model, {"name": "", "data": {"source": "x"}}, lambda _m, v: v.upper()) == "X"  # type: ignore[arg-type]


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


@pytest.fixture
def known() -> list[Suggestion]:
    return [Suggestion("samples:headlines", "Headlines")]


@pytest.fixture
def box(qtbot: QtBot, known: list[Suggestion]) -> SuggestionBox:
    made = displayed(qtbot, SuggestionBox("Data set", SuggestionSource(lambda: known)))
    return made


def test_a_value_that_becomes_known_later_gets_its_title(box: SuggestionBox, known: list[Suggestion]) -> None:
    line = box.lineEdit()
    assert line is not None
    box.set_value("catalogue:test.csv")
    assert line.text() == "catalogue:test.csv"
    known.append(Suggestion("catalogue:test.csv", "test.csv"))
    line.clearFocus()  # what is being typed stays
    box.show_label()
    assert (line.text(), box.value()) == ("test.csv", "catalogue:test.csv")


def test_the_line_leaves_room_for_the_chevron(box: SuggestionBox) -> None:
    line = box.lineEdit()
    assert line is not None
    assert line.geometry().right() < box.width() - 14 - 8


@pytest.mark.parametrize("leaves", [True, False])
def test_the_action_gets_the_key(qtbot: QtBot, leaves: bool) -> None:
    window = owned(qtbot, QWidget())
    line = TextField("start", name="Line")
    QVBoxLayout(window).addWidget(line)
    called: list[bool] = []
    undo = QAction("Undo", window)
    undo.setShortcut(QKeySequence.StandardKey.Undo)
    undo.triggered.connect(lambda: called.append(True))
    window.addAction(undo)
    if leaves:
        UndoKeyFilter(line)
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    line.setFocus()
    qtbot.keyClicks(line, "x")
    qtbot.keyClick(line, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert called == ([True] if leaves else [])
