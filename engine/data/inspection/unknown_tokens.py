"""Gaps of an encoder's vocabulary for a data set: unknown tokens, and characters encoded as bytes.

WordPiece and unigram vocabularies have a single token for all unknown text, which is lost. Byte-level vocabularies, and
those with byte fallback, lose nothing, but use several tokens for a character that they lack.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from engine import paths
from engine.data.inspection.report import DataFinding, UnknownTokens
from engine.errors import UserError
from engine.parsing import parsing

if TYPE_CHECKING:
    from tokenizers import Tokenizer

    from engine.data.tokens import TokenStore

MUCH_UNKNOWN, SOME_UNKNOWN, MANY_BYTES = 1.0, 0.1, 10.0
"""Thresholds in percent of a split's tokens, for a warning, a remark, and a warning on bytes."""
_SAMPLE = 300
_CHUNK = 1 << 22
_SHOWN = 50


@dataclass(frozen=True)
class VocabularyGaps:
    """Ids of tokens for gaps of a vocabulary: ``unknown`` ones, and ``parts`` of characters."""

    unknown: frozenset[int]
    parts: frozenset[int]

    def marks(self, size: int) -> np.ndarray:
        """Return the type of each token below ``size``: 0 ordinary, 1 unknown, 2 part of a character, int8."""
        marks = np.zeros(size, np.int8)
        for value, ids in ((1, self.unknown), (2, self.parts)):
            marks[[each for each in ids if each < size]] = value
        return marks


def vocabulary_gaps(core: Tokenizer) -> VocabularyGaps:
    """Return the tokens that a tokenizer uses for gaps of its vocabulary."""
    settings = json.loads(core.to_str())
    model, names = settings["model"], core.get_vocab()
    unknown = model.get("unk_id")
    if unknown is None:
        unknown = names.get(model.get("unk_token") or "")
    parts: set[int] = set()
    if model.get("byte_fallback"):
        parts = {names[name] for number in range(256) if (name := f"<0x{number:02X}>") in names}
    elif '"ByteLevel"' in json.dumps([settings.get("pre_tokenizer"), settings.get("decoder")]):
        parts = {number for name, number in names.items() if _is_part(name)}
    return VocabularyGaps(frozenset() if unknown is None else frozenset({int(unknown)}), frozenset(parts))


@lru_cache(maxsize=1)
def _bytes_of_characters() -> dict[str, int]:
    """Return the byte for each character of a byte-level vocabulary (Radford et al. 2019, code)."""
    direct = [*range(ord("!"), ord("~") + 1), *range(ord("¡"), ord("¬") + 1), *range(ord("®"), ord("ÿ") + 1)]
    shifted = [number for number in range(256) if number not in direct]
    return {chr(number): number for number in direct} | {chr(256 + k): each for k, each in enumerate(shifted)}


def _is_part(name: str) -> bool:
    """Return whether a token of a byte-level vocabulary is an incomplete UTF-8 sequence."""
    alphabet = _bytes_of_characters()
    if not all(letter in alphabet for letter in name):
        return False  # an added token, in ordinary characters
    try:
        bytes(alphabet[letter] for letter in name).decode("utf-8")
    except UnicodeDecodeError:
        return True
    return False


def count_unknown(stores: Sequence[TokenStore], core: Tokenizer) -> tuple[UnknownTokens, np.ndarray]:
    """Return the counts over ``stores``, and the ascending positions of texts with an unknown token, int64.

    ``stores`` has the tokens of a split's texts and, for pairs, of their second segments.
    """
    marks = vocabulary_gaps(core).marks(core.get_vocab_size(with_added_tokens=True))
    total = unknown = parts = 0
    texts: list[np.ndarray] = []
    for store in stores:
        for start in range(0, len(store.flat_ids), _CHUNK):
            kinds = marks[store.flat_ids[start : start + _CHUNK]]
            total += len(kinds)
            parts += int((kinds == 2).sum())
            positions = start + np.flatnonzero(kinds == 1)
            unknown += len(positions)
            texts.append(np.unique(np.searchsorted(store.offsets, positions, side="right") - 1))
    indices = np.unique(np.concatenate([np.zeros(0, np.int64), *texts])).astype(np.int64)
    return UnknownTokens(tokens=total, unknown=unknown, parts=parts), indices


def describe_gaps(encoder: str, counts: UnknownTokens) -> str:
    """Return the gaps of ``encoder`` as a sentence without full stop, empty if negligible."""
    gaps = []
    if counts.unknown_percent >= SOME_UNKNOWN:
        gaps.append(
            f"{counts.unknown_percent:.1f} % of the tokens are unknown to {encoder}: their text is lost"
        )
    if counts.parts_percent >= MANY_BYTES:
        gaps.append(
            f"{counts.parts_percent:.0f} % of the tokens are bytes of characters that {encoder} lacks"
        )
    return "; ".join(gaps)


def better_encoders(texts: Sequence[str], encoder: str, counts: UnknownTokens) -> list[tuple[str, float]]:
    """Return the names and gaps of local encoders with fewer gaps for a sample of ``texts``, best first.

    A gap is the percentage of unknown tokens and parts of characters. Only vocabularies are loaded, not encoders.
    """
    from tokenizers import Tokenizer

    sample = [
        texts[int(k)] for k in np.unique(np.linspace(0, len(texts) - 1, min(_SAMPLE, len(texts))).astype(int))
    ]
    limit = counts.unknown_percent + counts.parts_percent
    candidates = []
    for folder in local_vocabularies():
        if folder.name == Path(encoder).name:
            continue
        try:
            with parsing(folder, "a tokenizer"):
                core = Tokenizer.from_file(str(folder / "tokenizer.json"))
        except UserError:
            continue
        core.no_truncation()
        marks = vocabulary_gaps(core).marks(core.get_vocab_size(with_added_tokens=True))
        ids = [number for each in core.encode_batch(sample, add_special_tokens=False) for number in each.ids]
        gap = 100 * float((marks[np.array(ids, np.int64)] > 0).mean()) if ids else 100.0
        if gap < limit / 2:
            candidates.append((folder.name, gap))
    return sorted(candidates, key=lambda each: each[1])


def local_vocabularies() -> list[Path]:
    """Return the folders of local encoders with a tokenizer: bundled, imported or created here."""
    folders = [*(paths.RESOURCES / "models").glob("*"), *(paths.home() / "encoders").glob("*")]
    return sorted(folder for folder in folders if (folder / "tokenizer.json").is_file())


def gap_findings(
    encoder: str, texts: Sequence[str], counts: UnknownTokens, indices: np.ndarray
) -> list[DataFinding]:
    """Return the finding on the gaps of ``encoder`` for the training texts. Empty if they are negligible."""
    name = Path(encoder).name
    gaps = describe_gaps(name, counts)
    if not gaps:
        return []
    is_severe = counts.unknown_percent >= MUCH_UNKNOWN or counts.parts_percent >= MANY_BYTES
    encoders = better_encoders(texts, encoder, counts) if is_severe else []
    names = ", ".join(f"{other} ({gap:.1f} %)" for other, gap in encoders[:3])
    advice = f". Of the encoders here, these lack less: {names}" if names else ""
    if is_severe and not names:
        advice = ". No encoder here knows the texts better: import one whose vocabulary is of their language"
    return [
        DataFinding(
            level="warning" if is_severe else "info",
            kind="unknown tokens",
            message=f"train: {gaps}{advice}",
            split="train",
            count=len(indices),
            indices=tuple(indices[:_SHOWN].tolist()),
        )
    ]


def vocabulary_warning(
    encoder: str, texts: Sequence[str], stores: Sequence[TokenStore], core: Tokenizer
) -> str:
    """Return a warning on the gaps of ``encoder`` for the texts of a split, with better local encoders.

    It is a sentence without full stop, empty for small gaps. ``stores`` as in ``count_unknown``.
    """
    findings = gap_findings(encoder, texts, *count_unknown(stores, core))
    return " ".join(each.message for each in findings if each.level == "warning")
