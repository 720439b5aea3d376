"""Trees of text files with one folder per class: aclImdb, 20 Newsgroups, SogouC.

A few files may have bytes that are invalid in their encoding. These bytes are read as U+FFFD, with a note.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Literal

from engine.data import character_encodings
from engine.data.character_encodings import TextDecoder
from engine.data.readers.base import FormatReader, encoding_field, is_binary
from engine.errors import UserError, is_unicode, printable
from engine.spec.data import DataSource

if TYPE_CHECKING:
    import pyarrow as pa

    from engine.data.records import Records

IGNORED_FOLDERS = ("unsup",)
"""Folders next to the classes that are not classes (aclImdb's unlabelled reviews)."""

CLASS_CODE_FILE = "ClassCode.txt"
"""SogouC's list of folders, with the name of a folder and of its class on each line."""

_TICK_NS = 2_000_000_000
"""Age of a folder below which another change could have the same modification time."""
_BATCH = 2000
_BINARY_SAMPLE = 5
_FEW = 0.01
_SAMPLE = 200


class FolderReader(FormatReader):
    """One file per text, one folder per class, maybe within folders called train and test."""

    title: ClassVar[str] = "Class folders"
    kind: Literal["folders"] = "folders"
    precedence: ClassVar[int] = 20
    encoding: str = encoding_field()

    def recognises(self, path: Path) -> bool:
        if not path.is_dir():
            return False
        classes = _splits(path).get("train", {})
        # Folders with one text each, or of binary files, are not classes.
        return sum(map(len, classes.values())) >= 2 * max(1, len(classes)) and not _mostly_binary(classes)

    def files(self, path: Path) -> list[str]:
        texts = [file for classes in _splits(path).values() for files in classes.values() for file in files]
        codes = _code_file(path)
        return [*texts, str(codes)] if codes else texts

    def read(self, path: Path, source: DataSource) -> Records | dict[str, Records]:
        splits = _splits(path)
        if not splits:
            raise UserError(
                "there are no class folders here.",
                place=str(path),
                remedy="Each class needs a folder of text files, here or within folders called train and test.",
            )
        names = _codes(path, {name for classes in splits.values() for name in classes})
        tables = {name: self._table(path, classes, names) for name, classes in splits.items()}
        return tables if tables.keys() != {"train"} else tables["train"]

    def _table(self, root: Path, classes: dict[str, list[str]], names: dict[str, str]) -> Records:
        import numpy as np

        from engine.data.records import Records

        entries = [(name, file) for name, files in classes.items() for file in files]
        # Plain strings: fifty thousand Path objects cost more than reading the files.
        origins = [printable(file[len(os.path.join(root, "")) :]).replace(os.sep, "/") for _, file in entries]
        labelled = [(names.get(name, name), file) for name, file in entries]
        data, encoding, notes = _decode_files(labelled, origins, self.encoding, root)
        scanned = [e for folder in {os.path.dirname(file) for _, file in entries} for e in os.scandir(folder)]
        if ignored := sum(e.is_file() and not e.name.startswith(".") for e in scanned) - len(entries):
            notes.append(f"Files left out of the class folders because they do not end in .txt: {ignored:,}.")
        return Records(
            data,
            np.arange(1, len(entries) + 1),
            root,
            text_columns=(0,),
            label_column=1,
            has_header=True,
            record_files=origins,
            class_orders={"label": tuple(names[name] for name in sorted(names))} if names else {},
            detection={"format": self.kind, "encoding": encoding}
            | ({"class names": CLASS_CODE_FILE} if names else {}),
            notes=tuple(notes),
        )


def _splits(root: Path) -> dict[str, dict[str, list[str]]]:
    """Return the text files by split and class, in order. Empty if ``root`` is not such a tree."""
    from engine.data.columns import split_from_name

    folders = _folders(root)
    while len(folders) == 1 and not split_from_name(folders[0].name) and not _texts(folders[0]):
        root = folders[0]
        folders = _folders(root)
    by_split: dict[str, dict[str, list[str]]] = {}
    for folder in folders:
        name = split_from_name(folder.name)
        classes = _classes(folder) if name and name not in by_split else {}
        if classes:
            by_split[name] = classes
    if "train" in by_split:
        return by_split
    classes = _classes(root)
    return {"train": classes} if classes else {}


def _mostly_binary(classes: dict[str, list[str]]) -> bool:
    """Return whether most of the first files of all classes are binary, judging by their first bytes."""
    flags = [is_binary(Path(file)) for files in classes.values() for file in files[:_BINARY_SAMPLE]]
    return 2 * sum(flags) > len(flags)


def _folders(root: Path) -> list[Path]:
    with os.scandir(root) as entries:
        folders = [
            Path(e.path)
            for e in entries
            if e.is_dir() and e.name not in IGNORED_FOLDERS and not e.name.startswith(".")
        ]
    return sorted(folders)


def _classes(root: Path) -> dict[str, list[str]]:
    classes = {folder.name: files for folder in _folders(root) if (files := _texts(folder))}
    for name in classes:
        if not is_unicode(name):
            remedy = "Rename the folder: it is the name of a class."
            raise UserError("the name is not UTF-8.", place=printable(str(root / name), 300), remedy=remedy)
    return classes


def _texts(folder: Path) -> list[str]:
    """Return the .txt files of a folder, or else those without a suffix or with a numeric one."""
    # Cached, because detection, identity and reading list the same folders, with up to a hundred thousand files.
    mtime = os.stat(folder).st_mtime_ns
    is_recent = time.time_ns() - mtime < _TICK_NS
    return list(_list_texts.__wrapped__(str(folder), mtime) if is_recent else _list_texts(str(folder), mtime))


@lru_cache(maxsize=64)
def _list_texts(folder: str, mtime: int) -> tuple[str, ...]:
    with os.scandir(folder) as entries:
        names = sorted(e.name for e in entries if not e.name.startswith(".") and e.is_file())
    texts = [name for name in names if name.lower().endswith(".txt")]
    texts = texts or [name for name in names if "." not in name or name.rsplit(".", 1)[1].isdigit()]
    prefix = os.path.join(folder, "")
    return tuple(prefix + name for name in texts)


def _code_file(root: Path) -> Path | None:
    """Return SogouC's list of class names, in the folder or in its parent."""
    return next(
        (file for folder in (root, root.parent) if (file := folder / CLASS_CODE_FILE).is_file()), None
    )


def _codes(root: Path, folders: set[str]) -> dict[str, str]:
    """Return the class name of each of ``folders``. Empty unless the list has a distinct name for every folder."""
    file = _code_file(root)
    if file is None:
        return {}
    content = file.read_bytes()
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = content.decode("gb18030", "replace")
    pairs = [line.split(None, 1) for line in text.splitlines()]
    names = {pair[0]: pair[1].strip() for pair in pairs if len(pair) == 2 and pair[0] in folders}
    return names if names.keys() == folders and len(set(names.values())) == len(names) else {}


def _bytes(file: str) -> bytes:
    with open(file, "rb") as stream:
        return stream.read()


def _decode_files(
    labelled: list[tuple[str, str]], origins: list[str], requested: str, root: Path
) -> tuple[pa.Table, str, list[str]]:
    """Return the texts with labels, their encoding, and notes on files in another encoding.

    Raises UserError if many files are invalid in the requested encoding.
    """
    encoding = "utf-8" if requested == "auto" else requested
    character_encodings.require_encoding(encoding, root)
    data, bad = _read_all(labelled, TextDecoder(encoding))
    if not bad:
        return data, encoding, []
    files = f"{len(bad):,} of {len(labelled):,} files (the first is {origins[bad[0]]})"
    if requested != "auto":
        if len(bad) > max(1, _FEW * len(labelled)):
            remedy = "Choose their encoding (--set format.encoding=NAME)."
            raise UserError(f"{files} cannot be read as {encoding}.", place=str(root), remedy=remedy)
        return data, encoding, [f"Bytes that are not {encoding} are shown as \ufffd in {files}."]
    decoder = TextDecoder.for_texts(_bytes(labelled[i][1]) for i in bad[:: max(1, len(bad) // _SAMPLE)])
    data, damaged = _read_all(labelled, decoder)
    notes = list(decoder.notes(files))
    name = decoder.fallback.name if decoder.fallback else encoding
    if damaged:
        notes.append(
            f"Bytes that are not {name} are shown as \ufffd in {len(damaged):,} of {len(labelled):,} files "
            f"(the first is {origins[damaged[0]]})."
        )
    return data, name if 2 * len(bad) > len(labelled) else encoding, notes


def _read_all(labelled: list[tuple[str, str]], decoder: TextDecoder) -> tuple[pa.Table, list[int]]:
    """Return the columns "text" and "label", and the indices of files with invalid bytes."""
    from engine.data.records import table_from_batches

    invalid: list[int] = []

    def batches() -> Iterator[tuple[list[str], list[str]]]:
        for start in range(0, len(labelled), _BATCH):
            texts, labels = [], []
            for index, (label, file) in enumerate(labelled[start : start + _BATCH], start):
                text, is_valid = decoder.decode(_bytes(file))
                if not is_valid:
                    invalid.append(index)
                texts.append(text)
                labels.append(label)
            yield texts, labels

    return table_from_batches(["text", "label"], batches()), invalid
