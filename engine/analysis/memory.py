"""Estimate the memory of a run: its peak, the free memory, and remedies. Plain arithmetic."""

from __future__ import annotations

import math

from engine.analysis.estimate import peak_memory, resident_memory
from engine.model.encoder_size import EncoderSize
from engine.spec.experiment import Experiment


def memory_advice(
    experiment: Experiment, encoder: EncoderSize, free: float, *, place: str = "", needed: float | None = None
) -> str:
    """Return a sentence on missing memory for ``experiment`` and remedies, empty where it fits.

    Args:
        experiment: a single run.
        encoder: the encoder it starts from.
        free: bytes that are free on the device. 0: not known, so nothing is said.
        place: the device in words (``on cuda:0``). Empty: this computer.
        needed: the estimate of the peak, where the data are known; else that of batches of the longest texts.
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
    # What is computed at once shrinks with the parts, down to a single text.
    parts = math.ceil((peak - resident) / (free - resident)) * experiment.compute.micro_batches
    batch_size = max(stage.batch_size for stage in experiment.stages)
    remedies = []
    if parts <= batch_size:
        remedies.append(f"split batches into {parts} parts (Accumulation: {parts}; the update is the same)")
    if not experiment.compute.recompute:
        remedies.append("compute layers again in the backward pass (Recompute; a third more time)")
    remedies.append("read fewer tokens of each text (Length)")
    return f"{sentence} What helps: {', or '.join(remedies)}."
