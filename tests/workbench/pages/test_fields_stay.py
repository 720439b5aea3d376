"""Fields stay where they are while something is found out: what arrives late is never a reason to move them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import pytest
from PySide6.QtCore import QDeadlineTimer, QEvent, QObject, QPoint, QRect
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from tests.workbench.conftest import WAIT, on_screen
from tests.workbench.pages.design.drafted import form_of, settled
from workbench.backend.session import Session
from workbench.pages.design.page import DesignPage
from workbench.pages.design.search.dialog import SearchDialog
from workbench.widgets import FieldRow, NumberField

pytestmark = pytest.mark.gui


def whole(places: dict[FieldRow, QRect]) -> bool:
    """Return whether each row has at least its least height: less of it is a layout in progress."""
    return all(place.height() >= row.minimumSizeHint().height() for row, place in places.items())


class FieldPlaces(QObject):
    """Notes where the rows of forms are whenever ``window`` is painted, and which have moved since the first time.

    A row that goes (of another form) or comes is none that moved, nor is one whose right end makes room for a scroll
    bar. Places are those in the window, so that scrolling and everything above counts.
    """

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self.first: dict[FieldRow, QRect] = {}
        self.moved: dict[str, tuple[QRect, QRect]] = {}
        self.begin()
        window.installEventFilter(self)

    def begin(self) -> None:
        """Take the places of now as those that hold, once a layout in progress is done.

        A form that has just appeared is laid out in several rounds of events, by each level of what holds it: the
        places hold when three rounds leave them as they are, and no row is lower than it must be.
        """
        rounds, deadline = 0, QDeadlineTimer(WAIT)
        while rounds < 3 and not deadline.hasExpired():
            QApplication.sendPostedEvents()
            QApplication.processEvents()
            places = self.now()
            rounds = rounds + 1 if whole(places) and places == self.first else 0
            self.first = places
        assert rounds == 3, "the form is not laid out"
        self.moved = {}  # what was laid out until now was no move

    def now(self) -> dict[FieldRow, QRect]:
        """Where each visible row is."""
        return {
            row: QRect(row.mapTo(self._window, QPoint(0, 0)), row.size())
            for row in self._window.findChildren(FieldRow)
            if row.isVisible()
        }

    def look(self) -> None:
        """Note which rows have moved; rows that come have a place once none is lower than it must be."""
        places = self.now()
        if whole(places):
            self.first = {**places, **self.first}
        for row, place in places.items():
            before = self.first.get(row, place)
            if before.topLeft() != place.topLeft() or before.height() != place.height():
                self.moved[row.name()] = (before, place)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.UpdateRequest, QEvent.Type.LayoutRequest):
            self.look()
        return False


@pytest.fixture
def design(qtbot: QtBot, open_session: Session) -> Iterator[DesignPage]:
    page = on_screen(qtbot, DesignPage(open_session), 1208, 640)
    qtbot.waitUntil(lambda: page.ready, timeout=WAIT)
    yield page
    page.can_close()


def is_told(page: DesignPage, path: str) -> bool:
    """Whether something has been found at ``path``."""
    return path in page.findings


def test_on_design_findings_move_no_field(qtbot: QtBot, design: DesignPage) -> None:
    """From the guide of a first start, through what is found of data and encoder, to errors of every kind."""
    guide = FieldPlaces(design)
    settled(qtbot, design)
    assert len(guide.first) > 4 and guide.moved == {}

    design.close_guide()
    design.select("stages.0")
    form = form_of(design)
    settled(qtbot, design)
    places, foot = FieldPlaces(design), design.form_column.foot
    assert len(places.first) > 8
    edits: list[tuple[str, object, str]] = [
        ("stages.0.batch_size", 100_000, "stages.0.batch_size"),
        ("stages.0.learning_rate", -1.0, "stages.0.learning_rate"),
        ("encoder.source", "/nowhere/no encoder", "encoder.source"),
        ("stages.0.data.source", "/nowhere/texts.csv", "stages.0.data.source"),
    ]
    for path, value, told in edits:
        design.editor.edit(path, value)
        qtbot.waitUntil(partial(is_told, design, told), timeout=WAIT)
        settled(qtbot, design)
        places.look()
        assert places.moved == {}, path
    assert len(foot.messages()) >= 2 and foot.count.text().endswith(f"of {len(foot.messages())}")
    number = form.field("stages.0.epochs").findChild(NumberField)
    assert number is not None
    number.setFocus()
    line = number if isinstance(number, QLineEdit) else number.findChild(QLineEdit)
    assert line is not None
    line.setText("many")
    number.clearFocus()
    QApplication.processEvents()
    places.look()
    assert places.moved == {}


def test_memory_that_is_short_moves_no_plot(qtbot: QtBot, design: DesignPage) -> None:
    """What is found of memory comes late, and is said over the foot of the plot of rates."""
    settled(qtbot, design)
    panel = design.consequences
    before = panel.rates.geometry()
    panel.memory_advice.show_message("error", "It needs more memory than there is; choose a smaller encoder.")
    QApplication.processEvents()
    assert panel.memory_advice.isVisible() and panel.rates.geometry() == before
    panel.memory_advice.clear()
    QApplication.processEvents()
    assert panel.memory_advice.isHidden() and panel.rates.geometry() == before


def test_the_foot_of_a_form_leads_from_message_to_message(qtbot: QtBot, design: DesignPage) -> None:
    design.close_guide()
    design.select("stages.0")
    design.editor.edit("stages.0.learning_rate", -1.0)
    design.editor.edit("stages.0.data.source", "/nowhere/texts.csv")
    qtbot.waitUntil(lambda: "stages.0.data.source" in design.findings, timeout=WAIT)
    settled(qtbot, design)
    form, foot = design.form_column.form(), design.form_column.foot
    assert form is not None
    first = foot.line.text()
    form.focus_field("stages.0.epochs")
    assert foot.line.text() == first, (
        "what is wrong stays in sight beside a field with which nothing is wrong"
    )
    source = form.field("stages.0.data.source")
    form.focus_field("stages.0.data.source")
    assert foot.line.text() == f"{source.name()}: {source.message.text()}"
    foot.next_button.click()
    assert foot.line.text() != f"{source.name()}: {source.message.text()}"
    foot.previous_button.click()
    assert foot.line.text() == f"{source.name()}: {source.message.text()}"
    design.undo()
    design.undo()
    qtbot.waitUntil(lambda: not foot.messages(), timeout=WAIT)
    form.focus_field("stages.0.epochs")
    assert foot.line.text() == form.field("stages.0.epochs").meta_of("stages.0.epochs").help


def test_in_the_search_dialog_messages_move_no_field(qtbot: QtBot, design: DesignPage) -> None:
    settled(qtbot, design)
    dialog = SearchDialog(design.draft, design)
    dialog.show()
    dialog.form.build()
    for choice in dialog.choices:
        choice.setChecked(False)
    QApplication.processEvents()
    places = FieldPlaces(dialog)
    dialog.start.click()
    assert "Choose a field" in dialog.foot.line.text()
    trials = dialog.form.field("trials").findChild(NumberField)
    assert trials is not None
    dialog.form.set_problems({"trials": "Fewer than 5000."})
    QApplication.processEvents()
    assert [message.text() for message in dialog.foot.messages()] == [
        "Fewer than 5000.",
        dialog.message.text(),
    ]
    places.look()
    assert len(places.first) > 4 and places.moved == {}
    dialog.close()
