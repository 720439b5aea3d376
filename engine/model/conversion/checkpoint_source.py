"""Parts of a foreign checkpoint (tensors, config, vocabulary) in a folder, a file or a zip file."""

from __future__ import annotations

import pickle
import re
import shutil
import tempfile
import warnings
import zipfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from engine.data import read_errors
from engine.errors import UserError
from engine.json_types import ParsedJson
from engine.model.conversion.tensor_bundle import TensorBundle
from engine.parsing import parsing
from engine.text_files import read_json_object, read_text_file

if TYPE_CHECKING:
    import torch

_CHECKPOINT_FILES = re.compile(r"(\.index|\.data-\d{5}-of-\d{5}|\.json|\.txt|\.bin|\.pt|\.pth)$")
_LEAST_SUSPICIOUS, _MOST_PACKED = 1 << 30, 100
"""Size in bytes above which an archive's packing ratio is limited, and the limit. Weights hardly shrink."""
_ARCHIVE = "a ZIP archive"
_NESTED = ("state_dict", "model_state_dict", "model")


@dataclass(frozen=True)
class ForeignCheckpoint:
    """An opened checkpoint: ``read(name)`` returns a tensor. ``config`` is None where there is none."""

    name: str
    path: Path
    tensorflow: bool
    names: Sequence[str]
    read: Callable[[str], torch.Tensor]
    config: ParsedJson | None
    config_path: Path | None
    vocabulary: Sequence[str]
    vocabulary_path: Path


@contextmanager
def open_checkpoint(
    source: Path, config: Path | None, vocabulary: Path | None
) -> Iterator[ForeignCheckpoint]:
    """Open the checkpoint in ``source`` (see ``import_checkpoint``). Raises UserError when there is none."""
    if source.suffix.lower() == ".zip" and source.is_file():
        with tempfile.TemporaryDirectory(prefix="palimpsest-") as scratch:
            _unzip(source, Path(scratch))
            yield _read_checkpoint(Path(scratch), config, vocabulary, source)
    else:
        yield _read_checkpoint(source, config, vocabulary, source)


def _read_checkpoint(
    place: Path, config: Path | None, vocabulary: Path | None, origin: Path
) -> ForeignCheckpoint:
    prefix, file = find_checkpoint(place, origin)
    folder = (prefix or file or place).parent
    config_place = config or _one_of(folder, "bert_config.json", "config.json", "*config*.json")
    words_place = vocabulary or _one_of(folder, "vocab.txt", "*vocab*.txt")
    if words_place is None:
        raise UserError(
            "there is no vocabulary in the checkpoint's folder.",
            place=str(origin),
            remedy="Name vocab.txt with --vocab.",
        )
    settings = None if config_place is None else read_json_object(config_place)
    words = _lines(words_place)
    if prefix is not None:
        import torch

        bundle = TensorBundle(prefix)
        return ForeignCheckpoint(
            prefix.name, origin, True, list(bundle.entries), lambda name: torch.from_numpy(bundle.read(name)),
            settings, config_place, words, words_place,
        )  # fmt: skip
    assert file is not None
    state = _state_dict(file)
    return ForeignCheckpoint(
        file.name, origin, False, list(state), state.__getitem__, settings, config_place, words, words_place
    )


def _one_of(folder: Path, *patterns: str) -> Path | None:
    for pattern in patterns:
        matches = sorted(folder.glob(pattern))
        if len(matches) == 1:
            return matches[0]
    return None


def _lines(file: Path) -> list[str]:
    # Not splitlines: it would also break at characters that occur in vocabularies.
    return read_text_file(file, remedy="Name vocab.txt with --vocab.").split("\n")


def _state_dict(file: Path) -> dict[str, torch.Tensor]:
    """Return the tensors of a PyTorch file.

    A file with anything but tensors, numbers and strings is refused without unpickling it.
    """
    import torch

    try:
        with parsing(file, "a PyTorch state dict", reraise=pickle.UnpicklingError), warnings.catch_warnings():
            warnings.simplefilter("ignore")  # on pickle protocols; what matters becomes an error
            value = torch.load(file, map_location="cpu", weights_only=True)
    except pickle.UnpicklingError:
        raise UserError(
            "holds more than tensors: opening it could run code, so it was not opened.",
            place=str(file),
            remedy="Ask for a plain state dict (torch.save(model.state_dict(), ...)).",
        ) from None
    for name in _NESTED:
        if isinstance(value, dict) and isinstance(value.get(name), dict):
            value = value[name]
    tensors = {n: t for n, t in value.items() if torch.is_tensor(t)} if isinstance(value, dict) else {}
    if not tensors:
        raise UserError("is not a state dict: it names no tensors.", place=str(file))
    return {str(name): tensor for name, tensor in tensors.items()}


def _require_room(size: int, source: Path, folder: Path) -> None:
    """Raise UserError when an archive declares more bytes than a checkpoint has, or than the disk has room for.

    No more than the declared size is unpacked.
    """
    packed = source.stat().st_size
    if size > read_errors.MOST_UNPACKED_BYTES or (size > _LEAST_SUSPICIOUS and size > packed * _MOST_PACKED):
        raise UserError(
            f"unpacks from {packed / 1e6:,.1f} MB to {size / 1e9:,.1f} GB, which no checkpoint does.",
            place=str(source),
            remedy="Check where it comes from, or unpack it yourself and name the folder.",
        )
    if size > (free := shutil.disk_usage(folder).free):
        raise UserError(
            f"unpacks to {size / 1e9:,.1f} GB, and {free / 1e9:,.1f} GB are free.",
            place=str(folder),
            remedy="Free some space, or set TMPDIR to a larger disk.",
        )


def _unzip(source: Path, folder: Path) -> None:
    """Extract the files that may belong to a checkpoint flat into ``folder``, whatever paths they claim."""
    with parsing(source, _ARCHIVE):
        archive = zipfile.ZipFile(source)
    with archive:
        members = {
            member: name
            for member in archive.infolist()
            if not member.is_dir()
            and not (name := member.filename.replace("\\", "/").rpartition("/")[2]).startswith(".")
            and _CHECKPOINT_FILES.search(name)
        }
        _require_room(sum(member.file_size for member in members), source, folder)
        for member, name in members.items():
            if (folder / name).exists():
                raise UserError(
                    f"holds two files called {name}.", place=str(source), remedy="Unpack it and name one."
                )
            with (
                parsing(f"{source}, {name}", _ARCHIVE),
                archive.open(member) as packed,
                (folder / name).open("wb") as plain,
            ):
                shutil.copyfileobj(packed, plain, 1 << 20)


_PART = re.compile(r"(\.index|\.meta|\.data-\d{5}-of-\d{5})$")


def find_checkpoint(place: Path, origin: Path) -> tuple[Path | None, Path | None]:
    """Return (prefix of a TensorFlow checkpoint, None) or (None, PyTorch file).

    Raises UserError, with the place ``origin``, where ``path`` is neither and holds none, or several.
    """
    prefix = place.with_name(_PART.sub("", place.name))
    if prefix.with_name(f"{prefix.name}.index").is_file() and not place.is_dir():
        return prefix, None
    if place.is_file():
        return None, place
    if not place.is_dir():
        raise UserError("is neither a folder nor a checkpoint.", place=str(origin), remedy="Check the path.")
    bundles = sorted(path.with_suffix("") for path in place.glob("*.index"))
    files = sorted(path for path in place.iterdir() if path.suffix in (".bin", ".pt", ".pth"))
    candidates = [path for path in bundles if path.name == "bert_model.ckpt"] or bundles
    if len(candidates) == 1:
        return candidates[0], None
    if len(candidates) > 1 or len(files) > 1:
        several = ", ".join(path.name for path in (candidates or files)[:8])
        raise UserError("holds several checkpoints.", place=str(origin), remedy=f"Name one of {several}.")
    if files:
        return None, files[0]
    ready = (place / "model.safetensors").is_file()
    raise UserError(
        "is a Hugging Face folder already." if ready else "holds no checkpoint.",
        place=str(origin),
        remedy="Use it as the encoder." if ready else "There is no .index, .bin, .pt or .pth file in it.",
    )
