"""Callback for the Trainer of transformers that records training as a run of the store, with our probes."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from transformers import TrainerCallback

from engine.foreign.record import TrainingRecorder
from palimpsest.running import store_path
from palimpsest.watching import MonitorSettings, TrainingWatcher

if TYPE_CHECKING:
    from torch import nn
    from transformers import PreTrainedTokenizerBase, TrainerControl, TrainerState, TrainingArguments

SETTINGS = (
    "learning_rate per_device_train_batch_size gradient_accumulation_steps num_train_epochs warmup_steps weight_decay "
    "lr_scheduler_type optim seed"
).split()


class ForgettingCallback(TrainerCallback):
    """Records a Trainer's training in the store, and measures what its encoder forgets.

        trainer = Trainer(..., processing_class=tokenizer, callbacks=[palimpsest.ForgettingCallback(probe_every=200)])

    The run appears in the window during training, with translated names of measures (``engine.foreign.keys``), and can
    be stopped there. Probes compare the encoder with the initial one: drift of the weights, similarity of the layers,
    change of attention, and the loss on masked words of general text. They work on a copy, and change neither the model
    nor any random state.

    Args:
        name: name of the run. Empty: the output folder's name.
        store: the store. None: the user's own.
        probe_every: updates between two measurements. 0: only at the start and the end.
        original: the encoder to compare with, a folder or hub id. Empty: the initial model.
        retention: whether to measure the loss on masked words. If ``original`` has no masked-word head, as in
            fine-tuning, one is fitted first.
        text: general text: a file or data set. Empty: the bundled English.
        device: where probes compute.
    """

    def __init__(
        self,
        name: str = "",
        *,
        store: Path | str | None = None,
        probe_every: int = 0,
        original: str = "",
        retention: bool = True,
        text: str = "",
        device: str = "cpu",
    ) -> None:
        self._name, self._store, self._every = name, store_path(store), probe_every
        self._settings = MonitorSettings(original, retention, text, device)
        self._watcher: TrainingWatcher | None = None

    @property
    def run(self) -> int:
        """The number of the run, 0 before training, and in processes of other ranks."""
        return self._watcher.recorder.run if self._watcher is not None else 0

    def on_train_begin(
        self,
        args: TrainingArguments,
        state: TrainerState,
        control: TrainerControl,
        model: nn.Module | None = None,
        processing_class: PreTrainedTokenizerBase | None = None,
        **_: object,
    ) -> None:
        """Start the run, and measure the initial encoder."""
        if not state.is_world_process_zero or model is None:
            return
        settings = [f"{name} = {getattr(args, name)}" for name in SETTINGS if hasattr(args, name)]
        name = self._name or Path(args.output_dir or "Trainer").absolute().name
        recorder = TrainingRecorder(self._store, name, "transformers Trainer", settings, int(state.max_steps))
        remedy = (
            "Give the Trainer one (processing_class), or name the encoder: ForgettingCallback(original=...)."
        )
        self._watcher = TrainingWatcher(recorder, self._settings, model, processing_class, remedy)
        self._watcher.probe(model, int(state.global_step))

    def on_log(
        self,
        args: TrainingArguments,
        state: TrainerState,
        control: TrainerControl,
        logs: dict[str, object] | None = None,
        **_: object,
    ) -> None:
        """Record the logs of the Trainer."""
        if self._watcher is not None:
            measures = {
                name: float(value)
                for name, value in (logs or {}).items()
                if name not in ("epoch", "step", "total_flos") and isinstance(value, int | float)
            }
            self._watcher.recorder.record(int(state.global_step), measures)

    def on_step_end(
        self,
        args: TrainingArguments,
        state: TrainerState,
        control: TrainerControl,
        model: nn.Module | None = None,
        **_: object,
    ) -> None:
        """Measure if it is due, and stop training on request."""
        if self._watcher is None or model is None:
            return
        if self._every and state.global_step % self._every == 0:
            self._watcher.probe(model, int(state.global_step))
        if self._watcher.recorder.stop_requested:
            control.should_training_stop = True

    def on_train_end(
        self,
        args: TrainingArguments,
        state: TrainerState,
        control: TrainerControl,
        model: nn.Module | None = None,
        **_: object,
    ) -> None:
        """Measure the final encoder, and end the run."""
        if self._watcher is not None and model is not None:
            self._watcher.finish(model, int(state.global_step))
