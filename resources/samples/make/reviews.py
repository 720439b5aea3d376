"""Long reviews: the sentiment of 150-odd words, most of which do not tell.

Each review is about one thing (a film, a hotel, ...). Its verdict stands in the first or the last sentences, or
is spread thinly over the text; between lie facts, and details that often point the other way. What somebody else
thought, what was expected and what the predecessor was like are drawn without regard to the label.
"""

import functools
from pathlib import Path

from .grammar import Dice, Writer, read_banks, sentence

LABELS = ("negative", "positive")
DOMAINS = ("film", "book", "restaurant", "hotel", "gadget", "concert")
SIZES = {"train": 3200, "test": 800}

_BANKS = Path(__file__).parent / "banks" / "reviews"
_PLACES = {"head": 35, "tail": 45, "spread": 20}
_MILD = 0.25  # share of head and tail verdicts that are only mild
_AGREE = {
    "head": 0.54,
    "tail": 0.54,
    "spread": 0.72,
}  # chance that the details of an aspect share the verdict
_MOST_AGAINST = 2  # no more aspects in a row speak against the verdict, or it would not be believed
_NOVELTY = 0.4  # chance that a phrase of a test review comes from the lines that training reviews never use
_SIGNS = "-+"


@functools.cache
def _banks(domain: str) -> dict[str, list[str]]:
    return read_banks(_BANKS / "common.txt", _BANKS / f"{domain}.txt")


@functools.cache
def _aspects(domain: str) -> tuple[str, ...]:
    """The aspects a domain's bank has details on, in the order of the file."""
    names = [name.partition(".")[0] for name in _banks(domain) if "." in name]
    return tuple(dict.fromkeys(names))


def _phrases(writer: Writer, section: str, count: int) -> list[str]:
    drawn = [writer.phrase(section) for _ in range(count)]
    return [phrase for phrase in drawn if phrase]


def _verdict(writer: Writer, sign: str, lead: str) -> list[str]:
    """One to three sentences that say what the writer thinks, the first with a lead-in about half of the time."""
    dice = writer.dice
    if dice.chance(_MILD):
        phrases = _phrases(writer, f"mild{sign}", dice.between(1, 2))
    else:
        phrases = _phrases(writer, f"core{sign}", dice.between(1, 3))
        if len(phrases) > 1 and dice.chance(0.35):
            phrases = [f"{phrases[0]}; {phrases[1]}", *phrases[2:]]
    if dice.chance(0.5):
        phrases[0] = f"{writer.slot('~' + lead)} {phrases[0]}"
    return phrases


def _joinable(first: str, second: str) -> bool:
    """Whether two phrases are short and plain enough to share a sentence."""
    together = f"{first} {second}"
    return len(together.split()) <= 24 and not any(
        mark in together for mark in (" and ", " but ", ";", ":", " or ")
    )


def _weave(dice: Dice, phrases: list[str], chance: float) -> list[str]:
    """Some neighbours of a list joined by "and", so that not every sentence has the same short shape."""
    out: list[str] = []
    for phrase in phrases:
        if out and _joinable(out[-1], phrase) and dice.chance(chance):
            out[-1] = f"{out[-1]}, and {phrase}"
        else:
            out.append(phrase)
    return out


def _about(writer: Writer, aspect: str, sign: str, room: int) -> tuple[list[str], list[str]]:
    """Up to `room` facts on an aspect, and up to two judgements of one sign."""
    dice = writer.dice
    facts, judged = f"{aspect}.0", f"{aspect}.{sign}"
    told = _phrases(writer, facts, dice.between(room // 4, room)) if facts in writer.banks else []
    judgements = _phrases(writer, judged, dice.between(0, 2)) if judged in writer.banks else []
    return _weave(dice, told, 0.2), _weave(dice, judgements, 0.3)


def _middle(writer: Writer, domain: str, sign: str, agree: float, words: int) -> list[str]:
    """About `words` words of facts and judgements, aspect by aspect, with the odd aside.

    Where the judgements turn from good to bad or back, a "but" or a "that said" often marks it.
    """
    dice = writer.dice
    other = _SIGNS[_SIGNS.index(sign) - 1]
    out: list[str] = []
    previous = ""  # the sign of the last judgement
    judged_last = False
    against = 0  # aspects in a row that point away from the verdict
    room = 2 if words < 150 else 4
    for aspect in dice.shuffled(_aspects(domain)):
        now = sign if dice.chance(agree) or against == _MOST_AGAINST else other
        told, judgements = _about(writer, aspect, now, room)
        if judgements:
            if previous not in ("", now):
                if judged_last and not told and _joinable(out[-1], judgements[0]):
                    out[-1] = f"{out[-1]}, but {judgements.pop(0)}"
                elif dice.chance(0.5):
                    judgements[0] = f"{writer.phrase('flip')} {judgements[0]}"
            previous = now
            against = 0 if now == sign else against + 1
        out += told + judgements
        judged_last = bool(judgements)
        if dice.chance(0.14):
            out += _phrases(writer, f"other{dice.pick(_SIGNS)}", 1)
            judged_last = False
        if dice.chance(0.2):
            out += _phrases(writer, "aside", 1)
            judged_last = False
        if sum(len(phrase.split()) for phrase in out) >= words:
            break
    return out


def _length(dice: Dice) -> int:
    """How many words the middle is to have: most near a hundred, one in eight up to three times that."""
    if dice.chance(0.12):
        return dice.between(180, 330)
    return dice.between(60, 90) + dice.between(0, 60)


def review(part: str, number: int) -> dict[str, str]:
    """Review `number` (from 0) of a part ("train" or "test") as a row with the keys label and text."""
    dice = Dice(f"reviews/{part}/{number}")
    domain = dice.pick(DOMAINS)
    label = LABELS[number % 2]
    sign = _SIGNS[LABELS.index(label)]
    place = dice.weighted(_PLACES)
    writer = Writer(_banks(domain), dice, novelty=0.0 if part == "train" else _NOVELTY)

    opening = _phrases(writer, "open", 1) + _phrases(writer, "expect", int(dice.chance(0.35)))
    middle = _middle(writer, domain, sign, _AGREE[place], _length(dice))
    closing = _phrases(writer, "closing", int(dice.chance(0.6)))
    if place == "head":
        head = _verdict(writer, sign, "headlead")
        body = (
            head + opening + middle + closing
            if dice.chance(0.6)
            else opening[:1] + head + opening[1:] + middle
        )
    elif place == "tail":
        body = opening + middle + _verdict(writer, sign, "taillead")
    else:
        for phrase in _phrases(writer, f"mild{sign}", 2):
            at = dice.between(1, len(middle) - 1)
            middle[at:at] = [phrase]
        body = opening + middle + closing
    return {"label": label, "text": " ".join(sentence(phrase) for phrase in body)}


def rows() -> dict[str, list[dict[str, str]]]:
    """Both parts, each in random order and half of either label."""
    return {
        part: Dice(f"reviews/{part}/order").shuffled([review(part, number) for number in range(size)])
        for part, size in SIZES.items()
    }
