"""Load the core of a tokenizer, for counting and showing tokens, without transformers.

For tokens, all that matters of transformers' tokenizer is a core of the tokenizers library. That core is cached by the
content of the tokenizer's files and the versions of both libraries. From then on counting needs no import of
transformers (and torch with it). The bundled encoder's file is that core already.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING

from engine import paths
from engine.cache import artefacts
from engine.errors import UserError
from engine.model.encoders import locate_encoder
from engine.parsing import parsing
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
    """The attributes of a tokenizer that ``engine.data.special_tokens`` needs: its core, and its name in messages."""

    backend_tokenizer: Tokenizer
    name_or_path: str


def load_counting_tokenizer(encoder: Encoder) -> CountingTokenizer:
    """Load the core of the encoder's tokenizer. It gives the same tokens as in training.

    Raises UserError when the tokenizer is missing or has no fast form.
    """
    from tokenizers import Tokenizer

    place = locate_encoder(encoder)
    if isinstance(place, Path):
        if place.is_relative_to(paths.RESOURCES):
            return CountingTokenizer(Tokenizer.from_file(str(place / "tokenizer.json")), str(place))
        file = paths.cache_folder() / "tokenizer_cores" / f"{_content_key(place)}.json"
        if content := artefacts.read_note(file):
            with suppress(UserError), parsing(file, "a tokenizer"):  # what is damaged is made anew
                return CountingTokenizer(Tokenizer.from_str(content), str(place))
    from engine.model.encoders import load_tokenizer

    tokenizer = load_tokenizer(encoder)
    core: Tokenizer = tokenizer.backend_tokenizer
    if isinstance(place, Path):
        artefacts.write_note(file, core.to_str())
    return CountingTokenizer(core, str(tokenizer.name_or_path))


def _content_key(folder: Path) -> str:
    """Return a hash of the tokenizer's files and of the versions of the libraries that read them."""
    files = [folder / name for name in (*_FILES, *_VOCABULARIES) if (folder / name).is_file()]
    versions = [metadata.version(name) for name in ("transformers", "tokenizers")]
    return artefacts.key("tokenizer core", artefacts.hash_files(files, folder), versions)
