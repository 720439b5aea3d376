"""The facts known of a stage's data before it runs, collected step by step while an experiment is designed."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from engine.analysis.estimate import SplitSizes, TokenLengths
from engine.errors import UserError
from engine.json_types import ParsedJson
from engine.spec.checks.findings import DataFacts
from engine.spec.stages.base import Stage
from engine.store.database import Store
from engine.store.runs import get_experiment, list_runs, list_stages


@dataclass(frozen=True)
class StageData:
    """The facts known of a stage's data. ``problem``: why facts are missing, ``pending``: the running computation.

    A stage that learns one labelled data set has its facts here. Any other has one of these for each data set that it
    names in ``parts``, in their order, and ``facts`` None.

    Attributes:
        specials: special tokens of an input.
        single: the percentage of texts of one sentence, None where it was not counted.
        gaps: what the encoder's vocabulary lacks of the texts, as a warning, empty for next to nothing.
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
        """The number of texts over all splits, 0 where it is not known."""
        return self.facts.train + self.facts.validation + self.facts.test if self.facts is not None else 0

    @property
    def training_count(self) -> int:
        """The number of texts that train, without those held out of them, 0 where it is not known."""
        return self.facts.train if self.facts is not None else 0

    def texts(self) -> SplitSizes | tuple[SplitSizes, ...] | None:
        """The sizes for the estimate, None until the data have been read."""
        if self.parts:
            sizes = [part.texts() for part in self.parts]
            return tuple(size for size in sizes if isinstance(size, SplitSizes)) if all(sizes) else None
        if self.facts is None:
            return None
        return SplitSizes(self.facts.train, self.facts.validation, self.facts.test, self.lengths)

    def training_rows(self) -> list[int]:
        """Return the number of training texts of each data set, empty until all have been read."""
        texts = self.texts()
        sizes = (texts,) if isinstance(texts, SplitSizes) else texts or ()
        return [data.train for data in sizes]


def merge_stage_data(parts: Sequence[StageData]) -> StageData:
    """Return the facts of a stage of several data sets."""
    pending = next((part.pending for part in parts if part.pending), "")
    specials = max((part.specials for part in parts), default=2)
    return StageData(specials=specials, pending=pending, parts=tuple(parts))


def planned_updates(stages: Sequence[Stage], data: Sequence[StageData]) -> list[int]:
    """Return the updates of each stage, 0 where its data are not known."""
    updates = []
    for stage, stage_data in zip(stages, data, strict=True):
        rows = stage_data.training_rows()
        updates.append(stage.planned_updates(rows) if rows or not stage.labelled_tasks() else 0)
    return updates


RECENT_RUNS = 40
"""Number of the latest runs that are searched for figures of the same corpus."""


@dataclass(frozen=True)
class CorpusFigures:
    """The contents of a corpus, None where they are not known. ``exact``: counted by an earlier run.

    Attributes:
        single: the percentage of documents of one sentence.
        left_out: documents left out as overlap.
        per_pass: updates of one pass over the corpus.
        passes: number of passes of the stage.
    """

    documents: int | None = None
    sentences: int | None = None
    tokens: float | None = None
    single: float | None = None
    left_out: int | None = None
    per_pass: float | None = None
    passes: float | None = None
    exact: bool = False


def corpus_figures(
    stage: Stage, data: StageData, room: int, stored: ParsedJson | None = None
) -> CorpusFigures:
    """Return the figures of the text that ``stage`` reads.

    Args:
        data: the facts known of its data sets, in ``parts``.
        room: tokens of text in an input: its length less the special tokens, at least 1.
        known: the figures that a run of the same corpus stored (``documents``, ``sentences``, ``tokens``, ...).
    """
    if stored:
        lost = stored.get("left_out") or {}
        figures = CorpusFigures(
            int(stored["documents"]),
            int(stored["sentences"]),
            float(stored["tokens"]),
            float(stored["single_sentence_percent"]),
            sum(int(count) for count in lost.values()) if isinstance(lost, Mapping) else int(lost),
            exact=True,
        )
    else:
        figures = _count_documents(stage, data.parts)
    if figures.tokens is None:
        return figures
    per_pass = max(1.0, figures.tokens / (room * stage.batch_size))
    return replace(figures, per_pass=per_pass, passes=stage.planned_updates([]) / per_pass)


def _count_documents(stage: Stage, parts: Sequence[StageData]) -> CorpusFigures:
    """Return the figures from the data sets' own counts. Text files are not counted before a run."""
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
        documents, None, tokens if has_tokens else None, single / documents if has_single else None
    )


def corpus_key(stage: Stage, encoder: str) -> str:
    """Return a key that is equal for stages with the same corpus, queued or not.

    Data recorded at queueing does not count, and locations count by their full paths, as recorded. The disk is not
    read.
    """
    return json.dumps([_absolute_path(encoder), _absolute_values(stage.corpus_identity())], sort_keys=True)


def _absolute_values(value: object) -> object:
    if isinstance(value, str):
        return _absolute_path(value)
    if isinstance(value, Mapping):
        return {name: _absolute_values(item) for name, item in value.items() if name != "resolved"}
    return [_absolute_values(item) for item in value] if isinstance(value, list) else value


def _absolute_path(text: str) -> str:
    """Return a path as an absolute path. Names with a scheme stay unchanged."""
    return os.path.abspath(os.path.expanduser(text)) if text and ":" not in text else text


def load_corpora(store: Store) -> list[tuple[str, ParsedJson]]:
    """Return (key, stored figures) of the stages of the latest runs that read running text, the latest first.

    Stages whose files have been written to since are left out: their figures are those of other texts.
    """
    corpora: list[tuple[str, ParsedJson]] = []
    for row in list_runs(store, limit=RECENT_RUNS):
        reading = [stage for stage in list_stages(store, row.id) if "documents" in stage.info]
        try:
            stages = get_experiment(store, row.id).stages if reading else []
        except UserError:  # an option of it is no longer installed
            continue
        corpora += [
            (corpus_key(stages[row_.position], row.encoder), row_.info)
            for row_ in reading
            if not _is_newer(stages[row_.position], row.queued or row.created)
        ]
    return corpora


def _is_newer(stage: Stage, moment: float) -> bool:
    """Return whether a file that the stage names, or one in a folder that it names, is younger than ``moment``."""
    places = [*stage.text_files()]
    for source in stage.sources().values():
        data = source.effective
        places += [place for place in (data.source, data.validation, data.test) if place]
    for place in places:
        path = Path(place)
        try:
            files = [path, *path.iterdir()] if path.is_dir() else [path] if path.exists() else []
            if any(file.stat().st_mtime > moment for file in files):
                return True
        except OSError:  # it is in use, or none of ours to read
            continue
    return False
