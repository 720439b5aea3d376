"""Micro-batches: how much of an update is computed at once, and smaller limits after running out of memory."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

import numpy as np
import torch

from engine.compute.process_group import SINGLE, ProcessGroup
from engine.errors import TooLittleMemoryError, is_out_of_memory
from engine.events import RunNotice
from engine.spec.experiment import Compute

T = TypeVar("T")
R = TypeVar("R")
PADDED_CPU_TOKENS = 2048
"""Tokens of a padded micro-batch on a CPU.

The intermediate results of a larger one do not fit into the cache: 24 long reviews at once took more than
twice as long. Packed batches are computed text by text where that matters.
"""

PACKED_CPU_TOKENS = 4096
"""Tokens of a packed evaluation batch on a CPU. Twice as many long reviews took a fifth longer per review."""
ACCELERATOR_TOKENS = 32_768
"""Tokens of an evaluation batch on an accelerator, which idles when batches are too small."""


@dataclass
class MicroBatching:
    """Rules for splitting a batch into micro-batches. The update is the same for every split.

    Attributes:
        min_micro_batches: micro-batches of an update, at least.
        max_tokens: tokens of a micro-batch at most, padding included, unless it is a single text. 0: any number.
        evaluation_tokens: tokens of a batch in evaluation, and of long texts encoded at once.
        padded: whether batches are padded, so that every text counts as the longest.
        pending_notices: notices that were not delivered yet.
    """

    min_micro_batches: int = 1
    max_tokens: int = 0
    evaluation_tokens: int = 8192
    padded: bool = False
    pending_notices: list[RunNotice] = field(default_factory=list)
    lowered_limits: tuple[int, int] = (0, 0)
    """``max_tokens`` and ``evaluation_tokens`` as lowered after running out of memory, else 0."""
    process_group: ProcessGroup = SINGLE
    """The processes that share the micro-batches, and the texts of an evaluation."""

    def share_across(self, process_group: ProcessGroup) -> None:
        """Share micro-batches across ``process_group``: at least one per process, of about equal length."""
        self.process_group = process_group
        self.min_micro_batches = max(self.min_micro_batches, process_group.world_size)

    @classmethod
    def from_compute(cls, compute: Compute, device: str, *, padded: bool) -> MicroBatching:
        """Return the limits of ``compute``, with the best values for ``device`` where it sets none."""
        tokens = compute.micro_tokens or (PADDED_CPU_TOKENS if padded and device == "cpu" else 0)
        return cls(
            compute.micro_batches, tokens, evaluation_batch_tokens(compute, device, padded=padded), padded
        )

    def restore_limits(self, tokens: int, evaluation: int) -> None:
        """Restore limits that an earlier part of the run has lowered. 0: none."""
        self.max_tokens = tokens or self.max_tokens
        self.evaluation_tokens = evaluation or self.evaluation_tokens
        self.lowered_limits = tokens, evaluation

    @property
    def description(self) -> str:
        """The limits in words."""
        batches = (
            f"micro-batches of at most {self.max_tokens:,} tokens" if self.max_tokens else "undivided batches"
        )
        return f"{batches}; in evaluation {self.evaluation_tokens:,} tokens at once"

    @property
    def long_text_tokens(self) -> int:
        """Tokens of long texts encoded at once, in updates and in evaluation."""
        return min(self.evaluation_tokens, self.max_tokens or self.evaluation_tokens)

    def padded_tokens(self, lengths: np.ndarray) -> int:
        """Return the total tokens of texts of ``lengths`` [B], padding included.

        Example: ``lengths`` [3, 5] are 2 · 5 = 10 tokens when padded, else 8.
        """
        return int(len(lengths) * lengths.max(initial=0) if self.padded else lengths.sum())

    def split(self, lengths: np.ndarray) -> list[np.ndarray]:
        """Split texts of ``lengths`` [B] into micro-batches: indices into the batch, int64, each once.

        Example: ``lengths`` [2, 6, 4, 3] unpadded with ``max_tokens`` 8 give the cuts [[0, 1], [2, 3]] of 8 and 7
        tokens. Padded, texts are sorted by length first, which gives [[1], [2, 3], [0]] of 6, 8 and 2 tokens.
        """
        order = np.arange(len(lengths))
        if self.padded and self.max_tokens and self.padded_tokens(lengths) > self.max_tokens:
            order = np.argsort(-lengths, kind="stable")  # texts of similar length need least padding
        count = max(1, min(self.min_micro_batches, len(order)))
        parts = np.array_split(order, count) if self.padded else _split_evenly(lengths, count)
        return [micro_batch for part in parts for micro_batch in self._split_to_limit(part, lengths[part])]

    def _split_to_limit(self, part: np.ndarray, lengths: np.ndarray) -> list[np.ndarray]:
        if not self.max_tokens or self.padded_tokens(lengths) <= self.max_tokens:
            return [part]
        cuts, first = [], 0
        for last in range(1, len(part)):
            if self.padded_tokens(lengths[first : last + 1]) > self.max_tokens:
                cuts.append(last)
                first = last
        return np.split(part, cuts)

    def halve_limit(self, micro_batch_lengths: Sequence[np.ndarray], reason: str) -> None:
        """Halve the limit after one of an update's micro-batches ran out of memory.

        Args:
            micro_batch_lengths: for each micro-batch, the tokens of its texts (of their segments).
            problem: the error's message.

        Raises TooLittleMemoryError when the micro-batches cannot be smaller.
        """
        largest = max(map(self.padded_tokens, micro_batch_lengths))
        longest = max(int(part.max(initial=0)) for part in micro_batch_lengths)
        if largest <= longest or largest < 2:
            raise TooLittleMemoryError(
                f"the memory of the device is too small for even one text of {longest} tokens ({reason}).",
                place="compute",
                remedy="Recompute activations, shorten the texts (Length), choose a smaller encoder, or train less "
                "of it (freezing, an adapter).",
            )
        self.max_tokens = max(1, largest // 2)
        self.lowered_limits = self.max_tokens, self.lowered_limits[1]
        self.pending_notices.append(
            RunNotice(
                "warning",
                f"Out of memory with {largest:,} tokens at once: batches are now split into micro-batches of at most "
                f"{self.max_tokens:,} tokens. The updates do not change.",
            )
        )

    def halve_evaluation_limit(self, lengths: np.ndarray, reason: str) -> None:
        """Halve the evaluation limit after a batch of texts of ``lengths`` [B] ran out of memory.

        Raises TooLittleMemoryError when the batch is a single text.
        """
        tokens = int(len(lengths) * lengths.max(initial=0))
        if len(lengths) < 2:
            raise TooLittleMemoryError(
                f"the memory of the device is too small to evaluate a text of {tokens} tokens ({reason}).",
                place="compute",
                remedy="Shorten the texts (Length) or choose a smaller encoder.",
            )
        self.evaluation_tokens = max(1, tokens // 2)
        self.lowered_limits = self.lowered_limits[0], self.evaluation_tokens
        self.pending_notices.append(
            RunNotice(
                "warning",
                f"Out of memory in evaluation with {tokens:,} tokens at once: from now on {self.evaluation_tokens:,}.",
            )
        )

    def take_notices(self) -> list[RunNotice]:
        """Return the notices since the last call."""
        notices, self.pending_notices = self.pending_notices, []
        return notices


def _split_evenly(lengths: np.ndarray, count: int) -> list[np.ndarray]:
    """Split texts of ``lengths`` [n] into ``count`` parts with about as many texts and tokens each.

    Texts are dealt out in descending order of length, forwards and then backwards. The indices of a part ascend.
    Example: ``lengths`` [5, 1, 4, 2, 3] and ``count`` 2 rank the texts 0, 2, 4, 3, 1. They go to the parts 0, 1, 1, 0,
    0, which makes [0, 1, 3] and [2, 4] with 8 and 7 tokens.
    """
    by_length = np.argsort(-lengths, kind="stable")
    round_number, column = np.divmod(np.arange(len(lengths)), count)
    owner = np.where(round_number % 2, count - 1 - column, column)
    return [np.sort(by_length[owner == number]) for number in range(count)]


def evaluation_batch_tokens(compute: Compute, device: str, *, padded: bool) -> int:
    """Return the tokens of a batch in evaluation: the setting of ``compute``, or the best value on ``device``."""
    if compute.evaluation_tokens:
        return compute.evaluation_tokens
    if device != "cpu":
        return ACCELERATOR_TOKENS
    return PADDED_CPU_TOKENS if padded else PACKED_CPU_TOKENS


def map_with_smaller_batches(
    batches: Sequence[T], compute: Callable[[T], R], split_smaller: Callable[[list[T], str], list[T]]
) -> Iterator[tuple[T, R]]:
    """Yield every batch with its result of ``compute``, in order.

    When a batch runs out of memory, ``split_smaller`` receives it, the remaining batches and the error message, and
    returns the batches to compute instead.
    """
    pending = list(batches)[::-1]
    while pending:
        batch, reason = pending.pop(), ""
        try:
            result = compute(batch)
        except (RuntimeError, MemoryError) as error:
            if not is_out_of_memory(error):
                raise
            reason = error_summary(error)
        if reason:
            release_memory()
            pending = split_smaller([batch, *pending[::-1]], reason)[::-1]
        else:
            yield batch, result


def error_summary(error: BaseException) -> str:
    """Return the first sentence of an error message, without details that libraries append."""
    return (str(error).strip() or type(error).__name__).splitlines()[0].split(". ")[0].rstrip(".")


def release_memory() -> None:
    """Release memory that the allocators have cached."""
    gc.collect()
    if torch.cuda.is_initialized():
        torch.cuda.empty_cache()
    if torch.backends.mps.is_available():
        torch.mps.empty_cache()
