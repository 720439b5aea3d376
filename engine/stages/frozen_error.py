"""How many errors a frozen encoder with a linear head would make, before anything is trained.

It tells whether fine-tuning has room to pay. Vectors of the texts stay in the cache, where a run that begins with a
frozen encoder on the same texts finds them.
"""

from __future__ import annotations

import math
import time
from dataclasses import asdict, dataclass

import numpy as np
import torch

from engine.data.dataset import load_dataset
from engine.errors import UserError
from engine.json_types import JsonObject
from engine.objectives.base import LabelObjective
from engine.progress import ReportProgress, ignore_progress
from engine.spec.data import DataSource
from engine.spec.experiment import Compute, Encoder
from engine.spec.stages.baseline import objective_of
from engine.spec.truncation import HeadTruncation, Truncation
from engine.stages.linear_models import FOLDS, choose_setting, fit_linear, folds, loss_of, standardise
from engine.stages.text_vectors import TextVectors


@dataclass(frozen=True)
class FrozenEstimate:
    """The cross-validated error of a frozen encoder with a linear head.

    Attributes:
        error: share of held-out texts that are answered wrongly, in percent.
        standard_error: of the error over texts, in percentage points. It ignores that folds share training texts.
        texts: labelled texts that were used, those for training and for validation together.
        held_out: those of them that were answered (classes with fewer texts than folds are not).
        tokens: what the head reads: ``mean`` or ``cls``.
        strength: C of the logistic regression.
        seconds: processor seconds that it took.
    """

    error: float
    standard_error: float
    texts: int
    held_out: int
    tokens: str
    strength: float
    seconds: float

    def sentence(self) -> str:
        """Return it in words."""
        return (
            f"A frozen encoder with a linear head has about {self.error:.1f} % errors (± {self.standard_error:.1f}, "
            f"{FOLDS}-fold cross-validation over {self.texts:,} labelled texts)."
        )

    def as_json(self) -> JsonObject:
        """Return the fields as the stable JSON of the command line."""
        return asdict(self)


def estimate_frozen_error(
    data: DataSource,
    encoder: Encoder,
    *,
    truncation: Truncation | None = None,
    max_length: int = 0,
    compute: Compute | None = None,
    report: ReportProgress | None = None,
) -> FrozenEstimate:
    """Return the error of a frozen encoder with a linear head on all labelled texts but the test split's.

    Texts for training and validation are put together, and each is answered by a model that was fitted on four fifths
    of the others. Features (mean or [CLS]) and C are chosen once by cross-validation on at most 2,000 of the texts;
    that makes the error a little too small.

    Args:
        data: the data set, its name resolved.
        encoder: the encoder.
        truncation, max_length: what is read of a text; by default as much of its beginning as the encoder reads. Give
            those of the design: then its vectors are shared with the run.
        compute: device and precision; those of the design, for the same reason.
        report: progress callback.

    Raises UserError when data or encoder cannot be read, labels are neither classes nor sets of them, or no class has
    two texts.
    """
    began, tell = time.process_time(), report or ignore_progress
    whole = load_dataset(data, report=tell)
    objective = objective_of(whole.source)
    if objective is None or objective.kind == "regression":
        raise UserError(
            "its labels are numbers or distributions, of which no answer is simply wrong.",
            place=data.source,
            remedy="Run the baseline and look at its metric: palimpsest baseline.",
        )
    vectors = TextVectors(encoder, truncation or HeadTruncation(), max_length, compute or Compute(), tell)
    used = [whole.splits[name] for name in ("train", "validation") if len(whole.splits[name])]
    parts = [vectors.of_split(split) for split in used]
    features = {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}
    targets = np.concatenate([split.labels for split in used])
    strata = whole.source.target.strata(targets)
    tell("Cross-validating the linear head", 0, 0)
    choice = choose_setting(objective.kind, features, targets, strata, loss_of(objective))
    wrong = _held_out_errors(objective, features[choice.features], targets, strata, choice.strength)
    if not len(wrong):
        raise UserError(
            "no class has two labelled texts, so none can be held out.",
            place=data.source,
            remedy="Label more texts of each class.",
        )
    share = float(wrong.mean())
    return FrozenEstimate(
        error=100 * share,
        # A share of 0 or 1 is not known for certain: as if half a text more had been of either kind.
        standard_error=100 * math.sqrt(max(share * (1 - share), 0.5 / len(wrong)) / len(wrong)),
        texts=len(targets),
        held_out=len(wrong),
        tokens=choice.features,
        strength=choice.strength,
        seconds=time.process_time() - began,
    )


def _held_out_errors(
    objective: LabelObjective, features: np.ndarray, targets: np.ndarray, strata: np.ndarray, strength: float
) -> np.ndarray:
    """Return which held-out texts are answered wrongly, bool."""
    found = [np.zeros(0, bool)]
    for fitted, held_out in folds(strata):
        train, asked = standardise(features[fitted], features[held_out])
        logits = fit_linear(objective.kind, train, targets[fitted], strength).logits(asked)
        right = objective.correct(torch.from_numpy(logits), torch.from_numpy(targets[held_out]))
        assert right is not None
        found.append(~right.numpy())
    return np.concatenate(found)
