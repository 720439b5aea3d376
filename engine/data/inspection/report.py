"""The report of a data set as values: what ``palimpsest data inspect`` prints, the store keeps and the Data page shows.

Reading it needs neither pyarrow nor the data: the window does so in its own thread.
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
    """Subject of a report. The fields are those of ``inspect_dataset``."""

    source: DataSource
    tokenizer: FastTokenizer | None
    max_length: int
    truncation: Truncation
    preview: int
    sentences: bool


REPEATS = {"conflicts": ("conflicts",), "duplicates": ("duplicates", "shared")}
"""Rows that an import can leave out, with their findings for ``palimpsest noise --exclude``."""


class ReportPart(BaseModel):
    """Frozen base class of the parts of the report."""

    model_config = ConfigDict(frozen=True)


class LengthHistogram(ReportPart):
    """``counts[i]`` texts have a length in [edges[i], edges[i + 1]). ``beyond`` are longer than the last edge."""

    edges: list[int]
    counts: list[int]
    beyond: int


class LengthStatistics(ReportPart):
    """Lengths of the texts of a split, in one unit.

    ``percentiles`` are keyed "50", "90", "95", "99".
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
    """Tokens of a split: all, those unknown to the vocabulary, and parts of characters that the vocabulary lacks."""

    tokens: int
    unknown: int
    parts: int

    @property
    def unknown_percent(self) -> float:
        """The share of unknown tokens in percent."""
        return 100 * self.unknown / max(1, self.tokens)

    @property
    def parts_percent(self) -> float:
        """The share of parts of characters in percent."""
        return 100 * self.parts / max(1, self.tokens)


class SplitReport(ReportPart):
    """One split: rows, rows of each class, lengths. Tokens only where a tokenizer was given."""

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

    ``single_percent`` of them have only one: no pair of sentences can be made of those.
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

    ``count`` is the number of texts it concerns. ``indices`` are the positions in ``split`` of the first 50 of them.
    ``fix`` is the cleaning (its plain values) that would correct them, None where none would. ``template`` and
    ``values`` are those of a message that is a phrase: JSON has only its English.
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
    """Report on a data set before training on it.

    ``target`` is the kind of the labels, which older reports lack.
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
        """Return the counts that ``engine.spec.checks.cross_field`` needs."""
        train, validation, test = (self.splits[name].rows for name in ("train", "validation", "test"))
        classes = self.splits["train"].classes
        return DataFacts(train, validation, test, classes, self.shared, self.conflicting, self.target)
