"""Input of a stage as one of three cards: lengths of texts, updates of each task, or a corpus."""

from __future__ import annotations

import math

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

from engine.analysis.estimate import TokenLengths
from engine.analysis.stage_data import CorpusFigures, StageData, corpus_figures
from engine.model.tokenizer.special_token_counts import BERT_COUNTS
from engine.spec.checks.findings import EncoderFacts
from engine.spec.stages import Stage
from engine.spec.stages.pretraining import MANY_SINGLE_SENTENCES
from engine.spec.truncation import HierarchicalTruncation, Truncation
from workbench.language import join_sentences, tr, tr_engine
from workbench.look import formats
from workbench.plots import HistogramPlot
from workbench.widgets import BarRows, Card, FigureRow, FigureRows, Label, LabelledBar

USUAL_POSITIONS = 512
"""Maximum length assumed for an unknown encoder, in tokens."""


def length_rows(lengths: TokenLengths, room: int, truncation: Truncation) -> list[FigureRow]:
    """Return the truncation of texts to ``room`` tokens, or their division into fractions."""
    texts, tokens = max(1, lengths.texts), max(1, lengths.tokens)
    if not isinstance(truncation, HierarchicalTruncation) or truncation.overlap >= room:
        longer, lost = lengths.count_longer(room), lengths.tokens_cut(room)
        return [_cut(tr("Texts cut"), longer, texts), _cut(tr("Tokens lost over all texts"), lost, tokens)]
    segments = lengths.segments(truncation, room)
    fractions = (
        tr("Fractions per text, at most {count}", count=segments.maximum)
        if segments.maximum > 1
        else tr("Fractions per text")
    )
    beyond = (
        tr("Texts with more than {count} fractions", count=truncation.most)
        if truncation.most
        else tr("Tokens lost over all texts")
    )
    return [
        FigureRow(fractions, formats.fixed(segments.mean, 1)),
        _cut(beyond, segments.texts_over_limit, texts),
    ]


def _cut(name: str, count: int, all_: int) -> FigureRow:
    color = "warning" if count else "text2"
    return FigureRow(name, formats.count(count), f"{formats.percent(count / all_)} %", color)


def corpus_rows(figures: CorpusFigures, pending: str) -> list[FigureRow]:
    """Return the running text that a stage reads: documents, tokens, passes."""

    def row(name: str, value: float | None, text: str) -> FigureRow:
        return FigureRow(name, text if value is not None else "…" if pending else "–")

    rows = [row(tr("Documents"), figures.documents, formats.count(figures.documents or 0))]
    rows.append(row(tr("Tokens"), figures.tokens, f"≈ {formats.short(figures.tokens or 0)}"))
    per_pass = formats.count(round(figures.per_pass or 0))
    rows.append(row(tr("Updates per pass"), figures.per_pass, f"≈ {per_pass}"))
    passes = figures.passes or 0.0
    text = formats.fixed(passes, 1) if passes < 100 else formats.count(round(passes))
    rows.append(row(tr("Passes over the corpus"), figures.passes, f"≈ {text}"))
    if figures.single is not None:
        color = "warning" if figures.single >= MANY_SINGLE_SENTENCES else "text"
        single = f"{formats.fixed(figures.single, 1)} %"
        rows.append(FigureRow(tr("Documents of one sentence"), single, color=color))
    return rows


class LengthCard(Card):
    """A histogram of lengths with the line of truncation. ``length_requested(tokens)`` when the line is dragged."""

    length_requested = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(tr("Length of training texts"), tr_engine("tokens"), parent=parent)
        self.lengths = HistogramPlot(
            tr("Lengths of the training texts in tokens; the line marks the length that the encoder reads")
        )
        self.lengths.cut_moved.connect(lambda x: self.length_requested.emit(int(x)))
        self.cut = FigureRows()
        self.content.addWidget(self.lengths, 1)
        self.content.addWidget(self.cut)

    def show_nothing(self, reason: str) -> None:
        """Show ``reason`` instead of lengths."""
        self.lengths.set_empty(reason)
        self.lengths.set_cut(None)
        self.cut.set_rows([])

    def show_lengths(self, lengths: TokenLengths, room: int, truncation: Truncation) -> None:
        """Show ``lengths``, truncated to ``room`` tokens."""
        edges, counts, beyond = lengths.histogram()
        self.lengths.set_bins(edges, counts)
        self.lengths.set_cut(
            room if room < edges[-1] else None, tr("{count} tokens", count=formats.count(room))
        )
        self.lengths.set_note(tr("{count} longer", count=formats.count(beyond)) if beyond else "")
        self.cut.set_rows(length_rows(lengths, room, truncation))


class _NotedCard(Card):
    """Figures with a sentence below."""

    def __init__(self, title: str, caption: str, figures: QWidget) -> None:
        super().__init__(title, caption)
        self._note = Label("", "caption", "text3", wrap=True)
        self.content.addWidget(figures)
        self.content.addWidget(self._note)
        self.content.addStretch(1)

    def set_note(self, text: str) -> None:
        """Change the sentence."""
        self._note.setText(text)
        self._note.setVisible(bool(text))


class StageInputs(QStackedWidget):
    """The card that fits the selected stage. ``length_requested(tokens)`` when the line in the lengths is dragged."""

    length_requested = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.lengths, self.figures = LengthCard(), FigureRows()
        self.shares = BarRows(tr("Updates of each task in an epoch"))
        self.tasks = _NotedCard(tr("Updates of each task"), tr("in the first epoch"), self.shares)
        self.corpus = _NotedCard(tr("Corpus"), "", self.figures)
        self.lengths.length_requested.connect(self.length_requested)
        for card in (self.lengths, self.tasks, self.corpus):
            self.addWidget(card)

    def show_nothing(self, reason: str) -> None:
        """Show ``reason`` instead of an input."""
        self.setCurrentWidget(self.lengths)
        self.lengths.show_nothing(reason)

    def show_stage(self, stage: Stage, data: StageData, encoder: EncoderFacts | None) -> None:
        """Show the input of ``stage``.

        Args:
            data: facts about its data.
            encoder: the encoder of the run, None if unknown.
        """
        tasks = stage.labelled_tasks()
        if stage.predicts_words:
            self._show_corpus(stage, data, encoder)
        elif stage.is_multi_task:
            self._show_tasks(stage, data)
        elif len(tasks) == 1 and data.lengths is not None and encoder is not None:
            self.setCurrentWidget(self.lengths)
            room = min(tasks[0].max_length or encoder.positions, encoder.positions) - data.specials
            self.lengths.show_lengths(data.lengths, room, tasks[0].truncation)
        else:
            self.show_nothing(data.pending or tr("Not counted yet"))

    def _show_tasks(self, stage: Stage, data: StageData) -> None:
        """Show the share of each task in the updates of an epoch, under the sampling of ``stage``."""
        self.setCurrentWidget(self.tasks)
        counts, tasks = data.training_rows(), stage.labelled_tasks()
        if not tasks or len(counts) != len(tasks):
            self.shares.set_rows([])
            self.tasks.set_note(data.pending or tr("Not counted yet"))
            return
        first, last = (stage.batches_of_tasks(counts), stage.batches_of_tasks(counts, stage.epoch_count - 1))
        total, names = max(1, sum(first)), [task.name for task in tasks]
        self.shares.set_rows(
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
        sentences = [tr("{count} updates per epoch.", count=formats.count(sum(first)))]
        if again:
            sentences.append(tr("Read more than once: {names}.", names=", ".join(again)))
        if last != first:
            sentences.append(
                tr("In the last epoch {text}.", text=", ".join(formats.count(count) for count in last))
            )
        self.tasks.set_note(join_sentences(sentences))

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
        self.figures.set_rows(corpus_rows(figures, data.pending))
        self.corpus.set_note(note)
