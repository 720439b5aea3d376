"""Write ``tickets.csv``, the data of the tutorial: generated messages to a support desk, not real ones.

What is in it is decided here, so that the tutorial's commands have something to find: three classes, one of them rare;
messages by chat that are short and vague; a few labels that are wrong.
"""

from __future__ import annotations

import random
from pathlib import Path

THINGS = {
    "billing": ["invoice", "refund", "payment", "price", "discount", "receipt"],
    "fault": ["crash", "error", "login", "screen", "update", "password"],
    "praise": ["team", "service", "answer", "help", "advice"],
}
SAID = {
    "billing": [
        "I was charged twice for my {thing}",
        "the {thing} of last month is wrong",
        "please send the {thing} again",
        "when will my {thing} arrive",
        "the {thing} does not match the order",
    ],
    "fault": [
        "the {thing} does not work since monday",
        "I get a {thing} whenever I open the program",
        "after the {thing} nothing is shown",
        "the {thing} page stays empty",
        "my {thing} is refused",
    ],
    "praise": [
        "thank you for the quick {thing}",
        "your {thing} was very kind",
        "a great {thing}, keep going",
    ],
}
VAGUE = ["hello, can you look at this", "it is about my last message", "any news", "please call me back"]
OPENINGS = ["", "hello, ", "dear team, ", "hi, ", "good morning, "]
CLOSINGS = ["", " please help", " regards", " I am waiting for an answer", " this is the second time I write"]
WRONG = 0.03
VAGUE_IN_CHAT = 0.25


def tickets(count: int = 600, seed: int = 19) -> list[str]:
    """Return the lines of the file, the header first."""
    drawn = random.Random(seed)
    lines = ["number;channel;said;queue"]
    for number in range(1, count + 1):
        queue = drawn.choices(list(THINGS), [10, 8, 1])[0]
        channel = drawn.choices(["mail", "chat"], [3, 1])[0]
        said = drawn.choice(SAID[queue]).format(thing=drawn.choice(THINGS[queue]))
        said = f"{drawn.choice(OPENINGS)}{said}{drawn.choice(CLOSINGS)} (order {drawn.randint(100, 999)})"
        if channel == "chat" and drawn.random() < VAGUE_IN_CHAT:
            said = drawn.choice(VAGUE)
        if drawn.random() < WRONG:
            queue = drawn.choice([each for each in THINGS if each != queue])
        lines.append(f"{number};{channel};{said};{queue}")
    return lines


if __name__ == "__main__":
    Path(__file__).with_name("tickets.csv").write_text("\n".join(tickets()) + "\n", encoding="utf-8")
