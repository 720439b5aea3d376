"""The choice of a run's split whose predictions are shown."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from workbench.language import tr, tr_engine
from workbench.pages.runs.run_list.query import RunDetails
from workbench.widgets import ComboBox


def split_words(split: str, titles: Sequence[str]) -> str:
    """``stage-1/test/news`` as ``Test, news, after stage 1``. ``titles`` are those of the stages."""
    parts, stage = split.split("/"), ""
    if parts[0].startswith("stage-"):
        number = int(parts[0].removeprefix("stage-"))
        title = titles[number - 1] if number <= len(titles) else ""
        stage = tr("after {number} {title}", number=number, title=title).rstrip()
        parts = parts[1:]
    return ", ".join(part for part in (tr_engine(parts[0].capitalize()), "/".join(parts[1:]), stage) if part)


class SplitChoice(ComboBox):
    """Offers the splits that a run has stored predictions for. Hidden where there is one. ``chosen()`` by the user."""

    chosen = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__([], tr("Split whose predictions are shown"), width=120, parent=parent)
        self._offered: tuple[object, ...] = ()
        self.activated.connect(lambda _index: self.chosen.emit())
        self.hide()

    def split(self) -> str:
        """Return the chosen split, empty where the run has none."""
        return str(self.currentData() or "")

    def offer(self, about: RunDetails | None) -> bool:
        """Offer a run's splits, the test split first chosen. Return whether they are others than before."""
        splits = about.splits if about is not None else ()
        titles = [tr_engine(stage.title) for stage in about.stages] if about is not None else []
        offered = (about.row.id if about is not None else 0, splits)
        if offered == self._offered:
            return False
        current, self._offered = self.currentData(), offered
        self.set_choices([(split_words(split, titles), split) for split in splits])
        self.setVisible(len(splits) > 1)
        if splits:
            test = next((split for split in splits if split.startswith("test")), splits[0])
            self.set_current(current if current in splits else test)
        return True
