"""Linear probes: the error of linear classifiers on the frozen features of each layer.

The encoder is not trained here. A linear probe detects linearly separable information, which is less than the encoder
represents and more than a fine-tuned head uses (Alain & Bengio 2017, Belinkov 2022).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
import torch
from torch import nn

from engine.data.batches import evaluation_batches
from engine.data.dataset import load_dataset, require_validation
from engine.data.tokens import EncodedSplit, encode_split
from engine.errors import UserError
from engine.model.encoders import describe_encoder
from engine.probes.base import Probe, ProbeEnvironment, ProbeMoment, ProbeResult, register_probe
from engine.probes.similarity import BATCH_TOKENS, layer_states, to_encoder_device
from engine.spec.data import DataSource
from engine.spec.probes import ProbingTask
from engine.spec.stages.labelled_task import name_from_source
from engine.spec.truncation import HeadTruncation

if TYPE_CHECKING:
    from transformers import PreTrainedTokenizerFast

LINEAR_PROBE_TOKENS = 128
"""Maximum number of tokens of a text for a linear probe, special ones included."""
RIDGE_GRID = 10.0 ** np.arange(-3.0, 3.01, 0.5)
"""Candidates for the ridge parameter, λ / n."""


def linear_probe(
    features: np.ndarray, labels: np.ndarray, test_features: np.ndarray, test_labels: np.ndarray
) -> float:
    """Return the error in percent of a linear classifier on standardised features.

    It is ridge regression onto one-hot labels, and the largest output is the answer. One singular value decomposition
    solves it in closed form, without random draws. λ is the value of ``RIDGE_GRID`` with the smallest squared
    leave-one-out error (Allen 1974; the residuals follow from the hat matrix), the largest one in case of ties.

    Args:
        features, labels: those of n training texts, [n, d] and class numbers [n].
        test_features, test_labels: those of m test texts, [m, d] and [m].
    """
    x = np.asarray(features, np.float64)
    mean, deviation = x.mean(0), x.std(0)
    # Features that differ only by rounding carry no information and are ignored.
    deviation = np.where(deviation > 1e-6 * np.abs(mean), deviation, np.inf)
    classes = np.unique(labels)
    target = (labels[:, None] == classes).astype(np.float64)
    base = target.mean(0)
    u, s, vt = np.linalg.svd((x - mean) / deviation, full_matrices=False)
    projected = u.T @ (target - base)
    least_error, best_ridge = np.inf, RIDGE_GRID[-1]
    for ridge in RIDGE_GRID[::-1]:
        shrunk = s**2 / (s**2 + ridge * len(x))
        one_minus_leverage = 1 - 1 / len(x) - np.square(u) @ shrunk
        residual = (target - base - u @ (shrunk[:, None] * projected)) / np.maximum(one_minus_leverage, 1e-9)[
            :, None
        ]
        error = float(np.square(residual).sum())
        if error < least_error:
            least_error, best_ridge = error, ridge
    weights = vt.T @ ((s / (s**2 + best_ridge * len(x)))[:, None] * projected)
    scores = (np.asarray(test_features, np.float64) - mean) / deviation @ weights + base
    return float(100 * np.mean(classes[scores.argmax(1)] != test_labels))


class LinearProbeTask:
    """A labelled data set for a linear probe: ``texts`` training texts, and at most as many validation texts.

    The sample depends on the data set's own settings (``split_seed``, ``draw``), not on a run's seeds. A smaller sample
    is a subset of a larger one. Texts are truncated to ``length`` tokens. Raises UserError when the data cannot be
    read.

    Attributes:
        train, validation: the encoded texts.
        classes: names of the classes.
        source: the data set, restricted to the sample.
    """

    def __init__(
        self,
        data: DataSource,
        tokenizer: PreTrainedTokenizerFast,
        texts: int,
        *,
        length: int = LINEAR_PROBE_TOKENS,
    ) -> None:
        dataset = require_validation(load_dataset(data))
        self.classes = dataset.classes
        counts = {name: len(dataset.splits[name]) for name in ("train", "validation")}
        limits = {
            "train_percent": 100.0,
            "train_rows": min(counts["train"], max(texts, len(np.unique(dataset.splits["train"].labels)))),
            "validation_rows": min(counts["validation"], texts),
        }
        self._pad_id = int(tokenizer.pad_token_id)
        self.source = dataset.source.model_copy(update=limits)
        splits = load_dataset(self.source).splits
        self.train, self.validation = (
            encode_split(splits[name], tokenizer, truncation=HeadTruncation(), max_length=length)
            for name in ("train", "validation")
        )

    @torch.no_grad()
    def layer_errors(self, encoder: nn.Module, *, bf16: bool = False) -> np.ndarray:
        """Return the probe's validation error in percent on the embedding output and each layer, [L + 1].

        ``bf16``: whether the encoder computes in bfloat16. The probe itself never does.
        """
        train, validation = (
            self.layer_features(encoder, split, bf16) for split in (self.train, self.validation)
        )
        return np.array(
            [
                linear_probe(x, self.train.labels, y, self.validation.labels)
                for x, y in zip(train, validation, strict=True)
            ]
        )

    def layer_features(self, encoder: nn.Module, split: EncodedSplit, bf16: bool = False) -> np.ndarray:
        """Return the mean over all tokens of each text, [L + 1, n, d].

        [CLS] is not used: before fine-tuning its states are of little use in encoders that were not trained on it, and
        afterwards they are specific to the latest task.
        """
        means_by_layer: np.ndarray | None = None
        for indices in evaluation_batches(split.lengths, BATCH_TOKENS):
            batch = to_encoder_device(encoder, split.batch(indices), self._pad_id)
            text_index = torch.repeat_interleave(batch.lengths)
            means = []
            for states in layer_states(encoder, batch, bf16=bf16):
                sums = states.new_zeros(len(indices), states.shape[1], dtype=torch.float32)
                sums.index_add_(0, text_index, states)
                means.append((sums / batch.lengths[:, None]).cpu().numpy())
            if means_by_layer is None:
                means_by_layer = np.zeros((len(means), len(split), means[0].shape[1]), np.float32)
            means_by_layer[:, indices] = np.stack(means)
        assert means_by_layer is not None
        return means_by_layer


class KnowledgeProbe:
    """Linear probes for every task of ``probes.known``.

    Value ``knowledge/NAME/error``, on the top layer. Map ``knowledge/NAME`` [L + 1].
    """

    name = "knowledge"

    def __init__(self, environment: ProbeEnvironment, tasks: dict[str, LinearProbeTask]) -> None:
        self._environment, self._tasks = environment, tasks
        environment.info["knowledge"] = {
            name: {"learnt": len(each.train), "tested": len(each.validation), "classes": len(each.classes)}
            for name, each in tasks.items()
        }

    def measure(self, moment: ProbeMoment) -> ProbeResult:
        """Measure the error of each task, reading its texts once."""
        encoder, bf16 = self._environment.encoder, self._environment.bf16
        return knowledge_result(
            {name: each.layer_errors(encoder, bf16=bf16) for name, each in self._tasks.items()}
        )


def knowledge_result(profiles: dict[str, np.ndarray]) -> ProbeResult:
    """Return ``profiles`` under the keys of the store."""
    return ProbeResult(
        {f"knowledge/{name}/error": float(profile[-1]) for name, profile in profiles.items()},
        {f"knowledge/{name}": profile for name, profile in profiles.items()},
    )


def known_task_names(tasks: Sequence[ProbingTask]) -> list[str]:
    """Return the names of the tasks' curves: their own or those of their data sets, numbered in case of ties."""
    names: list[str] = []
    for task in tasks:
        name = base = task.name.strip().replace("/", "_") or name_from_source(task.data.source)
        number = 2
        while name in names:
            name, number = f"{base} {number}", number + 1
        names.append(name)
    return names


@register_probe("knowledge")
def build_knowledge_probe(environment: ProbeEnvironment) -> Probe | None:
    tasks = {}
    length = min(LINEAR_PROBE_TOKENS, describe_encoder(environment.context.experiment.encoder).positions)
    for name, task in zip(known_task_names(environment.spec.known), environment.spec.known, strict=True):
        try:
            tasks[name] = LinearProbeTask(task.data, environment.tokenizer, task.texts, length=length)
        except UserError as error:
            environment.notes.append(f"Not measured: what is known of {name}. {error}")
    return KnowledgeProbe(environment, tasks) if tasks else None
