"""Ranking of encoders for a data set without fine-tuning, by the quality of their frozen features.

LogME (You et al. 2021) is the log evidence of the labels per text under a Bayesian linear model of the features. The
ranking also has the errors of a linear probe on the same features, and of a bag of words, which needs no encoder.
"""

from __future__ import annotations

import gc
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass

import numpy as np
import torch
from torch import nn

from engine import paths
from engine.data.dataset import load_dataset
from engine.errors import UserError
from engine.formatting.phrases import phrase
from engine.json_types import JsonObject
from engine.metrics.base import error_text
from engine.model.encoders import describe_encoder, load_encoder, load_tokenizer
from engine.probes.knowledge import LINEAR_PROBE_TOKENS, LinearProbeTask, linear_probe
from engine.progress import ReportProgress
from engine.spec.data import DataSource
from engine.spec.experiment import Encoder
from engine.spec.stages.baseline import LinearBaseline
from engine.stages.linear_baseline import fit_model, make_vectorizer, read_texts, term_unit

TEXTS = 1000
"""Number of training texts, and maximum number of validation texts."""
CAUTION = phrase(
    "This ranks frozen features (the mean over the tokens). Fine-tuning may change the order of close "
    "encoders, and sentence encoders are favoured. Fine-tune the first two or three."
)
_ITERATIONS = 100
_TINY = 1e-12


@dataclass(frozen=True)
class RankedEncoder:
    """Encoder with the quality of its frozen features for a data set.

    Attributes:
        logme: log evidence per text and class for features of the top layer. Higher is better.
        error: validation error in percent of a linear probe on the top layer.
        best_error, best_layer: the lowest error of all layers (0: the embedding output) and its layer, selected on the
            same texts.
        problem: the reason why it could not be measured, empty otherwise.
    """

    name: str
    layers: int
    hidden: int
    parameters: int
    logme: float | None = None
    error: float | None = None
    best_error: float | None = None
    best_layer: int | None = None
    problem: str = ""


@dataclass(frozen=True)
class EncoderRanking:
    """Encoders by LogME, best first. Those without a measurement are last.

    Attributes:
        learnt, tested: numbers of training and validation texts.
        bag_of_words: validation error in percent of TF-IDF with logistic regression on the same texts, with the
            regularisation chosen on the validation texts.
        guessing: error in percent of always predicting the largest class.
    """

    encoders: tuple[RankedEncoder, ...]
    classes: int
    learnt: int
    tested: int
    bag_of_words: float
    guessing: float

    def as_json(self) -> JsonObject:
        """Return the fields as the stable JSON of the command line."""
        return asdict(self) | {"encoders": [asdict(each) for each in self.encoders], "caution": CAUTION}


def log_maximum_evidence(features: np.ndarray, labels: np.ndarray) -> float:
    """Return LogME: the log evidence of one-hot labels per text, averaged over classes.

    For each class the target y in {0, 1}^n is y = F w + e with w ~ N(0, I/α) and e ~ N(0, I/β). The evidence is
    maximised over α and β by the fixed-point iteration of MacKay (1992) on one singular value decomposition of F (You
    et al. 2021, section 4.2 and algorithm 1; You et al. 2022, for its convergence).

    Example: one-hot labels as features give a large value. Noise gives a value close to that of a constant.

    Args:
        features: features of n texts, [n, d].
        labels: class numbers, [n].
    """
    x = np.asarray(features, np.float64)
    u, s, _ = np.linalg.svd(x, full_matrices=False)
    classes = np.unique(labels)
    return float(
        np.mean([_evidence(u, np.square(s), (labels == each).astype(np.float64)) for each in classes])
    )


def _evidence(u: np.ndarray, sigma: np.ndarray, target: np.ndarray) -> float:
    """Return the maximum log evidence of ``target`` [n] per text.

    ``u`` [n, k] and ``sigma`` [k] are the singular vectors and the squared singular values of the features.
    """
    n = len(target)
    inside = np.square(u.T @ target)
    outside = max(float(target @ target - inside.sum()), 0.0)
    alpha = beta = 1.0
    for _ in range(_ITERATIONS):
        ratio = alpha / beta
        weights = float((sigma * inside / np.square(sigma + ratio)).sum())  # |m|²
        residual = float((inside * np.square(ratio / (sigma + ratio))).sum()) + outside  # |F m - y|²
        effective = float((sigma / (sigma + ratio)).sum())
        alpha = effective / (weights + _TINY)
        beta = max(n - effective, _TINY) / (residual + _TINY)
        if abs(alpha / beta - ratio) <= 1e-4 * ratio:
            break
    ratio = alpha / beta
    weights = float((sigma * inside / np.square(sigma + ratio)).sum())
    residual = float((inside * np.square(ratio / (sigma + ratio))).sum()) + outside
    # Directions without variance of the features have precision α in prior and posterior, and cancel.
    total = 0.5 * (
        float((np.log(alpha) - np.log(alpha + beta * sigma)).sum())
        + n * np.log(beta / (2 * np.pi))
        - beta * residual
        - alpha * weights
    )
    return float(total) / n


def local_encoders() -> list[str]:
    """Return the encoders on this machine (bundled, imported and created) without a request to the hub."""
    bundled = sorted(file.parent.name for file in (paths.RESOURCES / "models").glob("*/config.json"))
    imported = sorted(str(file.parent) for file in (paths.home() / "encoders").glob("*/config.json"))
    return [*bundled, *imported]


def rank_encoders(
    data: DataSource, names: Sequence[str], texts: int = TEXTS, report: ReportProgress | None = None
) -> EncoderRanking:
    """Return the ranking of the encoders ``names`` for the labels of ``data``.

    An encoder that cannot be loaded is listed with the reason. Raises UserError if the data set cannot be read, its
    labels are not classes, or no encoder can be loaded.
    """
    dataset = load_dataset(data)
    if len(dataset.classes) < 2:
        raise UserError(
            "its labels are not classes; features are compared by how well they separate classes.",
            place=data.source,
        )
    rows: list[RankedEncoder] = []
    task: LinearProbeTask | None = None
    for index, name in enumerate(dict.fromkeys(names)):
        if report is not None:
            report(f"Reading the texts with {name}", index, len(names))
        try:
            ranked, task = _measure(data, Encoder(source=name), texts)
        except UserError as error:
            ranked = RankedEncoder(name, 0, 0, 0, problem=str(error))
        rows.append(ranked)
        gc.collect()  # memory may not suffice for two encoders
    if task is None:
        raise UserError(rows[0].problem if rows else "there is no encoder to compare.", place="encoders")
    counts = np.bincount(task.validation.labels)
    ranking = sorted(rows, key=lambda each: (each.logme is None, -(each.logme or 0.0)))
    return EncoderRanking(
        tuple(ranking),
        len(dataset.classes),
        len(task.train),
        len(task.validation),
        _bag_of_words(task.source),
        float(100 * (1 - counts.max() / counts.sum())),
    )


def _measure(data: DataSource, encoder: Encoder, texts: int) -> tuple[RankedEncoder, LinearProbeTask]:
    info = describe_encoder(encoder)
    task = LinearProbeTask(
        data, load_tokenizer(encoder), texts, length=min(LINEAR_PROBE_TOKENS, info.positions)
    )
    model: nn.Module = load_encoder(encoder, None, 0)[0]
    model = model.to("cuda" if torch.cuda.is_available() else "cpu").eval()
    with torch.inference_mode():
        train, validation = (task.layer_features(model, split) for split in (task.train, task.validation))
    errors = [
        linear_probe(x, task.train.labels, y, task.validation.labels)
        for x, y in zip(train, validation, strict=True)
    ]
    best = int(np.argmin(errors))
    ranked = RankedEncoder(
        encoder.source,
        info.layers,
        info.hidden,
        info.parameters,
        log_maximum_evidence(train[-1], task.train.labels),
        errors[-1],
        errors[best],
        best,
    )
    return ranked, task


def _bag_of_words(source: DataSource) -> float:
    """Return the lowest validation error of TF-IDF with logistic regression over the regularisation strengths."""
    stage, splits = LinearBaseline(data=source), load_dataset(source).splits
    train, validation = read_texts(splits["train"]), read_texts(splits["validation"])
    vectorizer = make_vectorizer(stage, term_unit(stage, train))
    train_terms, test_terms = vectorizer.fit_transform(train), vectorizer.transform(validation)
    errors = []
    for strength in stage.candidates:
        model, _ = fit_model(stage, strength, train_terms, splits["train"].labels)
        errors.append(float(100 * np.mean(model.predict(test_terms) != splits["validation"].labels)))
    return min(errors)


def describe_ranking(ranking: EncoderRanking) -> Iterable[str]:
    """Yield the notes on the table: the errors of a bag of words and of guessing, and the caution."""
    yield (
        f"Bag of words on the same texts: {error_text(ranking.bag_of_words)}; always guessing the largest class: "
        f"{error_text(ranking.guessing)}."
    )
    yield CAUTION
