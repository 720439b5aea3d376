"""Callback for Lightning that records training as a run of the store, with our probes.

It uses the package that is already imported, ``lightning`` or ``pytorch_lightning``, since their classes are not
compatible.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from engine.errors import UserError
from engine.foreign.record import TrainingRecorder
from engine.store.rows import RunStatus
from palimpsest.running import store_path
from palimpsest.watching import MonitorSettings, TrainingWatcher

PACKAGES = ("lightning.pytorch", "pytorch_lightning")


def _lightning() -> str:
    """Return the package to use. Raises UserError if none is installed."""
    for name in sorted(PACKAGES, key=lambda name: name not in sys.modules):
        try:
            importlib.import_module(name)
        except ImportError:
            continue
        return name
    raise UserError(
        "Lightning is not installed.",
        place="palimpsest.LightningForgettingCallback",
        remedy="Install it with: pip install lightning",
    )


if TYPE_CHECKING:
    from pytorch_lightning import Callback, LightningModule, Trainer
    from pytorch_lightning.loggers import Logger
    from transformers import PreTrainedTokenizerBase
else:
    Callback = importlib.import_module(_lightning()).Callback
    Logger = importlib.import_module(f"{_lightning()}.loggers").Logger


class LightningForgettingCallback(Callback):
    """Records a training by Lightning in the store, and measures what its encoder forgets.

        callback = palimpsest.LightningForgettingCallback(tokenizer, probe_every=200)
        Trainer(..., callbacks=[callback]).fit(module)

    The logs of the module are recorded when Lightning passes them to loggers (``log_every_n_steps``). The encoder is
    the first transformers model in the module. Everything else is as with ``ForgettingCallback``.

    Args:
        tokenizer: the encoder's tokenizer. None if ``original`` names the encoder.
        name: name of the run. Empty: the module's class.
        store: the store. None: the user's own.
        probe_every: updates between two measurements. 0: only at the start and the end.
        original: the encoder to compare with, a folder or hub id. Empty: the initial model.
        retention: whether to measure the loss on masked words.
        text: general text: a file or data set. Empty: the bundled English.
        device: where probes compute.
    """

    def __init__(
        self,
        tokenizer: PreTrainedTokenizerBase | None = None,
        name: str = "",
        *,
        store: Path | str | None = None,
        probe_every: int = 0,
        original: str = "",
        retention: bool = True,
        text: str = "",
        device: str = "cpu",
    ) -> None:
        super().__init__()
        self._tokenizer, self._name, self._store, self._every = (
            tokenizer,
            name,
            store_path(store),
            probe_every,
        )
        self._settings = MonitorSettings(original, retention, text, device)
        self._watcher: TrainingWatcher | None = None
        self._logger: _RecordingLogger | None = None
        self._is_finished = False
        self._step = -1

    @property
    def run(self) -> int:
        """The number of the run, 0 before training, and in processes of other ranks."""
        return self._watcher.recorder.run if self._watcher is not None else 0

    def on_train_start(self, trainer: Trainer, pl_module: LightningModule) -> None:
        """Start the run, and measure the initial encoder."""
        if not trainer.is_global_zero:
            return
        updates = trainer.estimated_stepping_batches
        settings = [f"{name} = {value}" for name, value in sorted(pl_module.hparams.items())]
        recorder = TrainingRecorder(
            self._store,
            self._name or type(pl_module).__name__,
            "Lightning",
            settings,
            int(updates) if updates < float("inf") else 0,
        )
        remedy = "Give it, or name the encoder: LightningForgettingCallback(tokenizer) or (original=...)."
        self._watcher = TrainingWatcher(recorder, self._settings, pl_module, self._tokenizer, remedy)
        self._logger, self._is_finished = _RecordingLogger(recorder, trainer), False
        trainer.loggers = [*trainer.loggers, self._logger]
        self._step = int(trainer.global_step)
        self._watcher.probe(pl_module, self._step)

    def on_train_batch_end(
        self, trainer: Trainer, pl_module: LightningModule, outputs: object, batch: object, batch_idx: int
    ) -> None:
        """Measure if it is due, and stop training on request."""
        step = int(trainer.global_step)
        if self._watcher is None or step == self._step:  # no update: gradients are accumulated
            return
        self._step = step
        if self._every and step % self._every == 0:
            self._watcher.probe(pl_module, step)
        if self._watcher.recorder.stop_requested:
            trainer.should_stop = True

    def on_train_end(self, trainer: Trainer, pl_module: LightningModule) -> None:
        """Measure the final encoder, and end the run."""
        if self._watcher is not None and self._leave(trainer):
            self._watcher.finish(pl_module, int(trainer.global_step))

    def on_exception(self, trainer: Trainer, pl_module: LightningModule, exception: BaseException) -> None:
        """End the run as interrupted or failed."""
        if self._watcher is not None and self._leave(trainer):
            is_interrupted = isinstance(exception, KeyboardInterrupt)
            reason = "" if is_interrupted else f"{type(exception).__name__}: {exception}"[:500]
            status: RunStatus = "interrupted" if is_interrupted else "failed"
            self._watcher.recorder.finish(int(trainer.global_step), status, reason)

    def _leave(self, trainer: Trainer) -> bool:
        """Remove the logger. Return False if it was already removed."""
        if self._is_finished:
            return False
        self._is_finished = True
        trainer.loggers = [each for each in trainer.loggers if each is not self._logger]
        return True


class _RecordingLogger(Logger):
    """Logger that records the logs of a module in the run."""

    def __init__(self, recorder: TrainingRecorder, trainer: Trainer) -> None:
        super().__init__()
        self._recorder, self._trainer = recorder, trainer

    @property
    def name(self) -> str:
        """The name of the program."""
        return "palimpsest"

    @property
    def version(self) -> str:
        """The number of the run."""
        return str(self._recorder.run)

    def log_metrics(self, metrics: Mapping[str, float], step: int | None = None) -> None:
        """Record measures at the last update. Lightning's own count begins at 0."""
        values = {_measure_name(name): float(value) for name, value in metrics.items() if name != "epoch"}
        self._recorder.record(int(self._trainer.global_step), values)

    def log_hyperparams(self, params: object, *args: object, **kwargs: object) -> None:
        """Ignore them, since the run has the hyperparameters of the module."""


def _measure_name(name: str) -> str:
    """Return the name of a measure for ``engine.foreign.keys``.

    Lightning appends ``_step`` or ``_epoch`` to a measure logged at both; the former is removed here.
    ``train_loss_step`` becomes ``train/loss``, since it is the loss of one update (a Trainer's ``train_loss`` is the
    mean over all).
    """
    base = name.removesuffix("_step")
    return f"train/{base.removeprefix('train_')}" if base.startswith("train_") else base
