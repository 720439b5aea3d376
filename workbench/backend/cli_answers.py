"""What the window reads of the command line's JSON: one model per command, validated in the thread that reads it.

An answer has more keys than are named here; the window does without them.
"""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


class CliAnswer(BaseModel):
    """Frozen base class of the answers."""

    model_config = ConfigDict(frozen=True)


class KeptAverage(CliAnswer):
    """Average of weights that ``palimpsest average --keep`` saved; its test value of ``metric``, if it was tested."""

    alpha: float
    metric: str = "error"
    test: float | None = None


class AverageAnswer(CliAnswer):
    """Answer of ``palimpsest average``: the stage, and what was kept if that was asked."""

    run: int
    stage: int
    kept: KeptAverage | None = None


class EncoderAnswer(CliAnswer):
    """Answer of ``palimpsest new-encoder`` and ``import``; fields of one only are None or empty in the other's."""

    parameters: int
    layers: int | None = None
    hidden: int | None = None
    vocabulary: int | None = None
    covered_percent: float | None = None
    heads: list[str] | int = []
    """The names of pre-training heads found, or how many attention heads a new encoder has."""
    lacking: list[str] = []
    left_out: dict[str, int] = {}
    notes: list[str] = []


class LayersAnswer(CliAnswer):
    """Answer of ``palimpsest layers``: the error of a linear probe on each layer (0: embeddings), in percent.

    ``learnt`` and ``tested`` are numbers of texts.
    """

    name: str
    before: list[float]
    after: list[float]
    learnt: int
    tested: int


class RegisterAnswer(CliAnswer):
    """Answer of ``palimpsest data register``: the layout recognised, and differences from the paper as sentences."""

    layout: str
    differences: list[str]


class ExportAnswer(CliAnswer):
    """Answer of ``palimpsest export``: what was written, as a sentence."""

    said: str
