"""Number of special tokens that an encoder's tokenizer adds to a text, read from its files."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path

from engine.json_types import ParsedJson

BERT_COUNTS = (2, 3)
"""[CLS] A [SEP], and [CLS] A [SEP] B [SEP]."""
ROBERTA_COUNTS = (2, 4)
"""<s> A </s>, and <s> A </s></s> B </s>."""


def special_token_counts(folder: Path, default: tuple[int, int] = BERT_COUNTS) -> tuple[int, int]:
    """Return the number of special tokens for one text and for a pair, from ``tokenizer.json`` in ``folder``.

    Returns ``default`` where there is no such file, or where it has no known post-processor.
    """
    file = folder / "tokenizer.json"
    return (_read(file, file.stat().st_mtime_ns) if file.is_file() else None) or default


@lru_cache(maxsize=64)
def _read(file: Path, modified_ns: int) -> tuple[int, int] | None:
    try:
        table = json.loads(file.read_text(encoding="utf-8"))
        return _counts(table.get("post_processor") or {})
    except (ValueError, AttributeError, TypeError, LookupError, RecursionError):
        return None  # loading the tokenizer reports the problem


def _counts(processor: ParsedJson) -> tuple[int, int] | None:
    """Return the counts of a post-processor in the JSON of the tokenizers library."""
    kind = processor.get("type")
    if kind == "BertProcessing":
        return BERT_COUNTS
    if kind == "RobertaProcessing":
        return ROBERTA_COUNTS
    if kind == "TemplateProcessing":
        specials = processor["special_tokens"]
        single, pair = (
            [part["SpecialToken"]["id"] for part in processor[name] if "SpecialToken" in part]
            for name in ("single", "pair")
        )
        return sum(len(specials[each]["ids"]) for each in single), sum(
            len(specials[each]["ids"]) for each in pair
        )
    if kind == "Sequence":
        return next((counts for each in processor["processors"] if (counts := _counts(each))), None)
    return None
