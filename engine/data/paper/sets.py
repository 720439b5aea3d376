"""The eight data sets of Sun et al. 2019: published figures, sources and layouts of copies."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from engine import paths
from engine.errors import UserError, suggest_name
from engine.json_types import ParsedJson
from engine.spec.data import DataSource

SCHEME = "paper:"
PAPER_FILE = "paper_datasets.toml"


@dataclass(frozen=True)
class CopyLayout:
    """Layout in which a publisher distributes a data set.

    Attributes:
        title: its name.
        finds: glob patterns in the folder, all of which must match.
        train: the training file. Empty: the whole folder.
        columns: number of fields in the first row of the training file. 0: not checked.
        other: whether it is another selection of texts than the paper's.
        options: fields of its ``DataSource``.
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

    ``average``, ``maximum`` (word pieces) and ``exceeding`` (% over 512) are from Table 1.

    Attributes:
        rows: sizes of "train" and "test" in the paper.
        meanings: the classes in words if their names are abbreviations, else empty.
        use: fields of the ``DataSource`` of every copy.
        hub: the data source of the copy on the hub, None if every hub copy needs remote code.
        layouts: recognised layouts of local copies, more specific ones first.
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
        """Its name in an experiment: ``paper:imdb``."""
        return f"{SCHEME}{self.name}"


def paper_sets() -> dict[str, PaperSet]:
    """Return the eight data sets by name, in the order of the paper's Table 1."""
    return _read_sets(paths.RESOURCES / PAPER_FILE)


@lru_cache(maxsize=4)
def _read_sets(file: Path) -> dict[str, PaperSet]:
    if not file.is_file():
        return {}
    tables = tomllib.loads(file.read_text(encoding="utf-8"))["datasets"]
    return {name: _paper_set(name, table) for name, table in tables.items()}


def _paper_set(name: str, table: ParsedJson) -> PaperSet:
    fields = dict(table)
    hub, layouts = fields.pop("hub", None), fields.pop("layouts", [])
    for key in ("classes", "meanings"):
        fields[key] = tuple(fields.get(key, ()))
    return PaperSet(
        name,
        hub=DataSource.model_validate(fields["use"] | hub) if hub else None,
        layouts=tuple(CopyLayout(**each | {"finds": tuple(each["finds"])}) for each in layouts),
        **fields,
    )


def find_paper_set(name: str) -> PaperSet:
    """Return the data set ``name`` or ``paper:name``.

    Raises UserError that suggests the nearest name.
    """
    sets, short = paper_sets(), name.removeprefix(SCHEME)
    if short not in sets:
        names = [each.source_name for each in sets.values()]
        remedy = suggest_name(f"{SCHEME}{short}", names, f"The paper's sets: {', '.join(sets)}.", cutoff=0.75)
        raise UserError("the paper has no data set of that name.", place=name, remedy=remedy)
    return sets[short]
