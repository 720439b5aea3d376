"""The measures of runs in words, in one place: what a curve, an axis and a table call them. No Qt."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class Measure:
    """A measure: its words, its unit, decimals shown, and whether more is better."""

    words: str
    unit: str = ""
    digits: int = 2
    more: bool = False


MEASURES = {
    "train/loss": Measure("Training loss", "nats", 3),
    "train/error": Measure("Training error", "%"),
    "validation/error": Measure("Validation error", "%"),
    "validation/loss": Measure("Validation loss", "nats", 3),
    "heldout/loss": Measure("Held-out loss", "nats", 3),
    "heldout/perplexity": Measure("Perplexity", "", 2),
    "heldout/accuracy": Measure("Masked words right", "%", more=True),
    "heldout/next_loss": Measure("Next-sentence loss", "nats", 3),
    "heldout/next_accuracy": Measure("Next sentences right", "%", more=True),
    "test/error": Measure("Test error", "%"),
    "test/loss": Measure("Test loss", "nats", 3),
    "test/f1": Measure("Test F1", "%", more=True),
    "test/accuracy": Measure("Test accuracy", "%", more=True),
    "rate/top": Measure("Learning rate, top layer"),
    "rate/bottom": Measure("Learning rate, embeddings"),
}
SHORT = {
    "validation/error": "Error",
    "validation/loss": "Loss",
    "heldout/loss": "Held-out loss",
    "heldout/perplexity": "Perplexity",
    "heldout/accuracy": "Words right",
    "heldout/next_accuracy": "Next sentence right",
}
"""What the choice of a measure calls them, in its order."""

LEARNING, FORGETTING, RESULTS, LOG, SETTINGS = range(5)
"""The tabs of the page, in order."""
TASKS = "tasks"
"""The choice that draws the validation error of each task."""


def measure(key: str) -> Measure:
    """What is known of the measure ``key``; of one task's (``validation/error/NAME``) with the task's name."""
    group, _, rest = key.partition("/")
    name, _, task = rest.partition("/")
    known = MEASURES.get(f"{group}/{name}") or Measure(
        f"{group} {name}".replace("_", " ").strip().capitalize()
    )
    if not task:
        return known
    return Measure(f"{known.words}, {task}", known.unit, known.digits, known.more)


def task_of(key: str, prefix: str = "validation/error") -> str:
    """The task whose measure ``key`` is; "" when it is none's."""
    return key.removeprefix(f"{prefix}/") if key.startswith(f"{prefix}/") else ""


def choices(keys: Iterable[str]) -> list[tuple[str, str]]:
    """(measure, words) to choose from, of measures that there are."""
    there = set(keys)
    found = [(key, words) for key, words in SHORT.items() if key in there]
    if any(task_of(key) for key in there):
        place = next((i + 1 for i, (key, _) in enumerate(found) if key == "validation/error"), 0)
        found.insert(place, (TASKS, "Error by task"))
    return found or [("validation/error", SHORT["validation/error"])]
