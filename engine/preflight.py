"""Check everything that a plan needs before anything is written: encoder, combinations of fields, data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.data.dataset_artefacts import find_cached_artefacts
from engine.launch.device_sharing import free_gpu_memory
from engine.launch.devices import local_devices
from engine.progress import ReportProgress
from engine.spec.base import collect_inputs
from engine.spec.checks.cross_field import check_test_sizes, require_runnable
from engine.spec.data import DataSource
from engine.spec.experiment import Experiment
from engine.spec.stages.base import Stage

if TYPE_CHECKING:
    from engine.model.encoder_size import EncoderSize

_SMALL_ENCODER = 20_000_000
"""Number of parameters below which an encoder fits into any memory. The check is skipped, and NumPy is not imported."""


def preflight(experiments: Sequence[Experiment], report: ReportProgress | None = None) -> list[str]:
    """Return the warnings about ``experiments``, each once.

    Data sets that are read stay in the cache for the runs.

    Raises:
        UserError: an encoder is invalid or does not fit a field, or a data set cannot be read. Nothing was stored.
    """
    if any(experiment.reads_encoder for experiment in experiments):
        from engine.model.encoders import describe_encoder, describe_teacher
    warnings: dict[str, None] = {}
    test_rows: dict[str, int] = {}
    for experiment in experiments:
        encoder = None
        if experiment.reads_encoder:
            encoder = describe_encoder(experiment.encoder)
            if any(collect_inputs(stage).texts for stage in experiment.stages):
                from engine.probes.passages import check_general_texts

                check_general_texts(experiment)
        warnings |= dict.fromkeys(require_runnable(experiment, encoder))
        if (
            encoder is not None
            and experiment.trains_encoder
            and (warning := _memory_warning(experiment, encoder))
        ):
            warnings[warning] = None
        for index, stage in enumerate(experiment.stages):
            for name, teacher in stage.teachers().items():
                describe_teacher(teacher, f"stages.{index}.{name}")
            check_text_files(stage)
            sizes = {}
            for path, source in stage.sources().items():
                if (key := source.model_dump_json()) not in test_rows:
                    test_rows[key] = _read_test_rows(source, report)
                sizes[path] = test_rows[key]
            warnings |= {
                f"{where}: {text}": None for where, text in check_test_sizes(f"stages.{index}", stage, sizes)
            }
    return list(warnings)


def _memory_warning(experiment: Experiment, encoder: EncoderSize) -> str:
    """Return a warning if the run needs more memory than the device has. Empty if it fits or is unknown.

    The estimate does not cover several devices or batches split by tokens.
    """
    compute = experiment.compute
    if compute.micro_tokens or compute.recompute or encoder.parameters < _SMALL_ENCODER:
        return ""
    from engine.analysis.estimate import memory_advice

    device = compute.device
    if device in ("auto", "cuda"):
        device = local_devices()[0]
    if device.startswith("cuda:") and device[5:].isdecimal():
        free = free_gpu_memory(device)
        return memory_advice(experiment, encoder, (free or 0.0) * 2**30, place=f"on {device}")
    if device != "cpu":
        return ""
    import psutil

    return memory_advice(experiment, encoder, float(psutil.virtual_memory().available))


def _read_test_rows(source: DataSource, report: ReportProgress | None) -> int:
    """Return the size of a data set's test split. A data set that was read before is not read again."""
    if (artefacts := find_cached_artefacts(source)) is not None:
        return artefacts.count_rows("test")
    from engine.data.dataset import load_dataset

    return len(load_dataset(source, report=report).splits["test"])


def check_text_files(stage: Stage) -> None:
    """Raise UserError when a text file or a spaCy pipeline that ``stage`` needs is missing."""
    if files := [*stage.text_files(), *stage.held_out_files()]:
        from engine.data.pretraining.document_sources import find_text_files

        find_text_files(files)
    if stage.sentence_pipeline:
        from engine.data.pretraining.sentences import pipeline_version

        pipeline_version(stage.sentence_pipeline)
