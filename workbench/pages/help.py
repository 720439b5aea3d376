"""The help page: first steps, the manual to be read without a network, and every shortcut and how to change it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QUrl
from PySide6.QtGui import QKeySequence, QTextBlockFormat, QTextCursor
from PySide6.QtWidgets import QFrame, QKeySequenceEdit, QLineEdit, QTextBrowser, QWidget

from engine import paths
from workbench.language import tr
from workbench.look import theme
from workbench.pages import listed
from workbench.pages.base import Page
from workbench.tables import RowsModel, TableColumn, TableView
from workbench.widgets import Button, ElidedLabel, Label, LinkLabel, PageHead, Panel, SearchField
from workbench.widgets.arrange import arrange_columns, arrange_rows, scrolling
from workbench.widgets.base import Themed
from workbench.widgets.labels import ElidedLink
from workbench.widgets.shortcut_book import Shortcut, spell

if TYPE_CHECKING:
    from workbench.backend.session import Session

MANUAL = (
    ("quickstart.md", tr("Quick start")),
    ("tutorial.md", tr("Tutorial: from a CSV file to a model in use")),
    ("tutorial-paper.md", tr("Tutorial: reproduce a table of the paper")),
    ("tutorial-forgetting.md", tr("Tutorial: measure and prevent forgetting")),
    ("guides/own-data.md", tr("Your own data")),
    ("guides/choose-encoder.md", tr("Choose an encoder")),
    ("strategies.md", tr("Which strategy should I use?")),
    ("guides/compare-honestly.md", tr("Compare strategies honestly")),
    ("guides/export-and-serve.md", tr("Export and serve a model")),
    ("guides/update-data.md", tr("Update a model with new data")),
    ("faq.md", tr("Questions and problems")),
    ("defaults.md", tr("What a new design proposes, and why")),
    ("encoders.md", tr("Encoders")),
    ("metrics.md", tr("Metrics")),
    ("errors.md", tr("Errors and slices")),
    ("compare.md", tr("Other programs beside this one")),
    ("statistics.md", tr("Verdicts and intervals")),
    ("forgetting.md", tr("Forgetting: what is measured")),
    ("search.md", tr("Searching for settings")),
    ("decisions.md", tr("Thresholds and decision rules")),
    ("reproduction.md", tr("The paper's tables")),
    ("samples.md", tr("The bundled texts")),
    ("cli.md", tr("The command line")),
    ("glossary.md", tr("Glossary")),
)
"""Pages of the manual, which lie beside a checkout or in an installed package, and their titles here."""
_PICTURE_WIDTH = 720
"""Of pictures in the manual, in pixels: what the smallest window shows without scrolling sideways."""


def manual_folder() -> Path:
    """Return where the pages of the manual are."""
    packed = paths.RESOURCES / "manual"
    return packed if packed.is_dir() else paths.RESOURCES.parent / "docs"


class HelpPage(Themed, Page):
    """First steps and contents at the left; at the right a page of the manual, or all keys, read from actions and
    widgets themselves, so they are true. The search looks through what is shown.
    """

    name, title, icon, shortcut, at_end = listed("help")

    def __init__(self, session: Session | None = None, parent: QWidget | None = None) -> None:
        super().__init__(session, parent)
        self.book = QTextBrowser()
        self.search = SearchField(tr("Find on this page"), width=240)
        self.search.search.connect(lambda _text: self._fill() if self.book.isHidden() else self._find())
        self.book.setOpenExternalLinks(True)
        self.book.setFrameShape(QFrame.Shape.NoFrame)
        self.book.document().setDocumentMargin(24)
        self.book.sourceChanged.connect(lambda _place: self._space_out())
        self.book.setAccessibleName(tr("Manual"))
        self.book.hide()
        self._rows: list[Shortcut] = []
        self.model: RowsModel[Shortcut] = RowsModel(
            [
                TableColumn("keys", tr("Keys"), 152, bold=lambda row: True),
                TableColumn("what", tr("Does"), 200, stretch=True),
                TableColumn("where", tr("Where"), 112, color=lambda row: "text2"),
            ],
            key=lambda row: row.action or (row.where, row.what, row.keys),
        )
        self.table = TableView(self.model, tr("Keyboard shortcuts"), multi=False)
        self.table.selection_changed.connect(lambda _keys: self._selected())
        self.keys = QKeySequenceEdit()
        self.keys.setMaximumSequenceLength(1)
        self.keys.setAccessibleName(tr("New keys"))
        self.change_button = Button(tr("Change"), tip=tr("Give the selected action these keys"))
        self.change_button.clicked.connect(lambda: self._change(self.keys.keySequence()))
        self.remove_button = Button(tr("No key"), tip=tr("Leave the selected action without keys"))
        self.remove_button.clicked.connect(lambda: self._change(QKeySequence()))
        self.usual_button = Button(tr("Usual key"), tip=tr("Give the selected action the keys it came with"))
        self.usual_button.clicked.connect(self._change_back)
        self.status = ElidedLabel("", "caption", "text2")
        self.table.opened.connect(lambda _row: self.keys.setFocus())
        self._lay_out()

    def _lay_out(self) -> None:
        self._left = Panel("surface", "r")
        steps = arrange_rows(on=self._left, spacing=4, margins=(16, 16, 16, 16))
        self.guide_link = LinkLabel(tr("Show me"))
        self.guide_link.setToolTip(tr("The guide to a first run, which leads through these steps"))
        self.guide_link.clicked.connect(
            lambda: self.navigate.emit("design", {"recipe": "quickstart", "guide": True})
        )
        steps.addLayout(arrange_columns(Label(tr("First steps"), "strong"), ..., self.guide_link))
        steps.addSpacing(16)
        steps.addWidget(Label(tr("Manual"), "strong"))
        for path, about in (("", tr("Keyboard shortcuts")), *MANUAL):
            link = ElidedLink(about, "body")
            link.clicked.connect(lambda _checked=False, path=path: self.read(path))
            steps.addWidget(link)
        words = tr("On the command line: palimpsest --help, palimpsest doctor")
        steps.addWidget(Label(words, "body", "text2", wrap=True, selectable=True))
        steps.addStretch(1)
        self._foot = QWidget()
        buttons = (self.change_button, self.remove_button, self.usual_button)
        arrange_columns(
            self.keys, *buttons, (self.status, 1), on=self._foot, spacing=8, margins=(16, 8, 16, 8)
        )
        # Only a very large text makes this scroll.
        self._reading = scrolling(self._left)
        self._keys = QWidget()
        arrange_rows((self.table, 1), self._foot, on=self._keys)
        body = arrange_columns(self._reading, (self._keys, 1), (self.book, 1))
        head = PageHead(self.title)
        head.add_action(self.search)
        arrange_rows(head, (body, 1), on=self)
        s = theme.sizes()
        self._reading.setFixedWidth(320)
        self.keys.setFixedSize(128, s.control)
        for field in self.keys.findChildren(QLineEdit):  # Qt's own inside is lower than the buttons beside it
            field.setMinimumHeight(s.control)

    def on_shown(self) -> None:
        if self.book.isHidden() and not self._rows:  # for the first time
            self.read(MANUAL[0][0])
        self._read()
        self._selected()

    def _read(self) -> None:
        self._rows = self.shortcut_book.shortcuts()
        self._fill()

    def _fill(self) -> None:
        words = self.search.text().casefold().split()
        self.model.set_rows(
            row
            for row in self._rows
            if all(word in f"{row.where} {row.what} {row.keys}".casefold() for word in words)
        )

    def _chosen(self) -> Shortcut | None:
        return next(iter(self.table.selected_rows()), None)

    def _selected(self) -> None:
        """Say of the selected line whether its keys can be changed."""
        row = self._chosen()
        can_change = row is not None and bool(row.action)
        for part in (self.keys, self.change_button, self.remove_button, self.usual_button):
            part.setEnabled(can_change)
        self.keys.setKeySequence(
            QKeySequence.fromString(row.keys, QKeySequence.SequenceFormat.NativeText)
            if row is not None and can_change
            else QKeySequence()
        )
        if row is None:
            self.status.set_text(tr("Select an action to change its keys"))
        else:
            self.status.set_text("" if can_change else tr("These keys cannot be changed"))

    def _change(self, keys: QKeySequence) -> None:
        row = self._chosen()
        if row is None or not row.action:
            return
        problem = self.shortcut_book.change(row.action, keys)
        self._read()
        self.status.set_text(problem or f"{row.what}: {spell(keys) or tr('no key')}")

    def _change_back(self) -> None:
        row = self._chosen()
        if row is not None and row.action:
            self._change(self.shortcut_book.usual(row.action))

    def read(self, page: str) -> None:
        """Show a page of the manual; "": the keys."""
        self.book.setVisible(bool(page))
        self._keys.setVisible(not page)
        if page:
            self.book.setSource(QUrl.fromLocalFile(str(manual_folder() / page)))

    def _space_out(self) -> None:
        """Part the paragraphs of the page, which Qt sets close together, and let pictures fit its width."""
        block = self.book.document().begin()
        while block.isValid():
            gaps = QTextBlockFormat()
            gaps.setBottomMargin(8)
            gaps.setTopMargin(12 if block.blockFormat().headingLevel() else 0)
            cursor = QTextCursor(block)
            cursor.mergeBlockFormat(gaps)
            cursor.movePosition(QTextCursor.MoveOperation.EndOfBlock, QTextCursor.MoveMode.KeepAnchor)
            if (picture := cursor.charFormat().toImageFormat()).isValid():
                picture.setWidth(_PICTURE_WIDTH)
                cursor.setCharFormat(picture)
            block = block.next()

    def apply_theme(self) -> None:
        self.book.reload()  # links have the colours of before
        self._space_out()

    def receive(self, payload: object) -> None:
        """Show the page of the manual of this name."""
        if isinstance(payload, str):
            self.read(payload)

    def _find(self) -> None:
        """Go on to where the words of the search stand next, from the top again after the last place."""
        if not self.book.find(self.search.text()):
            self.book.moveCursor(QTextCursor.MoveOperation.Start)
            self.book.find(self.search.text())
