"""Stage store: finished stages for reuse by other runs, as folders of hard links to the runs' files.

A stage takes no space while a run still has its files. A stage without a run is removed at the next store operation.
The whole folder may be deleted at any time. This module does not import torch.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

import numpy as np

from engine import paths, private_files
from engine.cache import artefacts, capacity, usage
from engine.cache.atomic_folders import atomic_folder, discard
from engine.errors import UserError
from engine.events import EvaluationRecord, Predictions
from engine.json_types import ParsedJson

_ARRAYS = ("rows", "labels", "predicted", "probabilities", "losses")


@dataclass(frozen=True)
class StoredStage:
    """Description of a stored stage.

    Attributes:
        run: folder name of the run that trained it.
        name: name of that run.
        step: number of updates.
        kept_steps: updates whose weights are stored.
        evaluations: its evaluations in order.
        hard_links: whether files are hard links. Copies where the disk does not support links.
        probes_key: key of everything that determines the probe results. "" without probes.
        probe_results: results of its probes, without their maps (``engine.probes.record``).
        probe_info: description of these probes.
        example_classes: classes by task, where example forgetting is stored.
    """

    run: str
    name: str
    step: int
    kept_steps: list[int]
    evaluations: list[EvaluationRecord]
    hard_links: bool = True
    probes_key: str = ""
    probe_results: list[ParsedJson] = field(default_factory=list)
    probe_info: ParsedJson = field(default_factory=dict)
    example_classes: dict[str, list[str]] = field(default_factory=dict)


_EARLIER_NAMES = {
    "kept": "kept_steps",
    "measured": "evaluations",
    "linked": "hard_links",
    "watched": "probes_key",
    "readings": "probe_results",
    "info": "probe_info",
    "listed": "example_classes",
}
"""Earlier names of fields. No run reuses such a stage, but it has to be read to be removed."""


def store_folder() -> Path:
    """Return the folder of stored stages. It has one subfolder per fingerprint."""
    return paths.cache_folder() / "stages"


def find_stage(fingerprint: str, kept_steps: Collection[int]) -> StoredStage | None:
    """Return the stored stage of this fingerprint, if it is intact and has all of ``kept_steps``."""
    folder = store_folder() / fingerprint
    usage.mark_used(folder)
    return _read_stage(fingerprint, kept_steps) if artefacts.is_sound(folder) else None


def _read_stage(fingerprint: str, kept_steps: Collection[int]) -> StoredStage | None:
    try:
        meta: ParsedJson = json.loads(
            (store_folder() / fingerprint / "stage.json").read_text(encoding="utf-8")
        )
        meta = {_EARLIER_NAMES.get(name, name): value for name, value in meta.items()}
        stage = StoredStage(**meta | {"evaluations": [tuple(each) for each in meta["evaluations"]]})
    except (OSError, ValueError, TypeError, KeyError):
        return None
    return stage if set(kept_steps) <= set(stage.kept_steps) else None


def link_stage(fingerprint: str, target: Path, kept_steps: Collection[int]) -> None:
    """Link the files of a stored stage into the new folder ``target``.

    Raises OSError when the stage has just been removed.
    """
    names = {f"{step:08d}" for step in kept_steps}
    files = store_folder() / fingerprint / "files"
    for entry in files.iterdir():
        if entry.name == "steps":
            for step in entry.iterdir():
                if step.name in names:
                    _link(step, target / "steps" / step.name)
        else:
            _link(entry, target / entry.name)


def load_predictions(fingerprint: str, stored: StoredStage) -> dict[str, Predictions]:
    """Return the test predictions of a stored stage by split.

    Raises OSError when the stage has just been removed.
    """
    predictions = {}
    for number, split in enumerate(each[4] for each in stored.evaluations if each[4]):
        with np.load(
            store_folder() / fingerprint / f"predictions-{number}.npz", allow_pickle=False
        ) as arrays:
            classes = tuple(str(name) for name in arrays["classes"])
            values = {name: arrays[name] for name in _ARRAYS}
            predictions[split] = Predictions(split, **values, classes=classes)
    return predictions


def load_arrays(fingerprint: str) -> dict[str, np.ndarray]:
    """Return the arrays that were stored with a stage.

    Raises OSError when the stage has just been removed.
    """
    with np.load(store_folder() / fingerprint / "arrays.npz", allow_pickle=False) as arrays:
        return {name: arrays[name] for name in arrays.files}


def put_stage(
    fingerprint: str,
    stage: Path,
    stored: StoredStage,
    predictions: Sequence[Predictions],
    arrays: Mapping[str, np.ndarray],
) -> None:
    """Store the stage in folder ``stage``, unless a stored one has at least the same kept steps.

    A failure is ignored.
    """
    if find_stage(fingerprint, stored.kept_steps) is not None:
        return
    target = store_folder() / fingerprint
    with contextlib.suppress(OSError, UserError), atomic_folder(target, replace=True) as folder:
        hard_links = _link(stage, folder / "files")
        for number, each in enumerate(predictions):
            values = {name: getattr(each, name) for name in _ARRAYS}
            np.savez(folder / f"predictions-{number}.npz", classes=np.array(each.classes, np.str_), **values)
        np.savez(folder / "arrays.npz", **arrays)  # type: ignore[arg-type]
        meta = asdict(replace(stored, hard_links=hard_links))
        (folder / "stage.json").write_text(json.dumps(meta, ensure_ascii=False), encoding="utf-8")
    remove_unused_stages()
    capacity.make_room()


def remove_unused_stages() -> None:
    """Remove the stages whose runs no longer exist."""
    for entry in store_folder().glob("*"):
        stored = _read_stage(entry.name, ())
        weights = [*entry.glob("files/encoder/*.safetensors")]
        with contextlib.suppress(OSError):
            if (
                stored is not None
                and stored.hard_links
                and all(file.stat().st_nlink == 1 for file in weights)
            ):
                discard(entry)


def _link(source: Path, target: Path) -> bool:
    """Link or else copy the file or folder ``source`` to ``target``. Return whether all files are hard links."""
    if source.is_dir():
        private_files.make_folder(target)
        return all([_link(part, target / part.name) for part in source.iterdir()])
    private_files.make_folder(target.parent)
    try:
        os.link(source, target)
        return True
    except OSError:
        shutil.copyfile(source, target)
        return False
