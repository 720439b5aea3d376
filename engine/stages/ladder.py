"""The ladder: learning curves of the baselines without fine-tuning, and the expected gain from more labels.

The training and validation texts are divided into five folds. Each fold in turn is held out, and models are fitted on
nested, growing subsets of the other four. The test split is not used. Intervals are t-intervals over the five folds
with the variance of Nadeau & Bengio (2003), since their training texts overlap.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import cast

import numpy as np
import torch
from scipy import stats
from sklearn.feature_extraction.text import CountVectorizer

from engine.data.dataset import Dataset, load_dataset
from engine.data.splits import stratified_order
from engine.errors import UserError
from engine.formatting.numbers import count
from engine.json_types import JsonObject
from engine.objectives.base import LabelObjective
from engine.progress import ReportProgress
from engine.spec.experiment import Experiment
from engine.spec.stages.baseline import (
    BASELINE_KINDS,
    CANDIDATES,
    Baseline,
    BaselineKind,
    FrozenBaseline,
    LinearBaseline,
)
from engine.stages.frozen_rows import TextVectors
from engine.stages.linear_baseline import make_vectorizer, read_texts, term_unit
from engine.stages.linear_models import FOLDS, Matrix, choose_setting, fit_linear, folds, np_loss, standardise

SHARES = (1 / 16, 1 / 8, 1 / 4, 1 / 2, 1.0)
ALPHA = 0.05
_SEED = 0


@dataclass(frozen=True)
class Rung:
    """The error of one kind of baseline at one number of labels, in percent, with its 95 % interval."""

    kind: BaselineKind
    labels: int
    error: float
    low: float
    high: float


@dataclass(frozen=True)
class LabelGain:
    """Expected gain of one kind of baseline from more labels: reduction of the error in points, with the 95 % interval.

    The error is assumed to fall by as much per doubling of labels as in the last measured doubling.
    """

    kind: BaselineKind
    labels: int
    points: float
    low: float
    high: float

    @property
    def is_significant(self) -> bool:
        """Whether the interval excludes 0."""
        return self.low > 0 or self.high < 0

    def sentence(self) -> str:
        """Return the gain in words."""
        name = BASELINE_KINDS[self.kind]
        interval = f"({self.low:.1f} to {self.high:.1f})"
        if not self.is_significant:
            return f"{name}: no significant gain from another {count(self.labels)} labels {interval}."
        if self.points < 0:
            return f"{name}: another {count(self.labels)} labels would not help: {self.points:.1f} points {interval}."
        return f"{name}: another {count(self.labels)} labels are worth about {self.points:.1f} points {interval}."


@dataclass(frozen=True)
class Ladder:
    """Errors by number of labels, and the expected gain from more labels, of each kind of baseline."""

    data: str
    texts: int
    rungs: tuple[Rung, ...]
    worth: tuple[LabelGain, ...]

    def as_json(self) -> JsonObject:
        """Return the fields as the stable JSON of the command line."""
        return asdict(self) | {
            "rungs": [asdict(each) for each in self.rungs],
            "worth": [asdict(each) | {"sentence": each.sentence()} for each in self.worth],
        }


def build_ladder(baselines: Sequence[Experiment], further: int, report: ReportProgress) -> Ladder:
    """Return the ladder of ``baselines``, runs on one data set that ``engine.launch.baselines`` derives.

    The bag of words uses logistic regression. SetFit and class names are left out.

    Args:
        baselines: the runs.
        further: the number of additional labels whose gain is estimated. 0: a round number near half of the present
            ones.
        report: progress callback.

    Raises UserError when labels are numbers, or there are too few texts for a held-out fold.
    """
    by_kind = {_baseline(each.stages[0]): each for each in reversed(baselines) if _baseline(each.stages[0])}
    if not by_kind:
        raise UserError("--ladder needs the bag of words or the frozen encoder.", remedy="Omit --kind.")
    first = cast(Baseline, next(iter(by_kind.values())).stages[0])
    data, objective = load_dataset(first.data, report=report), first.labelled_tasks()[0].objective
    if objective.kind == "regression":
        raise UserError(
            "the ladder shows errors, and its labels are numbers.",
            place=first.data.source,
            remedy="Run the baselines with train_rows of several sizes: --set data.train_rows=[100,200,400].",
        )
    names = [name for name in ("train", "validation") if len(data.splits[name])]
    targets = np.concatenate([data.splits[name].labels for name in names])
    strata = data.source.target.strata(targets)
    parts = [(a[stratified_order(strata[a], _SEED, "ladder")], b) for a, b in folds(strata)]
    if len(parts) < FOLDS:
        raise UserError(
            f"no class has {FOLDS} labelled texts, so none can be held out.",
            place=first.data.source,
            remedy="Label more texts.",
        )
    min_size, max_size = len(np.unique(strata)), min(len(a) for a, _ in parts)
    sizes = sorted({max(min_size, round(share * max_size)) for share in SHARES})
    rungs: list[Rung] = []
    worth: list[LabelGain] = []
    for kind in (each for each in BASELINE_KINDS if each in by_kind):
        report(f"Fitting growing parts: {BASELINE_KINDS[kind]}", len(rungs), len(by_kind) * len(sizes))
        fit = _word_error(data, names, objective, targets) if kind == "bag_of_words" else _vector_error(
            data, names, objective, targets, strata, by_kind[kind], report
        )  # fmt: skip
        errors = np.array([[fit(a[:size], b) for a, b in parts] for size in sizes])
        ratio = float(np.mean([len(b) / len(a) for a, b in parts]))
        rungs += [
            Rung(kind, size, *_clip(_interval(row, ratio))) for size, row in zip(sizes, errors, strict=True)
        ]
        if len(sizes) > 1:
            extra = further or _round_number(len(targets) / 2)
            doublings = math.log2(1 + extra / len(targets)) / math.log2(sizes[-1] / sizes[-2])
            worth.append(LabelGain(kind, extra, *_interval((errors[-2] - errors[-1]) * doublings, ratio)))
    return Ladder(first.data.source, len(targets), tuple(rungs), tuple(worth))


def _baseline(stage: object) -> BaselineKind | None:
    return cast(Baseline, stage).rung()


FoldError = Callable[[np.ndarray, np.ndarray], float]
"""Function of (training indices, held-out indices) that fits a model and returns its held-out error in percent."""


def _word_error(
    data: Dataset, names: Sequence[str], objective: LabelObjective, targets: np.ndarray
) -> FoldError:
    texts = np.array([text for name in names for text in read_texts(data.splits[name])], dtype=object)
    stage = LinearBaseline(data=data.source)
    unit, loss = term_unit(stage, texts), np_loss(objective)
    strata = data.source.target.strata(targets)
    strengths: dict[int, float] = {}

    def fold_error(train: np.ndarray, held_out: np.ndarray) -> float:
        vectorizer: CountVectorizer = make_vectorizer(stage, unit)
        terms = vectorizer.fit_transform(texts[train])
        if len(train) not in strengths:
            candidates = CANDIDATES["logistic_regression"]
            setting = choose_setting(
                objective.kind, {"words": terms}, targets[train], strata[train], loss, candidates
            )
            strengths[len(train)] = setting.strength if setting.losses else 1.0
        model = fit_linear(objective.kind, terms, targets[train], strengths[len(train)])
        return _error(objective, model.logits(vectorizer.transform(texts[held_out])), targets[held_out])

    return fold_error


def _vector_error(
    data: Dataset,
    names: Sequence[str],
    objective: LabelObjective,
    targets: np.ndarray,
    strata: np.ndarray,
    run: Experiment,
    report: ReportProgress,
) -> FoldError:
    stage = cast(FrozenBaseline, run.stages[0])
    seed = run.stream_seed("init")
    vectors = TextVectors(run.encoder, stage.truncation, stage.max_length, run.compute, report, seed)
    parts = [vectors.split_vectors(data.splits[name]) for name in names]
    features: dict[str, Matrix] = {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}
    settings: dict[int, tuple[str, float]] = {}

    def fold_error(train_rows: np.ndarray, held_out: np.ndarray) -> float:
        if len(train_rows) not in settings:
            candidates = {name: values[train_rows] for name, values in features.items()}
            setting = choose_setting(
                objective.kind, candidates, targets[train_rows], strata[train_rows], np_loss(objective)
            )
            settings[len(train_rows)] = setting.features, setting.strength
        tokens, strength = settings[len(train_rows)]
        train, test = standardise(features[tokens][train_rows], features[tokens][held_out])
        model = fit_linear(objective.kind, train, targets[train_rows], strength)
        return _error(objective, model.logits(test), targets[held_out])

    return fold_error


def _error(objective: LabelObjective, logits: np.ndarray, targets: np.ndarray) -> float:
    correct = objective.correct(torch.from_numpy(np.ascontiguousarray(logits)), torch.from_numpy(targets))
    assert correct is not None
    return 100 * float((~correct).double().mean())


def _interval(values: np.ndarray, ratio: float) -> tuple[float, float, float]:
    """Return mean and 95 % interval of ``values`` over folds. ``ratio``: held-out texts per training text.

    The variance of the mean is that of single values times 1 / k + ratio (Nadeau & Bengio 2003, section 3).
    """
    error = math.sqrt(float(values.var(ddof=1)) * (1 / len(values) + ratio))
    margin = float(stats.t.ppf(1 - ALPHA / 2, len(values) - 1)) * error
    mean = float(values.mean())
    return mean, mean - margin, mean + margin


def _clip(interval: tuple[float, float, float]) -> tuple[float, float, float]:
    mean, low, high = interval
    return mean, max(0.0, low), min(100.0, high)


def _round_number(value: float) -> int:
    """Return the largest of 1, 2 or 5 times a power of ten up to ``value``, at least 10."""
    power = 10 ** max(1, math.floor(math.log10(max(value, 10))))
    return max(step * power for step in (1, 2, 5) if step * power <= max(value, power))
