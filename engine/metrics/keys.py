"""Descriptions of keys of the store: split, metric, unit and direction.

A key is ``SPLIT/METRIC``: ``validation/error``, ``validation/error/NAME`` for one task, ``validation/f1:CLASS`` for one
class. Measurements that are not metrics of predictions (rates, speeds) have the keys listed here. Unknown keys, of a
missing plug-in or another version, get a readable title without a direction.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.metrics.base import Direction, Metric, known_metrics
from engine.objectives.classification import MASKED_WORDS, NextSentenceObjective


@dataclass(frozen=True)
class KeyDescription:
    """Description of a key in words.

    Attributes:
        title: title with a capital letter, ``Validation error``.
        short: title without the split if it is obvious, ``Error``.
        unit, digits: unit and number of decimals for display.
        direction: whether lower or higher values are better, None if neither.
    """

    title: str
    short: str
    unit: str = ""
    digits: int = 2
    direction: Direction | None = None

    @property
    def higher_is_better(self) -> bool:
        """Whether the best value is the largest."""
        return self.direction == "max"


SPLIT_TITLES = {
    "train": "Training",
    "validation": "Validation",
    "test": "Test",
    "heldout": "Held-out",
    "retention": "General-text",
}
"""Titles of the first part of keys of metrics."""
PREFIX_TITLES = {NextSentenceObjective.prefix: "next-sentence "}
"""Titles of prefixes of metric names that identify an objective."""
MEASUREMENTS = {
    "rate/top": KeyDescription("Learning rate, top layer", "Top layer"),
    "rate/bottom": KeyDescription("Learning rate, embeddings", "Embeddings"),
    "speed/texts_per_second": KeyDescription("Texts per second", "Texts", "/s", 0, "max"),
    "speed/tokens_per_second": KeyDescription("Tokens per second", "Tokens", "/s", 0, "max"),
    "heldout/word_mse": KeyDescription(
        "Held-out error of the teacher's words", "Teacher's words", "", 3, "min"
    ),
    "heldout/text_mse": KeyDescription(
        "Held-out error of the teacher's texts, mean", "Teacher's texts, mean", "", 3, "min"
    ),
    "heldout/first_mse": KeyDescription(
        "Held-out error of the teacher's texts, [CLS]", "Teacher's texts, [CLS]", "", 3, "min"
    ),
}
"""Measurements of a run that are not metrics of predictions."""


def find_metric(key: str) -> Metric | None:
    """Return the metric of ``key``, or None if it has none or the metric is unknown."""
    return _metric(key.partition("/")[2].partition("/")[0].partition(":")[0])[0]


def find_direction(key: str) -> Direction | None:
    """Return the direction of ``key``, or None if it has none or the key is unknown."""
    if key in MEASUREMENTS:
        return MEASUREMENTS[key].direction
    metric = find_metric(key)
    return None if metric is None else metric.direction


def describe_key(key: str, loss_unit: str = "") -> KeyDescription:
    """Return the description of ``key``.

    The name of a task or class is appended: ``Validation error, news``. The unit of a loss is ``loss_unit``
    (``Objective.loss_unit``), and on general text that of masked words.
    """
    split, _, rest = key.partition("/")
    name, _, task = rest.partition("/")
    base, _, of_class = name.partition(":")
    description = MEASUREMENTS.get(f"{split}/{base}")
    metric, prefix = _metric(base)
    if description is None and metric is not None and split in SPLIT_TITLES:
        words = f"{prefix}{metric.title}"
        title, short = f"{SPLIT_TITLES[split]} {words}", f"{words[:1].upper()}{words[1:]}"
        short = short if split in ("validation", "test") else title
        unit = metric.unit
        if metric.name == "loss":
            unit = MASKED_WORDS.loss_unit if split in ("heldout", "retention") else loss_unit
        description = KeyDescription(title, short, unit, metric.digits, metric.direction)
    if description is None:
        text = f"{split} {base}".replace("_", " ").strip().capitalize()
        description = KeyDescription(text, text)
    suffix = "".join(f", {part}" for part in (of_class, task) if part)
    if not suffix:
        return description
    return KeyDescription(
        description.title + suffix,
        description.short + suffix,
        description.unit,
        description.digits,
        description.direction,
    )


def _metric(name: str) -> tuple[Metric | None, str]:
    """Return the metric ``name``, and the title of its prefix."""
    metrics = known_metrics()
    if name in metrics:
        return metrics[name], ""
    for prefix, words in PREFIX_TITLES.items():
        if name.startswith(prefix) and name.removeprefix(prefix) in metrics:
            return metrics[name.removeprefix(prefix)], words
    return None, ""
