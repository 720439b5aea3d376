"""The form: real widgets over the real specification and over one that nobody wrote a line of form for."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any, ClassVar, Literal

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from engine.spec.base import field
from engine.spec.checks.cross_field import SpecFinding
from engine.spec.describe import value_at
from engine.spec.experiment import Compute, Encoder, Experiment, parse_experiment
from engine.spec.freezing import Freezing
from engine.spec.recipes import list_recipes
from engine.spec.stages import Finetune, FurtherPretrain, Stage
from engine.spec.sweep import Plan
from tests.sampling import nightly_but
from tests.workbench.conftest import owned
from workbench.forms import FormPart, ModelForm, Suggestion
from workbench.forms.chips import OptionChips
from workbench.forms.rows import FormRow
from workbench.forms.suggestions import SuggestionBox, SuggestionSource
from workbench.look import theme
from workbench.widgets import CheckBox, ChipRow, ComboBox, Label, NumberField, TextField

pytestmark = pytest.mark.gui
RUN = FormPart(Experiment, "", names=("notes", "tags", "seed", "seeds"))
SETS = SuggestionSource(
    lambda: [
        Suggestion("samples:reviews", "Long reviews", "Bundled"),
        Suggestion("samples:news", "News", "Bundled"),
    ],
    browse_file="Choose a file...",
)


def experiment(**stage: Any) -> dict[str, Any]:
    made = parse_experiment({"stages": [{"kind": "finetune", "data": "samples:reviews", **stage}]})
    return made.model_dump(mode="json")


def form_for(
    qtbot: QtBot, table: dict[str, Any], axes: Any = None, parts: Any = None, **options: Any
) -> ModelForm:
    form = owned(
        qtbot, ModelForm(parts or [FormPart(Finetune, "stages.0"), RUN], {"data sets": SETS}, **options)
    )
    form.resize(552, 900)
    form.set_table(table, axes, table, axes)
    form.build()
    form.show()
    return form


def control(form: ModelForm, path: str) -> QWidget:
    return form.field(path).editor(path).widget


def type_into(qtbot: QtBot, field: QWidget, text: str) -> None:
    assert isinstance(field, TextField)
    field.setFocus()
    field.selectAll()
    qtbot.keyClicks(field, text)


# -- round trip --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("recipe", nightly_but(range(0, 40, 3), list_recipes()), ids=lambda r: r.name)
def test_every_recipe_comes_back_exactly(qtbot: QtBot, recipe: Any) -> None:
    table = recipe.plan.experiment.model_dump(mode="json")
    parts = [FormPart(type(stage), f"stages.{i}") for i, stage in enumerate(recipe.plan.experiment.stages)]
    form = form_for(
        qtbot,
        table,
        recipe.plan.axes,
        [*parts, RUN, FormPart(Encoder, "encoder"), FormPart(Compute, "compute")],
    )
    assert form.table() == table
    assert form.axes() == recipe.plan.axes
    assert form.changed_paths() == []
    back = Plan(parse_experiment(form.table()), form.axes())
    assert back == recipe.plan


def test_a_preset_gives_the_form_all_of_its_values_which_can_then_be_changed(qtbot: QtBot) -> None:
    form = form_for(qtbot, experiment(learning_rate=3e-4, batch_size=8))
    told: list[tuple[str, Any]] = []
    form.value_changed.connect(lambda path, value: told.append((path, value)))
    choice = control(form, "stages.0.preset")
    assert isinstance(choice, ComboBox)
    choice.set_current("paper_code")
    choice.activated.emit(choice.currentIndex())
    assert told == [("stages.0.preset", "paper_code")]
    stage = form.table()["stages"][0]
    assert (stage["optimizer"]["kind"], stage["clip"], stage["batch_size"]) == ("bertadam", "tensor", 24)
    rate, batch = control(form, "stages.0.learning_rate"), control(form, "stages.0.batch_size")
    assert isinstance(rate, NumberField) and rate.text() == "2e-5"
    assert isinstance(batch, NumberField) and batch.value() == 24
    type_into(qtbot, rate, "3e-5")
    qtbot.keyClick(rate, Qt.Key.Key_Return)
    stage = form.table()["stages"][0]
    assert (stage["learning_rate"], stage["preset"], stage["clip"]) == (3e-5, "paper_code", "tensor")
    assert (
        "paper's text: 24" in batch.toolTip() and "paper's code" in control(form, "stages.0.clip").toolTip()
    )


def test_the_controls_show_the_values_not_a_copy(qtbot: QtBot) -> None:
    table = experiment(
        learning_rate=3e-4, truncation={"kind": "head_tail", "head": 77}, features={"layers": "1, 2"}
    )
    form = form_for(qtbot, table)
    rate, head = control(form, "stages.0.learning_rate"), control(form, "stages.0.truncation.head")
    assert isinstance(rate, NumberField) and rate.text() == "3e-4"
    assert isinstance(head, NumberField) and head.value() == 77
    layers = control(form, "stages.0.features.layers")
    assert isinstance(layers, TextField) and layers.text() == "1, 2"
    source = control(form, "stages.0.data.source")
    assert isinstance(source, SuggestionBox) and source.currentText() == "Long reviews"


def test_a_word_is_shown_where_0_stands_for_it(qtbot: QtBot) -> None:
    form = form_for(qtbot, experiment(max_length=0))
    told: list[tuple[str, Any]] = []
    form.value_changed.connect(lambda path, value: told.append((path, value)))
    length = control(form, "stages.0.max_length")
    assert isinstance(length, NumberField) and (length.text(), length.placeholderText()) == ("", "automatic")
    type_into(qtbot, length, "64")
    assert told[-1] == ("stages.0.max_length", 64)
    length.selectAll()
    qtbot.keyClick(length, Qt.Key.Key_Backspace)
    assert told[-1] == ("stages.0.max_length", 0) and length.problem() == ""
    assert form.table()["stages"][0]["max_length"] == 0
    form.set_automatic({"stages.0.max_length": "512"})
    assert length.placeholderText() == "automatic (512)" and not length.text()
    room = length.width() - 2 * 8
    assert theme.metrics("body").horizontalAdvance(length.placeholderText()) <= room, "no letter is cut"
    form.set_automatic({})
    assert length.placeholderText() == "automatic"


def test_a_long_form_is_made_in_several_turns(qtbot: QtBot) -> None:
    form = owned(qtbot, ModelForm([FormPart(Finetune, "stages.0")], {}))
    form.set_table(experiment())
    assert list(form.rows()) == []
    qtbot.waitUntil(lambda: "stages.0.learning_rate" in [r.line.cells[0].path for r in form.rows()])
    assert not any(r.line.cells[0].path == "stages.0.freezing" for r in form.rows())  # its fold is closed


# -- editing -----------------------------------------------------------------------------------------------


def test_each_kind_of_control_edits(qtbot: QtBot) -> None:
    form = form_for(qtbot, experiment())
    told: dict[str, Any] = {}
    form.value_changed.connect(lambda path, value: told.update({path: value}))

    combine = control(form, "stages.0.features.combine")
    assert isinstance(combine, ComboBox)
    combine.setCurrentIndex(combine.findData("mean"))
    combine.activated.emit(combine.currentIndex())

    pair = control(form, "stages.0.data.pair")
    assert isinstance(pair, CheckBox)
    qtbot.mouseClick(pair, Qt.MouseButton.LeftButton)

    columns = control(form, "stages.0.data.text")
    assert isinstance(columns, ChipRow)
    columns.add("title, body")

    type_into(qtbot, control(form, "seeds.order"), "7")
    assert told == {
        "stages.0.features.combine": "mean",
        "stages.0.data.pair": True,
        "stages.0.data.text": ["title", "body"],
        "seeds.order": 7,
    }
    assert parse_experiment(form.table()).stages[0].data.text == ["title", "body"]  # type: ignore[attr-defined]


def test_an_optional_number_can_be_emptied(qtbot: QtBot) -> None:
    table = experiment()
    table["seeds"]["order"] = 7
    form = form_for(qtbot, table)
    field = control(form, "seeds.order")
    assert isinstance(field, NumberField)
    field.selectAll()
    qtbot.keyClick(field, Qt.Key.Key_Backspace)
    assert form.table()["seeds"]["order"] is None
    assert form.typed_problems() == {}


def test_choosing_an_option_brings_its_fields_and_back_again_its_numbers(qtbot: QtBot) -> None:
    form = form_for(qtbot, experiment(truncation={"kind": "head_tail", "head": 64}))
    path = "stages.0.truncation"

    def choose(kind: str) -> None:
        combo = control(form, path)
        assert isinstance(combo, ComboBox)
        combo.setCurrentIndex(combo.findData(kind))
        combo.activated.emit(combo.currentIndex())

    choose("tail")
    assert f"{path}.head" not in form.paths()
    assert form.table()["stages"][0]["truncation"] == {"kind": "tail"}
    choose("head_tail_share")
    assert form.table()["stages"][0]["truncation"] == {"kind": "head_tail_share", "head": 0.25}
    assert f"{path}.head" in form.paths()


def test_a_path_can_be_typed_where_data_sets_are_offered(qtbot: QtBot) -> None:
    form = form_for(qtbot, experiment())
    box = control(form, "stages.0.data.source")
    assert isinstance(box, SuggestionBox)
    line = box.lineEdit()
    assert line is not None
    with qtbot.waitSignal(form.value_changed) as caught:
        line.selectAll()
        qtbot.keyClicks(line, "/data/my.csv")
        qtbot.keyClick(line, Qt.Key.Key_Return)
    assert caught.args == ["stages.0.data.source", "/data/my.csv"]
    line.selectAll()
    qtbot.keyClicks(line, "News")
    qtbot.keyClick(line, Qt.Key.Key_Return)
    assert form.table()["stages"][0]["data"]["source"] == "samples:news"


def test_browsing_sets_the_path(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    form = form_for(qtbot, experiment())
    box = control(form, "stages.0.data.source")
    assert isinstance(box, SuggestionBox)
    monkeypatch.setattr(box, "browse", lambda folder: "/data/chosen.csv")
    index = next(i for i in range(box.count()) if box.itemText(i) == "Choose a file...")
    box.setCurrentIndex(index)
    box.activated.emit(index)
    assert form.table()["stages"][0]["data"]["source"] == "/data/chosen.csv"
    assert box.currentText() == "/data/chosen.csv"


def test_reset_brings_everything_back(qtbot: QtBot) -> None:
    table = experiment(truncation={"kind": "head_tail", "head": 64})
    form = form_for(qtbot, table)
    edited = copy.deepcopy(table)
    edited["stages"][0]["truncation"] = {"kind": "tail"}
    edited["stages"][0]["epochs"] = 9.0
    form.set_table(edited, {"seed": [1, 2]}, table, {})
    assert set(form.changed_paths()) == {"stages.0.truncation", "stages.0.epochs", "seed"}
    form.reset()
    assert form.table() == table and form.axes() == {} and form.changed_paths() == []


# -- names, tooltips ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("cls", [Finetune, FurtherPretrain])
def test_every_field_has_a_name_and_says_what_it_does(qtbot: QtBot, cls: type[Stage]) -> None:
    table = experiment()
    from engine.spec.describe import defaults

    table["stages"][0] = defaults(cls)
    form = form_for(qtbot, table, parts=[FormPart(cls, "stages.0"), RUN])
    assert len(form.paths()) > 15
    for path in form.paths():
        row = form.field(path)
        meta, widget = row.meta_of(path), control(form, path)
        assert widget.accessibleName() == meta.label
        assert meta.help.split(".")[0] in widget.toolTip(), path
        assert meta.source in widget.toolTip(), path


# -- problems ----------------------------------------------------------------------------------------------


def test_a_message_lands_at_its_field(qtbot: QtBot) -> None:
    form = form_for(qtbot, experiment(freezing={"kind": "lowest"}))
    unplaced = form.set_problems(
        {
            "stages.0.max_length": SpecFinding(
                "small reads at most 128.", remedy="Set it to 128.", fix=("x", 1)
            ),
            "stages.0.freezing.layers": "Input should be greater than or equal to 0",
            "stages.0.data.source": SpecFinding("3 test texts are also in train.", blocks=False),
            "encoder.source": SpecFinding("there is no such encoder."),
        }
    )
    assert unplaced == ["encoder.source"]
    length = form.field("stages.0.max_length").message
    assert (length.level(), length.text()) == ("error", "Small reads at most 128.")
    assert form.field("stages.0.freezing.layers").message.text() == "Must be greater than or equal to 0."
    assert form.field("stages.0.data.source").message.level() == "warning"
    assert form.field("stages.0.epochs").message.text() == ""
    form.set_problems({})
    assert all(row.message.text() == "" for row in form.rows())
    assert form.set_problems({"stages.0.truncation.head": SpecFinding("too long.")}) == []
    assert form.field("stages.0.truncation").message.text() == "Too long.", "below a shown field: the nearest"


def test_the_real_validator_finds_the_field(qtbot: QtBot) -> None:
    from engine.spec.experiment import find_problems

    table = experiment(freezing={"kind": "lowest"}, features={"layers": "last"})
    table["stages"][0]["freezing"]["layers"] = -1
    table["stages"][0]["features"]["layers"] = "the top one"
    form = form_for(qtbot, table)
    assert form.set_problems(find_problems(table)) == []
    assert "greater than or equal to 0" in form.field("stages.0.freezing.layers").message.text()
    assert "not a choice of layers" in form.field("stages.0.features.layers").message.text()


def test_a_remedy_sets_the_value(qtbot: QtBot) -> None:
    form = form_for(qtbot, experiment(max_length=512))
    path = "stages.0.max_length"
    form.set_problems({path: SpecFinding("too long.", remedy="Set it to 128.", fix=(path, 128))})
    form.field(path).message.remedy.emit()
    assert form.table()["stages"][0]["max_length"] == 128
    field = control(form, path)
    assert isinstance(field, NumberField) and field.text() == "128"


def test_a_word_where_a_number_belongs_is_said_and_the_value_kept(qtbot: QtBot) -> None:
    form = form_for(qtbot, experiment(epochs=3))
    with qtbot.waitSignal(form.problems_changed):
        type_into(qtbot, control(form, "stages.0.epochs"), "many")
    assert "not a number" in form.typed_problems()["stages.0.epochs"]
    assert form.field("stages.0.epochs").message.level() == "error"
    assert form.table()["stages"][0]["epochs"] == 3.0
    with qtbot.waitSignal(form.problems_changed):
        type_into(qtbot, control(form, "stages.0.epochs"), "2.5")
    assert form.typed_problems() == {}
    assert form.table()["stages"][0]["epochs"] == 2.5


def test_what_blocks_is_told_from_a_fold_that_was_never_open(qtbot: QtBot) -> None:
    form = owned(qtbot, ModelForm([FormPart(Finetune, "stages.0")]))
    table = experiment()
    form.set_table(table, {}, table, {})
    assert not any(path_of(row) == "stages.0.objective" for row in form.rows()), "its fold is closed at first"
    fix = ("stages.0.objective", {"kind": "multi_label"})
    form.set_problems(
        {"stages.0.objective": SpecFinding("learns from other labels.", remedy="Learn these.", fix=fix)}
    )
    (told,) = [row.message for row in form.rows() if row.message.level()]
    assert told.level() == "error" and told.link() == "Learn these"
    told.remedy.emit()
    assert form.table()["stages"][0]["objective"]["kind"] == "multi_label"


def path_of(row: object) -> str:
    return row.line.cells[0].path if isinstance(row, FormRow) else ""


def test_going_to_a_problem_unfolds_and_focuses(qtbot: QtBot) -> None:
    form = form_for(qtbot, experiment())
    form.fold("Freezing").set_open(False)
    form.activateWindow()
    assert form.focus_field("stages.0.freezing.layers")
    assert form.fold("Freezing").is_open()
    assert not form.focus_field("compute.device")


# -- sweeps ------------------------------------------------------------------------------------------------


def test_a_sweep_over_numbers_is_typed(qtbot: QtBot) -> None:
    form = form_for(qtbot, experiment())
    form.field("seed").sweep.click()
    chips = control(form, "seed")
    assert isinstance(chips, ChipRow) and chips.values() == [42]
    assert chips.add("43..45")
    assert form.axes() == {"seed": [42, 43, 44, 45]}
    assert not chips.add("-1")
    assert "at least 0" in form.typed_problems()["seed"]
    assert chips.add("46")
    assert form.typed_problems() == {}
    runs = Plan(parse_experiment(form.table()), form.axes()).expand()
    assert [run.seed for run in runs] == [42, 43, 44, 45, 46]


def test_a_share_is_shown_and_typed_in_percent_and_stays_a_share(qtbot: QtBot) -> None:
    path = "stages.0.data.validation_share"
    form = form_for(qtbot, experiment())
    field = control(form, path)
    assert isinstance(field, NumberField) and field.text() == "10"
    assert any(label.text() == "% of train" for label in form.field(path).findChildren(Label))
    type_into(qtbot, field, "7")
    assert value_at(form.table(), path) == 0.07 and field.text() == "7"
    type_into(qtbot, field, "90")
    assert form.typed_problems()[path] == "Between 0 and 50."
    type_into(qtbot, field, "7")
    form.field(path).sweep.click()
    chips = control(form, path)
    assert isinstance(chips, ChipRow) and chips.add("12.5 %, 20")
    assert {0.07, 0.125, 0.2} <= set(form.axes()[path])
    assert not chips.add("80") and "80 %" in form.typed_problems()[path]


def test_a_sweep_over_options_is_chosen(qtbot: QtBot) -> None:
    form = form_for(qtbot, experiment())
    path = "stages.0.truncation"
    form.field(path).sweep.click()
    chips = control(form, path)
    assert isinstance(chips, OptionChips) and chips.values() == [{"kind": "head"}]
    chips.add(next(value for value in chips.missing() if value["kind"] == "head_tail"))
    assert form.axes()[path] == [{"kind": "head"}, {"kind": "head_tail", "head": 128}]
    kinds = [
        run.stages[0].truncation.kind for run in Plan(parse_experiment(form.table()), form.axes()).expand()
    ]  # type: ignore[attr-defined]
    assert kinds == ["head", "head_tail"]


def test_ending_a_sweep_keeps_its_first_value(qtbot: QtBot) -> None:
    path = "stages.0.learning_rate"
    form = form_for(qtbot, experiment(learning_rate=1e-3), {path: [1e-4, 2e-4]})
    form.field(path).sweep.click()
    assert form.axes() == {} and form.table()["stages"][0]["learning_rate"] == 1e-4


def test_removing_the_last_value_ends_the_sweep(qtbot: QtBot) -> None:
    form = form_for(qtbot, experiment(), {"seed": [42]})
    chips = control(form, "seed")
    assert isinstance(chips, ChipRow)
    chips.setFocus()
    chips._remove_last()
    assert form.axes() == {}
    assert isinstance(control(form, "seed"), NumberField)


def test_changing_an_option_ends_the_sweep_of_its_field(qtbot: QtBot) -> None:
    form = form_for(qtbot, experiment(decay={"kind": "original"}), {"stages.0.decay.xi": [1.0, 0.95]})
    combo = control(form, "stages.0.decay")
    assert isinstance(combo, ComboBox)
    combo.setCurrentIndex(combo.findData("none"))
    combo.activated.emit(combo.currentIndex())
    assert form.axes() == {}


# -- a policy nobody wrote a form for ----------------------------------------------------------------------


@pytest.fixture
def toy_policy() -> Iterator[None]:
    class FreezeOdd(Freezing):
        """Layers with an odd number keep their weights."""

        title: ClassVar[str] = "Odd layers"
        kind: Literal["toy_odd"] = "toy_odd"
        until: int = field(
            7, label="Thaw at", unit="updates", help="When they begin.", ge=0, source="Nobody 1999"
        )

        def frozen_until(self, depth: int, layers: int, total: int) -> int:
            return self.until if depth % 2 else 0

    yield
    Freezing.options.pop("toy_odd", None)


def test_a_policy_from_a_plug_in_is_in_the_form(qtbot: QtBot, toy_policy: None) -> None:
    form = form_for(qtbot, experiment())
    combo = control(form, "stages.0.freezing")
    assert isinstance(combo, ComboBox)
    assert combo.findText("Odd layers") >= 0
    combo.setCurrentIndex(combo.findText("Odd layers"))
    combo.activated.emit(combo.currentIndex())
    field = control(form, "stages.0.freezing.until")
    assert isinstance(field, NumberField) and field.value() == 7
    assert "Nobody 1999" in field.toolTip() and field.accessibleName() == "Thaw at"
    made = parse_experiment(form.table()).stages[0].freezing
    assert made.kind == "toy_odd" and made.frozen_until(1, 4, 100) == 7
    assert value_at(form.table(), "stages.0.freezing") == {"kind": "toy_odd", "until": 7}


def test_choices_that_do_not_serve_are_greyed_out_with_their_reason(qtbot: QtBot) -> None:
    form = form_for(qtbot, experiment())
    form.set_unfit(
        {"stages.0.objective": {"regression": "Other labels."}, "stages.0.best_on": {"rmse": "It has none."}}
    )
    for path, value, reason in (
        ("stages.0.objective", "regression", "Other labels."),
        ("stages.0.best_on", "rmse", "It has none."),
    ):
        combo = control(form, path)
        assert isinstance(combo, ComboBox)
        place = combo.findData(value)
        assert not combo.model().flags(combo.model().index(place, 0)) & Qt.ItemFlag.ItemIsEnabled
        assert combo.itemData(place, Qt.ItemDataRole.ToolTipRole) == reason
        others = [k for k in range(combo.count()) if k != place]
        assert all(combo.model().flags(combo.model().index(k, 0)) & Qt.ItemFlag.ItemIsEnabled for k in others)
    form.set_unfit({})
    combo = control(form, "stages.0.objective")
    assert isinstance(combo, ComboBox)
    place = combo.findData("regression")
    assert combo.model().flags(combo.model().index(place, 0)) & Qt.ItemFlag.ItemIsEnabled
    assert combo.itemData(place, Qt.ItemDataRole.ToolTipRole) not in ("", "Other labels."), (
        "its own help again"
    )
