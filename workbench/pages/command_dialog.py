"""The one frame of the dialogues over a command of the command line: what each asks and shows is its own."""

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
    """A dialogue with a sentence that says what it is for, its parts, and a foot: messages, buttons, *Close*.

    A subclass makes its fields, tables and plots (a :class:`workbench.forms.form.ModelForm` is a part like any other),
    gives them to :meth:`arrange` in the order of reading, and asks by :meth:`command`. While a command runs
    :attr:`busy` is true and :meth:`enable` has been called. What goes wrong stands in :attr:`message`.

    Args:
        session: runs the commands, None in a dialogue that runs none.
        title: of the window.
        lead: the sentence at its head. Empty: none.
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
        """The session, asked for where a command needs it. Raises RuntimeError without one."""
        return require_session(self._session)

    def arrange(
        self,
        *parts: Part | tuple[Part, int] | EllipsisType,
        buttons: Sequence[Button] = (),
        close: str = tr("Close"),
    ) -> None:
        """Put the parts under the sentence, and ``buttons`` into the foot before the one that closes."""
        leave = Button(close)
        leave.clicked.connect(self.reject)
        foot = arrange_foot(self.message, *buttons, leave, spacing=8)
        arrange_rows(self.lead, *parts, foot, on=self, spacing=12, margins=(16, 16, 16, 16))
        for button in self.findChildren(QPushButton):
            button.setAutoDefault(False)  # Enter in a field presses nothing
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
        """Run ``palimpsest WORDS`` on the session's store, say ``message`` meanwhile, and give ``then`` its answer.

        A newer command of the dialogue ends one that still runs.
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
        """Say what went wrong, and let the user go on."""
        self.busy = False
        self.enable()
        self.message.show_message("error", sentence)

    def enable(self) -> None:
        """Enable what makes sense now. Called whenever :attr:`busy` may have changed."""
