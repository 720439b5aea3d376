"""Weights in 8 bits with a scale for each row: a quarter of the size, converted back to 32 bits on loading.

The file is called ``model.int8.safetensors`` rather than ``model.safetensors``, so that no other program mistakes it
for ordinary weights. ``format`` in its metadata names the format and its version. A matrix NAME [rows, columns] is
int8, and ``NAME.scale`` [rows] is bfloat16: a weight is its number times the scale of its row. Other tensors are
unchanged. To read the file without this program::

    stored = safetensors.torch.load_file("model.int8.safetensors")
    scales = {name[:-6]: stored.pop(name).float()[:, None] for name in list(stored) if name.endswith(".scale")}
    weights = {name: value * scales.get(name, 1) for name, value in stored.items()}

A scale is the largest weight of its row / 127. A bfloat16 has the range of float32, and the largest number of a row is
127 however the scale was rounded. So no weight is off by more than half a scale, and storing weights that were read
back gives the same bytes.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import torch
from safetensors import safe_open
from safetensors.torch import save_file

from engine.errors import UserError, printable
from engine.model.hf_loading import encoder_error

FORMAT = "palimpsest-int8-rows/1"
"""Format and version, in a single metadata entry, since safetensors does not preserve the order of several."""
SCALE = ".scale"
"""Suffix of the names of scales, which no other tensor has."""
_LARGEST = 127


def write_int8_weights(file: Path, tensors: Mapping[str, torch.Tensor]) -> None:
    """Write ``tensors`` to ``file``, matrices in 8 bits. Raises UserError where a weight is not finite."""
    rows: dict[str, torch.Tensor] = {}
    for name, value in tensors.items():
        if value.ndim == 2 and value.is_floating_point():
            rows[name], rows[name + SCALE] = encode_rows(value)
            if not (rows[name + SCALE].float() * _LARGEST).isfinite().all():
                raise UserError(
                    f"the weights '{printable(name, 120)}' hold values that are not numbers (NaN or infinite).",
                    place=str(file),
                    remedy="Its training has diverged: choose another run.",
                )
        else:
            rows[name] = value.detach().cpu().contiguous()
    save_file(rows, file, metadata={"format": FORMAT})


def encode_rows(matrix: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Return a float matrix [rows, columns] as int8 and its scales, bfloat16 [rows].

    A row of zeros has the scale 0. A row whose absolute values are all below 1e-36 becomes zeros.
    """
    rows = matrix.detach().cpu().float()
    scales = (rows.abs().amax(1) / _LARGEST if rows.numel() else rows.new_zeros(len(rows))).bfloat16()
    scales[scales < torch.finfo(torch.bfloat16).tiny] = 0
    divisors = torch.where(scales > 0, scales.float(), torch.inf)
    return (rows / divisors[:, None]).round().clamp(-_LARGEST, _LARGEST).to(torch.int8), scales


def read_int8_weights(file: Path) -> dict[str, torch.Tensor]:
    """Return all tensors of ``file``, matrices in float32.

    Raises:
        UserError: the file is of another format or version, or weights and scales do not fit.
        SafetensorError: it is cut short or damaged.
    """
    with safe_open(file, "pt") as file_view:
        version = (file_view.metadata() or {}).get("format", "none")
        if version != FORMAT:
            raise encoder_error(
                f"the format of {file.name} is {printable(version, 80)}; this version reads {FORMAT}.",
                "Export the model anew, or use the version of Palimpsest that wrote it.",
            )
        tensors = {name: file_view.get_tensor(name) for name in file_view.keys()}  # noqa: SIM118  (not a mapping)
    scales = {name: tensors.pop(name) for name in list(tensors) if name.endswith(SCALE)}
    weights = {name: _decode(name, value, scales.pop(name + SCALE, None)) for name, value in tensors.items()}
    for name in scales:
        raise _damage_error(name, "are scales of no weights")
    return weights


def _decode(name: str, value: torch.Tensor, scales: torch.Tensor | None) -> torch.Tensor:
    kind = str(value.dtype).removeprefix("torch.")
    if value.dtype != torch.int8:
        is_buffer = name.endswith("_ids")  # positions
        if scales is not None or not (value.is_floating_point() or is_buffer):
            raise _damage_error(name, f"are of the type {kind}, not int8")
        return value
    if scales is None:
        raise _damage_error(name, f"have no scales ({name}{SCALE})")
    if value.ndim != 2 or scales.dtype != torch.bfloat16 or scales.shape != value.shape[:1]:
        shapes = f"{list(value.shape)} have scales {list(scales.shape)}, {str(scales.dtype).removeprefix('torch.')}"
        raise _damage_error(name, f"{shapes}, not a bfloat16 for each row")
    factors = scales.float()
    if not (factors * _LARGEST).isfinite().all() or (factors < 0).any():
        raise _damage_error(name, "have scales that are negative or not numbers (NaN or infinite)")
    return value.float() * factors[:, None]


def _damage_error(name: str, problem: str) -> UserError:
    return encoder_error(
        f"the 8-bit weights '{printable(name, 120)}' {printable(problem, 200)}.",
        "The file is damaged: copy it again, or export the model anew.",
    )
