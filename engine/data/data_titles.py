"""Titles of data sets: ``Headlines`` for ``samples:headlines``, a file by its name."""

from __future__ import annotations

from functools import cache

from engine.data.catalogue import sample_datasets
from engine.data.paper.sets import paper_sets
from engine.formatting.phrases import phrase
from engine.spec.data import NAME_SCHEMES


def data_titles(names: str) -> str:
    """Return the titles of the data sets of a run, as its row lists them, as a translatable phrase.

    >>> data_titles("samples:headlines, /home/me/reviews.csv, catalogue:tickets, hub:stanfordnlp/imdb")
    'Headlines, reviews.csv, tickets, imdb'
    """
    titles = {f"title{place}": data_title(name) for place, name in enumerate(names.split(", "))}
    return phrase(", ".join(f"{{{place}}}" for place in titles), **titles)


def data_title(name: str) -> str:
    """Return the title of one data set, as a phrase for those that come with Palimpsest."""
    scheme, colon, rest = name.partition(":")
    if colon and scheme in NAME_SCHEMES:
        title = _known_titles().get(name)
        return rest if title is None else phrase(title)
    place = rest if scheme == "hub" else name
    return place.replace("\\", "/").rstrip("/").rpartition("/")[2] or name


@cache
def _known_titles() -> dict[str, str]:
    """Return the titles of the bundled sets and of the paper's, by the names that experiments use."""
    bundled = {f"samples:{name}": sample.title for name, sample in sample_datasets().items()}
    return bundled | {each.source_name: each.title for each in paper_sets().values()}
