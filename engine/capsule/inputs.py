"""Find the local files that an experiment reads, and relocate their paths in a specification."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from engine import paths
from engine.data.readers.hub import HUB_SCHEME
from engine.data.source_files import locate_source
from engine.errors import UserError
from engine.spec.base import SpecModel
from engine.spec.data import DataSource, find_sources, names_data_set
from engine.spec.describe import describe_fields
from engine.spec.experiment import Experiment

ENCODER_FILES = (".json", ".jsonl", ".safetensors", ".txt", ".model", ".jinja", ".md")
"""Suffixes of the encoder files that are included. None of them holds a pickle."""


@dataclass
class LocalInputs:
    """Local files that experiments read.

    Attributes:
        files: for each folder, its files that are read, by relative path.
        excluded: inputs that are remote or missing, in sentences.
    """

    files: dict[Path, dict[str, Path]] = field(default_factory=dict)
    excluded: list[str] = field(default_factory=list)

    def add(self, folder: Path, files: Iterable[Path]) -> None:
        """Add files below ``folder``. Bundled files are skipped, because every installation has them."""
        if not folder.is_relative_to(paths.RESOURCES):
            members = self.files.setdefault(folder, {})
            members.update({file.relative_to(folder).as_posix(): file for file in files})

    def note(self, sentence: str) -> None:
        """Add a sentence on an excluded input, once."""
        if sentence not in self.excluded:
            self.excluded.append(sentence)


def local_inputs(experiments: Iterable[Experiment]) -> LocalInputs:
    """Return the local files that experiments, frozen for the queue, read."""
    inputs = LocalInputs()
    for each in experiments:
        for source in [*(source for _, source in find_sources(each)), *each.general_texts.values()]:
            _add_data(inputs, source.effective)
        for file in _text_files(each):
            _add_texts(inputs, paths.user_path(file))
        teachers = [name for stage in each.stages for name in stage.teachers().values()]
        for name in [each.encoder.source, *teachers] if each.reads_encoder else teachers:
            _add_encoder(inputs, name)
    return inputs


def _add_data(inputs: LocalInputs, source: DataSource) -> None:
    if source.source.startswith(HUB_SCHEME):
        inputs.note(
            f"The data set {source.source} is not included: it comes from the hub, at the recorded commit."
        )
        return
    try:
        located = locate_source(source)
        for path in located.paths.values():
            root = path if path.is_dir() else path.parent
            inputs.add(root.absolute(), [Path(file).absolute() for file in located.reader.files(path)])
    except (UserError, OSError, ValueError) as error:
        inputs.note(f"The data set {source.source} was not taken along: {error}")


def _add_texts(inputs: LocalInputs, path: Path) -> None:
    path = path.absolute()
    if path.is_dir():
        inputs.add(path, sorted(file for file in path.rglob("*") if file.is_file()))
    elif path.is_file():
        inputs.add(path.parent, [path])
    else:
        inputs.note(f"The text file {path} is not included, because it is missing.")


def _add_encoder(inputs: LocalInputs, name: str) -> None:
    folder = paths.user_path(name)
    if not folder.is_absolute() and (paths.RESOURCES / "models" / name).is_dir():
        return  # bundled
    if not folder.is_dir():
        inputs.note(f"The encoder {name} is not included: it comes from the hub or is missing.")
        return
    files = [file for file in folder.rglob("*") if file.is_file() and file.suffix.lower() in ENCODER_FILES]
    inputs.add(folder.absolute(), sorted(files))


def _text_files(model: SpecModel) -> Iterator[str]:
    """Yield the text files and folders that ``model`` names."""
    for meta in describe_fields(type(model)):
        value = getattr(model, meta.name)
        if meta.suggest == "texts":
            yield from value
        elif meta.suggest == "general texts" and value and not names_data_set(value):
            yield from [value] if Path(value).is_absolute() else []  # a relative path names a bundled text
        for each in value if isinstance(value, list) else [value]:
            if isinstance(each, SpecModel) and not isinstance(each, DataSource):
                yield from _text_files(each)


def relocate_paths(value: object, moves: Mapping[str, Path]) -> object:
    """Return the JSON ``value`` with every path below a folder in ``moves`` relocated to that folder's new path.

    >>> relocate_paths({"source": "/a/b/train.csv", "n": 1}, {"/a": Path("/c"), "/a/b": Path("/d")})
    {'source': '/d/train.csv', 'n': 1}
    """
    if isinstance(value, dict):
        # Keys are relocated too, because general texts that are data sets are recorded by path.
        return {_relocate_path(key, moves): relocate_paths(each, moves) for key, each in value.items()}
    if isinstance(value, list):
        return [relocate_paths(each, moves) for each in value]
    return _relocate_path(value, moves) if isinstance(value, str) else value


def _relocate_path(text: str, moves: Mapping[str, Path]) -> str:
    for folder in sorted(moves, key=len, reverse=True):
        remainder = text[len(folder) :]
        if folder and text.startswith(folder) and (not remainder or remainder[0] in "/\\"):
            parts = [part for part in remainder.replace("\\", "/").split("/") if part]
            return text if ".." in parts else str(moves[folder].joinpath(*parts))
    return text
