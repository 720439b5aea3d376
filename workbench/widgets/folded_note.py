"""Remarks under a table: the first ones in sight, the others at a click."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QWidget

from workbench.language import tr, tr_n
from workbench.widgets.arrange import arrange_columns, arrange_rows
from workbench.widgets.labels import Label, LinkLabel


class FoldedNote(QWidget):
    """Grey sentences, of which the first ``shown`` are always there and the others when the user asks for them."""

    def __init__(self, shown: int = 2, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown, self._sentences, self.open = shown, list[str](), False
        self.words = Label("", "caption", "text2", wrap=True, selectable=True)
        self.more = LinkLabel("", role="caption")
        self.more.clicked.connect(self._toggle)
        arrange_rows(self.words, arrange_columns(self.more, ...), ..., on=self)

    def set_sentences(self, sentences: Sequence[str]) -> None:
        """Show these sentences. Whether the further ones are in sight stays as it is."""
        self._sentences = list(sentences)
        self._fill()

    def text(self) -> str:
        """Return all sentences, in sight or not."""
        return "   ".join(self._sentences)

    def _toggle(self) -> None:
        self.open = not self.open
        self._fill()

    def _fill(self) -> None:
        further = len(self._sentences) - self._shown
        shown = self._sentences if self.open or further <= 0 else self._sentences[: self._shown]
        self.words.setText("   ".join(shown))
        self.words.setAccessibleName(self.text())
        self.more.setVisible(further > 0)
        self.more.set_text(
            tr("Fewer remarks") if self.open else tr_n("{n} more remark", "{n} more remarks", further)
        )
