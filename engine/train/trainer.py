"""The trainer of a stage: its model on the device, and the updates of it.

An update is a pure function of the weights, the optimiser's state and the update's number: batches, dropout, rates and
what is frozen follow from that number and the run's seeds. So a run resumes from a checkpoint as if it had never
stopped, and an update that ran out of memory can be begun anew.
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
from engine.spec.task_names import stage_ancestors
from engine.stages.base import MicroBatch, StageContext, StageTask
from engine.stages.prefetch import Prefetcher
from engine.train.data_parallel import GradientReducer, SharedOutOfMemory
from engine.train.metric_buffer import max_lag
from engine.train.update import GRADIENT_NORM, MetricValues, UpdateResult, UpdateSums


class NonFinite(RuntimeError):
    """The loss or the gradient of an update was not a number. The message names the batch."""


class Trainer:
    """The model of a stage with optimiser, schedule and regularisers.

    It only makes updates. Callbacks (``engine.train.callbacks``) evaluate, probe, save and report between them.
    Regularisers treat the present weights as those the stage began with, so they are built, and put into
    ``regularisers``, before a checkpoint is read into ``model`` and ``optimizer``.

    Args:
        task: the stage, ready to train. Its model is moved to the device.
        context: the run it belongs to.
        process_group: the processes that share the micro-batches of each update.
        updates_done: updates that an earlier part of the run has made.

    Attributes:
        model: in float32, as it is saved.
        optimizer: over all its parameters.
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
        # Counted along the line of stages it builds upon: a branch draws the same wherever it stands in the list.
        depth = len(stage_ancestors(context.experiment, context.index))
        self._dropout_stream = (context.experiment.stream_seed("dropout", stage), "dropout", depth)

    @property
    def description(self) -> str:
        """How batches are made and divided, in words."""
        return f"Batches {self._prefetcher.description}; {self.task.micro_batching.description}."

    def autocast(self) -> torch.autocast:
        """The run's precision, for forward passes."""
        bf16 = self.context.device.precision == "bf16"
        return torch.autocast(self.context.device.torch.type, torch.bfloat16, enabled=bf16)

    def step(self, number: int) -> UpdateResult:
        """Make update ``number`` (from 0). The loss is the mean over the whole batch.

        When there is no memory for a micro-batch, the update begins anew with smaller ones (``MicroBatching``).

        Raises:
            NonFinite: loss or gradient is not a number. The weights are unchanged. On a device whose metrics arrive
                late, ``check_finite`` reports it then, and the weights are lost.
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
        """Raise NonFinite when ``values``, which update ``number`` has shown, are not numbers."""
        loss, norm = values["train/loss"], values[GRADIENT_NORM]
        if math.isfinite(loss) and math.isfinite(norm):
            return
        self._prefetcher.discard()
        batch = "; ".join(self.task.describe_batch(each) for each in self.task.micro_batches(number))
        self._schedule.set_learning_rates(
            self.optimizer, number
        )  # where metrics come late, it is at a later one
        rate = max(group["lr"] for group in self.optimizer.param_groups)
        raise NonFinite(
            f"the {'gradient' if math.isfinite(loss) else 'loss'} of update {number + 1} is not finite; the batch is "
            f"{batch}, the learning rate {rate:.3g}. Resuming would repeat it: start a run with a lower learning rate, "
            "a longer warm-up or gradient clipping."
        )

    def broadcast_weights(self) -> None:
        """Give every process the first one's weights and constants of regularisers, when all have come here."""
        self.process_group.barrier()
        self.process_group.broadcast(self.model.state_dict().values())
        for regulariser in self.regularisers:
            self.process_group.broadcast(regulariser.constant_tensors())

    def close(self) -> None:
        """End the thread that prepares batches. No update may follow."""
        self._prefetcher.close()
        self._gradients.close()

    def _accumulate_gradients(self, number: int) -> tuple[list[MicroBatch], UpdateSums]:
        """Return all micro-batches of an update and their sums. The gradients are in place, over all processes.

        With several processes, all begin an update anew or none does: ``SharedOutOfMemory``.
        """
        while True:
            micro_batches = list[MicroBatch]()
            try:
                micro_batches = self._prefetcher.micro_batches(number)
                sums = self._backward(number, micro_batches)
                return micro_batches, self._regularise(number, self._add_over_processes(sums, micro_batches))
            except (RuntimeError, MemoryError) as error:
                alone = self.process_group.is_single and is_out_of_memory(error)
                if not (alone or isinstance(error, SharedOutOfMemory)):
                    raise
                problem = error_summary(error)
            # Only here, where the error is gone, and with it what the frames it had passed through still held.
            self._give_up(number, micro_batches, problem)

    def _backward(self, number: int, micro_batches: Sequence[MicroBatch]) -> UpdateSums:
        """Add up the gradients of this process's micro-batches, as shares of those of the whole update."""
        self._sums = UpdateSums()
        self.optimizer.zero_grad(set_to_none=True)
        own = self.process_group.shard_sizes([each.token_count for each in micro_batches])
        tokens = max(self.task.micro_batching.padded_tokens(each.lengths) for each in micro_batches)
        with self._gradients.update(tokens):
            for regulariser in self.regularisers:
                regulariser.before_update(number, micro_batches)
            for place in own:
                self._gradients.backward(number, micro_batches, place, last=place == own[-1])
            if not own:
                # It is waited for all the same: another's micro-batch, of which nothing counts.
                self._gradients.backward(number, micro_batches, 0, weight=0.0, last=True)
                self._sums = self._sums.without_values()
        return self._sums

    def _loss(self, number: int, micro_batches: Sequence[MicroBatch], place: int) -> torch.Tensor:
        """Compute the share of micro-batch ``place`` in the update's loss, and add its metrics to the sums."""
        micro_batch = micro_batches[place]
        loss_terms = sum(each.loss_terms for each in micro_batches)
        # Dropout is drawn from torch's global state, so that state is made a function of the update's number.
        torch.manual_seed(random_streams.derive_seed(*self._dropout_stream, number, place))
        with self.autocast():
            loss = self.task.compute_loss(micro_batch)
            total = loss.total / loss_terms
            if self.regularisers:
                total = total * math.prod(regulariser.loss_factor for regulariser in self.regularisers)
            for regulariser in self.regularisers:
                term = regulariser.loss_term(number, micro_batch, place, len(micro_batches))
                if term is not None:
                    total = total + term
                    self._sums.add_penalty(f"loss/{regulariser.name}", term)
        self._sums.add(place, loss)
        return total

    def _add_over_processes(self, own: UpdateSums, micro_batches: Sequence[MicroBatch]) -> UpdateSums:
        if self.process_group.is_single:
            return own
        texts = [each.text_count for each in micro_batches]
        names = [f"loss/{regulariser.name}" for regulariser in self.regularisers]
        return all_reduce_sums(own, self.process_group, texts, names)

    def _regularise(self, number: int, sums: UpdateSums) -> UpdateSums:
        """Let regularisers add to the gradients of the whole update, and to its sums."""
        for regulariser in self.regularisers:
            for name, value in regulariser.after_backward(number).items():
                sums.penalties[f"loss/{name}"] = value
        return sums

    def _give_up(self, number: int, micro_batches: Sequence[MicroBatch], problem: str) -> None:
        """Put everything back as it was before update ``number``, and halve its micro-batches.

        Raises UserError when they cannot be halved.
        """
        for regulariser in self.regularisers:
            regulariser.undo_update(number)
        self.optimizer.zero_grad(set_to_none=True)
        self._prefetcher.discard()
        release_memory()
        tried = micro_batches or self.task.micro_batches(number)
        self.task.micro_batching.halve_limit([each.lengths for each in tried], problem)

    def _trainable(self) -> list[nn.Parameter]:
        return [parameter for parameter in self.model.parameters() if parameter.requires_grad]


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
