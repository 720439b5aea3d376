"""Values of fields left at 0, which the form shows in the empty field."""

from __future__ import annotations

from engine.spec.checks.cross_field import EncoderFacts
from engine.spec.tables import value_at
from workbench.look import formats
from workbench.pages.design.draft.draft import Draft


def automatic_values(draft: Draft, encoder: EncoderFacts | None, cores: int) -> dict[str, str]:
    """Return the number behind each field of a draft that is left at 0 and has one, in words, by dotted field.

    Args:
        encoder: the one the run begins with. None: not known, and lengths are not either.
        cores: of this computer. 0: not known.
    """
    numbers: dict[str, float] = {"compute.threads": cores}
    positions = encoder.positions if encoder is not None else 0
    for i, stage in enumerate(draft.stages):
        numbers[f"stages.{i}.max_length"] = positions
        numbers[f"stages.{i}.head_learning_rate"] = stage.get("learning_rate", 0)
        for j in range(len(stage.get("tasks", ()))):
            numbers[f"stages.{i}.tasks.{j}.max_length"] = stage.get("max_length", 0) or positions
    left = {path: number for path, number in numbers.items() if value_at(draft.table, path) == 0}
    return {path: formats.plain(number) for path, number in left.items() if number}
