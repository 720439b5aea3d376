"""Encoded labelled texts: the common part of fine-tuning on one data set and on several."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import torch
from transformers import PreTrainedTokenizerFast

from engine.compute.microbatch import MicroBatching, map_with_smaller_batches
from engine.data.batches import evaluation_batches
from engine.data.dataset import Split, load_dataset
from engine.data.inspection.unknown_tokens import vocabulary_warning
from engine.data.special_tokens import tokenizer_core
from engine.data.tokens import (
    EncodedSplit,
    RandomCutSplit,
    TokenBatch,
    cut_split,
    encode_split,
    tokenise_split,
)
from engine.events import Evaluation, Predictions, RunNotice
from engine.json_types import JsonObject
from engine.metrics.base import known_metrics
from engine.model.classification_head import ClassificationHead
from engine.model.saved_description import SavedDescription
from engine.progress import ReportProgress
from engine.spec.augmentation import RandomCut
from engine.spec.features import Features
from engine.spec.stages import LabelledTask

ForwardFunction = Callable[[TokenBatch], tuple[torch.Tensor, torch.Tensor]]
"""A function that returns logits [B, C], float32, and labels [B] of a batch."""


class LabelledTexts:
    """The encoded splits of the data set of one task.

    Args:
        task: the data set, and how its texts and labels are read.
        tokenizer: the encoder's tokenizer.
        positions: maximum number of tokens of the encoder.
        report: progress callback.
        seed: seed of the task's augmentation.

    Raises UserError when the data set cannot be read or the length leaves no room for text.
    """

    def __init__(
        self,
        task: LabelledTask,
        tokenizer: PreTrainedTokenizerFast,
        positions: int,
        report: ReportProgress,
        seed: int = 0,
    ) -> None:
        self.source, self._truncation, self._tokenizer = task.data, task.truncation, tokenizer
        self._cuts_texts = task.augmentation.makes_pairs
        self.data = load_dataset(task.data, report=report)
        self.classes = self.data.classes
        self.splits: dict[str, Split] = dict(self.data.splits)
        labels = self.splits["train"].labels
        self.objective = task.objective.fitted(labels, self.classes)
        self.training_loss = self.objective.training_loss(labels, self.classes)
        length = task.max_length or positions
        self.encoded: dict[str, EncodedSplit | RandomCutSplit] = {}
        for name, split in self.splits.items():
            if isinstance(task.augmentation, RandomCut) and name == "train":
                self.encoded[name] = RandomCutSplit(
                    split,
                    tokenizer,
                    copies=task.augmentation.copies,
                    seed=seed,
                    truncation=task.truncation,
                    max_length=length,
                    report=report,
                )
            else:
                self.encoded[name] = encode_split(
                    cut_split(split) if self._cuts_texts else split,
                    tokenizer,
                    truncation=task.truncation,
                    max_length=length,
                    report=report,
                )

    def describe(self, features: Features) -> SavedDescription:
        """Return the description to save with a head that was trained on these texts and reads ``features``."""
        return SavedDescription(
            classes=tuple(self.classes),
            objective=self.objective,
            features=features,
            truncation=self._truncation,
            max_length=self.encoded["train"].max_length,
            pair=self.source.effective.pair,
            join=self.source.effective.join,
            cut_into_segments=self._cuts_texts,
            target=self.data.source.target,
        )

    def __len__(self) -> int:
        """Return the number of training texts."""
        return len(self.splits["train"].labels)

    def strata(self, split: str) -> np.ndarray:
        """Return the group of each text of a split, for stratified samples: int64 [n]."""
        return self.data.source.target.strata(self.splits[split].labels)

    @property
    def outputs(self) -> int:
        """Number of outputs of the head for each text."""
        return self.objective.outputs(len(self.classes))

    @property
    def guessing_error(self) -> float | None:
        """Percentage of training texts outside the most frequent class. None where texts do not have one class each."""
        classes = self.data.source.target.main_classes(self.splits["train"].labels)
        return None if classes is None else 100 * (1 - float(np.bincount(classes).max()) / len(classes))

    @property
    def info(self) -> JsonObject:
        """JSON values to store with the stage."""
        labels, truncation = self.splits["train"].labels, self.encoded["train"].truncation_summary
        return {
            "data": self.data.fingerprint,
            "objective": self.objective.kind,
            "classes": list(self.classes),
            "text_columns": self.data.detection.get("text", []),
            "rows": {name: len(split.labels) for name, split in self.splits.items()},
            "texts_cut_percent": truncation.texts_percent,
            "tokens_lost_percent": truncation.tokens_percent,
            "guessing_error": self.guessing_error,
            **self.objective.describe_training(labels, self.classes),
        }

    def notices(self, encoder: str) -> list[RunNotice]:
        """Return notices on the data, and on words that the vocabulary of ``encoder`` lacks."""
        notices = [RunNotice("info", note) for note in self.data.notes]
        train = self.splits["train"]
        tokens = tokenise_split(train, self._tokenizer)  # cached by now
        stores = [each for each in tokens if each is not None]
        core = tokenizer_core(self._tokenizer)
        if warning := vocabulary_warning(encoder, train.texts, stores, core):
            notices.append(RunNotice("warning", f"{warning}."))
        return notices

    def describe_batch(self, batch: TokenBatch) -> str:
        """Return the source rows of the training texts of ``batch``, in words."""
        rows = self.splits["train"].rows[batch.indices]
        numbers = ", ".join(str(row) for row in rows[:12]) + (", ..." if len(rows) > 12 else "")
        return f"training rows {numbers} of {self.source.source}"

    @torch.inference_mode()
    def evaluate(
        self,
        split: str,
        step: int,
        forward: ForwardFunction,
        micro_batching: MicroBatching,
        task: str = "",
        *,
        selected_by: str = "",
    ) -> Evaluation:
        """Return the metrics of a split and its predictions. Keys end in ``task`` where the stage has several tasks.

        The metric ``selected_by`` is always measured. Every process of ``micro_batching.process_group`` must call this
        method, and evaluates its share of the texts.
        """
        encoded, texts = self.encoded[split], self.splits[split]
        share = micro_batching.process_group.shard_texts(encoded.lengths)
        answers = np.zeros((len(texts.labels), self.outputs), np.float32)
        if len(share):
            order, part = forward_in_batches(
                encoded.lengths[share], lambda part: forward(encoded.batch(share[part])), micro_batching
            )
            answers[share[order]] = part.numpy()
        micro_batching.process_group.all_reduce_arrays(answers)
        outcomes = self.objective.outcomes(
            torch.from_numpy(answers), torch.from_numpy(texts.labels), self.classes
        )
        name = f"{split}/{task}" if task else split
        return Evaluation(
            split,
            step,
            self.objective.measure(split, outcomes, task, selected_by=selected_by),
            predictions=Predictions.from_outcomes(name, texts.rows, outcomes),
        )


@dataclass(frozen=True, eq=False)
class TaskTexts:
    """The labelled texts of one task of a stage.

    Attributes:
        task: name of the task; "" where the stage has one.
        texts: its texts.
        head: the head that reads them.
    """

    task: str
    texts: LabelledTexts
    head: ClassificationHead


def forward_in_batches(
    lengths: np.ndarray,
    forward: Callable[[np.ndarray], tuple[torch.Tensor, torch.Tensor]],
    micro_batching: MicroBatching,
) -> tuple[np.ndarray, torch.Tensor]:
    """Compute ``forward`` on batches of texts of ``lengths`` [n], the longest first.

    ``forward`` takes indices (int64). Results are fetched from the device only at the end. A batch that does not fit
    into memory is split. Returns the order in which the texts were computed, int64 [n], and the results in that order,
    on the CPU: row k belongs to text ``order[k]``. For ``lengths`` [3, 9, 5] in one batch the order is [1, 2, 0].
    """

    def split_smaller(batches: list[np.ndarray], reason: str) -> list[np.ndarray]:
        micro_batching.halve_evaluation_limit(lengths[batches[0]], reason)
        rows = np.concatenate(batches)
        return [rows[part] for part in evaluation_batches(lengths[rows], micro_batching.evaluation_tokens)]

    batches = evaluation_batches(lengths, micro_batching.evaluation_tokens)
    results = list(map_with_smaller_batches(batches, lambda indices: forward(indices)[0], split_smaller))
    order = np.concatenate([indices for indices, _ in results])
    return order, torch.cat([logits for _, logits in results]).float().cpu()


def selection_cost(evaluation: Evaluation, split: str, metric: str) -> float:
    """Return the value of ``metric`` as a cost (lower is better), by which checkpoints are selected."""
    return known_metrics()[metric].cost(evaluation.values[f"{split}/{metric}"])


def is_evaluation_mark(position: int, per_epoch: int, evaluations: int) -> bool:
    """Return whether an evaluation follows update ``position`` (1 to ``per_epoch``) of an epoch.

    An epoch has ``evaluations`` of them, evenly spaced. Example: with ``per_epoch`` 10 and ``evaluations`` 4 they
    follow updates 2, 5, 8 and 10 (2.5 and 7.5 are rounded to even).
    """
    return position in {round(per_epoch * k / evaluations) for k in range(1, evaluations + 1)}
