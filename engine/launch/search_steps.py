"""Steps of searches for a queue runner, each in its own process, which imports Optuna."""

from __future__ import annotations

import subprocess
from pathlib import Path

from engine import child_processes
from engine.store import Store, runs, searches


class SearchSteps:
    """Runs the next steps of searches for one queue runner, one at a time."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._process: subprocess.Popen[bytes] | None = None
        self._search = 0
        self._counters: dict[int, int] = {}

    def advance(self, store: Store, *, include_running: bool) -> bool:
        """Start the next step of an active search that may be due. Return whether a step is in progress.

        ``include_running``: include searches with a running run, because there is room for another.
        """
        if self._process is not None:
            code = self._process.poll()
            if code is None:
                return True
            self._process = None
            if code and searches.get_search(store, self._search).status == "active":
                reason = f"Its next step failed (exit code {code})."
                searches.set_search(store, self._search, "failed", reason)
        search_ids = searches.idle_searches(store, include_running=include_running)
        if not search_ids:
            return False
        # A step that found nothing to do is repeated only after some run has changed.
        counter = runs.change_counter(store)
        for number in search_ids:
            if self._counters.get(number) != counter:
                self._counters[number], self._search = counter, number
                self._process = self._start(number)
                return True
        return False

    def _start(self, search: int) -> subprocess.Popen[bytes]:
        command = child_processes.module_command(
            "engine.launch.search", "--store", str(self.path), "--search", str(search)
        )
        return subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )

    def close(self) -> None:
        """End a step in progress. The next queue runner repeats it."""
        if self._process is not None and self._process.poll() is None:
            self._process.terminate()
            self._process.wait()
        self._process = None
