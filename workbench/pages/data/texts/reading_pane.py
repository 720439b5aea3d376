"""The reading pane of the Data page: one text in the model's view."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QMargins, QMimeData, QRect, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import (
    QFontMetrics,
    QPainter,
    QPyTextObject,
    QResizeEvent,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
)
from PySide6.QtWidgets import QSizePolicy, QTextEdit, QWidget

from engine.spec.truncation import Truncation
from workbench.language import tr
from workbench.look import formats, theme
from workbench.pages.data.texts.truncation_bar import TruncationBar
from workbench.widgets import ElidedLabel, Panel
from workbench.widgets.arrange import arrange_columns, arrange_rows
from workbench.widgets.base import Themed

if TYPE_CHECKING:
    from engine.data.token_counts import TruncationSpan
    from engine.store.database import Store

_TAG = QTextFormat.ObjectTypes.UserObject.value + 1
_TAG_TEXT, _TAG_LEVEL = (
    QTextFormat.Property.UserProperty.value + 1,
    QTextFormat.Property.UserProperty.value + 2,
)
WIDEST = 880
"""Largest width of a line of text, px at 100 %."""
KEPT_SHOWN, CUT_SHOWN = 20_000, 3_000
"""Characters shown of a kept and of a cut span. Laying out a whole book would block the window."""


@dataclass(frozen=True)
class TextSpan:
    """A span of a text: its tag ("head 128", "" for none), its characters, and whether it is kept."""

    tag: str
    text: str
    kept: bool


def text_spans(
    store: Store, tokenizer: str, text: str, second: str, truncation: Truncation, room: int
) -> list[TextSpan]:
    """Return the model's view of a text (or pair). For the reader thread: loads the tokenizer once."""
    from engine.data.token_counts import visible_spans

    first, other = visible_spans(tokenizer, text, second, truncation, room)
    if second:
        return [*_pair(text, first, tr("first")), *_pair(second, other, tr("second"))]
    return _single(text, first)


def _single(text: str, parts: Sequence[TruncationSpan]) -> list[TextSpan]:
    if len(parts) == 1 and parts[0].kept:
        return [TextSpan("", text, True)]
    spans = []
    for number, part in enumerate(parts):
        word = tr("cut", "part of a text")
        if part.kept:
            last = number == len(parts) - 1
            word = (
                tr("head", "beginning of a text")
                if number == 0
                else tr("tail", "end of a text")
                if last
                else tr("kept", "part of a text")
            )
        spans.append(
            TextSpan(f"{word} {formats.count(part.tokens)}", text[part.start : part.stop], part.kept)
        )
    return spans


def _pair(text: str, parts: Sequence[TruncationSpan], name: str) -> list[TextSpan]:
    return [
        TextSpan(
            f"{name if part.kept else tr('cut', 'part of a text')} {formats.count(part.tokens)}",
            text[part.start : part.stop],
            part.kept,
        )
        for part in parts
    ]


class _TagObject(QPyTextObject):
    """Draw "head 128" as a small filled tag within a line of text."""

    GROUNDS = {"kept": ("tint", "accent"), "cut": ("warning_ground", "warning")}

    def intrinsicSize(self, doc: QTextDocument, posInDocument: int, format: QTextFormat) -> QSizeF:
        metrics = QFontMetrics(theme.font("tick_strong"))
        return QSizeF(metrics.horizontalAdvance(str(format.property(_TAG_TEXT))) + 20, 14)

    def drawObject(
        self,
        painter: QPainter,
        rect: QRectF | QRect,
        doc: QTextDocument,
        posInDocument: int,
        format: QTextFormat,
    ) -> None:
        s = theme.sizes()
        ground, ink = self.GROUNDS[str(format.property(_TAG_LEVEL))]
        box = QRectF(rect.left(), rect.top() - 1, rect.width() - 8, 17)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.color(ground))
        painter.drawRoundedRect(box, s.radius_tag, s.radius_tag)
        theme.draw_line(painter, box, str(format.property(_TAG_TEXT)), "tick_strong", ink, "center")
        painter.restore()


class TruncatedTextView(Themed, QTextEdit):
    """Read-only spans of a text: kept ones plain, cut ones struck through. Never interprets its content."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._spans: list[TextSpan] = []
        self._hint = ""
        self.setReadOnly(True)
        self.setAcceptRichText(False)
        self.setAccessibleName(tr("The text as the model sees it"))
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self._tags = _TagObject(self)
        self.document().documentLayout().registerHandler(_TAG, self._tags)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.apply_theme()

    def set_spans(self, spans: Sequence[TextSpan]) -> None:
        """Show ``spans``, each as a paragraph."""
        self._spans, self._hint = list(spans), ""
        self._fill()

    def set_hint(self, text: str) -> None:
        """Show ``text`` in grey instead."""
        self._spans, self._hint = [], text
        self._fill()

    def spans(self) -> list[TextSpan]:
        """Return the spans that are shown."""
        return list(self._spans)

    def apply_theme(self) -> None:
        self.setFont(theme.font("body"))
        self.document().setDocumentMargin(0)
        self._narrow()
        self._fill()

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._narrow()
        super().resizeEvent(event)

    def _narrow(self) -> None:
        """Leave the right of a wide pane empty: very long lines are hard to read."""
        margins = QMargins(16, 4, max(16, self.width() - 16 - WIDEST), 8)
        if margins != self.viewportMargins():
            self.setViewportMargins(margins)

    def sizeHint(self) -> QSize:
        return QSize(400, 160)

    def _fill(self) -> None:
        s = theme.sizes()
        self.clear()
        cursor = QTextCursor(self.document())
        cursor.beginEditBlock()
        block = QTextBlockFormat()
        block.setLineHeight(s.read_line, QTextBlockFormat.LineHeightTypes.FixedHeight.value)
        plain_format = QTextCharFormat()
        plain_format.setFont(theme.font("body"))
        plain_format.setForeground(theme.color("text"))
        cut_format = QTextCharFormat(plain_format)
        cut_format.setForeground(theme.color("text3"))
        cut_format.setFontStrikeOut(True)
        hint_format = QTextCharFormat(plain_format)
        hint_format.setForeground(theme.color("text3"))
        if self._hint:
            cursor.setBlockFormat(block)
            cursor.insertText(self._hint, hint_format)
        for number, span in enumerate(self._spans):
            paragraph = QTextBlockFormat(block)
            paragraph.setTopMargin(8 if number else 0)
            if number:
                cursor.insertBlock(paragraph)
            else:
                cursor.setBlockFormat(paragraph)
            if span.tag:
                self._insert_tag(cursor, span)
            text, left = _shortened(span)
            cursor.insertText(text, plain_format if span.kept else cut_format)
            if left:
                more = tr("… {count} more characters", count=formats.count(left))
                cursor.insertText(f" {more}", hint_format)
        cursor.endEditBlock()
        self.moveCursor(QTextCursor.MoveOperation.Start)

    def _insert_tag(self, cursor: QTextCursor, span: TextSpan) -> None:
        tag = QTextCharFormat()
        tag.setObjectType(_TAG)
        tag.setProperty(_TAG_TEXT, span.tag)
        tag.setProperty(_TAG_LEVEL, "kept" if span.kept else "cut")
        tag.setVerticalAlignment(QTextCharFormat.VerticalAlignment.AlignMiddle)
        cursor.insertText("\N{OBJECT REPLACEMENT CHARACTER}", tag)

    def createMimeDataFromSelection(self) -> QMimeData:
        """Copy the words without the tags."""
        data = QMimeData()
        text = self.textCursor().selection().toPlainText()
        data.setText(text.replace("\N{OBJECT REPLACEMENT CHARACTER}", ""))
        return data


def _shortened(span: TextSpan) -> tuple[str, int]:
    """Return the characters to show as one line, and how many more there are."""
    most = KEPT_SHOWN if span.kept else CUT_SHOWN
    text = span.text.strip("\n")
    shown = text if len(text) <= most * 5 // 4 else text[:most]
    clean = (
        shown.replace("\r\n", "\n").replace("\r", "\n").replace("\N{OBJECT REPLACEMENT CHARACTER}", "\ufffd")
    )
    # Line breaks stay within a paragraph: every span is one block with one line height.
    return clean.replace("\n", "\N{LINE SEPARATOR}"), len(text) - len(shown)


class ReadingPane(Panel):
    """Head line with the facts of the text and the truncation (``keep``), and the text below."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("surface", parent=parent)
        self.truncation_bar = TruncationBar()
        self.text = TruncatedTextView()
        self.title = ElidedLabel(tr("As the model sees it"), "strong")
        self.title.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
        self.facts = ElidedLabel("", "caption", "text2")
        self._head = arrange_columns(
            self.title, (self.facts, 1), self.truncation_bar, margins=(16, 8, 16, 8), spacing=8
        )
        arrange_rows(self._head, (self.text, 1), on=self)

    def minimumSizeHint(self) -> QSize:
        return QSize(super().minimumSizeHint().width(), 120)
