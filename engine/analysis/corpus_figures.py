"""Size of the corpus of a stage that reads running text, before it runs: documents, tokens, passes over them."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from engine.analysis.stage_data import StageData
from engine.errors import UserError
from engine.json_types import ParsedJson
from engine.spec.stages.base import Stage
from engine.store.database import Store
from engine.store.runs import get_experiment, list_runs, list_stages

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
    stage: Stage, data: StageData, room: int, known: ParsedJson | None = None
) -> CorpusFigures:
    """Return the figures of the text that ``stage`` reads.

    Args:
        data: the facts known of its data sets, in ``parts``.
        room: tokens of text in an input: its length less the special tokens, at least 1.
        known: the figures that a run of the same corpus stored (``documents``, ``sentences``, ``tokens``, ...).
    """
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
    return replace(made, per_pass=per_pass, passes=stage.planned_updates([]) / per_pass)


def _counted(stage: Stage, parts: Sequence[StageData]) -> CorpusFigures:
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
    counted = all(part.lengths is not None for part in parts)
    known = documents and all(part.single is not None for part in parts)
    return CorpusFigures(documents, None, tokens if counted else None, single / documents if known else None)


def corpus_key(stage: Stage, encoder: str) -> str:
    """Return the settings that two stages with the same corpus have in common, whether queued already or not.

    What a run has recorded of its data sets when it was queued does not count, and places count by their full paths,
    as they are recorded. Nothing is looked for on the disk.
    """
    return json.dumps([_in_full(encoder), _as_declared(stage.corpus_identity())], sort_keys=True)


def _as_declared(value: object) -> object:
    if isinstance(value, str):
        return _in_full(value)
    if isinstance(value, Mapping):
        return {name: _as_declared(each) for name, each in value.items() if name != "resolved"}
    return [_as_declared(each) for each in value] if isinstance(value, list) else value


def _in_full(text: str) -> str:
    """Return what may be a place as it stands in any working folder. Names with a scheme as they are."""
    return os.path.abspath(os.path.expanduser(text)) if text and ":" not in text else text


def load_corpora(store: Store) -> list[tuple[str, ParsedJson]]:
    """Return (key, stored figures) of the stages of the latest runs that read running text, the latest first.

    Stages whose files have been written to since are left out: their figures are those of other texts.
    """
    found: list[tuple[str, ParsedJson]] = []
    for row in list_runs(store, limit=RECENT_RUNS):
        here = [stage for stage in list_stages(store, row.id) if "documents" in stage.info]
        try:
            stages = get_experiment(store, row.id).stages if here else []
        except UserError:  # an option of it is no longer installed
            continue
        found += [
            (corpus_key(stages[each.position], row.encoder), each.info)
            for each in here
            if not _written_since(stages[each.position], row.queued or row.created)
        ]
    return found


def _written_since(stage: Stage, moment: float) -> bool:
    """Return whether a file that the stage names, or one in a folder that it names, is younger than ``moment``."""
    named = [*stage.text_files()]
    for source in stage.sources().values():
        read = source.effective
        named += [place for place in (read.source, read.validation, read.test) if place]
    for place in named:
        path = Path(place)
        try:
            files = [path, *path.iterdir()] if path.is_dir() else [path] if path.exists() else []
            if any(file.stat().st_mtime > moment for file in files):
                return True
        except OSError:  # it is in use, or none of ours to read
            continue
    return False
