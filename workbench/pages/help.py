"""The help page: first steps, every shortcut, and the documents that came along."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QVBoxLayout, QWidget

from engine import paths
from workbench.look import theme
from workbench.pages.base import Page
from workbench.tables import RowsModel, TableColumn, TableView
from workbench.widgets import Label, LinkLabel, PageHead, Panel, SearchField
from workbench.widgets.arrange import arrange_columns, arrange_rows

if TYPE_CHECKING:
    from workbench.backend.session import Session

STEPS = (
    ("Press Run on the Design page", "Quickstart needs no network: its texts and its small BERT came along."),
    ("Watch it on the Runs page", "Loss and error while it trains. You may close the window; the run goes on."),
    ("Change one thing and run again", "A second value for any field, by the branch at its right, gives two runs."),
    ("Put them side by side on the Compare page", "What differs, which was better, and whether by more than luck."),
    ("Use your own texts", "Import a file or folder on the Data page and say which column is what."),
)  # fmt: skip
DOCUMENTS = (
    ("README.md", "First steps, with pictures"),
    ("docs/architecture.md", "How the program is built"),
    ("CONTRIBUTING.md", "How to add a page, a reader, a freezing policy"),
    ("CHANGELOG.md", "What changed"),
)


class HelpPage(Page):
    """First steps at the left; at the right all keys, read from actions and widgets themselves, so they are true."""

    name, title, icon, shortcut, at_end = "help", "Help", "help", "F1", True

    def __init__(self, session: Session | None = None, parent: QWidget | None = None) -> None:
        super().__init__(session, parent)
        self.search = SearchField("Find a shortcut", width=240)
        self.search.search.connect(lambda _text: self._fill())
        self._rows: list[dict[str, str]] = []
        self.model: RowsModel[dict[str, str]] = RowsModel(
            [
                TableColumn("keys", "Keys", 144, bold=lambda row: True),
                TableColumn("what", "Does", 240, stretch=True),
                TableColumn("where", "Where", 112, color=lambda row: "text2"),
            ],
            key=lambda row: (row["where"], row["what"]),
        )
        self.table = TableView(self.model, "Keyboard shortcuts", multi=False)
        self._links: list[LinkLabel] = []
        self._lay_out()

    def _lay_out(self) -> None:
        self._left = Panel("surface", "r")
        steps = QVBoxLayout(self._left)
        steps.setContentsMargins(16, 16, 16, 16)
        steps.setSpacing(4)
        steps.addWidget(Label("First steps", "strong"))
        self._wrapped: list[Label] = []
        for number, (what, why) in enumerate(STEPS, 1):
            steps.addSpacing(8)
            steps.addWidget(Label(f"{number}   {what}", "medium"))
            line = Label(why, "body", "text2", wrap=True)
            line.setContentsMargins(20, 0, 0, 0)
            self._wrapped.append(line)
            steps.addWidget(line)
        steps.addSpacing(24)
        steps.addWidget(Label("To read", "strong"))
        for path, about in DOCUMENTS:
            file = paths.RESOURCES.parent / path
            if file.is_file():  # they are beside a checkout, not in an installed package
                link = LinkLabel(about)
                link.setToolTip(path)
                link.clicked.connect(lambda _checked=False, file=file: self._open(file))
                self._links.append(link)
                steps.addWidget(link)
        steps.addWidget(
            Label(
                "On the command line: palimpsest --help, palimpsest doctor",
                "body",
                "text2",
                wrap=True,
                selectable=True,
            )
        )
        steps.addStretch(1)
        body = arrange_columns(self._left, (self.table, 1))
        head = PageHead(self.title)
        head.add_action(self.search)
        arrange_rows(head, (body, 1), on=self)
        self.apply_theme()

    def apply_theme(self) -> None:
        self._left.setFixedWidth(theme.sizes().px(440))

    def on_shown(self) -> None:
        ask = getattr(self.window(), "shortcuts", None)
        found = ask() if ask is not None else []
        self._rows = [{"where": where, "what": what, "keys": keys} for where, what, keys in found]
        self._fill()

    def _fill(self) -> None:
        words = self.search.text().casefold().split()
        self.model.set_rows(
            row for row in self._rows if all(word in " ".join(row.values()).casefold() for word in words)
        )

    @staticmethod
    def _open(file: Path) -> None:
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(file)))
