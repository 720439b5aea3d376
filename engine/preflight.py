"""Looks at everything a plan needs before anything is written: encoder, fields against each other, data."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.spec.checks.cross_field import require_runnable
from engine.spec.data import DataSource
from engine.spec.experiment import Experiment
from engine.spec.stages import Finetune, FurtherPretrain, Multitask, Stage


def preflight(
    experiments: Sequence[Experiment], report: Callable[[str, int, int], None] | None = None
) -> list[str]:
    """The warnings about ``experiments``, each once. What is read is kept in the cache, so the runs find it there.

    Raises:
        UserError: an encoder is none, a field does not fit it, a data set cannot be read; nothing was stored.
    """
    from engine.data.dataset import load_dataset
    from engine.mitigation import inputs
    from engine.model.encoders import describe_encoder

    warnings: dict[str, None] = {}
    loaded: set[str] = set()
    for experiment in experiments:
        warnings |= dict.fromkeys(require_runnable(experiment, describe_encoder(experiment.encoder)))
        inputs.check_texts(experiment)
        for stage in experiment.stages:
            for source in stage_sources(stage):
                if (key := source.model_dump_json()) not in loaded:
                    loaded.add(key)
                    load_dataset(source, say=report)
            if isinstance(stage, FurtherPretrain):
                from engine.data.pretraining.corpus import check_corpus_sources

                key = stage.model_dump_json(include={"data", "corpus", "held_out", "segmentation"})
                if key not in loaded:
                    loaded.add(key)
                    check_corpus_sources(stage, report)
    return list(warnings)


def stage_sources(stage: Stage) -> list[DataSource]:
    """The data sets that a stage reads."""
    if isinstance(stage, Multitask):
        return [task.data for task in stage.tasks]
    if isinstance(stage, Finetune):
        return [stage.data]
    return list(getattr(stage, "data", []))
