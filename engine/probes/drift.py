"""How far the weights have moved from the pre-trained ones."""

from __future__ import annotations

import math

import numpy as np
import torch
from torch import nn

from engine.optim.table import Row, parameter_table
from engine.probes.base import Bench, Moment, Probe, Reading, probe


class Drift:
    """Relative distance of weights, ‖W − W⁰‖ / ‖W⁰‖, over all tensors of a layer together.

    Map ``drift/layers`` [L + 2]: embeddings, layers from the bottom, pooler (NaN where there is none). Value
    ``drift/all``: over the whole encoder.
    """

    name = "drift"

    def __init__(self, bench: Bench) -> None:
        self._bench = bench
        self._before = {name: p.detach().cpu().clone() for name, p in bench.original().named_parameters()}

    def measure(self, moment: Moment) -> Reading:
        holder = nn.Module()
        holder.encoder = self._bench.encoder
        rows: list[Row] = parameter_table(holder)
        depths = max(self._bench.task.layers, 0) + 2
        moved, size = torch.zeros(depths, dtype=torch.float64), torch.zeros(depths, dtype=torch.float64)
        now = dict(holder.named_parameters())
        for row in rows:
            old = self._before.get(row.name.removeprefix("encoder."))
            if old is None:
                continue
            new = now[row.name].detach().cpu()
            moved[row.depth] += float((new - old).double().pow(2).sum())
            size[row.depth] += float(old.double().pow(2).sum())
        layers = np.sqrt(np.divide(moved, size, out=np.full(depths, np.nan), where=size.numpy() > 0))
        whole = math.sqrt(float(moved.sum()) / float(size.sum()))
        return Reading({"drift/all": whole}, {"drift/layers": np.asarray(layers)})


@probe("drift")
def _(bench: Bench) -> Probe | None:
    return Drift(bench) if bench.spec.drift else None
