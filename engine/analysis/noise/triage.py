"""Noise triage: one ranked queue of the texts of a data set with doubtful labels or repetitions, with reasons.

The evidence of label errors comes from confident learning on out-of-fold predictions, and from near-duplicates.
"""

from __future__ import annotations

import hashlib
import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field

import numpy as np
from numpy.typing import NDArray

from engine import random_streams
from engine.data.dataset import SPLIT_NAMES, Dataset, load_dataset
from engine.data.inspection.survey import find_conflicts, survey_split
from engine.errors import UserError
from engine.formatting.numbers import percent_text
from engine.json_types import JsonObject
from engine.progress import ReportProgress, ignore_progress
from engine.spec.data import DataSource
from engine.spec.stages.baseline import LinearBaseline

Floats = NDArray[np.float64]
Classes = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class LabelIssues:
    """Result of confident learning on n labels of C classes.

    Attributes:
        thresholds: mean probability of each class over its own texts, float64 [C], NaN for an empty class.
        joint: the confident joint, counts of given (rows) and true classes (columns), int64 [C, C].
        suggested: the estimated true class of each text, int64 [n]. It is the given class without contrary evidence.
        margins: probability of the suggested class minus that of the given class, float64 [n]. It may be negative if
            the given class has a higher threshold.
        class_counts: number of texts with each given label, float64 [C].
    """

    thresholds: Floats
    joint: Classes
    suggested: Classes
    margins: Floats

    class_counts: Floats

    @property
    def noise(self) -> float:
        """Estimated share of wrong labels: the joint off its diagonal, with rows scaled to the class counts."""
        totals = self.joint.sum(1)
        wrong = 1 - np.diag(self.joint) / np.maximum(totals, 1)
        return float((self.class_counts * wrong)[totals > 0].sum() / max(1.0, self.class_counts.sum()))


def find_label_issues(labels: Classes, probabilities: Floats) -> LabelIssues:
    """Return the labels [n] that conflict with out-of-sample ``probabilities`` [n, C].

    Example: labels [0, 0, 1] with probabilities [.9 .1], [.2 .8], [.3 .7] have thresholds .55 and .7. Text 0 counts as
    class 0, text 1 as class 1 with margin .6, text 2 as class 1: the joint is [[1, 1], [0, 1]].
    """
    count, width = probabilities.shape
    class_counts = np.bincount(labels, minlength=width).astype(np.float64)
    label_probs = probabilities[np.arange(count), labels]
    with np.errstate(invalid="ignore"):
        thresholds = np.bincount(labels, weights=label_probs, minlength=width) / class_counts
    # An empty class has no threshold and is never reached.
    is_reached = probabilities >= np.where(np.isnan(thresholds), np.inf, thresholds) - 1e-12
    likeliest = np.where(is_reached, probabilities, -1.0).argmax(1)
    suggested = np.where(is_reached.any(1), likeliest, labels).astype(np.int64)
    joint = np.zeros((width, width), np.int64)
    has_class = is_reached.any(1)
    np.add.at(joint, (labels[has_class], suggested[has_class]), 1)
    margins = probabilities[np.arange(count), suggested] - label_probs
    return LabelIssues(thresholds, joint, suggested, margins, class_counts)


FOLDS = 5
STRENGTH = 10.0
"""Inverse strength of the L2 penalty. It is fixed, because validation labels are as noisy as training labels."""


def assign_folds(
    labels: NDArray[np.int64], keys: NDArray[np.uint64], folds: int, seed: int = 0
) -> NDArray[np.int64]:
    """Return the fold of each text, int64 [n]. Folds are stratified by class and grouped by equal texts (``keys``).

    Otherwise a text would be predicted by the label of its copy, right or wrong.
    """
    _, first_index, group = np.unique(keys, return_index=True, return_inverse=True)
    order = random_streams.generator(seed, "folds").permutation(len(first_index))
    order = order[np.argsort(labels[first_index[order]], kind="stable")]
    fold = np.empty(len(first_index), np.int64)
    fold[order] = np.arange(len(first_index)) % folds
    return fold[group]


def predict_out_of_fold(
    texts: Sequence[str],
    labels: NDArray[np.int64],
    keys: NDArray[np.uint64],
    classes: int,
    *,
    folds: int = FOLDS,
    seed: int = 0,
    report: ReportProgress = ignore_progress,
) -> NDArray[np.float64]:
    """Return class probabilities for each text, float64 [n, C], from logistic regression on TF-IDF.

    The texts of each fold are predicted by a model of the other folds. A class missing there has probability 0.

    Args:
        texts, labels: n texts and their given classes.
        keys: equal for equal texts, see ``assign_folds``.
        classes: number of classes C.
        folds, seed: number of folds and seed of their assignment.
        report: progress callback.
    """
    from engine.stages.linear_baseline import fit_model, make_vectorizer, term_unit

    stage = LinearBaseline(data=DataSource(source="texts"))
    unit = term_unit(stage, texts)
    fold = assign_folds(labels, keys, folds, seed)
    probs = np.zeros((len(labels), classes), np.float64)
    for number in range(folds):
        report("Predicting labels by words", number, folds)
        is_held_out = fold == number
        if not is_held_out.any() or len(np.unique(labels[~is_held_out])) < 2:
            continue
        vectorizer = make_vectorizer(stage, unit)
        features = vectorizer.fit_transform([texts[i] for i in np.flatnonzero(~is_held_out).tolist()])
        model, _ = fit_model(stage, STRENGTH, features, labels[~is_held_out])
        held_out_features = vectorizer.transform([texts[i] for i in np.flatnonzero(is_held_out).tolist()])
        rows = np.flatnonzero(is_held_out)
        probs[rows[:, None], model.classes_[None, :]] = model.predict_proba(held_out_features)
    return probs


THRESHOLD = 0.8
_PERMUTATIONS = 128
_MARGIN = 0.2
"""Reduction of the hashing threshold, since MinHash misses a fifth of the pairs exactly at its threshold."""
_WORDS = 3
_CHARACTERS = 5
_MIN_SHINGLES = 5
"""Minimum number of shingles for a comparison. Shorter texts may differ by a single word."""
_REPORT_EVERY = 2000
_WORD = re.compile(r"\w+")


@dataclass(frozen=True)
class NearDuplicate:
    """Positions of two texts, ``first`` < ``second``, and the Jaccard index of their shingles."""

    first: int
    second: int
    similarity: float


def find_near_duplicates(
    texts: Sequence[str],
    *,
    report: ReportProgress = ignore_progress,
) -> list[NearDuplicate]:
    """Return the pairs of texts with a similarity of at least ``THRESHOLD``. Equal texts are paired with the first.

    Case, punctuation and blanks are ignored. Texts without blanks between words (20 letters or more per word on
    average) are compared by sequences of five characters.
    """
    from datasketch import MinHash, MinHashLSH

    index = MinHashLSH(threshold=THRESHOLD - _MARGIN, num_perm=_PERMUTATIONS)
    shingles_of: dict[int, frozenset[str]] = {}
    first_of: dict[frozenset[str], int] = {}
    pairs = []
    for position, text in enumerate(texts):
        if position % _REPORT_EVERY == 0:
            report("Looking for near-duplicates", position, len(texts))
        shingles = text_shingles(text)
        if len(shingles) < _MIN_SHINGLES:
            continue
        if shingles in first_of:
            pairs.append(NearDuplicate(first_of[shingles], position, 1.0))
            continue
        first_of[shingles] = position
        sketch = MinHash(num_perm=_PERMUTATIONS, seed=1)
        sketch.update_batch([shingle.encode("utf-8", "surrogatepass") for shingle in shingles])
        for candidate in sorted(index.query(sketch)):
            similarity = len(shingles & shingles_of[candidate]) / len(shingles | shingles_of[candidate])
            if similarity >= THRESHOLD:
                pairs.append(NearDuplicate(candidate, position, similarity))
        index.insert(position, sketch)
        shingles_of[position] = shingles
    return pairs


def text_shingles(text: str) -> frozenset[str]:
    """Return the sequences of three words of a text, or of five characters if it has no blanks between words."""
    words = _WORD.findall(text.casefold())
    if sum(map(len, words)) >= 20 * max(1, len(words)):
        letters = "".join(words)
        return frozenset(letters[i : i + _CHARACTERS] for i in range(len(letters) - _CHARACTERS + 1))
    return frozenset(" ".join(words[i : i + _WORDS]) for i in range(len(words) - _WORDS + 1))


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
