"""Check, back up and repair the store from the window, with the words of ``palimpsest store``."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtWidgets import QWidget

from workbench.backend.session import Session
from workbench.language import tr
from workbench.look import formats, theme
from workbench.widgets import Button, Label
from workbench.widgets.arrange import arrange_columns, arrange_rows

IN_USE = tr("This window has the store open. Close it, then run: palimpsest store repair")
_SHOWN = 5


class StoreTools(QWidget):
    """Three buttons and the answer below them; all work is done in threads."""

    def __init__(self, session: Session | None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.check = Button(tr("Check"), tip=tr("Look for damage; nothing is changed"))
        self.backup = Button(
            tr("Back up"), tip=tr("Copy the store while it is in use, into a folder beside it")
        )
        self.repair = Button(
            tr("Repair"), tip=tr("Save all that can be read into a sound store; the damaged one is kept")
        )
        self.answer = Label("", "caption", "text2", wrap=True)
        self.answer.hide()
        s = theme.sizes()
        buttons = arrange_columns(self.check, self.backup, self.repair, ..., spacing=s.s8)
        arrange_rows(buttons, self.answer, on=self, spacing=s.s8)
        self.check.clicked.connect(lambda: self._begin(tr("Checking…"), check_sentence, self._say))
        self.backup.clicked.connect(lambda: self._begin(tr("Copying…"), backup_sentence, self._say))
        self.repair.clicked.connect(self._repair)
        if session is not None:
            session.failed.connect(self._say)

    def _repair(self) -> None:
        if self._session is not None and self._session.is_open:
            self._say(IN_USE)
        else:
            self._begin(tr("Repairing…"), repair_sentence, self._repaired)

    def _repaired(self, sentence: str) -> None:
        self._say(sentence)
        if self._session is not None:
            self._session.start()

    def _begin(self, doing: str, work: Callable[[Path], str], then: Callable[[str], object]) -> None:
        if self._session is None:
            return
        self._enable(False)
        self._say(doing, done=False)
        self._session.tasks.run(
            partial(work, self._session.store_path), then=then, failed=self._say, owner=self, slot="store"
        )

    def _say(self, sentence: str, done: bool = True) -> None:
        self.answer.setText(sentence)
        self.answer.setVisible(bool(sentence))
        self.answer.setAccessibleName(sentence)
        if done:
            self._enable(True)

    def _enable(self, enabled: bool) -> None:
        for button in (self.check, self.backup, self.repair):
            button.setEnabled(enabled)


def check_sentence(path: Path) -> str:
    """Check the store at ``path`` and return what was found. For a worker thread."""
    from engine.store.check import check_store

    found = check_store(path)
    if found.is_sound:
        runs, rows = found.rows.get("runs", 0), sum(found.rows.values())
        return tr("Sound: {runs:,} runs, {rows:,} rows.", runs=runs, rows=rows)
    damages = [each.text for each in found.findings if each.is_damage]
    shown, more = "; ".join(damages[:_SHOWN]), len(damages) - _SHOWN
    if more > 0:
        return tr("Damaged: {damages}; and {more:,} more.", damages=shown, more=more)
    return tr("Damaged: {damages}.", damages=shown)


def backup_sentence(path: Path) -> str:
    """Copy the store at ``path`` into the folder of its copies and return where. For a worker thread."""
    from engine.store.backup import copy_store

    done = copy_store(path)
    return tr(
        "Copied {runs:,} runs ({size}) to {path}",
        runs=done.rows.get("runs", 0),
        size=formats.size(done.bytes),
        path=done.path,
    )


def repair_sentence(path: Path) -> str:
    """Repair the store at ``path`` unless it is sound, and return what was saved. For a worker thread."""
    from engine.store.check import check_store
    from engine.store.repair import repair_store

    if check_store(path).is_sound:
        return tr("The store is sound; nothing was changed.")
    done = repair_store(path)
    runs, rows = done.saved.get("runs", 0), sum(done.saved.values())
    said = [tr("Saved {runs:,} runs, {rows:,} rows in all.", runs=runs, rows=rows)]
    if done.lost:
        said.append(tr("Lost: {lost}.", lost="; ".join(done.lost)))
    if done.set_aside is not None:
        said.append(tr("What was set aside: {file}.", file=done.set_aside))
    return " ".join([*said, tr("The damaged store as it was: {file}", file=done.damaged)])
