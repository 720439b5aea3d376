"""The report: the line on Compare, its pages, and the picture of curves."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QMarginsF, QUrl
from PySide6.QtGui import (
    QDesktopServices,
    QPageLayout,
    QPageSize,
    QPdfWriter,
    QTextCursor,
    QTextTable,
)
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from engine.analysis.report.build import build_report
from engine.analysis.report.model import ForgettingReport, ReportSection, ReportTable
from engine.errors import UserError
from engine.store import Store
from tests import patience
from tests.engine.cli.test_app import palimpsest
from tests.workbench.conftest import owned
from tests.workbench.pages.lost import forgot, one_task, two_tasks
from workbench.backend.preferences import Preferences
from workbench.backend.session import Session
from workbench.report import pdf
from workbench.report.document import DPI, UNBROKEN_ROWS, ReportDocument
from workbench.report.report_line import ReportLine

WAIT = patience.milliseconds(120)


@pytest.fixture
def line(qtbot: QtBot, session: Session) -> ReportLine:
    preferences = Preferences()
    made = owned(qtbot, ReportLine(session, lambda: preferences))
    made.resize(600, 40)
    return made


class Answers:
    """Stands in for the file dialog, which only a person can answer."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, name: str, kind: str) -> None:
        self.asked: list[tuple[str, str]] = []
        self._answer = (name, kind)
        monkeypatch.setattr(QFileDialog, "getSaveFileName", self._ask)

    def _ask(self, _parent: Any, title: str, proposal: str, kinds: str) -> tuple[str, str]:
        self.asked.append((proposal, kinds))
        return self._answer


def said(line: ReportLine, level: str) -> Callable[[], bool]:
    return lambda: line.level() == level


@pytest.mark.gui
def test_the_folder_is_remembered_and_the_file_offered_to_open(
    qtbot: QtBot, line: ReportLine, store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = forgot(store, one_task("one"), factor=2.0)
    folder = tmp_path / "Berichte ü"
    folder.mkdir()
    answers = Answers(monkeypatch, str(folder / "mine"), "Web page, one file (*.html)")
    line.ask([])
    assert not answers.asked and line.isHidden()
    line.ask([number])
    assert line.running and line.level() == "info" and "Writing mine.html" in line.text()
    qtbot.waitUntil(said(line, "ok"), timeout=WAIT)
    page = (folder / "mine.html").read_text(encoding="utf-8")
    assert "one" in page and "<svg" in page
    assert not line.running
    opened: list[QUrl] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", opened.append)
    line.remedy.emit()
    assert [url.toLocalFile() for url in opened] == [str(folder / "mine.html")]
    line.ask([number])
    assert Path(answers.asked[1][0]).parent == folder
    line.remedy.emit()
    assert line.isHidden() and not line.running, "given up"


@pytest.mark.gui
def test_a_report_that_cannot_be_written_says_why(
    qtbot: QtBot, line: ReportLine, store: Path, tmp_path: Path
) -> None:
    number = forgot(store, one_task("one"))
    line.save([number], tmp_path / "nowhere" / "report.pdf")
    qtbot.waitUntil(said(line, "error"), timeout=WAIT)
    assert "there is no such folder" in line.text()
    with pytest.raises(ValueError, match="html"):
        line.save([number], tmp_path / "report.doc")


def sheet_of(target: Path) -> ReportDocument:
    writer = QPdfWriter(str(target))
    writer.setResolution(DPI)
    writer.setPageLayout(
        QPageLayout(QPageSize(QPageSize.PageSizeId.A4), QPageLayout.Orientation.Portrait, QMarginsF(18, 16, 18, 20),
                    QPageLayout.Unit.Millimeter)
    )  # fmt: skip
    made = ReportDocument(writer)
    made.writer = writer  # type: ignore[attr-defined]  # lives as long
    return made


def tables(sheet: ReportDocument) -> list[QTextTable]:
    return [frame for frame in sheet.document.rootFrame().childFrames() if isinstance(frame, QTextTable)]


@pytest.mark.gui
def test_the_report_of_two_tasks_as_pages(store: Path, tmp_path: Path) -> None:
    numbers = [
        forgot(store, two_tasks(f"T: {name}, seed {seed}", seed, **changes), earlier=lost + seed)
        for name, lost, changes in (("plain", 8.0, {}), ("replay", 2.0, {"replay": {"kind": "earlier"}}))
        for seed in (1, 2)
    ]
    target = tmp_path / "bericht ü.pdf"
    with Store(store, read_only=True) as opened:
        pdf.write(opened, numbers, target)
        whole = build_report(opened, numbers)
    data = target.read_bytes()
    assert data.startswith(b"%PDF")
    pages = len(re.findall(rb"/Type\s*/Page\b", data))
    assert 3 <= pages <= 9
    box = re.search(rb"/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)", data)
    assert box is not None and [round(float(v)) for v in box.groups()] == [595, 842], "A4 in points"

    sheet = sheet_of(tmp_path / "again.pdf")
    sheet.add(whole)
    sheet.keep_together()
    text = sheet.document.toPlainText()
    for part in (whole.title, *whole.findings, *(section.title for section in whole.sections)):
        assert part in text
    assert all(each.meaning in text for each in whole.definitions)
    figures = [figure for section in whole.sections for figure in section.figures]
    assert figures and text.count("\ufffc") == len(figures), "every picture is there"
    layout = sheet.document.documentLayout()
    wide = sheet.document.pageSize().width()
    for table in tables(sheet):
        assert layout.frameBoundingRect(table).width() <= wide + 2, "no table is clipped"
        if table.rows() <= UNBROKEN_ROWS:
            ends = (table.cellAt(0, 0), table.cellAt(table.rows() - 1, 0))
            pages_of = {sheet.page_of(cell.firstCursorPosition().block()) for cell in ends}
            before = QTextCursor(sheet.document.findBlock(table.firstCursorPosition().position() - 1)).block()
            assert pages_of | {sheet.page_of(before)} == pages_of, "nor parted from its heading"
            assert len(pages_of) == 1
    assert sheet.document.pageCount() == pages


@pytest.mark.gui
def test_a_wide_table_is_continued_below_itself(tmp_path: Path) -> None:
    sheet = sheet_of(tmp_path / "wide.pdf")
    heads = ("Strategy", *(f"Measure {i}, percentage points" for i in range(20)))
    rows = tuple((f"strategy {r}", *(f"{r}.{i:02d} ± 0.{i:02d}" for i in range(20))) for r in range(3))
    table = ReportTable("Wide", heads, rows)
    parts = sheet.parts(table)
    assert len(parts) > 1 and all(part.headers[0] == "Strategy" for part in parts)
    assert [head for part in parts for head in part.headers[1:]] == list(heads[1:]), "nothing is lost"
    wide = ReportSection("Wide", (table,))
    sheet.add(ForgettingReport("Title", (), (), (wide,), (), (), "palimpsest forgetting 1"))
    assert len(tables(sheet)) == len(parts)
    assert sheet.document.toPlainText().count("Wide (continued)") == len(parts) - 1
    layout = sheet.document.documentLayout()
    for made in tables(sheet):
        assert layout.frameBoundingRect(made).width() <= sheet.document.pageSize().width() + 2


@pytest.mark.gui
def test_what_cannot_be_written_is_said_before_anything_is_drawn(tmp_path: Path) -> None:
    empty = ForgettingReport("Nothing", (), (), (), (), (), "palimpsest forgetting 1")
    with pytest.raises(UserError, match="cannot be written"):
        pdf.save(empty, tmp_path / "nowhere" / "x.pdf")
    pdf.save(empty, tmp_path / "x.pdf")
    assert (tmp_path / "x.pdf").read_bytes().startswith(b"%PDF")


@pytest.mark.gui
def test_the_command_line_writes_pages_too(store: Path, tmp_path: Path) -> None:
    number = forgot(store, one_task("one"), factor=2.0)
    target = tmp_path / "report.pdf"
    done = palimpsest("forgetting", str(number), "--pdf", target, "--store", store, "--json")
    assert done.json["files"] == [str(target)]
    assert target.read_bytes().startswith(b"%PDF")


ROOT = Path(__file__).resolve().parents[2]
