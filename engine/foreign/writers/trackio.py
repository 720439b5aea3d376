"""Trackio, by its client: a dashboard on this machine, or a Space of the Hub."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from engine.foreign.writers.base import Destination, Point


class TrackioWriter:
    """Writes a run of ``project``. ``place`` is the id of a Space. Without one the run stays on this machine."""

    def __init__(self, to: Destination) -> None:
        import trackio

        self.project = to.project
        self.run = trackio.init(
            project=to.project,
            name=to.run,
            space_id=to.place or None,
            config=dict(to.settings),
            auto_log_gpu=False,
            auto_log_cpu=False,
        )

    def write(self, points: Sequence[Point]) -> None:
        for step, own in groupby(points, key=lambda each: each.step):
            self.run.log({each.key: each.value for each in own}, step=step)

    def close(self, status: str) -> str:
        self.run.finish()
        return f"Trackio: project {self.project} (trackio show --project {self.project})."
