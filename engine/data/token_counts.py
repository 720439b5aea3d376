"""Token counts of a data set for one encoder, left in the cache for those who load no tokenizer library.

``count_tokens`` runs in a child process (it imports transformers). What it leaves, the window's reader
thread opens with NumPy alone: lengths of all texts, and the tokenizer's core as one JSON file.
"""

from __future__ import annotations

import os
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from pydantic import BaseModel, ConfigDict

from engine import paths
from engine.data.dataset import ReportProgress, load_dataset
from engine.data.inspection.truncation_view import TruncationSpan, truncation_spans
from engine.errors import UserError
from engine.spec.data import DataSource
from engine.spec.experiment import Encoder
from engine.spec.truncation import HeadTruncation, Truncation

if TYPE_CHECKING:
    from tokenizers import Tokenizer


class TokenCounts(BaseModel):
    """Where the tokens of a data set lie, and how many of them the encoder reads.

    Attributes:
        fingerprint: of the data set.
        encoder: whose tokens they are.
        positions: tokens that the encoder reads, special tokens included.
        specials: special tokens beside each text (or pair).
        tokenizer: name of the tokenizer's core in the cache.
        keys: by split, the names of the tokens of its texts and, for pairs, of its second segments.
    """

    model_config = ConfigDict(frozen=True)

    fingerprint: str
    encoder: str
    positions: int
    specials: int
    tokenizer: str
    keys: dict[str, tuple[str, ...]]

    @property
    def room(self) -> int:
        """The most tokens of text that the encoder reads."""
        return self.positions - self.specials


def count_tokens(source: DataSource, encoder: Encoder, *, say: ReportProgress | None = None) -> TokenCounts:
    """Tokenises all splits of ``source`` as ``encoder`` does, once per content. Raises UserError."""
    from engine.data.special_tokens import read_template, tokenizer_core
    from engine.data.tokens import tokenise_split, tokens_key
    from engine.model.encoders import describe_encoder
    from engine.model.tokenizer_core import load_counting_tokenizer

    positions = describe_encoder(encoder).positions
    tokenizer = load_counting_tokenizer(encoder)
    dataset = load_dataset(source, say=say)
    core = tokenizer_core(tokenizer)
    keys = {}
    for name, split in dataset.splits.items():
        tokenise_split(split, tokenizer, say=say)
        segments = (0,) if split.second_texts is None else (0, 1)
        keys[name] = tuple(tokens_key(split, core, segment) for segment in segments)
    pair = any(len(each) == 2 for each in keys.values())
    return TokenCounts(
        fingerprint=dataset.fingerprint,
        encoder=encoder.source,
        positions=positions,
        specials=read_template(tokenizer).frame(pair).special_count,
        tokenizer=_keep(core),
        keys=keys,
    )


def _keep(core: Tokenizer) -> str:
    from engine.data.special_tokens import core_fingerprint

    state, name = core.to_str(), core_fingerprint(core)[:16]
    file = _core_file(name)
    if not file.is_file():
        file.parent.mkdir(parents=True, exist_ok=True)
        draft = file.with_suffix(f".{os.getpid()}.tmp")
        draft.write_text(state, encoding="utf-8")
        os.replace(draft, file)
    return name


def _core_file(name: str) -> Path:
    return paths.cache_folder() / "tokenizers" / f"{name}.json"


def load_token_lengths(keys: tuple[str, ...]) -> np.ndarray:
    """Tokens of each text of a split (both segments of a pair), special tokens not counted; int64 [n].

    Raises UserError when the cache no longer has them.
    """
    files = [paths.cache_folder() / "tokens" / key / "offsets.npy" for key in keys]
    if not keys or not all(file.is_file() for file in files):
        raise UserError("the tokens are not in the cache any more.", remedy="Count them again.")
    total = np.diff(np.load(files[0]))
    for file in files[1:]:
        total = total + np.diff(np.load(file))
    return total.astype(np.int64)


@lru_cache(maxsize=4)
def load_tokenizer_core(name: str) -> Tokenizer:
    """The core of a tokenizer that ``count_tokens`` kept. Raises UserError when the cache no longer has it."""
    from tokenizers import Tokenizer

    if not _core_file(name).is_file():
        raise UserError("the tokenizer is not in the cache any more.", remedy="Count the tokens again.")
    return Tokenizer.from_file(str(_core_file(name)))


def visible_spans(
    tokenizer: str, text: str, second: str, truncation: Truncation, room: int
) -> tuple[list[TruncationSpan], list[TruncationSpan]]:
    """What a model sees of a text, or of a pair (second part not empty), when there is room for ``room`` tokens.

    Pairs lose tokens from the end of the longer segment, whatever ``truncation`` says.
    """
    own = load_tokenizer_core(tokenizer)
    if not second:
        return truncation_spans(text, own, truncation, room), []
    from engine.data.pretraining.segment_pairs import truncate_longest_first

    sizes: list[Any] = [
        np.asarray([len(own.encode(part, add_special_tokens=False).ids)]) for part in (text, second)
    ]
    kept = truncate_longest_first(sizes[0], sizes[1], room)[0]
    return truncation_spans(text, own, HeadTruncation(), int(kept[0])), truncation_spans(
        second, own, HeadTruncation(), int(kept[1])
    )
