"""A tokenizer for counting and showing tokens, without transformers.

What transformers makes of an encoder's tokenizer files is a core of the tokenizers library and nothing else that
matters for tokens. It is kept in the cache, by the content of the files and the versions of both libraries; from then
on nobody has to import transformers (and torch with it) to count. The bundled encoder's file is that core already.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING

from engine import paths
from engine.cache import artifacts
from engine.model.encoders import locate_encoder
from engine.spec.experiment import Encoder

if TYPE_CHECKING:
    from tokenizers import Tokenizer

_FILES = (
    "tokenizer.json",
    "tokenizer_config.json",
    "special_tokens_map.json",
    "added_tokens.json",
    "config.json",
)
_VOCABULARIES = ("vocab.txt", "vocab.json", "merges.txt", "spiece.model", "sentencepiece.bpe.model")


@dataclass(frozen=True)
class CountingTokenizer:
    """What ``engine.data.special_tokens`` asks of a tokenizer: its core, and what to call it in messages."""

    backend_tokenizer: Tokenizer
    name_or_path: str


def load_counting_tokenizer(encoder: Encoder) -> CountingTokenizer:
    """The core of the encoder's tokenizer: the same tokens as training reads.

    Raises UserError when the tokenizer is missing or has no fast form.
    """
    from tokenizers import Tokenizer

    place = locate_encoder(encoder)
    if isinstance(place, Path):
        if place.is_relative_to(paths.RESOURCES):
            return CountingTokenizer(Tokenizer.from_file(str(place / "tokenizer.json")), str(place))
        kept = paths.cache_folder() / "tokenizer_cores" / f"{_content_key(place)}.json"
        if kept.is_file():
            return CountingTokenizer(Tokenizer.from_file(str(kept)), str(place))
    from engine.model.encoders import load_tokenizer

    loaded = load_tokenizer(encoder)
    core: Tokenizer = loaded.backend_tokenizer
    if isinstance(place, Path):
        with artifacts.explain_write_errors(kept):
            kept.parent.mkdir(parents=True, exist_ok=True)
            draft = kept.with_suffix(".tmp")
            draft.write_text(core.to_str(), encoding="utf-8")
            draft.replace(kept)
    return CountingTokenizer(core, str(loaded.name_or_path))


def _content_key(folder: Path) -> str:
    """A hash of the tokenizer's files and of the libraries that read them."""
    files = [folder / name for name in (*_FILES, *_VOCABULARIES) if (folder / name).is_file()]
    versions = [metadata.version(name) for name in ("transformers", "tokenizers")]
    return artifacts.key("tokenizer core", artifacts.hash_files(files, folder), versions)
