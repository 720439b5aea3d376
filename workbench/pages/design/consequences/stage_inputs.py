"""Input of a stage, as one of three cards: lengths of texts, updates of each task, or a corpus."""

from __future__ import annotations

import math

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

from engine.analysis.corpus_figures import corpus_figures
from engine.analysis.stage_data import StageData
from engine.json_types import JsonObject
from engine.model.tokenizer.special_token_counts import BERT_COUNTS
from engine.spec.checks.findings import EncoderFacts
from engine.spec.stages import Stage
from workbench.language import tr
from workbench.look import formats
from workbench.pages.design.consequences.corpus_card import CorpusCard, corpus_rows
from workbench.pages.design.consequences.lengths import LengthCard
from workbench.widgets import BarRows, Card, Label, LabelledBar

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

    def show_stage(
        self, stage: Stage, data: StageData, encoder: EncoderFacts | None, corpus: JsonObject | None
    ) -> None:
        """Show what ``stage`` reads.

        Args:
            data: what is known of its data.
            encoder: the one the run begins with. None: not known.
            corpus: what an earlier run with this corpus stored.
        """
        tasks = stage.labelled_tasks()
        if stage.corpus_identity() is not None:
            self._show_corpus(stage, data, encoder, corpus)
        elif stage.learns_together:
            self.setCurrentWidget(self.tasks)
            self.tasks.show_tasks(stage, data)
        elif len(tasks) == 1 and data.lengths is not None and encoder is not None:
            self.setCurrentWidget(self.lengths)
            room = min(tasks[0].max_length or encoder.positions, encoder.positions) - data.specials
            self.lengths.show_lengths(data.lengths, room, tasks[0].truncation)
        else:
            self.show_nothing(data.pending or tr("Not counted yet"))

    def _show_corpus(
        self, stage: Stage, data: StageData, encoder: EncoderFacts | None, counts: JsonObject | None
    ) -> None:
        positions = encoder.positions if encoder is not None else stage.max_length or USUAL_POSITIONS
        length = min(stage.max_length or positions, positions)
        pair = stage.reads_pairs
        specials = encoder.special_count(pair) if encoder is not None else BERT_COUNTS[pair]
        figures = corpus_figures(stage, data, max(1, length - specials), counts)
        if figures.exact:
            note = tr("Counted by an earlier run on this corpus.")
        elif stage.text_files() and not data.pending:
            note = tr("Text files are counted when the first run reads them.")
        elif figures.documents is not None:
            note = tr("Counted from the data sets. Overlap is found when the first run reads them.")
        else:
            note = ""
        self.setCurrentWidget(self.corpus)
        self.corpus.set_caption(tr("windows of {length} tokens", length=formats.count(length)))
        self.corpus.show_rows(corpus_rows(figures, data.pending), note)
