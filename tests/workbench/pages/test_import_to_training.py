"""What a user accepts in the import form is what Data shows, what a queued run freezes, and what trains.

The real form is used by mouse and keyboard, on a file whose every setting is another than what is detected or usual.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from engine import launch
from engine.data.dataset import load_dataset
from engine.data.inspection.report import DatasetReport
from engine.spec.data import DataSource, find_sources
from engine.store import Store, runs
from engine.store.data_names import get_resolved_experiment
from tests import patience
from workbench.backend.session import Session
from workbench.pages.data.page import DataPage
from workbench.pages.design.page import DesignPage
from workbench.widgets import ComboBox, NumberField

pytestmark = pytest.mark.gui
WAIT = patience.milliseconds(120)
ROWS, INCOMPLETE = 120, 8


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Rows between bars, with commas in the texts, two columns of classes, and every fifteenth row without a class."""
    lines = ["number|label|mood|summary|opinion"]
    for n in range(ROWS):
        mood = "" if n % 15 == 7 else ("calm", "loud", "grey")[n % 3]
        lines.append(f"{n}|{'ab'[n % 2]}|{mood}|item {n}, short|opinion {n}, at length, of {n % 3}")
    written = tmp_path / "opinions.csv"
    written.write_text("\n".join(lines), encoding="utf-8")
    return written


@pytest.fixture
def data(qtbot: QtBot, open_session: Session) -> Iterator[DataPage]:
    page = DataPage(open_session)
    qtbot.addWidget(page)
    page.resize(1368, 840)
    page.show()
    yield page
    page.sheet.stop()


@pytest.fixture
def design(qtbot: QtBot, open_session: Session) -> Iterator[DesignPage]:
    page = DesignPage(open_session)
    qtbot.addWidget(page)
    page.resize(1368, 812)
    page.show()
    page.on_shown()
    qtbot.waitUntil(lambda: page.ready, timeout=WAIT)
    yield page
    page.can_close()


def choose(qtbot: QtBot, box: ComboBox, text: str) -> None:
    """Picks an entry with the arrow keys."""
    while box.currentText() != text:
        before = box.currentIndex()
        qtbot.keyClick(box, Qt.Key.Key_Down)
        assert box.currentIndex() > before, f"{text} is not among the choices"


def imported(qtbot: QtBot, page: DataPage, file: Path) -> DatasetReport:
    """Imports ``file`` by the form, and returns what the page then shows of it."""
    page.import_set(str(file))
    form = page.sheet.form
    qtbot.waitUntil(lambda: form.preview is not None and not page.sheet._wait.isActive(), timeout=WAIT)

    delimiter = form.reading._boxes["delimiter"]
    assert isinstance(delimiter, ComboBox)
    choose(qtbot, delimiter, "|")
    for column in set(form.columns.text()) ^ {4}:  # the long opinion alone, whatever was detected
        form.columns.toggle(column)
    choose(qtbot, form.label, "mood")
    share = form.share
    assert isinstance(share, NumberField)
    share.setFocus()
    share.selectAll()
    qtbot.keyClicks(share, "20")

    # Rows without a class are complained of at the label; the remedy is one click there.
    row = form.label_row
    qtbot.waitUntil(lambda: row.message.level() == "error", timeout=WAIT)
    assert not form.add.isEnabled()
    qtbot.waitUntil(lambda: row.message.text() in form.foot.line.text(), timeout=WAIT)
    qtbot.mouseClick(form.foot.line._link, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(form.add.isEnabled, timeout=WAIT)
    qtbot.mouseClick(form.add, Qt.MouseButton.LeftButton)
    name = "catalogue:opinions.csv"
    qtbot.waitUntil(
        lambda: page._entry is not None and page._entry.name == name and page.rows.model.rowCount() > 0,
        timeout=WAIT,
    )
    inspected = page._inspection()
    assert inspected is not None
    return inspected.report


def test_what_was_accepted_is_shown_frozen_and_trained(
    qtbot: QtBot,
    data: DataPage,
    design: DesignPage,
    open_session: Session,
    file: Path,
    tiny_bert_folder: Path,
) -> None:
    report = imported(qtbot, data, file)
    sizes = {name: split.rows for name, split in report.splits.items()}
    assert sum(sizes.values()) == ROWS - INCOMPLETE
    assert report.classes == ["calm", "grey", "loud"]
    assert sizes["validation"] == pytest.approx(0.2 * (sizes["train"] + sizes["validation"]), abs=1.5)
    shown = {}
    for place, split in enumerate(("train", "validation", "test")):
        qtbot.mouseClick(data.rows.splits._buttons[place], Qt.MouseButton.LeftButton)
        qtbot.waitUntil(lambda split=split: data.rows.model.rowCount() == sizes[split], timeout=WAIT)
        shown[split] = data.rows.model.rowCount()
    assert shown == sizes

    # By "Use in Design" into a design, whose consequences are those of the same rows.
    with qtbot.waitSignal(data.navigate) as sent:
        qtbot.mouseClick(data.rows.head.use, Qt.MouseButton.LeftButton)
    page, payload = sent.args
    assert page == "design"
    design.receive(payload)
    for path, value in (
        ("encoder.source", str(tiny_bert_folder)), ("stages.0.epochs", 1.0), ("stages.0.batch_size", 16),
        ("stages.0.max_length", 16), ("probes.on", False), ("compute.device", "cpu"),
    ):  # fmt: skip
        design.editing.edit(path, value)
    qtbot.waitUntil(lambda: design.knowledge.stage(0).facts is not None, timeout=WAIT)
    facts = design.knowledge.stage(0).facts
    assert facts is not None
    assert {"train": facts.train, "validation": facts.validation, "test": facts.test} == sizes
    qtbot.waitUntil(design.run_button.isEnabled, timeout=WAIT)
    with qtbot.waitSignal(design.navigate, timeout=WAIT) as queued:
        qtbot.mouseClick(design.run_button, Qt.MouseButton.LeftButton)
    (number,) = queued.args[1]

    # What was accepted is frozen in the run.
    with Store(open_session.store_path, read_only=True) as store:
        frozen = next(source for _, source in find_sources(get_resolved_experiment(store, number)))
    assert frozen.source == "catalogue:opinions.csv" and frozen.resolved is not None
    accepted: DataSource = frozen.resolved.source
    reader = accepted.format.model_dump()
    assert (reader["kind"], reader["delimiter"], reader["incomplete"]) == ("csv", "pipe", "skip")
    assert (accepted.text, accepted.label, accepted.validation_share) == (["opinion"], "mood", 0.2)

    # And it trains, in a process of its own, on exactly the rows that were shown.
    last = list(launch.run_foreground(open_session.store_path, number))[-1]
    assert last.exit_code == 0, runs.read_log_tail(last.row.folder)
    read = load_dataset(frozen)
    assert {name: len(split) for name, split in read.splits.items()} == sizes
    with Store(open_session.store_path, read_only=True) as store:
        assert runs.data_fingerprints(store, number) == {"0": report.fingerprint} == {"0": read.fingerprint}
        (stage,) = runs.list_stages(store, number)
    assert stage.info["classes"] == report.classes
    assert stage.steps == -(-sizes["train"] // 16)
    assert all(text.startswith("opinion ") for text in read.splits["train"].texts)
