"""Lengths in tokens: the histogram with the line that can be dragged, and its key figures."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from workbench.forms.suggestions import Suggestion, SuggestionBox, SuggestionSource
from workbench.language import tr, tr_n
from workbench.look import formats
from workbench.plots import HistogramPlot
from workbench.widgets import Label, MessageLine
from workbench.widgets.arrange import arrange_columns, arrange_rows

if TYPE_CHECKING:
    from engine.data.inspection.report import LengthStatistics
    from engine.store.database import Store


@dataclass(frozen=True)
class SplitLengths:
    """The lengths of a split's texts: ``ordered`` ascending, int64 [n]; a histogram of them; key figures."""

    ordered: np.ndarray
    edges: list[int]
    counts: list[int]
    beyond: int
    median: float
    mean: float

    @property
    def longest(self) -> int:
        """Return the number of tokens of the longest text."""
        return int(self.ordered[-1]) if len(self.ordered) else 0

    def longer_than(self, room: int) -> int:
        """Return how many texts have more than ``room`` tokens, exactly."""
        return len(self.ordered) - int(np.searchsorted(self.ordered, room, side="right"))


def load_split_lengths(store: Store, keys: Sequence[str]) -> SplitLengths:
    """Return the lengths that lie in the cache under ``keys``. For the reader thread."""
    from engine.data.inspection.survey import length_histogram
    from engine.data.token_counts import load_token_lengths

    ordered = np.sort(load_token_lengths(tuple(keys)))
    bars = length_histogram(ordered)
    return SplitLengths(
        ordered, bars.edges, bars.counts, bars.beyond, float(np.median(ordered)), float(ordered.mean())
    )


class _Figures(QWidget):
    """Four captions over four figures, spread over the width."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._cells: list[tuple[Label, Label]] = []
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        for number in range(4):
            if number:
                row.addStretch(1)
            caption, figure = Label("", "caption", "text2"), Label("", "strong")
            column = arrange_rows(caption, figure, spacing=2)
            row.addLayout(column)
            self._cells.append((caption, figure))

    def set_figures(self, figures: Sequence[tuple[str, str, str]]) -> None:
        """Four of (caption, figure, colour token)."""
        for (caption, figure), (name, value, colour) in zip(self._cells, figures, strict=True):
            caption.setText(name)
            figure.setText(value)
            figure.set_color(colour)
            figure.setAccessibleName(f"{name}: {value}")

    def figures(self) -> list[tuple[str, str]]:
        """Return the (caption, figure) pairs shown."""
        return [(caption.text(), figure.text()) for caption, figure in self._cells]


class _EncoderBox(SuggestionBox):
    """As wide as the column allows, at most 184 px."""

    def __init__(self, name: str, source: SuggestionSource) -> None:
        super().__init__(name, source)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setMinimumWidth(112)
        self.setMaximumWidth(184)


class LengthsSection(QWidget):
    """Title with the encoder, histogram, figures. ``encoder_chosen(source)``; ``room_moved(tokens)`` by dragging."""

    encoder_chosen = Signal(str)
    room_moved = Signal(int)

    def __init__(self, encoders: Callable[[], Sequence[Suggestion]], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._measured: SplitLengths | None = None
        self._room, self._limit = 0, 0
        self.title = Label(tr("Length in tokens"), "strong")
        source = SuggestionSource(encoders, browse_folder=tr("A folder…"))
        self.encoder = _EncoderBox(tr("Encoder whose tokens are counted"), source)
        self.histogram = HistogramPlot(tr("Lengths of the texts"))
        self.message = MessageLine()
        policy = self.message.sizePolicy()
        policy.setRetainSizeWhenHidden(True)  # its line is always there: what is found late moves nothing
        self.message.setSizePolicy(policy)
        self.figures = _Figures()
        self._head = arrange_columns(self.title, self.encoder, spacing=None)
        arrange_rows(self._head, self.histogram, self.figures, self.message, on=self, spacing=8)
        self.encoder.chosen.connect(self.encoder_chosen)
        self.histogram.cut_moved.connect(self._moved)
        self.clear("")
        self.histogram.setFixedHeight(196)

    def clear(self, text: str) -> None:
        """Nothing is known. The histogram says ``text``."""
        self._measured = None
        self.title.setText(tr("Length in tokens"))
        self.histogram.set_cut(None)
        self.histogram.set_note("")
        self.histogram.set_empty(text)
        self.message.clear()
        self.figures.set_figures(
            [(name, "–", "text3") for name in (tr("Median"), tr("Mean"), tr("Longest"), tr("Cut"))]
        )

    def show_words(self, words: LengthStatistics) -> None:
        """Until tokens are counted: lengths in words, as an inspection gives them."""
        self._measured = None
        bars = words.histogram
        self.title.setText(tr("Length in words"))
        self.histogram.set_cut(None)
        self.histogram.set_bins(bars.edges, bars.counts)
        self._note(bars.beyond, bars.edges[-1])
        self.figures.set_figures(
            [
                (tr("Median"), formats.count(words.median), "text"),
                (tr("Mean"), formats.count(words.mean), "text"),
                (tr("Longest"), formats.count(words.longest), "text"),
                (tr("Cut"), "–", "text3"),
            ]
        )

    def show_tokens(self, lengths: SplitLengths, room: int, limit: int, gaps: str = "") -> None:
        """Show the lengths, and the line at ``room`` of at most ``limit`` tokens. ``gaps``: what is unknown of them."""
        self._measured, self._room, self._limit = lengths, room, limit
        self.title.setText(tr("Length in tokens"))
        if gaps:
            self.message.show_message("warning", f"{gaps}.")
        else:
            self.message.clear()
        self.histogram.set_bins(lengths.edges, lengths.counts)
        self._note(lengths.beyond, lengths.edges[-1])
        self._show_room()

    def set_room(self, room: int, limit: int) -> None:
        """The fields changed: the line follows."""
        self._room, self._limit = room, limit
        if self._measured is not None:
            self._show_room()

    def _note(self, beyond: int, edge: float) -> None:
        note = tr_n(
            "{n:,} text beyond {edge} →", "{n:,} texts beyond {edge} →", beyond, edge=formats.count(edge)
        )
        self.histogram.set_note(note if beyond else "")

    def _show_room(self) -> None:
        lengths = self._measured
        assert lengths is not None
        edge = lengths.edges[-1]
        room = formats.count(self._room)
        self.histogram.set_cut(
            min(self._room, edge),
            tr("{room} tokens, drag to change", room=room)
            if self._room <= edge
            else tr("{room} tokens, beyond the axis", room=room),
        )
        share = lengths.longer_than(self._room) / max(1, len(lengths.ordered))
        self.figures.set_figures(
            [
                (tr("Median"), formats.count(lengths.median), "text"),
                (tr("Mean"), formats.count(lengths.mean), "text"),
                (tr("Longest"), formats.count(lengths.longest), "text"),
                (
                    tr("Cut at {room}", room=formats.count(self._room)),
                    f"{formats.percent(share)} %",
                    "warning" if share else "text",
                ),
            ]
        )

    def _moved(self, x: float) -> None:
        room = max(1, min(int(x), self._limit))
        self.set_room(room, self._limit)
        self.room_moved.emit(room)
