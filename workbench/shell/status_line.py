"""The status bar: what the shown page says, what went wrong, what runs, and the room of the disk."""

from __future__ import annotations

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QStatusBar, QWidget

from workbench.look import theme
from workbench.widgets import ElidedLabel, Label, VLine
from workbench.widgets.announcing import announce


class StatusLine(QStatusBar):
    """``words`` of the page at the left, then a ``notice`` for some time; ``activity`` and ``room`` at the right."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.words = ElidedLabel("", "caption", "text2")
        self.notice = ElidedLabel("", "caption", "error")
        self.activity = Label("", "caption", "text2")
        self.room = ElidedLabel("", "caption", "text3")
        self._notice_ends = QTimer(self)
        self._notice_ends.setSingleShot(True)
        self._notice_ends.timeout.connect(lambda: self._set_notice(""))
        self.setSizeGripEnabled(False)
        self.addWidget(self.words, 2)
        self.addWidget(self.notice, 3)
        self._set_notice("")
        for part in (self.activity, VLine(), self.room):
            self.addPermanentWidget(part)
        s = theme.sizes()
        self.setFixedHeight(s.status_bar)
        self.setContentsMargins(8, 0, 12, 0)

    def set_activity(self, text: str, room: str = "", is_little: bool = False) -> None:
        """Set the right: what runs and when all is done, and the room of the disk."""
        self.activity.setText(text)
        self.room.set_text(room)
        self.room.set_color("warning" if is_little else "text3")

    def show_notice(self, text: str, seconds: int = 20) -> None:
        """Say what went wrong, for some ``seconds``. 0 leaves it there."""
        self._set_notice(text)
        announce(self.notice, text, urgent=True)
        self._notice_ends.start(seconds * 1000) if seconds else self._notice_ends.stop()

    def _set_notice(self, text: str) -> None:
        """Set the notice. Without one its room is the page's words'."""
        self.notice.set_text(text)
        self.notice.setVisible(bool(text))
