"""What a run lacks in memory, and whether what is proposed makes it fit."""

from __future__ import annotations

import re

import pytest

from engine.analysis.estimate import (
    SplitSizes,
    TokenLengths,
    estimate_cost,
    memory_advice,
    peak_memory,
    resident_memory,
)
from engine.model.encoders import EncoderInfo
from engine.spec.experiment import Experiment, parse_experiment

BASE = EncoderInfo("base", "bert", 12, 768, 12, 30522, 512, 109_482_240)


def design(**compute: object) -> Experiment:
    stage = {"kind": "finetune", "data": "samples:reviews", "batch_size": 24, "max_length": 256}
    return parse_experiment({"stages": [stage], "compute": compute})


def test_the_peak_is_the_estimate_for_texts_as_long_as_are_read() -> None:
    texts = SplitSizes(100, 10, 10, TokenLengths([900] * 100))
    cost = estimate_cost(design(), BASE, [texts])
    assert cost is not None and peak_memory(design(), BASE) == cost.memory_bytes


def test_nothing_is_said_where_it_fits_or_nothing_is_known() -> None:
    peak = peak_memory(design(), BASE)
    assert memory_advice(design(), BASE, peak) == "" and memory_advice(design(), BASE, 0.0) == ""
    assert memory_advice(design(), BASE, 0.6 * peak, needed=0.5 * peak) == ""


@pytest.mark.parametrize("share", [0.5, 0.7, 0.9])
def test_as_many_parts_as_are_proposed_make_it_fit(share: float) -> None:
    free = share * peak_memory(design(), BASE)
    said = memory_advice(design(), BASE, free, place="on cuda:0")
    assert "are free on cuda:0" in said and "(Recompute;" in said and "(Length)" in said
    found = re.search(r"Accumulation: (\d+)", said)
    assert found is not None
    parts = int(found[1])
    assert (
        peak_memory(design(micro_batches=parts), BASE) <= 1.05 * free
    )  # the last text of a part is a whole one
    assert peak_memory(design(micro_batches=parts - 1), BASE) > free


def test_an_encoder_that_does_not_fit_by_itself_is_said_to_be_too_large() -> None:
    said = memory_advice(design(), BASE, 0.9 * resident_memory(design(), BASE))
    assert "choose a smaller encoder, an adapter, or freeze lower layers" in said and "parts" not in said
