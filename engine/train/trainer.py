"""The trainer of a stage: its model on the device, and the updates of it.

An update is a pure function of the weights, the optimiser's state and the update's number: batches, dropout, rates and
freezing follow from that number and the run's seeds. So a run resumes from a checkpoint as if it had never stopped, and
an update that ran out of memory can be restarted.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import torch
from torch import nn

from engine import random_streams
from engine.compute.microbatch import error_summary, release_memory
from engine.compute.process_group import SINGLE, ProcessGroup
from engine.errors import is_out_of_memory
from engine.mitigation.base import Regulariser
from engine.optim.clipping import clip_gradients
from engine.optim.groups import ParameterScheduler, build_optimizer
from engine.spec.experiment import stage_ancestors
from engine.stages.base import MicroBatch, StageContext, StageTask
from engine.stages.prefetch import Prefetcher
from engine.train.data_parallel import GradientReducer, SharedOutOfMemory
from engine.train.metric_buffer import max_lag
from engine.train.update import GRADIENT_NORM, MetricValues, UpdateResult, UpdateSums


class NonFinite(RuntimeError):
    """Error for an update whose loss or gradient is not finite. The message names the batch."""


class Trainer:
    """The model of a stage with optimiser, schedule and regularisers.

    It only makes updates. Between them, callbacks (``engine.train.callbacks``) evaluate, probe, save and report.
    Regularisers treat the current weights as the initial ones of the stage, so they must be built and assigned to
    ``regularisers`` before a checkpoint is read into ``model`` and ``optimizer``.

    Args:
        task: the stage, ready to train. Its model is moved to the device.
        context: the run it belongs to.
        process_group: the processes that share the micro-batches of each update.
        updates_done: number of updates that an earlier part of the run has made.

    Attributes:
        model: the model, in float32.
        optimizer: the optimiser over all its parameters.
        regularisers: strategies against forgetting, in the order in which they act.
    """

    def __init__(
        self,
        task: StageTask,
        context: StageContext,
        process_group: ProcessGroup = SINGLE,
        *,
        updates_done: int = 0,
    ) -> None:
        stage, device = task.stage, context.device.torch
        self.task, self.context, self.process_group = task, context, process_group
        self.model = task.model.to(device)
        per_epoch = max(1, round(1 / task.epochs_at(1)))
        self._schedule = ParameterScheduler(
            self.model, task.parameter_table, stage, task.layers, task.steps, per_epoch
        )
        self._schedule.apply_freezing(updates_done)
        self.optimizer = build_optimizer(self.model, task.parameter_table, stage, task.layers)
        self.regularisers: list[Regulariser] = []
        task.micro_batching.share_across(process_group)
        self._prefetcher = Prefetcher(task, device)
        self._gradients = GradientReducer(
            process_group, self.model, self._loss, parameters_vary=task.parameters_vary
        )
        self._sums = UpdateSums()
        # Counted along the ancestors of the stage, so the draws of a branch do not depend on its position in the list.
        depth = len(stage_ancestors(context.experiment, context.index))
        self._dropout_stream = (context.experiment.stream_seed("dropout", stage), "dropout", depth)

    @property
    def description(self) -> str:
        """How batches are built and split, in words."""
        return f"Batches {self._prefetcher.description}; {self.task.micro_batching.description}."

    def autocast(self) -> torch.autocast:
        """Return the autocast context of the run's precision."""
        bf16 = self.context.device.precision == "bf16"
        return torch.autocast(self.context.device.torch.type, torch.bfloat16, enabled=bf16)

    def step(self, number: int) -> UpdateResult:
        """Make update ``number`` (from 0). The loss is the mean over the whole batch.

        When a micro-batch runs out of memory, the update restarts with smaller ones (``MicroBatching``).

        Raises:
            NonFinite: loss or gradient is not finite. The weights are unchanged. On a device whose metrics arrive
                late, ``check_finite`` raises it later, and the weights are lost.
            UserError: not even a single text fits into memory.
        """
        self._schedule.apply_freezing(number)
        self._schedule.set_learning_rates(self.optimizer, number)
        self.model.train()
        self._schedule.disable_frozen_dropout()
        micro_batches, sums = self._accumulate_gradients(number)
        stage = self.task.stage
        norm = clip_gradients(self._trainable(), stage.clip_norm, stage.clip, self.optimizer)
        result = UpdateResult.from_sums(micro_batches, sums, norm)
        if not max_lag(result.sums.device):
            self.check_finite(number, result.values())
        self.optimizer.step()
        for regulariser in self.regularisers:
            regulariser.after_update(self.optimizer)
        return result

    def check_finite(self, number: int, values: MetricValues) -> None:
        """Raise NonFinite when the ``values`` of update ``number`` are not finite."""
        loss, norm = values["train/loss"], values[GRADIENT_NORM]
        if math.isfinite(loss) and math.isfinite(norm):
            return
        self._prefetcher.discard()
        batch = "; ".join(self.task.describe_batch(each) for each in self.task.micro_batches(number))
        self._schedule.set_learning_rates(
            self.optimizer, number
        )  # where metrics arrive late, the rates are those of a later update
        rate = max(group["lr"] for group in self.optimizer.param_groups)
        raise NonFinite(
            f"the {'gradient' if math.isfinite(loss) else 'loss'} of update {number + 1} is not finite; the batch is "
            f"{batch}, the learning rate {rate:.3g}. Resuming would repeat it: start a run with a lower learning rate, "
            "a longer warm-up or gradient clipping."
        )

    def broadcast_weights(self) -> None:
        """Broadcast the first process's weights and constants of regularisers, after a barrier."""
        self.process_group.barrier()
        self.process_group.broadcast(self.model.state_dict().values())
        for regulariser in self.regularisers:
            self.process_group.broadcast(regulariser.constant_tensors())

    def close(self) -> None:
        """End the thread that prepares batches. No further updates are possible."""
        self._prefetcher.close()
        self._gradients.close()

    def _accumulate_gradients(self, number: int) -> tuple[list[MicroBatch], UpdateSums]:
        """Return all micro-batches of an update and their sums, with gradients accumulated over all processes.

        With several processes, either all restart an update or none does (``SharedOutOfMemory``).
        """
        while True:
            micro_batches = list[MicroBatch]()
            try:
                micro_batches = self._prefetcher.micro_batches(number)
                sums = self._backward(number, micro_batches)
                return micro_batches, self._regularise(number, self._add_over_processes(sums, micro_batches))
            except (RuntimeError, MemoryError) as error:
                is_single_oom = self.process_group.is_single and is_out_of_memory(error)
                if not (is_single_oom or isinstance(error, SharedOutOfMemory)):
                    raise
                message = error_summary(error)
            # Outside the except block, so that the error and the tensors in its traceback are released.
            self._restart_smaller(number, micro_batches, message)

    def _backward(self, number: int, micro_batches: Sequence[MicroBatch]) -> UpdateSums:
        """Accumulate the gradients of this process's micro-batches, scaled by the size of the whole update."""
        self._sums = UpdateSums()
        self.optimizer.zero_grad(set_to_none=True)
        share = self.process_group.shard_sizes([each.token_count for each in micro_batches])
        tokens = max(self.task.micro_batching.padded_tokens(each.lengths) for each in micro_batches)
        with self._gradients.update(tokens):
            for regulariser in self.regularisers:
                regulariser.before_update(number, micro_batches)
            for index in share:
                self._gradients.backward(number, micro_batches, index, last=index == share[-1])
            if not share:
                # The exchange needs every process, so compute another process's micro-batch with weight 0.
                self._gradients.backward(number, micro_batches, 0, weight=0.0, last=True)
                self._sums = self._sums.without_values()
        return self._sums

    def _loss(self, number: int, micro_batches: Sequence[MicroBatch], index: int) -> torch.Tensor:
        """Compute the share of micro-batch ``index`` in the update's loss, and add its metrics to the sums."""
        micro_batch = micro_batches[index]
        loss_terms = sum(each.loss_terms for each in micro_batches)
        # Dropout uses torch's global generator, so seed it as a function of the update's number.
        torch.manual_seed(random_streams.derive_seed(*self._dropout_stream, number, index))
        with self.autocast():
            loss = self.task.compute_loss(micro_batch)
            total = loss.total / loss_terms
            if self.regularisers:
                total = total * math.prod(regulariser.loss_factor for regulariser in self.regularisers)
            for regulariser in self.regularisers:
                term = regulariser.loss_term(number, micro_batch, index, len(micro_batches))
                if term is not None:
                    total = total + term
                    self._sums.add_penalty(f"loss/{regulariser.name}", term)
        self._sums.add(index, loss)
        return total

    def _add_over_processes(self, sums: UpdateSums, micro_batches: Sequence[MicroBatch]) -> UpdateSums:
        if self.process_group.is_single:
            return sums
        texts = [each.text_count for each in micro_batches]
        names = [f"loss/{regulariser.name}" for regulariser in self.regularisers]
        return all_reduce_sums(sums, self.process_group, texts, names)

    def _regularise(self, number: int, sums: UpdateSums) -> UpdateSums:
        """Let regularisers change the gradients of the whole update, and add their penalties to its sums."""
        for regulariser in self.regularisers:
            for name, value in regulariser.after_backward(number).items():
                sums.penalties[f"loss/{name}"] = value
        return sums

    def _restart_smaller(self, number: int, micro_batches: Sequence[MicroBatch], message: str) -> None:
        """Restore the state before update ``number``, and halve its micro-batches.

        Raises UserError when they cannot be halved.
        """
        for regulariser in self.regularisers:
            regulariser.undo_update(number)
        self.optimizer.zero_grad(set_to_none=True)
        self._prefetcher.discard()
        release_memory()
        tried = micro_batches or self.task.micro_batches(number)
        self.task.micro_batching.halve_limit([each.lengths for each in tried], message)

    def _trainable(self) -> list[nn.Parameter]:
        return [parameter for parameter in self.model.parameters() if parameter.requires_grad]


def all_reduce_sums(
    local: UpdateSums, process_group: ProcessGroup, texts: Sequence[int], penalty_names: Sequence[str]
) -> UpdateSums:
    """Sum an update over all processes.

    On a GPU this is asynchronous, except with regularisers, when processes first exchange which penalties they have.

    Args:
        local: the sums of this process, with the same logged names in every process.
        texts: the number of texts of each micro-batch of the update, in all processes.
        penalty_names: penalty names of all regularisers, even those that this process has not computed.
    """
    assert local.loss is not None
    names = list(dict.fromkeys(penalty_names))
    has_penalty = process_group.maximum([name in local.penalties for name in names]) if names else []
    penalties = [name for name, used in zip(names, has_penalty, strict=True) if used]
    zero = torch.zeros_like(local.loss)
    values = [local.loss, *local.logged.values(), *(local.penalties.get(name, zero) for name in penalties)]
    row = torch.stack([value.float().to(zero.device) for value in values])
    if local.correct:
        answers = [local.correct.get(number, zero.expand(count)) for number, count in enumerate(texts)]
        row = torch.cat([row, *(answer.float() for answer in answers)])
    process_group.all_reduce(row)
    sums, correct = row[: len(values)].unbind(), row[len(values) :]
    return UpdateSums(
        sums[0],
        dict(zip(local.logged, sums[1:], strict=False)),
        dict(zip(penalties, sums[1 + len(local.logged) :], strict=True)),
        dict(enumerate((correct > 0.5).split(list(texts)))) if local.correct else {},
    )
