"""One run over several nodes of a job: srun starts its processes, which meet at the first node.

``start_on_nodes`` is called by the job (``engine.places.slurm.job``), on the first node. Each process is ``python -m
engine.places.slurm.nodes``: it copies its rank, which Slurm has chosen, to the variables that torchrun uses, and
continues as a process started by torchrun (``engine.launch.child``). Only the first one opens the run's store, on the
same node as the job. It sends the others the specification.
"""

from __future__ import annotations

import argparse
import os
import re
import secrets
import shlex
import signal
import socket
import subprocess
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path

from engine import child_processes, private_files
from engine.launch import devices
from engine.launch.status import logged_outcome
from engine.places.slurm.container import Outside
from engine.places.slurm.folder import RUN, JobFolder
from engine.store import Store, runs
from engine.store.rows import RunStatus

_STOPPED = 3
"""Exit code of a run that has stopped on request."""


def count_nodes(environment: Mapping[str, str] = os.environ) -> int:
    """Return how many nodes the job has that this process is part of.

    >>> count_nodes({"SLURM_JOB_NUM_NODES": "4"}), count_nodes({})
    (4, 1)
    """
    return int(environment.get("SLURM_JOB_NUM_NODES") or 1)


def start_on_nodes(store: Store, folder: JobFolder, outside: Outside | None) -> Callable[[], int | None]:
    """Start the processes of the claimed run on all nodes of this job.

    Return a function that gives srun's exit code, None while it runs. Raises OSError. ``outside``: the shell around the
    container that this job is in.
    """
    row = runs.get_run(store, RUN)
    private_files.make_folder(row.folder, below=row.folder.parent)
    nodes, each = count_nodes(), int(os.environ.get("SLURM_NTASKS_PER_NODE") or 1)
    cpus = int(os.environ.get("SLURM_CPUS_PER_TASK") or 1)
    environment = devices.process_environment(row.device, cpus, os.environ)
    environment["MASTER_PORT"] = str(_free_port())
    options = [
        f"--nodes={nodes}", f"--ntasks={nodes * each}", f"--ntasks-per-node={each}", f"--cpus-per-task={cpus}",
        "--distribution=block", "--mpi=none", "--input=none",
        "--kill-on-bad-exit=1",  # else the others would wait for one that has not come
    ]  # fmt: skip
    module, arguments = "engine.places.slurm.nodes", ("--run", folder.path.name)
    if outside is not None:
        changed = {name: value for name, value in environment.items() if os.environ.get(name) != value}
        return outside.start_tasks(["srun", *options], module, shlex.join(arguments), changed)
    command = ["srun", *options, *child_processes.module_command(module, *arguments)]
    return subprocess.Popen(command, stdin=subprocess.DEVNULL, env=environment).poll


def failure_of_others(folder: Path) -> tuple[RunStatus, str] | None:
    """Return status and reason of the first process other than rank 0 that has logged its failure, or None."""
    for log in sorted(folder.glob("rank-*.log")):
        lines = log.read_text(encoding="utf-8", errors="replace").splitlines()
        if (outcome := logged_outcome(lines)) is not None:
            rank = re.sub(r"\D", "", log.stem)
            return outcome[0], f"Process {rank}: {outcome[1]}"
    return None


def place_of_task(environment: Mapping[str, str]) -> dict[str, str]:
    """Return the variables by which the processes of a job find each other, of those that srun sets for a task.

    The address is of the node on which srun was called, which is that of rank 0.

    >>> task = {"SLURM_PROCID": "3", "SLURM_NTASKS": "4", "SLURM_LOCALID": "1", "SLURM_LAUNCH_NODE_IPADDR": "10.0.0.7"}
    >>> place_of_task(task | {"SLURM_NTASKS_PER_NODE": "2"})["RANK"]
    '3'
    """
    names = {
        "RANK": "SLURM_PROCID",
        "WORLD_SIZE": "SLURM_NTASKS",
        "LOCAL_RANK": "SLURM_LOCALID",
        "LOCAL_WORLD_SIZE": "SLURM_NTASKS_PER_NODE",
        "MASTER_ADDR": "SLURM_LAUNCH_NODE_IPADDR",
    }
    variables = {name: environment[of] for name, of in names.items()}
    if chosen := environment.get("MASTER_ADDR"):  # by the place's set-up
        variables["MASTER_ADDR"] = chosen
    return variables


def main(arguments: list[str] | None = None) -> int:
    """Train the run as one of its processes, and return the exit code."""
    # Here: a job on one node imports this module too, and trains nothing itself.
    from engine.launch import child
    from engine.launch.process_log import redirect_output

    parser = argparse.ArgumentParser(
        prog="engine.places.slurm.nodes", description="One process of a run on several nodes."
    )
    parser.add_argument("--run", required=True)
    folder = JobFolder.of(parser.parse_args(arguments).run)
    os.environ.update(place_of_task(os.environ))
    rank = int(os.environ["RANK"])
    child.guard_process()
    if rank:
        # Slurm sends SIGTERM to every process; the first one saves a checkpoint, and then ends the others' part.
        signal.signal(signal.SIGTERM, lambda number, frame: None)
        redirect_output(folder.run_folder / f"rank-{rank}.log")
        return child.train_along(RUN).code
    redirect_output(folder.run_folder / "run.log")
    code = child.main(["--store", str(folder.store), "--run", str(RUN)])
    return 0 if code == _STOPPED else code  # which is no failure for which srun should end the others


def _free_port() -> int:
    """Return a port that nobody listens on, below those that systems give to outgoing connections: these would take it
    before the first process does, seconds later.
    """
    while True:
        port = 10000 + secrets.randbelow(20000)
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("", port))
            return port


if __name__ == "__main__":
    from engine.launch.process_log import flush_output

    code = main()
    flush_output()
    os._exit(code)
