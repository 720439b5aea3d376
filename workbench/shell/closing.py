"""The question about unfinished runs when the user closes the window."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QMessageBox, QWidget

from workbench.language import tr, tr_n

if TYPE_CHECKING:
    from workbench.backend.session import Session


def confirm_closing(session: Session, parent: QWidget) -> bool | None:
    """Return whether unfinished runs go on without the window. None: the window stays.

    Runs of a command line or another compute target go on in any case and are not mentioned. The question closes when
    the last of its runs ends.
    """
    active = session.queue_runs
    if not active:
        return True
    box = QMessageBox(parent)
    box.setWindowTitle("Palimpsest")
    box.setText(tr_n("A run has not ended yet.", "{n} runs have not ended yet.", active))
    box.setInformativeText(
        tr_n(
            "It continues without the window; open it again to see the progress.",
            "They continue without the window; open it again to see the progress.",
            active,
        )
    )
    go_on = box.addButton(tr("Keep running"), QMessageBox.ButtonRole.AcceptRole)
    stop = box.addButton(tr_n("Stop it", "Stop them", active), QMessageBox.ButtonRole.DestructiveRole)
    box.addButton(QMessageBox.StandardButton.Cancel)
    box.setDefaultButton(go_on)

    def settled(_running: int, _queued: int) -> None:
        if not session.queue_runs:
            go_on.click()

    connection = session.activity.connect(settled)
    box.exec()
    session.activity.disconnect(connection)
    chosen = box.clickedButton()
    return True if chosen is go_on else False if chosen is stop else None
