"""The Lab's column on attention: which heads have changed, and what one of them looked at before and after."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from engine.lab.patterns import head_pattern, token_pattern
from workbench.language import tr, tr_engine
from workbench.look import formats
from workbench.pages.lab.attention_lines import LEAST, AttentionLines
from workbench.pages.lab.attributions import scroll_area
from workbench.pages.lab.heads_map import HeadsMap
from workbench.widgets import ComboBox, ElidedLabel, HLine, Label, MessageLine, Panel, SegmentedControl, VLine

if TYPE_CHECKING:
    from engine.lab.answers import HeadAttention

ALL = tr("All tokens")


class AttentionColumn(Panel):
    """Map of heads as a picker, and the lines of the picked one.

    ``head_chosen(layer, head)``, from 1. ``side_chosen(key)``: the attention of which run. Give it what was measured on
    fixed texts (:meth:`set_measured`) and the answers for the present text (:meth:`set_answer`).
    """

    head_chosen = Signal(int, int)
    side_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("surface", parent=parent)
        self._measured: np.ndarray | None = None
        self._answer: HeadAttention | None = None
        self._picked = self._wide = False
        self.side = ComboBox([], tr("The run whose attention is shown"))
        self.side.allow_shrinking()
        self.side.activated.connect(lambda _index: self.side_chosen.emit(str(self.side.currentData())))
        self.of = SegmentedControl(
            [("fixed", tr("Fixed texts")), ("this", tr("This text"))], tr("Texts of the map")
        )
        self.of.chosen.connect(lambda _key: self._fill_map())
        self.heads = HeadsMap(tr("Change per head"))
        self.heads.chosen.connect(self._pick)
        self.message = MessageLine()
        self.title = ElidedLabel("", "strong")
        self.title.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
        self.figure = ElidedLabel("", "caption", "text2")
        self.origin = ComboBox([(ALL, -1)], tr("Token whose attention is drawn"))
        self.origin.allow_shrinking()
        self.origin.activated.connect(lambda _index: self._choose(int(self.origin.currentData())))
        self.lines = AttentionLines(tr("Attention before and after"))
        self.lines.chosen.connect(self._choose)
        self.area = scroll_area(self.lines, tr("Attention before and after, scrolling"))
        self.summary = Label("", "caption", "text2", wrap=True)
        self._lay_out()
        for part in self._parts:
            part.setContentsMargins(16, 12, 16, 12)
            part.setSpacing(8)
        for row in self._rows:
            row.setSpacing(8)
        self._rows[3].setSpacing(16)
        self._turn()
        self._say()

    def _lay_out(self) -> None:
        head, foot, second, names = QHBoxLayout(), QHBoxLayout(), QHBoxLayout(), QHBoxLayout()
        head.addWidget(Label(tr("Attention"), "strong"))
        head.addStretch(1)
        head.addWidget(self.side)
        foot.addWidget(self.of)
        foot.addStretch(1)
        second.addWidget(self.title)
        second.addWidget(self.figure, 1)
        second.addWidget(Label(tr("From"), "caption", "text2"))
        second.addWidget(self.origin)
        self._names = [Label(tr("Before"), "caption_strong"), Label(tr("After"), "caption_strong")]
        for name in self._names:
            names.addWidget(name, 1)
        upper, lower = QVBoxLayout(), QVBoxLayout()
        upper.addLayout(head)
        upper.addWidget(self.heads)
        upper.addLayout(foot)
        lower.addLayout(second)
        lower.addWidget(self.message)
        lower.addLayout(names)
        lower.addWidget(self.area, 1)
        lower.addWidget(self.summary)
        upper.addStretch(1)
        self._whole = QBoxLayout(QBoxLayout.Direction.TopToBottom, self)
        self._whole.setContentsMargins(0, 0, 0, 0)
        self._whole.setSpacing(0)
        self._across, self._down = VLine(), HLine()
        self._whole.addLayout(upper)
        self._whole.addWidget(self._down)
        self._whole.addWidget(self._across)
        self._whole.addLayout(lower, 1)
        self._parts, self._rows = (upper, lower), (head, foot, second, names)

    def set_wide(self, wide: bool) -> None:
        """Where there is more width than height, as in a tab, the map is next to the lines."""
        self._wide = wide
        self._turn()

    def _turn(self) -> None:
        wide = self._wide
        way = QBoxLayout.Direction.LeftToRight if wide else QBoxLayout.Direction.TopToBottom
        self._whole.setDirection(way)
        self._whole.setStretch(0, 2 if wide else 0)
        self._whole.setStretch(3, 3 if wide else 1)
        self._across.setVisible(wide)
        self._down.setVisible(not wide)

    # -- what is shown -------------------------------------------------------------------------------------

    def set_sides(self, sides: list[tuple[str, str]], chosen: str) -> None:
        """Set the runs to choose from: (label, key)."""
        self.side.set_choices(list(sides))
        self.side.set_current(chosen)
        self.side.setVisible(len(sides) > 1)

    def set_measured(self, values: np.ndarray | None) -> None:
        """Set the change measured on fixed texts while the run trained, [L, H], None where it was not."""
        self._measured, self._picked = values, False
        self._answer = None
        self.of.set_current("this" if values is None else "fixed")
        self._fill_map()
        self._show_lines()

    def set_answer(self, answer: HeadAttention | None) -> None:
        """Set the serving program's ``attention`` for the present text, None while there is none."""
        self._answer = answer
        self.message.clear()
        if answer is not None:
            self.heads.set_current(answer["layer"], answer["head"])
        if self.of.current() == "this" or self._measured is None:
            self._fill_map()
        self._show_lines()

    def fail(self, sentence: str) -> None:
        """Why there is no answer."""
        self._answer = None
        self._show_lines()
        self.message.show_message("error", sentence)

    def current(self) -> tuple[int, int]:
        """Layer and head to ask for."""
        return self.heads.current()

    def _fill_map(self) -> None:
        fixed = self.of.current() == "fixed"
        values = self._measured if fixed else None
        if not fixed and self._answer is not None:
            values = np.asarray(self._answer["divergence"])
        self.heads.set_values(values)
        self.heads.set_caption(tr("on fixed texts, bits") if fixed else tr("on this text, bits"))
        self.heads.set_empty(tr("Not measured in this run: choose “This text”") if fixed else "")
        if values is not None and not self._picked:
            self._picked = True
            before = self.heads.current()
            self.heads.set_current(*self.heads.most_changed())
            if self.heads.current() != before or self._answer is None:
                self.head_chosen.emit(*self.heads.current())

    def _pick(self, layer: int, head: int) -> None:
        self.head_chosen.emit(layer, head)
        self._say()

    def _show_lines(self) -> None:
        answer = self._answer
        tokens = [] if answer is None else list(answer["tokens"])
        if answer is None:
            self.lines.set_attention([], np.zeros((0, 0)), np.zeros((0, 0)))
        else:
            self.lines.set_attention(tokens, np.asarray(answer["before"]), np.asarray(answer["after"]))
        self.origin.set_choices([(ALL, -1), *((token, place) for place, token in enumerate(tokens))])
        self.origin.set_current(self.lines.choice())
        for name in self._names:
            name.setVisible(answer is not None)
        self._say()

    def _choose(self, token: int) -> None:
        self.lines.choose(token)
        self.origin.set_current(token)
        self._say()

    def _say(self) -> None:
        layer, head = self.heads.current()
        self.title.setText(tr("Layer {layer}, head {head}", layer=layer, head=head))
        answer = self._answer
        if answer is None:
            self.figure.set_text("")
            self.summary.setText("")
            return
        apart = answer["divergence"][answer["layer"] - 1][answer["head"] - 1]
        self.figure.set_text(tr("divergence {apart}", apart=formats.fixed(apart, 2)))
        self.figure.set_tip(
            tr("Jensen–Shannon divergence on this text: {apart} bits", apart=formats.fixed(apart, 3))
        )
        parts, tokens, chosen = [], answer["tokens"], self.lines.choice()
        for key in ("before", "after"):
            weights = np.asarray(answer[key])
            parts.append(
                head_pattern(weights, tokens) if chosen < 0 else token_pattern(weights, tokens, chosen)
            )
        patterns = tr(
            "Before: {before}. After: {after}.", before=tr_engine(parts[0]), after=tr_engine(parts[1])
        )
        least = tr(
            "Line width = share of attention; less than {least:.0f} % is not drawn.", least=100 * LEAST
        )
        start = [] if chosen < 0 else [tr("From “{token}”.", token=tokens[chosen])]
        self.summary.setText(" ".join([*start, patterns, least]))
        self.lines.setAccessibleDescription(patterns)

    def showEvent(self, event: QShowEvent) -> None:
        """Where it is a tab it may be seen long after it was filled."""
        super().showEvent(event)
        self.area.horizontalScrollBar().setValue(0)
        self.area.setAlignment(Qt.AlignmentFlag.AlignTop)
