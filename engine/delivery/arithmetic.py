"""Where a finished model computes, and how exactly: as training would, compared with 32 bits before it is believed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pydantic import ValidationError

from engine.delivery.finished_model import FinishedModel
from engine.errors import UserError
from engine.spec.experiment import Compute

if TYPE_CHECKING:
    from engine.model.saved_model import SavedModel

COMPARED_TEXTS = 32
"""Texts that are also computed in 32 bits."""


@dataclass(frozen=True)
class Arithmetic:
    """Requested arithmetic: device and precision as ``Compute`` names them, processor threads (0: as torch chooses)."""

    device: str = "auto"
    precision: str = "auto"
    threads: int = 0

    def load(self, finished: FinishedModel) -> tuple[SavedModel, str]:
        """Return the model of a run on its device, and a sentence with the device, its precision and the reason.

        Raises UserError when there is no such device or precision.
        """
        from engine.compute.device import choose_device

        values = {"device": self.device, "precision": self.precision, "threads": self.threads}
        try:
            compute = Compute.model_validate(values)
        except ValidationError as error:
            name = str(error.errors()[0]["loc"][0])
            remedy = {"device": "Use auto, cpu, mps or cuda.", "precision": "Use auto, fp32 or bf16."}.get(
                name, ""
            )
            raise UserError(f"'{values[name]}' is not known.", place=f"--{name}", remedy=remedy) from None
        try:
            chosen = choose_device(compute)
        except UserError as error:
            raise UserError(error.message, place="--device", remedy="Use auto or cpu.") from None
        model = finished.load().placed(chosen.torch, chosen.precision)
        bits = "bfloat16" if chosen.precision == "bf16" else "32 bits"
        return model, f"Computed on {chosen.name} in {bits} ({chosen.reason}). {chosen.warning}".strip()


def compare_with_32_bits(model: SavedModel, texts: Sequence[str]) -> str:
    """Return in a sentence how answers to the first of ``texts`` differ from those in 32 bits, or "" for no difference.

    A model that computes in 32 bits is not compared.
    """
    if model.precision == "fp32" or not texts:
        return ""
    from engine.model.predict import predict

    some = texts[:COMPARED_TEXTS]
    exact = predict(model.placed(model.device, "fp32"), some)
    predictions = predict(model, some)
    if not model.classes:
        apart = max(abs(float(a.label) - float(b.label)) for a, b in zip(exact, predictions, strict=True))
        return f"Numbers are within {apart:.2g} of those in 32 bits (--precision fp32)." if apart else ""
    others = sum(a.label != b.label for a, b in zip(exact, predictions, strict=True))
    if not others:
        return ""
    return f"{others} of {len(some)} texts are answered otherwise than in 32 bits; --precision fp32 computes them so."
