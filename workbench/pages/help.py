"""The help page: first steps, the offline manual, and every shortcut."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, QUrl
from PySide6.QtGui import QDesktopServices, QImage, QImageReader, QTextBlockFormat, QTextCursor, QTextDocument
from PySide6.QtWidgets import QFrame, QTextBrowser, QWidget

from engine import paths
from workbench.backend.tasks import application_tasks
from workbench.language import tr
from workbench.look import theme
from workbench.pages import page_attributes
from workbench.pages.base import Page
from workbench.tables import RowsModel, TableColumn, TableView
from workbench.widgets import Label, LinkLabel, PageHead, Panel, SearchField
from workbench.widgets.arrange import arrange_columns, arrange_rows, scrolling
from workbench.widgets.base import Themed
from workbench.widgets.labels import ElidedLink
from workbench.widgets.shortcut_book import Shortcut

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent

    from workbench.backend.session import Session

MANUAL = (
    ("quickstart.md", tr("Quick start")),
    ("tutorial.md", tr("Tutorial: from a CSV file to a model in use")),
    ("tutorial-paper.md", tr("Tutorial: reproduce a table of the paper")),
    ("tutorial-forgetting.md", tr("Tutorial: measure and prevent forgetting")),
    ("guides/own-data.md", tr("Your own data")),
    ("guides/choose-encoder.md", tr("Choose an encoder")),
    ("studies.md", tr("Finished studies")),
    ("strategies.md", tr("Which strategy should I use?")),
    ("guides/compare-honestly.md", tr("Compare strategies honestly")),
    ("guides/export-and-serve.md", tr("Export and serve a model")),
    ("guides/update-data.md", tr("Update a model with new data")),
    ("faq.md", tr("Questions and problems")),
    ("defaults.md", tr("What a new design proposes, and why")),
    ("encoders.md", tr("Encoders")),
    ("metrics.md", tr("Metrics")),
    ("errors.md", tr("Errors and slices")),
    ("compare.md", tr("Other programs")),
    ("statistics.md", tr("Verdicts and intervals")),
    ("forgetting.md", tr("Forgetting: what is measured")),
    ("search.md", tr("Searching for settings")),
    ("decisions.md", tr("Thresholds and decision rules")),
    ("reproduction.md", tr("The paper's tables")),
    ("samples.md", tr("The bundled texts")),
    ("cli.md", tr("The command line")),
    ("glossary.md", tr("Glossary")),
)
"""Pages of the manual, in a checkout or in an installed package, and their titles here."""
STUDIES = paths.RESOURCES / "studies"
_PICTURE_WIDTH = 720
"""Width of pictures in the manual, px: the largest without horizontal scrolling in the smallest window."""

_LINE_WIDTH = 900
"""Largest width of the manual's lines, px: longer ones are tiring to read."""
_PICTURE = QTextDocument.ResourceType.ImageResource.value


def manual_folder() -> Path:
    """Return the folder of the manual's pages."""
    packed = paths.RESOURCES / "manual"
    return packed if packed.is_dir() else paths.RESOURCES.parent / "docs"


class Manual(QTextBrowser):
    """A page of the manual. Its pictures match the theme and are read in another thread."""

    def resizeEvent(self, event: QResizeEvent) -> None:
        self.setLineWrapColumnOrWidth(min(_LINE_WIDTH, self.viewport().width()))
        super().resizeEvent(event)

    def loadResource(self, kind: int, place: QUrl | str) -> object:
        if kind != _PICTURE:
            return super().loadResource(kind, place)
        file = self.source().resolved(QUrl(place)).toLocalFile()
        size = QImageReader(file).size().scaled(_PICTURE_WIDTH, 10_000, Qt.AspectRatioMode.KeepAspectRatio)
        blank = QImage(size.expandedTo(QSize(1, 1)), QImage.Format.Format_RGB32)
        blank.fill(theme.color("alt"))
        application_tasks().run(
            read_picture, file, theme.current().name, self.devicePixelRatio(),
            then=lambda picture: self._show_picture(place, picture), owner=self,
        )  # fmt: skip
        return blank

    def _show_picture(self, place: QUrl | str, picture: QImage) -> None:
        self.document().addResource(_PICTURE, place, picture)
        self.viewport().update()


def read_picture(file: str, theme_name: str, scale: float) -> QImage:
    """Return a picture of the manual at its displayed width, null if there is none."""
    themed = file.replace("-light.", f"-{theme_name}.")
    picture = QImage(themed if Path(themed).is_file() else file)
    if not picture.isNull():
        width = round(scale * _PICTURE_WIDTH)
        picture = picture.scaledToWidth(width, Qt.TransformationMode.SmoothTransformation)
        picture.setDevicePixelRatio(scale)
    return picture


class HelpPage(Themed, Page):
    """First steps and contents at the left.

    At the right: a page of the manual, or all keys, read from the actions and widgets themselves. The search covers
    the page shown.
    """

    name, title, icon, shortcut, at_end = page_attributes("help")

    def __init__(self, session: Session | None = None, parent: QWidget | None = None) -> None:
        super().__init__(session, parent)
        self.book = Manual()
        self.search = SearchField(tr("Find on this page"), width=240)
        self.search.search.connect(lambda _text: self._fill() if self.book.isHidden() else self._find())
        self.book.setOpenLinks(False)
        self.book.setLineWrapMode(Manual.LineWrapMode.FixedPixelWidth)
        self.book.anchorClicked.connect(self._follow)
        self.book.setFrameShape(QFrame.Shape.NoFrame)
        self.book.document().setDocumentMargin(24)
        self.book.sourceChanged.connect(self._space_out)
        self.book.sourceChanged.connect(self._mark)
        self.book.setAccessibleName(tr("Manual"))
        self.book.hide()
        self._rows: list[Shortcut] = []
        self.model: RowsModel[Shortcut] = RowsModel(
            [
                TableColumn("keys", tr("Keys"), 152, bold=lambda row: True),
                TableColumn("what", tr("Action"), 200, stretch=True),
                TableColumn("where", tr("Where"), 112, color=lambda row: "text2"),
            ],
            key=lambda row: (row.where, row.what, row.keys),
        )
        self.table = TableView(self.model, tr("Keyboard shortcuts"), multi=False)
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
        self._links: dict[str, ElidedLink] = {}
        for path, about in (("", tr("Keyboard shortcuts")), *MANUAL):
            link = self._links[path] = ElidedLink(about, "body")
            link.clicked.connect(lambda _checked=False, path=path: self.read(path))
            steps.addWidget(link)
        words = tr("On the command line: palimpsest --help, palimpsest doctor")
        steps.addWidget(Label(words, "body", "text2", wrap=True, selectable=True))
        steps.addStretch(1)
        # This scrolls only with very large text.
        self._reading = scrolling(self._left)
        body = arrange_columns(self._reading, (self.table, 1), (self.book, 1))
        head = PageHead(self.title)
        head.add_action(self.search)
        arrange_rows(head, (body, 1), on=self)
        self._reading.setFixedWidth(320)
        self._mark()

    def on_shown(self) -> None:
        if self.book.isHidden():
            self.read("" if self._rows else MANUAL[0][0])

    def _fill(self) -> None:
        words = self.search.text().casefold().split()
        self.model.set_rows(
            row
            for row in self._rows
            if all(word in f"{row.where} {row.what} {row.keys}".casefold() for word in words)
        )

    def read(self, page: str) -> None:
        """Show a page of the manual, or the keys for ""."""
        self.book.setVisible(bool(page))
        self.table.setVisible(not page)
        if page:
            self.book.setSource(QUrl.fromLocalFile(str(manual_folder() / page)))
        else:
            self._rows = self.shortcut_book.shortcuts()
            self._fill()
        self._mark()

    def _mark(self) -> None:
        """Mark the page shown in the contents."""
        shown = "" if self.book.isHidden() else self.book.source().toLocalFile()
        for path, link in self._links.items():
            link.set_color("text" if bool(path) == bool(shown) and shown.endswith(path) else "accent")

    def _follow(self, link: QUrl) -> None:
        """Open a page of the manual, a finished study, or a web page."""
        if link.fileName().endswith(".capsule"):
            self.navigate.emit("runs", {"capsule": str(STUDIES / link.fileName())})
        elif link.isLocalFile():
            self.book.setSource(link)
        else:
            QDesktopServices.openUrl(link)

    def _space_out(self) -> None:
        """Set the spacing of the paragraphs, which Qt places close together."""
        block = self.book.document().begin()
        while block.isValid():
            gaps = QTextBlockFormat()
            gaps.setBottomMargin(8)
            gaps.setTopMargin(12 if block.blockFormat().headingLevel() else 0)
            QTextCursor(block).mergeBlockFormat(gaps)
            block = block.next()

    def apply_theme(self) -> None:
        self.book.reload()  # links still have the previous colours
        self._space_out()

    def receive(self, payload: object) -> None:
        """Show the page of the manual with this name."""
        if isinstance(payload, str):
            self.read(payload)

    def _find(self) -> None:
        """Go to the next match of the search, from the top again after the last one."""
        if not self.book.find(self.search.text()):
            self.book.moveCursor(QTextCursor.MoveOperation.Start)
            self.book.find(self.search.text())
