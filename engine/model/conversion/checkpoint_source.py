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
_MIN_CHECKED_BYTES, _MAX_RATIO = 1 << 30, 100
"""Size in bytes above which the compression ratio is limited, and the limit. Weights hardly compress."""
_ARCHIVE = "a ZIP archive"
_NESTED = ("state_dict", "model_state_dict", "model")


@dataclass(frozen=True)
class ForeignCheckpoint:
    """An open checkpoint. ``read(name)`` returns a tensor. ``config`` is None where there is none."""

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
        with tempfile.TemporaryDirectory(prefix="palimpsest-") as folder:
            _unzip(source, Path(folder))
            yield _read_checkpoint(Path(folder), config, vocabulary, source)
    else:
        yield _read_checkpoint(source, config, vocabulary, source)


def _read_checkpoint(
    path: Path, config: Path | None, vocabulary: Path | None, source: Path
) -> ForeignCheckpoint:
    prefix, file = find_checkpoint(path, source)
    folder = (prefix or file or path).parent
    config_path = config or _find_single(folder, "bert_config.json", "config.json", "*config*.json")
    words_path = vocabulary or _find_single(folder, "vocab.txt", "*vocab*.txt")
    if words_path is None:
        raise UserError(
            "there is no vocabulary in the checkpoint's folder.",
            place=str(source),
            remedy="Name vocab.txt with --vocab.",
        )
    settings = None if config_path is None else read_json_object(config_path)
    words = _lines(words_path)
    if prefix is not None:
        import torch

        bundle = TensorBundle(prefix)
        return ForeignCheckpoint(
            prefix.name, source, True, list(bundle.entries), lambda name: torch.from_numpy(bundle.read(name)),
            settings, config_path, words, words_path,
        )  # fmt: skip
    assert file is not None
    state = _state_dict(file)
    return ForeignCheckpoint(
        file.name, source, False, list(state), state.__getitem__, settings, config_path, words, words_path
    )


def _find_single(folder: Path, *patterns: str) -> Path | None:
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
            warnings.simplefilter("ignore")  # on pickle protocols; real problems raise errors
            content = torch.load(file, map_location="cpu", weights_only=True)
    except pickle.UnpicklingError:
        raise UserError(
            "holds more than tensors: opening it could run code, so it was not opened.",
            place=str(file),
            remedy="Save a plain state dict (torch.save(model.state_dict(), ...)).",
        ) from None
    for name in _NESTED:
        if isinstance(content, dict) and isinstance(content.get(name), dict):
            content = content[name]
    tensors = {n: t for n, t in content.items() if torch.is_tensor(t)} if isinstance(content, dict) else {}
    if not tensors:
        raise UserError("is not a state dict: it names no tensors.", place=str(file))
    return {str(name): tensor for name, tensor in tensors.items()}


def _require_room(size: int, source: Path, folder: Path) -> None:
    """Raise UserError when an archive declares an implausible size, or one that exceeds the free disk space.

    zipfile unpacks no more than the declared size.
    """
    packed = source.stat().st_size
    if size > read_errors.MOST_UNPACKED_BYTES or (size > _MIN_CHECKED_BYTES and size > packed * _MAX_RATIO):
        raise UserError(
            f"unpacks from {packed / 1e6:,.1f} MB to {size / 1e9:,.1f} GB, too much for a checkpoint.",
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
    """Extract files that may belong to a checkpoint directly into ``folder``, ignoring their paths."""
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
                (folder / name).open("wb") as target,
            ):
                shutil.copyfileobj(packed, target, 1 << 20)


_PART = re.compile(r"(\.index|\.meta|\.data-\d{5}-of-\d{5})$")


def find_checkpoint(path: Path, source: Path) -> tuple[Path | None, Path | None]:
    """Return (prefix of a TensorFlow checkpoint, None) or (None, PyTorch file).

    Raises UserError, naming ``source``, where ``path`` is neither and contains none, or several.
    """
    prefix = path.with_name(_PART.sub("", path.name))
    if prefix.with_name(f"{prefix.name}.index").is_file() and not path.is_dir():
        return prefix, None
    if path.is_file():
        return None, path
    if not path.is_dir():
        raise UserError("is neither a folder nor a checkpoint.", place=str(source), remedy="Check the path.")
    bundles = sorted(match.with_suffix("") for match in path.glob("*.index"))
    files = sorted(match for match in path.iterdir() if match.suffix in (".bin", ".pt", ".pth"))
    candidates = [match for match in bundles if match.name == "bert_model.ckpt"] or bundles
    if len(candidates) == 1:
        return candidates[0], None
    if len(candidates) > 1 or len(files) > 1:
        names = ", ".join(match.name for match in (candidates or files)[:8])
        raise UserError("holds several checkpoints.", place=str(source), remedy=f"Name one of {names}.")
    if files:
        return None, files[0]
    is_ready = (path / "model.safetensors").is_file()
    raise UserError(
        "is a Hugging Face folder already." if is_ready else "holds no checkpoint.",
        place=str(source),
        remedy="Use it as the encoder." if is_ready else "There is no .index, .bin, .pt or .pth file in it.",
    )
