"""The bundled data sets, and overrides of the options of named data sets.

The user's data sets and copies of the paper's are rows of the store (``engine.store.data_names``).
"""

from __future__ import annotations

import tomllib
from collections.abc import Collection
from dataclasses import dataclass, field
from functools import cache

from pydantic import ValidationError

from engine import paths
from engine.data.paper.sets import paper_sets
from engine.errors import UserError, suggest_name
from engine.formatting.phrases import phrase
from engine.json_types import ParsedJson
from engine.spec.base import describe_error
from engine.spec.data import NAME_SCHEMES, PATH_FIELDS, DataSource

_SIZES = ("train_rows", "train_percent")


@dataclass(frozen=True)
class SampleDataset:
    """A bundled data set: its catalogue entry and its source.

    ``rows`` is the number of texts by split.
    """

    name: str
    title: str
    description: str
    task: str
    source: DataSource
    language: str = ""
    classes: tuple[str, ...] = ()
    rows: dict[str, int] = field(default_factory=dict)


def find_sample(name: str) -> SampleDataset:
    """Return the bundled data set ``name`` (``reviews``).

    Raises UserError that suggests the nearest name.
    """
    samples = sample_datasets()
    if name not in samples:
        names = [f"samples:{each}" for each in samples]
        remedy = suggest_name(f"samples:{name}", names, f"Bundled: {', '.join(names) or 'none'}.")
        raise UserError("there is no such bundled data set.", place=f"samples:{name}", remedy=remedy)
    return samples[name]


def sample_datasets() -> dict[str, SampleDataset]:
    """Return the bundled data sets by name, in the order of the catalogue."""
    folder = paths.RESOURCES / "samples"
    file = folder / "catalogue.toml"
    if not file.is_file():
        return {}
    tables = tomllib.loads(file.read_text(encoding="utf-8"))
    return {name: _sample(name, table) for name, table in tables.items()}


def merge_entry(source: DataSource, entry: DataSource | None, explicit: Collection[str] = ()) -> DataSource:
    """Return the data set to read, with full paths: ``entry`` overridden by the fields that ``source`` sets.

    Forms and templates write all defaults, so a field at its default does not override. Example: if the entry has
    ``validation_share`` 0.2, 0.1 (the default) in ``source`` gives 0.2, and 0.3 gives 0.3.

    Args:
        source: the data set of the experiment.
        entry: the entry of its name, None if ``source`` is a path.
        explicit: fields that override even at their defaults.

    Raises UserError when the two are inconsistent.
    """
    merged = source.model_copy(update={"resolved": None})
    if entry is not None:
        fields = {name: getattr(source, name) for name in _set_fields(source) | set(explicit)}
        if fields.keys() & set(_SIZES):
            fields = {name: getattr(source, name) for name in _SIZES} | fields  # one size replaces the other
        merged = entry.model_copy(update=fields)
        try:
            DataSource.model_validate(merged.model_dump())
        except ValidationError as error:
            problems = "; ".join(describe_error(each) for each in error.errors())
            raise UserError(problems, place=source.source) from None
    return merged.model_copy(update={name: full_path(getattr(merged, name)) for name in PATH_FIELDS})


def _set_fields(source: DataSource) -> set[str]:
    """Return the fields in which ``source`` differs from the defaults."""
    defaults = DataSource(source=source.source)
    return {
        name
        for name in DataSource.model_fields
        if name not in ("source", "resolved") and getattr(source, name) != getattr(defaults, name)
    }


def full_path(location: str) -> str:
    """Return the absolute path of ``location``. Hub ids and missing paths are returned unchanged."""
    if not location or location.startswith("hub:"):
        return location
    path = paths.user_path(location)
    return str(path.absolute()) if path.exists() else location


def _sample(name: str, table: ParsedJson) -> SampleDataset:
    folder = paths.RESOURCES / "samples"
    files = {key: str(folder / table[key]) for key in ("train", "validation", "test") if key in table}
    options = {key: table[key] for key in ("format", "text", "label", "pair", "join") if key in table}
    source = DataSource.model_validate({"source": files.pop("train"), **files, **options})
    return SampleDataset(
        name,
        table.get("title", name),
        table.get("description", ""),
        table.get("task", ""),
        source,
        table.get("language", ""),
        tuple(table.get("classes", ())),
        table.get("rows", {}),
    )


def data_titles(names: str) -> str:
    """Return the titles of the data sets in the row of a run, as a translatable phrase.

    >>> data_titles("samples:headlines, /home/me/reviews.csv, catalogue:tickets, hub:stanfordnlp/imdb")
    'Headlines, reviews.csv, tickets, imdb'
    """
    titles = {f"title{number}": data_title(name) for number, name in enumerate(names.split(", "))}
    return phrase(", ".join(f"{{{number}}}" for number in titles), **titles)


def data_title(name: str) -> str:
    """Return the title of a data set, as a phrase for a bundled one."""
    scheme, colon, rest = name.partition(":")
    if colon and scheme in NAME_SCHEMES:
        title = _bundled_titles().get(name)
        return rest if title is None else phrase(title)
    path = rest if scheme == "hub" else name
    return path.replace("\\", "/").rstrip("/").rpartition("/")[2] or name


@cache
def _bundled_titles() -> dict[str, str]:
    """Return the titles of bundled data sets and of the paper's, by their names in experiments."""
    bundled = {f"samples:{name}": sample.title for name, sample in sample_datasets().items()}
    return bundled | {each.source_name: each.title for each in paper_sets().values()}
