"""Plain text for pre-training: files of paragraphs, turned once into one long row of tokens on disk.

A blank line ends a document; documents are joined with [SEP]. Windows are cut from the row, so that every token of the
corpus is read once per pass, and masked anew each time they are read (Devlin et al. 2019, 3.1; dynamic as in
Liu et al. 2019, 4.1).
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from transformers import PreTrainedTokenizerBase

from engine import paths, rng
from engine.errors import UserError

_LINES = 2048
HELD_OUT_EVERY = 100


@dataclass(frozen=True)
class Corpus:
    """A row of tokens, memory-mapped, and how many documents it came from."""

    ids: np.ndarray
    documents: int
    fingerprint: str

    def windows(self, room: int) -> int:
        """How many windows of ``room`` tokens one pass reads."""
        return max(1, (len(self.ids) - 1) // room)

    def window(self, number: int, room: int, seed: int) -> np.ndarray:
        """Window ``number`` counted over all passes: each pass is a fresh permutation with a fresh offset."""
        count = self.windows(room)
        epoch, position = divmod(number, count)
        place = _permuted(position, count, seed, epoch)
        offset = int(
            rng.generator(seed, "offset", epoch).integers(min(room, max(1, len(self.ids) - count * room)))
        )
        start = offset + place * room
        return np.asarray(self.ids[start : start + room], np.int64)


_orders: dict[tuple[int, int, int], np.ndarray] = {}


def _permuted(position: int, count: int, seed: int, epoch: int) -> int:
    key = (count, seed, epoch)
    if key not in _orders:
        _orders.clear()
        _orders[key] = rng.generator(seed, "order", epoch).permutation(count)
    return int(_orders[key][position])


def text_files(sources: list[str]) -> list[Path]:
    """The text files that ``sources`` (files and folders) stand for. Raises UserError when one is missing or empty."""
    found: list[Path] = []
    for source in sources:
        path = Path(source).expanduser()
        if path.is_dir():
            inside = sorted(p for p in path.rglob("*.txt") if p.is_file())
            if not inside:
                raise UserError(
                    "the folder holds no .txt file.", place=source, remedy="Name a folder of text files."
                )
            found += inside
        elif path.is_file():
            found.append(path)
        else:
            raise UserError(
                "there is no such file or folder.", place=source, remedy="Check the path of the corpus."
            )
    return found


def read(
    sources: list[str],
    tokenizer: PreTrainedTokenizerBase,
    *,
    part: str = "all",
    say: Callable[[str, int, int], None] | None = None,
) -> Corpus:
    """The tokens of ``sources``, from the cache when the same text was tokenised with the same vocabulary before.

    Args:
        sources: text files or folders of them, UTF-8.
        tokenizer: a fast tokenizer.
        part: ``all``; or ``train`` / ``held_out`` for the 99 : 1 split by document that is used when there is no
            held-out text of its own.
        say: told how many bytes are done.

    Raises:
        UserError: a file is missing, not UTF-8 (with the byte's position), or there is no text at all.
    """
    files = text_files(sources)
    key = hashlib.sha256(json.dumps([part, tokenizer.backend_tokenizer.to_str()]).encode("utf-8"))
    for file in files:
        with file.open("rb") as stream:
            key.update(hashlib.file_digest(stream, "sha256").digest())
    fingerprint = key.hexdigest()[:16]
    folder = paths.cache() / "corpora" / fingerprint
    if not (folder / "about.json").is_file():
        _write(folder, files, tokenizer, part, say)
    about = json.loads((folder / "about.json").read_text(encoding="utf-8"))
    if not about["tokens"]:
        raise UserError(
            "there is no text in it.", place=", ".join(sources), remedy="Name files with running text."
        )
    ids = np.memmap(folder / "ids.bin", np.uint16 if about["small"] else np.int32, "r")
    return Corpus(ids, about["documents"], fingerprint)


def _write(
    folder: Path,
    files: list[Path],
    tokenizer: PreTrainedTokenizerBase,
    part: str,
    say: Callable[[str, int, int], None] | None,
) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    draft = folder / f"ids.{os.getpid()}.tmp"
    small = len(tokenizer) < 2**16
    separator = tokenizer.sep_token_id
    total = sum(file.stat().st_size for file in files)
    tokens = documents = done = 0
    with draft.open("wb") as out:
        for document in _documents(files):
            done += sum(len(line.encode("utf-8")) + 1 for line in document)
            chosen = part == "all" or (documents % HELD_OUT_EVERY == 0) == (part == "held_out")
            documents += 1
            if say and documents % 64 == 0:
                say("Tokenising the corpus", done, total)
            if not chosen:
                continue
            row: list[int] = []
            for first in range(0, len(document), _LINES):
                encoded = tokenizer.backend_tokenizer.encode_batch(
                    document[first : first + _LINES], add_special_tokens=False
                )
                for line in encoded:
                    row += line.ids
            row.append(separator)
            out.write(np.asarray(row, np.uint16 if small else np.int32).tobytes())
            tokens += len(row)
    os.replace(draft, folder / "ids.bin")
    about = folder / f"about.{os.getpid()}.tmp"
    about.write_text(json.dumps({"tokens": tokens, "documents": documents, "small": small}), encoding="utf-8")
    os.replace(about, folder / "about.json")


def _documents(files: list[Path]) -> Iterator[list[str]]:
    for file in files:
        document: list[str] = []
        try:
            with file.open(encoding="utf-8-sig") as lines:
                for line in lines:
                    if text := line.strip():
                        document.append(text)
                    elif document:
                        yield document
                        document = []
        except UnicodeDecodeError as error:
            raise UserError(
                f"it is not UTF-8 (byte {error.object[error.start]:#04x}).",
                place=str(file),
                remedy="Convert it to UTF-8.",
            ) from None
        if document:
            yield document


@dataclass(frozen=True)
class Masked:
    """Windows with some tokens hidden.

    ``ids`` [B, L] is the model's input; ``positions`` [M] are ascending places in the flattened windows;
    ``targets`` [M] the tokens that stood there.
    """

    ids: np.ndarray
    positions: np.ndarray
    targets: np.ndarray


def mask(
    windows: np.ndarray,
    special: frozenset[int],
    mask_id: int,
    vocabulary: int,
    share: float,
    generator: np.random.Generator,
) -> Masked:
    """Hides ``share`` of each window's ordinary tokens: 80 % [MASK], 10 % a random token, 10 % unchanged.

    At least one token per window is chosen; random tokens are drawn from the whole vocabulary, as in the original
    (Devlin et al. 2019, A.1).
    """
    flat = windows.reshape(-1).copy()
    ordinary = ~np.isin(windows, list(special))
    order = np.where(ordinary, generator.random(windows.shape), 2.0).argsort(axis=1)
    counts = np.maximum(1, np.round(share * ordinary.sum(axis=1))).astype(np.int64)
    counts = np.minimum(counts, ordinary.sum(axis=1))
    length = windows.shape[1]
    chosen = [row * length + order[row, : counts[row]] for row in range(len(windows))]
    positions = np.sort(np.concatenate(chosen))
    targets = flat[positions].copy()
    draw = generator.random(len(positions))
    flat[positions[draw < 0.8]] = mask_id
    swap = positions[(draw >= 0.8) & (draw < 0.9)]
    flat[swap] = generator.integers(0, vocabulary, len(swap))
    return Masked(flat.reshape(windows.shape), positions, targets)
