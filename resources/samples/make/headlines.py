"""Headlines: a title and a short description from one of four newsrooms.

A bank of headlines is made of frames. A frame is one kind of news: lines that begin with ``T`` are titles for
it, those with ``D`` sentences for its description, and ``@ name: a | b`` adds a slot of its own. Title and
description share their slots, so that they speak of the same people and places. Every fifth frame of a topic is
kept for the test file. Topics overlap on purpose: football clubs are floated on the exchange, ministers quarrel
over research budgets, laboratories study footballers.
"""

from dataclasses import dataclass, field
from pathlib import Path

from .grammar import Dice, GrammarError, Writer, read_banks, sentence, share

LABELS = ("world", "sport", "business", "science and technology")
SIZES = {"train": 3600, "test": 600}

_BANKS = Path(__file__).parent / "banks" / "headlines"
_NAMES = read_banks(_BANKS / "names.txt")
_NOVELTY = 0.45  # chance that a test headline is of a kind of news that training headlines never have


@dataclass(frozen=True)
class Frame:
    """One kind of news: phrases for titles and for descriptions, and slots of its own."""

    titles: list[str] = field(default_factory=list)
    sentences: list[str] = field(default_factory=list)
    slots: dict[str, list[str]] = field(default_factory=dict)


def read_frames(path: Path) -> list[Frame]:
    """The frames of a bank file, in its order.

    Raises:
        GrammarError: a line is neither title nor description nor slot.
    """
    frames: list[Frame] = []
    for line in path.read_text(encoding="utf-8").splitlines():
        kind, _, rest = line.strip().partition(" ")
        if kind == "==":
            frames.append(Frame())
        elif kind == "T":
            frames[-1].titles.append(rest)
        elif kind == "D":
            frames[-1].sentences.append(rest)
        elif kind == "@":
            name, _, values = rest.partition(":")
            frames[-1].slots[name.strip()] = [value.strip() for value in values.split("|")]
        elif kind and not kind.startswith("#"):
            raise GrammarError(f"{path.name}: not a title (T), a description (D) or a slot (@): {line}")
    return frames


_FRAMES = {label: read_frames(_BANKS / f"{label.split()[0]}.txt") for label in LABELS}


def headline(part: str, label: str, number: int) -> dict[str, str]:
    """Headline `number` of a topic, for a part ("train" or "test"); numbers may give equal texts."""
    dice = Dice(f"headlines/{part}/{label}/{number}")
    novel = part == "test" and dice.chance(_NOVELTY)
    frame = dice.pick(share(_FRAMES[label], held_out=novel))
    writer = Writer({**_NAMES, **frame.slots}, dice)
    title = writer.expand(dice.pick(frame.titles))
    told = dice.shuffled(frame.sentences)[: 1 if dice.chance(0.6) else 2]
    told.sort(key=frame.sentences.index)
    description = " ".join(sentence(writer.expand(line)) for line in told)
    return {"topic": label, "title": title[0].upper() + title[1:], "description": description}


def rows() -> dict[str, list[dict[str, str]]]:
    """Both parts, each in random order and evenly divided; no headline twice."""
    out: dict[str, list[dict[str, str]]] = {}
    seen: set[tuple[str, str]] = set()
    for part in ("test", "train"):
        made = []
        for label in LABELS:
            number = wanted = 0
            while wanted < SIZES[part] // len(LABELS):
                row = headline(part, label, number)
                number += 1
                if (key := (row["title"], row["description"])) not in seen:
                    seen.add(key)
                    made.append(row)
                    wanted += 1
        out[part] = Dice(f"headlines/{part}/order").shuffled(made)
    return out
