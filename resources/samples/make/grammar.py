"""A small generative grammar over hand-written phrase banks.

A bank file is plain text: ``== name`` opens a section, every other non-empty line is one phrase, ``#`` starts
a comment line. Inside a phrase

* ``[a|b|c]`` is a choice, made anew each time; choices may nest;
* ``{city}`` is a phrase of section ``city``, remembered for the whole text, and ``{city2}`` another one of the
  same section that differs from all remembered ones; ``{~city}`` is drawn anew and not remembered;
* a phrase may have further fields, ``Chile @ Santiago @ Chilean``; ``{country}`` is then its first field,
  ``{country@1}`` and ``{country@2}`` are the others of the same phrase;
* ``{#n:3-9}`` is a whole number in the given range, remembered under the name ``n``;
* ``a(n)`` becomes "a" or "an", as the next word sounds.

All chance comes from `Dice`, which rests on the one method that Python promises to keep stable between
versions (`random.Random.random`), so the same seed gives the same bytes everywhere.
"""

import random
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")
Banks = Mapping[str, Sequence[str]]

_CHOICE = re.compile(r"\[([^\[\]]*)\]")
_SLOT = re.compile(r"\{([^{}]+)\}")
_ARTICLE = re.compile(r"\b([Aa])\(n\) (\w+)")
_SILENT_H = ("heir", "honest", "honour", "hour")
_CONSONANT_SOUND = ("eu", "ewe", "one", "once", "uk", "uni", "us", "ut")
_SPOKEN_WITH_VOWEL = "AEFHILMNORSX"
_HELD_OUT_EVERY = 5
_TRIES = 1000  # draws until a slot counts as one with too few distinct phrases


class GrammarError(ValueError):
    """A phrase names a section that no bank has, or asks for more distinct phrases than there are."""


class Dice:
    """Seeded chance: equal seeds (any text) give equal draws on every Python."""

    def __init__(self, seed: str) -> None:
        self._random = random.Random(seed)

    def chance(self, probability: float) -> bool:
        """True with the given probability (0 to 1)."""
        return self._random.random() < probability

    def below(self, bound: int) -> int:
        """A whole number from 0 to bound - 1."""
        return int(self._random.random() * bound)

    def between(self, low: int, high: int) -> int:
        """A whole number from low to high, both included."""
        return low + self.below(high - low + 1)

    def pick(self, items: Sequence[T]) -> T:
        """One item, all equally likely."""
        return items[self.below(len(items))]

    def weighted(self, weights: Mapping[T, float]) -> T:
        """One key, as likely as its share of the weights."""
        point = self._random.random() * sum(weights.values())
        for key, weight in weights.items():
            point -= weight
            if point < 0:
                return key
        return key

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """The items in random order (Fisher and Yates)."""
        out = list(items)
        for last in range(len(out) - 1, 0, -1):
            other = self.below(last + 1)
            out[last], out[other] = out[other], out[last]
        return out


def read_banks(*paths: Path) -> dict[str, list[str]]:
    """The sections of one or several bank files; a section found in several files has the lines of all.

    Raises:
        GrammarError: a phrase stands before the first section.
    """
    banks: dict[str, list[str]] = {}
    for path in paths:
        section: list[str] | None = None
        for line in path.read_text(encoding="utf-8").splitlines():
            line = line.strip()
            if line.startswith("== "):
                section = banks.setdefault(line[3:].strip(), [])
            elif line and not line.startswith("#"):
                if section is None:
                    raise GrammarError(f"{path.name}: a phrase before the first section: {line}")
                section.append(line)
    return banks


def share(lines: Sequence[T], *, held_out: bool) -> list[T]:
    """The part of a section kept for the test file (every fifth line), or the part that both files use."""
    return [line for i, line in enumerate(lines) if (i % _HELD_OUT_EVERY == _HELD_OUT_EVERY - 1) == held_out]


class Writer:
    """Writes one text: remembers its slots, so that a city stays the same city, and its used phrases.

    Args:
        banks: sections by name.
        dice: chance.
        novelty: probability that a phrase is taken from the lines kept for the test file, where the section
            has any; 0 for training texts.
    """

    def __init__(self, banks: Banks, dice: Dice, novelty: float = 0.0) -> None:
        self.banks = banks
        self.dice = dice
        self.novelty = novelty
        self._slots: dict[str, str] = {}
        self._used: set[str] = set()

    def lines(self, section: str) -> list[str]:
        """The not yet used phrases that the next draw from a section may come from.

        Raises:
            GrammarError: there is no such section.
        """
        if section not in self.banks:
            raise GrammarError(f"no section named {section!r}")
        wanted = self.novelty > 0 and self.dice.chance(self.novelty)
        kept = [line for line in share(self.banks[section], held_out=wanted) if line not in self._used]
        return kept or [line for line in share(self.banks[section], held_out=False) if line not in self._used]

    def phrase(self, section: str) -> str | None:
        """One phrase of a section, expanded; no phrase comes twice in a text. None when all are used."""
        lines = self.lines(section)
        if not lines:
            return None
        line = self.dice.pick(lines)
        self._used.add(line)
        return self.expand(line)

    def slot(self, name: str) -> str:
        """The value of a slot, drawn on first use.

        Raises:
            GrammarError: there is no such section, or it has no further distinct phrase.
        """
        if name.startswith("#"):
            name, _, bounds = name[1:].partition(":")
            key = f"#{name}"
            if key not in self._slots:
                low, high = bounds.split("-")
                self._slots[key] = str(self.dice.between(int(low), int(high)))
            return self._slots[key]
        name, _, place = name.partition("@")
        fresh = name.startswith("~")
        if fresh or name not in self._slots:
            value = self._draw(name.strip("~"), fresh)
        else:
            value = self._slots[name]
        return value.split(" @ ")[int(place or 0)]

    def _draw(self, name: str, fresh: bool) -> str:
        """A phrase for a slot, with all its fields; unless `fresh`, a new one for its section, and remembered."""
        section = name.rstrip("0123456789")
        if section not in self.banks:
            raise GrammarError(f"no section named {section!r}")
        taken = {value for key, value in self._slots.items() if key.rstrip("0123456789") == section}
        for _ in range(_TRIES):
            value = self.expand(self.dice.pick(self.banks[section]))
            if fresh:
                return value
            if value not in taken:
                self._slots[name] = value
                return value
        raise GrammarError(f"section {section!r} has too few phrases for {{{name}}}")

    def expand(self, phrase: str) -> str:
        """A phrase with its choices made and its slots filled."""
        while found := _CHOICE.search(phrase):
            chosen = self.dice.pick(found.group(1).split("|"))
            phrase = phrase[: found.start()] + chosen + phrase[found.end() :]
        while found := _SLOT.search(phrase):
            phrase = phrase[: found.start()] + self.slot(found.group(1)) + phrase[found.end() :]
        return _ARTICLE.sub(lambda m: f"{article(m.group(2), upper=m.group(1) == 'A')} {m.group(2)}", phrase)


def article(word: str, *, upper: bool = False) -> str:
    """The article for the word that follows, by sound: an hour, a university, an MRI, a DVD, an 8."""
    low = word.lower()
    spelled = word.isupper() and (len(word) in (2, 3) or not set(word[1:]) & set("AEIOU"))
    if spelled and len(word) > 1:
        vowel = word[0] in _SPOKEN_WITH_VOWEL
    elif low.startswith(_SILENT_H):
        vowel = True
    elif low.startswith(_CONSONANT_SOUND):
        vowel = low.startswith(("unin", "unim", "usher", "utter"))
    else:
        vowel = low[0] in "aeiou8" or low in ("11", "18")
    text = "an" if vowel else "a"
    return text.capitalize() if upper else text


def sentence(text: str) -> str:
    """A phrase as a sentence: first letter in upper case, a full stop where no end mark stands."""
    text = text[0].upper() + text[1:]
    return text if text[-1] in ".?!" else text + "."
