"""Texts in typographic roles: labels, elided labels, links, tags."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QRect, QSize, Qt
from PySide6.QtGui import QEnterEvent, QFontMetrics, QPainter, QPaintEvent, QTextLayout
from PySide6.QtWidgets import QAbstractButton, QLabel, QSizePolicy, QWidget

from workbench.language import join_sentences, tr, tr_n
from workbench.look import theme
from workbench.look.palette import ROLES
from workbench.widgets.arrange import arrange_columns, arrange_rows
from workbench.widgets.base import FocusByKeys, paint_box


class Label(QLabel):
    """Plain text in a type role (see :func:`workbench.look.theme.font`) and a colour token. Never rich text.

    ``wrap`` breaks lines. ``selectable`` allows selection and copying.
    """

    def __init__(
        self,
        text: str = "",
        role: str = "body",
        color: str = "text",
        wrap: bool = False,
        selectable: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(text, parent)
        self.setFont(theme.font(role))
        self.set_color(color)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(wrap)
        if selectable:
            self.setTextInteractionFlags(
                Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
            )

    def set_color(self, color: str) -> None:
        """Change the colour token: one with a role in Qt's palette."""
        self.setForegroundRole(ROLES[color])

    def fit(self, width: int) -> None:
        """Make a wrapped label at most ``width`` px wide, with the height of its lines at that width.

        In some layouts Qt estimates the height of wrapped text and clips it. This sets it explicitly.
        """
        text_width = max(
            QFontMetrics(self.font()).horizontalAdvance(line) for line in self.text().split("\n")
        )
        label_width = max(1, min(width, text_width + 4))
        self.setMinimumSize(0, 0)  # otherwise Qt would not measure less than an earlier fit
        self.setFixedSize(
            label_width,
            max(0, self.heightForWidth(label_width) if self.wordWrap() else self.sizeHint().height()),
        )


class ElidedLabel(Label):
    """Text that is elided if space is short. The tooltip then has all of it.

    ``set_text`` sets it. The full text stays in ``text()`` and in the accessible name. It has one line, or up to
    ``lines`` if one is too short.
    """

    def __init__(
        self,
        text: str = "",
        role: str = "body",
        color: str = "text",
        mode: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
        lines: int = 1,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(text, role, color, wrap=lines > 1, parent=parent)
        self._mode, self._lines = mode, lines
        self._tip = ""
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)

    def set_text(self, text: str) -> None:
        """Show ``text``, ignoring its line breaks."""
        self.setText(" ".join(text.split()))

    def minimumSizeHint(self) -> QSize:
        height = self._line_height() if self._lines > 1 else super().minimumSizeHint().height()
        return QSize(24, height)

    def heightForWidth(self, width: int) -> int:
        if self._lines == 1:
            return super().heightForWidth(width)
        return self._line_height() * len(self._broken(width))

    def shown(self) -> str:
        """Return the text as drawn, with an ellipsis if space is short."""
        return " ".join(self._broken(self.contentsRect().width()))

    def _line_height(self) -> int:
        return QFontMetrics(self.font()).height()

    def _broken(self, width: int) -> list[str]:
        """Return the lines drawn in ``width`` px, the last one with the rest, elided."""
        text, metrics = self.text(), QFontMetrics(self.font())
        starts = [0]
        if self._lines > 1 and metrics.horizontalAdvance(text) > width:
            layout = QTextLayout(text, self.font())
            layout.beginLayout()
            starts.clear()
            while len(starts) < self._lines and (line := layout.createLine()).isValid():
                line.setLineWidth(width)
                starts.append(line.textStart())
            layout.endLayout()
        ends = [*starts[1:], len(text)]
        lines = [text[first:last].rstrip() for first, last in zip(starts, ends, strict=True)]
        return [*lines[:-1], metrics.elidedText(lines[-1], self._mode, width)]

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip:
            self.setToolTip(self._tip or (self.text() if self.shown() != self.text() else ""))
        return super().event(event)

    def set_tip(self, tip: str) -> None:
        """Set a tooltip instead of the full text."""
        self._tip = tip

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setPen(self.palette().color(self.foregroundRole()))
        room = self.contentsRect()
        drawn = "\n".join(self._broken(room.width()))
        painter.drawText(room, self.alignment() | Qt.AlignmentFlag.AlignVCenter, drawn)


class LinkLabel(FocusByKeys, QAbstractButton):
    """An underlined accent word with an action: the remedy in a message. ``clicked`` fires on click, Space, Enter."""

    def __init__(
        self, text: str = "", name: str = "", role: str = "body", parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._color = "accent"
        self.setText(text)
        self.setAccessibleName(name or text)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        font = theme.font(role)
        font.setUnderline(True)
        self.setFont(font)

    def set_text(self, text: str) -> None:
        """Change the text and the accessible name."""
        self.setText(text)
        self.setAccessibleName(text)
        self.updateGeometry()

    def set_color(self, color: str) -> None:
        """Change the colour token: a remedy in a warning has the warning's colour."""
        self._color = color
        self.update()

    def sizeHint(self) -> QSize:
        metrics = QFontMetrics(self.font())
        return QSize(metrics.horizontalAdvance(self.text()) + 4, metrics.height() + 4)

    def enterEvent(self, event: QEnterEvent) -> None:
        self.update()
        super().enterEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        if self.shows_focus():
            paint_box(painter, self, None, None, theme.sizes().radius_bar)
        painter.setFont(self.font())
        painter.setPen(theme.color(self._color if self.isEnabled() else "text3"))
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, self.text())


class ElidedLink(LinkLabel):
    """A link on one line that is elided if space is short. The tooltip then has all of it.

    When disabled it is an ordinary grey sentence.
    """

    def __init__(self, text: str = "", role: str = "caption", parent: QWidget | None = None) -> None:
        super().__init__(text, role=role, parent=parent)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def minimumSizeHint(self) -> QSize:
        return QSize(24, self.sizeHint().height())

    def shown(self) -> str:
        """Return the text as drawn, with an ellipsis if space is short."""
        return QFontMetrics(self.font()).elidedText(
            self.text(), Qt.TextElideMode.ElideRight, max(0, self.width() - 4)
        )

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip:
            self.setToolTip(self.text() if self.shown() != self.text() else "")
        return super().event(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        if self.shows_focus():
            paint_box(painter, self, None, None, theme.sizes().radius_bar)
        font = self.font()
        font.setUnderline(self.isEnabled())
        painter.setFont(font)
        painter.setPen(theme.color(self._color if self.isEnabled() else "text2"))
        flags = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(self.rect().adjusted(2, 0, -2, 0), flags, self.shown())


class Tag(QWidget):
    """A small outlined word (a property of a data set), or a filled one (``level`` tint, warning, error, ok)."""

    GROUNDS = {
        "tint": ("tint", "accent"),
        "warning": ("warning_ground", "warning"),
        "error": ("error_ground", "error"),
    }

    def __init__(self, text: str = "", level: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._text, self._level = text, level
        self.setAccessibleName(text)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setFont(theme.font("tick_strong" if level in self.GROUNDS else "tick"))

    def set_text(self, text: str) -> None:
        """Change the word."""
        self._text = text
        self.setAccessibleName(text)
        self.updateGeometry()
        self.update()

    def set_level(self, level: str) -> None:
        """Change the fill colour."""
        self._level = level
        self.update()

    def text(self) -> str:
        """Return the word shown."""
        return self._text

    def sizeHint(self) -> QSize:
        return QSize(QFontMetrics(self.font()).horizontalAdvance(self._text) + 2 * 6, 18)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, radius = QPainter(self), theme.sizes().radius_tag
        if self._level in self.GROUNDS:
            ground, ink = self.GROUNDS[self._level]
            paint_box(painter, self, theme.color(ground), None, radius)
        else:
            ink = "text2"
            paint_box(painter, self, None, theme.color("line"), radius)
        painter.setPen(theme.color(ink))
        painter.drawText(QRect(self.rect()), Qt.AlignmentFlag.AlignCenter, self._text)


class FoldedNote(QWidget):
    """Grey sentences, the first ``shown`` always visible, the others on request."""

    def __init__(self, shown: int = 2, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._visible_count, self._sentences, self.open = shown, list[str](), False
        self.label = Label("", "caption", "text2", wrap=True, selectable=True)
        self.more = LinkLabel("", role="caption")
        self.more.clicked.connect(self._toggle)
        arrange_rows(self.label, arrange_columns(self.more, ...), ..., on=self)

    def set_sentences(self, sentences: Sequence[str]) -> None:
        """Show these sentences. The fold state of the others is kept."""
        self._sentences = list(sentences)
        self._fill()

    def text(self) -> str:
        """Return all sentences, also hidden ones."""
        return join_sentences(self._sentences)

    def _toggle(self) -> None:
        self.open = not self.open
        self._fill()

    def _fill(self) -> None:
        further = len(self._sentences) - self._visible_count
        shown = self._sentences if self.open or further <= 0 else self._sentences[: self._visible_count]
        self.label.setText(join_sentences(shown))
        self.label.setAccessibleName(self.text())
        self.more.setVisible(further > 0)
        self.more.set_text(
            tr("Fewer remarks") if self.open else tr_n("{n} more remark", "{n} more remarks", further)
        )
