"""Checkpoints of a run: written atomically, and verified before they are used.

::

    last-00000011/      everything the run needs to resume: weights, optimiser, random state, progress
    last-00000012/      the next checkpoint (the newest two are kept)
    best-0-00000040/    the weights selected by validation: of stage 0 (from 0), after its update 40

Each is an atomic folder with a manifest (``engine.cache.atomic_folders``). A run resumes from the newest ``last`` that
is intact, together with the ``best`` to which its progress refers, or else from the one before. So a ``last`` is
removed only when two newer ones are on the disk, and a ``best`` when neither refers to it. Tensors are stored as
safetensors, the rest as JSON. Nothing is unpickled.
"""

from __future__ import annotations

import json
import os
import re
from dataclasses import asdict, dataclass, field
from pathlib import Path

import torch
from safetensors import SafetensorError, safe_open
from safetensors.torch import save_file
from torch import nn

from engine.cache.atomic_folders import atomic_folder, discard, sweep
from engine.cache.manifest import DamagedError, has_manifest, verify, write_manifest
from engine.errors import UserError, system_error
from engine.events import EvaluationRecord
from engine.json_types import JsonObject
from engine.stages.outputs import start_again_remedy

_WEIGHTS, _PROGRESS = "model.safetensors", "progress.json"
_LAST = re.compile(r"last-\d{8}")


@dataclass
class RunProgress:
    """The progress of a run: all state that it needs to resume, except tensors. Fields are named as in the file.

    Attributes:
        identity: identity of the experiment. The checkpoint of another experiment is refused.
        stage, first_step: the current stage, from 0, and its first step on the run's step axis.
        step: number of updates of the stage so far.
        evaluated, kept: the last update after which the stage was evaluated, and the last after which its weights were
            kept.
        best_value, best_step: the lowest cost of an evaluation, and its update. None and -1 before the first.
        best_excess: the excess of that evaluation over the stage's bound on checkpoints, 0 within it.
        evaluations_since_best, evaluations_outside, stopped_early: state of early stopping. ``evaluations_outside``
            counts consecutive evaluations outside the bound.
        precision, attention: precision and kernels of the run from its start (``engine.kernels.attention_registry``).
        results: final metrics of completed stages.
        watch: state of the stage's probe scheduler (named as in the first checkpoint format).
        measured: evaluations of the stage so far (``events.EvaluationRecord``).
        untold: metrics of updates (of the stage, from 0) that were not delivered when the run was stopped.
        micro_tokens, evaluation_tokens: limits of ``MicroBatching`` as lowered after running out of memory, 0 for none.
    """

    identity: str = ""
    stage: int = 0
    step: int = 0
    evaluated: int = 0
    kept: int = 0
    first_step: int = 0
    best_value: float | None = None
    best_step: int = -1
    best_excess: float = 0.0
    evaluations_since_best: int = 0
    evaluations_outside: int = 0
    stopped_early: bool = False
    precision: str = ""
    attention: dict[str, str] = field(default_factory=dict)
    results: dict[str, float] = field(default_factory=dict)
    watch: JsonObject = field(default_factory=dict)
    measured: list[EvaluationRecord] = field(default_factory=list)
    untold: list[tuple[int, dict[str, float]]] = field(default_factory=list)
    micro_tokens: int = 0
    evaluation_tokens: int = 0


class Checkpoints:
    """The ``checkpoints`` folder of one run.

    ``read_only``: nothing is saved or removed, since only the first of several processes saves.

    Attributes:
        active: the checkpoint in use: the one that was read or chosen, and later the last one saved.
        damage: sentences on damaged checkpoints that are newer than the one read.
    """

    def __init__(self, folder: Path, *, read_only: bool = False) -> None:
        self.folder, self._read_only = folder, read_only
        self.active: Path | None = None
        self.damage: list[str] = []
        self._current_folders: list[Path] = []

    def read(self) -> RunProgress | None:
        """Choose the newest intact checkpoint and return its progress, or None when there are none.

        Raises UserError when there are checkpoints and all of them are damaged.
        """
        adopt_earlier_layout(self.folder)
        self.damage = []
        for folder in _list_last(self.folder):
            try:
                progress = self._read_whole(folder)
            except DamagedError as damage:
                self.damage.append(f"{Path(damage.place).name}: {damage.message}")
                continue
            self.active, self._current_folders = folder, [folder]
            return progress
        if self.damage:
            raise UserError(
                f"no checkpoint of this run is whole ({' '.join(self.damage)})",
                place=str(self.folder),
                remedy=start_again_remedy(self.folder.parent),
            )
        return None

    def use(self, name: str) -> None:
        """Choose the checkpoint called ``name`` ("" for none), which the first of several processes has read."""
        self.active = self.folder / name if name else None

    def newest(self) -> tuple[RunProgress, Path] | None:
        """Return the newest checkpoint and its progress without verifying it, None when there is none."""
        folder = next(iter(_list_last(self.folder)), None)
        return None if folder is None else (_read_progress(folder), folder)

    def best_path(self, progress: RunProgress) -> Path | None:
        """Return the folder of the best weights of the stage of ``progress``, None before any were selected."""
        if progress.best_step < 0:
            return None
        return self.folder / f"best-{progress.stage}-{progress.best_step:08d}"

    def save_last(
        self,
        progress: RunProgress,
        model: nn.Module,
        optimizer: torch.optim.Optimizer | None,
        probe_tensors: dict[str, torch.Tensor] | None = None,
    ) -> Path:
        """Save everything that ``load_last`` needs. ``optimizer`` is None between stages, where progress suffices.

        ``probe_tensors`` are the tensors of the probe scheduler, which ``load_probe_tensors()`` returns.
        """
        if self._read_only:
            return self.folder
        tensors = {"random.torch": torch.get_rng_state()}
        if torch.cuda.is_available():
            tensors["random.cuda"] = torch.cuda.get_rng_state()
        tensors |= {f"watch.{name}": tensor for name, tensor in (probe_tensors or {}).items()}
        target = self.folder / f"last-{_next_number(self.folder):08d}"
        with atomic_folder(target) as draft:
            if optimizer is not None:
                _save_tensors(model.state_dict(), draft / _WEIGHTS)
                optimizer_tensors, groups = _pack_optimizer(optimizer)
                tensors.update(optimizer_tensors)
                (draft / "optimizer.json").write_text(json.dumps(groups), encoding="utf-8")
            _save_tensors(tensors, draft / "state.safetensors")
            (draft / _PROGRESS).write_text(json.dumps(asdict(progress), indent=1), encoding="utf-8")
        self._current_folders = [target, *self._current_folders[:1]]
        self.active = target
        self._remove_superseded()
        return target

    def save_best(self, progress: RunProgress, model: nn.Module) -> Path:
        """Save the best weights by validation so far, those after update ``progress.best_step``."""
        target = self.best_path(progress)
        assert target is not None, "no update was selected"
        if self._read_only:
            return self.folder
        with atomic_folder(target, replace=True) as draft:
            _save_tensors(model.state_dict(), draft / _WEIGHTS)
        self._remove_superseded(target)
        return target

    def load_last(self, model: nn.Module, optimizer: torch.optim.Optimizer) -> None:
        """Load the tensors of the active checkpoint, which was saved within a stage, into model and optimiser."""
        assert self.active is not None, "no checkpoint was read"
        load_weights(model, self.active / _WEIGHTS)
        with safe_open(self.active / "state.safetensors", "pt") as tensors:
            _unpack_optimizer(optimizer, tensors)
            torch.set_rng_state(tensors.get_tensor("random.torch"))
            if torch.cuda.is_available() and "random.cuda" in tensors.keys():  # noqa: SIM118 - not a dict
                torch.cuda.set_rng_state(tensors.get_tensor("random.cuda"))

    def load_probe_tensors(self) -> dict[str, torch.Tensor]:
        """Load the tensors of the probe scheduler from the active checkpoint, empty without one."""
        if self.active is None:
            return {}
        with safe_open(self.active / "state.safetensors", "pt") as tensors:
            names = [name for name in tensors.keys() if name.startswith("watch.")]  # noqa: SIM118
            return {name.removeprefix("watch."): tensors.get_tensor(name) for name in names}

    def load_best(self, progress: RunProgress, model: nn.Module) -> None:
        """Load the best weights of the stage of ``progress`` into the model.

        Raises UserError when they are missing or damaged.
        """
        folder = self.best_path(progress)
        assert folder is not None, "no update was selected"
        verify(folder)
        load_weights(model, folder / _WEIGHTS)

    def forget_earlier(self) -> None:
        """Remove all checkpoints but the active one, to save space after the end of the run."""
        if not self._read_only and self.active is not None:
            self._current_folders = [self.active]
            self._remove_superseded()

    def clear(self) -> None:
        """Remove every checkpoint, for a run that starts from the beginning."""
        self.active, self._current_folders = None, []
        if not self._read_only:
            discard(self.folder)
            sweep(self.folder.parent, abandoned_seconds=0)

    def _read_whole(self, folder: Path) -> RunProgress:
        """Return the progress of a ``last``. Raises DamagedError unless it and its ``best`` are intact."""
        verify(folder)
        progress = _read_progress(folder)
        if (best := self.best_path(progress)) is not None:
            verify(best)
        return progress

    def _remove_superseded(self, *best: Path) -> None:
        """Remove every checkpoint except the kept ones, the best weights to which they refer, and ``best``."""
        for folder in self.folder.glob("last-*"):
            if folder not in self._current_folders:
                discard(folder)
        named = [self.best_path(_read_progress(folder)) for folder in self._current_folders]
        for folder in self.folder.glob("best-*"):
            if folder not in (*named, *best):
                discard(folder)
        sweep(self.folder, abandoned_seconds=0)  # no other process writes here


def tensor_bytes(model: nn.Module, optimizer: torch.optim.Optimizer | None = None) -> int:
    """Return the size of the weights of ``model`` in bytes, with ``optimizer`` including its state."""
    tensors = list(model.state_dict().values())
    if optimizer is not None:
        states = optimizer.state_dict()["state"].values()
        tensors += [value for state in states for value in state.values() if torch.is_tensor(value)]
    return sum(tensor.numel() * tensor.element_size() for tensor in tensors)


def adopt_earlier_layout(folder: Path) -> None:
    """Convert checkpoints of version 0.1.0 to the present layout. Does nothing where there are none.

    That version wrote no manifests, kept one ``last`` and one ``best``, and named them in ``last.txt`` and
    ``best.txt``. Without a manifest, only readability can be checked.
    """
    pointer = folder / "last.txt"
    if not pointer.is_file():
        return
    for best in folder.glob("best-*-*"):
        if best.suffix != ".tmp" and not has_manifest(best) and _is_readable(best):
            write_manifest(best)
    named = pointer.read_text(encoding="utf-8", errors="replace").strip()
    # If power failed while the pointer was written, any readable checkpoint is better than none.
    names = sorted(path.name for path in folder.glob("last-*-*") if path.suffix != ".tmp")
    for last in (folder / name for name in (named, *reversed(names)) if name):
        if not _list_last(folder) and last.is_dir() and (has_manifest(last) or _is_readable(last)):
            if not has_manifest(last):
                write_manifest(last)
            os.rename(last, folder / f"last-{0:08d}")
    (folder / "best.txt").unlink(missing_ok=True)
    if _list_last(folder):
        pointer.unlink()


def _is_readable(folder: Path) -> bool:
    """Return whether all files of a checkpoint are readable. Headers of tensor files contain their lengths."""
    try:
        for file in folder.glob("*.safetensors"):
            with safe_open(file, "pt") as tensors:
                tensors.keys()
        for file in folder.glob("*.json"):
            json.loads(file.read_text(encoding="utf-8"))
        if folder.name.startswith("last-"):
            _read_progress(folder)
        return True
    except (OSError, ValueError, SafetensorError, DamagedError):
        return False


def _list_last(folder: Path) -> list[Path]:
    """Return the folders of ``last`` checkpoints, the newest first."""
    return sorted((path for path in folder.glob("last-*") if _LAST.fullmatch(path.name)), reverse=True)


def _next_number(folder: Path) -> int:
    newest = next(iter(_list_last(folder)), None)
    return 1 if newest is None else 1 + int(newest.name.removeprefix("last-"))


def _read_progress(folder: Path) -> RunProgress:
    try:
        return RunProgress(**json.loads((folder / _PROGRESS).read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError) as error:
        raise DamagedError(f"{_PROGRESS} cannot be read ({error}).", place=str(folder)) from None


def _save_tensors(tensors: dict[str, torch.Tensor], file: Path) -> None:
    """Write tensors, which may share memory. Raises the system's OSError in place of the library's own."""
    try:
        save_file(_without_shared_memory(tensors), file)
    except SafetensorError as error:
        if number := system_error(error):
            raise OSError(number, os.strerror(number), str(file)) from error
        raise


def load_weights(model: nn.Module, file: Path) -> None:
    """Load all tensors of a safetensors file into ``model``. Raise UserError when they do not match one to one."""
    state = model.state_dict()
    with safe_open(file, "pt") as tensors:
        names = set(tensors.keys())
        if names != set(state):
            differences = sorted(names ^ set(state))[:3]
            raise UserError(
                f"the checkpoint does not fit this model (first differences: {', '.join(differences)}).",
                place=str(file),
                remedy="It was made with another version or specification. Start the run again.",
            )
        with torch.no_grad():
            for name, value in state.items():
                value.copy_(tensors.get_tensor(name))


def _without_shared_memory(tensors: dict[str, torch.Tensor]) -> dict[str, torch.Tensor]:
    # safetensors refuses tensors that share memory (tied embeddings), so each gets a copy.
    pointers: set[int] = set()
    result = {}
    for name, tensor in tensors.items():
        tensor = tensor.detach().contiguous()
        result[name] = tensor.clone() if tensor.data_ptr() in pointers else tensor
        pointers.add(tensor.data_ptr())
    return result


def _pack_optimizer(
    optimizer: torch.optim.Optimizer,
) -> tuple[dict[str, torch.Tensor], dict[str, JsonObject]]:
    """Return the optimiser state as named tensors (``optimizer.<parameter>.<name>``) and JSON for the rest.

    Example: the momentum of parameter 3 of AdamW is the tensor ``optimizer.3.exp_avg``.
    """
    tensors: dict[str, torch.Tensor] = {}
    json_state: dict[str, JsonObject] = {}
    for number, state in optimizer.state_dict()["state"].items():
        for name, value in state.items():
            if torch.is_tensor(value):
                tensors[f"optimizer.{number}.{name}"] = value
            else:
                json_state.setdefault(str(number), {})[name] = value
    return tensors, json_state


def _unpack_optimizer(optimizer: torch.optim.Optimizer, tensors: safe_open) -> None:
    """Load packed tensors. Groups (rates, decay) are rebuilt from the spec, not read from the file."""
    current = optimizer.state_dict()
    state: dict[int, JsonObject] = {}
    for key in tensors.keys():  # noqa: SIM118 - not a dict
        if key.startswith("optimizer."):
            _, number, name = key.split(".", 2)
            state.setdefault(int(number), {})[name] = tensors.get_tensor(key)
    optimizer.load_state_dict({"state": state, "param_groups": current["param_groups"]})
