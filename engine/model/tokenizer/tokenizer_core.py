"""The core of a tokenizer, for counting and showing tokens without transformers.

The tokens of a transformers tokenizer are determined by its core, an object of the tokenizers library. The core is
cached by the content of the tokenizer's files and the versions of both libraries, so that later counts import neither
transformers nor torch. The file of the bundled encoder is such a core.
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
    """The part of a tokenizer that ``engine.data.special_tokens`` needs: its core, and its name for messages."""

    backend_tokenizer: Tokenizer
    name_or_path: str


def load_counting_tokenizer(encoder: Encoder) -> CountingTokenizer:
    """Load the core of the encoder's tokenizer, which gives the same tokens as in training.

    Raises UserError when the tokenizer is missing or has no fast form.
    """
    from tokenizers import Tokenizer

    location = locate_encoder(encoder)
    if isinstance(location, Path):
        if location.is_relative_to(paths.RESOURCES):
            return CountingTokenizer(Tokenizer.from_file(str(location / "tokenizer.json")), str(location))
        file = paths.cache_folder() / "tokenizer_cores" / f"{_content_key(location)}.json"
        if content := artefacts.read_note(file):
            with suppress(UserError), parsing(file, "a tokenizer"):  # a damaged file is rebuilt
                return CountingTokenizer(Tokenizer.from_str(content), str(location))
    from engine.model.encoders import load_tokenizer

    tokenizer = load_tokenizer(encoder)
    core: Tokenizer = tokenizer.backend_tokenizer
    if isinstance(location, Path):
        artefacts.write_note(file, core.to_str())
    return CountingTokenizer(core, str(tokenizer.name_or_path))


def _content_key(folder: Path) -> str:
    """Return a hash of the tokenizer's files and of the versions of the libraries that read them."""
    files = [folder / name for name in (*_FILES, *_VOCABULARIES) if (folder / name).is_file()]
    versions = [metadata.version(name) for name in ("transformers", "tokenizers")]
    return artefacts.key("tokenizer core", artefacts.hash_files(files, folder), versions)
