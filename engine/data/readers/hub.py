"""Data sets of the Hugging Face hub, and folders written by its ``datasets`` library. No remote code is run."""

from __future__ import annotations

import functools
import os
import re
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from engine.cache import artefacts
from engine.data.columns import keeps_nested
from engine.data.readers.base import FormatReader
from engine.errors import UserError
from engine.json_types import JsonObject
from engine.spec.base import field
from engine.spec.data import NOT_DOWNLOADED, DataSource

if TYPE_CHECKING:
    import pyarrow as pa

    from engine.data.records import Records

HUB_SCHEME = "hub:"
_COMMIT = re.compile("[0-9a-f]{40}")
_ASK_SECONDS = 5.0
"""Time limit for a request to the hub when a run is queued."""


class HubReader(FormatReader):
    """hub:NAME, hub:OWNER/NAME or hub:OWNER/NAME:CONFIGURATION; or a folder saved by ``datasets``."""

    title: ClassVar[str] = "Hugging Face datasets"
    kind: Literal["hub"] = "hub"
    precedence: ClassVar[int] = 5
    revision: str = field("", "Revision", advanced=True)
    """A commit, tag or branch of the hub's repository; empty: the newest when the run is queued."""

    def recognises(self, path: Path) -> bool:
        if _is_id(path):
            return True
        return path.is_dir() and (
            _is_saved(path) or any(path.glob("*.parquet")) or any(path.glob("data/*.parquet"))
        )

    def files(self, path: Path) -> list[Path]:
        return [] if _is_id(path) else sorted(p for p in path.rglob("*") if p.is_file())

    def identity(self, path: Path) -> str:
        if not _is_id(path):
            return super().identity(path)
        # The library's own fingerprint of a prepared split: repository, commit, configuration and split.
        return artefacts.key({name: part._fingerprint for name, part in self._load(path).items()})

    def read(self, path: Path, source: DataSource) -> dict[str, Records]:
        from engine.data.columns import split_from_name
        from engine.data.readers.parquet import table_from_arrow

        tables: dict[str, Records] = {}
        notes: list[str] = []
        for name, data_split in self._load(path).items():
            split = split_from_name(name)
            if not split or split in tables:
                notes.append(f"The split '{name}' is not used.")
                continue
            detection = {"format": self.kind, "id": _id(path)} if _is_id(path) else {"format": self.kind}
            arrow = data_split.with_format("arrow")[:]
            features = _class_labels(data_split.features)
            keeps = functools.partial(keeps_nested, source=source)
            table = table_from_arrow(arrow, features, path.as_posix(), detection, keeps)
            if split != "train" and _unlabelled(table.data, table.class_orders):
                notes.append(f"The split '{name}' has no labels and is not used.")
                continue
            tables[split] = table
        if "train" not in tables:
            raise UserError(
                "there is no training split.", place=path.as_posix(), remedy="Choose another data set."
            )
        tables["train"] = replace(tables["train"], notes=(*tables["train"].notes, *notes))
        return tables

    def _load(self, path: Path) -> Any:
        import datasets

        datasets.disable_progress_bars()
        place = path.as_posix()
        try:
            if _is_id(path):
                name, _, configuration = _id(path).partition(":")
                data = datasets.load_dataset(name, configuration or None, revision=self.revision or None)
            elif _is_saved(path):
                data = datasets.load_from_disk(str(path))
            else:
                data = datasets.load_dataset(str(path))
        except (
            Exception
        ) as error:  # the library raises some dozen kinds, of its own and of those it builds on
            if _is_id(path) and os.environ.get("HF_HUB_OFFLINE", "").casefold() in ("1", "true", "yes", "on"):
                raise UserError(
                    NOT_DOWNLOADED,
                    place=place,
                    remedy="Read it once on the Data page or with 'palimpsest data inspect', which download it.",
                ) from error
            reason = (str(error).splitlines() or [type(error).__name__])[0][:300]
            remedy = (
                "Check the name (owner/name:configuration) and the network; sets that need remote code are not read."
                if _is_id(path)
                else "Check that the folder is complete."
            )
            raise UserError(f"the data set cannot be loaded: {reason}", place=place, remedy=remedy) from error
        return data if isinstance(data, dict) else {"train": data}


def pin_revision(source: DataSource) -> DataSource:
    """Return a hub data set with its current commit as the revision of the reader.

    The commit comes from the hub, or offline from the last download. ``source`` is returned unchanged if neither has
    one, or if the working folder has a folder of this name, which is read instead.
    """
    reader = source.format if isinstance(source.format, HubReader) else HubReader()
    if isinstance(source.format, FormatReader):
        reader = reader.model_copy(update={"incomplete": source.format.incomplete})
    name = _id(Path(source.source)).partition(":")[0]
    if Path(name).is_dir() or not (commit := _commit(name, reader.revision or "main")):
        return source
    return source.model_copy(update={"format": reader.model_copy(update={"revision": commit})})


def _commit(name: str, revision: str) -> str:
    """Return the commit hash of a revision of data set ``name``, empty if unknown."""
    if _COMMIT.fullmatch(revision):
        return revision
    from huggingface_hub import HfApi, constants
    from huggingface_hub.file_download import repo_folder_name

    try:
        commit = HfApi().dataset_info(name, revision=revision, timeout=_ASK_SECONDS).sha
    except Exception:  # no network, no such set or no permission, which is reported when it is read
        folder = Path(constants.HF_HUB_CACHE) / repo_folder_name(repo_id=name, repo_type="dataset")
        try:
            commit = (folder / "refs" / revision).read_text(encoding="utf-8").strip()
        except OSError:
            return ""
    return commit if commit and _COMMIT.fullmatch(commit) else ""


def _is_id(path: Path) -> bool:
    return path.as_posix().startswith(HUB_SCHEME)


def _id(path: Path) -> str:
    return path.as_posix().removeprefix(HUB_SCHEME)


def _is_saved(path: Path) -> bool:
    """Return whether ``save_to_disk`` wrote this folder."""
    return (path / "dataset_dict.json").is_file() or (path / "state.json").is_file()


def _class_labels(features: Any) -> JsonObject:
    """Return the class names of columns of class numbers or lists of them, in the notation of ``datasets``."""
    labels: JsonObject = {}
    for name, feature in features.items():
        inner = getattr(feature, "feature", feature)
        if type(inner).__name__ == "ClassLabel":
            names = {"_type": "ClassLabel", "names": list(inner.names)}
            labels[name] = names if inner is feature else {"feature": names}
    return labels


def _unlabelled(data: pa.Table, orders: dict[str, tuple[str, ...]]) -> bool:
    """Return whether all declared class columns are empty, such as hidden labels of shared tasks."""
    return bool(orders) and all(data.column(name).null_count == len(data) for name in orders)
