"""Checkpoints: two slots, each complete or absent.

``last`` holds everything a run needs to go on (weights, optimiser, random state, progress); ``best`` holds
the weights that validation selected. A slot is a folder named after its step and a pointer file; the pointer
is replaced atomically after the folder is complete, so a kill at any moment leaves the previous checkpoint in
force. Tensors are safetensors, the rest is JSON; nothing is unpickled.
"""

from __future__ import annotations

import json
import os
import shutil
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Literal

import torch
from safetensors import safe_open
from safetensors.torch import save_file
from torch import nn

from engine.errors import UserError
from engine.events import EvaluationRecord
from engine.json_types import JsonObject

Slot = Literal["last", "best"]


@dataclass
class RunProgress:
    """How far a run has come: all that a resumed run needs and that is not a tensor. The names are those of the file.

    Attributes:
        identity: of the experiment; the checkpoint of another one is refused.
        stage, first_step: the current stage, from 0, and where it begins on the run's step axis.
        step: updates of the stage made so far.
        evaluated, kept: the last update after which the stage was evaluated, and after which its weights were
            kept.
        best_value, best_step: the least cost of an evaluation, and after which update; None and -1 before the
            first.
        evaluations_since_best, stopped_early: for early stopping.
        precision, attention: those of the run from its beginning (``engine.kernels.attention_registry``).
        results: final metrics of the stages that are over.
        watch: state of the stage's probe scheduler.
        measured: its evaluations so far (``events.EvaluationRecord``).
        untold: metrics of updates (of the stage, from 0) that were not delivered when the run was stopped.
        micro_tokens, evaluation_tokens: limits of ``MicroBatching`` that lack of memory has set, 0 for none.
    """

    identity: str = ""
    stage: int = 0
    step: int = 0
    evaluated: int = 0
    kept: int = 0
    first_step: int = 0
    best_value: float | None = None
    best_step: int = -1
    evaluations_since_best: int = 0
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

    ``read_only``: nothing is saved or removed; of several processes only the first one does.
    """

    def __init__(self, folder: Path, *, read_only: bool = False) -> None:
        self.folder, self._read_only = folder, read_only

    def read(self) -> RunProgress | None:
        """Read the progress at the last checkpoint, or None when there is none yet."""
        found = self.path("last")
        if found is None:
            return None
        return RunProgress(**json.loads((found / "progress.json").read_text(encoding="utf-8")))

    def path(self, slot: Slot) -> Path | None:
        """Return the folder that ``slot`` points to, or None."""
        pointer = self.folder / f"{slot}.txt"
        if not pointer.is_file():
            return None
        target = self.folder / pointer.read_text(encoding="utf-8").strip()
        return target if target.is_dir() else None

    def save_last(
        self,
        progress: RunProgress,
        model: nn.Module,
        optimizer: torch.optim.Optimizer | None,
        probe_tensors: dict[str, torch.Tensor] | None = None,
    ) -> Path:
        """Save all that ``load_last`` needs; ``optimizer`` is None between stages, where only progress counts.

        ``probe_tensors`` are tensors of the probe scheduler; ``load_probe_tensors()`` returns them.
        """
        if self._read_only:
            return self.folder
        target = self._create_folder("last", progress)
        tensors = {"random.torch": torch.get_rng_state()}
        if torch.cuda.is_available():
            tensors["random.cuda"] = torch.cuda.get_rng_state()
        tensors |= {f"watch.{name}": tensor for name, tensor in (probe_tensors or {}).items()}
        if optimizer is not None:
            save_file(_without_shared_memory(model.state_dict()), target / "model.safetensors")
            packed, groups = _pack_optimizer(optimizer)
            tensors.update(packed)
            (target / "optimizer.json").write_text(json.dumps(groups), encoding="utf-8")
        save_file(_without_shared_memory(tensors), target / "state.safetensors")
        (target / "progress.json").write_text(json.dumps(asdict(progress), indent=1), encoding="utf-8")
        return self._publish("last", target)

    def save_best(self, progress: RunProgress, model: nn.Module) -> Path:
        """Save the best weights by validation so far."""
        if self._read_only:
            return self.folder
        target = self._create_folder("best", progress)
        save_file(_without_shared_memory(model.state_dict()), target / "model.safetensors")
        return self._publish("best", target)

    def load_last(self, model: nn.Module, optimizer: torch.optim.Optimizer) -> bool:
        """Load the last checkpoint's tensors into model and optimiser.

        Returns False when the checkpoint stands between stages (nothing to load).
        """
        source = self.path("last")
        if source is None or not (source / "model.safetensors").is_file():
            return False
        load_weights(model, source / "model.safetensors")
        with safe_open(source / "state.safetensors", "pt") as tensors:
            _unpack_optimizer(optimizer, tensors)
            torch.set_rng_state(tensors.get_tensor("random.torch"))
            if torch.cuda.is_available() and "random.cuda" in tensors.keys():  # noqa: SIM118 - not a dict
                torch.cuda.set_rng_state(tensors.get_tensor("random.cuda"))
        return True

    def load_probe_tensors(self) -> dict[str, torch.Tensor]:
        """Load the tensors of the probe scheduler from the last checkpoint."""
        source = self.path("last")
        if source is None:
            return {}
        with safe_open(source / "state.safetensors", "pt") as tensors:
            names = [name for name in tensors.keys() if name.startswith("watch.")]  # noqa: SIM118
            return {name.removeprefix("watch."): tensors.get_tensor(name) for name in names}

    def load_best(self, model: nn.Module) -> bool:
        """Load the best weights into the model; return False when no evaluation has selected any."""
        source = self.path("best")
        if source is None:
            return False
        load_weights(model, source / "model.safetensors")
        return True

    def clear_best(self) -> None:
        """Empty the best slot, for the next stage."""
        if self._read_only:
            return
        (self.folder / "best.txt").unlink(missing_ok=True)
        self._remove_unreferenced()

    def clear(self) -> None:
        """Remove every checkpoint (a run that starts from the beginning)."""
        if self._read_only:
            return
        shutil.rmtree(self.folder, ignore_errors=True)

    def _create_folder(self, slot: Slot, progress: RunProgress) -> Path:
        target = self.folder / f"{slot}-{progress.stage}-{progress.step:08d}.tmp"
        shutil.rmtree(target, ignore_errors=True)
        target.mkdir(parents=True)
        return target

    def _publish(self, slot: Slot, written: Path) -> Path:
        target = written.with_suffix("")
        shutil.rmtree(target, ignore_errors=True)
        written.rename(target)
        pointer = self.folder / f"{slot}.txt"
        draft = pointer.with_suffix(".tmp")
        draft.write_text(target.name, encoding="utf-8")
        os.replace(draft, pointer)
        self._remove_unreferenced()
        return target

    def _remove_unreferenced(self) -> None:
        kept = {self.path("last"), self.path("best")}
        for folder in [*self.folder.glob("last-*"), *self.folder.glob("best-*")]:
            if folder not in kept:
                shutil.rmtree(folder, ignore_errors=True)


def load_weights(model: nn.Module, file: Path) -> None:
    """Load all tensors of a safetensors file into ``model``; raise UserError when they do not fit one to one."""
    state = model.state_dict()
    with safe_open(file, "pt") as tensors:
        names = set(tensors.keys())
        if names != set(state):
            odd = sorted(names ^ set(state))[:3]
            raise UserError(
                f"the checkpoint does not fit this model (first differences: {', '.join(odd)}).",
                place=str(file),
                remedy="It was made with another version or specification; start the run again.",
            )
        with torch.no_grad():
            for name, value in state.items():
                value.copy_(tensors.get_tensor(name))


def _without_shared_memory(tensors: dict[str, torch.Tensor]) -> dict[str, torch.Tensor]:
    # safetensors refuses tensors that share memory (tied embeddings); a copy each keeps the file simple.
    seen: set[int] = set()
    result = {}
    for name, tensor in tensors.items():
        tensor = tensor.detach().contiguous()
        result[name] = tensor.clone() if tensor.data_ptr() in seen else tensor
        seen.add(tensor.data_ptr())
    return result


def _pack_optimizer(optimizer: torch.optim.Optimizer) -> tuple[dict[str, torch.Tensor], JsonObject]:
    """Return the optimiser state as named tensors (``optimizer.<parameter>.<name>``) and JSON for the rest.

    Example: the momentum of parameter 3 of AdamW is the tensor ``optimizer.3.exp_avg``.
    """
    tensors: dict[str, torch.Tensor] = {}
    plain: dict[str, dict[str, object]] = {}
    for number, state in optimizer.state_dict()["state"].items():
        for name, value in state.items():
            if torch.is_tensor(value):
                tensors[f"optimizer.{number}.{name}"] = value
            else:
                plain.setdefault(str(number), {})[name] = value
    return tensors, plain


def _unpack_optimizer(optimizer: torch.optim.Optimizer, tensors: Any) -> None:
    """Load packed tensors. Groups (rates, decay) are rebuilt from the spec and are not taken from the file."""
    current = optimizer.state_dict()
    state: dict[int, JsonObject] = {}
    for key in tensors.keys():  # noqa: SIM118 - not a dict
        if key.startswith("optimizer."):
            _, number, name = key.split(".", 2)
            state.setdefault(int(number), {})[name] = tensors.get_tensor(key)
    optimizer.load_state_dict({"state": state, "param_groups": current["param_groups"]})
