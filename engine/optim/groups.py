"""Parameter groups with learning rates, the optimiser over them, and the parameters trained at each update."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol, runtime_checkable

import torch
from torch import nn

from engine.errors import UserError
from engine.formatting.phrases import small
from engine.model.encoder_model import EncoderModel
from engine.model.parameters import ParameterInfo, layer_depths
from engine.optim.bertadam import BertAdamOptimizer
from engine.spec.freezing import Freezing, phase_at, rate_factor
from engine.spec.optimizers import AdamWOptions
from engine.spec.optimizers import BertAdamOptions as BertAdamChoice
from engine.spec.stages import Stage

FUSED_DEVICES = ("cpu", "cuda", "mps")
"""Devices on which torch updates all parameters in one kernel. On a CPU that is four times as fast as a loop."""


@runtime_checkable
class BuildsOptimizer(Protocol):
    """Interface of a plug-in's option that builds its own optimiser."""

    def build(self, groups: list[dict[str, object]]) -> torch.optim.Optimizer:
        """Return the optimiser over torch's parameter ``groups``, each with its rate and weight decay."""
        ...


def effective_weight_decay(stage: Stage) -> float:
    """Return the weight decay of a stage's matrices, 0 where L2-SP replaces it (Li et al. 2018, eq. 2)."""
    return 0.0 if any(each.replaces_weight_decay for each in stage.strategies()) else stage.weight_decay


def build_optimizer(
    model: nn.Module, table: Sequence[ParameterInfo], stage: Stage, layers: int
) -> torch.optim.Optimizer:
    """Build the stage's optimiser over all parameters of ``model``, including those that are frozen at first.

    Groups are keyed by (depth, part, decays) and carry ``base_lr``, ``depth``, ``part`` and ``turn`` (the depth in a
    freezing timetable). ``ParameterScheduler`` sets the current rate. Frozen parameters have no gradient, so they get
    neither update nor weight decay. Their moments and bias correction start with their first update, and pause while
    they are frozen again.
    """
    parameters = dict(model.named_parameters())
    members: dict[tuple[int, str, bool], list[ParameterInfo]] = {}
    for row in table:
        members.setdefault((row.depth, row.part, row.decays), []).append(row)
    groups: list[dict[str, object]] = []
    for (depth, part, decays), rows in sorted(members.items(), key=lambda group: group[0]):
        rate = stage.peak_rate(depth, layers, head=part == "head")
        groups.append(
            {
                "params": [parameters[row.name] for row in rows],
                "lr": rate,
                "base_lr": rate,
                "weight_decay": effective_weight_decay(stage) if decays else 0.0,
                "depth": depth,
                "part": part,
                "turn": _freezing_depth(rows[0], layers),
            }
        )
    return _optimizer(stage, groups, next(model.parameters()).device.type)


def _optimizer(stage: Stage, groups: list[dict[str, object]], device: str) -> torch.optim.Optimizer:
    choice = stage.optimizer
    if isinstance(choice, BertAdamChoice):
        return BertAdamOptimizer(groups, betas=(choice.beta1, choice.beta2), eps=choice.epsilon)
    if isinstance(choice, AdamWOptions):
        return torch.optim.AdamW(
            groups,
            betas=(choice.beta1, choice.beta2),
            eps=choice.epsilon,
            fused=device in FUSED_DEVICES or None,
        )
    if not isinstance(choice, BuildsOptimizer):
        raise UserError(f"the optimiser '{choice.kind}' has no build(groups) method.", place="optimizer")
    return choice.build(groups)


class ParameterScheduler:
    """Applies the freezing timetable and the learning-rate schedule of a stage to a model at each update.

    Args:
        model: the model whose parameters ``table`` lists.
        layers: number of layers of its encoder.
        total: updates of the stage.
        per_epoch: updates of an epoch, 0 where there are no epochs.

    Raises UserError when the freezing policy does not fit the encoder, or when one of its phases would train nothing.
    """

    def __init__(
        self,
        model: EncoderModel,
        table: Sequence[ParameterInfo],
        stage: Stage,
        layers: int,
        total: int,
        per_epoch: int = 0,
    ) -> None:
        require_fitting_freezing(stage.freezing, layers)
        self.phases = stage.freezing.timetable(layers, total, per_epoch)
        self._schedule, self._total = stage.schedule, total
        parameters = dict(model.named_parameters())
        self._parameters = [(_freezing_depth(row, layers), parameters[row.name]) for row in table]
        self._phase_index = -1
        self._drops_frozen_dropout = stage.freezing.disables_dropout
        self._modules = list(_modules_with_depth(model)) if self._drops_frozen_dropout else []
        self._check_every_phase_learns()

    def apply_freezing(self, step: int) -> bool:
        """Make exactly the parameters of update ``step`` (0-based) trainable. Return whether a phase begins.

        A frozen parameter loses its gradient too, so that no optimiser changes it.
        """
        phase_index = phase_at(self.phases, step)
        if phase_index == self._phase_index:
            return False
        self._phase_index, trainable_depths = phase_index, self.phases[phase_index].trainable
        for depth, parameter in self._parameters:
            parameter.requires_grad_(depth in trainable_depths)
            if depth not in trainable_depths:
                parameter.grad = None
        return True

    def disable_frozen_dropout(self) -> None:
        """Disable dropout in frozen modules, if the policy requires it. Call it in training mode."""
        trainable_depths = self.phases[self._phase_index].trainable
        for depth, module in self._modules:
            if depth not in trainable_depths:
                module.eval()

    def set_learning_rates(self, optimizer: torch.optim.Optimizer, step: int) -> None:
        """Set every group's rate for update ``step``: base rate times schedule and phase factor, 0 if frozen."""
        factor = rate_factor(self.phases, self._schedule, step, self._total)
        trainable_depths = self.phases[phase_at(self.phases, step)].trainable
        for group in optimizer.param_groups:
            group["lr"] = group["base_lr"] * factor if group["turn"] in trainable_depths else 0.0

    def _check_every_phase_learns(self) -> None:
        model_depths = {depth for depth, _ in self._parameters}
        for phase, end in zip(self.phases, [*(p.start for p in self.phases[1:]), self._total], strict=True):
            if phase.start < min(end, self._total) and not phase.trainable & model_depths:
                raise UserError(
                    f"the encoder has no weights of its own for the phase '{small(phase.title)}', "
                    f"so nothing would learn from update {phase.start + 1} on. "
                    "Its layers share their weights, or adapters replace them.",
                    place="freezing",
                    remedy="Choose a policy that does not train layers one by one.",
                )


def _modules_with_depth(model: EncoderModel) -> Iterator[tuple[int, nn.Module]]:
    """Yield the embeddings and layers of a model's encoder with their depths."""
    encoder = model.encoder
    for name, child in encoder.named_children():
        if "embedding" in name:
            yield 0, child
    for prefix, depth in layer_depths(encoder).items():
        yield depth, encoder.get_submodule(prefix.rstrip("."))


def require_fitting_freezing(policy: Freezing, layers: int) -> None:
    """Raise UserError when ``policy`` does not fit an encoder of ``layers`` layers."""
    reason = policy.problem(layers)
    if reason:
        raise UserError(f"the freezing policy {reason}.", place="freezing", remedy="Choose fewer layers.")


def _freezing_depth(row: ParameterInfo, layers: int) -> int:
    """Return the depth in a freezing timetable, which separates the head from the encoder's pooler.

    A pooler outside the encoder is as new as the head and is trained with it.
    """
    return layers + 2 if row.part == "head" or row.name.startswith("pooler.") else row.depth
