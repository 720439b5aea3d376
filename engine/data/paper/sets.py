"""The eight data sets of Sun et al. 2019: published figures, sources of copies, and recognition of a copy."""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import BaseModel, ConfigDict

from engine import paths
from engine.errors import UserError
from engine.json_types import ParsedJson
from engine.spec.cleaning import NoCleaning
from engine.spec.data import DataSource

if TYPE_CHECKING:
    import numpy as np

    from engine.data.token_counts import TokenCounts


SCHEME = "paper:"
PAPER_FILE = "paper_datasets.toml"


@dataclass(frozen=True)
class CopyLayout:
    """Layout in which a publisher distributes a data set.

    Attributes:
        title: its name.
        finds: patterns below the folder, all of which must match something.
        train: the training file. Empty: the folder as a whole.
        columns: fields of the first row of the training file. 0: not checked.
        other: a selection of its own, not the paper's.
        options: fields of a ``DataSource``.
    """

    title: str
    finds: tuple[str, ...]
    train: str = ""
    columns: int = 0
    other: bool = False
    options: ParsedJson = field(default_factory=dict)


@dataclass(frozen=True)
class PaperSet:
    """One of the eight data sets of the paper.

    ``average``, ``maximum`` (word pieces) and ``exceeding`` (% over 512) as in Table 1.

    Attributes:
        rows: texts of "train" and "test" in the paper.
        meanings: the classes in words, where their names are abbreviations; else empty.
        use: fields of a ``DataSource`` that are set for every copy.
        hub: the declaration of the hub's copy, None where every hub copy needs remote code.
        layouts: recognised layouts of local copies, the more specific first.
    """

    name: str
    title: str
    domain: str
    language: str
    classes: tuple[str, ...]
    rows: dict[str, int]
    average: int
    maximum: int
    exceeding: float
    licence: str
    citation: str
    home: str
    note: str = ""
    meanings: tuple[str, ...] = ()
    use: ParsedJson = field(default_factory=dict)
    hub: DataSource | None = None
    layouts: tuple[CopyLayout, ...] = ()

    @property
    def source_name(self) -> str:
        """Name in an experiment: ``paper:imdb``."""
        return f"{SCHEME}{self.name}"


def paper_sets() -> dict[str, PaperSet]:
    """Return the eight data sets by name, in the order of the paper's Table 1."""
    return _read(paths.RESOURCES / PAPER_FILE)


@lru_cache(maxsize=4)
def _read(file: Path) -> dict[str, PaperSet]:
    if not file.is_file():
        return {}
    tables = tomllib.loads(file.read_text(encoding="utf-8"))["datasets"]
    return {name: _paper_set(name, table) for name, table in tables.items()}


def _paper_set(name: str, table: ParsedJson) -> PaperSet:
    plain = dict(table)
    hub, layouts = plain.pop("hub", None), plain.pop("layouts", [])
    for key in ("classes", "meanings"):
        plain[key] = tuple(plain.get(key, ()))
    return PaperSet(
        name,
        hub=DataSource.model_validate(plain["use"] | hub) if hub else None,
        layouts=tuple(CopyLayout(**each | {"finds": tuple(each["finds"])}) for each in layouts),
        **plain,
    )


def find_paper_set(name: str) -> PaperSet:
    """Return the set called ``name`` or ``paper:name``.

    Raises UserError that suggests the nearest name.
    """
    sets, short = paper_sets(), name.removeprefix(SCHEME)
    if short not in sets:
        near = difflib.get_close_matches(short, sets, n=1)
        remedy = f"Did you mean '{SCHEME}{near[0]}'?" if near else f"The paper's sets: {', '.join(sets)}."
        raise UserError("the paper has no data set of that name.", place=name, remedy=remedy)
    return sets[short]


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
    from engine.data.catalogue import data_title, sample_datasets

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
