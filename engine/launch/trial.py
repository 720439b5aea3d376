"""A run that is a trial of a search: at each evaluation it checks whether it is to be pruned.

It checks in its own process, using the stored values of other trials, so no other process has to watch it.
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
    """Callback of a trial's process after each evaluation.

    Attributes:
        reason: why the trial is pruned, empty while it continues.
    """

    def __init__(self, store_path: Path, run_id: int) -> None:
        self.path, self.run_id, self.reason = store_path, run_id, ""
        with Store(store_path, read_only=True) as store:
            number = searches.search_of_run(store, run_id)
            self.row = None if number is None else searches.get_search(store, number)
        self._last_step = 0

    def observe(self, event: Event, writer: RunWriter) -> None:
        """Process an event of the run. After a bad evaluation, ``reason`` explains why the trial is pruned."""
        row = self.row
        if row is None or isinstance(row.search.pruner, NoPruner):
            return
        if isinstance(event, StageStarted):
            is_last = event.index + 1 == len(row.design.stages)
            self._last_step = event.first_step + event.steps if is_last else 0
        if not isinstance(event, Evaluation) or event.final or event.step >= self._last_step:
            return  # in earlier stages nothing is compared, and after the last update nothing is saved
        key = row.search.metric_key(row.design)
        if key not in event.values or not writer.flush():
            return
        try:
            with Store(self.path, read_only=True) as store:
                rows = [each for each in searches.list_trials(store, row.id) if not each.chosen]
                number = next(each.number for each in rows if each.run_id == self.run_id)
                costs = evaluation_costs(store, row, [each.run_id for each in rows])
        except NewerStoreError:  # migrated by a newer program meanwhile: the trial goes on to its end
            return
        others = [each for each in rows if each.number != number]
        self.reason = row.search.pruner.reason(
            costs[self.run_id],
            [costs[each.run_id] for each in others if each.status == "finished"],
            [costs[each.run_id] for each in others if costs[each.run_id]],
        )

    def record(self, step: int) -> None:
        """Record that the run was pruned after ``step`` updates."""
        with Store(self.path) as store:
            searches.mark_pruned(store, self.run_id, step)
