"""Columns of the paper's Table 1 (Sun et al. 2019) for a copy of a data set, with the published row.

Lengths are in tokens of the chosen encoder, of whole texts (both segments of a pair), special tokens not counted,
over training and test texts together. So truncation does not affect them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from pydantic import BaseModel, ConfigDict

from engine.data.paper.sets import SCHEME, PaperSet, paper_sets
from engine.spec.cleaning import NoCleaning
from engine.spec.data import DataSource

if TYPE_CHECKING:
    import numpy as np

    from engine.data.token_counts import TokenCounts

BERT_LENGTH = 512
"""Tokens that BERT reads. The paper gives the share of longer texts."""

COLUMNS = (
    "Data set",
    "Classes",
    "Type",
    "Average length",
    "Max length",
    "Exceeding ratio",
    "Train",
    "Test",
)
PUBLISHED_WITH = {"en": "BERT-base, uncased", "zh": "Chinese BERT-base"}
_SAME = {"en": ("bert-base-uncased", "bert-large-uncased"), "zh": ("bert-base-chinese",)}


class Table1Row(BaseModel):
    """Row of one data set: lengths in tokens, ``exceeding`` in % over ``BERT_LENGTH``, rows as the source has
    them.

    ``train`` counts validation texts that are held out of train. ``test`` is 0 where test texts are, too.
    """

    model_config = ConfigDict(frozen=True)

    title: str
    classes: int
    type: str
    average: float
    maximum: int
    exceeding: float
    train: int
    test: int

    def cells(self) -> list[str]:
        """Return the cells as Table 1 prints them."""
        return [
            self.title,
            str(self.classes or "–"),
            self.type.capitalize() or "–",
            f"{self.average:,.0f}",
            f"{self.maximum:,}",
            f"{self.exceeding:.2f} %",
            f"{self.train:,}",
            f"{self.test:,}",
        ]


class Table1Comparison(BaseModel):
    """Row of a copy, the published row (None unless it is one of the eight) and notes on differences."""

    model_config = ConfigDict(frozen=True)

    source: str
    encoder: str
    ours: Table1Row
    paper: Table1Row | None = None
    notes: list[str] = []


def published_row(paper: PaperSet) -> Table1Row:
    """Return the published row of Table 1 for the set ``paper``."""
    return Table1Row(
        title=paper.title,
        classes=len(paper.classes),
        type=paper.domain,
        average=paper.average,
        maximum=paper.maximum,
        exceeding=paper.exceeding,
        train=paper.rows["train"],
        test=paper.rows["test"],
    )


def measure_row(
    title: str,
    domain: str,
    classes: int,
    lengths: Mapping[str, np.ndarray],
    parts: Mapping[str, str],
) -> Table1Row:
    """Return the row of a copy, from its token counts.

    Args:
        lengths: by split, tokens of each text, int64 [n].
        parts: by split, the part of the source it is drawn from ("train" where it is held out of train).
    """
    import numpy as np  # here: the columns of a kept report are read without it

    every = np.concatenate(list(lengths.values()))
    test = sum(len(each) for name, each in lengths.items() if parts.get(name, name) == "test")
    return Table1Row(
        title=title,
        classes=classes,
        type=domain,
        average=float(every.mean()),
        maximum=int(every.max()),
        exceeding=float(100 * (every > BERT_LENGTH).mean()),
        train=len(every) - test,
        test=test,
    )


def compare_copy(
    name: str, source: DataSource, encoder: str, classes: Sequence[str], lengths: Mapping[str, np.ndarray],
    parts: Mapping[str, str],
) -> Table1Comparison:  # fmt: skip
    """Return the comparison for the copy ``source`` of the set called ``name`` (``paper:imdb``, or any other)."""
    paper = paper_sets().get(name.removeprefix(SCHEME)) if name.startswith(SCHEME) else None
    title, domain = (paper.title, paper.domain) if paper else _words(name)
    row = measure_row(title, domain, len(classes), lengths, parts)
    if paper is None:
        return Table1Comparison(source=name, encoder=encoder, ours=row)
    return Table1Comparison(
        source=name,
        encoder=encoder,
        ours=row,
        paper=published_row(paper),
        notes=_notes(paper, source, encoder, classes, row),
    )


def compare_counted(name: str, source: DataSource, counts: TokenCounts) -> Table1Comparison:
    """Return the comparison for a data set whose tokens were counted.

    Raises UserError when the tokens are no longer in the cache.
    """
    from engine.data.inspection.browse import open_cached
    from engine.data.token_counts import load_token_lengths

    data = open_cached(counts.fingerprint)
    lengths = {split: load_token_lengths(keys) for split, keys in counts.keys.items()}
    return compare_copy(name, source, counts.encoder, data.classes, lengths, data.source_parts)


def _words(name: str) -> tuple[str, str]:
    """Return title and kind of a set that is not one of the eight."""
    from engine.data.catalogue import sample_datasets
    from engine.data.data_titles import data_title

    sample = sample_datasets().get(name.removeprefix("samples:")) if name.startswith("samples:") else None
    return (sample.title, sample.task) if sample else (str(data_title(name)), "")


def _notes(
    paper: PaperSet, source: DataSource, encoder: str, classes: Sequence[str], row: Table1Row
) -> list[str]:
    from engine.data.paper.copies import compare_with_paper  # reads copies with pyarrow

    rows = {"train": row.train, "test": row.test}
    notes = [
        f"{each.message[:1].upper()}{each.message[1:]}." for each in compare_with_paper(paper, rows, classes)
    ]
    name = encoder.rstrip("/").replace("\\", "/").rsplit("/", 1)[-1]
    if name not in _SAME.get(paper.language, ()):
        notes.append(f"Tokens of {name}; the paper counts those of {PUBLISHED_WITH[paper.language]}.")
    if not isinstance(source.cleaning, NoCleaning):
        notes.append("Texts are cleaned of escapes and mark-up; the paper does not say whether its were.")
    return notes
