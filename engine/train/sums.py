"""What the micro-batches of an update add up to, in one process and over all of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import torch
from torch import nn

from engine.stages.base import MicroBatchLoss
from engine.train.parallel import Ranks


@dataclass
class Sums:
    """The sums of an update, on the device.

    ``hits`` [B] are those of ``Loss``, by the number of the micro-batch.
    """

    total: torch.Tensor | None = None
    wrong: torch.Tensor | None = None
    shown: dict[str, torch.Tensor] = field(default_factory=dict)
    penalties: dict[str, torch.Tensor] = field(default_factory=dict)
    hits: dict[int, torch.Tensor] = field(default_factory=dict)

    def add(self, number: int, loss: MicroBatchLoss) -> None:
        """Adds what micro-batch ``number`` has shown."""
        total, wrong = loss.total.detach().float(), loss.error_count.detach().float()
        self.total = total if self.total is None else self.total + total
        self.wrong = wrong if self.wrong is None else self.wrong + wrong
        for name, value in loss.logged_sums.items():
            self.shown[name] = self.shown[name] + value.detach() if name in self.shown else value.detach()
        if loss.correct is not None:
            self.hits[number] = loss.correct.detach()

    def penalty(self, name: str, value: torch.Tensor) -> None:
        """Adds to what a guard shows."""
        value = value.detach()
        self.penalties[name] = self.penalties[name] + value if name in self.penalties else value

    def row(self, norm: torch.Tensor) -> torch.Tensor:
        """``Measured.sums``."""
        assert self.total is not None and self.wrong is not None
        values = [norm, self.total, self.wrong, *self.shown.values(), *self.penalties.values()]
        return torch.stack([value.detach().float().to(self.total.device) for value in values])


def together(
    own: Sums | None,
    ranks: Ranks,
    parameters: Sequence[nn.Parameter],
    texts: Sequence[int],
    guards: Sequence[str],
) -> Sums | None:
    """The sums over all processes, and in place of each parameter's gradient its sum over them.

    On a GPU nothing is waited for but the other processes' word that they have come as far.

    Args:
        own: what this process has computed; None when it found no memory for it.
        parameters: those that learn.
        texts: the number of texts of each micro-batch of the update, whoever computes it.
        guards: what they show in their terms (``Guard.loss_term``); a process may have none of a guard's.

    Returns None when a process found no memory; then gradients are as they were.
    """
    given, names = own or Sums(), list(dict.fromkeys(guards))
    there = ranks.most(
        [
            own is None,
            len(given.shown),
            bool(given.hits),
            *(name in given.penalties for name in names),
            *(parameter.grad is not None for parameter in parameters),
        ]
    )
    lost, shown, hits, *rest = there
    if lost:
        return None
    ranks.sum_gradients(parameters, rest[len(names) :])
    penalties = [name for name, used in zip(names, rest, strict=False) if used]
    # A process without a micro-batch does not know what the others show; only the first one tells it, and has one.
    keys = list(given.shown) or [str(number) for number in range(shown)]
    zero = torch.zeros((), device=parameters[0].device)
    values = [given.total, given.wrong, *map(given.shown.get, keys), *map(given.penalties.get, penalties)]
    row = torch.stack([zero if value is None else value.float().to(zero.device) for value in values])
    if hits:
        answers = [given.hits.get(number, zero.expand(count)) for number, count in enumerate(texts)]
        row = torch.cat([row, *(answer.float() for answer in answers)])
    ranks.sum(row)
    sums, right = row[: len(values)].unbind(), row[len(values) :]
    return Sums(
        sums[0],
        sums[1],
        dict(zip(keys, sums[2:], strict=False)),
        dict(zip(penalties, sums[2 + len(keys) :], strict=True)),
        dict(enumerate((right > 0.5).split(list(texts)))) if hits else {},
    )
