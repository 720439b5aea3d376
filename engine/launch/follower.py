"""A further process of a run that trains on several devices; ``engine.launch.ranks`` starts it.

It writes nothing but its log: ``rank-N.log`` in the run's folder. Exit codes: 0 the run is over (or its first
process has ended), 2 bad input, 4 out of memory, 1 anything else.
"""

from __future__ import annotations

import argparse
import faulthandler
import os
import sys
import traceback
from dataclasses import astuple
from pathlib import Path

from engine.errors import UserError, out_of_memory
from engine.launch.devices import with_assigned_device
from engine.launch.process_log import failure_reason, log_line
from engine.launch.ranks import OUT_OF_MEMORY, RankPlacement, exit_with_first_rank
from engine.progress import ignore_progress
from engine.store import Store, runs
from engine.store.data_names import get_resolved_experiment


def main(arguments: list[str] | None = None, *, piped: bool = True) -> int:
    """Train together with the first process of a run; see the module for exit codes.

    ``piped``: standard input is a pipe from the first process.
    """
    parser = argparse.ArgumentParser(prog="engine.launch.follower", description="Trains along with a run.")
    parser.add_argument("--store", type=Path, required=True)
    parser.add_argument("--run", type=int, required=True)
    chosen = parser.parse_args(arguments)
    faulthandler.enable()
    place = RankPlacement.from_environment()
    if place is None:
        log_line("This is started by the first process of a run, or by torchrun.")
        return 2
    if piped:
        exit_with_first_rank()
    log_line(f"run {chosen.run}, process {place.rank} of {place.world_size}, pid {os.getpid()}")
    try:
        with Store(chosen.store, read_only=True) as store:
            row = runs.get_run(store, chosen.run)
            experiment = with_assigned_device(get_resolved_experiment(store, chosen.run), row.device)

        from engine.compute.device import join_process_group
        from engine.train.follow import follow

        ranks = join_process_group(experiment.compute, *astuple(place))
        follow(experiment, row.folder, ranks, ignore_progress)
    except UserError as error:
        log_line(str(error))
        return 2
    except Exception as error:
        traceback.print_exc()
        log_line(failure_reason(error))
        return OUT_OF_MEMORY if out_of_memory(error) else 1
    log_line("finished")
    return 0


if __name__ == "__main__":
    code = main()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)
