"""Shared types of places and their runs: orders, transfer plans, and the error of an unreachable place."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from engine.errors import UserError
from engine.places.messages import OrderRecord

Finding = tuple[str, bool, str, str]
"""Name, whether the check passed, value and remedy, as in ``palimpsest doctor``."""


class PlaceUnreachableError(UserError):
    """Error for a place that cannot be reached now. It may pass, and nothing is lost until then."""


@dataclass(frozen=True, slots=True)
class Order:
    """A run to compute on a place.

    Attributes:
        record: the record to send.
        files: path of each file here, by its hash.
        excluded: inputs that are not transferred, in sentences.
    """

    record: OrderRecord
    files: Mapping[str, Path] = field(default_factory=dict)
    excluded: tuple[str, ...] = ()

    @property
    def bytes(self) -> int:
        """Total size of all files of the run."""
        return sum(self.record.sizes.values())


@dataclass(frozen=True, slots=True)
class TransferPlan:
    """The effect of sending runs to a place: what is copied and what is requested, in sentences."""

    sentences: tuple[str, ...]
    bytes_to_copy: int
