"""Translation of measures of other programs to keys of the store.

Measures with the same meaning get our key and unit: accuracies become errors in percent. All others keep their names
under ``foreign/``, so that no value appears under a wrong name.
"""

from __future__ import annotations

SPLITS = {
    "eval": "validation",
    "validation": "validation",
    "val": "validation",
    "test": "test",
    "train": "train",
}
"""Our split by the first word of a measure."""
TRAINING_MEASURES = {
    "loss": "train/loss",
    "learning_rate": "rate/top",
    "lr": "rate/top",
    "grad_norm": "train/gradient_norm",
}
"""Measures of training without a split in their names."""
ACCURACIES = ("accuracy", "acc")


def translate_measure(name: str, value: float) -> tuple[str, float]:
    """Return our key for a measure, and its value in our unit.

    ``loss`` becomes ``train/loss``, ``eval_loss`` and ``eval/loss`` become ``validation/loss``, and ``eval_accuracy``
    of 0.9 becomes ``validation/error`` of 10. Anything else, ``eval_f1`` for example, becomes ``foreign/eval_f1``.
    """
    label = name.strip().strip("/")
    if label in TRAINING_MEASURES:
        return TRAINING_MEASURES[label], value
    separator = "/" if "/" in label else "_"
    first, _, rest = label.partition(separator)
    if first == "train" and separator == "_":  # train_loss is the mean over the whole training
        return f"foreign/{label}", value
    split, measure = SPLITS.get(first.casefold(), ""), rest.casefold()
    if split and measure == "loss":
        return f"{split}/loss", value
    if split and measure in ACCURACIES and 0 <= value <= 1:
        return f"{split}/error", 100 * (1 - value)
    if split == "train" and measure in TRAINING_MEASURES:
        return TRAINING_MEASURES[measure], value
    return f"foreign/{label.replace('/', '_')}", value
