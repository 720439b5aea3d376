"""Looks at everything a plan needs before anything is written: encoder, fields against each other, data."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.spec.check import require
from engine.spec.data import DataSource
from engine.spec.experiment import Experiment
from engine.spec.stages import Finetune, FurtherPretrain


def preflight(
    experiments: Sequence[Experiment], say: Callable[[str, int, int], None] | None = None
) -> list[str]:
    """The warnings about ``experiments``, each once. What is read is kept in the cache, so the runs find it there.

    Raises:
        UserError: an encoder is none, a field does not fit it, a data set cannot be read; nothing was stored.
    """
    from engine.data.dataset import load
    from engine.model.encoders import describe

    warnings: dict[str, None] = {}
    loaded: set[str] = set()
    for experiment in experiments:
        warnings |= dict.fromkeys(require(experiment, describe(experiment.encoder)))
        for stage in experiment.stages:
            if isinstance(stage, Finetune) and (key := _key(stage.data)) not in loaded:
                loaded.add(key)
                load(stage.data, say=say)
            elif isinstance(stage, FurtherPretrain):
                from engine.data.corpus import text_files

                text_files([*stage.corpus, *stage.held_out])
    return list(warnings)


def _key(source: DataSource) -> str:
    return source.model_dump_json()
