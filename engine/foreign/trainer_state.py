"""``trainer_state.json``, which the Trainer of transformers writes into its folder and every checkpoint."""

from __future__ import annotations

import json
from pathlib import Path

from engine.errors import UserError, printable
from engine.foreign.keys import translate_measure
from engine.foreign.record import ForeignTraining
from engine.json_types import ParsedJson
from engine.store.metrics import MetricPoint
from engine.text_files import read_json_object

FILE = "trainer_state.json"
_NO_MEASURES = ("step", "epoch", "total_flos")
_SETTINGS = ("num_train_epochs", "train_batch_size", "max_steps", "best_metric", "best_model_checkpoint")


def find_trainer_state(path: Path) -> Path | None:
    """Return the state file ``path``, or the one in the folder ``path`` or its newest checkpoint, or None."""
    if path.is_file():
        return path if path.name == FILE else None
    if (path / FILE).is_file():
        return path / FILE
    files = [
        file for file in path.glob(f"checkpoint-*/{FILE}") if file.parent.name.partition("-")[2].isdigit()
    ]
    return max(files, key=lambda path: int(path.parent.name.partition("-")[2]), default=None)


def read_trainer_state(file: Path) -> ForeignTraining:
    """Return the training in a state file. Raises UserError if it is not a state file.

    The file has no times of single measures, so the total time is spread evenly over the updates.
    """
    state = read_json_object(file)
    try:
        json.dumps(state, ensure_ascii=False).encode()  # raises for a lone surrogate, which no store can hold
        steps, per_step, points = _read_history(state)
    except (ValueError, KeyError, TypeError, AttributeError, OverflowError) as error:
        raise UserError(
            f"is not a trainer_state.json of transformers ({type(error).__name__}: {printable(str(error), 200)}).",
            place=str(file),
            remedy="Name another file.",
        ) from None
    settings = [f"{name} = {state[name]}" for name in _SETTINGS if state.get(name) is not None]
    notes = ["The log has no times. Seconds are the total training time, spread evenly over the updates."]
    folder = file.parent.parent if file.parent.name.startswith("checkpoint-") else file.parent
    return ForeignTraining(
        folder.name or "Trainer",
        "transformers Trainer",
        file.absolute(),
        points,
        steps,
        settings,
        None,
        notes if per_step else ["The log has no times."],
    )


def _read_history(state: ParsedJson) -> tuple[int, float, list[MetricPoint]]:
    """Return the number of updates, seconds per update, and all measures."""
    history, steps = state["log_history"], int(state["global_step"])
    runtime = next((each["train_runtime"] for each in history if "train_runtime" in each), None)
    per_step = float(runtime) / steps if runtime and steps else 0.0
    points: list[MetricPoint] = []
    for entry in history:
        step = int(entry.get("step", 0))
        for name, value in entry.items():
            if name in _NO_MEASURES or isinstance(value, bool) or not isinstance(value, int | float):
                continue
            key, our_value = translate_measure(name, float(value))
            points.append((key, step, step * per_step, our_value))
    return steps, per_step, points
