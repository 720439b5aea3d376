"""The probe record of a stage, from which a run that reuses the stage replays the probe results."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np
import torch

from engine.events import ExampleForgetting, ProbeMeasured
from engine.json_types import ParsedJson

_MAP, _EXAMPLES = "reading", "listed"
_COLUMNS = ("rows", "labels", "seen", "forgotten", "learnt", "last", "right")
_STEPS = ("learnt", "last")


class ProbeRecord:
    """Probe results of one stage in order, with steps relative to its start.

    Args:
        state: the value of ``state()``.
        arrays: the value of ``arrays()``.
    """

    def __init__(
        self, state: Sequence[Mapping[str, object]] = (), arrays: Mapping[str, np.ndarray] | None = None
    ) -> None:
        self._results: list[ParsedJson] = [dict(each) for each in state]
        self._maps = {name: value for name, value in (arrays or {}).items() if name.startswith(f"{_MAP}.")}

    def __len__(self) -> int:
        return len(self._results)

    def add(self, event: ProbeMeasured, origin: int) -> None:
        """Record one probe result of the stage that begins at step ``origin`` of the run."""
        number = len(self._results)
        self._results.append(
            {
                "probe": event.probe,
                "step": event.step - origin,
                "values": {key: float(value) for key, value in event.values.items()},
                "maps": list(event.maps),
                "seconds": event.seconds,
                "chosen": event.chosen,
            }
        )
        for key, value in event.maps.items():
            self._maps[f"{_MAP}.{number}.{key}"] = np.asarray(value, np.float64)

    def as_events(self, origin: int) -> Iterator[ProbeMeasured]:
        """Yield the results as events of a stage that begins at step ``origin``, without their cost in seconds."""
        for number, each in enumerate(self._results):
            maps = {key: self._maps[f"{_MAP}.{number}.{key}"] for key in each["maps"]}
            yield ProbeMeasured(
                each["probe"], origin + each["step"], each["values"], maps, chosen=each["chosen"]
            )

    def state(self) -> list[ParsedJson]:
        """Return the results without their maps, as JSON values."""
        return [dict(each) for each in self._results]

    def arrays(self) -> dict[str, np.ndarray]:
        """Return the maps by name."""
        return dict(self._maps)

    def tensors(self) -> dict[str, torch.Tensor]:
        """Return the maps by name, as tensors."""
        return {name: torch.from_numpy(value.copy()) for name, value in self._maps.items()}

    def restore_tensors(self, tensors: dict[str, torch.Tensor]) -> None:
        """Restore the maps from ``tensors``, ignoring other entries."""
        self._maps = {
            name: value.numpy().copy() for name, value in tensors.items() if name.startswith(f"{_MAP}.")
        }


def example_arrays(events: Mapping[str, ExampleForgetting], origin: int) -> dict[str, np.ndarray]:
    """Return the example forgetting of each task as arrays, with steps relative to the start of the stage."""
    arrays = {}
    for task, event in events.items():
        for column in _COLUMNS:
            value = getattr(event, column)
            shifted = np.where(value < 0, value, value - origin) if column in _STEPS else value
            arrays[f"{_EXAMPLES}.{task}.{column}"] = shifted
    return arrays


def example_events(
    classes: Mapping[str, Sequence[str]], arrays: Mapping[str, np.ndarray], index: int, origin: int, step: int
) -> Iterator[ExampleForgetting]:
    """Yield the events that ``example_arrays`` stored, for stage ``index`` with origin ``origin`` at run step ``step``.

    ``classes`` has the class names of each task.
    """
    for task, names in classes.items():
        columns = {column: arrays[f"{_EXAMPLES}.{task}.{column}"] for column in _COLUMNS}
        for column in _STEPS:
            value = columns[column]
            columns[column] = np.where(value < 0, value, value + origin)
        yield ExampleForgetting(index=index, step=step, task=task, classes=tuple(names), **columns)
