"""Parameter groups with their rates, the optimiser over them, and the timetable of freezing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch
from torch import nn

from engine.errors import UserError
from engine.optim.bertadam import BertAdam
from engine.optim.table import Row
from engine.spec.decay import LayerDecay, NoDecay
from engine.spec.freezing import Freezing
from engine.spec.optimizers import AdamW
from engine.spec.optimizers import BertAdam as BertAdamChoice
from engine.spec.schedules import Schedule
from engine.spec.stages import Stage

FUSED = ("cpu", "cuda", "mps")
"""Devices on which torch updates all parameters in one kernel; on a CPU that is four times faster than the loop."""


def base_rate(stage: Stage, row: Row, layers: int) -> float:
    """The peak learning rate of one parameter: the stage's rate times the layer-wise decay, or the head's own rate."""
    own: float = getattr(stage, "head_learning_rate", 0.0)
    if row.part == "head" and own:
        return own
    decay: LayerDecay = getattr(stage, "decay", None) or NoDecay()
    return stage.learning_rate * decay.scale(row.depth, layers)


def rate_table(stage: Stage, table: Sequence[Row], layers: int) -> list[tuple[str, int, float]]:
    """(name, depth, peak rate) of every parameter, bottom to top as in the model."""
    return [(row.name, row.depth, base_rate(stage, row, layers)) for row in table]


def frozen_until(row: Row, policy: Freezing, layers: int, total: int) -> int:
    """The first update at which a parameter learns. The head always does."""
    return 0 if row.part == "head" else policy.frozen_until(row.depth, layers, total)


def build_optimizer(
    model: nn.Module, table: Sequence[Row], stage: Stage, layers: int, total_steps: int
) -> torch.optim.Optimizer:
    """The stage's optimiser over all parameters of ``model``, frozen ones too: they join when their time comes.

    Groups are keyed by (depth, part, decays) and carry ``base_lr``, ``depth``, ``part`` and ``frozen_until``; the rate
    in force is set by ``set_rates``. Frozen parameters have no gradient, so they get neither update nor weight decay,
    and their moments and bias correction start with their first update.

    Raises UserError when the freezing policy does not fit an encoder of ``layers`` layers.
    """
    check_freezing(stage.freezing, layers)
    parameters = dict(model.named_parameters())
    groups: dict[tuple[int, str, bool], dict[str, Any]] = {}
    for row in table:
        rate = base_rate(stage, row, layers)
        group = groups.setdefault(
            (row.depth, row.part, row.decays),
            {
                "params": [],
                "lr": rate,
                "base_lr": rate,
                "weight_decay": stage.weight_decay if row.decays else 0.0,
                "depth": row.depth,
                "part": row.part,
                "frozen_until": frozen_until(row, stage.freezing, layers, total_steps),
            },
        )
        group["params"].append(parameters[row.name])
    return _optimizer(stage, [groups[key] for key in sorted(groups)])


def _optimizer(stage: Stage, groups: list[dict[str, Any]]) -> torch.optim.Optimizer:
    choice = stage.optimizer
    if isinstance(choice, BertAdamChoice):
        return BertAdam(groups, betas=(choice.beta1, choice.beta2), eps=choice.epsilon)
    if isinstance(choice, AdamW):
        device = groups[0]["params"][0].device.type
        return torch.optim.AdamW(
            groups, betas=(choice.beta1, choice.beta2), eps=choice.epsilon, fused=device in FUSED or None
        )
    build = getattr(choice, "build", None)
    if build is None:
        raise UserError(f"the optimiser '{choice.kind}' has no build(groups) method.", place="optimizer")
    made: torch.optim.Optimizer = build(groups)
    return made


def set_rates(optimizer: torch.optim.Optimizer, schedule: Schedule, step: int, total: int) -> None:
    """Sets every group's rate for update ``step`` (0-based) of ``total``: its base rate times the schedule's factor."""
    factor = schedule.factor(step, total)
    for group in optimizer.param_groups:
        group["lr"] = group["base_lr"] * factor


def check_freezing(policy: Freezing, layers: int) -> None:
    """Raises UserError when ``policy`` does not fit an encoder of ``layers`` layers."""
    problem = policy.problem(layers)
    if problem:
        raise UserError(f"the freezing policy {problem}.", place="freezing", remedy="Freeze fewer layers.")


def apply_freezing(
    model: nn.Module, table: Sequence[Row], policy: Freezing, layers: int, step: int, total: int
) -> bool:
    """Makes exactly those parameters learn whose time has come at update ``step``; true when anything changed.

    A frozen parameter loses its gradient as well, so that no optimiser touches it.
    """
    parameters = dict(model.named_parameters())
    changed = False
    for row in table:
        learns = frozen_until(row, policy, layers, total) <= step
        parameter = parameters[row.name]
        if parameter.requires_grad != learns:
            parameter.requires_grad_(learns)
            changed = True
        if not learns:
            parameter.grad = None
    return changed
