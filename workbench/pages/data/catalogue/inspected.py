"""Result of inspecting a data set, with its tokens where they were counted; kept in the store as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pydantic import ValidationError

if TYPE_CHECKING:
    from engine.data.inspection.report import DatasetReport
    from engine.data.token_counts import TokenCounts

COUNTED = "counted"
"""The key of the token counts among the values of the report."""


@dataclass(frozen=True)
class InspectedDataset:
    """The report of ``palimpsest data inspect`` and, once they were counted, the tokens of one encoder."""

    report: DatasetReport
    counted: TokenCounts | None = None

    @classmethod
    def from_json(cls, values: Mapping[str, object]) -> InspectedDataset:
        """Return the report as it was printed or kept. Raises ``pydantic.ValidationError`` when it is none."""
        from engine.data.inspection.report import DatasetReport
        from engine.data.token_counts import TokenCounts

        counted = values.get(COUNTED)
        return cls(
            DatasetReport.model_validate(values),
            TokenCounts.model_validate(counted) if counted is not None else None,
        )

    @classmethod
    def read(cls, values: Mapping[str, object] | None) -> InspectedDataset | None:
        """Return what the store has kept, or None if it cannot be read. Then the set is inspected anew."""
        try:
            return cls.from_json(values) if values else None
        except ValidationError:
            return None

    def to_json(self) -> dict[str, object]:
        """Plain values, for the store."""
        values = self.report.model_dump(mode="json")
        return values if self.counted is None else values | {COUNTED: self.counted.model_dump(mode="json")}

    @property
    def rows(self) -> dict[str, int]:
        """Return the number of rows by split."""
        return {name: split.rows for name, split in self.report.splits.items()}
