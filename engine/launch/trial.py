"""A run that is a trial of a search: after each evaluation it checks whether it is to be pruned.

The check runs in the trial's own process with the stored values of other trials, so no other process has to watch it.
"""

from __future__ import annotations

from pathlib import Path

from engine.analysis.search.results import evaluation_costs
from engine.events import Evaluation, Event, StageStarted
from engine.spec.search import NoPruner
from engine.store import Store, searches
from engine.store.database import NewerStoreError
from engine.store.writer import RunWriter


class TrialPruning:
    """Pruning check in a trial's process.

    Attributes:
        reason: why the trial is pruned, empty while it continues.
    """

    def __init__(self, store_path: Path, run_id: int) -> None:
        self.path, self.run_id, self.reason = store_path, run_id, ""
        with Store(store_path, read_only=True) as store:
            number = searches.search_of_run(store, run_id)
            self.row = None if number is None else searches.get_search(store, number)
        self._final_step = 0

    def observe(self, event: Event, writer: RunWriter) -> None:
        """Process an event of the run. ``reason`` is set if the trial is to be pruned after an evaluation."""
        row = self.row
        if row is None or isinstance(row.search.pruner, NoPruner):
            return
        if isinstance(event, StageStarted):
            is_last = event.index + 1 == len(row.design.stages)
            self._final_step = event.first_step + event.steps if is_last else 0
        if not isinstance(event, Evaluation) or event.final or event.step >= self._final_step:
            return  # earlier stages are not compared, and pruning after the last update saves nothing
        key = row.search.metric_key(row.design)
        if key not in event.values or not writer.flush():
            return
        try:
            with Store(self.path, read_only=True) as store:
                rows = [trial for trial in searches.list_trials(store, row.id) if not trial.chosen]
                number = next(trial.number for trial in rows if trial.run_id == self.run_id)
                costs = evaluation_costs(store, row, [trial.run_id for trial in rows])
        except NewerStoreError:  # a newer program has migrated the store, so the trial continues to its end
            return
        other_trials = [trial for trial in rows if trial.number != number]
        self.reason = row.search.pruner.reason(
            costs[self.run_id],
            [costs[trial.run_id] for trial in other_trials if trial.status == "finished"],
            [costs[trial.run_id] for trial in other_trials if costs[trial.run_id]],
        )

    def record(self, step: int) -> None:
        """Record that the run was pruned after ``step`` updates."""
        with Store(self.path) as store:
            searches.mark_pruned(store, self.run_id, step)
