"""The common frame of dialogs that run commands of the command line."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from types import EllipsisType
from typing import TypeVar

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QPushButton, QWidget

from workbench.backend.cli_job import CliJob
from workbench.backend.session import Session, require_session
from workbench.language import tr
from workbench.widgets import Button, Label, MessageLine
from workbench.widgets.arrange import Part, arrange_foot, arrange_rows, resize_on_screen

T = TypeVar("T")


class CommandDialog(QDialog):
    """A dialog with an introductory sentence, its parts, and a foot: messages, buttons, *Close*.

    A subclass creates its fields, tables and plots (a :class:`workbench.forms.form.ModelForm` is an ordinary part),
    passes them to :meth:`arrange` in reading order, and runs :meth:`command`. While a command runs, :attr:`busy` is
    true and :meth:`enable` has been called. :attr:`message` shows errors.

    Args:
        session: runs the commands, None in a dialog without commands.
        title: of the window.
        lead: the introductory sentence, empty for none.
        size: width and height, px at 100 %.
    """

    def __init__(
        self,
        session: Session | None,
        title: str,
        parent: QWidget | None,
        *,
        lead: str = "",
        size: tuple[int, int] = (900, 560),
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._session, self._size = session, size
        self.lead = Label(lead, "caption", "text2", wrap=True)
        self.lead.setVisible(bool(lead))
        self.message = MessageLine()
        self.busy = False

    @property
    def session(self) -> Session:
        """The session, where a command needs it. Raises RuntimeError without one."""
        return require_session(self._session)

    def arrange(
        self,
        *parts: Part | tuple[Part, int] | EllipsisType,
        buttons: Sequence[Button] = (),
        close: str = tr("Close"),
    ) -> None:
        """Put the parts under the sentence, and ``buttons`` into the foot before the close button."""
        leave = Button(close)
        leave.clicked.connect(self.reject)
        foot = arrange_foot(self.message, *buttons, leave, spacing=8)
        arrange_rows(self.lead, *parts, foot, on=self, spacing=12, margins=(16, 16, 16, 16))
        for button in self.findChildren(QPushButton):
            button.setAutoDefault(False)  # Enter in a field presses no button
        resize_on_screen(self, self._size[0], self._size[1])

    def command(
        self,
        words: Iterable[str],
        read: Callable[[bytes], T],
        then: Callable[[T], object],
        *,
        message: str = "",
        progress: Callable[[str], object] | None = None,
        on_store: bool = True,
    ) -> CliJob:
        """Run ``palimpsest WORDS`` on the session's store, show ``message`` meanwhile, and pass the answer to
        ``then``.

        A newer command of the dialog ends one that still runs.
        """
        self.busy = True
        if message:
            self.message.show_message("info", message)
        else:
            self.message.clear()
        self.enable()

        def answered(answer: T) -> None:
            self.busy = False
            self.message.clear()
            then(answer)
            self.enable()

        return self.session.job(
            [*words, *(["--store", str(self.session.store_path)] if on_store else [])],
            read=read, then=answered, owner=self, slot="command", failed=self.fail, progress=progress,
        )  # fmt: skip

    def fail(self, sentence: str) -> None:
        """Show an error and enable the dialog again."""
        self.busy = False
        self.enable()
        self.message.show_message("error", sentence)

    def enable(self) -> None:
        """Enable the usable controls. Called whenever :attr:`busy` may have changed."""
