"""Drawable metrics of runs, the tabs of the page, values in cells. No Qt."""

from __future__ import annotations

from collections.abc import Iterable

from engine.metrics.base import display_metric, known_metrics
from engine.metrics.keys import PREFIX_TITLES
from workbench.engine_texts import data_titles, describe_key
from workbench.language import tr
from workbench.look import formats

MAIN_KEY = f"validation/{display_metric('error')}"
"""The metric drawn by default."""
_CHOICES = (("validation", ""), ("heldout", ""), *(("heldout", prefix) for prefix in PREFIX_TITLES))

ERRORS, LEARNING, FORGETTING, RESULTS, SETTINGS, LOG = range(6)
"""The tabs of the page, in order."""
TASKS = "tasks"
"""The choice that draws the validation error of each task."""


def task_of(key: str, prefix: str = MAIN_KEY) -> str:
    """Return the task of the measure ``key``, or ""."""
    return key.removeprefix(f"{prefix}/") if key.startswith(f"{prefix}/") else ""


def metric_choices(keys: Iterable[str]) -> list[tuple[str, str]]:
    """Return (key, title) of the available metrics in ``keys``: of the validation split, then of held-out text, with
    those to be minimised first.
    """
    there = set(keys)
    metrics = sorted(known_metrics().values(), key=lambda metric: metric.direction == "max")
    order = [f"{split}/{prefix}{metric.name}" for split, prefix in _CHOICES for metric in metrics]
    choices = [(key, describe_key(key).short) for key in order if key in there]
    # Values of single classes come after their metric.
    for key in sorted(there - set(order)):
        if ":" in key and key.count("/") == 1 and key.startswith("validation/"):
            choices.append((key, describe_key(key).short))
    if any(task_of(key) for key in there):
        place = next((i + 1 for i, (key, _) in enumerate(choices) if key == MAIN_KEY), 0)
        choices.insert(
            place, (TASKS, tr("Error by task") if MAIN_KEY.endswith("/error") else tr("Accuracy by task"))
        )
    return choices or [(MAIN_KEY, describe_key(MAIN_KEY).short)]


MEASURED = ("best", "last", "test", "forgot")
"""Names of values that are rounded like a measure. Settings are shown in full."""


def value_text(name: str, value: object) -> str:
    """Return a value of a run as in a cell and in the title of a group."""
    if name == "data":
        return data_titles(str(value))
    if isinstance(value, str):
        return ", ".join(_plain_part(part) for part in value.split(","))
    if not isinstance(value, float):
        return str(value)
    return formats.fixed(value, 2) if "/" in name or name in MEASURED else formats.plain(value)


def _plain_part(text: str) -> str:
    """Return one of several values, normalised if it is a number: "3e-4" for "0.0003"."""
    try:
        return formats.plain(float(text))
    except ValueError:
        return text.strip()
