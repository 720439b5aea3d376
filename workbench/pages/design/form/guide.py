"""Widgets above the form: the first-run guide, reasons of a design, named alternatives."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QWidget

from engine.spec.checks.reasons import Reason
from engine.spec.describe import value_at
from engine.spec.sweep import Variant, has_variants
from workbench.engine_texts import sentence_text
from workbench.forms.chips import OptionChips
from workbench.language import tr, tr_engine, tr_n
from workbench.pages.design.draft.draft import Draft
from workbench.widgets import Button, FieldRow, FlowLayout, FoldSection, Label, Tag
from workbench.widgets.arrange import arrange_columns, arrange_rows, clear_layout


class FirstStepsGuide(QWidget):
    """Three steps to a first result. ``dismissed`` when the user closes it."""

    dismissed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Train your first model"))
        self._heading = Label(tr("Train your first model"), "title")
        self._all_settings = Button(tr("All settings"), tip=tr("Close the guide and show the whole form"))
        self._all_settings.clicked.connect(lambda: self.dismissed.emit())
        self._lead = Label("", "body", "text2", wrap=True)
        self._steps = [(Label("", "strong"), Label("", "caption", "text2", wrap=True)) for _ in range(3)]
        head = arrange_columns(self._heading, ..., self._all_settings, spacing=None)
        self._column = arrange_rows(head, self._lead, on=self, margins=(16, 12, 16, 4), spacing=8)
        for number, (title, text) in enumerate(self._steps, 1):
            grid = QGridLayout()
            grid.setHorizontalSpacing(12)
            grid.setVerticalSpacing(0)
            grid.addWidget(Tag(str(number), "tint"), 0, 0, 2, 1, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(title, 0, 1)
            grid.addWidget(text, 1, 1)
            grid.setColumnStretch(1, 1)
            self._column.addLayout(grid)
            text.setAlignment(Qt.AlignmentFlag.AlignTop)

    def set_words(self, lead: str, takes: str, offer: str) -> None:
        """Set the description of the example, its duration as a sentence, and the suggested second value."""
        self._lead.setText(lead)
        steps = [
            (
                tr("Press Run, top right, or Ctrl ↵"),
                tr("{time} You can close the window; the run continues.", time=takes),
            ),
            (
                tr("Watch it learn"),
                tr("Loss and error fall while it trains; the best moment is marked and kept."),
            ),
            (
                tr("Try a second learning rate and compare"),
                tr(
                    "One click on + {value} below adds a second run. Compare then shows "
                    "what changed, and by how much.",
                    value=offer,
                ),
            ),
        ]
        for (title, text), (title_words, text_words) in zip(self._steps, steps, strict=True):
            title.setText(title_words)
            text.setText(text_words)


class StartOptions(QWidget):
    """Other ways to start: ``own_data``, ``recipe_requested(name)``."""

    own_data = Signal()
    recipe_requested = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._flow = FlowLayout(self)
        self._flow.addWidget(Label(tr("Or begin with"), "body", "text2"))
        own = Button(
            tr("Your own data…"),
            icon="plus",
            tip=tr("Choose a CSV, JSONL or Parquet file, or a folder of texts"),
        )
        own.clicked.connect(lambda: self.own_data.emit())
        paper = Button(
            tr("The paper's IMDb set-up"), tip=tr("Sun et al. 2019: BERT-base, 512 tokens, head + tail")
        )
        paper.clicked.connect(lambda: self.recipe_requested.emit("paper-imdb"))
        for button in (own, paper):
            self._flow.addWidget(button)
        self._flow.setContentsMargins(16, 8, 16, 8)


_ABSENT = object()


class ReasonList(QWidget):
    """The reasons of a proposed design, otherwise hidden. ``requested(reason)`` when its button is clicked."""

    requested = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._reasons: tuple[Reason, ...] = ()
        self._rows: list[tuple[Reason, Button]] = []
        self._section = FoldSection(tr("Why this design"))
        self._column = arrange_rows(spacing=8, margins=(16, 4, 0, 8))
        self._section.body.addLayout(self._column)
        arrange_rows(self._section, on=self, margins=(8, 0, 16, 0))
        self.hide()

    def show_draft(self, draft: Draft) -> None:
        """Show the reasons of ``draft``. Changes already made are not offered."""
        if draft.reasons != self._reasons:
            self._reasons = draft.reasons
            self._fill()
        for reason, button in self._rows:
            now = {path: value_at(draft.table, path, _ABSENT) for path in reason.changes}
            button.setVisible(_ABSENT not in now.values() and now != reason.changes)
        self.setVisible(bool(self._reasons))

    def buttons(self) -> list[Button]:
        """Return the buttons of the offered changes."""
        return [button for _, button in self._rows if not button.isHidden()]

    def _fill(self) -> None:
        clear_layout(self._column)
        self._rows = []
        for reason in self._reasons:
            self._column.addWidget(self._row(reason))
        self._section.set_state(tr_n("{n} reason", "{n} reasons", len(self._reasons)))
        self._section.set_open(True)

    def _row(self, reason: Reason) -> QWidget:
        row = QWidget()
        words = Label(sentence_text(reason.message), "caption", "text2", wrap=True, selectable=True)
        words.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        if not reason.action:
            arrange_rows(words, on=row)
            return row
        button = Button(sentence_text(reason.action))
        button.clicked.connect(lambda: self.requested.emit(reason))
        arrange_rows(words, arrange_columns(button, ...), on=row, spacing=4)
        self._rows.append((reason, button))
        return row


class VariantRows(QWidget):
    """A row of chips for each named axis; ``changed(axis, alternatives or None)`` by the user.

    A removed alternative can be added again if the design's base has it.
    """

    changed = Signal(str, object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._variants: dict[str, dict[str, Variant]] = {}
        self._chips: dict[str, OptionChips] = {}
        self._column = arrange_rows(on=self)
        self.hide()

    def show_axes(self, axes: Mapping[str, Sequence[object]], base: Mapping[str, Sequence[object]]) -> None:
        """Show the named axes among ``axes``. ``base`` are those of the design's base."""
        named = {axis: values for axis, values in axes.items() if has_variants(values)}
        variants = {
            axis: {each.name: each for each in [*base.get(axis, ()), *values] if isinstance(each, Variant)}
            for axis, values in named.items()
        }
        if variants != self._variants:
            self._variants = variants
            self._make(list(named))
        for axis, values in named.items():
            self._chips[axis].set_values([each.name for each in values if isinstance(each, Variant)])
        self.setVisible(bool(named))

    def chips(self) -> dict[str, list[str]]:
        """Return the alternatives shown, by axis."""
        return {axis: [str(name) for name in chips.values()] for axis, chips in self._chips.items()}

    def _make(self, axes: Sequence[str]) -> None:
        clear_layout(self._column)
        self._chips = {}
        for axis in axes:
            label = tr_engine(axis.replace("_", " ").capitalize())
            chips = OptionChips(label, lambda name: tr_engine(str(name)), partial(self._names, axis))
            chips.values_changed.connect(lambda names, axis=axis: self._edited(axis, names))
            self._chips[axis] = chips
            row = FieldRow(
                label, help=tr("Alternatives of this design: each changes several fields together")
            )
            row.add_control(chips, stretch=1)
            self._column.addWidget(row)

    def _names(self, axis: str) -> list[str]:
        return list(self._variants[axis])

    def _edited(self, axis: str, names: Sequence[str]) -> None:
        self.changed.emit(axis, [self._variants[axis][name] for name in names] or None)
