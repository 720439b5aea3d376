"""Facts about the data of a stage, collected step by step while an experiment is designed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.analysis.estimate import SplitSizes, TokenLengths
from engine.spec.checks.findings import DataFacts
from engine.spec.stages.base import Stage


@dataclass(frozen=True)
class StageData:
    """Known facts about the data of a stage.

    ``facts`` describe a stage with one labelled data set. Other stages have None there, and one ``StageData`` per data
    set in ``parts``.

    Attributes:
        specials: number of special tokens of an input.
        single: percentage of texts with a single sentence, None if not counted.
        problem: the reason for missing facts.
        pending: the running computation.
        gaps: a warning on characters that the encoder's vocabulary lacks, empty if there are hardly any.
    """

    facts: DataFacts | None = None
    lengths: TokenLengths | None = None
    specials: int = 2
    single: float | None = None
    problem: str = ""
    pending: str = ""
    gaps: str = ""
    parts: tuple[StageData, ...] = ()

    @property
    def text_count(self) -> int:
        """The number of texts in all splits, 0 if unknown."""
        return self.facts.train + self.facts.validation + self.facts.test if self.facts is not None else 0

    @property
    def training_count(self) -> int:
        """The number of training texts without held-out ones, 0 if unknown."""
        return self.facts.train if self.facts is not None else 0

    def texts(self) -> SplitSizes | tuple[SplitSizes, ...] | None:
        """Return the split sizes for the cost estimate, None until the data have been read."""
        if self.parts:
            sizes = [part.texts() for part in self.parts]
            return tuple(size for size in sizes if isinstance(size, SplitSizes)) if all(sizes) else None
        if self.facts is None:
            return None
        return SplitSizes(self.facts.train, self.facts.validation, self.facts.test, self.lengths)

    def training_rows(self) -> list[int]:
        """Return the number of training texts of each data set, empty until all are read."""
        texts = self.texts()
        sizes = (texts,) if isinstance(texts, SplitSizes) else texts or ()
        return [data.train for data in sizes]


def merge_stage_data(parts: Sequence[StageData]) -> StageData:
    """Return the facts of a stage with several data sets."""
    pending = next((part.pending for part in parts if part.pending), "")
    specials = max((part.specials for part in parts), default=2)
    return StageData(specials=specials, pending=pending, parts=tuple(parts))


def planned_updates(stages: Sequence[Stage], data: Sequence[StageData]) -> list[int]:
    """Return the updates of each stage, 0 if its data are unknown."""
    updates = []
    for stage, stage_data in zip(stages, data, strict=True):
        rows = stage_data.training_rows()
        updates.append(stage.planned_updates(rows) if rows or not stage.labelled_tasks() else 0)
    return updates


@dataclass(frozen=True)
class CorpusFigures:
    """Size of a corpus according to the counts of its data sets, None if unknown.

    Attributes:
        single: percentage of documents with a single sentence.
        per_pass: updates per pass over the corpus.
        passes: number of passes of the stage.
    """

    documents: int | None = None
    tokens: float | None = None
    single: float | None = None
    per_pass: float | None = None
    passes: float | None = None


def corpus_figures(stage: Stage, data: StageData, max_tokens: int) -> CorpusFigures:
    """Return the size of the corpus that ``stage`` reads.

    Args:
        data: the facts about its data sets, in ``parts``.
        max_tokens: tokens of text per input: its length minus the special tokens, at least 1.
    """
    figures = _count_documents(stage, data.parts)
    if figures.tokens is None:
        return figures
    per_pass = max(1.0, figures.tokens / (max_tokens * stage.batch_size))
    return replace(figures, per_pass=per_pass, passes=stage.planned_updates([]) / per_pass)


def _count_documents(stage: Stage, parts: Sequence[StageData]) -> CorpusFigures:
    """Return the size from the counts of the data sets. Text files are not counted before a run."""
    facts = [part.facts for part in parts if part.facts is not None]
    if stage.text_files() or len(facts) < len(parts) or not parts:
        return CorpusFigures()
    documents, tokens, single = 0, 0.0, 0.0
    for part, counts in zip(parts, facts, strict=True):
        sizes = {"train": counts.train, "validation": counts.validation, "test": counts.test}
        rows = sum(sizes[split] for split in stage.splits_read())
        documents += rows
        if part.lengths is not None and part.lengths.texts:
            tokens += rows * part.lengths.tokens / part.lengths.texts
        single += rows * (part.single or 0.0)
    has_tokens = all(part.lengths is not None for part in parts)
    has_single = documents and all(part.single is not None for part in parts)
    return CorpusFigures(
        documents, tokens if has_tokens else None, single / documents if has_single else None
    )
