"""The sums of an update over all processes that share its micro-batches."""

from __future__ import annotations

from collections.abc import Sequence

import torch

from engine.compute.process_group import Ranks
from engine.train.update import UpdateSums


def all_reduce_sums(
    own: UpdateSums,
    process_group: Ranks,
    device: torch.device,
    texts: Sequence[int],
    penalty_names: Sequence[str],
) -> UpdateSums:
    """Sum an update over all processes.

    On a GPU nothing is waited for but the other processes' word of what they have.

    Args:
        own: what this process has computed; empty when it had no micro-batch.
        device: where sums are computed.
        texts: the number of texts of each micro-batch of the update, whoever computes it.
        penalty_names: of all regularisers; a process may have computed none of one's.
    """
    names = list(dict.fromkeys(penalty_names))
    logged, classified, *penalised = process_group.most(
        [len(own.logged), bool(own.correct), *(name in own.penalties for name in names)]
    )
    penalties = [name for name, used in zip(names, penalised, strict=True) if used]
    # A process without a micro-batch does not know what the others log; only the first one reports it, and has one.
    keys = list(own.logged) or [str(number) for number in range(logged)]
    zero = torch.zeros((), device=device)
    values = [own.loss, *map(own.logged.get, keys), *map(own.penalties.get, penalties)]
    row = torch.stack([zero if value is None else value.float().to(device) for value in values])
    if classified:
        answers = [own.correct.get(number, zero.expand(count)) for number, count in enumerate(texts)]
        row = torch.cat([row, *(answer.float() for answer in answers)])
    process_group.sum(row)
    sums, correct = row[: len(values)].unbind(), row[len(values) :]
    return UpdateSums(
        sums[0],
        dict(zip(keys, sums[1:], strict=False)),
        dict(zip(penalties, sums[1 + len(keys) :], strict=True)),
        dict(enumerate((correct > 0.5).split(list(texts)))) if classified else {},
    )
