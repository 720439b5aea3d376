"""``palimpsest queue``: runs the queue without a window, on request with several runs at once."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from engine import launch
from engine.cli import output
from engine.cli.answer import Answer, DevicesOption, SlotsOption
from engine.errors import UserError, printable
from engine.store import Store
from engine.store import runs as run_rows
from engine.store.rows import RunRow

_POLL_SECONDS = 0.3


def queue(store: Path, as_json: bool, slots: SlotsOption = 1, device: DevicesOption = None) -> Answer:
    """Run the queue until it is empty; exit code 0 only when every run has finished.

    'palimpsest run ... --queue' and the window queue runs. Ctrl+C ends the queue; started runs continue.
    """
    devices = require_devices(device)
    with Store(store) as database:
        database.require_writable()
        if not as_json and not any(run_rows.count_active_runs(database)):
            output.say("Nothing is queued. Try: palimpsest run quickstart --queue")
    outcome = empty_queue(store, slots, devices, quiet=as_json)
    parts = []
    if outcome.running:
        numbers = ", ".join(map(str, outcome.running))
        parts.append(f"Still running: {numbers}. 'palimpsest stop RUN' ends one.")
    elif outcome.elsewhere:
        parts.append(ELSEWHERE)
    exit_codes = [launch.exit_code_of_status(row.status) for row in outcome.rows if not row.active]
    code = 3 if outcome.interrupted else max(exit_codes, default=0)
    return Answer([output.run_json(row) for row in outcome.rows], parts, code=code)


ELSEWHERE = "Another program, perhaps an open window, runs this queue."


@dataclass(frozen=True)
class QueueOutcome:
    """Outcome of a queue: the current rows of its runs, and whether Ctrl+C interrupted it."""

    rows: list[RunRow]
    interrupted: bool

    @property
    def running(self) -> list[int]:
        """Runs that continue in their own processes."""
        return [row.id for row in self.rows if row.status == "running"]

    @property
    def elsewhere(self) -> bool:
        """Whether runs are still queued, because another program runs this queue."""
        return not self.interrupted and any(row.status == "queued" for row in self.rows)


def require_devices(requested: Sequence[str] | None) -> tuple[str, ...]:
    """Return the devices for a queue: the requested ones, or all of this machine.

    Raises UserError for a device that this machine lacks, because its queue would take runs and never train them.
    """
    local = launch.local_devices()
    allowed = (*local, *(("cpu",) if "cpu" not in local else ()))
    for name in requested or ():
        if name not in allowed:
            label = printable(name, 60)
            raise UserError(
                f"there is no device '{label}' here.", place="--device", remedy=f"Use {' or '.join(allowed)}."
            )
    return tuple(dict.fromkeys(requested or local))


def empty_queue(path: Path, slots: int, names: Sequence[str], *, quiet: bool) -> QueueOutcome:
    """Run the queue on the devices ``names`` until it is empty, and print changes of runs."""
    launch.reconcile_runs(path)
    devices = launch.local_devices()
    ending = threading.Event()
    problems: list[Exception] = []

    def run_device(device: str) -> None:
        try:
            launch.run_queue(
                path, device, ending.is_set, devices=devices, until_empty=True, slots=lambda: slots
            )
        except Exception as error:
            problems.append(error)

    threads = [threading.Thread(target=run_device, args=(name,), daemon=True) for name in names]
    for thread in threads:
        thread.start()
    latest: dict[int, RunRow] = {}
    interrupted = False
    with Store(path, read_only=True) as database:
        try:
            while any(thread.is_alive() for thread in threads):
                _print_changes(database, latest, quiet)
                time.sleep(_POLL_SECONDS)
        except KeyboardInterrupt:
            interrupted = True
            ending.set()
            for thread in threads:
                thread.join()
        _print_changes(database, latest, quiet)
    if problems:
        raise problems[0]
    return QueueOutcome([*latest.values()], interrupted)


def continue_in_queue(store: Path, slots: int, names: Sequence[str], *, quiet: bool) -> bool:
    """Run the queue, and return whether Ctrl+C interrupted it."""
    outcome = empty_queue(store, slots, names, quiet=quiet)
    if outcome.elsewhere and not quiet:
        output.say(ELSEWHERE)
    return outcome.interrupted


def _print_changes(store: Store, latest: dict[int, RunRow], quiet: bool) -> None:
    """Print the runs whose status has changed since the last call. Runs that ended before are ignored."""
    active = run_rows.list_runs(store, status=["queued", "running"], descending=False, archived=None)
    for number in [*latest, *(row.id for row in active if row.id not in latest)]:
        row, before = run_rows.get_run(store, number), latest.get(number)
        latest[number] = row
        if quiet or (before is not None and before.status == row.status):
            continue
        if row.status != "queued":
            output.say(f"Run {row.id}, {row.name}: {output.status_text(row)}")
