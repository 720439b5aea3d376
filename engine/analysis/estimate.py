"""Estimate the cost of a design before it runs: updates, time, memory, disk. The model is not loaded.

Updates are exact once the data are known. Time is based on earlier runs on this device, else on the number of
multiplications and the speed of a short trial. It excludes the probes of forgetting, whose cost a run measures and
keeps within a budget. Memory and disk follow from the parameters and the longest batch.
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from engine.model.encoder_size import EncoderSize, forward_operations
from engine.spec.experiment import RANDOM_STREAMS, Experiment, select_roles, stage_ancestors
from engine.spec.stages.base import Stage
from engine.spec.stages.labelled_task import LabelledTask
from engine.spec.truncation import HierarchicalTruncation, Truncation

FLOAT_BYTES = 4
"""Bytes of a stored number. Weights, gradients and moments have 32 bits, whatever the precision of products."""

PROCESS_BYTES = 1.2e9
"""Memory of a run's process without model and texts: interpreter, torch, transformers (measured)."""

START_SECONDS = 6.0
"""Time before the first update of a run: imports, reading cached texts, loading the encoder (measured)."""

SMALL_MODEL_SHARE = 0.5
"""Speed of training small encoders relative to large matrix products (measured on two cores)."""


@dataclass(frozen=True)
class SegmentCounts:
    """Texts in segments: mean segments read per text, largest number of segments, texts over the cap, tokens cut."""

    mean: float
    maximum: int
    texts_over_limit: int
    tokens_cut: int


class TokenLengths:
    """Lengths of the texts of a split in tokens, without special tokens, from an array (n,)."""

    def __init__(self, lengths: Sequence[int] | np.ndarray) -> None:
        self._sorted = np.sort(np.asarray(lengths, dtype=np.int64))
        self._sums = np.concatenate([[0], np.cumsum(self._sorted)])

    @property
    def texts(self) -> int:
        """The number of texts."""
        return len(self._sorted)

    @property
    def tokens(self) -> int:
        """The number of tokens of all texts."""
        return int(self._sums[-1])

    @property
    def longest(self) -> int:
        """The number of tokens of the longest text."""
        return int(self._sorted[-1]) if len(self._sorted) else 0

    def count_longer(self, max_tokens: int) -> int:
        """Return the number of texts longer than ``max_tokens``."""
        return self.texts - int(np.searchsorted(self._sorted, max_tokens, side="right"))

    def tokens_cut(self, max_tokens: int) -> int:
        """Return the number of tokens cut when each text keeps at most ``max_tokens``."""
        longer = self.count_longer(max_tokens)
        return int(self._sums[-1] - self._sums[self.texts - longer]) - longer * max_tokens

    def mean_tokens_read(self, max_tokens: int) -> float:
        """Return the mean number of tokens per text when each keeps at most ``max_tokens``."""
        return (self.tokens - self.tokens_cut(max_tokens)) / self.texts if self.texts else 0.0

    def segments(self, truncation: HierarchicalTruncation, max_tokens: int) -> SegmentCounts:
        """Return the segment counts for segments of ``max_tokens`` tokens."""
        step = max(1, max_tokens - truncation.overlap)
        long = np.maximum(self._sorted, 1)
        count = np.where(long <= max_tokens, 1, np.ceil((long - truncation.overlap) / step)).astype(np.int64)
        cap = truncation.most
        is_longer = (count > cap) if cap else np.zeros(len(count), bool)
        # A longer text is read in its first segments and its last one.
        tail = np.minimum(long - (count - 1) * step, max_tokens)
        kept = (cap - 1) * step + truncation.overlap + tail if cap > 1 else np.full(len(long), max_tokens)
        cut = int(np.maximum(long - kept, 0)[is_longer].sum())
        capped = np.where(is_longer, cap, count)
        return SegmentCounts(
            float(capped.mean()) if len(capped) else 0.0, int(count.max(initial=0)), int(is_longer.sum()), cut
        )

    def histogram(self, max_bars: int = 26) -> tuple[np.ndarray, np.ndarray, int]:
        """Return (edges, counts, beyond) of a histogram with at most ``max_bars`` bars of a round width.

        It covers 99 % of the texts. ``beyond`` is the number of longer texts.
        """
        if not self.texts:
            return np.array([0.0, 1.0]), np.array([0.0]), 0
        end = float(self._sorted[min(self.texts - 1, round(0.99 * self.texts))]) + 1
        least_width = max(1.0, end / max_bars)
        power = 10.0 ** math.floor(math.log10(least_width))
        width = next(m * power for m in (1, 2, 2.5, 5, 10) if m * power >= least_width)
        width = max(1.0, float(math.ceil(width)))
        edges = np.arange(0.0, end + width, width)
        counts, _ = np.histogram(self._sorted, edges)
        return edges, counts, self.texts - int(counts.sum())


@dataclass(frozen=True)
class SplitSizes:
    """Sizes of the splits of a fine-tuning stage in texts, with the lengths of the training texts."""

    train: int
    validation: int = 0
    test: int = 0
    lengths: TokenLengths | None = None


@dataclass(frozen=True)
class TrainingSpeed:
    """Training speed of this machine.

    ``flops_per_second`` is measured in a trial, or ``assumed``. ``tokens_per_second`` comes from ``run_count`` earlier
    runs. ``bf16_speedup`` is the speed of bfloat16 products relative to 32-bit ones.
    """

    flops_per_second: float = 0.0
    tokens_per_second: float = 0.0
    run_count: int = 0
    bf16_speedup: float = 1.0
    assumed: bool = False


@dataclass(frozen=True)
class StageCost:
    """Cost of one stage: updates, tokens in training and evaluation, multiplications and additions, bytes, seconds.

    ``seconds`` is None if the speed of the machine is unknown.
    """

    steps: int
    tokens: float
    evaluation_tokens: float
    flops: float
    activation_bytes: float
    seconds: float | None = None


@dataclass(frozen=True)
class RunCost:
    """Cost of one run.

    ``seconds`` is None if the speed of the machine is unknown. ``disk_bytes`` remain after the run; ``peak_disk_bytes``
    are needed during it.
    """

    stages: tuple[StageCost, ...]
    seconds: float | None
    memory_bytes: float
    disk_bytes: float
    peak_disk_bytes: float

    @property
    def steps(self) -> int:
        """The number of updates of all stages."""
        return sum(stage.steps for stage in self.stages)


def estimate_cost(
    experiment: Experiment,
    encoder: EncoderSize,
    texts: Sequence[SplitSizes | tuple[SplitSizes, ...] | None],
    speed: TrainingSpeed | None = None,
) -> RunCost | None:
    """Return the cost of one run of ``experiment``, or None while the data of a stage are unknown.

    Args:
        experiment: a single run, no sweep.
        encoder: the initial encoder.
        texts: the data of each stage, a tuple for several tasks, None if unknown.
        speed: the speed of this machine.
    """
    stages = []
    for stage, data in zip(experiment.stages, texts, strict=True):
        if stage.labelled_tasks() and not data:
            return None
        sizes = (data,) if isinstance(data, SplitSizes) else tuple(data or ())
        stages.append(_stage_cost(stage, encoder, sizes, experiment.compute.micro_batches))
    parameters = encoder.parameters
    trained_share = _largest_share(experiment, encoder)
    activations = max((stage.activation_bytes for stage in stages), default=0.0)
    # The result of each stage remains. During the run there are also the last checkpoint, with moments, and the best.
    result_bytes = parameters * FLOAT_BYTES * len(stages)
    peak = result_bytes + parameters * FLOAT_BYTES * (2 + 2 * trained_share)
    memory = resident_memory(experiment, encoder) + activations
    if speed is not None:
        bf16 = experiment.compute.precision != "fp32"
        stages = [_with_seconds(stage, speed, bf16=bf16) for stage in stages]
    times = [stage.seconds for stage in stages if stage.seconds is not None]
    seconds = START_SECONDS + sum(times) if len(times) == len(stages) else None
    return RunCost(tuple(stages), seconds, memory, result_bytes, peak)


def _largest_share(experiment: Experiment, encoder: EncoderSize) -> float:
    return max((_learning_share(stage, encoder) for stage in experiment.stages), default=1.0)


def resident_memory(experiment: Experiment, encoder: EncoderSize) -> float:
    """Return the memory of a run without its batches: the process, and weights, gradients and moments, in bytes."""
    model_bytes = encoder.parameters * FLOAT_BYTES * (1 + 3 * _largest_share(experiment, encoder))
    return PROCESS_BYTES + model_bytes


def peak_memory(experiment: Experiment, encoder: EncoderSize) -> float:
    """Return the peak memory of a run in bytes, for batches of texts of the maximum length."""

    def longest(stage: Stage) -> float:
        limits = [task.max_length for task in stage.labelled_tasks()] or [stage.max_length]
        return float(max(min(limit or encoder.positions, encoder.positions) for limit in limits))

    parts = experiment.compute.micro_batches
    activations = [_activations(stage, encoder, longest(stage), parts) for stage in experiment.stages]
    return resident_memory(experiment, encoder) + max(activations, default=0.0)


def _with_seconds(cost: StageCost, speed: TrainingSpeed, *, bf16: bool) -> StageCost:
    """Return the cost of a stage with its time. ``bf16``: products are in bfloat16."""
    if speed.tokens_per_second:
        # Evaluation needs a third of the work: no backward pass.
        return replace(cost, seconds=(cost.tokens + cost.evaluation_tokens / 3) / speed.tokens_per_second)
    if speed.flops_per_second:
        return replace(
            cost, seconds=cost.flops / (speed.flops_per_second * (speed.bf16_speedup if bf16 else 1.0))
        )
    return cost


def estimate_total_seconds(
    experiments: Sequence[Experiment], costs: Sequence[RunCost | None]
) -> float | None:
    """Return the total time of consecutive runs, without stages reused from an earlier run.

    Runs of unknown cost (None) are assumed to be like the others. None if the cost of all runs is unknown.
    """
    pairs = [
        (experiment, cost)
        for experiment, cost in zip(experiments, costs, strict=True)
        if cost is not None and cost.seconds is not None
    ]
    if not pairs:
        return None
    reused_seconds = sum(
        cost.stages[index].seconds or 0.0
        for (_, cost), indices in zip(pairs, reused_stages([each for each, _ in pairs]), strict=True)
        for index in indices
    )
    total = sum(cost.seconds or 0.0 for _, cost in pairs) - reused_seconds
    return total / len(pairs) * len(experiments)


def reused_stages(experiments: Sequence[Experiment]) -> list[list[int]]:
    """Return, for each run, the indices of the stages that an earlier one of these runs has trained.

    The last stage is never reused, and neither is a stage whose checkpoint is chosen by a measure of forgetting
    (``engine.train.stage_reuse.is_reusable``).

    Example: three learning rates of a fine-tuning after the same further pre-training give [[], [0], [0]].
    """
    trained: set[str] = set()
    result: list[list[int]] = []
    for experiment in experiments:
        reused = []
        for index, stage in enumerate(experiment.stages[:-1]):
            key = training_key(experiment, index)
            if key in trained and experiment.compute.reuse and not stage.checkpoint_bound.needs_probes:
                reused.append(index)
            trained.add(key)
        result.append(reused)
    return result


def training_key(experiment: Experiment, index: int) -> str:
    """Return a key that is equal for stages of two runs with the same predecessors, settings and seeds."""
    ancestors = [*stage_ancestors(experiment, index), (index + 1, None)]
    settings = [
        (
            select_roles(stage := experiment.stages[number - 1], roles=("what",))
            | {name: None for name in ("start", "seed", "keep")},
            [experiment.stream_seed(stream, stage) for stream in RANDOM_STREAMS],
            step,
        )
        for number, step in ancestors
    ]
    start = [select_roles(experiment.encoder, roles=("what",)), experiment.compute.precision]
    return json.dumps([start, settings], sort_keys=True)


def _max_tokens(length: int, encoder: EncoderSize) -> int:
    """Return the maximum number of tokens read per text. ``length`` 0: the encoder's limit."""
    return min(length or encoder.positions, encoder.positions)


def _longest(task: LabelledTask, encoder: EncoderSize, texts: SplitSizes) -> float:
    """Return the number of tokens of a task's longest input."""
    max_tokens = _max_tokens(task.max_length, encoder)
    if not texts.lengths:
        return float(max_tokens)
    return float(min(max_tokens, texts.lengths.longest + encoder.special_count(task.reads_pairs)))


def _mean_tokens(task: LabelledTask, encoder: EncoderSize, texts: SplitSizes) -> float:
    """Return the mean number of tokens read per text of a task."""
    max_tokens = _max_tokens(task.max_length, encoder)
    if not texts.lengths:
        return float(max_tokens)
    return _mean_read(texts.lengths, task.truncation, max_tokens, encoder.special_count(task.reads_pairs))


def _stage_cost(
    stage: Stage, encoder: EncoderSize, texts: tuple[SplitSizes, ...], micro_batches: int
) -> StageCost:
    tasks = stage.labelled_tasks()
    rows = [data.train for data in texts]
    steps = stage.planned_updates(rows)
    evaluation = 0.0
    if tasks:
        inputs = stage.inputs_read(rows)
        means = [_mean_tokens(task, encoder, data) for task, data in zip(tasks, texts, strict=True)]
        tokens = sum(count * mean_ for count, mean_ in zip(inputs, means, strict=True))
        passes = stage.evaluation_passes
        evaluation = sum(
            (passes * data.validation + data.test) * mean_ for data, mean_ in zip(texts, means, strict=True)
        )
        mean = tokens / max(1.0, sum(inputs))
        longest = max(_longest(task, encoder, data) for task, data in zip(tasks, texts, strict=True))
    else:
        mean = longest = float(_max_tokens(stage.max_length, encoder))
        tokens = steps * stage.batch_size * mean
    forward = _forward_flops(stage, encoder, mean)
    flops = tokens * forward * (1 + 2 * _learning_share(stage, encoder)) + evaluation * forward
    activations = _activations(stage, encoder, longest, micro_batches)
    return StageCost(steps, tokens, evaluation, flops, activations)


def _mean_read(lengths: TokenLengths, truncation: Truncation, max_tokens: int, specials: int) -> float:
    """Return the mean number of tokens read per text, at most ``max_tokens`` with ``specials`` special tokens."""
    inner = max_tokens - specials
    if isinstance(truncation, HierarchicalTruncation) and lengths.texts and truncation.overlap < inner:
        counts = lengths.segments(truncation, inner)
        overlaps = max(0.0, counts.mean - 1) * truncation.overlap
        return (lengths.tokens - counts.tokens_cut) / lengths.texts + overlaps + specials * counts.mean
    return lengths.mean_tokens_read(inner) + specials


def _forward_flops(stage: Stage, encoder: EncoderSize, length: float) -> float:
    """Return the operations per token, including those of masked-word prediction."""
    flops = forward_operations(encoder, length)
    return flops + stage.predicted_share * 2 * encoder.hidden * encoder.vocabulary


def _learning_share(stage: Stage, encoder: EncoderSize) -> float:
    """Return the share of layers that are trainable at some time."""
    learns = stage.freezing.trainable_depths(encoder.layers) & {*range(encoder.layers + 1)}
    return len(learns) / (encoder.layers + 1)


def _activations(stage: Stage, encoder: EncoderSize, length: float, micro_batches: int) -> float:
    """Return the bytes of activations at the peak of the backward pass.

    These are 34 bytes per token, hidden unit and layer in 16 bits (Korthikanti et al. 2022, eq. 1, without the
    attention matrices, which are never stored) and 68 in 32 bits. Gradients of activations and fragmentation take about
    as much again (measured).
    """
    tokens = length * math.ceil(stage.batch_size / micro_batches)
    stored = (
        2
        * 68.0
        * encoder.hidden
        * encoder.layers
        * tokens
        * max(_learning_share(stage, encoder), 1 / encoder.layers)
    )
    return stored + 3 * FLOAT_BYTES * stage.predicted_share * tokens * encoder.vocabulary


def majority_class_error(classes: Sequence[int]) -> float | None:
    """Return the error in percent of always predicting the largest class, or None without counts."""
    total = sum(classes)
    return 100 * (1 - max(classes) / total) if total else None


def memory_advice(
    experiment: Experiment, encoder: EncoderSize, free: float, *, place: str = "", needed: float | None = None
) -> str:
    """Return a sentence on insufficient memory for ``experiment`` with remedies, empty if it fits.

    Args:
        experiment: a single run.
        encoder: the initial encoder.
        free: free bytes on the device. 0: unknown, which gives an empty text.
        place: the device in words (``on cuda:0``). Empty: this computer.
        needed: the estimated peak. None: the peak for batches of the longest texts.
    """
    peak = peak_memory(experiment, encoder) if needed is None else needed
    if not free or peak <= free:
        return ""
    most = "" if needed is not None else "up to "
    sentence = (
        f"Needs {most}about {peak / 1e9:.1f} GB of memory, and {free / 1e9:.1f} GB are free "
        f"{place or 'on this computer'}."
    )
    resident = resident_memory(experiment, encoder)
    if resident >= free:
        return (
            f"{sentence} Weights, gradients and moments alone take about {resident / 1e9:.1f} GB: choose a smaller "
            "encoder, an adapter, or freeze lower layers."
        )
    # Activations shrink with the number of parts, down to a single text per part.
    parts = math.ceil((peak - resident) / (free - resident)) * experiment.compute.micro_batches
    batch_size = max(stage.batch_size for stage in experiment.stages)
    remedies = []
    if parts <= batch_size:
        remedies.append(f"split batches into {parts} parts (Accumulation: {parts}; the update is the same)")
    if not experiment.compute.recompute:
        remedies.append("compute layers again in the backward pass (Recompute; a third more time)")
    remedies.append("read fewer tokens of each text (Length)")
    return f"{sentence} What helps: {', or '.join(remedies)}."
