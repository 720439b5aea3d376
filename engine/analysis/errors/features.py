"""Features that divide the texts of a split into slices: length, truncation, class, confidence, data columns."""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np

from engine.analysis.errors.predicted_split import PredictedSplit, answer_words
from engine.analysis.errors.slices import Codes, Floats, SliceFeature
from engine.errors import UserError
from engine.progress import ReportProgress, ignore_progress

GROUPS = 5
"""Number of groups of equal size for lengths and numeric columns."""
CONFIDENCE_BOUNDS = (0.5, 0.7, 0.9, 0.99)
_MAX_VALUES = 12
"""Number of most frequent values of a column with slices of their own. All other values form one slice."""
_MAX_DISTINCT = 200
"""Number of distinct values above which a text column is taken for identifiers, unless it is requested."""
_DISTINCT_SHARE = 0.9
"""Share of distinct values above which whole numbers are taken for identifiers too."""
OTHER, EMPTY = "other values", "(empty)"


def split_features(
    predicted: PredictedSplit, names: Sequence[str] = (), report: ReportProgress = ignore_progress
) -> tuple[list[SliceFeature], list[str]]:
    """Return the features of a split's texts, and notes.

    Args:
        predicted: the texts and their predictions.
        names: names of features or columns. Empty: all except those with a single slice and columns of identifiers.
        report: progress callback.

    Raises UserError for a name that is neither a feature nor a column.
    """
    notes: list[str] = []
    features: list[SliceFeature] = []
    builders = {
        "length": _length,
        "truncated": _truncated,
        "class": _true_class,
        "predicted": _predicted_class,
        "confidence": _confidence,
    }
    report("Sorting texts into slices", 0, 0)
    lengths = _TokenCounts(predicted, notes, report)
    for name, build in builders.items():
        if name in names or not names:
            feature = build(predicted, lengths)
            if feature is not None:
                features.append(feature)
            elif name in names:
                notes.append(_ABSENCE[name])
    columns = [name for name in names if name not in builders]
    if columns or not names:
        features += _columns(predicted, columns, notes, report)
    if not names:
        features = [each for each in features if len(np.unique(each.codes)) > 1]
    return features, list(dict.fromkeys(notes))


_ABSENCE = {
    "truncated": "No text was truncated.",
    "class": "These texts have no single class.",
    "predicted": "These texts have no single class.",
    "confidence": "This run stored no confidence values.",
}


class _TokenCounts:
    """Token counts of the texts as the run read them, computed on demand. Word counts if it read no tokens."""

    def __init__(self, predicted: PredictedSplit, notes: list[str], report: ReportProgress) -> None:
        self._predicted, self._notes, self._report = predicted, notes, report

    @functools.cached_property
    def lengths(self) -> tuple[Codes, Codes | None, str]:
        """Length of each text int64 [n], whether it was truncated (None: no text was), and the unit."""
        predicted = self._predicted
        if predicted.stage.reads_encoder:
            try:
                return self._tokens()
            except UserError as error:
                self._notes.append(f"Lengths are in words, because tokens cannot be counted: {error}")
        words = [len(text.split()) for text in predicted.texts(np.arange(len(predicted.positions)))]
        return np.array(words, np.int64), None, "words"

    def _tokens(self) -> tuple[Codes, Codes, str]:
        from engine.data.tokens import encode_split
        from engine.model.encoders import describe_encoder, resolve_max_length
        from engine.model.tokenizer.tokenizer_core import load_counting_tokenizer

        predicted, task = self._predicted, self._predicted.task
        encoder = predicted.experiment.encoder
        length = resolve_max_length(describe_encoder(encoder), task.max_length)
        encoded = encode_split(
            predicted.split, load_counting_tokenizer(encoder),
            truncation=task.truncation, max_length=length, report=self._report,
        )  # fmt: skip
        lengths = encoded.tokens.lengths + (
            encoded.second_tokens.lengths if encoded.second_tokens is not None else 0
        )
        return (
            lengths[predicted.positions].astype(np.int64),
            encoded.is_truncated[predicted.positions].astype(np.int64),
            "tokens",
        )


def _length(predicted: PredictedSplit, token_counts: _TokenCounts) -> SliceFeature | None:
    lengths, _, unit = token_counts.lengths
    values, codes = cut_into_groups(lengths.astype(np.float64), ",.0f")
    return SliceFeature("length", f"Length, {unit}", values, codes)


def _truncated(predicted: PredictedSplit, token_counts: _TokenCounts) -> SliceFeature | None:
    _, cut, _ = token_counts.lengths
    if cut is None or not cut.any():
        return None
    return SliceFeature("truncated", "Truncated", ("no", "yes"), cut)


def _true_class(predicted: PredictedSplit, token_counts: _TokenCounts) -> SliceFeature | None:
    predictions = predicted.predictions
    if not predictions.classes:
        return None
    if predictions.is_multi_label:
        return _label_sets("class", "Labels", predictions.labels, predictions.classes)
    return SliceFeature("class", "Class", predictions.classes, predictions.labels.astype(np.int64))


def _predicted_class(predicted: PredictedSplit, token_counts: _TokenCounts) -> SliceFeature | None:
    predictions = predicted.predictions
    if not predictions.classes:
        return None
    if predictions.is_multi_label:
        answers = _label_sets("predicted", "Predicted labels", predictions.predicted, predictions.classes)
        return replace(answers, searched=False)
    codes = predictions.predicted.astype(np.int64)
    return SliceFeature("predicted", "Predicted class", predictions.classes, codes, searched=False)


def _label_sets(name: str, title: str, values: np.ndarray, classes: Sequence[str]) -> SliceFeature:
    """Return the slices of a multi-label split: its most frequent label sets, and all others together."""
    feature = column_feature(title, answer_words(values, classes), is_requested=True)
    assert feature is not None
    return replace(feature, name=name)


def _confidence(predicted: PredictedSplit, token_counts: _TokenCounts) -> SliceFeature | None:
    probs = predicted.predictions.confidence
    if not predicted.predictions.classes or not np.isfinite(probs).any():
        return None
    bounds = (0.0, *CONFIDENCE_BOUNDS, 1.0)
    codes = np.where(np.isfinite(probs), np.searchsorted(CONFIDENCE_BOUNDS, probs, side="right"), -1)
    values = tuple(f"{100 * low:g} to {100 * high:g} %" for low, high in pairwise(bounds))
    return SliceFeature("confidence", "Confidence", values, codes.astype(np.int64), searched=False)


def cut_into_groups(numbers: Floats, format_spec: str) -> tuple[tuple[str, ...], Codes]:
    """Return the names of ``GROUPS`` groups of about equal size, and the group of each number.

    Equal numbers are in one group. A number that is not finite is in no group (-1). Example: 1, 1, 1, 5, 6, 7, 8 in
    three groups are 1, 5 to 6 and 7 to 8. ``format_spec`` is that of the numbers in names.
    """
    is_finite = np.isfinite(numbers)
    if not is_finite.any():
        return (), np.full(len(numbers), -1, np.int64)
    edges = np.unique(np.quantile(numbers[is_finite], np.linspace(0, 1, GROUPS + 1)[1:-1]))
    codes = np.where(is_finite, np.searchsorted(edges, numbers, side="left"), -1).astype(np.int64)
    present = [code for code in range(len(edges) + 1) if (codes == code).any()]
    groups = (numbers[codes == code] for code in present)
    bounds = (
        dict.fromkeys((f"{each.min():{format_spec}}", f"{each.max():{format_spec}}")) for each in groups
    )
    values = tuple(map(" to ".join, bounds))
    new_codes = np.full(len(edges) + 1, -1, np.int64)
    new_codes[present] = np.arange(len(present))
    return values, np.where(codes >= 0, new_codes[codes], -1)


def _columns(
    predicted: PredictedSplit, names: Sequence[str], notes: list[str], report: ReportProgress
) -> list[SliceFeature]:
    """Return the features of the named columns, or of all columns that divide the texts into few slices."""
    from engine.data.dataset import column_cells, further_columns, read_split_table

    extra = further_columns(predicted.data)
    if not (names or extra):
        return []
    table = read_split_table(predicted.data, predicted.split.name, report)
    missing = next((name for name in names if name not in table.columns), None)
    if missing is not None:
        raise UserError(
            f"texts cannot be grouped by '{missing}': there is no such column or property.",
            place="--by",
            remedy=f"Use {', '.join(('length', 'truncated', 'class', 'predicted', 'confidence', *extra))}.",
        )
    features = []
    for name in names or extra:
        cells = column_cells(table, name, predicted.predictions.rows)
        feature = column_feature(name, cells, is_requested=bool(names))
        if feature is not None:
            features.append(feature)
        elif not names:
            notes.append(f"Column '{name}' has a different value for most texts, so it makes no slices.")
    return features


def column_feature(name: str, cells: Sequence[str], is_requested: bool = False) -> SliceFeature | None:
    """Return the slices of a column: groups of equal size for numbers, else its most frequent values.

    Unless ``is_requested``, return None for identifiers: words or whole numbers that are (nearly) all distinct, and
    words with very many values. Fractions such as prices may all be distinct.
    """
    counts = Counter(cells)
    numbers = _numbers(cells) if len(counts) > _MAX_VALUES else None
    is_integral = numbers is None or not (numbers[np.isfinite(numbers)] % 1).any()
    if is_integral and len(counts) > _DISTINCT_SHARE * len(cells) and not is_requested:
        return None
    if numbers is not None:
        values, codes = cut_into_groups(numbers, "g")
        return SliceFeature(name, name, values, codes)
    if len(counts) > min(_MAX_DISTINCT, max(_MAX_VALUES, len(cells) / 2)) and not is_requested:
        return None
    frequent = [value for value, _ in counts.most_common(_MAX_VALUES)]
    names = tuple(value or EMPTY for value in frequent) + ((OTHER,) if len(counts) > len(frequent) else ())
    number = {value: code for code, value in enumerate(frequent)}
    codes = np.array([number.get(cell, len(frequent)) for cell in cells], np.int64)
    return SliceFeature(name, name, names, codes)


def _numbers(cells: Sequence[str]) -> Floats | None:
    """Return the cells as numbers, NaN for empty cells, or None if a cell is not a number."""
    try:
        return np.array([float(cell) if cell else np.nan for cell in cells], np.float64)
    except ValueError:
        return None
