"""Token counts of a data set for one encoder, left in the cache for those who load no tokenizer library.

``count`` runs in a child process (it imports transformers). What it leaves, the window's reader thread opens with
NumPy alone: lengths of all texts, and the tokenizer's core as one JSON file.
"""

from __future__ import annotations

import os
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from pydantic import BaseModel, ConfigDict

from engine import paths
from engine.data.dataset import Say, load
from engine.data.view import Stretch, stretches
from engine.errors import UserError
from engine.spec.data import DataSource
from engine.spec.experiment import Encoder
from engine.spec.truncation import Head, Truncation

if TYPE_CHECKING:
    from tokenizers import Tokenizer


class Counted(BaseModel):
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


def count(source: DataSource, encoder: Encoder, *, say: Say | None = None) -> Counted:
    """Tokenises all splits of ``source`` as ``encoder`` does, once per content. Raises UserError."""
    from engine.data.template import plain, template
    from engine.data.tokens import tokenise, tokens_key
    from engine.model.encoders import describe, load_tokenizer

    positions = describe(encoder).positions
    tokenizer = load_tokenizer(encoder)
    dataset = load(source, say=say)
    core = plain(tokenizer)
    keys = {}
    for name, split in dataset.splits.items():
        tokenise(split, tokenizer, say=say)
        segments = (0,) if split.seconds is None else (0, 1)
        keys[name] = tuple(tokens_key(split, core, segment) for segment in segments)
    pair = any(len(each) == 2 for each in keys.values())
    return Counted(
        fingerprint=dataset.fingerprint,
        encoder=encoder.source,
        positions=positions,
        specials=template(tokenizer).frame(pair).specials,
        tokenizer=_keep(core),
        keys=keys,
    )


def _keep(core: Tokenizer) -> str:
    from engine.data.template import core_name

    state, name = core.to_str(), core_name(core)[:16]
    file = _core_file(name)
    if not file.is_file():
        file.parent.mkdir(parents=True, exist_ok=True)
        draft = file.with_suffix(f".{os.getpid()}.tmp")
        draft.write_text(state, encoding="utf-8")
        os.replace(draft, file)
    return name


def _core_file(name: str) -> Path:
    return paths.cache() / "tokenizers" / f"{name}.json"


def lengths(keys: tuple[str, ...]) -> np.ndarray:
    """Tokens of each text of a split (both segments of a pair), special tokens not counted; int64 [n].

    Raises UserError when the cache no longer has them.
    """
    files = [paths.cache() / "tokens" / key / "offsets.npy" for key in keys]
    if not keys or not all(file.is_file() for file in files):
        raise UserError("the tokens are not in the cache any more.", remedy="Count them again.")
    total = np.diff(np.load(files[0]))
    for file in files[1:]:
        total = total + np.diff(np.load(file))
    return total.astype(np.int64)


@lru_cache(maxsize=4)
def core(name: str) -> Tokenizer:
    """The core of a tokenizer that ``count`` kept. Raises UserError when the cache no longer has it."""
    from tokenizers import Tokenizer

    if not _core_file(name).is_file():
        raise UserError("the tokenizer is not in the cache any more.", remedy="Count the tokens again.")
    return Tokenizer.from_file(str(_core_file(name)))


def seen(
    tokenizer: str, text: str, second: str, truncation: Truncation, room: int
) -> tuple[list[Stretch], list[Stretch]]:
    """What a model sees of a text, or of a pair (second part not empty), when there is room for ``room`` tokens.

    Pairs lose tokens from the end of the longer segment, whatever ``truncation`` says.
    """
    own = core(tokenizer)
    if not second:
        return stretches(text, own, truncation, room), []
    from engine.data.pairs import fit_pairs

    sizes: list[Any] = [
        np.asarray([len(own.encode(part, add_special_tokens=False).ids)]) for part in (text, second)
    ]
    kept = fit_pairs(sizes[0], sizes[1], room)[0]
    return stretches(text, own, Head(), int(kept[0])), stretches(second, own, Head(), int(kept[1]))
