"""Lists of records in a form: adding, moving, removing, editing inside, by mouse and by keyboard."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from engine.spec.describe import describe_fields
from engine.spec.experiment import find_problems, parse_experiment
from engine.spec.stages import FurtherPretrain, Multitask
from engine.spec.tables import fields_below, fill_defaults, value_at
from engine.spec.wording import format_value, record_name
from workbench.forms import FormPart, ModelForm, Suggestion
from workbench.forms.editors import RecordListEditor
from workbench.forms.records import LATER, REMOVE, RecordRow, rearrange_records, renumber_path
from workbench.forms.suggestions import SuggestionSource
from workbench.widgets import ComboBox, NumberField

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
    form = ModelForm([FormPart(cls, "stages.0")], {"data sets": SETS})
    qtbot.addWidget(form)
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
