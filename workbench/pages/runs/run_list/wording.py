"""The measures of runs in words, in one place: what a curve, an axis and a table call them. No Qt."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class MetricWording:
    """A measure: its words, its unit, decimals shown, and whether more is better."""

    name: str
    unit: str = ""
    digits: int = 2
    higher_is_better: bool = False


METRICS = {
    "train/loss": MetricWording("Training loss", "nats", 3),
    "train/error": MetricWording("Training error", "%"),
    "validation/error": MetricWording("Validation error", "%"),
    "validation/loss": MetricWording("Validation loss", "nats", 3),
    "heldout/loss": MetricWording("Held-out loss", "nats", 3),
    "heldout/perplexity": MetricWording("Perplexity", "", 2),
    "heldout/accuracy": MetricWording("Masked words right", "%", higher_is_better=True),
    "heldout/next_loss": MetricWording("Next-sentence loss", "nats", 3),
    "heldout/next_accuracy": MetricWording("Next sentences right", "%", higher_is_better=True),
    "test/error": MetricWording("Test error", "%"),
    "test/loss": MetricWording("Test loss", "nats", 3),
    "test/f1": MetricWording("Test F1", "%", higher_is_better=True),
    "test/accuracy": MetricWording("Test accuracy", "%", higher_is_better=True),
    "rate/top": MetricWording("Learning rate, top layer"),
    "rate/bottom": MetricWording("Learning rate, embeddings"),
}
SHORT_NAMES = {
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


def describe_metric(key: str) -> MetricWording:
    """What is known of the measure ``key``; of one task's (``validation/error/NAME``) with the task's name."""
    group, _, rest = key.partition("/")
    name, _, task = rest.partition("/")
    known = METRICS.get(f"{group}/{name}") or MetricWording(
        f"{group} {name}".replace("_", " ").strip().capitalize()
    )
    if not task:
        return known
    return MetricWording(f"{known.name}, {task}", known.unit, known.digits, known.higher_is_better)


def task_of(key: str, prefix: str = "validation/error") -> str:
    """The task whose measure ``key`` is; "" when it is none's."""
    return key.removeprefix(f"{prefix}/") if key.startswith(f"{prefix}/") else ""


def metric_choices(keys: Iterable[str]) -> list[tuple[str, str]]:
    """(measure, words) to choose from, of measures that there are."""
    there = set(keys)
    found = [(key, words) for key, words in SHORT_NAMES.items() if key in there]
    if any(task_of(key) for key in there):
        place = next((i + 1 for i, (key, _) in enumerate(found) if key == "validation/error"), 0)
        found.insert(place, (TASKS, "Error by task"))
    return found or [("validation/error", SHORT_NAMES["validation/error"])]
