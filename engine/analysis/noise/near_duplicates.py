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
    kept: dict[int, frozenset[str]] = {}
    equal: dict[frozenset[str], int] = {}
    found = []
    for place, text in enumerate(texts):
        if place % _REPORT_EVERY == 0:
            report("Looking for near-duplicates", place, len(texts))
        shingles = text_shingles(text)
        if len(shingles) < _LEAST_SHINGLES:
            continue
        if shingles in equal:
            found.append(NearDuplicate(equal[shingles], place, 1.0))
            continue
        equal[shingles] = place
        sketch = MinHash(num_perm=_PERMUTATIONS, seed=1)
        sketch.update_batch([shingle.encode("utf-8", "surrogatepass") for shingle in shingles])
        for other in sorted(index.query(sketch)):
            likeness = len(shingles & kept[other]) / len(shingles | kept[other])
            if likeness >= threshold:
                found.append(NearDuplicate(other, place, likeness))
        index.insert(place, sketch)
        kept[place] = shingles
    return found


def text_shingles(text: str) -> frozenset[str]:
    """Return the sequences of three words of a text, or of five characters where it is not written in words."""
    words = _WORD.findall(text.casefold())
    if sum(map(len, words)) >= 20 * max(1, len(words)):
        flat = "".join(words)
        return frozenset(flat[i : i + _CHARACTERS] for i in range(len(flat) - _CHARACTERS + 1))
    return frozenset(" ".join(words[i : i + _WORDS]) for i in range(len(words) - _WORDS + 1))
