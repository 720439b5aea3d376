"""Description of a saved head: classes, objective, features, truncation. Read without torch.

A stage's folder (``stage-N/`` of a run)::

    encoder/          Hugging Face folder: AutoModel and AutoTokenizer load it. The next stage starts from it
    head.safetensors  all layers above the encoder (and the encoder's pooler, where it is used)
    palimpsest.json   classes, objective, features, truncation, length: what is needed to predict
    decision.json     the decision rule, where one was tuned (``engine.objectives.decision``)

In a multi-task model each task has its own head.safetensors and palimpsest.json in ``tasks/NAME/``.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path

from engine.errors import UserError
from engine.objectives.base import LabelObjective
from engine.objectives.classification import SINGLE_LABEL
from engine.spec.features import Features
from engine.spec.stages.labelled_task import TASKS_FOLDER
from engine.spec.targets import ClassTarget, Target
from engine.spec.truncation import Truncation

METADATA_FILE, HEAD_FILE, ENCODER_FOLDER = "palimpsest.json", "head.safetensors", "encoder"


@dataclass(frozen=True, kw_only=True)
class SavedDescription:
    """How a saved head reads an encoder and what its outputs mean.

    With ``cut_into_segments`` it reads single texts as pairs, each cut into two segments as in training
    (``engine.data.random_cut``). ``join`` is the separator of the columns of a text, ``target`` is how labels were
    read.
    """

    classes: tuple[str, ...]
    features: Features
    truncation: Truncation
    max_length: int
    pair: bool
    join: str = " "
    cut_into_segments: bool = False
    objective: LabelObjective = SINGLE_LABEL
    target: Target = field(default_factory=ClassTarget)

    @property
    def outputs(self) -> int:
        """The number of outputs of the head for each text."""
        return self.objective.outputs(len(self.classes))

    def write(self, folder: Path) -> None:
        """Write the description into ``folder``, next to a head."""
        about = {
            "format": 1,
            "classes": list(self.classes),
            "objective": self.objective.model_dump(mode="json"),
            "features": self.features.model_dump(mode="json"),
            "truncation": self.truncation.model_dump(mode="json"),
            "max_length": self.max_length,
            "pair": self.pair,
            "join": self.join,
            "cut": self.cut_into_segments,
            "target": self.target.model_dump(mode="json"),
        }
        (folder / METADATA_FILE).write_text(json.dumps(about, ensure_ascii=False, indent=1), encoding="utf-8")


def read_description(folder: Path, task: str = "") -> SavedDescription:
    """Return the description in ``folder``, or of its task ``task`` for multi-task models.

    Raises UserError when the folder holds no model, or the task is not among its tasks.
    """
    try:
        about = json.loads((find_head_folder(folder, task) / METADATA_FILE).read_text(encoding="utf-8"))
        # Models of version 0.1.0 name no objective: they classify.
        objective = LabelObjective.choose(about.get("objective", SINGLE_LABEL.kind))
        return SavedDescription(
            classes=tuple(map(str, about["classes"])),
            features=Features.model_validate(about["features"]),
            truncation=Truncation.choose(about["truncation"]),
            max_length=int(about["max_length"]),
            pair=bool(about["pair"]),
            join=str(about.get("join", " ")),
            cut_into_segments=bool(about.get("cut", False)),
            objective=objective,
            # Where it was not recorded, for labels that are read in one way only.
            target=Target.choose(about.get("target", objective.target)),
        )
    except UserError:
        raise
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise UserError(
            f"is not a model saved by Palimpsest ({error}).",
            place=str(folder),
            remedy=f"Name a folder with {METADATA_FILE}.",
        ) from None


def saved_tasks(folder: Path) -> list[str]:
    """Return the names of the tasks whose heads a stage's folder holds, empty where it holds one head only."""
    return sorted(path.parent.name for path in (folder / TASKS_FOLDER).glob(f"*/{METADATA_FILE}"))


def find_head_folder(folder: Path, task: str) -> Path:
    """Return the folder of the head of ``task`` in a stage's folder. Raises UserError where it has other heads only."""
    names = saved_tasks(folder)
    if not task and len(names) != 1:
        if names and not (folder / METADATA_FILE).is_file():
            raise UserError(
                "holds the heads of several tasks.",
                place=str(folder),
                remedy=f"Name one with --task: {', '.join(names)}.",
            )
        return folder
    name = task or names[0]
    if name not in names:
        remedy = f"It has {', '.join(names)}." if names else "It has one head only: leave the task out."
        raise UserError(f"there is no task '{name}'.", place=str(folder), remedy=remedy)
    return folder / TASKS_FOLDER / name
