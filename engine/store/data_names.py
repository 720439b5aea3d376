"""Resolve the names of data sets, once for each run.

``samples:NAME``, ``paper:NAME`` and ``catalogue:NAME`` are resolved when a run is queued or a command starts. The entry
is stored with the data set (``DataSource.resolved``). So every process of a run reads the same files in the same way,
even if the catalogue changes later.

Settings of the experiment override those of the entry (``catalogue.merge_entry``). A field at its default does not
override the entry, unless runs queued together differ in it, as in a sweep.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from pydantic import ValidationError

from engine.data import catalogue
from engine.data.paper.sets import find_paper_set
from engine.data.readers.hub import HUB_SCHEME, pin_revision
from engine.data.source_files import hash_content
from engine.errors import UserError
from engine.spec.base import SpecModel
from engine.spec.data import DataSource, Model, ResolvedData, find_sources, names_data_set, replace_sources
from engine.spec.describe import describe_fields
from engine.spec.experiment import Experiment, parse_experiment
from engine.store import runs
from engine.store.database import Store
from engine.store.datasets import find_dataset_source, get_dataset

StoreOrPath = Store | Path | None
"""A store, its file (which may be missing), or None. With None, only names that need no store are known."""


def resolve_source(store: StoreOrPath, source: DataSource, explicit: Collection[str] = ()) -> DataSource:
    """Return ``source`` with its name resolved: full paths and all options.

    Args:
        store: holds the user's own data sets and copies.
        source: the data set of the experiment.
        explicit: fields that the experiment sets although they have their default values.

    Raises UserError for an unknown name. Files are examined only when they are read.
    """
    effective = catalogue.merge_entry(source, find_named_source(store, source), explicit)
    return source.model_copy(update={"resolved": ResolvedData(source=effective)})


def resolve_data(store: StoreOrPath, experiments: Sequence[Experiment]) -> list[Experiment]:
    """Return ``experiments``, queued together, with resolved data sets and general texts and with content hashes.

    Raises UserError that names the first missing data set or file.
    """
    swept = _swept_fields(experiments)
    by_source: dict[str, DataSource] = {}

    def resolve(path: str, source: DataSource) -> DataSource:
        explicit: Collection[str] = swept.get((path, source.source), frozenset())
        declared = source.model_copy(update={"resolved": None})
        key = f"{declared.model_dump_json()} {sorted(explicit)}"
        if key not in by_source:
            by_source[key] = _with_content(resolve_source(store, declared, explicit))
        return by_source[key]

    with _open_existing(store) as store:
        resolved_experiments = []
        for experiment in experiments:
            experiment = experiment.model_copy(update={"general_texts": {}})
            experiment = replace_sources(experiment, resolve)
            texts = {text: resolve("", DataSource(source=text)) for text in _named_texts(experiment)}
            experiment = _with_full_paths(experiment).model_copy(update={"general_texts": texts})
            # Validated again, because the entry must fit the stage, too.
            resolved_experiments.append(parse_experiment(experiment.model_dump(mode="json")))
        return resolved_experiments


def _with_content(source: DataSource) -> DataSource:
    """Return a resolved data set with the hashes of its files, or with its commit on the hub."""
    assert source.resolved is not None
    effective = source.resolved.source
    if effective.source.startswith(HUB_SCHEME):
        effective = pin_revision(effective)
    record = ResolvedData(source=effective, content=hash_content(effective))
    return source.model_copy(update={"resolved": record})


def get_resolved_experiment(store: Store, run_id: int) -> Experiment:
    """Return the experiment of a run with the data sets that were resolved when it was queued.

    Runs of version 0.1.0 have none recorded. Their names are resolved now, and every stored field overrides the entry,
    as it did then. An unknown name is refused when its data are read.
    """
    experiment = parse_experiment(runs.get_stored_spec(store, run_id), place=f"run {run_id}")

    def resolve(_path: str, source: DataSource) -> DataSource:
        if source.resolved is not None or not source.is_named:
            return source
        try:
            effective = catalogue.merge_entry(
                source, find_named_source(store, source), source.model_fields_set - {"source"}
            )
        except UserError:
            return source
        return source.model_copy(update={"resolved": ResolvedData(source=effective)})

    experiment = replace_sources(experiment, resolve)
    unrecorded = [text for text in _named_texts(experiment) if text not in experiment.general_texts]
    texts = {text: resolve("", DataSource(source=text)) for text in unrecorded}
    return experiment.model_copy(update={"general_texts": experiment.general_texts | texts})


def find_named_source(store: StoreOrPath, source: DataSource) -> DataSource | None:
    """Return the entry that ``source`` names, or None if it is a path.

    Raises UserError if there is no such entry.
    """
    scheme, _, name = source.source.partition(":")
    if not source.is_named:
        return None
    if scheme == "samples":
        return catalogue.find_sample(name).source
    with _open_existing(store) as database:
        if scheme == "catalogue":
            if database is None:
                raise UserError("there is no such data set in the catalogue.", place=source.source)
            return _entry(source.source, get_dataset(database, name).source)
        paper_set = find_paper_set(name)
        copy = find_dataset_source(database, paper_set.source_name) if database is not None else None
        if copy is not None:
            return _entry(source.source, copy)
    if paper_set.hub is None:
        raise UserError(
            "no copy of it is registered, and none is on the hub.",
            place=paper_set.source_name,
            remedy=f"Register your own copy: palimpsest data register {paper_set.name} FOLDER.",
        )
    return paper_set.hub


@contextmanager
def _open_existing(store: StoreOrPath) -> Iterator[Store | None]:
    if isinstance(store, Path):
        if not store.is_file():
            yield None
            return
        with Store(store, read_only=True) as database:
            yield database
    else:
        yield store


def _entry(name: str, values: dict[str, object]) -> DataSource:
    try:
        return DataSource.model_validate(values)
    except ValidationError as error:
        raise UserError("the catalogue's entry cannot be read.", place=name, remedy=str(error)) from None


def _swept_fields(experiments: Sequence[Experiment]) -> dict[tuple[str, str], set[str]]:
    """Return the fields in which the experiments differ, by field path and name of the data set."""
    sources_by_key: dict[tuple[str, str], list[DataSource]] = {}
    for experiment in experiments:
        for path, source in find_sources(experiment):
            sources_by_key.setdefault((path, source.source), []).append(source)
    return {
        key: {
            name
            for name in DataSource.model_fields
            if name != "resolved"
            and any(getattr(each, name) != getattr(sources[0], name) for each in sources)
        }
        for key, sources in sources_by_key.items()
    }


def _named_texts(model: SpecModel) -> list[str]:
    """Return the general texts in ``model`` that are data sets rather than text files."""
    names: dict[str, None] = {}
    for meta in describe_fields(type(model)):
        value = getattr(model, meta.name)
        if meta.suggest == "general texts" and names_data_set(str(value)):
            names[str(value)] = None
        for each in value if isinstance(value, list) else [value]:
            if isinstance(each, SpecModel):
                names |= dict.fromkeys(_named_texts(each))
    return list(names)


def _with_full_paths(model: Model) -> Model:
    """Return ``model`` with its text files and folders as full paths.

    The training process may have another working folder. General texts that are data sets keep their names. They are
    resolved separately (``Experiment.general_texts``).
    """
    updates: dict[str, object] = {}
    for meta in describe_fields(type(model)):
        value = getattr(model, meta.name)
        if meta.suggest == "texts":
            updates[meta.name] = [catalogue.full_path(each) for each in value]
        elif meta.suggest == "general texts" and not names_data_set(value):
            updates[meta.name] = catalogue.full_path(value)
        elif isinstance(value, SpecModel):
            updates[meta.name] = _with_full_paths(value)
        elif isinstance(value, list):
            updates[meta.name] = [
                _with_full_paths(each) if isinstance(each, SpecModel) else each for each in value
            ]
    return model.model_copy(update=updates)
