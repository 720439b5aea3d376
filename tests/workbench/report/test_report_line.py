"""The report: the line on Compare, its pages, and the picture of curves."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QMarginsF, QUrl
from PySide6.QtGui import (
    QDesktopServices,
    QImage,
    QPageLayout,
    QPageSize,
    QPdfWriter,
    QTextCursor,
    QTextTable,
)
from PySide6.QtWidgets import QFileDialog, QWidget
from pytestqt.qtbot import QtBot
from typer.testing import CliRunner

from engine.analysis.report.build import build_report
from engine.analysis.report.model import ForgettingReport, ReportSection, ReportTable
from engine.cli.app import app
from engine.errors import UserError
from engine.events import Evaluation, RunFinished, StageStarted
from engine.launch.baselines import baseline_experiments
from engine.spec.data import DataSource
from engine.spec.recipes import find_recipe
from engine.store import Store, metrics, runs
from engine.store.writer import RunWriter
from tests import patience
from tests.workbench.conftest import has_colour
from tests.workbench.pages.lost import forgot, one_task, two_tasks
from tests.workbench.pages.stored import experiment
from workbench.backend.preferences import Preferences
from workbench.backend.session import Session
from workbench.engine_texts import GENERATED_NOTE
from workbench.look.theme import LIGHT
from workbench.plots import CurvePlot
from workbench.report import curves_image, pdf
from workbench.report.document import DPI, UNBROKEN_ROWS, ReportDocument
from workbench.report.report_line import ReportLine
from workbench.widgets import Label

WAIT = patience.milliseconds(120)


@pytest.fixture
def line(qtbot: QtBot, session: Session) -> ReportLine:
    preferences = Preferences()
    made = ReportLine(session, lambda: preferences)
    qtbot.addWidget(made)
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
    done = CliRunner().invoke(
        app, ["forgetting", str(number), "--pdf", str(target), "--store", str(store), "--json"]
    )
    assert done.exit_code == 0, done.output
    assert json.loads(done.stdout)["files"] == [str(target)]
    assert target.read_bytes().startswith(b"%PDF")


ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def two_runs(tmp_path: Path) -> Path:
    """A store with two runs that have curves."""
    path = tmp_path / "runs.sqlite"
    experiment = find_recipe("quickstart").plan.experiment
    with Store(path) as opened:
        for k in (1, 2):
            number = runs.create_run(opened, experiment)
            steps = range(1, 301)
            losses = 0.7 * np.exp(-np.arange(300) / 90 / k) + 0.05
            metrics.add_points(
                opened, number, [("train/loss", s, s / 10, float(losses[s - 1])) for s in steps]
            )
            metrics.add_points(
                opened, number, [("validation/error", s, s / 10, 40.0 / s * k) for s in (100, 200, 300)]
            )
            metrics.add_points(opened, number, [("rate/top", s, s / 10, 3e-4 * (1 - s / 301)) for s in steps])
    return path


def pixels(file: Path) -> np.ndarray:
    image = QImage(str(file)).convertToFormat(QImage.Format.Format_ARGB32)
    raw = np.frombuffer(image.constBits(), np.uint8)
    return raw.reshape(image.height(), image.bytesPerLine() // 4, 4)[:, : image.width()].copy()


def test_picture_shows_every_run_in_its_colour(two_runs: Path, tmp_path: Path) -> None:
    target = tmp_path / "curves.png"
    curves_image.save(two_runs, [1, 2], target)
    shot = pixels(target)
    assert shot.shape[:2] == (2 * curves_image.HEIGHT, 2 * curves_image.WIDTH)
    for part in np.array_split(shot, 3, axis=1):  # three plots side by side
        for slot in (0, 1):
            assert has_colour(part, LIGHT.series[slot], 3, least=60)
        assert not has_colour(part, LIGHT.series[2], 3, least=60)


def add_baseline(two_runs: Path) -> int:
    """Seven strengths of regularisation were tried, of which the last was taken and tested."""
    with Store(two_runs) as opened:
        (made,) = baseline_experiments(
            [runs.get_experiment(opened, 1)], ["bag_of_words"], ["logistic_regression"]
        )
        number = runs.create_run(opened, made)
    with RunWriter(two_runs, number) as writer:
        writer.write(StageStarted(0, "linear_baseline", "Linear baseline", 0, 7, 7))
        for step in range(1, 8):
            writer.write(Evaluation("validation", step, {"validation/error": 20.0 - step}, best=True))
        writer.write(Evaluation("test", 7, {"test/error": 41.5}))
        writer.write(RunFinished(7, {}))
        writer.set_columns(status="finished")
    return number


def drawn(two_runs: Path, ids: list[int]) -> QWidget:
    """The sheet that the picture is painted from."""
    made: list[QWidget] = []

    def keep(*arguments: Any) -> QWidget:
        made.append(make_sheet(*arguments))
        return made[0]

    make_sheet = curves_image.make_sheet
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(curves_image, "make_sheet", keep)
        curves_image.save(two_runs, ids, two_runs.parent / "sheet.png")
    return made[0]


def plot_of(sheet: QWidget, title: str) -> CurvePlot:
    (found,) = [plot for plot in sheet.findChildren(CurvePlot) if plot.title.text() == title]
    return found


def test_a_baseline_is_a_level_beside_updates(two_runs: Path) -> None:
    """Its steps are strengths of regularisation: as a course it ended at 7 of 300 updates."""
    number = add_baseline(two_runs)
    sheet = drawn(two_runs, [1, number])
    course, level = plot_of(sheet, "Validation error").curves()
    assert course.x.tolist() == [100, 200, 300] and not course.dash
    assert level.x.tolist() == [0, 300] and level.y.tolist() == [13, 13] and level.dash
    # Validation texts can be of the training file's kind, and the line lie below all others.
    assert level.end_label == "baseline"
    alone = plot_of(drawn(two_runs, [number]), "Validation error").curves()
    assert [curve.x.tolist() for curve in alone] == [[*range(1, 8)]]


def test_pictures_of_generated_texts_say_so(two_runs: Path, tmp_path: Path) -> None:
    def notes(sheet: QWidget) -> list[str]:
        return [label.text() for label in sheet.findChildren(Label) if "Demonstration" in label.text()]

    assert notes(drawn(two_runs, [1, 2])) == [GENERATED_NOTE]
    other = tmp_path / "real.sqlite"
    real = experiment()
    stage = real.stages[0].model_copy(update={"data": DataSource(source="paper:trec")})
    with Store(other) as opened:
        number = runs.create_run(opened, real.model_copy(update={"stages": [stage]}))
    assert notes(drawn(other, [number])) == []


def test_picture_needs_no_display(two_runs: Path, tmp_path: Path) -> None:
    hidden = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    environment = {key: value for key, value in os.environ.items() if key not in hidden}
    code = "import sys; from pathlib import Path; from workbench.report import curves_image as picture; "
    code += "picture.save(Path(sys.argv[1]), [1], Path(sys.argv[2]))"
    target = tmp_path / "curves.png"
    ended = subprocess.run(
        [sys.executable, "-c", code, str(two_runs), str(target)],
        env=environment, cwd=ROOT, capture_output=True, encoding="utf-8", timeout=patience.seconds(120),
    )  # fmt: skip
    assert ended.returncode == 0, ended.stderr
    assert pixels(target).shape[1] == 2 * curves_image.WIDTH


def test_a_run_without_curves_still_gives_axes(two_runs: Path, tmp_path: Path) -> None:
    with Store(two_runs) as opened:
        number = runs.create_run(opened, find_recipe("quickstart").plan.experiment)
    curves_image.save(two_runs, [number], tmp_path / "empty.png")
    assert has_colour(pixels(tmp_path / "empty.png"), LIGHT.control, 3, least=100)


def test_unwritable_target_is_the_users_to_mend(two_runs: Path, tmp_path: Path) -> None:
    with pytest.raises(UserError, match="cannot be written"):
        curves_image.save(two_runs, [1], tmp_path / "missing" / "curves.png")
