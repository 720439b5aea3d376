"""Help is a manual: its pages are read in the window, searched, and lead to each other."""

from __future__ import annotations

import re

import pytest
from PySide6.QtCore import QUrl
from pytestqt.qtbot import QtBot

from workbench.pages.help import MANUAL, HelpPage, manual_folder
from workbench.widgets.labels import LinkLabel

pytestmark = pytest.mark.gui


@pytest.fixture
def page(qtbot: QtBot) -> HelpPage:
    made = HelpPage()
    qtbot.addWidget(made)
    made.show()
    made.on_shown()
    return made


@pytest.mark.parametrize("every", [pytest.param(1, marks=pytest.mark.nightly), 4])
def test_it_opens_with_the_quick_start_and_reads_every_page(page: HelpPage, every: int) -> None:
    """Every page at night, each fourth in every suite."""
    assert page.book.isVisible() and "Quick start" in page.book.toPlainText()
    for name, title in MANUAL[::every]:
        next(
            link for link in page.findChildren(LinkLabel) if title in (link.text(), link.accessibleName())
        ).click()
        heading = (manual_folder() / name).read_text(encoding="utf-8").splitlines()[0].lstrip("# ")
        assert page.book.toPlainText().startswith(re.sub(r"[*`]", "", heading)), name


def test_pages_lead_to_each_other_and_are_searched(page: HelpPage) -> None:
    page.read("strategies.md")
    page.book.setSource(page.book.source().resolved(QUrl("statistics.md")))
    assert page.book.source().fileName() == "statistics.md" and len(page.book.toPlainText()) > 1000
    page.search.search_for("seed")
    first = page.book.textCursor().position()
    assert page.book.textCursor().selectedText().casefold() == "seed"
    page._find()
    assert page.book.textCursor().position() > first
    page.receive("")
    assert not page.book.isVisible() and page.table.isVisible()
