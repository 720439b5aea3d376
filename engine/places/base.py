"""Shared types of places and their runs: orders, plans, and the error of an unreachable place."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from engine.errors import UserError
from engine.places.messages import OrderRecord

Finding = tuple[str, bool, str, str]
"""Name, whether it is well, the finding, and the remedy where it is not, as ``palimpsest doctor`` shows them."""


class PlaceUnreachableError(UserError):
    """A place cannot be reached now. That may pass, and nothing is lost until then."""


@dataclass(frozen=True, slots=True)
class Order:
    """A run to be computed at a place.

    Attributes:
        record: what is sent.
        files: where each file is here, by its hash.
        excluded: inputs that are not transferred, in sentences.
    """

    record: OrderRecord
    files: Mapping[str, Path] = field(default_factory=dict)
    excluded: tuple[str, ...] = ()

    @property
    def bytes(self) -> int:
        """Bytes of all files that it needs."""
        return sum(self.record.sizes.values())


@dataclass(frozen=True, slots=True)
class TransferPlan:
    """What sending runs to a place would do: what is copied and what is requested, in sentences."""

    sentences: tuple[str, ...]
    bytes_to_copy: int
