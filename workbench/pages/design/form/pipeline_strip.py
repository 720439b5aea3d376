"""The pipeline as cards: encoder, stages, measures of forgetting, compute target."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QSizePolicy, QWidget

from engine.spec.checks.cross_field import SpecFinding
from engine.spec.stage_starts import possible_starts
from engine.spec.stages import Stage
from workbench.engine_texts import help_of, label_of
from workbench.language import tr, tr_engine
from workbench.look import theme
from workbench.pages.design.context.draft_context import DraftContext
from workbench.pages.design.context.findings import level_of
from workbench.pages.design.context.wording import (
    compute_lines,
    encoder_lines,
    probes_lines,
    stage_lines,
    stage_title,
)
from workbench.pages.design.draft.draft import Draft
from workbench.widgets import AddCard, IconLabel, Panel, StageCard
from workbench.widgets.arrange import arrange_columns, clear_layout, scrolling

ENCODER, PROBES, COMPUTE = "encoder", "probes", "compute"
NARROWEST, WIDEST, CHEVRON, CHEVRON_GAP = 176, 264, 24, 5
"""Smallest and largest width of a stage's card (which also fits its title), and of the arrow after it, in px. If the
narrowest cards do not fit, they scroll."""


@dataclass(frozen=True)
class CardText:
    """Text of a card: title, lines, ``level`` of its worst problem ("" for none).

    A stage's card also has its possible starts, (value, label) each, its present ``start``, and the number of the
    stage that it branches off (0: the encoder, None: it continues the previous stage).
    """

    title: str
    lines: tuple[str, ...]
    level: str = ""
    icon: str = "design"
    start: str = ""
    starts: tuple[tuple[str, str], ...] = ()
    branch: int | None = None


class _Card(StageCard):
    """A stage's card with the menu of its actions."""

    def __init__(self, strip: PipelineStrip, index: int) -> None:
        super().__init__("", "design", movable=True, widths=(NARROWEST, WIDEST))
        self._strip, self._index = strip, index
        self.selected.connect(lambda: strip.chosen.emit(f"stages.{index}"))
        self.move_requested.connect(lambda by: strip.move_requested.emit(index, by))

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        menu = self._strip.stage_menu(self._index, self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(event.globalPos())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Delete:
            self._strip.remove_requested.emit(self._index)
        else:
            super().keyPressEvent(event)


class PipelineStrip(Panel):
    """The cards in a row. Stages scroll sideways; "Add stage", encoder, probes and compute target stay.

    Signals: ``chosen(key)`` with ``encoder``, ``probes``, ``compute`` or ``stages.0``, ``add_requested(kind)``,
    ``move_requested(index, by)``, ``remove_requested(index)``, ``copy_requested(index)`` and ``start_requested(index,
    start)``.
    """

    chosen = Signal(str)
    add_requested = Signal(str)
    move_requested = Signal(int, int)
    remove_requested = Signal(int)
    copy_requested = Signal(int)
    start_requested = Signal(int, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("window", "b", parent)
        self.encoder = StageCard(tr("Encoder"), "encoder")
        self.encoder.selected.connect(lambda: self.chosen.emit(ENCODER))
        self.probes = StageCard(tr("Probes"), "probe", widths=(124, WIDEST))
        self.probes.selected.connect(lambda: self.chosen.emit(PROBES))
        self.compute = StageCard(tr("Compute"), "compute", widths=(124, WIDEST))
        self.compute.selected.connect(lambda: self.chosen.emit(COMPUTE))
        self.add = AddCard(tr("Add stage"))
        self.add.clicked.connect(self._open_add_menu)
        self.stage_cards: list[_Card] = []
        self._chevrons: list[IconLabel] = []
        self._texts: list[CardText] = []
        self._selected_key = ""
        self._inner = QWidget()
        self._row = arrange_columns(..., on=self._inner, spacing=CHEVRON_GAP)
        self._scroll = scrolling(self._inner, sideways=True)
        self._scroll.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.viewport().setAutoFillBackground(False)
        self._inner.setAutoFillBackground(False)
        self._line = QHBoxLayout(self)
        top = Qt.AlignmentFlag.AlignTop
        self._line.addWidget(self.encoder, 0, top)
        self._line.addSpacing(CHEVRON_GAP)
        self._line.addWidget(_chevron())
        self._line.addSpacing(CHEVRON_GAP)
        self._line.addWidget(self._scroll, 1000)  # first, up to its cards' width
        self._line.addWidget(self.add, 0, top)
        self._line.addStretch(1)
        self._line.addSpacing(16)
        self._line.addWidget(self.probes, 0, top)
        self._line.addSpacing(8)
        self._line.addWidget(self.compute, 0, top)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        s = theme.sizes()
        self.setFixedHeight(s.pipeline_strip)
        self._line.setContentsMargins(16, 11, 16, 0)
        self._line.setSpacing(0)
        self._scroll.setFixedHeight(s.pipeline_strip - 11 - 1)  # the bar goes below the cards
        self._fit()

    def show_cards(
        self, encoder: CardText, stages: Sequence[CardText], probes: CardText, compute: CardText
    ) -> None:
        """Show the texts of the cards."""
        _fill(self.encoder, encoder)
        _fill(self.probes, probes)
        _fill(self.compute, compute)
        if len(stages) != len(self.stage_cards):
            self._make_cards(len(stages))
        self._texts = [*stages]
        for index, (card, text) in enumerate(zip(self.stage_cards, stages, strict=True)):
            _fill(card, text)
            card.set_icon(text.icon)
            if index:
                self._chevrons[index - 1].setVisible(text.branch is None)
        self._fit()
        self.select(self._selected_key)

    def _fit(self) -> None:
        """Give the stages space for two at least, and for all at their widest. The layout does the rest."""
        count = len(self.stage_cards)
        for card in self.stage_cards:
            card.keep_title()
        least = max((card.minimumWidth() for card in self.stage_cards), default=NARROWEST) + CHEVRON
        self._scroll.setMinimumWidth(min(2, count) * least)
        self._scroll.setMaximumWidth(count * (WIDEST + CHEVRON))

    def select(self, key: str) -> None:
        """Mark the card ``key`` (``encoder``, ``stages.0`` ...), without a signal."""
        self._selected_key = key
        self.encoder.set_selected(key == ENCODER)
        self.probes.set_selected(key == PROBES)
        self.compute.set_selected(key == COMPUTE)
        for index, card in enumerate(self.stage_cards):
            card.set_selected(key == f"stages.{index}")
            if key == f"stages.{index}":
                self._scroll.ensureWidgetVisible(card)

    def card_keys(self) -> list[str]:
        """Return the keys of all cards, in order."""
        return [ENCODER, *(f"stages.{index}" for index in range(len(self.stage_cards))), PROBES, COMPUTE]

    def focus_stage(self, index: int) -> None:
        """Focus a stage's card, so that Alt and arrows continue to move it."""
        if 0 <= index < len(self.stage_cards):
            self.stage_cards[index].setFocus(Qt.FocusReason.OtherFocusReason)

    def _make_cards(self, count: int) -> None:
        clear_layout(self._row, keep=1)
        self.stage_cards = [_Card(self, index) for index in range(count)]
        self._chevrons = [_chevron() for _ in range(count)]
        top, middle = Qt.AlignmentFlag.AlignTop, Qt.AlignmentFlag.AlignVCenter
        for index, (card, chevron) in enumerate(zip(self.stage_cards, self._chevrons, strict=True)):
            self._row.insertWidget(2 * index, card, 0, top)
            self._row.insertWidget(2 * index + 1, chevron, 0, middle)

    def stage_menu(self, index: int, parent: QWidget) -> QMenu:
        """Return a menu of the actions on a stage. The caller shows it."""
        menu = QMenu(parent)
        self.fill_stage_menu(menu, index)
        return menu

    def _entries(self, index: int) -> list[tuple[str, bool, Callable[[], object]]]:
        last = len(self.stage_cards) - 1
        return [
            (tr("Move earlier\tAlt+Left"), index > 0, partial(self.move_requested.emit, index, -1)),
            (tr("Move later\tAlt+Right"), index < last, partial(self.move_requested.emit, index, 1)),
            (tr("Duplicate"), True, partial(self.copy_requested.emit, index)),
            (tr("Remove\tDel"), last > 0, partial(self.remove_requested.emit, index)),
        ]

    def fill_stage_menu(self, menu: QMenu, index: int) -> None:
        """Add the actions on a stage to ``menu``."""
        menu.clear()
        for text, on, call in self._entries(index):
            menu.addAction(text, call).setEnabled(on)
        card = self._texts[index] if index < len(self._texts) else None
        if card is not None and len(card.starts) > 1:
            inside = menu.addMenu(tr("Starts from"))
            for value, label in card.starts:
                item = inside.addAction(label, partial(self.start_requested.emit, index, value))
                item.setCheckable(True)
                item.setChecked(value == card.start)

    def add_menu(self) -> QMenu:
        """Return a menu of the kinds of stages, including those of plug-ins. The caller shows it."""
        menu = QMenu(self)
        menu.setToolTipsVisible(True)
        for kind, option in Stage.known_options().items():
            if option.fitted_at_once or not option.reads_encoder:
                continue  # a separate run: see the head's button
            item = menu.addAction(label_of(option), partial(self.add_requested.emit, kind))
            item.setToolTip(help_of(option))
        return menu

    def _open_add_menu(self) -> None:
        menu = self.add_menu()
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(self.add.mapToGlobal(self.add.rect().bottomLeft()))

    def sizeHint(self) -> QSize:
        return QSize(600, theme.sizes().pipeline_strip)


def _chevron() -> IconLabel:
    """Return the arrow between two cards, which keeps its space if the next stage starts elsewhere."""
    arrow = IconLabel("chevron-right", "text3", side=14)
    policy = arrow.sizePolicy()
    policy.setRetainSizeWhenHidden(True)
    arrow.setSizePolicy(policy)
    return arrow


def _fill(card: StageCard, text: CardText) -> None:
    card.set_title(text.title)
    card.set_lines(text.lines)
    card.set_level(text.level)


def cards_of(
    draft: Draft, knowledge: DraftContext, findings: Mapping[str, SpecFinding]
) -> tuple[CardText, list[CardText], CardText, CardText]:
    """Return the texts of a draft's cards: encoder, stages, probes, computer."""
    encoder = encoder_lines(draft, knowledge.encoder, knowledge.encoder_problem)
    stages = [
        CardText(
            stage_title(draft, i),
            tuple(stage_lines(draft, i, knowledge)),
            level_of(findings, f"stages.{i}"),
            stage.icon,
            stage.start,
            tuple((value, tr_engine(title)) for value, title in possible_starts(draft.specs, i)),
            _branch(draft, i),
        )
        for i, stage in enumerate(draft.specs)
    ]
    compute = compute_lines(draft, knowledge.machine)
    return (
        CardText(tr("Encoder"), tuple(encoder), level_of(findings, ENCODER)),
        stages,
        CardText(tr("Probes"), tuple(probes_lines(draft, knowledge)), level_of(findings, PROBES)),
        CardText(tr("Compute"), tuple(compute), level_of(findings, COMPUTE)),
    )


def _branch(draft: Draft, index: int) -> int | None:
    number, step = draft.specs[index].origin(index)
    return None if number == index and step is None else number
