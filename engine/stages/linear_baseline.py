"""Fitting of the linear baseline with scikit-learn: term counts, logistic regression or naive Bayes.

Single-label data need no torch. Other labels are measured by their objective, which does.

Texts are read whole, without truncation. The segments of a pair are joined.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

import numpy as np
from scipy.sparse import csr_matrix
from sklearn.feature_extraction.text import CountVectorizer, TfidfVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import MultinomialNB

from engine.data.dataset import Split, load_dataset
from engine.errors import UserError
from engine.events import Evaluation, Event, PhaseKind, PhaseProgress, Predictions, RunNotice
from engine.json_types import JsonObject
from engine.metrics.base import Outcomes, known_metrics
from engine.objectives.classification import outcomes_without_network
from engine.progress import ReportProgress
from engine.spec.experiment import Experiment
from engine.spec.stages.baseline import CLASSIFIERS, Baseline, LinearBaseline
from engine.stages.linear_models import ITERATIONS, FittedModel, fit_linear, fit_logistic

WORD = r"(?u)\b\w+\b"
"""Pattern of a word. Unlike scikit-learn's own, it includes single letters."""
_UNSPACED = re.compile(r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]")
"""Characters of scripts without spaces between words: Chinese, and Japanese syllables."""
_LETTER = re.compile(r"[^\W\d_]")
_UNSPACED_SHARE = 0.3
_SAMPLE_TEXTS = 1000
"""Number of texts from which the script is detected."""
_TERMS_PER_CLASS = 5
_MOST_LISTED_CLASSES = 10

Model: TypeAlias = "LogisticRegression | MultinomialNB"
Cost: TypeAlias = tuple[float, float]
"""Cost of the main metric and loss on validation, by which strengths of regularisation are compared."""


class BaselineFit:
    """A baseline, with its data read.

    Attributes:
        stage: its specification.
        data: the data set.
        objective: the objective whose metrics are measured.
        info: JSON values to store with the stage.
        notes: notes for the user on the data.

    Raises UserError when the data set cannot be read.
    """

    def __init__(self, stage: Baseline, report: ReportProgress) -> None:
        self.stage, self.data = stage, load_dataset(stage.data, report=report)
        train = self.data.splits["train"]
        self.notes: tuple[str, ...] = self.data.notes
        self.objective = stage.labelled_tasks()[0].objective.fitted(train.labels, self.data.classes)
        classes = self.data.source.target.main_classes(train.labels)
        self.info: JsonObject = {
            "data": self.data.fingerprint,
            "objective": self.objective.kind,
            "classes": list(self.data.classes),
            "rows": {name: len(split) for name, split in self.data.splits.items()},
            "guessing_error": None
            if classes is None
            else 100 * (1 - np.bincount(classes).max() / len(train)),
        }

    def evaluate(
        self, logits: Callable[[str], np.ndarray], step: int, *, test: bool = True
    ) -> Iterator[Evaluation]:
        """Yield the evaluations of a fitted model on validation and test. ``logits``: returns those of a split."""
        names = [name for name in ("validation", "test")[: 1 + test] if len(self.data.splits[name])]
        evaluations = [self.measure_logits(name, logits(name), step) for name in names]
        yield from (each.as_best() for each in evaluations if each.split == "validation")
        yield from (each.as_final() for each in evaluations)

    def measure_logits(self, name: str, logits: np.ndarray, step: int) -> Evaluation:
        """Return the evaluation of split ``name`` from the logits of its texts."""
        import torch  # here, since the most common baseline (classes by words) does not need it

        labels = torch.from_numpy(self.data.splits[name].labels)
        outputs = torch.from_numpy(np.ascontiguousarray(logits, np.float64))
        return self.measure(name, self.objective.outcomes(outputs, labels, self.data.classes), step)

    def measure(self, name: str, outcomes: Outcomes, step: int) -> Evaluation:
        """Return the evaluation of split ``name`` from the outcomes of its texts."""
        predictions = Predictions.from_outcomes(name, self.data.splits[name].rows, outcomes)
        return Evaluation(name, step, self.objective.measure(name, outcomes), predictions=predictions)


class LinearBaselineFit(BaselineFit):
    """A linear baseline, with its data read."""

    stage: LinearBaseline

    def __init__(self, stage: LinearBaseline, report: ReportProgress) -> None:
        super().__init__(stage, report)
        self.unit = term_unit(stage, read_texts(self.data.splits["train"]))
        self.info |= {"classifier": stage.classifier, "terms": self.unit}

    def events(self, first_step: int) -> Iterator[Event]:
        """Yield the progress and validation of each strength of regularisation, and the test of the best.

        The k-th strength (from 1) is step ``first_step + k``.
        """
        stage, splits = self.stage, self.data.splits
        yield PhaseProgress("Counting terms", kind=PhaseKind.DATA)
        vectorizer = make_vectorizer(stage, self.unit)
        counts: dict[str, csr_matrix] = {"train": self._count(vectorizer)}
        counts |= {
            name: vectorizer.transform(read_texts(splits[name]))
            for name in ("validation", "test")
            if len(splits[name])
        }
        main = known_metrics()[self.objective.main_metric]
        costs: list[Cost] = []
        best: tuple[Cost, int, Model | FittedModel] | None = None
        total = len(stage.candidates)
        for number, strength in enumerate(stage.candidates, 1):
            yield PhaseProgress("Fitting", number - 1, total, PhaseKind.UPDATES)
            model, problem = self._fit(strength, counts["train"])
            if problem:
                yield RunNotice("warning", f"At {strength:g}: {problem}")
            if "validation" not in counts:
                best = ((0.0, 0.0), number, model)
                continue
            event = self._evaluate(model, "validation", counts, first_step + number)
            cost = (main.cost(event.values[f"validation/{main.name}"]), event.values["validation/loss"])
            costs.append(cost)
            if best is None or cost < best[0]:
                best, event = (cost, number, model), event.as_best()
            yield event
        assert best is not None
        _, best_number, model = best
        name, strength = CLASSIFIERS[stage.classifier], stage.candidates[best_number - 1]
        symbol = "C" if stage.classifier == "logistic_regression" else "smoothing"
        note = "fixed, without validation labels"
        if stage.select == "best" and costs:
            is_error = self.objective.main_metric == "error"
            note = describe_choice(costs, best_number - 1) if is_error else f"best {main.name} on validation"
        yield RunNotice("info", f"{name}, {counts['train'].shape[1]:,} terms, {symbol} {strength:g}: {note}.")
        if not isinstance(model, FittedModel) and len(self.data.classes) <= _MOST_LISTED_CLASSES:
            words = vectorizer.get_feature_names_out()
            for label, terms in strongest_terms(model, words, self.data.classes).items():
                yield RunNotice("info", f"Strongest terms for {label}: {', '.join(terms)}.")
        for name in ("validation", "test"):
            if name in counts:
                yield self._evaluate(model, name, counts, first_step + best_number).as_final()

    def _count(self, vectorizer: CountVectorizer) -> csr_matrix:
        try:
            return vectorizer.fit_transform(read_texts(self.data.splits["train"]))
        except ValueError:  # the vocabulary is empty
            raise UserError(
                "its training texts contain no terms to count.",
                place=self.stage.data.source,
                remedy="Count characters (terms = 'characters').",
            ) from None

    def _fit(self, strength: float, counts: csr_matrix) -> tuple[Model | FittedModel, str]:
        labels = self.data.splits["train"].labels
        if self.objective.kind == "single_label":
            return fit_model(self.stage, strength, counts, labels)
        model = fit_linear(self.objective.kind, counts, labels, strength)
        return model, "" if model.converged else _not_converged()

    def _evaluate(
        self, model: Model | FittedModel, name: str, counts: Mapping[str, csr_matrix], step: int
    ) -> Evaluation:
        if isinstance(model, FittedModel):
            return self.measure_logits(name, model.logits(counts[name]), step)
        # Every class has training texts (``load_dataset``).
        log_probs, labels = model.predict_log_proba(counts[name]), self.data.splits[name].labels
        return self.measure(name, outcomes_without_network(log_probs, labels, self.data.classes), step)


def describe_choice(costs: Sequence[Cost], index: int) -> str:
    """Describe why strength number ``index`` was chosen, given the validation ``costs`` of all strengths.

    The strongest regularisation comes first. Where the first or the last one was chosen, a better one may lie
    outside the range.

    Example: [(0, 0.3), (0, 0.1)] and 1 give ``all 2 strengths have the same validation error; the one with the
    lowest validation loss was taken, the least regularised of those tried``.
    """
    error = costs[index][0]
    ties = sum(each == error for each, _ in costs)
    text = "fewest validation errors"
    if 1 < ties == len(costs):
        text = f"all {ties} strengths have the same validation error; the one with the lowest validation loss was taken"
    elif ties > 1:
        text = f"{ties} strengths have the fewest validation errors; the one with the lowest validation loss was taken"
    if len(costs) > 1 and index in (0, len(costs) - 1):
        text += f", the {'least' if index else 'most'} regularised of those tried"
    return text


def build_fit(stage: LinearBaseline, experiment: Experiment, report: ReportProgress) -> LinearBaselineFit:
    """Read the data of ``stage``: see ``engine.train.fit``."""
    return LinearBaselineFit(stage, report)


def read_texts(split: Split) -> list[str]:
    """Return the texts of a split, with the segments of pairs joined."""
    if split.second_texts is None:
        return list(split.texts)
    return [f"{first} {second}" for first, second in zip(split.texts, split.second_texts, strict=True)]


def term_unit(stage: LinearBaseline, texts: Iterable[str]) -> str:
    """Return the unit of terms, ``words`` or ``characters``, as set by the stage or by the script of the texts."""
    if stage.terms != "auto":
        return stage.terms
    sample = "".join(text for text, _ in zip(texts, range(_SAMPLE_TEXTS), strict=False))
    letters, unspaced = len(_LETTER.findall(sample)), len(_UNSPACED.findall(sample))
    return "characters" if letters and unspaced >= _UNSPACED_SHARE * letters else "words"


def make_vectorizer(stage: LinearBaseline, unit: str) -> CountVectorizer:
    """Return the vectorizer that counts the terms of texts, with TF-IDF weights for logistic regression."""
    settings: dict[str, object] = {
        "analyzer": "word" if unit == "words" else "char",
        "ngram_range": (1, stage.ngrams),
        "token_pattern": WORD if unit == "words" else None,
        "max_features": stage.most_terms,
    }
    if stage.classifier == "naive_bayes":
        return CountVectorizer(**settings)
    return TfidfVectorizer(sublinear_tf=True, **settings)


def fit_model(
    stage: LinearBaseline, strength: float, counts: csr_matrix, labels: np.ndarray
) -> tuple[Model, str]:
    """Return the classifier fitted with ``strength``, and a warning if it has not converged."""
    if stage.classifier == "naive_bayes":
        return MultinomialNB(alpha=strength).fit(counts, labels), ""
    model, converged = fit_logistic(counts, labels, strength)
    assert model is not None
    return model, "" if converged else _not_converged()


def _not_converged() -> str:
    return f"the fit did not converge in {ITERATIONS:,} iterations."


def strongest_terms(
    model: Model, terms: np.ndarray, classes: tuple[str, ...], count: int = _TERMS_PER_CLASS
) -> dict[str, list[str]]:
    """Return the terms that support each class most against the others.

    They are ranked by the weight of logistic regression, or for naive Bayes by log p(term | class) minus the mean over
    the other classes. With two classes the single weight vector of logistic regression supports the second.
    """
    if isinstance(model, LogisticRegression):
        weights = model.coef_ if len(model.classes_) > 2 else np.stack([-model.coef_[0], model.coef_[0]])
    else:
        log_probs = model.feature_log_prob_
        weights = log_probs - (log_probs.sum(0) - log_probs) / (len(log_probs) - 1)
    best = np.argsort(-weights, axis=1, kind="stable")[:, :count]
    return {name: [str(terms[i]) for i in row] for name, row in zip(classes, best, strict=True)}
