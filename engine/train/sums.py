"""The sums of an update over all processes that share its micro-batches."""

from __future__ import annotations

from collections.abc import Sequence

import torch

from engine.compute.process_group import ProcessGroup
from engine.train.update import UpdateSums


def all_reduce_sums(
    own: UpdateSums, process_group: ProcessGroup, texts: Sequence[int], penalty_names: Sequence[str]
) -> UpdateSums:
    """Sum an update over all processes.

    On a GPU nothing is waited for, but with regularisers the other processes' word of which penalties they have.

    Args:
        own: what this process has computed, with the same logged names in every process.
        texts: the number of texts of each micro-batch of the update, whoever computes it.
        penalty_names: of all regularisers, even if this process has not computed any of one.
    """
    assert own.loss is not None
    names = list(dict.fromkeys(penalty_names))
    penalised = process_group.maximum([name in own.penalties for name in names]) if names else []
    penalties = [name for name, used in zip(names, penalised, strict=True) if used]
    zero = torch.zeros_like(own.loss)
    values = [own.loss, *own.logged.values(), *(own.penalties.get(name, zero) for name in penalties)]
    row = torch.stack([value.float().to(zero.device) for value in values])
    if own.correct:
        answers = [own.correct.get(number, zero.expand(count)) for number, count in enumerate(texts)]
        row = torch.cat([row, *(answer.float() for answer in answers)])
    process_group.all_reduce(row)
    sums, correct = row[: len(values)].unbind(), row[len(values) :]
    return UpdateSums(
        sums[0],
        dict(zip(own.logged, sums[1:], strict=False)),
        dict(zip(penalties, sums[1 + len(own.logged) :], strict=True)),
        dict(enumerate((correct > 0.5).split(list(texts)))) if own.correct else {},
    )
