"""Token counts of a data set for one encoder, stored in the cache.

This module imports transformers, so the window runs it in a child process. ``engine.data.token_counts`` reads the
result.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.cache import artefacts
from engine.data.dataset import load_dataset
from engine.data.inspection.unknown_tokens import vocabulary_warning
from engine.data.special_tokens import core_fingerprint, read_template, tokenizer_core
from engine.data.token_counts import TokenCounts, tokenizer_core_file
from engine.data.tokens import tokenise_split, tokens_key
from engine.model.encoders import describe_encoder
from engine.model.tokenizer.tokenizer_core import load_counting_tokenizer
from engine.progress import ReportProgress
from engine.spec.data import DataSource
from engine.spec.experiment import Encoder

if TYPE_CHECKING:
    from tokenizers import Tokenizer


def count_tokens(
    source: DataSource, encoder: Encoder, *, report: ReportProgress | None = None
) -> TokenCounts:
    """Tokenise all splits of ``source`` with the tokenizer of ``encoder``, once per content. Raises UserError."""
    positions = describe_encoder(encoder).positions
    tokenizer = load_counting_tokenizer(encoder)
    dataset = load_dataset(source, report=report)
    core = tokenizer_core(tokenizer)
    keys, gaps = {}, ""
    for name, split in dataset.splits.items():
        first, second = tokenise_split(split, tokenizer, report=report)
        if name == "train":
            stores = [first] if second is None else [first, second]
            gaps = vocabulary_warning(encoder.source, split.texts, stores, core)
        segments = (0,) if split.second_texts is None else (0, 1)
        keys[name] = tuple(tokens_key(split, core, segment) for segment in segments)
    pair = any(len(each) == 2 for each in keys.values())
    return TokenCounts(
        fingerprint=dataset.fingerprint,
        encoder=encoder.source,
        positions=positions,
        specials=read_template(tokenizer).frame(pair).special_count,
        tokenizer=_cache_core(core),
        keys=keys,
        gaps=gaps,
    )


def _cache_core(core: Tokenizer) -> str:
    """Write the core into the cache unless it is there already, and return its name."""
    name = core_fingerprint(core)[:16]
    file = tokenizer_core_file(name)
    if artefacts.read_note(file) is None:
        artefacts.write_note(file, core.to_str())
    return name
