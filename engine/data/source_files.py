"""Location of the files of a data set: its format, and the files of train, validation and test."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory, gettempdir

from engine import paths
from engine.data.class_names import CLASS_FILES
from engine.data.columns import SPLIT_WORDS, split_from_name
from engine.data.read_errors import explain_read_errors
from engine.data.readers.auto import AutoReader
from engine.data.readers.base import FormatReader
from engine.errors import UserError, require_plain_file, suggest_name
from engine.spec.data import DataSource

_ARCHIVES = (".zip", ".gz", ".tgz", ".xz", ".bz2", ".tar", ".7z", ".rar", ".zst")
_PICKLES = (".pkl", ".pickle", ".pt", ".pth", ".bin", ".joblib")
_SYSTEM_FOLDERS = (Path("/proc"), Path("/sys"), Path("/dev"))
_IN_MEMORY = Path("/dev/shm")  # noqa: S108
"""A folder of ordinary files in memory, among the system's folders."""
_ABOUT = re.compile(
    r"(readme|license|licence|copying|citation|classcode\.txt|state\.json|dataset_\w+\.json|.*\.(md|rst|pdf|html)$)",
    re.IGNORECASE,
)
"""Names of files that describe the data, or their beginnings."""
_SHARD = re.compile(r"-\d+-of-\d+$")
"""End of the names of several files of one split, which ``datasets`` reads together."""
_TREC = {"train_5500.label": "TREC_10.label"}


@dataclass(frozen=True)
class LocatedSource:
    """Paths of the splits of a data set, and their reader. A folder format may find more splits inside.

    ``optional_splits`` are splits that were not requested: files next to the training file.
    """

    reader: FormatReader
    paths: dict[str, Path]
    notes: tuple[str, ...] = ()
    optional_splits: frozenset[str] = frozenset()


def locate_source(source: DataSource) -> LocatedSource:
    """Return the files of ``source``.

    Raises UserError when one is missing, packed, not a regular file or of an unknown format.
    """
    with explain_read_errors(source.source):
        return _locate(source)


def _locate(source: DataSource) -> LocatedSource:
    train = paths.user_path(source.source)
    declared = {
        name: paths.user_path(value)
        for name, value in (("validation", source.validation), ("test", source.test))
        if value
    }
    if not source.source.startswith("hub:"):
        _check(train)
    for path in declared.values():
        _check(path)
    notes: list[str] = []
    files = {"train": train}
    inside = find_split_files(train) if train.is_dir() else {}
    if not inside and (train / "data").is_dir():
        inside = find_split_files(train / "data")
    if not inside and train.is_dir() and (only_file := find_only_file(train)) is not None:
        files["train"] = train = only_file
        notes.append(f"The folder's only file is read: {only_file.name}.")
    if inside:
        notes.append(_list_files("The folder's files are read as", inside))
        suffix = inside["train"].suffix.lower()
        peers = [
            p
            for p in sorted(inside["train"].parent.iterdir())
            if p.suffix.lower() == suffix and split_from_name(p.stem)
        ]
        if others := [path.name for path in peers if path not in inside.values()]:
            notes.append(f"Not read, since a split is one file: {', '.join(others)[:200]}.")
        files = inside
    else:
        siblings = {name: path for name, path in find_sibling_splits(train).items() if name not in declared}
        if siblings:
            files |= siblings
            notes.append(_list_files(f"Also read, next to {train.name}:", siblings))
    optional = frozenset(files) - frozenset(declared) - {"train"}
    files.update(declared)
    option = source.format
    reader = option.detect(files["train"]) if isinstance(option, AutoReader) else option
    if not isinstance(reader, FormatReader):
        raise TypeError(f"the format '{option.kind}' is not a subclass of engine.data.readers.base.Format")
    return LocatedSource(reader, files, tuple(notes), optional)


def hash_content(source: DataSource) -> dict[str, str]:
    """Return the hash of the files of each split. Empty for a hub data set, which may not be downloaded yet.

    Raises UserError when a file is missing, packed or of an unknown format.
    """
    if source.source.startswith("hub:"):
        return {}
    located = locate_source(source)
    with explain_read_errors(source.source):
        return {name: located.reader.identity(path)[:16] for name, path in located.paths.items()}


def require_content(located: LocatedSource, content: dict[str, str], expected: dict[str, str]) -> None:
    """Raise UserError that names the first file whose content differs from ``expected`` (hashes by split)."""
    for name in dict.fromkeys([*expected, *content]):
        old_hash, new_hash = expected.get(name, "none"), content.get(name, "none")[:16]
        if old_hash != new_hash:
            path = located.paths.get(name, located.paths["train"])
            raise UserError(
                f"the {name} data have changed since the run was queued: fingerprint {old_hash} then, {new_hash} now.",
                place=str(path),
                remedy="Queue the run again to train on what is there now, or put the former file back.",
            )


def find_split_files(folder: Path) -> dict[str, Path]:
    """Return the files of ``folder`` that are named after splits and share a suffix (train.csv, dev.csv, test.csv)."""
    for first, second in _TREC.items():
        trec = {"train": folder / first, "test": folder / second}
        if trec["train"].is_file():
            return {split: path for split, path in trec.items() if path.is_file()}
    by_suffix: dict[str, dict[str, list[Path]]] = {}
    for path in sorted(p for p in folder.iterdir() if p.is_file() and not _is_packed(p)):
        split = split_from_name(path.stem)
        if split:
            by_suffix.setdefault(path.suffix.lower(), {}).setdefault(split, []).append(path)
    for files in by_suffix.values():
        if "train" in files and sum(_SHARD.search(path.stem) is not None for path in files["train"]) < 2:
            return {name: files[name][0] for name in SPLIT_WORDS if name in files}
    return {}


def find_only_file(folder: Path) -> Path | None:
    """Return the only file of ``folder`` that can be a data set, or None if there are several, or a subfolder.

    Hidden files and descriptions of the data (README, LICENSE, classes.txt) are ignored.
    """
    with os.scandir(folder) as entries:
        content = [each for each in entries if not each.name.startswith(".")]
    if any(each.is_dir() for each in content):
        return None
    files = [Path(each.path) for each in content if each.is_file() and not _ABOUT.match(each.name)]
    files = [file for file in files if file.name not in CLASS_FILES] or files
    return files[0] if len(files) == 1 and not _is_packed(files[0]) else None


def find_sibling_splits(train: Path) -> dict[str, Path]:
    """Return the validation and test files (or folders) in the folder of the training file ``train``.

    Their names are that of ``train`` with the word of another split: ``may-test.csv`` for ``may-train.csv`` or
    ``may.csv``. Case is ignored.
    """
    if train.name in _TREC:
        sibling = train.with_name(_TREC[train.name])
        return {"test": sibling} if sibling.is_file() else {}
    if split_from_name(train.stem) not in ("train", "") or not train.parent.is_dir():
        return {}
    siblings: dict[str, Path] = {}
    base = _strip_split_words(train.stem)
    with os.scandir(train.parent) as entries:
        names = sorted(entry.name for entry in entries)
    for sibling in map(train.with_name, names):
        split = split_from_name(sibling.stem)
        matches = sibling.suffix.lower() == train.suffix.lower() and _strip_split_words(sibling.stem) == base
        if split and matches and (sibling.is_file() if train.is_file() else sibling.is_dir()):
            siblings.setdefault(split, sibling)
    if siblings.pop("train", train) != train and not split_from_name(train.stem):
        return {}  # the siblings are parts of the selected file
    return {split: siblings[split] for split in SPLIT_WORDS if split in siblings}


def _strip_split_words(stem: str) -> str:
    """Return a name without words for splits: ``tickets_-2`` for ``tickets_Train-2``, ``a`` for ``a-test``."""
    parts = re.split(r"([^a-zA-Z]+|(?<=[a-z])(?=[A-Z]))", stem)
    rest = "".join("" if part and split_from_name(part) else (part or "") for part in parts)
    return rest.strip("-_. ").casefold()


def _list_files(text: str, paths: dict[str, Path]) -> str:
    return f"{text} {', '.join(f'{path.name} ({name})' for name, path in paths.items())}."


def _is_packed(path: Path) -> bool:
    return path.suffix.lower() in _ARCHIVES


def _check(path: Path) -> None:
    if path.is_dir():
        _refuse_system_folder(path)
        return
    require_plain_file(path)
    if not path.is_file():
        raise _missing_error(path)
    if _is_packed(path):
        remedy = "Unpack it and choose the file or folder inside."
        raise UserError("this is an archive.", place=str(path), remedy=remedy)
    if path.suffix.lower() in _PICKLES:
        raise UserError(
            "files of this kind can run code when they are read.",
            place=str(path),
            remedy="Export the texts as CSV, JSON lines or Parquet.",
        )


def _refuse_system_folder(path: Path) -> None:
    """Raise UserError for the root folder and for virtual folders, which may have infinite files."""
    resolved = path.resolve()
    is_virtual = (
        any(resolved.is_relative_to(each) for each in _SYSTEM_FOLDERS) and _IN_MEMORY not in resolved.parents
    )
    if resolved == Path(resolved.anchor) or is_virtual:
        raise UserError(
            "this folder belongs to the system.", place=str(path), remedy="Choose the folder of a data set."
        )


def _missing_error(path: Path) -> UserError:
    folder = path.parent
    while not folder.is_dir() and folder != folder.parent:
        folder = folder.parent
    if folder != path.parent:
        return UserError(
            "there is no such file or folder.", place=str(path), remedy=f"The path exists up to {folder}."
        )
    if path.is_symlink():
        return UserError("the symbolic link is broken.", place=str(path), remedy="Fix the link.")
    names = sorted(p.name for p in folder.iterdir() if p.name != path.name)
    hint = "Bundled sets are called samples:NAME, sets of the hub hub:NAME."
    remedy = suggest_name(path.name, names, hint if len(path.parts) == 1 else "Check the path.")
    return UserError("there is no such file or folder.", place=str(path), remedy=remedy)


HEAD_BYTES = 8 << 20
"""Bytes of a file that a preview reads: about ten thousand texts, in a second or two."""


@contextmanager
def open_heads(located: LocatedSource) -> Iterator[tuple[LocatedSource, list[str]]]:
    """Yield ``located`` with large files replaced by their beginnings, and a note for each of these.

    The beginnings are files of the same names in a temporary folder. Folders, and files that cannot be cut, are not
    changed.
    """
    large = {
        name: path
        for name, path in located.paths.items()
        if path.is_file() and path.stat().st_size > HEAD_BYTES
    }
    if not large:
        yield located, []
        return
    try:
        scratch = TemporaryDirectory(prefix="palimpsest-preview-")
    except OSError as error:
        raise UserError(
            f"no temporary file can be made ({error.strerror}).",
            place=gettempdir(),
            remedy="Set TMPDIR to a folder you may write to.",
        ) from error
    with scratch as folder:
        paths, notes = dict(located.paths), []
        for name, path in large.items():
            head = Path(folder) / name / path.name
            head.parent.mkdir()
            if not located.reader.write_head(path, head, HEAD_BYTES):
                continue
            for companion in map(Path, located.reader.files(path)):  # names of the classes
                if companion != path and companion.parent == path.parent:
                    shutil.copyfile(companion, head.parent / companion.name)
            paths[name] = head
            notes.append(
                f"{path.name} has a size of {path.stat().st_size / 1e6:,.0f} MB. This preview reads only the "
                "beginning: rows, classes and skipped rows are counted there."
            )
        yield replace(located, paths=paths), notes
