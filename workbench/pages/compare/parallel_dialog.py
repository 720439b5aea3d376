"""Parallel coordinates of the compared runs over any settings and measures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtWidgets import QCompleter, QDialog, QWidget

from engine.analysis.comparison import distinctive_names
from engine.analysis.pivot import names_data
from engine.spec.data import reads_generated
from engine.store.filter_completion import FilterVocabulary, read_vocabulary
from engine.store.runs import list_runs, read_run_values
from workbench.engine_texts import data_titles, quantity_title
from workbench.language import tr
from workbench.look import theme
from workbench.plots.parallel.axes import ParallelAxis, ParallelLine, Value
from workbench.plots.parallel.plot import ParallelPlot
from workbench.widgets import Button, Label, MessageLine, TextField
from workbench.widgets.arrange import arrange_columns, arrange_foot, arrange_rows, resize_on_screen

if TYPE_CHECKING:
    from engine.store.database import Store
    from workbench.backend.session import Session

FEWEST, MOST = 2, 12
"""Axes that are drawn at least and at most."""


@dataclass(frozen=True)
class ParallelRuns:
    """Axes with the values of runs, the runs, and whether any of them read generated texts."""

    axes: tuple[ParallelAxis, ...]
    lines: tuple[ParallelLine, ...]
    generated: bool


def read_parallel(
    store: Store, names: Sequence[str], run_ids: Sequence[int], looks: Mapping[int, int]
) -> ParallelRuns:
    """Return the values of ``run_ids`` under ``names``, as a filter names them. For the reader thread.

    ``looks``: the series of runs that are drawn as another than their own. Raises UserError for a name that is none.
    """
    values = read_run_values(store, names, run_ids)
    by_id = {row.id: row for row in list_runs(store, ids=run_ids, archived=None)}
    rows = [by_id[number] for number in run_ids if number in by_id]
    labels = distinctive_names([row.name for row in rows])
    lines = [
        ParallelLine(row.id, looks.get(row.id, row.look), name)
        for row, name in zip(rows, labels, strict=True)
    ]
    axes = [
        ParallelAxis(name, tuple(_value(name, values[row.id][name]) for row in rows), quantity_title(name))
        for name in names
    ]
    generated = any(reads_generated(row.data) for row in rows)
    return ParallelRuns(tuple(axes), tuple(lines), generated)


def _value(name: str, value: Value) -> Value:
    if value == "":
        return None
    return data_titles(value) if names_data(name) and isinstance(value, str) else value


class NamesCompleter(QCompleter):
    """Completes the last of several names with commas between them."""

    def pathFromIndex(self, index: QModelIndex | QPersistentModelIndex) -> str:
        field = self.widget()
        before = field.text().rpartition(",")[0].strip() if isinstance(field, TextField) else ""
        return f"{before}, {index.data()}" if before else str(index.data())

    def splitPath(self, path: str) -> list[str]:
        return [path.rpartition(",")[2].strip()]


class ParallelDialog(QDialog):
    """Asks for names and draws the runs across them; ``names`` is what stands there at first."""

    def __init__(
        self,
        session: Session,
        run_ids: Sequence[int],
        names: Sequence[str],
        looks: Mapping[int, int],
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Parallel coordinates"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._session, self._ids, self._looks = session, list(run_ids), dict(looks)
        self._names: list[str] = []
        self.names = TextField(", ".join(names), name=tr("Quantities"))
        self.names.setToolTip(
            tr("Settings and measures with commas between them: learning_rate, epochs, test")
        )
        self.plot = ParallelPlot(tr("Parallel coordinates"), tr("{ids} runs", ids=len(self._ids)))
        self.message = MessageLine()
        policy = self.message.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self.message.setSizePolicy(policy)
        close = Button(tr("Close"))
        close.clicked.connect(self.close)
        s = theme.sizes()
        head = arrange_columns(Label(tr("Quantities"), "caption", "text2"), (self.names, 1), spacing=s.s8)
        foot = arrange_foot(self.message, close, spacing=s.s8)
        rows = arrange_rows(head, (self.plot, 1), foot, on=self, spacing=s.s12)
        rows.setContentsMargins(s.s16, s.s16, s.s16, s.s16)
        resize_on_screen(self, s.px(960), s.px(520))
        self.plot.notice.connect(lambda words: self.message.show_message("ok", words))
        self.names.editingFinished.connect(self.ask)
        session.query(read_vocabulary, then=self._offer, owner=self, slot="names")
        self.ask()

    def _offer(self, vocabulary: FilterVocabulary) -> None:
        completer = NamesCompleter(sorted(vocabulary.names), self.names)
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.names.setCompleter(completer)

    def ask(self) -> None:
        """Read what is named now."""
        names = list(dict.fromkeys(name for each in self.names.text().split(",") if (name := each.strip())))
        if names == self._names:
            return
        self._names = names
        if not FEWEST <= len(names) <= MOST:
            self.message.show_message(
                "warning",
                tr("Name {fewest} to {most} quantities, with commas between them.", fewest=FEWEST, most=MOST),
            )
            return
        self._session.query(
            read_parallel, names, self._ids, self._looks,
            then=self._show, owner=self, slot="parallel", failed=self._fail,
        )  # fmt: skip

    def _show(self, runs: ParallelRuns) -> None:
        self.message.clear()
        caption = tr("{ids} runs", ids=len(self._ids))
        self.plot.set_caption(tr("{said}, on generated texts", said=caption) if runs.generated else caption)
        self.plot.set_lines(runs.axes, runs.lines)

    def _fail(self, reason: str) -> None:
        self.message.show_message("error", reason)
