"""Lengths in tokens: the histogram with a draggable line, and its key figures."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QSizePolicy, QWidget

from workbench.forms.suggestions import Suggestion, SuggestionBox, SuggestionSource
from workbench.language import tr, tr_n
from workbench.look import formats
from workbench.pages.data.inspector.paper import InspectorSection
from workbench.plots import HistogramPlot
from workbench.widgets import FactStrip, MessageLine

if TYPE_CHECKING:
    from engine.data.inspection.report import LengthStatistics
    from engine.store.database import Store


@dataclass(frozen=True)
class SplitLengths:
    """The lengths of a split's texts: ``ordered`` ascending, int64 [n]; a histogram; key figures."""

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
        """Return the exact number of texts with more than ``room`` tokens."""
        return len(self.ordered) - int(np.searchsorted(self.ordered, room, side="right"))


def load_split_lengths(store: Store, keys: Sequence[str]) -> SplitLengths:
    """Return the cached lengths under ``keys``. For the reader thread."""
    from engine.data.inspection.survey import length_histogram
    from engine.data.token_counts import load_token_lengths

    ordered = np.sort(load_token_lengths(tuple(keys)))
    bars = length_histogram(ordered)
    return SplitLengths(
        ordered, bars.edges, bars.counts, bars.beyond, float(np.median(ordered)), float(ordered.mean())
    )


class LengthsSection(InspectorSection):
    """Title with the encoder, histogram, figures. ``encoder_chosen(source)``; ``room_moved(tokens)`` after dragging."""

    encoder_chosen = Signal(str)
    room_moved = Signal(int)

    def __init__(self, encoders: Callable[[], Sequence[Suggestion]], parent: QWidget | None = None) -> None:
        source = SuggestionSource(encoders, browse_folder=tr("A folder…"))
        encoder = SuggestionBox(tr("Encoder whose tokens are counted"), source)
        encoder.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        encoder.setMinimumWidth(112)
        encoder.setMaximumWidth(184)
        super().__init__(tr("Length in tokens"), encoder, parent=parent)
        self._lengths: SplitLengths | None = None
        self._kept_tokens, self._limit = 0, 0
        self.encoder = encoder
        self.histogram = HistogramPlot(tr("Lengths of the texts"))
        self.histogram.setFixedHeight(196)
        self.figures = FactStrip([], tr("Key figures of the lengths"), boxed=False)
        self.message = MessageLine()
        policy = self.message.sizePolicy()
        policy.setRetainSizeWhenHidden(True)  # its line is always reserved, so late results move nothing
        self.message.setSizePolicy(policy)
        for part in (self.histogram, self.figures, self.message):
            self.body.addWidget(part)
        self.encoder.chosen.connect(self.encoder_chosen)
        self.histogram.cut_moved.connect(self._moved)
        self.clear("")

    def clear(self, text: str) -> None:
        """Show no lengths. The histogram displays ``text``."""
        self._lengths = None
        self.title.setText(tr("Length in tokens"))
        self.histogram.set_cut(None)
        self.histogram.set_note("")
        self.histogram.set_empty(text)
        self.message.clear()
        self.figures.set_facts(
            [(name, "–", "text3") for name in (tr("Median"), tr("Mean"), tr("Longest"), tr("Cut"))]
        )

    def show_words(self, words: LengthStatistics) -> None:
        """Show lengths in words from the inspection, until tokens are counted."""
        self._lengths = None
        bars = words.histogram
        self.title.setText(tr("Length in words"))
        self.histogram.set_cut(None)
        self.histogram.set_bins(bars.edges, bars.counts)
        self._note(bars.beyond, bars.edges[-1])
        self.figures.set_facts(
            [
                (tr("Median"), formats.count(words.median), "text"),
                (tr("Mean"), formats.count(words.mean), "text"),
                (tr("Longest"), formats.count(words.longest), "text"),
                (tr("Cut"), "–", "text3"),
            ]
        )

    def show_tokens(self, lengths: SplitLengths, room: int, limit: int, gaps: str = "") -> None:
        """Show the lengths, and the line at ``room`` of at most ``limit`` tokens. ``gaps`` describes missing
        lengths.
        """
        self._lengths, self._kept_tokens, self._limit = lengths, room, limit
        self.title.setText(tr("Length in tokens"))
        if gaps:
            self.message.show_message("warning", f"{gaps}.")
        else:
            self.message.clear()
        self.histogram.set_bins(lengths.edges, lengths.counts)
        self._note(lengths.beyond, lengths.edges[-1])
        self._show_room()

    def set_room(self, room: int, limit: int) -> None:
        """Move the line to the values of the fields."""
        self._kept_tokens, self._limit = room, limit
        if self._lengths is not None:
            self._show_room()

    def _note(self, beyond: int, edge: float) -> None:
        note = tr_n(
            "{n:,} text beyond {edge} →", "{n:,} texts beyond {edge} →", beyond, edge=formats.count(edge)
        )
        self.histogram.set_note(note if beyond else "")

    def _show_room(self) -> None:
        lengths = self._lengths
        assert lengths is not None
        edge = lengths.edges[-1]
        room = formats.count(self._kept_tokens)
        self.histogram.set_cut(
            min(self._kept_tokens, edge),
            tr("{count} tokens, drag to change", count=room)
            if self._kept_tokens <= edge
            else tr("{count} tokens, beyond the axis", count=room),
        )
        share = lengths.longer_than(self._kept_tokens) / max(1, len(lengths.ordered))
        self.figures.set_facts(
            [
                (tr("Median"), formats.count(lengths.median), "text"),
                (tr("Mean"), formats.count(lengths.mean), "text"),
                (tr("Longest"), formats.count(lengths.longest), "text"),
                (
                    tr("Cut at {count}", count=formats.count(self._kept_tokens)),
                    f"{formats.percent(share)} %",
                    "warning" if share else "text",
                ),
            ]
        )

    def _moved(self, x: float) -> None:
        room = max(1, min(int(x), self._limit))
        self.set_room(room, self._limit)
        self.room_moved.emit(room)
