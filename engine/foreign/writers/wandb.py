"""Weights & Biases, by its client. WANDB_MODE=offline keeps the run in a folder, as it does for every other program."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from engine.foreign.writers.base import Destination, Point

STEP = "train/global_step"
"""The name by which transformers' Trainer logs the update."""


class WandbWriter:
    """Writes a run of ``project``. ``place`` is the folder for its local files."""

    def __init__(self, to: Destination) -> None:
        import wandb

        self.run = wandb.init(
            project=to.project,
            name=to.run,
            dir=to.place or None,
            config=dict(to.settings),
            reinit="create_new",
        )
        # Measures of forgetting come later than the losses of later updates, so no order of steps may be asked for.
        self.run.define_metric("*", step_metric=STEP)

    def write(self, points: Sequence[Point]) -> None:
        for step, own in groupby(points, key=lambda each: each.step):
            self.run.log({STEP: step, **{each.key: each.value for each in own}})

    def close(self, status: str) -> str:
        place = self.run.url or self.run.dir
        self.run.finish(exit_code=int(status == "failed"))
        return f"Weights & Biases: {place}."
