"""Detect the kind of a training log, and read it."""

from __future__ import annotations

from pathlib import Path

from engine.errors import UserError
from engine.foreign.record import ForeignTraining
from engine.foreign.tensorboard import find_event_files, read_event_files
from engine.foreign.trainer_state import find_trainer_state, read_trainer_state


def read_training_log(path: Path) -> ForeignTraining:
    """Return the training in the log ``path``, of a Trainer or TensorBoard.

    A folder may be the output of a Trainer (its newest checkpoint counts) or contain event files. If it is both, the
    Trainer's log is read, because it has the settings. Raises UserError if it is neither.
    """
    if not path.exists():
        raise UserError("there is no such file or folder.", place=str(path), remedy="Name a log.")
    if (state := find_trainer_state(path)) is not None:
        return read_trainer_state(state)
    if files := find_event_files(path):
        return read_event_files(files, path)
    raise UserError(
        "is not a known kind of log.",
        place=str(path),
        remedy="Name a trainer_state.json, a Trainer's output folder, or a folder of TensorBoard's event files.",
    )
