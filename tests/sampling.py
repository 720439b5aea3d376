"""A sample of a parametrisation in every suite, all of it each night."""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import Any

import pytest


def nightly_but(kept: Container[int], cases: Sequence[Any]) -> list[Any]:
    """Return the cases of a parametrisation; those whose places are not among ``kept`` run at night alone."""
    return [
        case
        if place in kept
        else pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=pytest.mark.nightly)
        for place, case in enumerate(cases)
    ]
