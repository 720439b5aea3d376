"""Questions and the type of their answer, in the spirit of question classification: six types.

The same people, places and things occur under every type, and the question word alone often misleads ("What is
the name of the woman who ...", "Where does the word ... come from?"), so that the form of the whole question
decides.
"""

from pathlib import Path

from .grammar import Dice, Writer, read_banks

LABELS = ("abbreviation", "description", "entity", "human", "location", "number")
SIZES = {
    "train": {
        "abbreviation": 270, "description": 590, "entity": 570, "human": 560, "location": 480, "number": 530,
    },
    "test": {
        "abbreviation": 60, "description": 115, "entity": 110, "human": 110, "location": 100, "number": 105,
    },
}  # fmt: skip

_BANKS = read_banks(Path(__file__).parent / "banks" / "questions.txt")
_NOVELTY = 0.4  # chance that the form of a test question is one that training questions never have


def question(part: str, label: str, number: int) -> str:
    """Question `number` of an answer type, for a part ("train" or "test"); numbers may give equal texts."""
    dice = Dice(f"questions/{part}/{label}/{number}")
    text = Writer(_BANKS, dice, novelty=0.0 if part == "train" else _NOVELTY).phrase(label)
    assert text is not None, "a fresh writer has used no phrase"
    return text[0].upper() + text[1:]


def rows() -> dict[str, list[dict[str, str]]]:
    """Both parts, each in random order; no question twice, neither within a part nor across."""
    out: dict[str, list[dict[str, str]]] = {}
    seen: set[str] = set()
    for part in ("test", "train"):
        made = []
        for label in LABELS:
            number = wanted = 0
            while wanted < SIZES[part][label]:
                text = question(part, label, number)
                number += 1
                if text.lower() not in seen:
                    seen.add(text.lower())
                    made.append({"text": text, "label": label})
                    wanted += 1
        out[part] = Dice(f"questions/{part}/order").shuffled(made)
    return out
