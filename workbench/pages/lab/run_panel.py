"""One run of the Lab: its choice, its prediction for the text, and the attribution."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSize, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QStackedWidget, QWidget

from workbench.language import tr
from workbench.look import formats, theme
from workbench.pages.lab.attributions import LINE, AttributedWord, AttributionText, scroll_area
from workbench.pages.lab.query import LabModel
from workbench.widgets import (
    BarRows,
    ComboBox,
    ElidedLabel,
    IconLabel,
    Label,
    LabelledBar,
    MessageLine,
    Panel,
)
from workbench.widgets.arrange import arrange_columns, arrange_rows

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent

    from engine.lab.answers import Explanation, LabPrediction

ROW = 24
CLASSES, LINES = 6, 3
"""Number of classes and lines of text visible at once; more scroll."""
FEW_CLASSES, FEW_LINES = 2, 1
"""The same in a low window, or with large text."""


class LineSample(QWidget):
    """A short piece of a run's line: its colour and dash."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._slot = 0
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setFixedSize(QSize(18, theme.sizes().control))

    def set_slot(self, slot: int) -> None:
        """Set the run's slot; 0 draws nothing."""
        self._slot = slot
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._slot:
            painter, middle = QPainter(self), QRectF(self.rect()).center().y()
            painter.setPen(theme.series_pen(self._slot, 3))
            painter.drawLine(0, round(middle), self.width(), round(middle))


class RunPanel(Panel):
    """Chooser, verdict, marked text and bars of one run. ``chosen(key)`` when the user selects another entry, "" for
    none.

    ``retry`` when the user requests another attempt after a failure.
    """

    chosen = Signal(str)
    retry = Signal()

    def __init__(self, name: str, optional: bool = False, parent: QWidget | None = None) -> None:
        super().__init__("surface", parent=parent)
        self._optional, self.entry = optional, None  # type: tuple[bool, LabModel | None]
        self._text, self._label, self._is_low, self._is_current = "", "", False, False
        self._prediction: LabPrediction | None = None
        self._explanation: Explanation | None = None
        self.stroke = LineSample()
        self.chooser = ComboBox([], name)
        self.chooser.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.chooser.activated.connect(lambda _index: self.chosen.emit(str(self.chooser.currentData())))
        self.mark, self.verdict = IconLabel("check", "ok"), ElidedLabel("", "body")
        self.verdict.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
        self.attribution = AttributionText(tr("{name}: the text", name=name))
        self.bars = BarRows(tr("{name}: classes", name=name), row=ROW)
        self.text_area, self.bar_area = (
            scroll_area(self.attribution, tr("{name}: the text", name=name)),
            scroll_area(self.bars, tr("{name}: classes", name=name)),
        )
        self.message = MessageLine()
        self.message.remedy.connect(self.retry)
        self._hint = Label("", "body", "text3", wrap=True)
        self._place_of_text = QStackedWidget()
        self._place_of_text.addWidget(self.text_area)
        self._place_of_text.addWidget(self._hint)
        self._head = arrange_columns(self.stroke, self.chooser, ..., self.mark, self.verdict, spacing=8)
        arrange_rows(
            self._head,
            self._place_of_text,
            self.message,
            self.bar_area,
            ...,
            on=self,
            margins=(16, 12, 16, 12),
            spacing=8,
        )
        self._fit()
        self._show()

    def offer(self, entries: Sequence[LabModel]) -> None:
        """Set the entries to choose from. The chosen one stays."""
        none = [(tr("None"), "")] if self._optional else []
        self.chooser.set_choices([*none, *((each.label, each.key) for each in entries)])
        self.chooser.set_current("" if self.entry is None else self.entry.key)

    def set_entry(self, chosen: LabModel | None) -> None:
        """Choose one of the entries. The results of another one are removed."""
        self.entry = chosen
        self.chooser.set_current("" if chosen is None else chosen.key)
        self.stroke.set_slot(0 if chosen is None else chosen.slot)
        self._prediction = self._explanation = None
        self._fit()
        self._show()

    def set_text(self, text: str, label: str = "") -> None:
        """Set a new text (with its true class, if known). Earlier results stay until they are replaced."""
        if text != self._text:
            self._explanation, self._is_current = None, False
        self._text, self._label = text, label
        if not text.strip():
            self._prediction = None
        self._show()

    def set_prediction(self, text: str, prediction: LabPrediction) -> None:
        """Show the server's ``predict`` for ``text``."""
        self._text, self._prediction, self._explanation, self._is_current = text, prediction, None, True
        self.message.clear()
        self._show()

    def set_explained(self, explained: Explanation) -> None:
        """Show the server's ``explain`` for the text last predicted."""
        self._explanation = explained
        self._show()

    def fail(self, sentence: str, remedy: str = "") -> None:
        """Show why there is no result."""
        self._prediction = self._explanation = None
        self._show()
        self._hint.setText("")
        self.message.show_message("error", sentence, remedy)

    @property
    def prediction(self) -> LabPrediction | None:
        """Result for the present text, or None."""
        return self._prediction if self._is_current else None

    @property
    def explained(self) -> Explanation | None:
        """The attribution shown, or None."""
        return self._explanation

    def _show(self) -> None:
        prediction = self._prediction
        hint = ""
        if self.entry is None:
            hint = tr("Choose a second run to see both side by side.") if self._optional else ""
        elif not self._text.strip():
            hint = tr("Type a text above, or take one from the test set.")
        elif prediction is None:
            hint = tr("Loading the model…")
        self._hint.setText(hint)
        self._place_of_text.setCurrentWidget(self._hint if prediction is None else self.text_area)
        # Pending classes have their space reserved: nothing below moves when they arrive.
        keep = self.bar_area.sizePolicy()
        keep.setRetainSizeWhenHidden(self.entry is not None)
        self.bar_area.setSizePolicy(keep)
        self.bar_area.setVisible(prediction is not None)
        self._judge()
        if prediction is None:
            return
        if not self._is_current:
            return  # while the answer is pending the last one stays, to avoid flicker
        if self._explanation is not None:
            words = [
                AttributedWord(a, b, bool(read), value) for a, b, read, value in self._explanation["words"]
            ]
        else:
            words = [AttributedWord(a, b, bool(read)) for a, b, read in prediction["words"]]
        self.attribution.set_words(self._text, words, numbers=not prediction["classes"])
        rows = sorted(
            zip(prediction["classes"], prediction["probabilities"], strict=True), key=lambda row: -row[1]
        )
        first, true = f"series{self.entry.slot if self.entry else 1}", self._true()
        self.bars.set_rows(
            [
                LabelledBar(
                    name, share, f"{formats.percent(share)} %", tr("label") if name == true else "",
                    "tint_line" if index else first,
                )
                for index, (name, share) in enumerate(rows)
            ],
            1.0,
        )  # fmt: skip
        self._fit()

    def _true(self) -> str:
        true_class = self.prediction
        return self._label if true_class is not None and self._label in true_class["classes"] else ""

    def _judge(self) -> None:
        true, prediction = self._true(), self._prediction
        self.mark.setVisible(bool(true))
        self.verdict.setVisible(bool(true))
        rule = prediction["rule"] if prediction is not None else ""
        self.verdict.setToolTip(tr("Answered by the decision rule: {rule}", rule=rule) if rule else "")
        if prediction is not None and prediction["withheld"]:
            self.mark.setVisible(False)
            self.verdict.setVisible(True)
            self.verdict.setText(tr("no answer by the decision rule"))
            return
        if prediction is not None and prediction["answer"] not in prediction["classes"]:
            # For numbers and multi-label models no single class is correct.
            self.mark.setVisible(False)
            answer = prediction["answer"] or tr("no label")
            self.verdict.setVisible(True)
            self.verdict.setText(
                tr("{answer}, label {label}", answer=answer, label=self._label) if self._label else answer
            )
            return
        if prediction is not None and rule and not true:
            self.verdict.setVisible(True)
            self.verdict.setText(tr("{answer} by the decision rule", answer=prediction["answer"]))
        if not true or prediction is None:
            return
        right = prediction["classes"][prediction["predicted"]] == true
        self.mark.set_icon("check" if right else "error", "ok" if right else "error")
        self.verdict.setText(tr("right", "correct") if right else tr("should be {true}", true=true))

    def set_low(self, low: bool) -> None:
        """Set whether the page is low."""
        if low != self._is_low:
            self._is_low = low
            self._fit()

    def _fit(self) -> None:
        self.chooser.setMaximumWidth(max(264, self.width() * 2 // 3))  # the rest belongs to the verdict
        classes, most = (FEW_CLASSES, FEW_LINES) if self._is_low else (CLASSES, LINES)
        self._place_of_text.setFixedHeight(most * LINE)
        row_count = (
            len(self.bars.rows())
            if self._prediction is not None or self.entry is None
            else self.entry.classes
        )
        self.bar_area.setFixedHeight(min(classes, max(1, row_count)) * ROW)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()
