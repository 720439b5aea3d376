"""Recording of a running training of another program, with measurements of its encoder's forgetting."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from transformers import PreTrainedModel

from engine.errors import UserError
from engine.events import ProbeMeasured
from engine.foreign.record import TrainingRecorder
from engine.probes.encoder_monitor import EncoderMonitor
from engine.spec.experiment import Encoder

if TYPE_CHECKING:
    import torch
    from torch import nn
    from transformers import PreTrainedTokenizerBase


@dataclass(frozen=True)
class MonitorSettings:
    """Reference and texts for measurements of the encoder.

    Attributes:
        original: the encoder to compare with, a folder or hub id. Empty: the initial model.
        retention: whether to measure the loss on masked words.
        text: general text: a file or data set. Empty: the bundled English.
        device: where probes compute.
    """

    original: str = ""
    retention: bool = True
    text: str = ""
    device: str = "cpu"


class TrainingWatcher:
    """Measures the encoder of a training, and writes the results to the run of ``recorder``.

    Probes work on a copy of the weights. If no copy is possible, the run gets a note with the reason, and training
    continues.

    Args:
        model: the initial model.
        tokenizer: its tokenizer, None if unknown.
        remedy: the remedy for a missing tokenizer.
    """

    def __init__(
        self,
        recorder: TrainingRecorder,
        settings: MonitorSettings,
        model: nn.Module,
        tokenizer: PreTrainedTokenizerBase | None,
        remedy: str,
    ) -> None:
        self.recorder = recorder
        self._last_step = -1
        self._monitor: EncoderMonitor | None = None
        try:
            source = settings.original or self._save_original(model, tokenizer, remedy)
            self._monitor = EncoderMonitor(
                Encoder(source=source), settings.text, retention=settings.retention, device=settings.device
            )
        except UserError as error:
            recorder.note(f"No probes: {error}")
        else:
            for note in self._monitor.notes:
                recorder.note(note)

    def probe(self, model: nn.Module, step: int) -> None:
        """Measure the encoder in ``model``, unless it was already measured at this step."""
        if self._monitor is None or self._last_step == step:
            return
        start = time.perf_counter()
        try:
            result = self._monitor.measure(encoder_state(model))
        except UserError as error:
            self.recorder.note(f"Probes ended: {error}")
            self._monitor = None
            return
        self._last_step = step
        seconds = time.perf_counter() - start
        self.recorder.record_probes(ProbeMeasured("encoder", step, result.values, result.maps, seconds))

    def finish(self, model: nn.Module, step: int) -> None:
        """Measure the final encoder, and end the run, with the status ``stopped`` if a stop was requested."""
        is_stopped = self.recorder.stop_requested
        self.probe(model, step)
        self.recorder.finish(
            step, "stopped" if is_stopped else "finished", "Stopped on request." if is_stopped else ""
        )

    def _save_original(self, model: nn.Module, tokenizer: PreTrainedTokenizerBase | None, remedy: str) -> str:
        """Save the initial encoder into the run's folder, and return the folder."""
        encoder = find_encoder(model)
        if tokenizer is None:
            raise UserError("the tokenizer is not known.", place="tokenizer", remedy=remedy)
        folder = self.recorder.folder / "original"
        encoder.save_pretrained(folder)
        tokenizer.save_pretrained(folder)
        return str(folder)


def find_encoder(model: nn.Module) -> PreTrainedModel:
    """Return the transformers encoder within a model, without head and wrappers for several devices.

    Raises UserError if the model contains none.
    """
    inner = getattr(model, "_orig_mod", model)
    inner = getattr(inner, "module", inner)
    for part in inner.modules():
        if isinstance(part, PreTrainedModel):
            encoder = part.base_model
            assert isinstance(encoder, PreTrainedModel)
            return encoder
    raise UserError(
        f"a {type(inner).__name__} has no encoder of transformers in it.",
        place="model",
        remedy="Train a model of transformers, or one that holds it.",
    )


def encoder_state(model: nn.Module) -> dict[str, torch.Tensor]:
    """Return the weights of the encoder by their Hugging Face names."""
    state: dict[str, torch.Tensor] = find_encoder(model).state_dict()
    return state
