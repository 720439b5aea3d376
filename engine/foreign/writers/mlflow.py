"""MLflow, by its client: a run of an experiment, with parameters and metrics."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.foreign.writers.base import Destination, Point

MOST_METRICS, MOST_PARAMETERS = 1000, 100
"""Largest batch that MLflow accepts."""
STATUS = {"finished": "FINISHED", "failed": "FAILED", "stopped": "KILLED"}


class MlflowWriter:
    """Writes to ``place`` (sqlite:///FILE, a server's address), or where MLflow is set up to."""

    def __init__(self, to: Destination) -> None:
        from mlflow import MlflowClient
        from mlflow.entities import Param

        self.client = MlflowClient(to.place or None)
        existing = self.client.get_experiment_by_name(to.project)
        experiment = self.client.create_experiment(to.project) if existing is None else existing.experiment_id
        self.run: str = self.client.create_run(experiment, run_name=to.run).info.run_id
        parameters = [Param(_name(name), str(value)) for name, value in to.settings.items()]
        for start in range(0, len(parameters), MOST_PARAMETERS):
            self.client.log_batch(self.run, params=parameters[start : start + MOST_PARAMETERS])

    def write(self, points: Sequence[Point]) -> None:
        from mlflow.entities import Metric

        metrics = [Metric(_name(each.key), each.value, int(1000 * each.time), each.step) for each in points]
        for start in range(0, len(metrics), MOST_METRICS):
            self.client.log_batch(self.run, metrics=metrics[start : start + MOST_METRICS])

    def close(self, status: str) -> str:
        self.client.set_terminated(self.run, STATUS.get(status, "RUNNING"))
        return f"MLflow: run {self.run} at {self.client.tracking_uri}."


def _name(text: str) -> str:
    """Return a name that MLflow takes: of letters, digits and a few signs."""
    return re.sub(r"[^\w\-./: ]", "_", text)
