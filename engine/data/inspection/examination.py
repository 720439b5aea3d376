"""Examination of a data set for its report, in one pass."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from engine.data.character_encodings import GUESSED
from engine.data.dataset import Dataset, Split, load_dataset
from engine.data.inspection.health import check_health, sort_findings
from engine.data.inspection.report import (
    DataFinding,
    DatasetReport,
    ReportRequest,
    SampleRow,
    SentenceStatistics,
    SplitReport,
    TruncationReport,
)
from engine.data.inspection.survey import TextSurvey, length_statistics, survey_split
from engine.data.pretraining.sentences import segment_apart
from engine.progress import ReportProgress, ignore_progress
from engine.spec.stages.pretraining import RuleSentences

if TYPE_CHECKING:
    from engine.data.special_tokens import FastTokenizer

_SENTENCE_SAMPLE = 200
_SENTENCE_CHARACTERS = 100_000


def examine_dataset(request: ReportRequest, report: ReportProgress | None = None) -> DatasetReport:
    """Return the report of ``request`` from one pass over the data set. Raises UserError if it cannot be read."""
    dataset, report = load_dataset(request.source, report=report), report or ignore_progress
    splits, health = _survey(dataset, report)
    if request.tokenizer is not None:
        for name, split in dataset.splits.items():
            tokens, gaps = _token_report(split, request, request.tokenizer, report)
            splits[name] = splits[name].model_copy(update=tokens)
            health = sort_findings([*health, *gaps])
    return DatasetReport(
        source=request.source.source,
        fingerprint=dataset.fingerprint,
        found=dataset.detection,
        notes=[note for note in dataset.notes if GUESSED not in note],  # guesses are in ``health``
        classes=list(dataset.classes),
        splits=splits,
        health=health,
        sentences=_sentence_statistics(dataset.splits["train"]) if request.sentences else None,
        preview=_preview(dataset, request.preview),
        shared=sum(
            f.count for f in health if (f.kind, f.split, f.values.get("other")) == ("shared", "test", "train")
        ),
        conflicting=sum(f.count for f in health if f.kind == "conflicts"),
        target=dataset.source.target.kind,
    )


def _sentence_statistics(split: Split, sample: int = _SENTENCE_SAMPLE) -> SentenceStatistics:
    """Count the sentences per text in ``sample`` texts spread over the split."""
    positions = _spread(len(split), sample)
    texts = [split.texts[int(i)][:_SENTENCE_CHARACTERS] for i in positions]
    counts = np.array([max(1, len(sentences)) for sentences in segment_apart(texts, RuleSentences())])
    return SentenceStatistics(
        sample=len(counts),
        mean=float(counts.mean()),
        median=float(np.median(counts)),
        longest=int(counts.max()),
        single_percent=float(100 * (counts == 1).mean()),
    )


def _token_report(
    split: Split, request: ReportRequest, tokenizer: FastTokenizer, report: ReportProgress
) -> tuple[dict[str, object], list[DataFinding]]:
    """Return the fields of a ``SplitReport`` on tokens, and findings on gaps of the vocabulary.

    Only the training split has such findings.
    """
    from engine.data.inspection.unknown_tokens import count_unknown, gap_findings
    from engine.data.special_tokens import read_template, tokenizer_core
    from engine.data.tokens import summarise_truncation, text_room, tokenise_split, tokens_key

    length, truncation = request.max_length, request.truncation
    room = text_room(read_template(tokenizer), split.second_texts is not None, truncation, length)
    first, second = tokenise_split(split, tokenizer, report=report)
    lengths = (first.lengths if second is None else first.lengths + second.lengths).astype(np.int32)
    summary = summarise_truncation(first, second, truncation, room)
    truncated = TruncationReport(max_length=length, truncation=truncation.kind, **summary.__dict__)
    stores = [first] if second is None else [first, second]
    unknown, concerned = count_unknown(stores, tokenizer_core(tokenizer))
    name = str(tokenizer.name_or_path)
    gaps = gap_findings(name, split.texts, unknown, concerned) if split.name == "train" else []
    fields: dict[str, object] = {
        "tokens": length_statistics(lengths),
        "cut": truncated,
        "tokens_key": tokens_key(split, tokenizer),
        "unknown": unknown,
    }
    return fields, gaps


def _survey(dataset: Dataset, report: ReportProgress) -> tuple[dict[str, SplitReport], list[DataFinding]]:
    """Return the report of each split without tokens, and the health findings of the data set.

    Only hashes of the texts stay in memory while the next split is read.
    """
    reports: dict[str, SplitReport] = {}
    surveys: dict[str, TextSurvey] = {}
    nothing = np.zeros(0, np.int32)
    for name, split in dataset.splits.items():
        survey = survey_split(split, report)
        reports[name] = _split_report(dataset, split, survey)
        surveys[name] = replace(survey, words=nothing, characters=nothing)
    return reports, check_health(dataset, surveys)


def _split_report(dataset: Dataset, split: Split, survey: TextSurvey) -> SplitReport:
    target, class_count = dataset.source.target, len(dataset.classes)
    counts = target.count_texts(split.labels, class_count).tolist()
    return SplitReport(
        rows=len(split),
        classes=dict(zip(dataset.classes, counts, strict=True)),
        words=length_statistics(survey.words),
        characters=length_statistics(survey.characters),
    )


def _spread(length: int, count: int) -> np.ndarray:
    """Return at most ``count`` positions spread evenly over ``length``, int64."""
    return np.unique(np.linspace(0, length - 1, min(count, length)).astype(np.int64))


def _preview(dataset: Dataset, count: int) -> list[SampleRow]:
    split = dataset.splits["train"]
    positions = _spread(len(split), count)
    return [
        SampleRow(
            row=int(split.rows[i]),
            label=dataset.source.target.show(split.labels[i], dataset.classes),
            text=split.texts[int(i)],
            second=split.second_texts[int(i)] if split.second_texts is not None else "",
        )
        for i in positions
    ]
