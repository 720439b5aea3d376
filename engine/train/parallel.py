"""The processes that share the updates of one run: one alone, or one per GPU (data parallel)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Ranks:
    """This process among those that train together.

    Attributes:
        rank: number of this process, from 0.
        world: how many there are.
    """

    rank: int = 0
    world: int = 1

    @property
    def main(self) -> bool:
        """Whether this is the process that measures, saves and tells."""
        return self.rank == 0


ALONE = Ranks()
