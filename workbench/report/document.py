"""The forgetting report's HTML page on paper: Qt's rich text, with page breaks that keep related parts together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSizeF, Qt, QUrl
from PySide6.QtGui import (
    QAbstractTextDocumentLayout,
    QColor,
    QFont,
    QFontMetricsF,
    QImage,
    QPainter,
    QPalette,
    QPdfWriter,
    QTextBlock,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextTable,
)

from engine.analysis.report.html import render_page
from workbench.look.tokens import LIGHT

if TYPE_CHECKING:
    from engine.analysis.report.figures import ReportFigure
    from engine.analysis.report.model import ForgettingReport, ReportTable

DPI = 600
PX = 96.0
"""Pixels per inch of lengths in the page, which Qt scales to the device."""
BODY, SMALL = 9.5, 8.0
"""Text sizes in points."""
NAME_WIDTH, CELL = 170.0, 16.0
"""Largest width of a table's first column before its lines wrap, and the margin of a cell, px."""
UNBROKEN_ROWS = 12
"""Largest number of rows of a table without a page break."""
STYLE = f"""
h1 {{ font-size: 17pt; }} h2 {{ font-size: 12pt; color: {LIGHT.accent}; margin-top: 18px; }} h3 {{ font-size: 9.5pt; }}
dt {{ color: {LIGHT.text2}; font-weight: 600; }} dd {{ margin-left: 12px; margin-bottom: 4px; }}
table {{ margin-bottom: 8px; border-collapse: collapse; }}
th {{ color: {LIGHT.text2}; text-align: left; border-bottom: 1px solid {LIGHT.control}; }}
td {{ border-bottom: 1px solid {LIGHT.grid}; }}
th, td {{ font-size: 8pt; padding: 2px 6px; }}
.number {{ text-align: right; }} td.number {{ white-space: nowrap; }}
.note, figcaption {{ font-size: 8pt; color: {LIGHT.text3}; }}
pre {{ font-size: 7pt; white-space: pre-wrap; }}
"""


@dataclass(frozen=True)
class PaperFigure:
    """A figure of the page. ``svg`` is a complete SVG element that Qt can draw."""

    title: str
    caption: str
    svg: str


class ReportDocument:
    """A document for the pages of ``writer``. ``document`` may be inspected before painting."""

    def __init__(self, writer: QPdfWriter) -> None:
        self._writer = writer
        self._page = QSizeF(writer.width(), writer.height())
        self.width = self._page.width() * PX / DPI
        """Of a line, px of 1/96 inch."""
        self.document = QTextDocument()
        self.document.setDocumentMargin(0)
        self.document.documentLayout().setPaintDevice(writer)
        self.document.setDefaultFont(_font(BODY))
        self.document.setDefaultStyleSheet(STYLE)
        self._measure = QFontMetricsF(_font(SMALL), writer).horizontalAdvance

    def add(self, report: ForgettingReport) -> None:
        """Lay out the report's HTML page. Tables too wide for paper are continued below."""
        sections = tuple(
            replace(
                each,
                tables=tuple(part for table in each.tables for part in self.parts(table)),
                figures=tuple(map(self._picture, each.figures)),  # type: ignore[arg-type]  # what the page asks for
            )
            for each in report.sections
        )
        # One specification is sufficient on paper: the differing settings of the others are listed.
        report = replace(report, sections=sections, specifications=report.specifications[:1])
        page = render_page(report)
        self.document.setHtml(page[page.index("<body>") :])  # the style sheet is for browsers
        self.document.setPageSize(self._page)

    def _picture(self, figure: ReportFigure) -> PaperFigure:
        """Return a figure as a picture at its own width, limited to the page."""
        image, name = QImage.fromData(figure.png), f"picture:{figure.title}"
        self.document.addResource(QTextDocument.ResourceType.ImageResource.value, QUrl(name), image)
        wide = min(float(figure.width), self.width)
        high = wide * image.height() / max(1, image.width())
        shown = f'<p><img src="{QUrl(name).toString()}" width="{wide:.0f}" height="{high:.0f}"></p>'
        return PaperFigure(figure.title, figure.caption, shown)

    def parts(self, table: ReportTable) -> list[ReportTable]:
        """Return a table in parts that fit the page, each with the first column."""
        widths = [self._width(table, column) for column in range(len(table.headers))]
        parts: list[list[int]] = [[0]]
        room = self.width - widths[0]
        for column in range(1, len(widths)):
            if widths[column] > room and len(parts[-1]) > 1:
                parts.append([0])
                room = self.width - widths[0]
            parts[-1].append(column)
            room -= widths[column]
        report_parts = []
        for number, columns in enumerate(parts):
            report_parts.append(
                replace(
                    table,
                    title=f"{table.title} (continued)" if number and table.title else table.title,
                    headers=tuple(table.headers[column] for column in columns),
                    rows=tuple(tuple(row[column] for column in columns) for row in table.rows),
                    text_columns=sum(column < table.text_columns for column in columns),
                    note=table.note if columns is parts[-1] else "",
                )
            )
        return report_parts

    def _width(self, table: ReportTable, column: int) -> float:
        """Return a column's width in px: its longest number, or the longest word of its head or of a text column."""
        cells = [row[column] for row in table.rows]
        words = table.headers[column].split()
        if column == 0:
            wide = min(self._widest(cells), NAME_WIDTH)
        else:
            is_number = column >= table.text_columns
            wide = self._widest(cells if is_number else [word for text in cells for word in text.split()])
        return min(max(wide, 1.06 * self._widest(words)) + CELL + 2, self.width / 2)

    def _widest(self, texts: Sequence[str]) -> float:
        return max(map(self._measure, texts), default=0.0) * PX / DPI

    # -- pages ---------------------------------------------------------------------------------------------

    def keep_together(self) -> None:
        """Insert page breaks that keep headings and pictures with the following text, and short tables whole."""
        chain: QTextBlock | None = None
        block = self.document.begin()
        while block.isValid():
            table: QTextTable | None = QTextCursor(block).currentTable()  # Qt's stubs omit the None
            if table is not None:
                last = self._last_row(table)
                if chain is None and self.page_of(last) != self.page_of(block) and self._top_of(block) > 0:
                    look = table.format().toTableFormat()
                    look.setPageBreakPolicy(QTextFormat.PageBreakFlag.PageBreak_AlwaysBefore)
                    table.setFormat(look)
                chain, block = None, table.lastCursorPosition().block().next()
                continue
            if block.blockFormat().headingLevel() or "\ufffc" in block.text():  # a heading, a picture
                chain = chain or block
                after = self._after(block)
                if after.isValid() and self.page_of(after) != self.page_of(chain) and self._top_of(chain) > 0:
                    _break_before(chain)
            else:
                chain = None
            block = block.next()

    def _after(self, block: QTextBlock) -> QTextBlock:
        """Return the block to keep on the same page: the next one, or the last required row of a table."""
        after = block.next()
        inside: QTextTable | None = QTextCursor(after).currentTable() if after.isValid() else None
        return after if inside is None else self._last_row(inside)

    @staticmethod
    def _last_row(table: QTextTable) -> QTextBlock:
        """Return the last row; for a long table the first one below the head."""
        row = table.rows() - 1 if table.rows() <= UNBROKEN_ROWS else 1
        return table.cellAt(row, 0).firstCursorPosition().block()

    def page_of(self, block: QTextBlock) -> int:
        """Return the page, from 0, of a block's last line."""
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
        metrics = QFontMetricsF(_font(SMALL), self._writer)
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
            short = metrics.elidedText(title, Qt.TextElideMode.ElideRight, self._page.width() * 0.8)
            painter.drawText(foot, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop, short)
            number = f"{page + 1} of {pages}"
            painter.drawText(foot, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop, number)
        painter.end()


def _break_before(block: QTextBlock) -> None:
    look = block.blockFormat()
    look.setPageBreakPolicy(QTextFormat.PageBreakFlag.PageBreak_AlwaysBefore)
    QTextCursor(block).setBlockFormat(look)


def _font(size: float) -> QFont:
    font = QFont()
    font.setFamilies(["Inter", "Segoe UI", "Helvetica Neue", "Helvetica", "Sans Serif"])
    font.setPointSizeF(size)
    font.setFeature(QFont.Tag("tnum"), 1)
    return font
