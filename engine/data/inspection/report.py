"""``inspect_dataset``: the report of the Data page and ``palimpsest data inspect``, as JSON-able values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from pydantic import BaseModel, ConfigDict

from engine.data.dataset import Dataset, Split, load_dataset
from engine.data.inspection.health import DataFinding, check_health
from engine.data.inspection.survey import TextSurvey, survey_split
from engine.data.paper.table1 import Table1Comparison, compare_copy
from engine.progress import ReportProgress
from engine.spec.checks.cross_field import DataFacts
from engine.spec.data import DataSource
from engine.spec.truncation import HeadTruncation, Truncation

if TYPE_CHECKING:
    from engine.data.special_tokens import FastTokenizer

_BINS = 40
_SENTENCE_SAMPLE = 200
_SENTENCE_CHARACTERS = 100_000


class ReportPart(BaseModel):
    """Frozen base class of the parts of the report."""

    model_config = ConfigDict(frozen=True)


class LengthHistogram(ReportPart):
    """``counts[i]`` texts have a length in [edges[i], edges[i + 1]); ``beyond`` are longer than the last edge."""

    edges: list[int]
    counts: list[int]
    beyond: int


class LengthStatistics(ReportPart):
    """Lengths of the texts of a split, in one unit.

    ``percentiles`` are keyed "50", "90", "95", "99".
    """

    mean: float
    median: float
    longest: int
    percentiles: dict[str, float]
    histogram: LengthHistogram


class TruncationReport(ReportPart):
    """Texts and tokens truncated at ``max_length``."""

    max_length: int
    truncation: str
    texts: int
    texts_percent: float
    tokens: int
    tokens_percent: float


class SplitReport(ReportPart):
    """One split: rows, rows of each class, lengths; tokens only where a tokenizer was given."""

    rows: int
    classes: dict[str, int]
    words: LengthStatistics
    characters: LengthStatistics
    tokens: LengthStatistics | None = None
    cut: TruncationReport | None = None
    tokens_key: str = ""


class SentenceStatistics(ReportPart):
    """Sentences per text in a sample of the training split (spaCy's rule-based sentencizer).

    ``single_percent`` of them have only one: no pair of sentences can be made of those.
    """

    sample: int
    mean: float
    median: float
    longest: int
    single_percent: float | None = None


class SampleRow(ReportPart):
    """A text for the preview."""

    row: int
    label: str
    text: str
    second: str = ""


class DatasetReport(ReportPart):
    """Report on a data set before training on it.

    ``table1`` has the columns of the paper's Table 1, where a tokenizer was given.
    """

    source: str
    fingerprint: str
    found: dict[str, Any]
    notes: list[str]
    classes: list[str]
    splits: dict[str, SplitReport]
    health: list[DataFinding]
    sentences: SentenceStatistics | None
    preview: list[SampleRow]
    shared: int
    conflicting: int
    table1: Table1Comparison | None = None

    def facts(self) -> DataFacts:
        """Return the counts that ``engine.spec.checks.cross_field`` needs."""
        rows = {name: split.rows for name, split in self.splits.items()}
        classes = self.splits["train"].classes
        return DataFacts(
            rows["train"], rows["validation"], rows["test"], classes, self.shared, self.conflicting
        )


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
        sentences: count sentences in a sample (loads spaCy).
        say: progress callback.
    """
    dataset = load_dataset(source, say=say)
    surveys = {name: survey_split(split, say) for name, split in dataset.splits.items()}
    splits = {}
    whole: dict[str, np.ndarray] = {}
    for name, split in dataset.splits.items():
        tokens: dict[str, Any] = {}
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
        sentences=count_sentences(dataset.splits["train"]) if sentences else None,
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


def length_statistics(values: np.ndarray) -> LengthStatistics:
    """Return mean, median, longest, percentiles and histogram of ``values``, int64 [n] with n > 0."""
    points = np.percentile(values, [50, 90, 95, 99])
    return LengthStatistics(
        mean=float(values.mean()),
        median=float(points[0]),
        longest=int(values.max()),
        percentiles={str(p): float(v) for p, v in zip((50, 90, 95, 99), points, strict=True)},
        histogram=length_histogram(values),
    )


def length_histogram(values: np.ndarray, bins: int = _BINS) -> LengthHistogram:
    """Return a histogram of at most ``bins`` bars of equal round width.

    The bars hold at least 99.5 % of ``values``; the rest is ``beyond``.
    """
    top = float(np.percentile(values, 99.5))
    if values.max() <= 1.25 * top:
        top = float(values.max())
    width = _round_up((top + 1) / bins)
    edges = np.arange(0, int(np.ceil((top + 1) / width)) + 1) * width
    counts = np.histogram(values[values < edges[-1]], edges)[0]
    return LengthHistogram(
        edges=edges.tolist(), counts=counts.tolist(), beyond=int((values >= edges[-1]).sum())
    )


def _round_up(width: float) -> int:
    """Return the next of 1, 2, 5, 10, 20, 50..."""
    size = 1
    while True:
        for step in (1, 2, 5):
            if step * size >= width:
                return step * size
        size *= 10


def count_sentences(split: Split, sample: int = _SENTENCE_SAMPLE) -> SentenceStatistics:
    """Count the sentences per text in ``sample`` texts spread over the split."""
    import spacy

    nlp = spacy.blank("xx")
    nlp.add_pipe("sentencizer")
    picked = _spread(len(split), sample)
    texts = [split.texts[int(i)][:_SENTENCE_CHARACTERS] for i in picked]
    counts = np.asarray([max(1, sum(1 for _ in document.sents)) for document in nlp.pipe(texts)])
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
) -> tuple[np.ndarray, dict[str, Any]]:
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


def _split_report(dataset: Dataset, split: Split, found: TextSurvey, tokens: dict[str, Any]) -> SplitReport:
    counts = np.bincount(split.labels, minlength=len(dataset.classes)).tolist() if dataset.classes else []
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
