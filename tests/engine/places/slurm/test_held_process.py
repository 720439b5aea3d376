"""A process that is forked before it is known which run it trains becomes that run's, ends, or is replaced."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import psutil
import pytest

from engine.places.slurm.held_process import HeldProcess
from engine.store import Store

BECOME = """
import os, sys
from pathlib import Path
from engine.places.slurm.held_process import HeldProcess

store, log = sys.argv[1:]
for is_killed in (False, True):
    held = HeldProcess(1)
    if is_killed:
        held.kill()
        held.wait()
    process = held.become(["--store", store, "--run", "7"], dict(os.environ), Path(log))
    print(process.pid == held.pid, process.pid, process.wait(), flush=True)
"""


@pytest.mark.nightly  # with the jobs of Slurm that use it
def test_it_becomes_the_process_of_a_run_also_where_it_was_killed_before(home: Path) -> None:
    with Store(home / "palimpsest.sqlite") as store:
        path = store.path
    log = home / "run.log"
    # A process of its own, as a job is: what pytest has put in place of standard output would be forked too.
    command = [sys.executable, "-P", "-c", BECOME, str(path), str(log)]
    done = subprocess.run(command, capture_output=True, text=True)
    said = [line.split() for line in done.stdout.splitlines()]
    assert [is_held for is_held, _, _ in said] == ["True", "False"], done.stderr
    for _, pid, code in said:
        assert code == "2", done.stderr  # bad input: there is no such run
        assert f"run 7, process {pid}" in log.read_text(encoding="utf-8")


def test_it_ends_where_it_is_not_needed_and_slurms_signals_do_not_reach_it() -> None:
    held = HeldProcess(1)
    process = psutil.Process(held.pid)
    while os.getsid(held.pid) != held.pid:  # a session of its own, so a group too
        assert held.poll() is None
    held.dismiss()
    assert held.returncode is not None and not process.is_running()
