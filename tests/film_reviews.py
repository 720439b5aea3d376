"""Rows that a model can tell apart by one word each."""

from __future__ import annotations

from pathlib import Path


def write_reviews(file: Path, count: int = 60, numbers: int = 10) -> Path:
    """Write reviews of two classes in turn, of so many films, and return their file."""
    rows = [
        f"the {'good' if n % 2 else 'bad'} film number {n % numbers},{'pos' if n % 2 else 'neg'}"
        for n in range(count)
    ]
    file.write_text("\n".join(["text,label", *rows]) + "\n", encoding="utf-8")
    return file
