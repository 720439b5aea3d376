"""Rerun a run from the store alone: with the same specification, seeds and data contents."""

from __future__ import annotations

from engine.data.dataset_artefacts import find_artefacts
from engine.data.readers.hub import HUB_SCHEME
from engine.errors import UserError
from engine.launch.devices import devices_of_request, local_devices
from engine.launch.queue import enqueue, resolve_names
from engine.model.content_hash import encoder_content_hash
from engine.spec.data import find_sources
from engine.spec.experiment import Compute, Experiment, parse_experiment
from engine.store import Store, runs
from engine.store.data_names import get_resolved_experiment
from engine.store.rows import StageRow

ANYWAY = "give --anyway to train on what is there now"


def queue_rerun(store: Store, run_id: int, *, anyway: bool = False, launcher: str = "queue") -> int:
    """Queue a rerun of run ``run_id``, and return its number. At its end it is compared with the original.

    It reads the recorded data and encoder, and computes with the recorded precision and number of threads. It reuses no
    stages.

    Args:
        store: the store of the run. Any machine may have trained it.
        run_id: a finished run.
        anyway: whether to train even if data or the encoder have changed, which the comparison then reports.
        launcher: see ``queue.enqueue``.

    Raises UserError when the run has not finished, and when data or encoder are missing or (unless ``anyway``) have
    changed.
    """
    row = runs.get_run(store, run_id)
    if row.status != "finished":
        raise UserError(
            f"has not finished ({row.status.replace('_', ' ')}), so there is nothing to compare with.",
            place=f"run {run_id}",
            remedy=f"Let it finish (palimpsest resume {run_id}).",
        )
    stages = runs.list_stages(store, run_id)
    if anyway:
        (experiment,) = resolve_names(store, [runs.get_experiment(store, run_id)])
    else:
        experiment = get_resolved_experiment(store, run_id)
        _require_inputs(experiment, stages)
    repetition = experiment.model_dump(mode="json") | {
        "recipe": "",  # a bit-identical repetition must not fill a table again
        "notes": f"Run {run_id} again.",
        "rerun_of": run_id,
        "compute": _recorded_compute(experiment.compute, row.precision, stages).model_dump(mode="json"),
    }
    (number,) = enqueue(store, [parse_experiment(repetition)], launcher=launcher, is_resolved=True)
    return number


def _require_inputs(experiment: Experiment, stages: list[StageRow]) -> None:
    """Raise UserError that names the first input that is missing or has changed since the run."""
    for _, source in find_sources(experiment):
        if not source.effective.source.startswith(HUB_SCHEME):  # the specification contains its commit
            try:
                find_artefacts(source)
            except UserError as error:
                raise _with_remedy(error) from None
    recorded_hash = stages[0].info.get("encoder_content") if stages else None
    if not experiment.reads_encoder:
        return
    try:
        current = encoder_content_hash(experiment.encoder)
    except UserError as error:
        raise UserError(
            error.message, place=error.place, remedy="Put the encoder back where it was."
        ) from None
    if isinstance(recorded_hash, str) and current is not None and current[:16] != recorded_hash:
        raise UserError(
            f"the encoder has changed since the run: fingerprint {recorded_hash} then, {current[:16]} now.",
            place=experiment.encoder.source,
            remedy=f"Restore the former one, or {ANYWAY}.",
        )


def _with_remedy(error: UserError) -> UserError:
    changed = "changed" in error.message
    remedy = f"Restore the former file, or {ANYWAY}." if changed else "Put the file back where it was."
    return UserError(error.message, place=error.place, remedy=remedy)


def _recorded_compute(compute: Compute, precision: str, stages: list[StageRow]) -> Compute:
    """Return the compute settings that reproduce the recorded ones as far as possible.

    A missing device becomes ``auto``.
    """
    record = stages[0].info.get("computation") if stages else None
    changes: dict[str, object] = {"reuse": False}
    if compute.precision == "auto" and precision in ("fp32", "bf16"):
        changes["precision"] = precision
    if isinstance(record, dict) and compute.threads == 0 and record.get("device") == "cpu":
        changes["threads"] = int(record.get("threads", 0)) * int(record.get("processes", 1))
    devices = devices_of_request(compute.device, local_devices())
    if compute.device not in ("auto", "cpu") and not all(
        name == "cpu" or name in local_devices() for name in devices
    ):
        changes["device"] = "auto"
    return compute.model_copy(update=changes)
