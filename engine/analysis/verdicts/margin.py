"""The margin within which two errors count as equal in practice."""

from __future__ import annotations

import math

from engine.errors import UserError

DEFAULT_MARGIN = 0.3
"""Percentage points; a choice, shown where it is used."""


def check_margin(margin: float) -> float:
    """Return ``margin`` as it is. Raises UserError unless it is a number above 0 and below 100 points."""
    if not (math.isfinite(margin) and 0 < margin < 100):
        raise UserError(
            f"a margin of {margin:g} points cannot be used: no experiment shows that two errors are equal to the "
            "last text, only that they are nearer than some margin.",
            place="margin",
            remedy=f"Give the smallest difference that would matter to you, in points, such as {DEFAULT_MARGIN:g}.",
        )
    return margin
