"""Passages of general text: read by probes, and replayed or sampled by strategies.

The selection depends on the text and the number of passages, not on a run's seeds: all runs with the same text are
measured on the same words. Passages for training (``train``) and for measuring (``probe``) never overlap. The bundled
text has a file for each, a data set its splits. Of any other text a quarter of the passages, selected by a hash of
their content, is reserved for measuring.
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
"""Minimum number of tokens without special ones. Shorter passages (headings) are skipped."""
MIN_PASSAGES = 4
_PROBE_EVERY = 4
"""One in this many passages of a user's text is reserved for measuring."""
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
        words: index of each token in its passage, -1 for special ones, int64 [L] each, the input of ``mask_text``.
        token_type: the token type of all tokens.
        fingerprint: 16 hex digits, equal for equal tokens in equal order.
        notes: messages for the user, for example on fewer passages than requested.
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
        """Return a batch of the passages at ``indices``, unchanged."""
        numbers = [int(index) for index in indices]
        return self.as_batch(numbers, [self.ids[index] for index in numbers])

    def batches(self, tokens: int) -> list[TokenBatch]:
        """Return all passages in batches of at most ``tokens`` tokens with padding, the longest first."""
        return [self.batch(indices) for indices in evaluation_batches(self.lengths, tokens)]

    def mask_passage(self, index: int, masking: MaskingSettings, draw: int = 0) -> MaskedBatch:
        """Return passage ``index`` with masked tokens, as a function of its content and ``draw``."""
        ids = self.ids[index]
        digest = np.frombuffer(hashlib.blake2b(ids.tobytes(), digest_size=8).digest(), "<u4")
        generator = random_streams.generator(0, "masks of passages", draw, *digest.tolist())
        masked, positions = mask_text(ids, self.words[index], masking, generator)
        texts = self.as_batch([index], [masked])
        return MaskedBatch(texts, positions, ids[positions], self.words[index])

    def as_batch(self, indices: Sequence[int], ids: Sequence[np.ndarray]) -> TokenBatch:
        """Return a batch of the passages at ``indices`` with the tokens ``ids`` in place of their own."""
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
        length: maximum number of tokens of a passage, special ones included.
        role: passages for training (``train``) or for measuring (``probe``).
        seed: seed of the selection. It must not be a seed of a run, since all runs must read the same passages.

    The first segments of all lines are used before later segments of longer lines. Raises UserError when the text is
    missing, is not UTF-8 or has fewer than four passages of eight tokens.
    """
    backend, frame = tokenizer_core(tokenizer), read_template(tokenizer).single
    max_tokens = length - frame.special_count
    if max_tokens < MIN_TOKENS:
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

    def build(draft: Path) -> None:
        pieces = _select_passages(documents, backend, max_tokens, count, seed)
        if len(pieces) < MIN_PASSAGES:
            raise UserError(
                f"there are {len(pieces)} passages of {MIN_TOKENS} tokens or more for "
                f"{'learning' if role == 'train' else 'measuring'}; at least {MIN_PASSAGES} are needed.",
                place=name,
                remedy="Give a longer text with a passage on each line, or leave the field empty for the bundled one.",
            )
        artefacts.write_json(draft / "passages.json", pieces)

    artefacts.build_once(folder, build)
    segments = [np.asarray(piece, np.int64) for piece in artefacts.read_json(folder / "passages.json")]
    prefix, suffix = frame.prefix.astype(np.int64), frame.suffix.astype(np.int64)
    ids = tuple(np.concatenate([prefix, piece, suffix]) for piece in segments)
    special = [np.full(len(specials), SPECIAL_WORD, np.int64) for specials in (prefix, suffix)]
    words = tuple(np.concatenate([special[0], np.arange(len(piece)), special[1]]) for piece in segments)
    digest = hashlib.sha256(b"".join(len(one).to_bytes(4, "little") + one.tobytes() for one in ids))
    is_short = count and len(segments) < count
    note = f"{name} has only {len(segments)} of the {count} requested passages." if is_short else ""
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
    documents: Callable[[], Iterator[str]], backend: Tokenizer, max_tokens: int, count: int, seed: int
) -> list[list[int]]:
    """Return the ids of the passages to read, [tokens] each.

    Documents are ranked by their hashes and cut into segments of ``max_tokens`` tokens. All first segments come before
    all second ones. Example with ``max_tokens`` 10, ``count`` 3 and two documents of 25 and 9 tokens, the longer ranked
    first: its segments have 10, 10 and 5 tokens, and the last is too short (``MIN_TOKENS``). The result has the first
    10 tokens of document 0, the 9 of document 1, then tokens 10 to 19 of document 0.
    """
    salt = seed.to_bytes(8, "little")

    def ranked() -> Iterator[tuple[bytes, str]]:
        for document in documents():
            digest = hashlib.blake2b(document.encode("utf-8"), digest_size=8, salt=salt).digest()
            yield digest, document

    # Of a long text only a few passages are kept in memory. If too many of them are short, all are read again.
    for limit in [2 * count + 64, 0] if count else [0]:
        order = heapq.nsmallest(limit, ranked()) if limit else sorted(ranked())
        texts = list(dict.fromkeys(text for _, text in order))
        pieces: list[tuple[int, int, list[int]]] = []
        document_count = 0
        for start in range(0, len(texts), _BLOCK):
            block = backend.encode_batch_fast(texts[start : start + _BLOCK], add_special_tokens=False)
            for number, encoding in enumerate(block, start):
                segments = [encoding.ids[i : i + max_tokens] for i in range(0, len(encoding.ids), max_tokens)]
                long_enough = [segment for segment in segments if len(segment) >= MIN_TOKENS]
                pieces += [(nth, number, segment) for nth, segment in enumerate(long_enough)]
                document_count += bool(long_enough)
            if count and document_count >= count:
                break
        pieces.sort(key=lambda piece: piece[:2])
        if not limit or document_count >= count or len(order) < limit:
            break
    return [ids for _, _, ids in (pieces[:count] if count else pieces)]


def _open_source(source: TextSource, role: PassageRole) -> tuple[str, object, Callable[[], Iterator[str]]]:
    """Return the display name of a source, the values that identify its content, and its documents."""
    if not source:
        file = BUNDLED[role]
        return (
            "bundled general English",
            artefacts.hash_files([file], file.parent),
            lambda: _read_lines([file]),
        )
    if isinstance(source, DataSource) or names_data_set(source):
        data = source if isinstance(source, DataSource) else parse_record(DataSource, {"source": source})
        name, splits = data.source, require_validation(load_dataset(data)).splits
        held_out = splits["validation"]
        if role == "probe":
            return (
                f"{name}, validation split",
                ["probe", held_out.fingerprint],
                lambda: _split_texts(held_out),
            )
        train = splits["train"]

        def documents() -> Iterator[str]:
            probe_hashes = {hash_document(text) for text in _split_texts(held_out)}
            return (text for text in _split_texts(train) if hash_document(text) not in probe_hashes)

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


def _limited_lines(stream: BufferedIOBase, file: Path) -> Iterator[bytes]:
    """Yield the lines of a file that may be compressed. Raises UserError when a line or the whole file is too long."""
    size, previous = 0, 0
    lines = iter(lambda: stream.readline(read_errors.MOST_LINE_BYTES), b"")
    for line in parse_items(lines, file, "text, plain or packed", watch=ParsingWatch(file)):
        previous = read_errors.require_line(previous, line, file)
        size += len(line)
        read_errors.require_unpacked(size, file)
        yield line


def _read_lines(files: Sequence[Path]) -> Iterator[str]:
    for file in files:
        opened = _DECOMPRESSORS.get(file.suffix.lower(), lambda path: path.open("rb"))
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
