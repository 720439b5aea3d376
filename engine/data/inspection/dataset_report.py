"""``inspect_dataset``: one reading of a data set and what there is to report on it."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

import numpy as np

from engine.data.dataset import Dataset, Split, load_dataset
from engine.data.inspection.health import check_health
from engine.data.inspection.report import (
    DatasetReport,
    LengthStatistics,
    SampleRow,
    SentenceStatistics,
    SplitReport,
    TruncationReport,
    length_statistics,
)
from engine.data.inspection.sentence_counter import count_sentences
from engine.data.inspection.survey import TextSurvey, survey_split
from engine.data.paper.table1 import Table1Comparison, compare_copy
from engine.progress import ReportProgress
from engine.spec.data import DataSource
from engine.spec.truncation import HeadTruncation, Truncation

if TYPE_CHECKING:
    from engine.data.special_tokens import FastTokenizer

_SENTENCE_SAMPLE = 200
_SENTENCE_CHARACTERS = 100_000


class _TokenFields(TypedDict, total=False):
    """The fields of a ``SplitReport`` that a tokenizer is needed for."""

    tokens: LengthStatistics
    cut: TruncationReport
    tokens_key: str


def inspect_dataset(
    source: DataSource,
    tokenizer: FastTokenizer | None = None,
    max_length: int = 512,
    truncation: Truncation | None = None,
    *,
    preview: int = 10,
    sentences: bool = True,
    say: ReportProgress | None = None,
) -> DatasetReport:
    """Read ``source`` once and report on it.

    Raises UserError when it cannot be read.

    Args:
        source: the data set.
        tokenizer: lengths in tokens and the truncated share are given where there is one.
        max_length: tokens with special tokens, for the truncated share.
        truncation: the truncation for the same share.
        preview: rows shown, spread over the training split.
        sentences: count sentences in a sample (spaCy's rules, in a process of their own).
        say: progress callback.
    """
    dataset = load_dataset(source, say=say)
    surveys = {name: survey_split(split, say) for name, split in dataset.splits.items()}
    splits = {}
    whole: dict[str, np.ndarray] = {}
    for name, split in dataset.splits.items():
        tokens: _TokenFields = {}
        if tokenizer is not None:
            whole[name], tokens = _token_report(
                split, tokenizer, max_length, truncation or HeadTruncation(), say
            )
        splits[name] = _split_report(dataset, split, surveys[name], tokens)
    health = check_health(dataset, surveys)
    return DatasetReport(
        source=source.source,
        fingerprint=dataset.fingerprint,
        found=dataset.detection,
        notes=list(dataset.notes),
        classes=list(dataset.classes),
        splits=splits,
        health=health,
        sentences=_sentence_statistics(dataset.splits["train"]) if sentences else None,
        preview=_preview(dataset, preview),
        shared=sum(
            f.count for f in health if f.kind == "shared" and f.split == "test" and "train" in f.message
        ),
        conflicting=sum(f.count for f in health if f.kind == "conflicts"),
        table1=_table1(source, dataset, str(tokenizer.name_or_path), whole)
        if tokenizer is not None
        else None,
    )


def _table1(
    source: DataSource, dataset: Dataset, encoder: str, whole: dict[str, np.ndarray]
) -> Table1Comparison:
    from engine.data.inspection.browse import open_cached

    parts = open_cached(dataset.fingerprint).source_parts
    return compare_copy(source.source, dataset.source, encoder, dataset.classes, whole, parts)


def _sentence_statistics(split: Split, sample: int = _SENTENCE_SAMPLE) -> SentenceStatistics:
    """Count the sentences per text in ``sample`` texts spread over the split."""
    picked = _spread(len(split), sample)
    counts = np.asarray(count_sentences([split.texts[int(i)][:_SENTENCE_CHARACTERS] for i in picked]))
    return SentenceStatistics(
        sample=len(counts),
        mean=float(counts.mean()),
        median=float(np.median(counts)),
        longest=int(counts.max()),
        single_percent=float(100 * (counts == 1).mean()),
    )


def _token_report(
    split: Split,
    tokenizer: FastTokenizer,
    max_length: int,
    truncation: Truncation,
    say: ReportProgress | None,
) -> tuple[np.ndarray, _TokenFields]:
    """Return the tokens of each text, int64 [n], and the fields of a ``SplitReport`` that follow from them."""
    from engine.data.tokens import encode_split, tokens_key

    encoded = encode_split(split, tokenizer, truncation=truncation, max_length=max_length, say=say)
    whole = encoded.tokens.lengths + (
        encoded.second_tokens.lengths if encoded.second_tokens is not None else 0
    )
    cut = TruncationReport(
        max_length=max_length, truncation=truncation.kind, **encoded.truncation_summary.__dict__
    )
    return whole, {"tokens": length_statistics(whole), "cut": cut, "tokens_key": tokens_key(split, tokenizer)}


def _split_report(dataset: Dataset, split: Split, found: TextSurvey, tokens: _TokenFields) -> SplitReport:
    target, many = dataset.source.target, len(dataset.classes)
    counts = target.count_texts(split.labels, many).tolist()
    return SplitReport(
        rows=len(split),
        classes=dict(zip(dataset.classes, counts, strict=True)),
        words=length_statistics(found.words),
        characters=length_statistics(found.characters),
        **tokens,
    )


def _spread(length: int, count: int) -> np.ndarray:
    """Return ``count`` positions (or all there are) spread evenly over ``length``, int64."""
    return np.unique(np.linspace(0, length - 1, min(count, length)).astype(np.int64))


def _preview(dataset: Dataset, count: int) -> list[SampleRow]:
    split = dataset.splits["train"]
    picked = _spread(len(split), count)
    return [
        SampleRow(
            row=int(split.rows[i]),
            label=dataset.source.target.show(split.labels[i], dataset.classes),
            text=split.texts[int(i)],
            second=split.second_texts[int(i)] if split.second_texts is not None else "",
        )
        for i in picked
    ]
