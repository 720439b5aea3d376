"""Looks at everything a plan needs before anything is written: encoder, fields against each other, data."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.spec.check import require
from engine.spec.data import DataSource
from engine.spec.experiment import Experiment
from engine.spec.stages import Finetune, FurtherPretrain, Multitask, Stage


def preflight(
    experiments: Sequence[Experiment], say: Callable[[str, int, int], None] | None = None
) -> list[str]:
    """The warnings about ``experiments``, each once. What is read is kept in the cache, so the runs find it there.

    Raises:
        UserError: an encoder is none, a field does not fit it, a data set cannot be read; nothing was stored.
    """
    from engine.data.dataset import load
    from engine.model.encoders import describe
    from engine.protect import sources

    warnings: dict[str, None] = {}
    loaded: set[str] = set()
    for experiment in experiments:
        warnings |= dict.fromkeys(require(experiment, describe(experiment.encoder)))
        sources.check(experiment)
        for stage in experiment.stages:
            for source in labelled(stage):
                if (key := source.model_dump_json()) not in loaded:
                    loaded.add(key)
                    load(source, say=say)
            if isinstance(stage, FurtherPretrain):
                from engine.data.corpus import check

                key = stage.model_dump_json(include={"data", "corpus", "held_out", "segmentation"})
                if key not in loaded:
                    loaded.add(key)
                    check(stage, say)
    return list(warnings)


def labelled(stage: Stage) -> list[DataSource]:
    """The data sets that a stage reads."""
    if isinstance(stage, Multitask):
        return [task.data for task in stage.tasks]
    if isinstance(stage, Finetune):
        return [stage.data]
    return list(getattr(stage, "data", []))
