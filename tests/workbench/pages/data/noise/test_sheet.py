"""The queue of possible label errors: decisions by key, kept when it is left, and written as a new version."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from engine.data.dataset import load_dataset
from engine.spec.data import DataSource
from engine.store import Store
from engine.store.data_names import resolve_source
from engine.store.datasets import add_dataset
from tests import patience
from tests.engine.analysis.noise.test_triage import news
from tests.workbench.conftest import on_screen
from workbench.backend.session import Session
from workbench.pages.data.noise.sheet import count_decisions
from workbench.pages.data.page import DataPage

pytestmark = [pytest.mark.gui, pytest.mark.usefixtures("home")]

PATIENCE = patience.milliseconds(120)


@pytest.fixture
def session(qtbot: QtBot, home: Path, tmp_path: Path) -> Iterator[Session]:
    file, _ = news(tmp_path)
    with Store(home / "s.sqlite") as store:
        add_dataset(store, "news", {"source": str(file)})
    made = Session(home / "s.sqlite", run_queue=False)
    with qtbot.waitSignal(made.opened, timeout=patience.milliseconds(10)):
        made.start()
    yield made
    made.close()


@pytest.fixture
def page(qtbot: QtBot, session: Session) -> Iterator[DataPage]:
    made = on_screen(qtbot, DataPage(session), 1368, 840)
    made.receive("catalogue:news")
    yield made
    made.noise.stop()


def open_queue(qtbot: QtBot, page: DataPage) -> None:
    qtbot.waitUntil(
        lambda: getattr(page.selection.entry, "name", "") == "catalogue:news" and page.rows.is_readable,
        timeout=PATIENCE,
    )
    page.inspector.noise_requested.emit()
    assert page.columns.queueing()
    qtbot.waitUntil(lambda: page.noise.model.rowCount() > 0, timeout=PATIENCE)


def test_decisions_are_made_by_key_kept_and_written_as_a_version(
    qtbot: QtBot, page: DataPage, session: Session
) -> None:
    sheet = page.noise
    open_queue(qtbot, page)
    rows = sheet.model.rows
    assert rows[0].suggested and sheet.text.toPlainText() == rows[0].text and not sheet.apply.isEnabled()
    qtbot.keyClick(sheet.table, Qt.Key.Key_R)
    assert sheet.model.rows[0].decision == f"relabel: {rows[0].suggested}"
    assert sheet.table.selected() == [1] and sheet.apply.isEnabled()
    qtbot.keyClick(sheet.table, Qt.Key.Key_X)
    qtbot.keyClick(sheet.table, Qt.Key.Key_K)
    assert count_decisions(sheet.model.rows) == {"relabel": 1, "exclude": 1, "keep": 1}
    sheet.table.select([2])
    qtbot.keyClick(sheet.table, Qt.Key.Key_U)
    assert sheet.model.rows[2].decision == "" and sheet.table.selected() == [2]
    # The queue is left and opened anew: what was decided is there.
    qtbot.mouseClick(sheet.back_button, Qt.MouseButton.LeftButton)
    assert not page.columns.queueing()
    qtbot.waitUntil(lambda: not session.tasks.busy(sheet, "save"), timeout=PATIENCE)
    open_queue(qtbot, page)
    assert [row.decision for row in sheet.model.rows[:3]] == [f"relabel: {rows[0].suggested}", "exclude", ""]
    with qtbot.waitSignal(sheet.applied, timeout=PATIENCE) as made:
        qtbot.mouseClick(sheet.apply, Qt.MouseButton.LeftButton)
    assert made.args[0] == "news@2" and not page.columns.queueing()
    qtbot.waitUntil(
        lambda: (
            page.selection.entry is not None
            and page.selection.entry.name == "catalogue:news@2"
            and page.rows.is_readable
        ),
        timeout=PATIENCE,
    )
    assert "1 text relabelled and 1 left out" in page.selection.entry.description
    with Store(session.store_path, read_only=True) as store:
        found = load_dataset(resolve_source(store, DataSource(source="catalogue:news@2")))
        parent = load_dataset(resolve_source(store, DataSource(source="catalogue:news")))
    counts = [sum(len(split) for split in each.splits.values()) for each in (found, parent)]
    assert counts[0] == counts[1] - 1
    split = found.splits[rows[0].split]
    place = list(split.texts).index(rows[0].text)
    assert found.classes[split.labels[place]] == rows[0].suggested


@pytest.mark.nightly
def test_another_class_is_chosen_from_a_list_and_a_problem_is_said(
    qtbot: QtBot, page: DataPage, session: Session, tmp_path: Path
) -> None:
    sheet = page.noise
    open_queue(qtbot, page)
    first = sheet.model.rows[0]
    sheet.classes.set_current(first.suggested)
    sheet.classes.activated.emit(sheet.classes.currentIndex())
    assert sheet.model.rows[0].decision == f"relabel: {first.suggested}"
    file = tmp_path / "train.csv"
    file.write_text(file.read_text(encoding="utf-8").replace("goal", "score"), encoding="utf-8")
    qtbot.mouseClick(sheet.apply, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: "data have changed" in sheet.message.text(), timeout=PATIENCE)
    assert sheet.apply.isEnabled() and page.columns.queueing()


def test_texts_of_a_finding_are_left_out_of_a_new_version(
    qtbot: QtBot, page: DataPage, session: Session
) -> None:
    qtbot.waitUntil(
        lambda: getattr(page.selection.entry, "name", "") == "catalogue:news" and page.rows.is_readable,
        timeout=PATIENCE,
    )
    shared = next(row for row in page.inspector.health_rows() if row.finding.kind == "shared")
    assert "1 test text is also in" in shared.text.text() and shared.exclude is not None
    assert not page.inspector.leave_out.isEnabled()
    qtbot.mouseClick(shared.exclude, Qt.MouseButton.LeftButton)
    qtbot.mouseClick(page.inspector.leave_out, Qt.MouseButton.LeftButton)
    assert not page.inspector.leave_out.isEnabled(), "a second click would make another version"
    qtbot.waitUntil(
        lambda: (
            page.selection.entry is not None
            and page.selection.entry.name == "catalogue:news@2"
            and page.rows.is_readable
        ),
        timeout=PATIENCE,
    )
    kinds = {row.finding.kind: row for row in page.inspector.health_rows()}
    assert "is catalogue:news without 1 of its texts" in page.selection.entry.description
    assert kinds["shared"].finding.level == "good" and kinds["shared"].exclude is None
    with Store(session.store_path, read_only=True) as store:
        found = load_dataset(resolve_source(store, DataSource(source="catalogue:news@2")))
        parent = load_dataset(resolve_source(store, DataSource(source="catalogue:news")))
    assert len(found.splits["test"]) == len(parent.splits["test"])
    learnt = [len(each.splits["train"]) + len(each.splits["validation"]) for each in (found, parent)]
    assert learnt[0] == learnt[1] - 1
