"""Input of a stage, as one of three cards: lengths of texts, updates of each task, or a corpus."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QStackedWidget, QWidget

from engine.analysis.estimate import TokenLengths
from engine.analysis.stage_data import CorpusFigures, StageData, corpus_figures
from engine.model.tokenizer.special_token_counts import BERT_COUNTS
from engine.spec.checks.findings import EncoderFacts
from engine.spec.stages import Stage
from engine.spec.stages.pretraining import MANY_SINGLE_SENTENCES
from engine.spec.truncation import HierarchicalTruncation, Truncation
from workbench.language import tr, tr_engine
from workbench.look import formats, theme
from workbench.pages.design.consequences.parts import CutTextsRow
from workbench.plots import HistogramPlot
from workbench.widgets import BarRows, Card, Label, LabelledBar


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


def corpus_rows(figures: CorpusFigures, pending: str) -> list[tuple[str, str, bool]]:
    """(words, figure, whether it warns) for the card."""

    def figure(value: float | None, text: str) -> str:
        return text if value is not None else "…" if pending else "–"

    rows = [(tr("Documents"), figure(figures.documents, formats.count(figures.documents or 0)), False)]
    rows.append((tr("Tokens"), figure(figures.tokens, f"≈ {formats.short(figures.tokens or 0)}"), False))
    rows.append(
        (
            tr("Updates per pass"),
            figure(figures.per_pass, f"≈ {formats.count(round(figures.per_pass or 0))}"),
            False,
        )
    )
    passes = figures.passes or 0.0
    text = formats.fixed(passes, 1) if passes < 100 else formats.count(round(passes))
    rows.append((tr("Passes over the corpus"), figure(figures.passes, f"≈ {text}"), False))
    if figures.single is not None:
        warns = figures.single >= MANY_SINGLE_SENTENCES
        rows.append((tr("Documents of one sentence"), f"{formats.fixed(figures.single, 1)} %", warns))
    return rows


class CorpusCard(Card):
    """The corpus of a pre-training stage in figures."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(tr("Corpus"), parent=parent)
        self._grid = QGridLayout()
        self._cells: list[tuple[Label, Label]] = []
        self.note = Label("", "caption", "text3", wrap=True)
        self.content.addLayout(self._grid)
        self.content.addWidget(self.note)
        self.content.addStretch(1)
        self._grid.setVerticalSpacing(0)
        self._grid.setHorizontalSpacing(16)

    def figures(self) -> list[tuple[str, str]]:
        """Return the figures that are shown."""
        return [(label.text(), figure.text()) for label, figure in self._cells]

    def show_rows(self, rows: Sequence[tuple[str, str, bool]], note: str) -> None:
        """Show ``corpus_rows(...)`` and a sentence below."""
        while len(self._cells) < len(rows):
            pair = (Label("", "body", "text2"), Label("", "body"))
            pair[1].setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            row = len(self._cells)
            self._grid.addWidget(pair[0], row, 0)
            self._grid.addWidget(pair[1], row, 1)
            self._cells.append(pair)
        while len(self._cells) > len(rows):
            for label in self._cells.pop():
                self._grid.removeWidget(label)
                label.hide()
                label.deleteLater()
        self._grid.setColumnStretch(1, 1)
        for (name, figure), (text, number, warns) in zip(self._cells, rows, strict=True):
            name.setText(text)
            figure.setText(number)
            figure.set_color("warning" if warns else "text")
            figure.setAccessibleName(f"{text}: {number}")
        self.note.setText(note)
        self.note.setVisible(bool(note))
        for row in range(self._grid.rowCount()):
            self._grid.setRowMinimumHeight(row, theme.sizes().row if row < len(self._cells) else 0)


USUAL_POSITIONS = 512
"""Tokens that an encoder reads, taken where it is not known."""


class TasksCard(Card):
    """Shares of the updates of an epoch among tasks."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(tr("Updates of each task"), tr("in the first epoch"), parent=parent)
        self.bars = BarRows(tr("Updates of each task in an epoch"))
        self.note = Label("", "caption", "text3", wrap=True)
        self.content.addWidget(self.bars)
        self.content.addWidget(self.note)
        self.content.addStretch(1)

    def show_tasks(self, stage: Stage, data: StageData) -> None:
        """Show the shares that the sampling of ``stage`` gives."""
        counts, tasks = data.training_rows(), stage.labelled_tasks()
        if not tasks or len(counts) != len(tasks):
            self.bars.set_rows([])
            self.note.setText(data.pending or tr("Not counted yet"))
            return
        first, last = (
            stage.batches_of_tasks(counts),
            stage.batches_of_tasks(counts, stage.epoch_count - 1),
        )
        total, names = max(1, sum(first)), [task.name for task in tasks]
        self.bars.set_rows(
            [
                LabelledBar(name, count, formats.count(count), f"{formats.percent(count / total)} %")
                for name, count in zip(names, first, strict=True)
            ]
        )
        needed = [max(1, math.ceil(count / stage.batch_size)) for count in counts]
        again = [
            tr("{name} {count} times", name=name, count=formats.fixed(count / need, 1))
            for name, count, need in zip(names, first, needed, strict=True)
            if count > 1.05 * need
        ]
        sentences = [tr("{sum} updates per epoch.", sum=formats.count(sum(first)))]
        if again:
            sentences.append(tr("Read more than once: {again}.", again=", ".join(again)))
        if last != first:
            sentences.append(
                tr("In the last epoch {last}.", last=", ".join(formats.count(count) for count in last))
            )
        self.note.setText(" ".join(sentences))


class StageInputs(QStackedWidget):
    """The card that fits the selected stage. ``length_wanted(tokens)`` when the line in the lengths is dragged."""

    length_wanted = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.lengths, self.tasks, self.corpus = LengthCard(), TasksCard(), CorpusCard()
        self.lengths.length_wanted.connect(self.length_wanted)
        for card in (self.lengths, self.tasks, self.corpus):
            self.addWidget(card)

    def title(self) -> str:
        """Return the title of the card shown, for a tab."""
        titles = {self.lengths: tr("Length of texts"), self.tasks: tr("Tasks"), self.corpus: tr("Corpus")}
        return next(title for card, title in titles.items() if card is self.currentWidget())

    def show_nothing(self, reason: str) -> None:
        """Show that there is nothing to show, and ``reason``."""
        self.setCurrentWidget(self.lengths)
        self.lengths.show_nothing(reason)

    def show_stage(self, stage: Stage, data: StageData, encoder: EncoderFacts | None) -> None:
        """Show what ``stage`` reads.

        Args:
            data: what is known of its data.
            encoder: the one the run begins with. None: not known.
        """
        tasks = stage.labelled_tasks()
        if stage.predicts_words:
            self._show_corpus(stage, data, encoder)
        elif stage.learns_together:
            self.setCurrentWidget(self.tasks)
            self.tasks.show_tasks(stage, data)
        elif len(tasks) == 1 and data.lengths is not None and encoder is not None:
            self.setCurrentWidget(self.lengths)
            room = min(tasks[0].max_length or encoder.positions, encoder.positions) - data.specials
            self.lengths.show_lengths(data.lengths, room, tasks[0].truncation)
        else:
            self.show_nothing(data.pending or tr("Not counted yet"))

    def _show_corpus(self, stage: Stage, data: StageData, encoder: EncoderFacts | None) -> None:
        positions = encoder.positions if encoder is not None else stage.max_length or USUAL_POSITIONS
        length = min(stage.max_length or positions, positions)
        pair = stage.reads_pairs
        specials = encoder.special_count(pair) if encoder is not None else BERT_COUNTS[pair]
        figures = corpus_figures(stage, data, max(1, length - specials))
        if stage.text_files() and not data.pending:
            note = tr("Text files are counted when the first run reads them.")
        elif figures.documents is not None:
            note = tr("Counted from the data sets. Overlap is found when the first run reads them.")
        else:
            note = ""
        self.setCurrentWidget(self.corpus)
        self.corpus.set_caption(tr("windows of {length} tokens", length=formats.count(length)))
        self.corpus.show_rows(corpus_rows(figures, data.pending), note)
