"""Run a run again, from the store alone: the same specification, seeds and content of data, computed anew."""

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
    """Queue run ``run_id`` again, and return the number of the new run, which is compared with it at its end.

    It reads the data and the encoder with which ``run_id`` was queued, and computes with the same precision and number
    of threads, where these are recorded. No stage is taken from another run.

    Args:
        store: where the run is, whatever machine made it.
        run_id: a finished run.
        anyway: whether to train on data and an encoder that have changed, and to leave them to the comparison.
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
        "recipe": "",  # its results are a repetition of the same bits, and fill no place of a table again
        "notes": f"Run {run_id} again.",
        "rerun_of": run_id,
        "compute": _same_computation(experiment.compute, row.precision, stages).model_dump(mode="json"),
    }
    (number,) = enqueue(store, [parse_experiment(repetition)], launcher=launcher, is_resolved=True)
    return number


def _require_inputs(experiment: Experiment, stages: list[StageRow]) -> None:
    """Raise UserError that names the first input that is missing, or has changed since the run read it."""
    for _, source in find_sources(experiment):
        if not source.effective.source.startswith(HUB_SCHEME):  # its commit is part of the specification
            try:
                find_artefacts(source)
            except UserError as error:
                raise _explained(error) from None
    recorded = stages[0].info.get("encoder_content") if stages else None
    if not experiment.reads_encoder:
        return
    try:
        current = encoder_content_hash(experiment.encoder)
    except UserError as error:
        raise UserError(
            error.message, place=error.place, remedy="Put the encoder back where it was."
        ) from None
    if isinstance(recorded, str) and current is not None and current[:16] != recorded:
        raise UserError(
            f"the encoder has changed since the run: fingerprint {recorded} then, {current[:16]} now.",
            place=experiment.encoder.source,
            remedy=f"Restore the former one, or {ANYWAY}.",
        )


def _explained(error: UserError) -> UserError:
    changed = "changed" in error.message
    remedy = f"Restore the former file, or {ANYWAY}." if changed else "Put the file back where it was."
    return UserError(error.message, place=error.place, remedy=remedy)


def _same_computation(compute: Compute, precision: str, stages: list[StageRow]) -> Compute:
    """Return how the run is to be computed so that it gives the same bits: as it was, where that is recorded.

    A device that is not here is left to the choice of this machine.
    """
    record = stages[0].info.get("computation") if stages else None
    changes: dict[str, object] = {"reuse": False}
    if compute.precision == "auto" and precision in ("fp32", "bf16"):
        changes["precision"] = precision
    if isinstance(record, dict) and compute.threads == 0 and record.get("device") == "cpu":
        changes["threads"] = int(record.get("threads", 0)) * int(record.get("processes", 1))
    devices = devices_of_request(compute.device, local_devices())
    if compute.device not in ("auto", "cpu") and not all(
        one == "cpu" or one in local_devices() for one in devices
    ):
        changes["device"] = "auto"
    return compute.model_copy(update=changes)
