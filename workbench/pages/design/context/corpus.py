"""What further pre-training will read: documents, tokens, passes; pure figures and the card that shows them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QWidget

from engine.spec.stages.pretraining import FurtherPretrain
from workbench.look import formats, theme
from workbench.pages.design.context.data_sets import StageData
from workbench.widgets import Card, Label

if TYPE_CHECKING:
    from engine.store.database import Store

SINGLE_SENTENCE_PERCENT = 90.0
"""Per cent of documents of one sentence from which next-sentence pairs cannot be told from random ones."""


@dataclass(frozen=True)
class CorpusFigures:
    """What a corpus holds, as far as it is known; None where it is not. ``exact``: counted by an earlier run."""

    documents: int | None = None
    sentences: int | None = None
    tokens: float | None = None
    single: float | None = None
    left_out: int | None = None
    per_pass: float | None = None
    passes: float | None = None
    exact: bool = False


def corpus_figures(
    stage: FurtherPretrain, data: StageData, length: int, known: Mapping[str, Any] | None = None
) -> CorpusFigures:
    """The figures of ``stage``'s corpus.

    Args:
        data: what is known of its data sets, in ``parts``.
        length: tokens of a window, special tokens included.
        known: what a run of the same corpus stored (``documents``, ``sentences``, ``tokens``, ...).
    """
    room = max(1, length - (3 if stage.objective.kind == "mlm_nsp" else 2))
    if known:
        left = known.get("left_out") or {}
        made = CorpusFigures(
            int(known["documents"]),
            int(known["sentences"]),
            float(known["tokens"]),
            float(known["single_sentence_percent"]),
            sum(int(count) for count in left.values()) if isinstance(left, Mapping) else int(left),
            exact=True,
        )
    else:
        made = _counted(stage, data.parts)
    if made.tokens is None:
        return made
    per_pass = max(1.0, made.tokens / (room * stage.batch_size))
    return replace(made, per_pass=per_pass, passes=stage.steps / per_pass)


def _counted(stage: FurtherPretrain, parts: Sequence[StageData]) -> CorpusFigures:
    """From the data sets' own counts; text files are not counted before a run."""
    facts = [part.facts for part in parts if part.facts is not None]
    if stage.corpus or len(facts) < len(parts) or not parts:
        return CorpusFigures()
    documents, tokens, single = 0, 0.0, 0.0
    for part in parts:
        assert part.facts is not None
        rows = part.facts.train
        rows += part.facts.validation if stage.splits != "train" else 0
        rows += part.facts.test if stage.splits == "all" else 0
        documents += rows
        if part.lengths is not None and part.lengths.texts:
            tokens += rows * part.lengths.tokens / part.lengths.texts
        single += rows * (part.single or 0.0)
    counted = all(part.lengths is not None for part in parts)
    known = documents and all(part.single is not None for part in parts)
    return CorpusFigures(documents, None, tokens if counted else None, single / documents if known else None)


def corpus_rows(found: CorpusFigures, pending: str) -> list[tuple[str, str, bool]]:
    """(words, figure, whether it warns) for the card."""
    about, dash = ("" if found.exact else "≈ "), "–"

    def figure(value: float | None, text: str) -> str:
        return text if value is not None else "…" if pending else dash

    made = [("Documents", figure(found.documents, formats.count(found.documents or 0)), False)]
    if found.sentences is not None:
        made.append(("Sentences", formats.count(found.sentences), False))
    made.append(("Tokens", figure(found.tokens, f"{about}{formats.short(found.tokens or 0)}"), False))
    made.append(
        (
            "Updates per pass",
            figure(found.per_pass, f"{about}{formats.count(round(found.per_pass or 0))}"),
            False,
        )
    )
    passes = found.passes or 0.0
    words = formats.fixed(passes, 1) if passes < 100 else formats.count(round(passes))
    made.append(("Passes over the corpus", figure(found.passes, f"{about}{words}"), False))
    if found.single is not None:
        many = found.single >= SINGLE_SENTENCE_PERCENT
        made.append(("Documents of one sentence", f"{formats.fixed(found.single, 1)} %", many))
    if found.left_out is not None:
        made.append(("Left out as overlap", formats.count(found.left_out), False))
    return made


_CORPUS_FIELDS = ("data", "splits", "corpus", "held_out", "drop_overlap", "segmentation", "whole_words")
_RECENT_RUNS = 40


def corpus_key(stage: Mapping[str, Any], encoder: str) -> str:
    """What two stages with the same corpus have in common."""
    return json.dumps([encoder, [stage.get(name) for name in _CORPUS_FIELDS]], sort_keys=True)


def load_corpora(store: Store) -> list[tuple[str, Mapping[str, Any]]]:
    """(key, what was stored) of the pre-training stages of the latest runs, the latest first. For the reader
    thread."""
    from engine.store.runs import get_spec, list_runs, list_stages

    found: list[tuple[str, Mapping[str, Any]]] = []
    for row in list_runs(store, limit=_RECENT_RUNS):
        here = [stage for stage in list_stages(store, row.id) if stage.kind == "further_pretrain"]
        table = get_spec(store, row.id) if here else {}
        for stage in here:
            own = table["stages"][stage.position]
            if "documents" in stage.info:
                found.append((corpus_key(own, row.encoder), stage.info))
    return found


class CorpusCard(Card):
    """The corpus of a pre-training stage in figures."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Corpus", parent=parent)
        self._grid = QGridLayout()
        self._cells: list[tuple[Label, Label]] = []
        self.note = Label("", "caption", "text3", wrap=True)
        self.content.addLayout(self._grid)
        self.content.addWidget(self.note)
        self.content.addStretch(1)
        self.apply_theme()

    def apply_theme(self) -> None:
        super().apply_theme()
        s = theme.sizes()
        self._grid.setVerticalSpacing(0)
        self._grid.setHorizontalSpacing(s.s16)
        for row in range(self._grid.rowCount()):
            self._grid.setRowMinimumHeight(row, s.row if row < len(self._cells) else 0)

    def figures(self) -> list[tuple[str, str]]:
        """What is shown."""
        return [(words.text(), figure.text()) for words, figure in self._cells]

    def show_rows(self, made: Sequence[tuple[str, str, bool]], note: str) -> None:
        """Show ``corpus_rows(...)`` and a sentence below."""
        while len(self._cells) < len(made):
            pair = (Label("", "body", "text2"), Label("", "body"))
            pair[1].setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            row = len(self._cells)
            self._grid.addWidget(pair[0], row, 0)
            self._grid.addWidget(pair[1], row, 1)
            self._cells.append(pair)
        while len(self._cells) > len(made):
            for label in self._cells.pop():
                self._grid.removeWidget(label)
                label.hide()
                label.deleteLater()
        self._grid.setColumnStretch(1, 1)
        for (words, figure), (text, number, warns) in zip(self._cells, made, strict=True):
            words.setText(text)
            figure.setText(number)
            figure.set_color("warning" if warns else "text")
            figure.setAccessibleName(f"{text}: {number}")
        self.note.setText(note)
        self.note.setVisible(bool(note))
        self.apply_theme()
