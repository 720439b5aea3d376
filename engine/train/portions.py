"""How much is computed at once: the micro-batches of an update, and what to do when a device has no room for one."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

import numpy as np
import torch

from engine.errors import UserError, out_of_memory
from engine.spec.experiment import Compute
from engine.train.events import Note
from engine.train.parallel import ALONE, Ranks

T = TypeVar("T")
R = TypeVar("R")
PADDED_CPU = 2048
"""Tokens of a padded micro-batch on a CPU. What a larger one writes between two products does not stay in the cache:
24 long reviews at once took more than twice as long. Packed batches work text by text where that matters."""

PACKED_CPU = 4096
"""Tokens of a packed batch in evaluation on a CPU: of long reviews, twice as many took a fifth longer for each."""
ACCELERATOR = 32_768
"""Tokens of a batch in evaluation elsewhere, where a batch that is too small leaves the device waiting."""


@dataclass
class Portions:
    """How a batch is split into micro-batches; the update is the same however it is.

    Attributes:
        parts: micro-batches of an update, at least.
        tokens: of a micro-batch at most, padding included, unless it is a single text; 0: any number.
        evaluation: tokens of a batch in evaluation, and of long texts encoded at once.
        padded: batches are rectangles, so the longest text counts for all.
        notes: what has happened and was not told yet.
    """

    parts: int = 1
    tokens: int = 0
    evaluation: int = 8192
    padded: bool = False
    notes: list[Note] = field(default_factory=list)
    lowered: tuple[int, int] = (0, 0)
    """``tokens`` and ``evaluation`` where memory has set them, else 0."""
    ranks: Ranks = ALONE
    """Who shares the micro-batches, and the texts of an evaluation."""

    def shared_by(self, ranks: Ranks) -> None:
        """There is a micro-batch for each of ``ranks``, and those of an update are about equally long."""
        self.ranks, self.parts = ranks, max(self.parts, ranks.world)

    @classmethod
    def chosen(cls, compute: Compute, device: str, *, padded: bool) -> Portions:
        """What ``compute`` asks for, or what is best on ``device`` where it leaves the choice."""
        tokens = compute.micro_tokens or (PADDED_CPU if padded and device == "cpu" else 0)
        return cls(compute.micro_batches, tokens, evaluation_tokens(compute, device, padded=padded), padded)

    def lower(self, tokens: int, evaluation: int) -> None:
        """Goes on with limits that an earlier part of the run has found; 0: none."""
        self.tokens, self.evaluation = tokens or self.tokens, evaluation or self.evaluation
        self.lowered = tokens, evaluation

    @property
    def text(self) -> str:
        """The limits in words."""
        batches = f"micro-batches of at most {self.tokens:,} tokens" if self.tokens else "undivided batches"
        return f"{batches}; in evaluation {self.evaluation:,} tokens at once"

    @property
    def at_once(self) -> int:
        """Tokens of long texts encoded at once, in updates and in evaluation."""
        return min(self.evaluation, self.tokens or self.evaluation)

    def cost(self, lengths: np.ndarray) -> int:
        """The tokens that texts of ``lengths`` [B] are together, padding included."""
        return int(len(lengths) * lengths.max(initial=0) if self.padded else lengths.sum())

    def split(self, lengths: np.ndarray) -> list[np.ndarray]:
        """The micro-batches of texts of ``lengths`` [B]: their places in the batch, int64, each once."""
        order = np.arange(len(lengths))
        if self.padded and self.tokens and self.cost(lengths) > self.tokens:
            order = np.argsort(-lengths, kind="stable")  # rectangles of like texts waste least
        count = max(1, min(self.parts, len(order)))
        parts = np.array_split(order, count) if self.padded else _dealt(lengths, count)
        return [cut for part in parts for cut in self._cut(part, lengths[part])]

    def _cut(self, part: np.ndarray, lengths: np.ndarray) -> list[np.ndarray]:
        if not self.tokens or self.cost(lengths) <= self.tokens:
            return [part]
        cuts, first = [], 0
        for last in range(1, len(part)):
            if self.cost(lengths[first : last + 1]) > self.tokens:
                cuts.append(last)
                first = last
        return np.split(part, cuts)

    def halve(self, parts: Sequence[np.ndarray], problem: str) -> None:
        """Halves the limit after one of ``parts``, given by the lengths of its texts (pieces), found no room.

        Raises UserError when nothing smaller is left to try.
        """
        largest = max(map(self.cost, parts))
        longest = max(int(part.max(initial=0)) for part in parts)
        if largest <= longest or largest < 2:
            raise UserError(
                f"the memory of the device is too small for even one text of {longest} tokens ({problem}).",
                place="compute",
                remedy="Recompute activations, shorten the texts (max_length), choose a smaller encoder, or train less "
                "of it (freezing, an adapter).",
            )
        self.tokens = max(1, largest // 2)
        self.lowered = self.tokens, self.lowered[1]
        self.notes.append(
            Note(
                "warning",
                f"Out of memory with {largest:,} tokens at once: batches are now split into micro-batches of at most "
                f"{self.tokens:,} tokens. The updates stay the same.",
            )
        )

    def halve_evaluation(self, lengths: np.ndarray, problem: str) -> None:
        """The same after a batch of an evaluation, of texts of ``lengths`` [B], found no room."""
        tried = int(len(lengths) * lengths.max(initial=0))
        if len(lengths) < 2:
            raise UserError(
                f"the memory of the device is too small to evaluate a text of {tried} tokens ({problem}).",
                place="compute",
                remedy="Shorten the texts (max_length) or choose a smaller encoder.",
            )
        self.evaluation = max(1, tried // 2)
        self.lowered = self.lowered[0], self.evaluation
        self.notes.append(
            Note(
                "warning",
                f"Out of memory in evaluation with {tried:,} tokens at once: from now on {self.evaluation:,}.",
            )
        )

    def told(self) -> list[Note]:
        """The notes since the last call."""
        found, self.notes = self.notes, []
        return found


def _dealt(lengths: np.ndarray, count: int) -> list[np.ndarray]:
    """``count`` parts of texts of ``lengths`` [n] with about as many texts and tokens each: dealt by length, there and
    back; places in rising order."""
    by_length = np.argsort(-lengths, kind="stable")
    turn, place = np.divmod(np.arange(len(lengths)), count)
    owner = np.where(turn % 2, count - 1 - place, place)
    return [np.sort(by_length[owner == number]) for number in range(count)]


def evaluation_tokens(compute: Compute, device: str, *, padded: bool) -> int:
    """Tokens of a batch in evaluation: what ``compute`` asks for, or what is best on ``device``."""
    if compute.evaluation_tokens:
        return compute.evaluation_tokens
    if device != "cpu":
        return ACCELERATOR
    return PADDED_CPU if padded else PACKED_CPU


def through(
    batches: Sequence[T], work: Callable[[T], R], smaller: Callable[[list[T], str], list[T]]
) -> Iterator[tuple[T, R]]:
    """Every batch with what ``work`` makes of it, in order. When there is no memory for one, it and those after it are
    replaced by what ``smaller`` makes of them and of the problem's words."""
    waiting = list(batches)[::-1]
    while waiting:
        batch, problem = waiting.pop(), ""
        try:
            made = work(batch)
        except (RuntimeError, MemoryError) as error:
            if not out_of_memory(error):
                raise
            problem = first_line(error)
        if problem:
            release()
            waiting = smaller([batch, *waiting[::-1]], problem)[::-1]
        else:
            yield batch, made


def first_line(error: BaseException) -> str:
    """What an error says, without what a library appends."""
    return (str(error).strip() or type(error).__name__).splitlines()[0].split(". ")[0].rstrip(".")


def release() -> None:
    """Gives back what the allocators keep for later."""
    gc.collect()
    if torch.cuda.is_initialized():
        torch.cuda.empty_cache()
    if torch.backends.mps.is_available():
        torch.mps.empty_cache()
