"""``palimpsest queue``: runs what is queued, without a window, several runs at once where asked."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from engine import launch
from engine.cli import output
from engine.cli.answer import Answer
from engine.cli.options import DevicesOption, SlotsOption
from engine.errors import UserError, printable
from engine.store import Store
from engine.store import runs as run_rows
from engine.store.rows import RunRow

_POLL_SECONDS = 0.3


def queue(store: Path, as_json: bool, slots: SlotsOption = 1, device: DevicesOption = None) -> Answer:
    """Run what is queued until nothing is left; exit 0 only when every run has finished.

    'palimpsest run ... --queue' and the window queue runs. Ctrl+C ends the queue; runs that have begun go on.
    """
    devices = require_devices(device)
    with Store(store) as opened:
        opened.require_writable()
        if not as_json and not any(run_rows.count_active_runs(opened)):
            output.say("Nothing is queued. Try: palimpsest run quickstart --queue")
    found = empty_queue(store, slots, devices, quiet=as_json)
    parts = []
    if found.running:
        numbers = ", ".join(map(str, found.running))
        parts.append(f"Still running: {numbers}. 'palimpsest stop RUN' ends one.")
    elif found.waiting and not found.interrupted:
        parts.append(ELSEWHERE)
    ended = [launch.exit_code_of_status(row.status) for row in found.rows if not row.active]
    code = 3 if found.interrupted else max(ended, default=0)
    return Answer([output.run_json(row) for row in found.rows], parts, code=code)


ELSEWHERE = "Another program, perhaps an open window, runs this queue."


@dataclass(frozen=True)
class QueueOutcome:
    """What became of a queue: the rows of its runs as they are now, and whether Ctrl+C ended it before its end."""

    rows: list[RunRow]
    interrupted: bool

    @property
    def running(self) -> list[int]:
        """The runs that go on in processes of their own."""
        return [row.id for row in self.rows if row.status == "running"]

    @property
    def waiting(self) -> list[int]:
        """The runs that are still queued."""
        return [row.id for row in self.rows if row.status == "queued"]


def require_devices(wanted: Sequence[str] | None) -> tuple[str, ...]:
    """Return the devices that a queue is to use: those named, or all of this machine.

    Raises UserError for one that this machine has not: its queue would take runs and never train them.
    """
    here = launch.local_devices()
    known = (*here, *(("cpu",) if "cpu" not in here else ()))
    for name in wanted or ():
        if name not in known:
            shown = printable(name, 60)
            raise UserError(
                f"there is no device '{shown}' here.", place="--device", remedy=f"Use {' or '.join(known)}."
            )
    return tuple(dict.fromkeys(wanted or here))


def empty_queue(path: Path, slots: int, chosen: Sequence[str], *, quiet: bool) -> QueueOutcome:
    """Run what is queued on the devices ``chosen`` until nothing is left, and print each run's changes."""
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

    threads = [threading.Thread(target=run_device, args=(one,), daemon=True) for one in chosen]
    for thread in threads:
        thread.start()
    seen: dict[int, RunRow] = {}
    interrupted = False
    with Store(path, read_only=True) as opened:
        try:
            while any(thread.is_alive() for thread in threads):
                _print_changes(opened, seen, quiet)
                time.sleep(_POLL_SECONDS)
        except KeyboardInterrupt:
            interrupted = True
            ending.set()
            for thread in threads:
                thread.join()
        _print_changes(opened, seen, quiet)
    if problems:
        raise problems[0]
    return QueueOutcome([*seen.values()], interrupted)


def _print_changes(store: Store, seen: dict[int, RunRow], quiet: bool) -> None:
    """Print the runs whose status changed since the last call; runs that had ended before are ignored."""
    active = run_rows.list_runs(store, status=["queued", "running"], descending=False, archived=None)
    for number in [*seen, *(row.id for row in active if row.id not in seen)]:
        row, before = run_rows.get_run(store, number), seen.get(number)
        seen[number] = row
        if quiet or (before is not None and before.status == row.status):
            continue
        if row.status != "queued":
            output.say(f"Run {row.id}, {row.name}: {output.status_text(row)}")
