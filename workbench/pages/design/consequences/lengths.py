"""The card of the training texts' lengths: what of them the encoder reads."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from engine.analysis.estimate import TokenLengths
from engine.spec.truncation import HierarchicalTruncation, Truncation
from workbench.language import tr, tr_engine
from workbench.look import formats
from workbench.pages.design.consequences.parts import CutTextsRow
from workbench.plots import HistogramPlot
from workbench.widgets import Card


class LengthCard(Card):
    """A histogram with the line of the length, and what is cut. ``length_wanted(tokens)`` when the line is dragged."""

    length_wanted = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(tr("Length of training texts"), tr_engine("tokens"), parent=parent)
        self.lengths = HistogramPlot(
            tr("Lengths of the training texts in tokens; the line marks the length that the encoder reads")
        )
        self.lengths.cut_moved.connect(lambda x: self.length_wanted.emit(int(x)))
        self.cut = CutTextsRow(tr("Texts cut"))
        self.lost = CutTextsRow(tr("Tokens lost over all texts"))
        self.content.addWidget(self.lengths, 1)
        self.content.addWidget(self.cut)
        self.content.addWidget(self.lost)

    def show_nothing(self, reason: str) -> None:
        """Show that there are no lengths, and ``reason``."""
        self.lengths.set_empty(reason)
        self.lengths.set_cut(None)
        self.cut.hide()
        self.lost.hide()

    def show_lengths(self, lengths: TokenLengths, room: int, truncation: Truncation) -> None:
        """Show ``lengths`` of which ``room`` tokens are read at once."""
        self.cut.show()
        self.lost.show()
        edges, counts, beyond = lengths.histogram()
        self.lengths.set_bins(edges, counts)
        self.lengths.set_cut(
            room if room < edges[-1] else None, tr("{room} tokens", room=formats.count(room))
        )
        self.lengths.set_note(tr("{beyond} longer", beyond=formats.count(beyond)) if beyond else "")
        texts, tokens = max(1, lengths.texts), max(1, lengths.tokens)
        if isinstance(truncation, HierarchicalTruncation) and truncation.overlap < room:
            segments = lengths.segments(truncation, room)
            self.cut.set_words(
                tr("Fractions per text, at most {maximum}", maximum=segments.maximum)
                if segments.maximum > 1
                else tr("Fractions per text")
            )
            self.cut.set_figures(formats.fixed(segments.mean, 1), "")
            self.lost.set_words(
                tr("Texts of more than {most} fractions", most=truncation.most)
                if truncation.most
                else tr("Tokens lost over all texts")
            )
            share = f"{formats.percent(segments.texts_over_limit / texts)} %"
            self.lost.set_figures(
                formats.count(segments.texts_over_limit), share, bool(segments.texts_over_limit)
            )
            return
        longer, lost = lengths.count_longer(room), lengths.tokens_cut(room)
        self.cut.set_words(tr("Texts cut"))
        self.cut.set_figures(formats.count(longer), f"{formats.percent(longer / texts)} %", bool(longer))
        self.lost.set_words(tr("Tokens lost over all texts"))
        self.lost.set_figures(formats.count(lost), f"{formats.percent(lost / tokens)} %", bool(lost))
