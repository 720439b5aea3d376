"""Pages of a cached data set for the window's reader thread. Uses only pyarrow and NumPy, and no tokenizer."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Literal

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from engine import paths, random_streams
from engine.cache import artefacts
from engine.cache.manifest import is_intact
from engine.cache.mapped_tables import map_table
from engine.data.records import TextColumn, integer_values, label_values
from engine.data.token_counts import find_token_lengths
from engine.errors import UserError
from engine.spec.targets import Target

RowOrder = Literal["row", "label", "shortest", "longest", "random"]
_NAME = re.compile(r"[0-9a-f]{16}")


@dataclass(frozen=True)
class BrowsedRow:
    """A text of a split for display.

    ``tokens`` is -1 if the text was not tokenised.
    """

    index: int
    row: int
    label: str
    text: str
    second: str
    tokens: int


@dataclass(frozen=True)
class RowPage:
    """A page of rows, and the total number of matching rows."""

    rows: tuple[BrowsedRow, ...]
    total: int


@dataclass(frozen=True)
class CachedDataset:
    """A cached data set: classes, target type, and the rows of each split.

    ``source_parts`` is the part of the source from which each split is drawn.
    """

    classes: tuple[str, ...]
    target: Target
    parts: dict[str, pa.Table]
    rows: dict[str, np.ndarray]
    pair: bool
    source_parts: dict[str, str]

    def sizes(self) -> dict[str, int]:
        """Return the number of rows of each split."""
        return {name: len(rows) for name, rows in self.rows.items()}


def open_cached(fingerprint: str) -> CachedDataset:
    """Return the cached data set with this fingerprint.

    Raises UserError when the cache no longer has it.
    """
    return _open_cached(paths.cache_folder(), fingerprint)


@lru_cache(maxsize=8)
def _open_cached(root: Path, fingerprint: str) -> CachedDataset:
    folder = root / "datasets" / fingerprint
    if not _NAME.fullmatch(fingerprint) or not is_intact(folder):
        raise _missing_error(fingerprint)
    plan = artefacts.read_json(folder / "meta.json")
    texts = root / "texts" / plan["texts"]
    if not is_intact(texts):
        raise _missing_error(fingerprint)
    meta = artefacts.read_json(texts / "meta.json")
    parts = {name: map_table(texts / f"{part}.arrow") for name, part in plan["parts"].items()}
    rows = {name: np.load(folder / f"{name}.npy") for name in plan["parts"]}
    target = Target.choose(meta.get("target", "class"))  # missing in version 0.1.0
    return CachedDataset(tuple(meta["classes"]), target, parts, rows, meta["pair"], plan["parts"])


def read_page(
    fingerprint: str,
    split: str,
    offset: int,
    limit: int,
    search: str = "",
    label: str | None = None,
    order: RowOrder = "row",
    *,
    seed: int = 0,
    tokens: str | tuple[str, ...] = "",
    positions: Sequence[int] | None = None,
) -> RowPage:
    """Return ``limit`` rows of a split from ``offset`` on.

    Args:
        search: text to search for, ignoring case. Empty: all rows.
        label: name of a class to filter by, or None.
        order: source order, by class, by length (in tokens if known, else characters), or random with ``seed``.
        tokens: ``SplitReport.tokens_key``, for the numbers of tokens. For pairs, the keys of both segments.
        positions: positions in the split, such as ``DataFinding.indices``. None: all.
    """
    data = open_cached(fingerprint)
    if split not in data.rows:
        raise UserError(f"there is no split '{split}'.", remedy=f"Splits: {', '.join(data.rows)}.")
    table, rows = data.parts[split], data.rows[split]
    lengths = find_token_lengths((tokens,) if isinstance(tokens, str) else tokens)
    subset = np.arange(len(rows)) if positions is None else np.asarray(positions, np.int64)
    if label is not None:
        values = label_values(table["label"])[rows[subset]]
        subset = subset[data.target.has_class(values, data.classes.index(label))]
    if search:
        matches = pc.match_substring(table["text"], search, ignore_case=True)
        if data.pair:
            matches = pc.or_(matches, pc.match_substring(table["second"], search, ignore_case=True))
        subset = subset[np.isin(rows[subset], integer_values(pc.indices_nonzero(matches)))]
    if order in ("shortest", "longest"):
        sizes = lengths if lengths is not None else integer_values(pc.utf8_length(table["text"]))[rows]
        subset = subset[np.argsort(sizes[subset] * (1 if order == "shortest" else -1), kind="stable")]
    elif order == "label":
        values = label_values(table["label"])[rows[subset]].reshape(len(subset), -1)
        # Label sets and probabilities are sorted by the first class, largest values first.
        keys = values.T if values.shape[1] == 1 else -values.T[::-1]
        subset = subset[np.lexsort(tuple(keys))]
    elif order == "random":
        subset = subset[random_streams.generator(seed, "browse").permutation(len(subset))]
    page = subset[offset : offset + limit]
    texts = TextColumn(table["text"], rows).take(page)
    seconds = TextColumn(table["second"], rows).take(page) if data.pair else [""] * len(page)
    labels, sources = label_values(table["label"])[rows[page]], integer_values(table["row"])[rows[page]]
    result = tuple(
        BrowsedRow(
            int(index),
            int(sources[i]),
            data.target.show(labels[i], data.classes),
            texts[i],
            seconds[i],
            int(lengths[index]) if lengths is not None else -1,
        )
        for i, index in enumerate(page)
    )
    return RowPage(result, len(subset))


def _missing_error(fingerprint: str) -> UserError:
    return UserError(
        "the data set is not in the cache.", place=fingerprint, remedy="Open it again on the Data page."
    )
