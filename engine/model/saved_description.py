"""Description of a saved head: classes, objective, features, truncation. Read without torch.

A stage's folder (``stage-N/`` of a run)::

    encoder/          Hugging Face folder: AutoModel and AutoTokenizer load it. The next stage starts from it
    head.safetensors  all layers above the encoder (and the encoder's pooler, where it is used)
    palimpsest.json   everything else that prediction needs: classes, objective, features, truncation, length
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
    """The features that a saved head reads, and the meaning of its outputs.

    With ``cut_into_segments`` single texts are read as pairs, each cut into two segments as in training
    (``engine.data.tokens``). ``join`` is the separator of a text's columns, ``target`` the kind of labels.
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
        data = {
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
        (folder / METADATA_FILE).write_text(json.dumps(data, ensure_ascii=False, indent=1), encoding="utf-8")


def read_description(folder: Path, task: str = "") -> SavedDescription:
    """Return the description of the model in ``folder``, or of its head for ``task`` in a multi-task model.

    Raises UserError when the folder holds no model, or has no such task.
    """
    try:
        content = json.loads((find_head_folder(folder, task) / METADATA_FILE).read_text(encoding="utf-8"))
        # Models of version 0.1.0 are single-label classifiers and name no objective.
        objective = LabelObjective.choose(content.get("objective", SINGLE_LABEL.kind))
        return SavedDescription(
            classes=tuple(map(str, content["classes"])),
            features=Features.model_validate(content["features"]),
            truncation=Truncation.choose(content["truncation"]),
            max_length=int(content["max_length"]),
            pair=bool(content["pair"]),
            join=str(content.get("join", " ")),
            cut_into_segments=bool(content.get("cut", False)),
            objective=objective,
            # Older models recorded no target. For their objectives it is unambiguous.
            target=Target.choose(content.get("target", objective.target)),
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
    """Return the names of the tasks whose heads a stage's folder contains, empty where it has a single head."""
    return sorted(path.parent.name for path in (folder / TASKS_FOLDER).glob(f"*/{METADATA_FILE}"))


def find_head_folder(folder: Path, task: str) -> Path:
    """Return the folder of the head of ``task`` in a stage's folder. Raises UserError where there is none."""
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
