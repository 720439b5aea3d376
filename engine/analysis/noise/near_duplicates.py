"""Near-duplicates: texts that share most of their word triples, found by MinHash and checked exactly.

Broder 1997, "On the resemblance and containment of documents": texts as sets of shingles, likeness as the Jaccard index
of two sets. MinHash with locality-sensitive hashing (datasketch) proposes pairs. Only those whose exact index reaches
the threshold are kept, so that chance decides which pairs may be missed and never which are reported.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from engine.progress import ReportProgress, ignore_progress

THRESHOLD = 0.8
_PERMUTATIONS = 128
_MARGIN = 0.2
"""How much less alike pairs are proposed: hashing misses a fifth of those right at its own threshold."""
_WORDS = 3
_CHARACTERS = 5
_LEAST_SHINGLES = 5
"""Shingles that a text needs to be compared: of shorter ones a single word is the difference."""
_REPORT_EVERY = 2000
_WORD = re.compile(r"\w+")


@dataclass(frozen=True)
class NearDuplicate:
    """Two texts, by their places, ``first`` before ``second``, and the Jaccard index of their shingles."""

    first: int
    second: int
    likeness: float


def find_near_duplicates(
    texts: Sequence[str],
    *,
    threshold: float = THRESHOLD,
    report: ReportProgress = ignore_progress,
) -> list[NearDuplicate]:
    """Return the pairs of texts that are as alike as ``threshold`` or more; of equal texts each with the first only.

    Case, punctuation and blanks do not count. Texts without blanks between words (one word of 20 letters or more on
    average) are cut into five characters each.
    """
    from datasketch import MinHash, MinHashLSH

    index = MinHashLSH(threshold=threshold - _MARGIN, num_perm=_PERMUTATIONS)
    shingles_of: dict[int, frozenset[str]] = {}
    first_of: dict[frozenset[str], int] = {}
    pairs = []
    for position, text in enumerate(texts):
        if position % _REPORT_EVERY == 0:
            report("Looking for near-duplicates", position, len(texts))
        shingles = text_shingles(text)
        if len(shingles) < _LEAST_SHINGLES:
            continue
        if shingles in first_of:
            pairs.append(NearDuplicate(first_of[shingles], position, 1.0))
            continue
        first_of[shingles] = position
        sketch = MinHash(num_perm=_PERMUTATIONS, seed=1)
        sketch.update_batch([shingle.encode("utf-8", "surrogatepass") for shingle in shingles])
        for other in sorted(index.query(sketch)):
            likeness = len(shingles & shingles_of[other]) / len(shingles | shingles_of[other])
            if likeness >= threshold:
                pairs.append(NearDuplicate(other, position, likeness))
        index.insert(position, sketch)
        shingles_of[position] = shingles
    return pairs


def text_shingles(text: str) -> frozenset[str]:
    """Return the sequences of three words of a text, or of five characters where it is not written in words."""
    words = _WORD.findall(text.casefold())
    if sum(map(len, words)) >= 20 * max(1, len(words)):
        letters = "".join(words)
        return frozenset(letters[i : i + _CHARACTERS] for i in range(len(letters) - _CHARACTERS + 1))
    return frozenset(" ".join(words[i : i + _WORDS]) for i in range(len(words) - _WORDS + 1))
