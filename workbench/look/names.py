"""Short distinguishable names: common parts are omitted, differing parts never."""

from __future__ import annotations

import re
from collections.abc import Sequence

CUT = "…"
ENDS = (",", ";", ":")
"""Characters that end a part of a name."""
MOST_SHARED = 2
"""Number of words shared by all names that may begin a part: "learning rate", before a number."""
_WORDS = re.compile(r"\S+\s*")


def distinct_parts(names: Sequence[str]) -> list[str]:
    """Return the names without their common leading and trailing parts.

    >>> distinct_parts(["IMDb: rate 2e-5, seed 42", "IMDb: rate 5e-5, seed 42"])
    ['rate 2e-5', 'rate 5e-5']
    >>> distinct_parts(["one run", "another run"])
    ['one…', 'another…']

    A part ends with a comma or a colon. An ellipsis marks many omitted words of a name. Names stay whole if there is
    only one, if two are equal, or if one would become empty.
    """
    words = [_WORDS.findall(name.strip()) for name in names]
    if len(set(names)) < 2 or len(set(names)) < len(names):
        return list(names)
    least = min(len(each) for each in words)
    first = 0
    while first < least and len({_bare(each[first]) for each in words}) == 1:
        first += 1
    last = 0
    while last < least - first and len({_bare(each[-1 - last]) for each in words}) == 1:
        last += 1
    if any(first + last >= len(each) for each in words):
        return list(names)
    part = max((n for n in range(1, first + 1) if _bare(words[0][n - 1]).endswith(ENDS)), default=0)
    first, cut = (part, "") if first - part <= MOST_SHARED else (first, CUT)
    bodies = ["".join(each[first : len(each) - last]).strip() for each in words]
    return [cut + body.strip(" ,;:") + (CUT if last and not body.endswith(ENDS) else "") for body in bodies]


def brief_names(names: Sequence[str]) -> list[str]:
    """Return only the words of each name that distinguish it from others.

    >>> brief_names(["Two tasks: Replay", "Two tasks: Replay, seed 43", "Two tasks: Nothing", "Two rates"])
    ['tasks…Replay', 'tasks…Replay…43', 'tasks…Nothing', 'rates']
    >>> brief_names(["Two tasks: Replay", "Two tasks: Nothing", "Two rates: rate 3e-4", "Two rates: rate 5e-5"])
    ['Replay', 'Nothing', '3e-4', '5e-5']

    Names stay whole if there is only one, or if two are equal.
    """
    if len(names) < 2:
        return list(names)
    words = [[word.strip(" ,;:") for word in _WORDS.findall(name)] for name in names]
    marks = []
    for mine in words:
        neighbours = [
            {w for other in words if other[:i] == mine[:i] for w in other[i : i + 1]}
            for i in range(len(mine))
        ]
        marks.append(
            [word for word, others in zip(mine, neighbours, strict=True) if len(others) > 1] or mine[-1:]
        )
    for index, mine in enumerate(words):  # a name that extends another has no word at the branch
        if any(other[: len(mine)] != mine and marks[i] == marks[index] for i, other in enumerate(words)):
            marks[index] = [*marks[index], *mine[-1:]]
    for left_out in reversed(range(min(map(len, marks), default=0))):
        shortened = [CUT.join(each[left_out:]) for each in marks]
        if len(set(shortened)) == len(shortened):
            return shortened
    return list(names)


def distinct_ends(names: Sequence[str]) -> list[str]:
    """Return the end of each name after the words shared with all names of the same beginning. It is elided last.

    >>> distinct_ends(["Table 7: plain, Reviews", "Table 7: plain, Headlines", "alone"])
    ['Reviews', 'Headlines', 'alone']

    A name that is the beginning of another has no distinguishing end, so its last word is returned.
    """
    words = [_WORDS.findall(name) for name in names]
    bare = [[word.strip() for word in each] for each in words]
    families: dict[str, list[list[str]]] = {}
    for each in sorted(bare):
        families.setdefault(each[0] if each else "", []).append(each)
    ends = []
    for spelled, mine in zip(words, bare, strict=True):
        family = families[mine[0] if mine else ""]
        # In sorted order, the first and the last name of a family share the fewest words with any other.
        shared = min(_shared(mine, family[0]), _shared(mine, family[-1])) if len(family) > 1 else 0
        ends.append("".join(spelled[min(shared, max(0, len(spelled) - 1)) :]))
    return ends


def _shared(mine: list[str], other: list[str]) -> int:
    """Return the number of leading words that two names share."""
    count = 0
    for a, b in zip(mine, other, strict=False):
        if a != b:
            break
        count += 1
    return count


def _bare(word: str) -> str:
    return word.strip()
