"""Noise triage: one ranked queue of the texts of a data set with doubtful labels or repetitions, with reasons."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field

import numpy as np
from numpy.typing import NDArray

from engine.analysis.noise.label_evidence import (
    FOLDS,
    find_label_issues,
    find_near_duplicates,
    predict_out_of_fold,
)
from engine.data.dataset import SPLIT_NAMES, Dataset, load_dataset
from engine.data.inspection.survey import find_conflicts, survey_split
from engine.errors import UserError
from engine.formatting.numbers import percent_text
from engine.json_types import JsonObject
from engine.progress import ReportProgress, ignore_progress
from engine.spec.data import DataSource

MAX_COMPARED = 200_000
"""Largest number of texts for a search for near-duplicates."""
KINDS = {
    "label": "the text speaks for another class",
    "conflict": "an equal text has another label",
    "near conflict": "a nearly equal text has another label",
    "shared": "the text is in another split too",
    "near shared": "a nearly equal text is in another split",
    "duplicate": "an equal text stands before it",
    "near duplicate": "a nearly equal text stands before it",
}
"""Possible problems of a text."""

_WEIGHTS = {
    "conflict": 0.7,
    "near conflict": 0.5,
    "shared": 0.4,
    "near shared": 0.3,
    "duplicate": 0.1,
    "near duplicate": 0.05,
}
"""Weights of reasons without a measure of their own, for ranking. They are heuristic, not probabilities."""
_MIN_LABEL_WEIGHT = 0.3


@dataclass(frozen=True)
class DoubtReason:
    """Reason to review a text: its kind (of ``KINDS``), its weight from 0 to 1, and a sentence."""

    kind: str
    weight: float
    sentence: str


@dataclass(frozen=True)
class DoubtfulText:
    """Text to review.

    Attributes:
        key: hash of the text and its label, 16 hex digits, which links a decision to the text.
        split: ``train``, ``validation`` or ``test``.
        position: its position in the split.
        row: its row in the source.
        text: the text. A tab separates the segments of a pair.
        label: its class.
        suggested: the most likely other class; empty without evidence for one.
        score: rank score from 0 to 1: 1 minus the product of (1 - weight) over all reasons. Not a probability.
        reasons: reasons by falling weight.
    """

    key: str
    split: str
    position: int
    row: int
    text: str
    label: str
    suggested: str
    score: float
    reasons: tuple[DoubtReason, ...]

    @property
    def advice(self) -> str:
        """Return the suggested decision: ``relabel``, ``exclude`` (a repetition), or ``keep`` if unclear."""
        if self.suggested:
            return "relabel"
        repeated = {"shared", "duplicate"}
        return "exclude" if repeated & {reason.kind for reason in self.reasons} else "keep"

    def as_json(self) -> JsonObject:
        """Return the fields as JSON values, the reasons as sentences by kind."""
        reasons = {reason.kind: reason.sentence for reason in self.reasons}
        return asdict(self) | {"advice": self.advice, "reasons": reasons}


@dataclass(frozen=True)
class NoiseReport:
    """Queue of a data set.

    Attributes:
        data: the whole data set (without subsets).
        queue: texts to review, the most doubtful first.
        noise: estimated share of wrong labels in percent (confident learning); None if not estimated.
        counts: number of texts by kind of reason.
        judged_by: the model behind the probabilities, in words.
        notes: notes for the user.
    """

    data: Dataset
    queue: tuple[DoubtfulText, ...]
    noise: float | None
    counts: Mapping[str, int]
    judged_by: str
    notes: tuple[str, ...]


def text_key(text: str, label: str) -> str:
    """Return the hash of a text and its label, 16 hex digits."""
    return hashlib.sha256(f"{label}\0{text}".encode("utf-8", "surrogatepass")).hexdigest()[:16]


def without_subsets(source: DataSource) -> DataSource:
    """Return ``source`` without subsets: the same splits with all rows."""
    subset_fields = {"train_rows": 0, "train_percent": 100.0, "draw": 0, "validation_rows": 0, "test_rows": 0}
    resolved = source.resolved
    if resolved is not None:
        resolved = resolved.model_copy(update={"source": resolved.source.model_copy(update=subset_fields)})
    return source.model_copy(update=subset_fields | {"resolved": resolved})


@dataclass
class _Pool:
    """All n texts of a data set, split by split.

    Attributes:
        splits, positions, rows: location of each text, int64 [n]. ``splits`` are indices into ``SPLIT_NAMES``.
        texts: texts as the input of predictions.
        labels: class of each text, int64 [n].
        keys: equal for texts that differ only in case and blanks, uint64 [n].
        suspects: mask of the labels under review, bool [n].
        reasons: reasons by index.
        suggested: suggested class by index.
    """

    data: Dataset
    splits: NDArray[np.int64]
    positions: NDArray[np.int64]
    rows: NDArray[np.int64]
    texts: list[str]
    labels: NDArray[np.int64]
    keys: NDArray[np.uint64]
    suspects: NDArray[np.bool_]
    reasons: dict[int, list[DoubtReason]] = field(default_factory=lambda: defaultdict(list))
    suggested: dict[int, int] = field(default_factory=dict)

    def row_name(self, index: int) -> str:
        """Return ``train, row 12``."""
        return f"{SPLIT_NAMES[self.splits[index]]}, row {self.rows[index]}"

    def class_name(self, index: int) -> str:
        return self.data.classes[self.labels[index]]

    def add(self, index: int, kind: str, sentence: str, weight: float | None = None) -> None:
        self.reasons[index].append(DoubtReason(kind, _WEIGHTS[kind] if weight is None else weight, sentence))


def triage(
    source: DataSource,
    *,
    test: bool = False,
    folds: int = FOLDS,
    seed: int = 0,
    report: ReportProgress = ignore_progress,
) -> NoiseReport:
    """Return the queue of a data set with a resolved name.

    Args:
        test: whether to review labels of the test split too, which measure results.
        folds, seed: folds of the linear model behind the probabilities, see ``predict_out_of_fold``.

    Raises UserError if labels are not classes.
    """
    data = load_dataset(without_subsets(source), report=report)
    if not data.classes or source.effective.target.kind not in ("class", "rank"):
        raise UserError("these texts have no single class: none can be called wrong.", place=source.source)
    pool = _read_pool(data, test, report)
    notes: list[str] = []
    probs = predict_out_of_fold(
        pool.texts, pool.labels, pool.keys, len(data.classes), folds=folds, seed=seed, report=report
    )
    noise = _add_label_issues(pool, probs)
    _add_conflicts(pool)
    _add_repetitions(pool, notes, report)
    if not test:
        notes.append("Labels of the test split were not checked: results are measured with them.")
    queue = _queue(pool)
    counts = {kind: sum(kind in {r.kind for r in text.reasons} for text in queue) for kind in KINDS}
    judge = f"a linear model of words, {folds} folds"
    return NoiseReport(data, tuple(queue), noise, {k: n for k, n in counts.items() if n}, judge, tuple(notes))


def _read_pool(data: Dataset, test: bool, report: ReportProgress) -> _Pool:
    splits = [data.splits[name] for name in SPLIT_NAMES]
    sizes = [len(split) for split in splits]
    numbers = np.repeat(np.arange(len(splits)), sizes)
    return _Pool(
        data,
        numbers,
        np.concatenate([np.arange(size) for size in sizes]),
        np.concatenate([split.rows for split in splits]).astype(np.int64),
        [split.whole_text(position) for split in splits for position in range(len(split))],
        np.concatenate([split.labels for split in splits]).astype(np.int64),
        np.concatenate([survey_split(split, report).text_hashes for split in splits]),
        np.ones(len(numbers), bool) if test else numbers != SPLIT_NAMES.index("test"),
    )


def _add_label_issues(pool: _Pool, probs: NDArray[np.float64]) -> float | None:
    """Add the texts that confident learning flags, and return the estimated percentage of wrong labels."""
    indices = np.flatnonzero(pool.suspects)
    issues = find_label_issues(pool.labels[indices], probs[indices])
    for row in np.flatnonzero(issues.suggested != pool.labels[indices]).tolist():
        index, suggested = int(indices[row]), int(issues.suggested[row])
        label_prob = probs[index, pool.labels[index]]
        pool.suggested[index] = suggested
        pool.add(
            index,
            "label",
            f"{pool.data.classes[suggested]} {probs[index, suggested]:.2f}, {pool.class_name(index)} {label_prob:.2f}",
            _MIN_LABEL_WEIGHT + (1 - _MIN_LABEL_WEIGHT) * max(0.0, float(issues.margins[row])),
        )
    return 100 * issues.noise


def _add_conflicts(pool: _Pool) -> None:
    """Add equal texts with different labels, and suggest their most frequent label if it is unique."""
    for index in find_conflicts(pool.keys, pool.labels).tolist():
        if not pool.suspects[index]:
            continue
        equal = np.flatnonzero(pool.keys == pool.keys[index])
        counts = np.bincount(pool.labels[equal], minlength=len(pool.data.classes))
        twin = next(int(i) for i in equal if pool.labels[i] != pool.labels[index])
        pool.add(index, "conflict", f"{pool.row_name(twin)} is equal and labelled {pool.class_name(twin)}")
        frequent = np.flatnonzero(counts == counts.max())
        if len(frequent) == 1 and frequent[0] != pool.labels[index]:
            pool.suggested.setdefault(index, int(frequent[0]))


def _add_repetitions(pool: _Pool, notes: list[str], report: ReportProgress) -> None:
    """Add duplicates and near-duplicates: texts repeated in their split, in another split, or with another label.

    If two splits share a text, the one closer to training is added, because excluding it does not change the test.
    """
    pairs: list[tuple[int, int, float]] = []
    _, first_index, group = np.unique(pool.keys, return_index=True, return_inverse=True)
    for index in np.flatnonzero(first_index[group] != np.arange(len(group))).tolist():
        pairs.append((int(first_index[group[index]]), index, 1.0))
    if len(pool.texts) > MAX_COMPARED:
        notes.append(f"Near-duplicates are not searched for among more than {MAX_COMPARED:,} texts.")
    else:
        for near in find_near_duplicates(pool.texts, report=report):
            if pool.keys[near.first] != pool.keys[near.second]:
                pairs.append((near.first, near.second, near.similarity))
    for earlier, later, similarity in pairs:
        is_equal = similarity == 1.0 and pool.keys[earlier] == pool.keys[later]
        relation = "equal" if is_equal else f"alike to {percent_text(similarity)}"
        if pool.splits[earlier] != pool.splits[later]:  # the earlier split is closer to training
            kind = "shared" if is_equal else "near shared"
            pool.add(earlier, kind, f"{pool.row_name(later)} is {relation}")
        elif pool.labels[earlier] == pool.labels[later]:
            kind = "duplicate" if is_equal else "near duplicate"
            pool.add(later, kind, f"{pool.row_name(earlier)} is {relation}")
        if not is_equal and pool.labels[earlier] != pool.labels[later]:
            for text, twin in ((earlier, later), (later, earlier)):
                if pool.suspects[text]:
                    pool.add(
                        text,
                        "near conflict",
                        f"{pool.row_name(twin)} is {relation} and labelled {pool.class_name(twin)}",
                    )


def _queue(pool: _Pool) -> list[DoubtfulText]:
    texts = []
    for index, reasons in pool.reasons.items():
        heaviest: dict[str, DoubtReason] = {}
        for reason in sorted(reasons, key=lambda reason_: -reason_.weight):
            heaviest.setdefault(reason.kind, reason)
        label = pool.class_name(index)
        suggested = pool.suggested.get(index)
        texts.append(
            DoubtfulText(
                text_key(pool.texts[index], label),
                SPLIT_NAMES[pool.splits[index]],
                int(pool.positions[index]),
                int(pool.rows[index]),
                pool.texts[index],
                label,
                "" if suggested is None else pool.data.classes[suggested],
                1.0 - float(np.prod([1.0 - reason.weight for reason in heaviest.values()])),
                tuple(heaviest.values()),
            )
        )
    return sorted(texts, key=lambda each: (-each.score, SPLIT_NAMES.index(each.split), each.position))
