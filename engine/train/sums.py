"""The sums of an update over all processes that share its micro-batches."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import nn

from engine.train.parallel import Ranks
from engine.train.update import UpdateSums


def all_reduce_sums(
    own: UpdateSums | None,
    process_group: Ranks,
    parameters: Sequence[nn.Parameter],
    texts: Sequence[int],
    penalty_names: Sequence[str],
) -> UpdateSums | None:
    """Sum an update over all processes, gradients in place.

    On a GPU nothing is waited for but the other processes' word that they have come as far.

    Args:
        own: what this process has computed; None when it had no memory for it.
        parameters: those that learn.
        texts: the number of texts of each micro-batch of the update, whoever computes it.
        penalty_names: of all regularisers; a process may have computed none of one's.

    Returns None when a process had no memory; then gradients are as they were.
    """
    given, names = own or UpdateSums(), list(dict.fromkeys(penalty_names))
    there = process_group.most(
        [
            own is None,
            len(given.logged),
            bool(given.correct),
            *(name in given.penalties for name in names),
            *(parameter.grad is not None for parameter in parameters),
        ]
    )
    failed, logged, classified, *rest = there
    if failed:
        return None
    process_group.sum_gradients(parameters, rest[len(names) :])
    penalties = [name for name, used in zip(names, rest, strict=False) if used]
    # A process without a micro-batch does not know what the others log; only the first one reports it, and has one.
    keys = list(given.logged) or [str(number) for number in range(logged)]
    zero = torch.zeros((), device=parameters[0].device)
    values = [given.loss, *map(given.logged.get, keys), *map(given.penalties.get, penalties)]
    row = torch.stack([zero if value is None else value.float().to(zero.device) for value in values])
    if classified:
        answers = [given.correct.get(number, zero.expand(count)) for number, count in enumerate(texts)]
        row = torch.cat([row, *(answer.float() for answer in answers)])
    process_group.sum(row)
    sums, correct = row[: len(values)].unbind(), row[len(values) :]
    return UpdateSums(
        sums[0],
        dict(zip(keys, sums[1:], strict=False)),
        dict(zip(penalties, sums[1 + len(keys) :], strict=True)),
        dict(enumerate((correct > 0.5).split(list(texts)))) if classified else {},
    )
