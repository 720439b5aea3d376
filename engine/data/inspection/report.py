"""Values of the report on a data set, for ``palimpsest data inspect``, the store and the Data page.

Reading a report needs neither pyarrow nor the data, so the window does it in its own thread.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from engine.formatting.phrases import Phrase
from engine.json_types import JsonObject
from engine.spec.checks.findings import DataFacts
from engine.spec.data import DataSource
from engine.spec.truncation import Truncation

if TYPE_CHECKING:
    from engine.data.special_tokens import FastTokenizer


@dataclass(frozen=True)
class ReportRequest:
    """Arguments of ``inspect_dataset``."""

    source: DataSource
    tokenizer: FastTokenizer | None
    max_length: int
    truncation: Truncation
    preview: int
    sentences: bool


REPEATS = {"conflicts": ("conflicts",), "duplicates": ("duplicates", "shared")}
"""Kinds of rows that an import can leave out, each with its findings for ``palimpsest noise --exclude``."""


class ReportPart(BaseModel):
    """Base class of the parts of a report."""

    model_config = ConfigDict(frozen=True)


class LengthHistogram(ReportPart):
    """Histogram: ``counts[i]`` texts have a length in [edges[i], edges[i + 1]), ``beyond`` at least the last edge."""

    edges: list[int]
    counts: list[int]
    beyond: int


class LengthStatistics(ReportPart):
    """Lengths of the texts of a split, in one unit.

    ``percentiles`` has the keys "50", "90", "95", "99".
    """

    mean: float
    median: float
    longest: int
    percentiles: dict[str, float]
    histogram: LengthHistogram


class TruncationReport(ReportPart):
    """Texts and tokens truncated at ``max_length``."""

    max_length: int
    truncation: str
    texts: int
    texts_percent: float
    tokens: int
    tokens_percent: float


class UnknownTokens(ReportPart):
    """Number of tokens of a split, of unknown ones, and of parts of characters that the vocabulary lacks."""

    tokens: int
    unknown: int
    parts: int

    @property
    def unknown_percent(self) -> float:
        """Share of unknown tokens in percent."""
        return 100 * self.unknown / max(1, self.tokens)

    @property
    def parts_percent(self) -> float:
        """Share of parts of characters in percent."""
        return 100 * self.parts / max(1, self.tokens)


class SplitReport(ReportPart):
    """Report on one split: rows, class sizes, lengths. Token fields only with a tokenizer."""

    rows: int
    classes: dict[str, int]
    words: LengthStatistics
    characters: LengthStatistics
    tokens: LengthStatistics | None = None
    cut: TruncationReport | None = None
    tokens_key: str = ""
    unknown: UnknownTokens | None = None


class SentenceStatistics(ReportPart):
    """Sentences per text in a sample of the training split (spaCy's rule-based sentencizer).

    ``single_percent`` is the percentage of texts with one sentence, which give no pairs of sentences.
    """

    sample: int
    mean: float
    median: float
    longest: int
    single_percent: float | None = None


class SampleRow(ReportPart):
    """A text for the preview."""

    row: int
    label: str
    text: str
    second: str = ""


class DataFinding(ReportPart):
    """One line of the health report.

    ``count`` is the number of affected texts, and ``indices`` are the positions in ``split`` of the first 50. ``fix``
    is the cleaning (as plain values) that corrects them, or None. ``template`` and ``values`` are those of a
    translatable message, because JSON has only its English text.
    """

    level: Literal["warning", "info", "good"]
    kind: str
    message: str
    split: str = ""
    count: int = 0
    indices: tuple[int, ...] = ()
    fix: JsonObject | None = None
    template: str = ""
    values: dict[str, str] = Field(default_factory=dict)

    @model_validator(mode="before")
    @classmethod
    def _keep_phrase(cls, data: object) -> object:
        message = data.get("message") if isinstance(data, dict) else None
        if not isinstance(data, dict) or not isinstance(message, Phrase):
            return data
        return data | {
            "template": message.template,
            "values": {k: str(v) for k, v in message.values.items()},
        }


class DatasetReport(ReportPart):
    """Report on a data set before training.

    ``target`` is the kind of labels, missing in older reports.
    """

    source: str
    fingerprint: str
    found: JsonObject
    notes: list[str]
    classes: list[str]
    splits: dict[str, SplitReport]
    health: list[DataFinding]
    sentences: SentenceStatistics | None
    preview: list[SampleRow]
    shared: int
    conflicting: int
    target: str = ""

    def facts(self) -> DataFacts:
        """Return the facts for ``engine.spec.checks.cross_field``."""
        train, validation, test = (self.splits[name].rows for name in ("train", "validation", "test"))
        classes = self.splits["train"].classes
        return DataFacts(train, validation, test, classes, self.shared, self.conflicting, self.target)
