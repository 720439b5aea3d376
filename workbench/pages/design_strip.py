"""The pipeline as cards: encoder, stages, where it is computed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QMenu, QScrollArea, QSizePolicy, QWidget

from engine.spec.check import Finding
from engine.spec.describe import help_of, label_of
from engine.spec.stages import Stage
from workbench import icons, theme
from workbench.pages.design_draft import Draft
from workbench.pages.design_findings import level_of
from workbench.pages.design_knowledge import Knowledge
from workbench.pages.design_words import compute_lines, encoder_lines, stage_lines, stage_title
from workbench.widgets import AddCard, Panel, StageCard
from workbench.widgets.base import follow_theme

ENCODER, COMPUTE = "encoder", "compute"
ICONS = {"finetune": "tag", "further_pretrain": "file", "multitask": "compare"}
"""Icons of the stages that come with Palimpsest; others have that of a stage in general."""


@dataclass(frozen=True)
class CardWords:
    """What a card says: title, lines, ``level`` of its worst problem ("" for none)."""

    title: str
    lines: tuple[str, ...]
    level: str = ""
    icon: str = "design"


class _Chevron(QWidget):
    """The arrow from one card to the next."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        follow_theme(self)

    def apply_theme(self) -> None:
        s = theme.sizes()
        self.setFixedSize(s.s24, s.stage_card)

    def paintEvent(self, event: QPaintEvent) -> None:
        side = theme.sizes().px(14)
        place = QRect((self.width() - side) // 2, (self.height() - side) // 2, side, side)
        icons.paint(QPainter(self), place, "chevron-right", "text3")


class _Card(StageCard):
    """A stage's card with the menu of what can be done with it."""

    def __init__(self, strip: PipelineStrip, index: int) -> None:
        super().__init__("", "design", movable=True, width=264)
        self._strip, self._index = strip, index
        self.selected.connect(lambda: strip.chosen.emit(f"stages.{index}"))
        self.move_wanted.connect(lambda by: strip.move_wanted.emit(index, by))

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        menu = self._strip.stage_menu(self._index, self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(event.globalPos())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Delete:
            self._strip.remove_wanted.emit(self._index)
        else:
            super().keyPressEvent(event)


class PipelineStrip(Panel):
    """The cards in a row; the stages scroll sideways, the encoder and the computer stay.

    Signals: ``chosen(key)`` with ``encoder``, ``compute`` or ``stages.0``; ``add_wanted(kind)``;
    ``move_wanted(index, by)``; ``remove_wanted(index)``; ``copy_wanted(index)``.
    """

    chosen = Signal(str)
    add_wanted = Signal(str)
    move_wanted = Signal(int, int)
    remove_wanted = Signal(int)
    copy_wanted = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("window", "b", parent)
        self.encoder = StageCard("Encoder", "encoder")
        self.encoder.selected.connect(lambda: self.chosen.emit(ENCODER))
        self.compute = StageCard("Compute", "compute", width=208)
        self.compute.selected.connect(lambda: self.chosen.emit(COMPUTE))
        self.add = AddCard("Add stage")
        self.add.clicked.connect(self._open_add_menu)
        self._cards: list[_Card] = []
        self._chosen = ""
        self._inner = QWidget()
        self._row = QHBoxLayout(self._inner)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(0)
        self._row.addWidget(self.add)
        self._row.addStretch(1)
        self._scroll = QScrollArea()
        self._scroll.setWidget(self._inner)
        self._scroll.setWidgetResizable(True)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroll.viewport().setAutoFillBackground(False)
        self._inner.setAutoFillBackground(False)
        self._line = QHBoxLayout(self)
        self._line.addWidget(self.encoder)
        self._line.addWidget(_Chevron())
        self._line.addWidget(self._scroll, 1)
        self._line.addWidget(self.compute)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        follow_theme(self)

    def apply_theme(self) -> None:
        s = theme.sizes()
        self.setFixedHeight(s.pipeline_strip)
        self._line.setContentsMargins(s.s16, s.s12, s.s16, s.s12)
        self._line.setSpacing(0)
        self._scroll.setFixedHeight(s.stage_card)

    def show_cards(self, encoder: CardWords, stages: Sequence[CardWords], compute: CardWords) -> None:
        """Show what the cards say."""
        _fill(self.encoder, encoder)
        _fill(self.compute, compute)
        if len(stages) != len(self._cards):
            self._make_cards(len(stages))
        for card, words in zip(self._cards, stages, strict=True):
            _fill(card, words)
            card.set_icon(words.icon)
        self.select(self._chosen)

    def select(self, key: str) -> None:
        """Mark the card ``key`` (``encoder``, ``stages.0`` ...), without a signal."""
        self._chosen = key
        self.encoder.set_selected(key == ENCODER)
        self.compute.set_selected(key == COMPUTE)
        for index, card in enumerate(self._cards):
            card.set_selected(key == f"stages.{index}")
            if key == f"stages.{index}":
                self._scroll.ensureWidgetVisible(card)

    def stage_cards(self) -> list[StageCard]:
        """The cards of the stages, in order."""
        return list(self._cards)

    def focus_stage(self, index: int) -> None:
        """Focus a stage's card, so that Alt and arrows go on moving it."""
        if 0 <= index < len(self._cards):
            self._cards[index].setFocus(Qt.FocusReason.OtherFocusReason)

    def _make_cards(self, count: int) -> None:
        while self._row.count() > 2:
            item = self._row.takeAt(0)
            widget = item.widget() if item is not None else None
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self._cards = [_Card(self, index) for index in range(count)]
        for index, card in enumerate(self._cards):
            self._row.insertWidget(2 * index, card)
            self._row.insertWidget(2 * index + 1, _Chevron())

    def stage_menu(self, index: int, parent: QWidget) -> QMenu:
        """What can be done with a stage; the caller shows it."""
        menu = QMenu(parent)
        self.fill_stage_menu(menu, index)
        return menu

    def _entries(self, index: int) -> list[tuple[str, bool, Callable[[], object]]]:
        last = len(self._cards) - 1
        return [
            ("Move earlier\tAlt+Left", index > 0, partial(self.move_wanted.emit, index, -1)),
            ("Move later\tAlt+Right", index < last, partial(self.move_wanted.emit, index, 1)),
            ("Duplicate", True, partial(self.copy_wanted.emit, index)),
            ("Remove\tDel", last > 0, partial(self.remove_wanted.emit, index)),
        ]

    def fill_stage_menu(self, menu: QMenu, index: int) -> None:
        """Put what can be done with a stage into ``menu``."""
        menu.clear()
        for text, on, call in self._entries(index):
            menu.addAction(text, call).setEnabled(on)

    def add_menu(self) -> QMenu:
        """The kinds of stages there are, plug-ins' included; the caller shows it."""
        menu = QMenu(self)
        menu.setToolTipsVisible(True)
        for kind, option in Stage.known().items():
            item = menu.addAction(label_of(option), partial(self.add_wanted.emit, kind))
            item.setToolTip(help_of(option))
        return menu

    def _open_add_menu(self) -> None:
        menu = self.add_menu()
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(self.add.mapToGlobal(self.add.rect().bottomLeft()))

    def sizeHint(self) -> QSize:
        return QSize(600, theme.sizes().pipeline_strip)


def _fill(card: StageCard, words: CardWords) -> None:
    card.set_title(words.title)
    card.set_lines(words.lines)
    card.set_level(words.level)


def cards_of(
    draft: Draft, knowledge: Knowledge, found: Mapping[str, Finding]
) -> tuple[CardWords, list[CardWords], CardWords]:
    """What the cards say of a draft: encoder, stages, computer."""
    encoder = encoder_lines(draft, knowledge.encoder, knowledge.encoder_problem)
    stages = [
        CardWords(
            stage_title(draft, i),
            tuple(stage_lines(draft, i, knowledge)),
            level_of(found, f"stages.{i}"),
            ICONS.get(str(stage.get("kind")), "design"),
        )
        for i, stage in enumerate(draft.stages)
    ]
    compute = compute_lines(draft, knowledge.machine)
    return (
        CardWords("Encoder", tuple(encoder), level_of(found, ENCODER)),
        stages,
        CardWords("Compute", tuple(compute), level_of(found, COMPUTE)),
    )
