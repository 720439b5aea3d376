"""Check, back up and repair the store from the window, with the wording of ``palimpsest store``."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtWidgets import QLayout, QWidget

from workbench.backend.session import Session
from workbench.language import tr
from workbench.look import formats
from workbench.widgets import Button, Label
from workbench.widgets.arrange import arrange_columns, arrange_rows

IN_USE = tr("This window has the store open. Close it, then run: palimpsest store repair")
_SHOWN = 5


class AnsweredTools(QWidget):
    """Rows of controls with the last answer below. Their work runs in threads, one at a time."""

    def __init__(self, session: Session | None, *rows: QLayout, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.answer = Label("", "caption", "text2", wrap=True)
        self.answer.hide()
        arrange_rows(*rows, self.answer, on=self, spacing=8)

    def begin(self, doing: str, work: Callable[[], str], then: Callable[[str], object] | None = None) -> None:
        """Show ``doing``, run ``work``, and pass its result to ``then``, which shows it by default."""
        if self._session is not None:
            self.say(doing)
            self._session.tasks.run(work, then=then or self.say, failed=self.say, owner=self, slot="work")

    def say(self, sentence: str) -> None:
        """Show ``sentence`` below the controls."""
        self.answer.setText(sentence)
        self.answer.setVisible(bool(sentence))
        self.answer.setAccessibleName(sentence)


class StoreTools(AnsweredTools):
    """Three buttons and the answer below them."""

    def __init__(self, session: Session | None, parent: QWidget | None = None) -> None:
        self.check = Button(tr("Check"), tip=tr("Check for damage; nothing is changed"))
        self.backup = Button(
            tr("Back up"), tip=tr("Copy the store, even while it is in use, to a folder next to it")
        )
        self.repair = Button(
            tr("Repair"), tip=tr("Save everything readable to a new store; the damaged one is kept")
        )
        buttons = arrange_columns(self.check, self.backup, self.repair, ..., spacing=8)
        super().__init__(session, buttons, parent=parent)
        self.check.clicked.connect(lambda: self._on_store(tr("Checking…"), check_sentence))
        self.backup.clicked.connect(lambda: self._on_store(tr("Copying…"), backup_sentence))
        self.repair.clicked.connect(self._repair)
        if session is not None:
            session.failed.connect(self.say)

    def _on_store(
        self, doing: str, work: Callable[[Path], str], then: Callable[[str], object] | None = None
    ) -> None:
        if self._session is not None:
            self.begin(doing, partial(work, self._session.store_path), then)

    def _repair(self) -> None:
        if self._session is not None and self._session.is_open:
            self.say(IN_USE)
        else:
            self._on_store(tr("Repairing…"), repair_sentence, self._repaired)

    def _repaired(self, sentence: str) -> None:
        self.say(sentence)
        if self._session is not None:
            self._session.start()


def check_sentence(path: Path) -> str:
    """Check the store at ``path`` and return the result. For a worker thread."""
    from engine.store.repair import check_store

    check = check_store(path)
    if check.is_sound:
        runs, rows = check.rows.get("runs", 0), sum(check.rows.values())
        return tr("No problems found: {runs:,} runs, {rows:,} rows.", runs=runs, rows=rows)
    damages = [each.text for each in check.findings if each.is_damage]
    shown, more = "; ".join(damages[:_SHOWN]), len(damages) - _SHOWN
    if more > 0:
        return tr("Damaged: {damages}; and {more:,} more.", damages=shown, more=more)
    return tr("Damaged: {damages}.", damages=shown)


def backup_sentence(path: Path) -> str:
    """Copy the store at ``path`` into its backup folder and return the path. For a worker thread."""
    from engine.store.backup import copy_store

    copied = copy_store(path)
    return tr(
        "Copied {runs:,} runs ({size}) to {path}",
        runs=copied.rows.get("runs", 0),
        size=formats.size(copied.bytes),
        path=copied.path,
    )


def repair_sentence(path: Path) -> str:
    """Repair the store at ``path`` unless it is sound, and return what was saved. For a worker thread."""
    from engine.store.repair import check_store, repair_store

    if check_store(path).is_sound:
        return tr("No problems found; nothing was changed.")
    repaired = repair_store(path)
    runs, rows = repaired.saved.get("runs", 0), sum(repaired.saved.values())
    sentences = [tr("Saved {runs:,} runs, {rows:,} rows in all.", runs=runs, rows=rows)]
    if repaired.lost:
        sentences.append(tr("Lost: {names}.", names="; ".join(repaired.lost)))
    if repaired.set_aside is not None:
        sentences.append(tr("Set aside: {file}.", file=repaired.set_aside))
    return " ".join([*sentences, tr("The damaged store as it was: {file}", file=repaired.damaged)])
