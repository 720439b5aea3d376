"""The help page: first steps, every shortcut and how to change it, and the documents that came along."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices, QKeySequence
from PySide6.QtWidgets import QFrame, QKeySequenceEdit, QLineEdit, QScrollArea, QWidget

from engine import paths
from workbench.language import tr
from workbench.look import theme
from workbench.pages import listed
from workbench.pages.base import Page
from workbench.tables import RowsModel, TableColumn, TableView
from workbench.widgets import Button, ElidedLabel, Label, LinkLabel, PageHead, Panel, SearchField
from workbench.widgets.arrange import arrange_columns, arrange_rows
from workbench.widgets.labels import ElidedLink
from workbench.widgets.shortcut_book import Shortcut, spell

if TYPE_CHECKING:
    from workbench.backend.session import Session

STEPS = (
    (
        tr("Press Run on the Design page"),
        tr("Quickstart needs no network: its texts and its small BERT came along."),
    ),
    (
        tr("Watch it on the Runs page"),
        tr("Loss and error while it trains. You may close the window; the run goes on."),
    ),
    (
        tr("Change one thing and run again"),
        tr("The branch at the right of a field adds a second value: two runs."),
    ),
    (
        tr("Put them side by side on the Compare page"),
        tr("What differs, which was better, and whether that could be chance."),
    ),
    (tr("Use your own texts"), tr("Import a file or folder on the Data page and say which column is what.")),
)
DOCUMENTS = (
    ("README.md", tr("First steps, with pictures")),
    ("docs/architecture.md", tr("How the program is built")),
    ("CONTRIBUTING.md", tr("How to add a page, a reader, a freezing policy")),
    ("CHANGELOG.md", tr("What changed")),
)


class HelpPage(Page):
    """First steps at the left; at the right all keys, read from actions and widgets themselves, so they are true."""

    name, title, icon, shortcut, at_end = listed("help")

    def __init__(self, session: Session | None = None, parent: QWidget | None = None) -> None:
        super().__init__(session, parent)
        self.search = SearchField(tr("Find a shortcut"), width=240)
        self.search.search.connect(lambda _text: self._fill())
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
        self._links: list[LinkLabel] = []
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
        self._wrapped: list[Label] = []
        for number, (what, why) in enumerate(STEPS, 1):
            steps.addSpacing(8)
            title = Label(f"{number}   {what}", "medium", wrap=True)
            steps.addWidget(title)
            line = Label(why, "body", "text2", wrap=True)
            line.setContentsMargins(20, 0, 0, 0)
            self._wrapped.append(line)
            steps.addWidget(line)
        steps.addSpacing(24)
        steps.addWidget(Label(tr("To read"), "strong"))
        for path, about in DOCUMENTS:
            file = paths.RESOURCES.parent / path
            if file.is_file():  # they are beside a checkout, not in an installed package
                link = ElidedLink(about, "body")
                link.clicked.connect(lambda _checked=False, file=file: self._open(file))
                self._links.append(link)
                steps.addWidget(link)
        steps.addWidget(
            Label(
                tr("On the command line: palimpsest --help, palimpsest doctor"),
                "body",
                "text2",
                wrap=True,
                selectable=True,
            )
        )
        steps.addStretch(1)
        self._foot = QWidget()
        buttons = (self.change_button, self.remove_button, self.usual_button)
        arrange_columns(
            self.keys, *buttons, (self.status, 1), on=self._foot, spacing=8, margins=(16, 8, 16, 8)
        )
        # Only a very large text makes this scroll.
        self._reading = QScrollArea()
        self._reading.setWidget(self._left)
        self._reading.setWidgetResizable(True)
        self._reading.setFrameShape(QFrame.Shape.NoFrame)
        self._reading.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._reading.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        body = arrange_columns(self._reading, (arrange_rows((self.table, 1), self._foot), 1))
        head = PageHead(self.title)
        head.add_action(self.search)
        arrange_rows(head, (body, 1), on=self)
        s = theme.sizes()
        self._reading.setFixedWidth(min(400, 500))
        self.keys.setFixedSize(128, s.control)
        for field in self.keys.findChildren(QLineEdit):  # Qt's own inside is lower than the buttons beside it
            field.setMinimumHeight(s.control)

    def on_shown(self) -> None:
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

    @staticmethod
    def _open(file: Path) -> None:
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(file)))
