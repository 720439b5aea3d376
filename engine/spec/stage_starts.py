"""Start points of stages, in words, and the possible ones of each stage, also for drafts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.formatting.numbers import count, read_index
from engine.formatting.phrases import phrase
from engine.spec.describe import label_of
from engine.spec.stages.base import ENCODER_START, Stage


def stage_name(stages: Sequence[Stage], index: int) -> str:
    """Return ``2 Fine-tuning``."""
    return phrase("{n} {stage}", n=index + 1, stage=phrase(label_of(type(stages[index]))))


def start_text(stages: Sequence[Stage], index: int, start: str) -> str:
    """Return the ``start`` of stage ``index`` (from 0) in words.

    Examples: ``The stage before (1 Multi-task fine-tuning)``, ``Stage 1 after 2,000 updates``, ``The encoder``.
    """
    if start == ENCODER_START:
        return phrase("The encoder")
    if not start:
        before = stage_name(stages, index - 1) if index else ""
        return phrase("The stage before ({stage})", stage=before) if index else phrase("The encoder")
    number, step = stages[index].model_copy(update={"start": start}).origin(index)
    if step is not None:
        return phrase("Stage {stage} after {n} updates", stage=number, n=count(step))
    exists = 1 <= number <= len(stages)
    return phrase("Stage {stage}", stage=stage_name(stages, number - 1) if exists else number)


def possible_starts(stages: Sequence[Stage], index: int) -> list[tuple[str, str]]:
    """Return the possible starts of stage ``index`` as pairs (value of ``start``, words)."""
    starts = ["", *([ENCODER_START] if index else [])]
    for number in range(1, index + 1):
        # "" refers to the result of the previous stage.
        starts += [str(number)] if number < index else []
        starts += [f"{number}@{step}" for step in stages[number - 1].kept_steps()]
    return [(value, start_text(stages, index, value)) for value in starts]


def renumber_start(start: str, index: int, new_indices: Mapping[int, int]) -> str:
    """Return ``start`` of the stage at ``index`` after stages were moved, with the new number of the stage in it.

    Args:
        new_indices: new index by old index, both from 0. If the start no longer exists or comes later, "" is returned,
            which is the previous stage.
    """
    number, at, step = start.partition("@")
    index_before = read_index(number)
    if index_before is None:
        return start
    new_index = new_indices.get(index_before - 1)
    return "" if new_index is None or new_index >= index else f"{new_index + 1}{at}{step}"
