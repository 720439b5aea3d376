"""Choose the page for a file that is dropped onto the window or named at its start."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

FilePage = Literal["design", "runs", "data"]


def page_for(file: Path) -> FilePage:
    """Return the page for a file: designs (TOML), capsules, and everything else, including folders, as data to import.

    >>> page_for(Path("a/plan.toml")), page_for(Path("two.capsule")), page_for(Path("reviews.csv"))
    ('design', 'runs', 'data')
    """
    kind = file.suffix.lower()
    return "design" if kind == ".toml" else "runs" if kind == ".capsule" else "data"


def payload_for(file: Path) -> dict[str, str]:
    """Return the payload for the page (``Page.receive``)."""
    key = {"design": "file", "runs": "capsule", "data": "import"}[page_for(file)]
    return {key: str(file)}
