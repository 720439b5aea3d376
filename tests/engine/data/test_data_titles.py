"""Data sets by the names that readers know."""

from __future__ import annotations

import pytest

from engine.data.data_titles import data_titles


@pytest.mark.parametrize(
    ("names", "shown"),
    [
        ("samples:headlines", "Headlines"),
        ("samples:headlines, samples:reviews", "Headlines, Long reviews"),
        ("paper:imdb", "IMDb"),
        ("catalogue:my tickets", "my tickets"),
        ("samples:gone", "gone"),
        ("hub:stanfordnlp/imdb", "imdb"),
        ("hub:imdb", "imdb"),
        ("/home/me/aclImdb/", "aclImdb"),
        ("C:\\data\\reviews.csv", "reviews.csv"),
        ("/", "/"),
        ("", ""),
    ],
)
def test_titles(names: str, shown: str) -> None:
    assert data_titles(names) == shown
