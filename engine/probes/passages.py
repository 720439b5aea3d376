"""Passages of general text: measured by probes, and replayed or sampled by strategies.

Which passages are read depends on the text and on their number, never on a run's seeds: all runs over the
same text are measured on the same words. Passages for training (``train``) and for measuring (``probe``)
never overlap: the bundled text has a file for each, a data set its splits, and of any other text a quarter of
the passages, chosen by their content, is only for measuring.
"""

from __future__ import annotations

import bz2
import gzip
import hashlib
import heapq
import lzma
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from io import BufferedIOBase
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import numpy as np

from engine import paths, random_streams
from engine.cache import artefacts
from engine.data import read_errors
from engine.data.batches import evaluation_batches
from engine.data.dataset import Split, load_dataset, require_validation
from engine.data.pretraining.document_sources import hash_document, iterate_documents
from engine.data.pretraining.instances import MaskedBatch
from engine.data.pretraining.masking import SPECIAL_WORD, MaskingSettings, mask_text
from engine.data.pretraining.sentences import COLUMN_SEPARATOR
from engine.data.read_errors import explain_read_errors
from engine.data.special_tokens import read_template, tokenizer_core
from engine.data.tokens import TokenBatch
from engine.errors import UserError, file_error, require_plain_file
from engine.parsing import ParsingWatch, parse_items
from engine.paths import RESOURCES
from engine.spec.base import collect_inputs
from engine.spec.data import DataSource, names_data_set
from engine.spec.experiment import Experiment, parse_record

if TYPE_CHECKING:
    from tokenizers import Tokenizer
    from transformers import PreTrainedTokenizerFast

PassageRole = Literal["train", "probe"]
TextSource = str | DataSource
"""A general text: a file, a folder, "" for the bundled English, or a data set (``Experiment.general_text``).
"""
BUNDLED = {name: RESOURCES / "text" / f"general_{name}.txt" for name in ("train", "probe")}
"""General English, written for this project. The two files share no passage."""
MIN_TOKENS = 8
"""Shorter passages (headings) are skipped. Special tokens are not counted."""
MIN_PASSAGES = 4
_PROBE_EVERY = 4
"""One passage in this many of a user's text is only for measuring."""
_BLOCK = 256
_DECOMPRESSORS: dict[str, Callable[[Path], BufferedIOBase]] = {
    ".xz": lzma.LZMAFile,
    ".gz": gzip.GzipFile,
    ".bz2": bz2.BZ2File,
}


@dataclass(frozen=True, eq=False)
class Passages:
    """Encoded passages of general text.

    Attributes:
        name: the source, for display.
        role: ``train`` or ``probe``.
        ids: tokens of each passage, special ones included, int64 [L] each.
        words: number of each token in its passage, -1 for special ones, int64 [L] each, the input of ``mask_text``.
        token_type: that of all tokens.
        fingerprint: 16 hex digits, equal for equal tokens in equal order.
        notes: messages for the user, such as that there were fewer passages than requested.
    """

    name: str
    role: PassageRole
    ids: tuple[np.ndarray, ...]
    words: tuple[np.ndarray, ...]
    token_type: int
    fingerprint: str
    notes: tuple[str, ...] = ()

    def __len__(self) -> int:
        return len(self.ids)

    @cached_property
    def lengths(self) -> np.ndarray:
        """Tokens of each passage, int64 [n]."""
        return np.array([len(ids) for ids in self.ids], np.int64)

    def batch(self, indices: Iterable[int]) -> TokenBatch:
        """Return the passages at ``indices``, one after the other, unchanged."""
        chosen = [int(index) for index in indices]
        return self.as_batch(chosen, [self.ids[index] for index in chosen])

    def batches(self, tokens: int) -> list[TokenBatch]:
        """Return all passages in batches by length of at most ``tokens`` tokens with padding, the longest first."""
        return [self.batch(chosen) for chosen in evaluation_batches(self.lengths, tokens)]

    def mask_passage(self, index: int, masking: MaskingSettings, draw: int = 0) -> MaskedBatch:
        """Return passage ``index`` with masked tokens, a function of its content and ``draw`` alone."""
        ids = self.ids[index]
        digest = np.frombuffer(hashlib.blake2b(ids.tobytes(), digest_size=8).digest(), "<u4")
        generator = random_streams.generator(0, "masks of passages", draw, *digest.tolist())
        masked, positions = mask_text(ids, self.words[index], masking, generator)
        texts = self.as_batch([index], [masked])
        return MaskedBatch(texts, positions, ids[positions], self.words[index])

    def as_batch(self, indices: Sequence[int], ids: Sequence[np.ndarray]) -> TokenBatch:
        """Return a batch of tokens ``ids`` that replace those of the passages at ``indices``."""
        flat = np.concatenate(ids) if ids else np.zeros(0, np.int64)
        return TokenBatch(
            ids=flat,
            token_types=np.full(len(flat), self.token_type, np.int64),
            lengths=np.array([len(one) for one in ids], np.int64),
            labels=np.zeros(0, np.int64),
            indices=np.array(indices, np.int64),
        )


def load_passages(
    source: TextSource,
    tokenizer: PreTrainedTokenizerFast,
    *,
    count: int,
    length: int,
    role: PassageRole,
    seed: int = 0,
) -> Passages:
    """Load passages of at most ``length`` tokens, special ones included.

    Args:
        source: a UTF-8 text file with a passage on each line (.xz, .gz and .bz2 are opened), a folder of .txt
            files, a data set (a name of the catalogue, a table), whose training split is for ``train`` and validation
            split for ``probe``, or "" for the bundled English.
        tokenizer: the tokenizer of the run's encoder.
        count: number of passages, 0 for all. When the text has fewer, all are returned with a note.
        length: tokens of a passage at most, special ones included.
        role: passages to learn from (``train``), or only to measure on (``probe``).
        seed: another number chooses other passages. Never a seed of a run: all runs must read the same
            passages.

    A longer line first gives its beginning. Its later segments are read only when there are too few lines. Raises
    UserError when the text is missing, is not UTF-8 or has fewer than four passages of eight tokens.
    """
    backend, frame = tokenizer_core(tokenizer), read_template(tokenizer).single
    room = length - frame.special_count
    if room < MIN_TOKENS:
        raise UserError(
            f"{length} tokens leave too little room for a passage.",
            place="length",
            remedy=f"Allow {MIN_TOKENS + frame.special_count} or more.",
        )
    name, content, documents = _open_source(source, role)
    backend_hash = hashlib.sha256(backend.to_str().encode("utf-8")).hexdigest()
    folder = (
        paths.cache_folder()
        / "passages"
        / artefacts.key("passages", content, backend_hash, count, length, role, seed)
    )

    def make(making: Path) -> None:
        pieces = _select_passages(documents, backend, room, count, seed)
        if len(pieces) < MIN_PASSAGES:
            raise UserError(
                f"there are {len(pieces)} passages of {MIN_TOKENS} tokens or more for "
                f"{'learning' if role == 'train' else 'measuring'}; at least {MIN_PASSAGES} are needed.",
                place=name,
                remedy="Give a longer text with a passage on each line, or leave the field empty for the bundled one.",
            )
        artefacts.write_json(making / "passages.json", pieces)

    artefacts.build_once(folder, make)
    segments = [np.asarray(piece, np.int64) for piece in artefacts.read_json(folder / "passages.json")]
    before, after = frame.prefix.astype(np.int64), frame.suffix.astype(np.int64)
    ids = tuple(np.concatenate([before, piece, after]) for piece in segments)
    special = [np.full(len(fixed), SPECIAL_WORD, np.int64) for fixed in (before, after)]
    words = tuple(np.concatenate([special[0], np.arange(len(piece)), special[1]]) for piece in segments)
    digest = hashlib.sha256(b"".join(len(one).to_bytes(4, "little") + one.tobytes() for one in ids))
    short = count and len(segments) < count
    note = f"{name} has only {len(segments)} of the {count} requested passages." if short else ""
    return Passages(
        name,
        role,
        ids,
        words,
        int(frame.token_types[1][0]),
        digest.hexdigest()[:16],
        (note,) if note else (),
    )


def passages_content_key(source: TextSource, role: PassageRole) -> str:
    """Return 16 hex digits, equal for texts that give equal passages. Raises UserError as ``load_passages`` does."""
    return artefacts.key("text", role, _open_source(source, role)[1])


def check_general_texts(experiment: Experiment) -> None:
    """Raise UserError when a general text that an option of any stage reads cannot be read."""
    for text in {text for stage in experiment.stages for text in collect_inputs(stage).texts}:
        passages_content_key(experiment.general_text(text), "train")


def _select_passages(
    documents: Callable[[], Iterator[str]], backend: Tokenizer, room: int, count: int, seed: int
) -> list[list[int]]:
    """Return the ids of the passages to read, [tokens] each.

    Documents are ranked by their hashes and cut into segments of ``room`` tokens. All first segments come before all
    second ones. Example with ``room`` 10, ``count`` 3 and two documents of 25 and 9 tokens, the longer ranked first:
    its segments have 10, 10 and 5 tokens, and the last is too short (``MIN_TOKENS``). The result has the first 10
    tokens of document 0, the 9 of document 1, then tokens 10 to 19 of document 0.
    """
    salt = seed.to_bytes(8, "little")

    def ranked() -> Iterator[tuple[bytes, str]]:
        for document in documents():
            digest = hashlib.blake2b(document.encode("utf-8"), digest_size=8, salt=salt).digest()
            yield digest, document

    # A long text is read once and little of it is held; only when too many of those passages are short is all held.
    for most in [2 * count + 64, 0] if count else [0]:
        order = heapq.nsmallest(most, ranked()) if most else sorted(ranked())
        texts = list(dict.fromkeys(text for _, text in order))
        pieces: list[tuple[int, int, list[int]]] = []
        firsts = 0
        for start in range(0, len(texts), _BLOCK):
            block = backend.encode_batch_fast(texts[start : start + _BLOCK], add_special_tokens=False)
            for number, encoding in enumerate(block, start):
                cuts = [encoding.ids[at : at + room] for at in range(0, len(encoding.ids), room)]
                long = [cut for cut in cuts if len(cut) >= MIN_TOKENS]
                pieces += [(which, number, cut) for which, cut in enumerate(long)]
                firsts += bool(long)
            if count and firsts >= count:
                break
        pieces.sort(key=lambda piece: piece[:2])
        if not most or firsts >= count or len(order) < most:
            break
    return [ids for _, _, ids in (pieces[:count] if count else pieces)]


def _open_source(source: TextSource, role: PassageRole) -> tuple[str, object, Callable[[], Iterator[str]]]:
    """Return the name of a source for display, the values its content depends on, and its documents."""
    if not source:
        file = BUNDLED[role]
        return (
            "bundled general English",
            artefacts.hash_files([file], file.parent),
            lambda: _read_lines([file]),
        )
    if isinstance(source, DataSource) or names_data_set(source):
        declared = source if isinstance(source, DataSource) else parse_record(DataSource, {"source": source})
        name, splits = declared.source, require_validation(load_dataset(declared)).splits
        held_out = splits["validation"]
        if role == "probe":
            return (
                f"{name}, validation split",
                ["probe", held_out.fingerprint],
                lambda: _split_texts(held_out),
            )
        train = splits["train"]

        def documents() -> Iterator[str]:
            measured = {hash_document(text) for text in _split_texts(held_out)}
            return (text for text in _split_texts(train) if hash_document(text) not in measured)

        return f"{name}, training split", ["train", train.fingerprint, held_out.fingerprint], documents
    path = paths.user_path(source)
    require_plain_file(path)
    if path.is_dir():
        files = sorted(each for each in path.rglob("*.txt") if each.is_file())
        if not files:
            raise UserError(
                "the folder holds no .txt file.", place=source, remedy="Name a folder of text files."
            )
    elif path.is_file():
        files = [path]
    else:
        raise UserError(
            "there is no such file or folder.",
            place=source,
            remedy="Check the path of the general text, or leave it empty for the bundled one.",
        )
    root = path if path.is_dir() else path.parent
    with explain_read_errors(source):
        identity = artefacts.hash_files(files, root)
    return path.name, identity, lambda: _lines_of_role(_read_lines(files), role)


def _split_texts(split: Split) -> Iterator[str]:
    return (text.replace(COLUMN_SEPARATOR, " ") for text in iterate_documents(split))


def _lines_of_role(lines: Iterator[str], role: PassageRole) -> Iterator[str]:
    for line in lines:
        if (hash_document(line) % _PROBE_EVERY == 0) == (role == "probe"):
            yield line


def _open_plain(file: Path) -> BufferedIOBase:
    return file.open("rb")


def _limited_lines(stream: BufferedIOBase, file: Path) -> Iterator[bytes]:
    """Yield the lines of a file that may be packed. Raises UserError when a line, or all of them, are too long."""
    size, before = 0, 0
    lines = iter(lambda: stream.readline(read_errors.MOST_LINE_BYTES), b"")
    for line in parse_items(lines, file, "text, plain or packed", watch=ParsingWatch(file)):
        before = read_errors.require_line(before, line, file)
        size += len(line)
        read_errors.require_unpacked(size, file)
        yield line


def _read_lines(files: Sequence[Path]) -> Iterator[str]:
    for file in files:
        opened = _DECOMPRESSORS.get(file.suffix.lower(), _open_plain)
        number = 0
        try:
            with opened(file) as stream:
                for number, line in enumerate(_limited_lines(stream, file), 1):
                    text = line.decode("utf-8-sig" if number == 1 else "utf-8").strip()
                    if text:
                        yield text
        except UnicodeDecodeError:
            raise UserError(
                "is not UTF-8 text.", place=f"{file}, line {number}", remedy="Save it as UTF-8."
            ) from None
        except OSError as error:
            raise file_error(error, file) from None
