"""Data of the Forgetting tab, read from the store (in the reader thread). No Qt.

Everything is read each time: probes measure a few dozen times in a run, and values at a selected checkpoint are
inserted in between, so an incremental read is not possible.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.analysis.forgetting.forgetting_verdict import StrategyForgetting
    from engine.store import Store
    from engine.store.metrics import MetricCurve
    from engine.store.probe_results import MapSeries
    from engine.store.rows import StageRow

PREFIXES = (
    "retention/",
    "earlier/",
    "knowledge/",
    "drift/",
    "similarity/",
    "attention/",
    "examples/",
    "probes/",
)
"""Prefixes of the measures of forgetting."""
COST = "probes/seconds/"
RESET = "retention/reset"


@dataclass(frozen=True)
class RunForgetting:
    """Probe results of one run.

    Attributes:
        curves: by measure (``engine.store.metrics.MetricCurve``).
        chosen: by measure its value at the selected checkpoint of the last stage.
        chosen_step: the step of this checkpoint.
        stages: the started stages (``StageRow``).
        requested: whether forgetting was to be measured, None if the run's settings cannot be read.
        pretrained: whether the run started from pre-trained weights.
        reset: ``retention/reset`` over the run, if measured.
        weak_head: why changes of the loss under a fitted head do not reflect language; empty if they do.
    """

    curves: Mapping[str, MetricCurve] = field(default_factory=dict)
    chosen: Mapping[str, float] = field(default_factory=dict)
    chosen_step: int | None = None
    stages: tuple[StageRow, ...] = ()
    requested: bool | None = None
    pretrained: bool = True
    reset: MapSeries | None = None
    weak_head: str = ""

    def notes(self) -> Mapping[str, object]:
        """Return the notes of the probes in all stages."""
        notes: dict[str, object] = {}
        for stage in self.stages:
            probes = stage.info.get("probes")
            notes |= probes if isinstance(probes, dict) else {}
        return notes

    def fitted(self) -> bool:
        """Return whether a head for masked words was fitted because the encoder had none."""
        return _has_flag(self.notes(), "fitted")


@dataclass(frozen=True)
class ForgettingData:
    """All drawn runs, the maps of one of them (``MapSeries`` by key), and the forgetting of each strategy."""

    runs: Mapping[int, RunForgetting]
    run: int = 0
    maps: Mapping[str, MapSeries] = field(default_factory=dict)
    strategies: Sequence[StrategyForgetting] = ()


def load_forgetting(store: Store, ids: Sequence[int], map_run: int) -> ForgettingData:
    """Return the probe results of the runs ``ids``, with the maps of ``map_run`` (0: of the first run with maps)."""
    from engine.analysis.forgetting.forgetting_verdict import read_strategy_forgetting
    from engine.store import metrics, probe_results, runs, summaries

    there = metrics.list_metric_keys(store, ids) if ids else []
    # A probe's keys begin with its name, which is also the key of its cost. This covers probes of plug-ins.
    probes = {f"{key.removeprefix(COST)}/" for key in there if key.startswith(COST)}
    keys = [key for key in there if key.startswith((*PREFIXES, *probes))]
    curves = metrics.read_curves(store, ids, keys)
    weak = metrics.weak_heads(store, ids)
    resets = probe_results.read_maps(store, ids, [RESET])
    measured = {}
    for number in ids:
        summary = summaries.read_summaries(store, [number])[number]
        probes_on, pretrained = _probe_settings(runs.get_spec(store, number))
        own = {key: curves[number, key] for key in keys if (number, key) in curves}
        best = ((key, summary[key].at_best) for key in own if key in summary)
        chosen = {key: value for key, value in best if value is not None}
        measured[number] = RunForgetting(
            curves=own,
            chosen=chosen,
            chosen_step=_chosen_step(own, chosen),
            stages=tuple(runs.list_stages(store, number)),
            requested=probes_on,
            pretrained=pretrained,
            reset=resets.get((number, RESET)),
            weak_head=weak.get(number, ""),
        )
    if map_run not in measured:
        map_run = next((i for i in ids if probe_results.list_map_keys(store, [i])), ids[0] if ids else 0)
    map_keys = probe_results.list_map_keys(store, [map_run]) if map_run else []
    maps = {key: series for (_, key), series in probe_results.read_maps(store, [map_run], map_keys).items()}
    return ForgettingData(measured, map_run, maps, read_strategy_forgetting(store, ids))


def _chosen_step(curves: Mapping[str, MetricCurve], chosen: Mapping[str, float]) -> int | None:
    """Return the last step at which all measures have the values of the selected checkpoint.

    A single measure may have had its value more than once.
    """
    steps: set[int] | None = None
    for key, value in chosen.items():
        if key.startswith(("retention/", "drift/", "similarity/", "attention/", "knowledge/")):
            here = {int(step) for step in curves[key].step[curves[key].value == value]}
            steps = here if steps is None else steps & here
    return max(steps, default=None) if steps else None


def _probe_settings(spec: Mapping[str, object]) -> tuple[bool | None, bool]:
    probes, encoder = spec.get("probes"), spec.get("encoder")
    probes_on = bool(probes.get("on", True)) if isinstance(probes, dict) else None
    weights = encoder.get("weights", "pretrained") if isinstance(encoder, dict) else "pretrained"
    return probes_on, weights == "pretrained"


def _has_flag(values: object, name: str) -> bool:
    """Return whether ``name`` is true anywhere in nested JSON values."""
    if not isinstance(values, dict):
        return False
    return values.get(name) is True or any(_has_flag(value, name) for value in values.values())
