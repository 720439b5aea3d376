"""A table of method × data, or of any two other quantities, over the runs that are compared."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QCompleter, QDialog, QWidget

from engine.analysis.pivot import Pivot, build_pivot, pivot_markdown, pivot_notes, pivot_records, pivot_table
from engine.analysis.tables import to_csv, to_latex
from engine.store.filter_completion import FilterVocabulary, read_vocabulary
from workbench.engine_texts import quantity_title
from workbench.language import tr, tr_engine
from workbench.look import theme
from workbench.tables import RowsModel, TableColumn, TableView
from workbench.widgets import Button, Label, MessageLine, TextField
from workbench.widgets.arrange import arrange_columns, arrange_foot, arrange_rows, resize_on_screen

if TYPE_CHECKING:
    from workbench.backend.session import Session

NO_RUNS = tr("None of these runs has finished with this value.")


def as_text(pivot: Pivot, kind: str) -> str:
    """Return the table as ``csv``, ``markdown`` or ``latex``."""
    if kind == "csv":
        return to_csv(pivot_records(pivot))
    if kind == "markdown":
        return pivot_markdown(pivot)
    return to_latex(
        pivot_table(pivot),
        " ".join([f"{pivot.value} by {' and '.join(pivot.by)}.", *pivot_notes(pivot)]),
    )


def offer_names(field: TextField, vocabulary: FilterVocabulary) -> None:
    """Let a field complete the name of a setting or measure."""
    completer = QCompleter(sorted(vocabulary.names), field)
    completer.setFilterMode(Qt.MatchFlag.MatchContains)
    completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
    field.setCompleter(completer)


class PivotDialog(QDialog):
    """Asks for three names and shows the table; ``rows`` and the like are what stands there at first."""

    def __init__(self, session: Session, ids: Sequence[int], rows: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Table of two quantities"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._session, self._ids = session, list(ids)
        self.pivot: Pivot | None = None
        self.rows = TextField(rows, name=tr("Rows"), width=180)
        self.columns = TextField("data", name=tr("Columns"), width=180)
        self.value = TextField("test", name=tr("Value"), width=180)
        self.model: RowsModel[dict[str, str]] = RowsModel([TableColumn("row", "")], "row")
        self.table = TableView(self.model, tr("Runs by two quantities"), multi=False)
        self.summary = Label("", "caption", "text2", wrap=True)
        self.message = MessageLine()
        s = theme.sizes()
        head = arrange_columns(
            Label(tr("Rows"), "caption", "text2"), self.rows, Label(tr("Columns"), "caption", "text2"), self.columns,
            Label(tr("Mean of"), "caption", "text2"), self.value, ..., spacing=s.s8,
        )  # fmt: skip
        self._copies = [
            Button(tr("Copy as Markdown"), icon="copy"), Button(tr("Copy as LaTeX")), Button(tr("Copy as CSV")),
        ]  # fmt: skip
        for button, kind in zip(self._copies, ("markdown", "latex", "csv"), strict=True):
            button.clicked.connect(partial(self.copy, kind))
            button.setEnabled(False)
        close = Button(tr("Close"))
        close.clicked.connect(self.close)
        foot = arrange_foot(self.message, *self._copies, close, spacing=s.s8)
        rows_of = arrange_rows(head, (self.table, 1), self.summary, foot, on=self, spacing=s.s12)
        rows_of.setContentsMargins(s.s16, s.s16, s.s16, s.s16)
        resize_on_screen(self, s.px(900), s.px(480))
        for field in (self.rows, self.columns, self.value):
            field.editingFinished.connect(self.ask)
        session.query(read_vocabulary, then=self._offer, owner=self, slot="names")
        self.ask()

    def _offer(self, vocabulary: FilterVocabulary) -> None:
        for field in (self.rows, self.columns, self.value):
            offer_names(field, vocabulary)

    def ask(self) -> None:
        """Work the table out."""
        rows, columns, value = (field.text().strip() for field in (self.rows, self.columns, self.value))
        if rows and columns and value:
            if self.pivot is None:
                self.summary.setText(tr("Reading…"))
            self._session.query(
                build_pivot, rows, columns, value, "", self._ids,
                then=self._show, owner=self, slot="pivot", failed=self._fail,
            )  # fmt: skip

    def _show(self, pivot: Pivot) -> None:
        self.pivot = pivot
        self.message.clear()
        table = pivot_table(pivot)
        head, *others = table.headings
        columns = [TableColumn[dict[str, str]]("row", quantity_title(head), 200, stretch=True, head_tip=head)]
        columns += [TableColumn(f"{i}", name, 148, "right") for i, name in enumerate(others)]
        self.model.set_columns(columns)
        keys = [column.key for column in columns]
        self.model.set_rows([dict(zip(keys, map(str, line), strict=True)) for line in table.rows])
        self.summary.setText(" ".join(map(tr_engine, pivot_notes(pivot))) if pivot.rows else NO_RUNS)
        for button in self._copies:
            button.setEnabled(bool(pivot.rows))

    def _fail(self, reason: str) -> None:
        self.message.show_message("error", reason)

    def copy(self, kind: str) -> None:
        """Put the table on the clipboard, as ``markdown``, ``latex`` or ``csv``."""
        if self.pivot is not None:
            QGuiApplication.clipboard().setText(as_text(self.pivot, kind))
            self.message.show_message("ok", tr("The table is copied."))
