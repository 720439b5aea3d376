"""TensorBoard's event files, by tensorboardX: they are read without a server or an account."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from tensorboardX import SummaryWriter

from engine.errors import UserError
from engine.file_names import file_name
from engine.foreign.writers.base import Destination, Point


class TensorBoardWriter:
    """Writes a folder for the run below ``place``, by default ``runs`` in the working folder."""

    def __init__(self, to: Destination) -> None:
        self.folder = Path(to.place or "runs") / file_name(to.run, "run")
        if self.folder.exists():
            raise UserError(
                "is there already.", place=str(self.folder), remedy="Name another folder with --into."
            )
        self.writer = SummaryWriter(str(self.folder))
        self.writer.add_text("settings", f"```\n{json.dumps(dict(to.settings), indent=1)}\n```")

    def write(self, points: Sequence[Point]) -> None:
        for each in points:
            self.writer.add_scalar(each.key, each.value, each.step, each.time)
        self.writer.flush()

    def close(self, status: str) -> str:
        self.writer.close()
        return f"{self.folder}: TensorBoard's event files (tensorboard --logdir {self.folder.parent})."
