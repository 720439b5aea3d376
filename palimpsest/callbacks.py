"""A callback for transformers' Trainer: its training as a run of the store, with our probes."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

from transformers import PreTrainedModel, TrainerCallback

from engine.errors import UserError
from engine.events import ProbeMeasured
from engine.foreign.record import TrainingRecorder
from engine.probes.encoder_monitor import EncoderMonitor
from engine.spec.experiment import Encoder
from palimpsest.running import store_path

if TYPE_CHECKING:
    import torch
    from torch import nn
    from transformers import PreTrainedTokenizerBase, TrainerControl, TrainerState, TrainingArguments

SETTINGS = (
    "learning_rate per_device_train_batch_size gradient_accumulation_steps num_train_epochs warmup_steps weight_decay "
    "lr_scheduler_type optim seed"
).split()


class ForgettingCallback(TrainerCallback):
    """Records a Trainer's training in the store, and measures what its encoder forgets.

        trainer = Trainer(..., processing_class=tokenizer, callbacks=[palimpsest.ForgettingCallback(probe_every=200)])

    The run appears in the window while it goes on, under the measures' own names where they mean the same
    (``engine.foreign.keys``), and a request to stop it is obeyed. Probes compare the encoder with the one the training
    began with: drift of the weights, similarity of the layers, change of attention, and the loss on masked words of
    general text. They work on a copy, and change neither the model nor any random state.

    Args:
        name: what the run is called; empty: the output folder's name.
        store: the store; None: the user's own.
        probe_every: updates between two measurements; 0: only at the beginning and the end.
        original: the encoder to compare with, a folder or hub id; empty: the model as it is when training begins.
        retention: whether the loss on masked words is measured. Where ``original`` has no masked-word head, as a model
            that is being fine-tuned, one is fitted to it first.
        text: general text: a file or data set; empty: the bundled English.
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
        self._name, self._store, self._every, self._original = name, store_path(store), probe_every, original
        self._retention, self._text, self._device = retention, text, device
        self._recorder: TrainingRecorder | None = None
        self._monitor: EncoderMonitor | None = None
        self._measured = -1

    @property
    def run(self) -> int:
        """The number of the run; 0 before training begins, and on processes that are not the first."""
        return self._recorder.run if self._recorder is not None else 0

    def on_train_begin(
        self,
        args: TrainingArguments,
        state: TrainerState,
        control: TrainerControl,
        model: nn.Module | None = None,
        processing_class: PreTrainedTokenizerBase | None = None,
        **_: object,
    ) -> None:
        """Begin the run, and measure the encoder as it is."""
        if not state.is_world_process_zero or model is None:
            return
        settings = [f"{name} = {getattr(args, name)}" for name in SETTINGS if hasattr(args, name)]
        name = self._name or Path(args.output_dir or "Trainer").absolute().name
        self._recorder = TrainingRecorder(
            self._store, name, "transformers Trainer", settings, int(state.max_steps)
        )
        self._monitor = self._build_monitor(model, processing_class)
        self._probe(model, int(state.global_step))

    def on_log(
        self,
        args: TrainingArguments,
        state: TrainerState,
        control: TrainerControl,
        logs: dict[str, object] | None = None,
        **_: object,
    ) -> None:
        """Record what the Trainer logs."""
        if self._recorder is not None:
            measures = {
                name: float(value)
                for name, value in (logs or {}).items()
                if name not in ("epoch", "step", "total_flos") and isinstance(value, int | float)
            }
            self._recorder.record(int(state.global_step), measures)

    def on_step_end(
        self,
        args: TrainingArguments,
        state: TrainerState,
        control: TrainerControl,
        model: nn.Module | None = None,
        **_: object,
    ) -> None:
        """Measure where it is time to, and obey a request to stop."""
        if self._recorder is None or model is None:
            return
        if self._every and state.global_step % self._every == 0:
            self._probe(model, int(state.global_step))
        if self._recorder.stop_wanted:
            control.should_training_stop = True

    def on_train_end(
        self,
        args: TrainingArguments,
        state: TrainerState,
        control: TrainerControl,
        model: nn.Module | None = None,
        **_: object,
    ) -> None:
        """Measure once more, and end the run."""
        if self._recorder is None:
            return
        stopped = self._recorder.stop_wanted
        if model is not None and self._measured != state.global_step:
            self._probe(model, int(state.global_step))
        self._recorder.finish(
            int(state.global_step),
            "stopped" if stopped else "finished",
            "Stopped on request." if stopped else "",
        )

    def _build_monitor(
        self, model: nn.Module, processing_class: PreTrainedTokenizerBase | None
    ) -> EncoderMonitor | None:
        """Return the monitor; None, with a note in the run, where there can be none: training goes on."""
        assert self._recorder is not None
        try:
            source = self._original or self._save_original(model, processing_class)
            monitor = EncoderMonitor(
                Encoder(source=source), self._text, retention=self._retention, device=self._device
            )
        except UserError as error:
            self._recorder.note(f"No probes: {error}")
            return None
        for note in monitor.notes:
            self._recorder.note(note)
        return monitor

    def _save_original(self, model: nn.Module, processing_class: PreTrainedTokenizerBase | None) -> str:
        """Save the encoder as it is into the run's folder, and return the folder."""
        assert self._recorder is not None
        encoder = find_encoder(model)
        if processing_class is None:
            raise UserError(
                "the Trainer was given no tokenizer.",
                place="processing_class",
                remedy="Give it one, or name the encoder: ForgettingCallback(original=...).",
            )
        folder = self._recorder.folder / "original"
        encoder.save_pretrained(folder)
        processing_class.save_pretrained(folder)
        return str(folder)

    def _probe(self, model: nn.Module, step: int) -> None:
        if self._monitor is None or self._recorder is None:
            return
        begun = time.perf_counter()
        try:
            found = self._monitor.measure(encoder_state(model))
        except UserError as error:
            self._recorder.note(f"Probes ended: {error}")
            self._monitor = None
            return
        self._measured = step
        seconds = time.perf_counter() - begun
        self._recorder.record_probes(ProbeMeasured("encoder", step, found.values, found.maps, seconds))


def find_encoder(model: nn.Module) -> PreTrainedModel:
    """Return the encoder within a model: without head, and without what wraps it for several devices.

    Raises UserError when there is none of transformers in it.
    """
    inner = getattr(model, "_orig_mod", model)
    inner = getattr(inner, "module", inner)
    encoder = getattr(inner, "base_model", inner)
    if not isinstance(encoder, PreTrainedModel):
        raise UserError(
            f"a {type(inner).__name__} has no encoder of transformers in it.",
            place="model",
            remedy="Give the Trainer a model of transformers.",
        )
    return encoder


def encoder_state(model: nn.Module) -> dict[str, torch.Tensor]:
    """Return the encoder's weights by their Hugging Face names."""
    state: dict[str, torch.Tensor] = find_encoder(model).state_dict()
    return state
