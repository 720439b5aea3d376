"""Keys of the store in words: which metric of which split, and in which direction.

A key is ``SPLIT/METRIC``: ``validation/error``, ``validation/error/NAME`` of one task, ``validation/f1:CLASS`` of one
class. Measurements that are no metrics of predictions (rates, speeds) have keys of their own, listed here. Unknown
keys, of a plug-in that is gone or of another version, are still shown under plain words, without a direction.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.metrics.base import Direction, Metric, known_metrics
from engine.objectives.classification import MASKED_WORDS, NextSentenceObjective


@dataclass(frozen=True)
class KeyDescription:
    """Description of a key in words.

    Attributes:
        title: with a capital letter, ``Validation error``.
        short: without the split where that goes without saying, ``Error``.
        unit, digits: how values are shown.
        direction: which values are better, None where neither are.
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
"""The first part of keys of metrics, in words."""
PREFIX_TITLES = {NextSentenceObjective.prefix: "next-sentence "}
"""The names of metrics that begin with an objective's prefix, in words."""
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
"""Measurements of a run other than its predictions."""


def find_metric(key: str) -> Metric | None:
    """Return the metric whose value ``key`` holds, or None where it holds something else or the metric is unknown."""
    return _metric(key.partition("/")[2].partition("/")[0].partition(":")[0])[0]


def find_direction(key: str) -> Direction | None:
    """Return which values of ``key`` are better, or None where neither are, or the key is unknown."""
    if key in MEASUREMENTS:
        return MEASUREMENTS[key].direction
    metric = find_metric(key)
    return None if metric is None else metric.direction


def describe_key(key: str, loss_unit: str = "") -> KeyDescription:
    """Return ``key`` in words.

    The name of a task or class follows: ``Validation error, news``. A loss has the unit ``loss_unit``
    (``Objective.loss_unit``, which is not part of the key), that of general text the one of masked words.
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
    """Return the metric called ``name``, and the meaning of its prefix."""
    metrics = known_metrics()
    if name in metrics:
        return metrics[name], ""
    for prefix, words in PREFIX_TITLES.items():
        if name.startswith(prefix) and name.removeprefix(prefix) in metrics:
            return metrics[name.removeprefix(prefix)], words
    return None, ""
