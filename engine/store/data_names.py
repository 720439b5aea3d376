"""Resolve the names of data sets, once for each run.

``samples:NAME``, ``paper:NAME`` and ``catalogue:NAME`` are looked up when a run is queued or a command is given. The
entry is then stored with the data set (``DataSource.resolved``). So every process of a run reads the same files in the
same way, even if the catalogue changes later.

Settings of the experiment override those of the entry (``catalogue.merge_entry``). A field at its default
sets nothing, unless the runs that are queued together differ in it, as in a sweep.
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
"""A store, its file (which need not be there), or none: then only names that need no store are known."""


def resolve_source(store: StoreOrPath, source: DataSource, explicit: Collection[str] = ()) -> DataSource:
    """Return ``source`` with its name resolved: full paths, all options.

    Args:
        store: where the user's own sets and copies are known.
        source: the data set as the experiment has it.
        explicit: fields that the experiment sets although they stand at their defaults.

    Raises UserError when there is no such name. Files are only examined when they are read.
    """
    read = catalogue.merge_entry(source, find_named_source(store, source), explicit)
    return source.model_copy(update={"resolved": ResolvedData(source=read)})


def resolve_data(store: StoreOrPath, experiments: Sequence[Experiment]) -> list[Experiment]:
    """Return ``experiments``, queued together, with all data sets and general texts resolved, contents
    recorded.

    Raises UserError that names the first data set or file that is missing.
    """
    swept = _swept_fields(experiments)
    by_source: dict[str, DataSource] = {}

    def resolved(path: str, source: DataSource) -> DataSource:
        explicit: Collection[str] = swept.get((path, source.source), frozenset())
        declared = source.model_copy(update={"resolved": None})
        key = f"{declared.model_dump_json()} {sorted(explicit)}"
        if key not in by_source:
            by_source[key] = _with_content(resolve_source(store, declared, explicit))
        return by_source[key]

    with _opened(store) as store:
        named_experiments = []
        for experiment in experiments:
            experiment = experiment.model_copy(update={"general_texts": {}})
            experiment = replace_sources(experiment, resolved)
            texts = {text: resolved("", DataSource(source=text)) for text in _named_texts(experiment)}
            experiment = _with_full_paths(experiment).model_copy(update={"general_texts": texts})
            # Validated anew: what an entry says must go with the stage, too.
            named_experiments.append(parse_experiment(experiment.model_dump(mode="json")))
        return named_experiments


def _with_content(source: DataSource) -> DataSource:
    """Return a resolved data set with the hashes of its files, or with its commit on the hub."""
    assert source.resolved is not None
    read = source.resolved.source
    if read.source.startswith(HUB_SCHEME):
        read = pin_revision(read)
    record = ResolvedData(source=read, content=hash_content(read))
    return source.model_copy(update={"resolved": record})


def get_resolved_experiment(store: Store, run_id: int) -> Experiment:
    """Return the experiment of a run with the data sets that it was queued with.

    A run of version 0.1.0 has recorded none: its names are looked up now, and every field that was written
    down goes before the entry's, as it did then. A name that is no longer known is refused when its data are
    read.
    """
    experiment = parse_experiment(runs.get_stored_spec(store, run_id), place=f"run {run_id}")

    def resolved(_path: str, source: DataSource) -> DataSource:
        if source.resolved is not None or not source.is_named:
            return source
        try:
            read = catalogue.merge_entry(
                source, find_named_source(store, source), source.model_fields_set - {"source"}
            )
        except UserError:
            return source
        return source.model_copy(update={"resolved": ResolvedData(source=read)})

    experiment = replace_sources(experiment, resolved)
    old = [text for text in _named_texts(experiment) if text not in experiment.general_texts]
    texts = {text: resolved("", DataSource(source=text)) for text in old}
    return experiment.model_copy(update={"general_texts": experiment.general_texts | texts})


def find_named_source(store: StoreOrPath, source: DataSource) -> DataSource | None:
    """Return the entry that ``source`` names, or None when it is a path.

    Raises UserError when there is no such entry.
    """
    scheme, _, name = source.source.partition(":")
    if not source.is_named:
        return None
    if scheme == "samples":
        return catalogue.find_sample(name).source
    with _opened(store) as opened:
        if scheme == "catalogue":
            if opened is None:
                raise UserError("there is no such data set in the catalogue.", place=source.source)
            return _entry(source.source, get_dataset(opened, name).source)
        chosen = find_paper_set(name)
        copy = find_dataset_source(opened, chosen.source_name) if opened is not None else None
        if copy is not None:
            return _entry(source.source, copy)
    if chosen.hub is None:
        raise UserError(
            "no copy of it is registered, and none is on the hub.",
            place=chosen.source_name,
            remedy=f"Register your own copy: palimpsest data register {chosen.name} FOLDER.",
        )
    return chosen.hub


@contextmanager
def _opened(store: StoreOrPath) -> Iterator[Store | None]:
    if isinstance(store, Path):
        if not store.is_file():
            yield None
            return
        with Store(store, read_only=True) as opened:
            yield opened
    else:
        yield store


def _entry(name: str, values: dict[str, object]) -> DataSource:
    try:
        return DataSource.model_validate(values)
    except ValidationError as error:
        raise UserError("the catalogue's entry cannot be read.", place=name, remedy=str(error)) from None


def _swept_fields(experiments: Sequence[Experiment]) -> dict[tuple[str, str], set[str]]:
    """Return the fields in which the experiments differ, by place and name of a data set."""
    there: dict[tuple[str, str], list[DataSource]] = {}
    for experiment in experiments:
        for path, source in find_sources(experiment):
            there.setdefault((path, source.source), []).append(source)
    return {
        key: {
            name
            for name in DataSource.model_fields
            if name != "resolved"
            and any(getattr(each, name) != getattr(sources[0], name) for each in sources)
        }
        for key, sources in there.items()
    }


def _named_texts(model: SpecModel) -> list[str]:
    """Return the general texts below ``model`` that are data sets rather than text files."""
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
    """Return ``model`` with the text files and folders that it names as full paths, valid in any working folder.

    The process that trains the run may have another working folder. General texts that are data sets keep their names.
    What they refer to is recorded separately (``Experiment.general_texts``).
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
