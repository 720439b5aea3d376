"""The Settings page and the Help page."""

from __future__ import annotations

import os
import re
import shutil
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtWidgets import QComboBox
from pytestqt.qtbot import QtBot

from engine import paths
from engine.cache import capacity
from engine.capsule.opening import open_capsule
from engine.store import Store, runs
from engine.store.backup import backup_folder
from tests.engine.malformed.stores import sound_store, unguarded
from tests.workbench.conftest import on_screen
from workbench import language
from workbench.backend.preferences import Preferences
from workbench.backend.session import Session
from workbench.pages import store_tools
from workbench.pages.help import MANUAL, HelpPage, manual_folder
from workbench.pages.settings import SettingsPage, describe_devices
from workbench.widgets.labels import LinkLabel

pytestmark = pytest.mark.gui


WAIT = 20_000


def entry(name: str, size: int) -> Path:
    folder = paths.cache_folder() / "texts" / name
    folder.mkdir(parents=True)
    with (folder / "data.bin").open("wb") as file:
        file.truncate(size)
    os.utime(folder, (time.time() - 86_400,) * 2)
    return folder


@pytest.fixture
def page(qtbot: QtBot, home: Path) -> Iterator[SettingsPage]:
    session = Session(paths.default_store(), run_queue=False)
    with qtbot.waitSignal(session.opened, timeout=WAIT):
        session.start()
    page = SettingsPage(session)
    page.preferences = Preferences(home / "window.ini")
    qtbot.addWidget(page)
    page.show()
    yield page
    session.close()


def test_the_cache_is_counted_and_cleared(qtbot: QtBot, page: SettingsPage) -> None:
    folder = entry("one", 3_000_000_000)
    page.on_shown()
    qtbot.waitUntil(lambda: page.cache.text() == "3.0 GB", timeout=WAIT)
    assert page.cache_limit.value() == 20
    qtbot.mouseClick(page.clear_cache, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: page.cache.text() == "0 B", timeout=WAIT)
    assert not folder.exists() and not page.clear_cache.isEnabled()


def test_a_limit_is_set_when_it_is_written_out(qtbot: QtBot, page: SettingsPage) -> None:
    folder = entry("one", 3_000_000_000)
    page.on_shown()
    qtbot.waitUntil(lambda: page.cache_limit.value() == 20, timeout=WAIT)
    page.cache_limit.setFocus()
    page.cache_limit.selectAll()
    qtbot.keyClicks(page.cache_limit, "2")  # on the way to 25
    assert capacity.size_limit() == 20e9
    qtbot.keyClicks(page.cache_limit, "5")
    qtbot.keyClick(page.cache_limit, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: capacity.size_limit() == 25e9, timeout=WAIT)
    assert folder.exists()
    page.cache_limit.selectAll()
    qtbot.keyClicks(page.cache_limit, "1")
    qtbot.keyClick(page.cache_limit, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: page.cache.text() == "0 B", timeout=WAIT)
    assert not folder.exists()


def test_a_limit_of_the_environment_cannot_be_changed_here(
    qtbot: QtBot, page: SettingsPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(capacity.LIMIT_VARIABLE, "7")
    page.on_shown()
    qtbot.waitUntil(lambda: page.cache_limit.value() == 7, timeout=WAIT)
    assert not page.cache_limit.isEnabled()


def test_the_store_is_checked_and_copied(qtbot: QtBot, page: SettingsPage) -> None:
    tools = page.store_tools
    qtbot.mouseClick(tools.check, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: tools.answer.text().startswith("No problems found: 0 runs"), timeout=WAIT)
    qtbot.mouseClick(tools.backup, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: tools.answer.text().startswith("Copied 0 runs"), timeout=WAIT)
    assert len(list(backup_folder(paths.default_store()).glob("*.sqlite"))) == 1
    qtbot.mouseClick(tools.repair, Qt.MouseButton.LeftButton)
    assert tools.answer.text() == store_tools.IN_USE and tools.check.isEnabled()


def test_a_damaged_store_is_repaired_and_opened(qtbot: QtBot, home: Path) -> None:
    path = home / "s.sqlite"
    shutil.copy(sound_store(), path)
    with unguarded(path) as store:
        store.execute("DROP TABLE messages")
        store.execute("UPDATE runs SET status = 'running', pid = 'x', tags = '{'")
    session = Session(path, run_queue=False)
    page = SettingsPage(session)
    page.preferences = Preferences(home / "window.ini")
    qtbot.addWidget(page)
    page.show()
    try:
        with qtbot.waitSignal(session.failed, timeout=WAIT):
            session.start()
        tools = page.store_tools
        qtbot.waitUntil(lambda: "is damaged" in tools.answer.text(), timeout=WAIT)
        with qtbot.waitSignal(session.opened, timeout=WAIT):
            qtbot.mouseClick(tools.repair, Qt.MouseButton.LeftButton)
        assert tools.answer.text().startswith("Saved 2 runs") and session.is_open
        assert len(list(home.glob("s.damaged-*.sqlite"))) == 1
        qtbot.mouseClick(tools.check, Qt.MouseButton.LeftButton)
        qtbot.waitUntil(lambda: tools.answer.text().startswith("No problems found: 2 runs"), timeout=WAIT)
    finally:
        session.close()


def test_this_computer_is_told_with_its_folders_and_the_login(
    qtbot: QtBot, page: SettingsPage, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HF_HUB_CACHE", str(tmp_path))
    monkeypatch.setenv("HF_TOKEN", "hf_none_that_opens_anything")
    page.on_shown()
    qtbot.waitUntil(lambda: page.login.text().startswith("Logged in"), timeout=WAIT)
    assert page.folders["Hub downloads"].isEnabled() and page.folders["Hub downloads"].toolTip() == str(
        tmp_path
    )
    assert not page.folders["Runs"].isEnabled(), "nothing was trained yet"
    qtbot.waitUntil(lambda: bool(page.session.devices), timeout=WAIT)
    page.on_shown()
    assert page.devices.text() == describe_devices(page.session.devices, os.cpu_count() or 1)
    assert describe_devices((), 8) == "Not known yet"
    assert describe_devices(("cpu",), 1) == "CPU, 1 core"


def test_the_language_is_chosen_for_the_next_start(
    qtbot: QtBot, page: SettingsPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(language.ENVIRONMENT, raising=False)
    page.on_shown()
    box = page.form.field("language").editor("language").widget
    assert isinstance(box, QComboBox)
    assert [box.itemText(i) for i in range(box.count())] == ["Follow system", "English", "中文", "한국어"]
    assert box.currentText() == "Follow system"
    page.receive("language")
    box.setCurrentIndex(3)
    box.activated.emit(3)
    assert page.preferences.get("language") == "ko"
    said = page.form.field("language").message
    assert said.text() == "Takes effect when the window is opened again."
    assert language.current() == "en", "the window that is open keeps its own"
    box.setCurrentIndex(1)
    box.activated.emit(1)
    assert page.preferences.get("language") == "en" and said.text() == ""


def test_results_are_shown_as_chosen_from_the_next_start_on(page: SettingsPage) -> None:
    row = page.form.field("results")
    box = row.editor("results").widget
    assert isinstance(box, QComboBox) and row.message.text() == ""
    box.setCurrentIndex(box.findText("Accuracy, %"))
    box.activated.emit(box.currentIndex())
    assert page.preferences.get("results") == "accuracy"
    assert row.message.text() == "Takes effect when the window is opened again."


@pytest.fixture
def help_page(qtbot: QtBot) -> HelpPage:
    return on_screen(qtbot, HelpPage())


@pytest.mark.parametrize("every", [pytest.param(1, marks=pytest.mark.nightly), 4])
def test_it_opens_with_the_quick_start_and_reads_every_page(help_page: HelpPage, every: int) -> None:
    """Every page at night, each fourth in every suite."""
    assert help_page.book.isVisible() and "Quick start" in help_page.book.toPlainText()
    for name, title in MANUAL[::every]:
        next(
            link
            for link in help_page.findChildren(LinkLabel)
            if title in (link.text(), link.accessibleName())
        ).click()
        heading = (manual_folder() / name).read_text(encoding="utf-8").splitlines()[0].lstrip("# ")
        assert help_page.book.toPlainText().startswith(re.sub(r"[*`]", "", heading)), name


def test_pages_lead_to_each_other_and_are_searched(help_page: HelpPage) -> None:
    help_page.read("strategies.md")
    help_page.book.setSource(help_page.book.source().resolved(QUrl("statistics.md")))
    assert help_page.book.source().fileName() == "statistics.md" and len(help_page.book.toPlainText()) > 1000
    help_page.search.search_for("seed")
    first = help_page.book.textCursor().position()
    assert help_page.book.textCursor().selectedText().casefold() == "seed"
    help_page._find()
    assert help_page.book.textCursor().position() > first
    help_page.receive("")
    assert not help_page.book.isVisible() and help_page.table.isVisible()


def test_a_finished_study_opens_with_what_it_forgot(qtbot: QtBot, help_page: HelpPage, store: Path) -> None:
    help_page.read("studies.md")
    for link in re.findall(
        r"\]\((\S+\.capsule)\)", (manual_folder() / "studies.md").read_text(encoding="utf-8")
    ):
        with qtbot.waitSignal(help_page.navigate) as sent:
            help_page.book.anchorClicked.emit(help_page.book.source().resolved(QUrl(link)))
        with Store(store) as there:
            opened = open_capsule(there, Path(sent.args[1]["capsule"]))
            rows = runs.list_runs(there, "demo", ids=[run.number or 0 for run in opened.runs])
        assert sent.args[0] == "runs" and len(rows) == len(opened.runs)
        assert all(row.status == "finished" for row in rows)
        assert any((row.forgot or 0) > 1 for row in rows) and any(not row.encoder for row in rows)
