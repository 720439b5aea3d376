"""One cell of a table of the paper: the published number and our runs."""

from __future__ import annotations

from dataclasses import dataclass

from engine.analysis.verdicts.statistics import Spread


@dataclass(frozen=True)
class PaperCell:
    """A cell of a table, by its row and column; errors in percent.

    Attributes:
        runs: the finished runs that belong here, one per seed (or draw).
        planned: the number of runs in the recipe.
        ours: the spread of the finished runs, None while there is none.
        low, high: the 95 % interval of ours: of the mean over seeds, or Wilson's of a single run, None where it is not
            known, as of several runs with the same error.
        published: the paper's number, ``published_half`` half its 95 % interval as one run on its test set.
        reproduced: mean and standard deviation of an independent reproduction.
        difference: ours less published, None when the data or the encoder are not the paper's.
        precision: that of the runs that count, ``fp32`` or ``bf16``, empty where none does or it is not known.
        left_out: finished runs that belong here but were computed in another precision.
    """

    runs: tuple[int, ...] = ()
    planned: int = 0
    ours: Spread | None = None
    low: float | None = None
    high: float | None = None
    published: float | None = None
    published_half: float | None = None
    reproduced: tuple[float, float | None] | None = None
    difference: float | None = None
    precision: str = ""
    left_out: tuple[int, ...] = ()
