"""The parts of a forgetting report laid out on pages: Qt's rich text, with nothing parted that belongs together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSizeF, Qt, QUrl
from PySide6.QtGui import (
    QAbstractTextDocumentLayout,
    QColor,
    QFont,
    QFontDatabase,
    QFontMetricsF,
    QImage,
    QPainter,
    QPalette,
    QPdfWriter,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextFrameFormat,
    QTextImageFormat,
    QTextLength,
    QTextListFormat,
    QTextTable,
    QTextTableFormat,
)

from workbench.look.tokens import LIGHT

if TYPE_CHECKING:
    from engine.analysis.report.figures import ReportFigure
    from engine.analysis.report.model import ForgettingReport, ReportSection, ReportTable

DPI = 600
PX = 96.0
"""Lengths in formats are px of 1/96 inch, which Qt scales to the device."""
BODY, SMALL, CODE = 9.5, 8.0, 7.0
"""Sizes of text in points."""
HEADS = {1: 17.0, 2: 12.0, 3: 9.5}
NAME_WIDTH = 170.0
"""px that the first column of a table takes at most before it breaks lines."""
CELL = 4.0
UNBROKEN_ROWS = 12
"""Rows of a table up to which it is not parted."""
LISTING_LINES = 76
"""Lines of a column of a listing."""
_KEEP = QTextFormat.Property.UserProperty + 1


class ReportDocument:
    """A document for the pages of ``writer``; ``document`` may be looked at before it is painted."""

    def __init__(self, writer: QPdfWriter) -> None:
        self._writer = writer
        self._page = QSizeF(writer.width(), writer.height())
        self.width = self._page.width() * PX / DPI
        """Of a line, px of 1/96 inch."""
        self.document = QTextDocument()
        self.document.setDocumentMargin(0)
        self.document.documentLayout().setPaintDevice(writer)
        self.document.setDefaultFont(_font(BODY))
        self.document.setPageSize(self._page)
        self._metrics = QFontMetricsF(_font(SMALL), writer)
        self._cursor = QTextCursor(self.document)
        self._pictures = 0
        self._has_content = False

    # -- what is on the pages ------------------------------------------------------------------------------

    def add(self, report: ForgettingReport) -> None:
        """Add all parts of the report, in their order."""
        self._cursor.beginEditBlock()  # else all is laid out anew after each word
        self._add(report)
        self._cursor.endEditBlock()

    def _add(self, report: ForgettingReport) -> None:
        self.heading(report.title, 1)
        for name, value in report.about:
            self.text(value, SMALL, LIGHT.text2, lead=f"{name}  ", after=1)
        self.text("", 4.0)
        self.bullets(report.findings)
        for section in report.sections:
            self.section(section)
        if report.definitions:
            self.heading("What the measures mean", 2)
        for each in report.definitions:
            self.text(each.meaning, BODY, lead=f"{each.name}. ", after=1, keep=True)
            self.text(each.caveat, SMALL, LIGHT.text3, after=7)
        self.heading("To make it again", 2)
        self.text("The report:", keep=True)
        self.code(report.command)
        for name, text in report.specifications[:1]:
            caption = "Save it as a file and give it to palimpsest run."
            if len(report.specifications) > 1:
                caption += " The others differ from it in the settings listed above."
            self.listing(f"Specification of {name}", caption, text)

    def section(self, section: ReportSection) -> None:
        """Add a heading with its tables and pictures."""
        self.heading(section.title, 2)
        for table in section.tables:
            self.table(table)
        for figure in section.figures:
            self.picture(figure)

    def heading(self, text: str, level: int, new_page: bool = False) -> None:
        """Add a heading, never alone at the foot of a page."""
        weight = QFont.Weight.DemiBold
        before = {1: 0.0, 2: 18.0, 3: 10.0}[level]
        self._block(before, {1: 6.0, 2: 5.0, 3: 3.0}[level], keep=True)
        if new_page:
            _break_before(self._cursor.block())
        self._cursor.insertText(
            text, _chars(HEADS[level], LIGHT.accent if level == 2 else LIGHT.text, weight)
        )

    def text(
        self,
        text: str,
        size: float = BODY,
        colour: str = LIGHT.text,
        lead: str = "",
        after: float = 5.0,
        keep: bool = False,
    ) -> None:
        """Add a paragraph; ``lead`` is bold before it."""
        self._block(0, after, keep)
        if lead:
            self._cursor.insertText(lead, _chars(size, colour, QFont.Weight.DemiBold))
        self._cursor.insertText(text, _chars(size, colour))

    def bullets(self, texts: Sequence[str]) -> None:
        """Add a list."""
        look = QTextListFormat()
        look.setStyle(QTextListFormat.Style.ListDisc)
        look.setIndent(1)
        listed = None
        for text in texts:
            self._block(0, 3)
            if listed is None:
                listed = self._cursor.createList(look)
            else:
                listed.add(self._cursor.block())
            self._cursor.insertText(text, _chars(BODY, LIGHT.text))

    def code(self, text: str) -> None:
        """Add a line as it is typed."""
        self._block(0, 0)
        self._cursor.insertText(text, _chars(CODE, LIGHT.text, family=_mono()))

    def listing(self, title: str, caption: str, text: str) -> None:
        """Add a long text as it is typed, in two columns on pages of its own."""
        lines = [line for line in text.splitlines() if line.strip()]
        for first in range(0, len(lines), 2 * LISTING_LINES):
            self.heading(title if not first else f"{title} (continued)", 2, new_page=True)
            if not first:
                self.text(caption, SMALL, LIGHT.text2)
            look = QTextTableFormat()
            look.setBorder(0)
            look.setColumnWidthConstraints([QTextLength(QTextLength.Type.PercentageLength, 50)] * 2)
            table = self._cursor.insertTable(1, 2, look)
            for column in range(2):
                part = lines[first + column * LISTING_LINES : first + (column + 1) * LISTING_LINES]
                cursor = table.cellAt(0, column).firstCursorPosition()
                cursor.insertText("\n".join(part), _chars(CODE, LIGHT.text, family=_mono()))
            self._cursor.movePosition(QTextCursor.MoveOperation.End)

    def picture(self, figure: ReportFigure) -> None:
        """Add a picture at its own width, at most as wide as the page, and its caption beneath."""
        image = QImage.fromData(figure.png)
        self._pictures += 1
        name = QUrl(f"picture:{self._pictures}")
        self.document.addResource(QTextDocument.ResourceType.ImageResource.value, name, image)
        look = QTextImageFormat()
        look.setName(name.toString())
        wide = min(float(figure.width), self.width)
        look.setWidth(wide)
        look.setHeight(wide * image.height() / max(1, image.width()))
        self._block(8, 2, keep=True, spacing=100)  # of the line, which is as high as the picture
        self._cursor.insertImage(look)
        self.text(figure.caption, SMALL, LIGHT.text3, lead=f"{figure.title}. ", after=8)

    def table(self, table: ReportTable) -> None:
        """Add a table; one too wide for the page is continued below itself with its first column again."""
        for number, columns in enumerate(self.parts(table)):
            title = table.title + (" (continued)" if number and table.title else "")
            if title:
                self.heading(title, 3)
            self._one_table(table, columns)
            self._cursor.movePosition(QTextCursor.MoveOperation.End)
        if table.note:
            self.text(table.note, SMALL, LIGHT.text3)

    def parts(self, table: ReportTable) -> list[list[int]]:
        """Return the columns of each part of a table, so that no part is wider than the page."""
        widths = [self._width(table, column) for column in range(len(table.headers))]
        parts: list[list[int]] = [[0]]
        room = self.width - widths[0]
        for column in range(1, len(widths)):
            if widths[column] > room and len(parts[-1]) > 1:
                parts.append([0])
                room = self.width - widths[0]
            parts[-1].append(column)
            room -= widths[column]
        return parts

    def _width(self, table: ReportTable, column: int) -> float:
        """Return a column's width, px: its longest cell, or the longest word of a head or of a column of words."""
        metrics = self._metrics
        scale = PX / DPI
        head = [word for word in table.headers[column].split()]
        cells = [row[column] for row in table.rows]
        if column == 0:
            longest = max((metrics.horizontalAdvance(text) for text in cells), default=0) * scale
            wide = min(longest, NAME_WIDTH)
        else:
            is_number = column >= table.text_columns
            texts = cells if is_number else [word for text in cells for word in text.split()]
            wide = max((metrics.horizontalAdvance(text) for text in texts), default=0) * scale
        wide = max([wide, *(metrics.horizontalAdvance(word) * scale * 1.06 for word in head)])
        return min(wide + 2 * CELL + 2, self.width / 2)

    def _one_table(self, table: ReportTable, columns: Sequence[int]) -> None:
        look = QTextTableFormat()
        look.setBorder(0)
        look.setCellPadding(2)
        look.setCellSpacing(0)
        look.setHeaderRowCount(1)
        look.setMargin(0)
        look.setTopMargin(2)
        look.setBottomMargin(6)
        widths = [self._width(table, column) for column in columns]
        slack = self.width - sum(widths)
        widths = [w + min(slack / len(widths), 24.0) for w in widths]
        look.setColumnWidthConstraints([QTextLength(QTextLength.Type.FixedLength, w) for w in widths])
        text_table = self._cursor.insertTable(len(table.rows) + 1, len(columns), look)
        for place, column in enumerate(columns):
            right = column >= table.text_columns
            head = _chars(SMALL, LIGHT.text2, QFont.Weight.DemiBold)
            _fill(text_table, 0, place, table.headers[column], right, head, LIGHT.control)
            for row, texts in enumerate(table.rows, 1):
                _fill(text_table, row, place, texts[column], right, _chars(SMALL, LIGHT.text), LIGHT.grid)

    def _block(self, before: float, after: float, keep: bool = False, spacing: float = 118) -> None:
        """Begin a paragraph: margins in px, ``spacing`` of lines in %; ``keep``: on one page with what follows."""
        look = QTextBlockFormat()
        look.setTopMargin(before)
        look.setBottomMargin(after)
        look.setLineHeight(spacing, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
        if keep:
            look.setProperty(_KEEP, True)
        if self._has_content:
            self._cursor.insertBlock(look, QTextCharFormat())
        else:
            self._cursor.setBlockFormat(look)
            self._has_content = True

    # -- pages ---------------------------------------------------------------------------------------------

    def keep_together(self) -> None:
        """Begin a new page before whatever would be parted: headings and pictures from what follows, short tables."""
        chain: QTextBlock | None = None
        block = self.document.begin()
        while block.isValid():
            table: QTextTable | None = QTextCursor(block).currentTable()  # Qt's stubs leave out the None
            if table is not None:
                last = self._last_row(table)
                if chain is None and self.page_of(last) != self.page_of(block) and self._top_of(block) > 0:
                    look = table.format().toTableFormat()
                    look.setPageBreakPolicy(QTextFormat.PageBreakFlag.PageBreak_AlwaysBefore)
                    table.setFormat(look)
                chain, block = None, table.lastCursorPosition().block().next()
                continue
            if block.blockFormat().hasProperty(_KEEP):
                chain = chain or block
                after = self._after(block)
                if after.isValid() and self.page_of(after) != self.page_of(chain) and self._top_of(chain) > 0:
                    _break_before(chain)
            else:
                chain = None
            block = block.next()

    def _after(self, block: QTextBlock) -> QTextBlock:
        """The block that has to be on the same page: what follows; of a table its last row that has to be there."""
        after = block.next()
        inside: QTextTable | None = QTextCursor(after).currentTable() if after.isValid() else None
        return after if inside is None else self._last_row(inside)

    @staticmethod
    def _last_row(table: QTextTable) -> QTextBlock:
        """Return the last row, of a long table the first beneath the head."""
        row = table.rows() - 1 if table.rows() <= UNBROKEN_ROWS else 1
        return table.cellAt(row, 0).firstCursorPosition().block()

    def page_of(self, block: QTextBlock) -> int:
        """Return the page, from 0, on which the last line of a block stands."""
        rect = self.document.documentLayout().blockBoundingRect(block)
        return int((rect.bottom() - 1) // self._page.height())

    def _top_of(self, block: QTextBlock) -> float:
        return float(self.document.documentLayout().blockBoundingRect(block).top() % self._page.height())

    def paint(self, title: str) -> None:
        """Paint all pages, each with the title and its number at its foot."""
        painter, height = QPainter(self._writer), self._page.height()
        pages = self.document.pageCount()
        context = QAbstractTextDocumentLayout.PaintContext()
        palette = QPalette()
        palette.setColor(QPalette.ColorRole.Text, QColor(LIGHT.text))
        context.palette = palette
        for page in range(pages):
            if page:
                self._writer.newPage()
            clip = QRectF(0, page * height, self._page.width(), height)
            painter.save()
            painter.translate(0, -page * height)
            painter.setClipRect(clip)
            context.clip = clip
            self.document.documentLayout().draw(painter, context)
            painter.restore()
            painter.setFont(_font(SMALL))
            painter.setPen(QColor(LIGHT.text3))
            foot = QRectF(0, height + DPI * 0.18, self._page.width(), DPI * 0.25)
            short = self._metrics.elidedText(title, Qt.TextElideMode.ElideRight, self._page.width() * 0.8)
            painter.drawText(foot, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop, short)
            number = f"{page + 1} of {pages}"
            painter.drawText(foot, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop, number)
        painter.end()


def _break_before(block: QTextBlock) -> None:
    look = block.blockFormat()
    look.setPageBreakPolicy(QTextFormat.PageBreakFlag.PageBreak_AlwaysBefore)
    QTextCursor(block).setBlockFormat(look)


def _fill(
    table: QTextTable, row: int, column: int, text: str, right: bool, chars: QTextCharFormat, line: str
) -> None:
    cell = table.cellAt(row, column)
    look = cell.format().toTableCellFormat()
    look.setBottomBorder(0.75)
    look.setBottomBorderBrush(QColor(line))
    look.setBottomBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_Solid)
    look.setVerticalAlignment(
        QTextCharFormat.VerticalAlignment.AlignBottom
        if not row
        else QTextCharFormat.VerticalAlignment.AlignTop
    )
    cell.setFormat(look)
    cursor = cell.firstCursorPosition()
    block = QTextBlockFormat()
    block.setAlignment(Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft)
    cursor.setBlockFormat(block)
    cursor.insertText(text, chars)


def _font(size: float, weight: QFont.Weight = QFont.Weight.Normal, family: str = "") -> QFont:
    font = QFont()
    font.setFamilies(
        [family] if family else ["Inter", "Segoe UI", "Helvetica Neue", "Helvetica", "Sans Serif"]
    )
    font.setPointSizeF(size)
    font.setWeight(weight)
    font.setFeature(QFont.Tag("tnum"), 1)
    return font


def _mono() -> str:
    return QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont).family()


def _chars(
    size: float, colour: str, weight: QFont.Weight = QFont.Weight.Normal, family: str = ""
) -> QTextCharFormat:
    char_format = QTextCharFormat()
    char_format.setFont(_font(size, weight, family))
    char_format.setForeground(QColor(colour))
    return char_format
