"""Fitting of the baselines on a frozen encoder: a linear head, and class names as prototypes."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import cast

import numpy as np

from engine.events import Event, PhaseKind, PhaseProgress, RunNotice
from engine.json_types import JsonObject
from engine.model.content_hash import encoder_content_hash
from engine.model.encoders import EncoderInfo
from engine.progress import ReportProgress
from engine.spec.experiment import Encoder, Experiment
from engine.spec.stages.baseline import FrozenBaseline, PrototypeBaseline
from engine.stages.frozen_rows import POOLINGS, TextVectors
from engine.stages.linear_baseline import BaselineFit
from engine.stages.linear_models import STRENGTHS, choose_setting, fit_linear, np_loss, standardise

_SCALE = 20.0
"""Factor that scales cosines to logits, as in sentence-transformers. It affects probabilities, not answers."""


def encoder_facts(encoder: Encoder, info: EncoderInfo) -> JsonObject:
    """Return the facts about the encoder that are stored with a baseline."""
    content = encoder_content_hash(encoder)
    facts: JsonObject = {"encoder": info.name, "layers": info.layers, "parameters": info.parameters}
    return facts if content is None else facts | {"encoder_content": content[:16]}


class EncoderBaselineFit(BaselineFit):
    """A baseline on a frozen encoder, with its data read and its encoder loaded.

    Raises UserError when data or encoder cannot be read.
    """

    def __init__(
        self, stage: FrozenBaseline | PrototypeBaseline, experiment: Experiment, report: ReportProgress
    ) -> None:
        super().__init__(stage, report)
        self._vectors = TextVectors(
            experiment.encoder, stage.truncation, stage.max_length, experiment.compute, report,
            experiment.stream_seed("init"),
        )  # fmt: skip
        self._is_trial = bool(experiment.trial_of)
        self.info |= encoder_facts(experiment.encoder, self._vectors.info) | {
            "precision": self._vectors.device.precision,
            "device": self._vectors.device.name,
        }

    def events(self, first_step: int) -> Iterator[Event]:
        """Yield the progress of fitting, and the evaluations of the fitted model on validation and test."""
        yield PhaseProgress("Encoding the texts", kind=PhaseKind.DATA)
        splits = {name: split for name, split in self.data.splits.items() if len(split)}
        names = splits if self.stage.rung() == "frozen" else splits.keys() - {"train"}
        vectors = {name: self._vectors.split_vectors(splits[name]) for name in names}
        yield PhaseProgress("Fitting", 0, 1, PhaseKind.UPDATES)
        logits, notes = self._fit(vectors)
        yield from (RunNotice("info", text) for text in notes)
        yield from self.evaluate(logits, first_step + 1, test=not self._is_trial)

    def _fit(
        self, vectors: dict[str, dict[str, np.ndarray]]
    ) -> tuple[Callable[[str], np.ndarray], list[str]]:
        """Return a function that computes the logits of a split, and notes on the fit."""
        if self.stage.rung() != "frozen":
            return self._compare_names(cast(PrototypeBaseline, self.stage), vectors)
        train, kind = self.data.splits["train"], self.objective.kind
        pooling = cast(FrozenBaseline, self.stage).tokens
        tokens = POOLINGS if pooling == "auto" else (pooling,)
        candidates = {name: vectors["train"][name] for name in tokens}
        strata = self.data.source.target.strata(train.labels)
        choice = choose_setting(kind, candidates, train.labels, strata, np_loss(self.objective))
        features = {name: split_vectors[choice.features] for name, split_vectors in vectors.items()}
        names = ["train", *(name for name in features if name != "train")]
        scaled = dict(zip(names, standardise(*(features[name] for name in names)), strict=True))
        model = fit_linear(kind, scaled["train"], train.labels, choice.strength)
        pooled = "the mean over tokens" if choice.features == "mean" else "[CLS]"
        edge_notes = {
            STRENGTHS[0]: ", the most regularised of those tried",
            STRENGTHS[-1]: ", the least regularised",
        }
        notes = [
            f"Linear model on {pooled} of the frozen encoder, C {choice.strength:g}: least loss in cross-validation "
            f"on the training texts{edge_notes.get(choice.strength, '')}."
            if choice.losses
            else f"Linear model on {pooled} of the frozen encoder, C {choice.strength:g}: fixed, because no class has "
            "two training texts."
        ]
        if not model.converged:
            notes.append("The fit has not converged, so its figures are approximate.")
        return (lambda name: model.logits(scaled[name])), notes

    def _compare_names(
        self, stage: PrototypeBaseline, vectors: dict[str, dict[str, np.ndarray]]
    ) -> tuple[Callable[[str], np.ndarray], list[str]]:
        texts = [stage.prototype(name) for name in self.data.classes]
        names = _unit(self._vectors.text_vectors(texts)["mean"])
        notes = [
            f"Nearest class name by cosine of mean vectors, no label used: {', '.join(texts[:8])}"
            f"{', ...' if len(texts) > 8 else ''}.",
            "This is meaningful for encoders trained to compare sentences. With others, the vectors of all texts are "
            "close together. The probabilities are not calibrated.",
        ]
        return (lambda name: _SCALE * _unit(vectors[name]["mean"]) @ names.T), notes


def _unit(vectors: np.ndarray) -> np.ndarray:
    """Return the vectors [n, H] divided by their lengths."""
    return vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), math.ulp(1.0))


def build_fit(
    stage: FrozenBaseline | PrototypeBaseline, experiment: Experiment, report: ReportProgress
) -> EncoderBaselineFit:
    """Read data and encoder of ``stage``: see ``engine.train.fit``."""
    return EncoderBaselineFit(stage, experiment, report)
