"""The Design page with real widgets, a real session and a real store."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QFileDialog, QPushButton
from pytestqt.qtbot import QtBot

from engine.launch.baselines import baseline_experiments
from engine.spec import toml
from engine.spec.recipes import QUICKSTART, find_recipe, list_recipes
from engine.spec.sweep import Plan
from engine.store import Store, runs
from tests.workbench.conftest import WAIT, displayed, on_screen, owned
from tests.workbench.pages.design.drafted import form_of, settled
from tests.workbench.pages.stored import settle, train
from workbench.backend.session import Session
from workbench.forms.suggestions import SuggestionBox
from workbench.look import formats, theme
from workbench.pages.design.draft.files import draft_file
from workbench.pages.design.page import DesignPage
from workbench.widgets import Button, FieldRow, NumberField, StageCard
from workbench.widgets.command_field import CommandField

pytestmark = pytest.mark.gui


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A data set of two classes: 60 short texts to train on, a test split of its own."""
    folder = tmp_path / "data"
    folder.mkdir()
    for name, count in (("train", 60), ("test", 12)):
        lines = [
            "text,label",
            *(f"a {'good' if i % 2 else 'bad'} film {'word ' * (i % 7)}{i},{i % 2}" for i in range(count)),
        ]
        (folder / f"{name}.csv").write_text("\n".join(lines), encoding="utf-8")
    return folder


def shown(qtbot: QtBot, session: Session | None, width: int = 1368) -> DesignPage:
    page = displayed(qtbot, DesignPage(session), width, 812)
    page.on_shown()
    qtbot.waitUntil(lambda: page.ready, timeout=WAIT)
    return page


@pytest.fixture
def page(qtbot: QtBot, home: Path) -> Iterator[DesignPage]:
    """A page without a session: it designs, and asks no child process."""
    made = shown(qtbot, None)
    yield made
    made.can_close()


@pytest.fixture
def working(qtbot: QtBot, session: Session) -> Iterator[DesignPage]:
    """A page over a real store."""
    made = shown(qtbot, session)
    yield made
    made.can_close()


def facts(page: DesignPage) -> dict[str, str]:
    return dict(page.consequences.facts.facts())


# -- the first start ---------------------------------------------------------------------------------------


def test_a_first_start_shows_the_quickstart_and_a_guide(page: DesignPage) -> None:
    assert page.head.name_field.text() == "Quickstart"
    assert page.draft.plan() == find_recipe(QUICKSTART).plan
    assert page.form_column.guide.isVisible() and page.form_column.beginnings.isVisible()
    form = page.form_column.form()
    assert form is not None and form.folds() == ["Most used fields"]
    assert "stages.0.learning_rate" in form.paths() and "stages.0.weight_decay" not in form.paths()
    page.receive({"recipe": QUICKSTART})
    assert page.form_column.guide.isVisible() and not page.editor.can_undo, "it is there already"


def test_the_guide_hides_none_of_its_fields(qtbot: QtBot, page: DesignPage) -> None:
    """On a screen of 1280 x 800 all of it is in sight, with the other ways to begin in one line."""
    page.resize(1208, 744)
    form = form_of(page)
    settled(qtbot, page)
    area, rows = page.form_column.area, form.findChildren(FieldRow)
    last = max(row.mapTo(area, row.rect().bottomLeft()).y() for row in rows if row.isVisible())
    assert len(rows) > 4 and last < area.viewport().height()
    assert page.form_column.beginnings.height() < 2 * theme.sizes().field_row


def test_ones_own_data_are_imported_and_not_put_into_the_quickstart(
    qtbot: QtBot, page: DesignPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = page.draft
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: ("/data/mine.csv", ""))
    button = next(
        b for b in page.form_column.beginnings.findChildren(QPushButton) if b.text() == "Your own data…"
    )
    with qtbot.waitSignal(page.navigate) as sent:
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert sent.args == ["data", {"import": "/data/mine.csv"}] and page.draft is before


def test_the_guide_is_closed_once_for_all(qtbot: QtBot, page: DesignPage) -> None:
    page.form_column.guide.dismissed.emit()
    assert not page.form_column.guide.isVisible()
    form = page.form_column.form()
    assert form is not None and "Advanced" in form.folds()
    assert page.preferences.get("design_guide", True) is False


def test_the_offered_second_rate_makes_two_runs(qtbot: QtBot, page: DesignPage) -> None:
    form = form_of(page)
    offer = form.findChild(Button, "offer")
    assert offer is not None
    qtbot.mouseClick(offer, Qt.MouseButton.LeftButton)
    rate = find_recipe(QUICKSTART).plan.experiment.stages[0].learning_rate
    first, second = page.draft.axes["stages.0.learning_rate"]
    assert first == rate and rate / 8 < second < rate / 3
    qtbot.waitUntil(lambda: page.run_button.text() == "Run 2 runs", timeout=WAIT)
    assert page.strip.stage_cards[0].lines()[-1] == "Sweep: 2 learning rates"
    qtbot.waitUntil(lambda: page.consequences.combination.count() == 2, timeout=WAIT)
    labels = {curve.label for curve in page.consequences.rates.curves()}
    assert labels == {"top layer", f"learning rate {formats.plain(second)}"}


def test_what_a_sweep_means_needs_no_scrolling_sideways(qtbot: QtBot, page: DesignPage) -> None:
    """The choice of what is drawn and the legend did, on a small screen: 570 px beside rail and form."""
    page.close_guide()
    page.editor.begin(replace(page.draft, axes={"stages.0.learning_rate": [3e-4, 5e-5]}))
    qtbot.waitUntil(lambda: page.consequences.combination.count() == 2, timeout=WAIT)
    QApplication.processEvents()
    assert page.consequences.minimumSizeHint().width() <= 570


# -- what the choices mean ---------------------------------------------------------------------------------


def test_a_set_comes_with_the_share_that_it_holds_out(
    qtbot: QtBot, working: DesignPage, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the set holds out is what is read: the form must not go on showing the usual tenth."""
    shares = {"reviews": 0.25, "letters": 0.3}
    monkeypatch.setattr(working.knowledge, "share_held_out", lambda name, usual: shares.get(name, usual))

    def held_out() -> object:
        return working.draft.table["stages"][0]["data"]["validation_share"]

    for name, share in (("reviews", 0.25), ("letters", 0.3), (str(data), 0.1), ("reviews", 0.25)):
        working.form_column.value_changed.emit("stages.0.data.source", name)
        assert held_out() == share
    working.form_column.value_changed.emit("stages.0.data.validation_share", 0.15)
    working.form_column.value_changed.emit("stages.0.data.source", "letters")
    assert held_out() == 0.15, "a share chosen here stays"
    for name, share in (("reviews", 0.25), (str(data), 0.1)):
        working.receive({"source": name})
        qtbot.waitUntil(lambda share=share: held_out() == share, timeout=WAIT)


def test_consequences_come_from_the_data_and_the_encoder(
    qtbot: QtBot, working: DesignPage, data: Path, tiny_bert_folder: Path
) -> None:
    working.editor.use_data(str(data))
    working.editor.edit("encoder.source", str(tiny_bert_folder))
    working.editor.edit("stages.0.batch_size", 8)
    working.editor.edit("stages.0.epochs", 2.0)
    settled(qtbot, working)
    here = working.knowledge.stage(0)
    assert here.problem == "" and here.facts is not None and here.lengths is not None
    assert here.facts.train == 54 and here.facts.validation == 6 and here.facts.test == 12
    assert here.lengths.texts == 54
    qtbot.waitUntil(
        lambda: facts(working)["Updates"] == "14", timeout=WAIT
    )  # 2 epochs of 54 texts in batches of 8
    assert facts(working)["Runs"] == "1" and facts(working)["Majority class"] == "50.0 % error"
    assert "ONNX only. transformers' own classifier reads [CLS]" in working.consequences.exports.text()
    qtbot.waitUntil(lambda: facts(working)["Time"] not in ("", "–"), timeout=WAIT)
    top = working.consequences.rates.curves()[-1]
    assert top.x[-1] == 14 and top.y.max() == pytest.approx(
        working.draft.table["stages"][0]["learning_rate"], rel=0.1
    )
    bars = working.consequences.layers.rows
    assert [(bar.label, bar.value) for bar in bars()] == [("0", 27), ("1", 27)], (
        "all learn alike: the classes"
    )
    working.editor.edit("stages.0.decay.kind", "zhang")
    layers = ["Head", "Layer 2", "Layer 1", "Embeddings"]
    qtbot.waitUntil(lambda: [bar.label for bar in bars()] == layers, timeout=WAIT)
    assert working.strip.stage_cards[0].lines()[0] == "data, 54 to train"

    # Dragging the line in the lengths sets the length: 6 tokens of text and the two special ones.
    working.consequences.inputs.lengths.lengths.cut_moved.emit(6.0)
    assert working.draft.table["stages"][0]["max_length"] == 8
    qtbot.waitUntil(lambda: working.consequences.inputs.lengths.lengths.cut() == 6, timeout=WAIT)
    assert working.consequences.inputs.lengths.cut.rows()[0].figure == f"{here.lengths.count_longer(6):,}"


def test_a_missing_file_is_told_at_its_field_and_stops_the_run(qtbot: QtBot, working: DesignPage) -> None:
    working.editor.use_data("/nowhere/at all.csv")
    settled(qtbot, working)
    qtbot.waitUntil(lambda: not working.run_button.isEnabled(), timeout=WAIT)
    form = working.form_column.form()
    assert form is not None
    message = form.field("stages.0.data.source").message
    assert message.level() == "error" and "no such file" in message.text().lower()
    assert "data set" in working.run_button.toolTip().lower()
    assert not working.run_action.isEnabled()


def test_an_encoder_that_is_none_is_told_on_another_card_with_a_way_there(
    qtbot: QtBot, page: DesignPage, tmp_path: Path
) -> None:
    page.close_guide()
    page.editor.edit("encoder.source", str(tmp_path))
    qtbot.waitUntil(lambda: "encoder.source" in page.findings, timeout=WAIT)
    column = page.form_column
    note = column.foot.note
    assert note.level() == "error" and "Encoder" in note.text() and "Encoder" in column.foot.line.text()
    column.foot.line.remedy.emit()
    form = column.form()
    assert form is not None and "encoder.source" in form.paths()
    qtbot.waitUntil(lambda: form.field("encoder.source").message.level() == "error", timeout=WAIT)


# -- the pipeline ------------------------------------------------------------------------------------------


def test_selecting_a_card_changes_the_form(qtbot: QtBot, page: DesignPage) -> None:
    for card, paths in (
        (page.strip.encoder, {"encoder.source"}),
        (page.strip.compute, {"compute.device"}),
        (page.strip.stage_cards[0], {"stages.0.epochs", "seed"}),
    ):
        qtbot.mouseClick(card, Qt.MouseButton.LeftButton)
        form = page.form_column.form()
        assert form is not None and paths <= set(form.paths())


def test_a_command_is_offered_for_what_began_with_a_recipe(qtbot: QtBot, page: DesignPage) -> None:
    page.close_guide()
    page.resize(1600, 900)
    assert page.draft.recipe and not page.head.copy_button.isHidden()
    page.editor.begin(replace(page.draft, recipe="", title="mine.toml"))
    assert page.head.copy_button.isHidden(), "no command line has it: a file has"


def test_every_known_stage_can_be_added_moved_and_removed(qtbot: QtBot, page: DesignPage) -> None:
    page.close_guide()
    menu = page.strip.add_menu()
    assert {item.text() for item in menu.actions()} == {
        "Distillation",
        "Fine-tuning",
        "Further pre-training",
        "Multi-task fine-tuning",
    }
    next(item for item in menu.actions() if item.text() == "Further pre-training").trigger()
    assert [s["kind"] for s in page.draft.stages] == ["further_pretrain", "finetune"]
    cards = page.strip.stage_cards
    assert [card.text() for card in cards] == ["1 Further pre-training", "2 Fine-tuning"]
    assert cards[0].isChecked()
    cards[0].setFocus()
    qtbot.keyClick(cards[0], Qt.Key.Key_Right, Qt.KeyboardModifier.AltModifier)
    assert [s["kind"] for s in page.draft.stages] == ["finetune", "further_pretrain"]
    assert [card.text() for card in page.strip.stage_cards] == ["1 Fine-tuning", "2 Further pre-training"]
    qtbot.keyClick(page.strip.stage_cards[1], Qt.Key.Key_Delete)
    assert [s["kind"] for s in page.draft.stages] == ["finetune"]
    assert page.draft.changes() == [] and not page.draft.reshaped


def test_the_teacher_of_a_distillation_is_chosen_among_the_encoders(qtbot: QtBot, page: DesignPage) -> None:
    page.close_guide()
    page.add_stage("distil")
    assert [card.text() for card in page.strip.stage_cards] == ["1 Distillation", "2 Fine-tuning"]
    page.go_to("stages.0.teacher")
    form = form_of(page)
    assert isinstance(form.field("stages.0.teacher").editor("stages.0.teacher").widget, SuggestionBox)
    page.editor.edit("stages.0.teacher", "palimpsest-tiny")
    assert page.strip.stage_cards[0].lines()[-1] == "Teacher palimpsest-tiny"
    stage = page.draft.plan().experiment.stages[0]
    assert stage.teachers() == {"teacher": "palimpsest-tiny"}


def test_two_fine_tunings_branch_off_one_stage(qtbot: QtBot, page: DesignPage) -> None:
    page.close_guide()
    page.add_stage("multitask")
    page.add_stage("finetune")
    assert [s["kind"] for s in page.draft.stages] == ["multitask", "finetune", "finetune"]
    assert [card.branch for card in page.strip._texts] == [None, None, 1]
    form = form_of(page)
    editor = form.field("stages.2.start").editor("stages.2.start")
    assert editor.widget.currentText() == "Stage 1 Multi-task fine-tuning"  # type: ignore[attr-defined]
    menu = page.strip.stage_menu(2, page)
    inside = next(item.menu() for item in menu.actions() if item.text() == "Starts from")
    assert [item.text() for item in inside.actions() if item.isChecked()] == [
        "Stage 1 Multi-task fine-tuning"
    ]
    next(item for item in inside.actions() if item.text() == "The encoder").trigger()
    assert page.draft.stages[2]["start"] == "encoder" and [card.branch for card in page.strip._texts] == [
        None,
        None,
        0,
    ]
    page.undo()
    assert [card.branch for card in page.strip._texts] == [None, None, 1]


def test_changes_are_undone_and_redone(qtbot: QtBot, page: DesignPage) -> None:
    page.close_guide()
    page.add_stage("finetune")
    page.editor.edit("seed", 7)
    page.undo()
    page.undo()
    assert page.draft.plan() == find_recipe(QUICKSTART).plan and not page.undo_action.isEnabled()
    page.editor.redo()
    page.editor.redo()
    assert len(page.draft.stages) == 2 and page.draft.table["seed"] == 7


def test_undo_first_forgets_what_was_typed_wrongly(qtbot: QtBot, page: DesignPage) -> None:
    form = form_of(page)
    field = form.field("stages.0.epochs").editor("stages.0.epochs").widget
    assert isinstance(field, NumberField)
    field.selectAll()
    qtbot.keyClicks(field, "abc")
    qtbot.waitUntil(lambda: "stages.0.epochs" in page.findings, timeout=WAIT)
    page.undo()
    epochs = find_recipe(QUICKSTART).plan.experiment.stages[0].epochs  # type: ignore[attr-defined]
    assert field.text() == formats.plain(epochs) and page.form_column.typed_problems() == {}
    qtbot.waitUntil(lambda: page.findings == {}, timeout=WAIT)


def test_every_setting_is_found_by_its_title_its_name_and_what_it_means(
    qtbot: QtBot, page: DesignPage
) -> None:
    field = owned(qtbot, CommandField())
    field.begin(page.commands, page.sought())
    assert field.matches("learning rate stage 1")[0] == "Learning rate, stage 1"
    assert "Batch size, stage 1" in field.matches("stages.0.batch_size")
    epochs = next(each for each in page.commands() if each.title == "Epochs, stage 1")
    assert "Epochs, stage 1" in field.matches(" ".join(epochs.words.split()[-3:])), "by what it means"
    assert any(title.endswith("compute") for title in field.matches("device"))
    assert "Freezing, stage 1" in field.matches("freeze layers"), "in another form of the word, by an option"
    assert all(field.matches(option) for option in ("EWC", "LoRA", "L2-SP", "head first"))
    field.run("stages.0.batch_size")
    assert page.form_column.form().field("stages.0.batch_size").focused_path() == "stages.0.batch_size"
    assert field.commands() == [], "when it is left it offers what it always does"


# -- recipes and files -------------------------------------------------------------------------------------


def test_all_recipes_are_listed_and_one_can_be_taken(qtbot: QtBot, page: DesignPage) -> None:
    assert {r.name for r in page.recipe_list.recipes()} == {r.name for r in list_recipes()}
    page.show_recipes()
    assert page.recipe_list.isVisible()
    view = page.recipe_list.view
    shown = view.texts()
    groups = [title for title in shown if title.startswith("#")]
    assert groups == ["#Demonstrations", "#Against forgetting", "#The paper"] and shown[1] == "Quickstart"
    page.recipe_list.search.search_for("kumar head")
    assert view.texts() == ["Head first, then everything"]
    page.recipe_list.search.search_for("table 4")
    assert view.texts()[0] == "Table 4, layer-wise decay" and len(view.texts()) > 1, (
        "what is called so is first"
    )
    page.show_recipes()
    assert view.texts() == shown, "the next time all are there"
    page.recipe_list.search.search_for("which layer")
    qtbot.keyClick(page.recipe_list.search, Qt.Key.Key_Return)
    assert not page.recipe_list.isVisible()
    assert page.draft.plan() == find_recipe("which-layer").plan
    qtbot.waitUntil(lambda: page.run_button.text() == "Run 5 runs", timeout=WAIT)
    page.undo()
    assert page.draft.plan() == find_recipe(QUICKSTART).plan


def test_a_design_is_kept_as_a_recipe_and_found_by_the_next_window(
    qtbot: QtBot, page: DesignPage, home: Path
) -> None:
    page.editor.edit("name", "My rates")
    page.editor.edit("stages.0.epochs", 2.0)
    wanted = page.draft.plan()
    page.draft_io.save_recipe()
    qtbot.waitUntil(lambda: page.recipe_list.recipes()[0].name == "my-rates", timeout=WAIT)
    next_page = shown(qtbot, None)
    mine = next_page.recipe_list.recipes()[0]
    assert mine.own and mine.title == "My rates"
    next_page.recipe_list.chosen.emit(mine)
    kept = next_page.draft.plan()
    assert (
        kept.experiment.stages == wanted.experiment.stages
        and next_page.head.origin.text() == "Recipe, unchanged"
    )
    # Another design of the same name is refused, and said so.
    next_page.editor.edit("stages.0.epochs", 3.0)
    next_page.draft_io.save_recipe()
    qtbot.waitUntil(lambda: "you already have a recipe" in next_page.note.text(), timeout=WAIT)
    # It is removed at its bin, after a question; those that come along have none.
    next_page.show_recipes()
    view = next_page.recipe_list.view
    with qtbot.waitSignal(next_page.recipe_list.removal_requested, timeout=WAIT):
        qtbot.mouseClick(
            view.viewport(), Qt.MouseButton.LeftButton, pos=view.mark_rect(f"own:{mine.name}").center()
        )
    assert not next_page.recipe_list.isVisible() and "My rates" in next_page.draft_io.question.text()
    (remove,) = (b for b in next_page.draft_io.question.buttons() if b.text() == "Remove")
    with qtbot.waitSignal(next_page.draft_io.recipe_removed, timeout=WAIT):
        qtbot.mouseClick(remove, Qt.MouseButton.LeftButton)
    assert not (home / "recipes" / "my-rates.toml").exists()
    assert not any(each.own for each in next_page.recipe_list.recipes())
    next_page.can_close()


def test_the_head_counts_the_changes(page: DesignPage) -> None:
    page.close_guide()
    page.editor.edit("stages.0.epochs", 7.0)
    page.editor.edit("seed", 1)
    assert page.head.origin.text() == "From recipe Quickstart, 2 changes"
    assert [each.text() for each in page.head.changes_menu().actions() if each.text()] == [
        "Seed: 42 → 1",
        "1 Fine-tuning, epochs: 3 → 7",
        "Restore all values of the recipe",
    ]
    assert page.form_column._count.text().startswith("2 of ")
    page.form_column._reset.click()
    assert page.draft.changes() == [] and page.head.origin.text() == "Recipe, unchanged"
    assert not page.head.origin.isEnabled()
    # A difference leads to its field; the last entry takes them all back, by one step that can be undone.
    page.editor.edit("stages.0.epochs", 7.0)
    page.editor.sweep("stages.0.learning_rate", [3e-4, 1e-4])
    page.editor.select("encoder")
    rate, epochs, back = (each for each in page.head.changes_menu().actions() if each.text())
    assert rate.text().endswith("learning rate: 3e-4 → 3e-4, 1e-4")
    epochs.trigger()
    assert page.editor.card == "stages.0"
    back.trigger()
    assert page.draft.changes() == [] and page.draft.plan() == find_recipe(QUICKSTART).plan
    page.undo()
    assert len(page.draft.changes()) == 2


def test_toml_out_and_in(qtbot: QtBot, page: DesignPage, tmp_path: Path) -> None:
    page.use_recipe(find_recipe("long-texts"))
    page.editor.edit("name", "Mine")
    file = tmp_path / "mine.toml"
    page.draft_io.save_file(file)
    qtbot.waitUntil(file.is_file, timeout=WAIT)
    page.tasks.wait()
    assert toml.load(file) == page.draft.plan()
    page.use_recipe(find_recipe(QUICKSTART))
    page.draft_io.open_file(file)
    qtbot.waitUntil(lambda: page.head.name_field.text() == "Mine", timeout=WAIT)
    assert page.draft.plan() == toml.load(file) and page.head.origin.text() == "mine.toml, unchanged"
    page.draft_io.copy_toml()
    assert toml.loads(QGuiApplication.clipboard().text()) == page.draft.plan()


def test_a_bad_file_is_told_in_place(qtbot: QtBot, page: DesignPage, tmp_path: Path) -> None:
    file = tmp_path / "bad.toml"
    file.write_text("name = [", encoding="utf-8")
    page.draft_io.open_file(file)
    qtbot.waitUntil(lambda: page.note.level() == "error", timeout=WAIT)
    assert "bad.toml" in page.note.text() and page.head.name_field.text() == "Quickstart"


def test_the_command_is_copied(page: DesignPage) -> None:
    page.editor.edit("seed", 3)
    page.draft_io.copy_command()
    assert QGuiApplication.clipboard().text() == "palimpsest run quickstart --set seed=3"
    page.add_stage("finetune")
    page.draft_io.copy_command()
    assert "save the draft as TOML" in page.note.text()


def test_a_broken_draft_file_is_told_and_the_quickstart_shown(qtbot: QtBot, home: Path) -> None:
    draft_file().write_text("{", encoding="utf-8")
    page = shown(qtbot, None)
    assert page.note.level() == "error" and page.draft.plan() == find_recipe(QUICKSTART).plan
    page.can_close()


# -- running -----------------------------------------------------------------------------------------------


def test_run_puts_every_combination_into_the_store(
    qtbot: QtBot, working: DesignPage, session: Session
) -> None:
    working.use_recipe(find_recipe("two-learning-rates"))
    working.editor.edit("name", "Rates")
    qtbot.waitUntil(lambda: working.run_button.text() == "Run 6 runs", timeout=WAIT)
    assert working.run_button.isEnabled()
    with qtbot.waitSignal(working.navigate, timeout=WAIT) as sent:
        working.run_button.click()
    assert sent.args[0] == "runs"
    numbers = sent.args[1]
    with Store(session.store_path, read_only=True) as store:
        rows = runs.list_runs(store, ids=numbers)
        stored = [runs.get_experiment(store, number) for number in numbers]
    assert len(rows) == 6 and {row.status for row in rows} == {"queued"}
    assert {row.group_name for row in rows} == {"Rates"}
    expected = Plan(working.draft.plan().experiment, working.draft.axes).expand()
    assert [(e.stages[0].learning_rate, e.seed) for e in stored] == [
        (e.stages[0].learning_rate, e.seed) for e in expected
    ]
    working.run_button.click()  # once more
    assert "Queue it once more?" in working.question.text()
    with qtbot.waitSignal(working.navigate, timeout=WAIT) as sent:
        next(each for each in working.question.buttons() if each.text() == "Run again").click()
    assert set(sent.args[1]).isdisjoint(numbers)


def test_a_click_queues_the_baselines_of_the_design(
    qtbot: QtBot, working: DesignPage, session: Session
) -> None:
    qtbot.waitUntil(working.head.baseline_button.isEnabled, timeout=WAIT)
    with qtbot.waitSignal(working.navigate, timeout=WAIT) as sent:
        working.head.baseline_button.click()
    with Store(session.store_path, read_only=True) as store:
        stored = [runs.get_experiment(store, number) for number in sent.args[1]]
    assert [each.identity() for each in stored] == [
        each.identity() for each in baseline_experiments([working.draft.plan().experiment])
    ]
    number = sent.args[1][0]
    train(session.store_path, number, [0.7], test=12.5)
    settle(session.store_path, [number], "finished")
    qtbot.waitUntil(lambda: facts(working).get("Best baseline") == "12.5 % error", timeout=WAIT)
    working.hide()
    session.runs_changed.emit()
    assert not session.busy(working.knowledge, "sets"), "out of sight it asks nothing"
    # Such a run can be looked at, and begun with, as any other.
    working.receive({"experiment": stored[0].model_dump(mode="json")})
    settled(qtbot, working)
    assert [s["kind"] for s in working.draft.stages] == ["linear_baseline"]
    form = working.form_column.form()
    assert form is not None
    assert "stages.0.classifier" in form.paths() and "stages.0.learning_rate" not in form.paths()
    assert working.run_button.isEnabled()


def test_an_unchanged_recipe_keeps_its_name_in_the_store_and_a_changed_one_does_not(
    qtbot: QtBot, working: DesignPage, session: Session
) -> None:
    with qtbot.waitSignal(working.navigate, timeout=WAIT) as first:
        working.run()
    working.editor.edit("seed", 5)
    with qtbot.waitSignal(working.navigate, timeout=WAIT) as second:
        working.run()
    with Store(session.store_path, read_only=True) as store:
        named = [runs.get_run(store, args[1][0]).recipe for args in (first.args, second.args)]
    assert named == [QUICKSTART, ""]


def test_run_with_a_problem_goes_to_its_field(qtbot: QtBot, working: DesignPage, session: Session) -> None:
    working.close_guide()
    working.select("compute")
    working.editor.edit("stages.0.max_length", 4096)
    qtbot.waitUntil(lambda: not working.run_button.isEnabled(), timeout=WAIT)
    working.run()
    form = working.form_column.form()
    assert form is not None and "stages.0.max_length" in form.paths()
    with Store(session.store_path, read_only=True) as store:
        assert runs.count_runs(store) == 0


def test_without_a_session_the_page_designs_but_does_not_run(qtbot: QtBot, page: DesignPage) -> None:
    page.editor.edit("seed", 9)
    settled(qtbot, page)
    assert page.draft.plan().experiment.seed == 9 and not page.run_button.isEnabled()


# -- other pages, accessibility, narrow windows ------------------------------------------------------------


def test_other_pages_can_send_work(qtbot: QtBot, page: DesignPage) -> None:
    page.receive({"source": "samples:questions"})
    qtbot.waitUntil(lambda: page.draft.stages[0]["data"]["source"] == "samples:questions", timeout=WAIT)
    page.receive({"recipe": "which-layer"})
    assert page.draft.recipe == "which-layer"
    table = find_recipe(QUICKSTART).plan.experiment.model_copy(update={"seed": 99}).model_dump(mode="json")
    page.receive({"experiment": table, "title": "run 7"})
    assert page.draft.table["seed"] == 99 and page.head.origin.text() == "run 7, unchanged"


def test_what_another_page_sends_before_the_draft_is_read_is_not_lost(qtbot: QtBot, home: Path) -> None:
    page = on_screen(qtbot, DesignPage(None))
    page.receive({"source": "samples:headlines"})
    qtbot.waitUntil(lambda: page.ready, timeout=WAIT)
    assert page.draft.stages[0]["data"]["source"] == "samples:headlines"
    page.can_close()


def test_a_narrow_page_shows_both_cards_too(qtbot: QtBot, home: Path) -> None:
    page = shown(qtbot, None, width=1208)
    wide = shown(qtbot, None, width=1368)
    assert abs(page.form_column.width() - 520) <= 2 and abs(wide.form_column.width() - 584) <= 2
    panel = page.consequences
    qtbot.waitUntil(lambda: panel.inputs.width() > 200 and panel.layers.isVisible(), timeout=WAIT)
    assert panel.minimumSizeHint().width() <= 1208 - 520
    page.can_close()
    wide.can_close()


def test_cards_can_be_dragged(qtbot: QtBot, page: DesignPage) -> None:
    page.add_stage("further_pretrain")
    card = page.strip.stage_cards[0]
    assert isinstance(card, StageCard)
    handle = QPoint(card.width() - 20, 20)
    with qtbot.waitSignal(card.move_requested, timeout=WAIT):
        qtbot.mousePress(card, Qt.MouseButton.LeftButton, pos=handle)
        qtbot.mouseMove(card, handle + QPoint(card.width(), 0))
    assert [s["kind"] for s in page.draft.stages] == ["finetune", "further_pretrain"]


def test_the_papers_experiments_are_taken_in_a_size(qtbot: QtBot, page: DesignPage) -> None:
    page.show_recipes()
    assert {r.size for r in page.recipe_list.recipes()} == {"", "sample"}
    page.recipe_list.sizes.set_current("paper")
    page.recipe_list.sizes.chosen.emit("paper")
    table = next(r for r in page.recipe_list.recipes() if r.name == "table-2")
    assert table.plan == find_recipe("table-2", "paper").plan
    page.recipe_list.chosen.emit(table)
    page.recipe_list.hide()
    assert page.draft.recipe == "table-2:paper"
    assert page.draft.plan() == table.plan
    qtbot.waitUntil(lambda: page.run_button.text() == "Run 36 runs", timeout=WAIT)
    page.receive({"recipe": "table-2:small"})
    assert page.draft.plan() == find_recipe("table-2", "small").plan


def test_of_runs_that_differ_in_stages_one_with_the_selected_stage_is_shown(
    qtbot: QtBot, page: DesignPage
) -> None:
    page.receive({"recipe": "table-7"})
    combination = page.consequences.combination
    qtbot.waitUntil(lambda: combination.count() == 8, timeout=WAIT)
    # The pre-training is selected; the first runs of the table do without it.
    assert combination.currentText().startswith("BERT-CDPT-FiT")
    combination.setCurrentIndex(0)
    combination.activated.emit(0)
    page.check()
    assert combination.currentText().startswith("BERT-FiT"), "what the user chooses stays"


def test_a_design_that_does_not_fit_into_free_memory_says_what_helps(
    qtbot: QtBot, working: DesignPage, data: Path
) -> None:
    knowledge, advice = working.knowledge, working.consequences.memory_advice
    working.editor.use_data(str(data))
    qtbot.waitUntil(
        lambda: facts(working).get("Updates", "–") != "–" and knowledge.machine.memory > 0, timeout=WAIT
    )
    assert advice.isHidden()
    knowledge.machine = replace(knowledge.machine, free=1e9)
    working.editor.edit("stages.0.batch_size", 16)
    qtbot.waitUntil(lambda: "1.0 GB are free on this computer" in advice.text(), timeout=WAIT)
    assert "choose a smaller encoder" in advice.text()


def test_stages_beyond_the_edge_are_brought_into_sight_and_adding_stays_in_reach(
    qtbot: QtBot, page: DesignPage
) -> None:
    page.resize(1100, 700)
    for _ in range(4):
        page.add_stage("finetune")
    strip = page.strip
    bar = strip._scroll.horizontalScrollBar()
    qtbot.waitUntil(lambda: len(strip.stage_cards) == 5 and bar.maximum() > 0, timeout=WAIT)
    assert bar.isVisible()
    assert strip.rect().contains(strip.add.geometry()) and strip.add.isVisible()
