"""A Slurm cluster of this machine for tests: daemons, ports and state of its own, on the loopback address only."""

from __future__ import annotations

import getpass
import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from tests import patience
from tests.engine.places.loopback import free_ports

PROGRAMS = ("slurmctld", "slurmd", "sbatch", "squeue", "scontrol", "scancel", "sinfo")
PATH = f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin"


def require_slurm() -> None:
    """Skip where there is no Slurm to be started, with the reason."""
    missing = [name for name in PROGRAMS if shutil.which(name, path=PATH) is None]
    if missing:
        pytest.skip(
            f"no Slurm here ({missing[0]}): install slurmctld, slurmd and slurm-client to run this test"
        )


class SlurmCluster:
    """A controller and its nodes, which are all this machine.

    Attributes:
        config: slurm.conf; whoever has it as SLURM_CONF sees this cluster.
    """

    def __init__(self, folder: Path, nodes: int = 1, cpus: int = 4) -> None:
        self.folder, self.config = folder, folder / "slurm.conf"
        self.nodes, self._cpus = [f"n{number}" for number in range(1, nodes + 1)], cpus
        self.controller: subprocess.Popen[bytes] | None = None
        self.daemons: list[subprocess.Popen[bytes]] = []
        for name in ("state", *(f"spool-{node}" for node in self.nodes)):
            (folder / name).mkdir(parents=True, exist_ok=True)
        self.environment = os.environ | {"SLURM_CONF": str(self.config), "PATH": PATH}

    def _configure(self) -> None:
        """Write slurm.conf, with ports that nobody has now."""
        folder, user = self.folder, getpass.getuser()
        controller_port, *node_ports = free_ports(1 + len(self.nodes))
        lines = [
            "ClusterName=tests", "SlurmctldHost=localhost(127.0.0.1)", f"SlurmUser={user}", f"SlurmdUser={user}",
            f"SlurmctldPort={controller_port}", "AuthType=auth/none", "CredType=cred/none", "AuthInfo=cred_expire=5",
            f"StateSaveLocation={folder / 'state'}", f"SlurmdSpoolDir={folder}/spool-%n",
            f"SlurmctldPidFile={folder / 'slurmctld.pid'}", f"SlurmdPidFile={folder}/slurmd-%n.pid",
            f"SlurmctldLogFile={folder / 'slurmctld.log'}", f"SlurmdLogFile={folder}/slurmd-%n.log",
            "ProctrackType=proctrack/linuxproc", "TaskPlugin=task/none", "SwitchType=switch/none",
            "JobAcctGatherType=jobacct_gather/none", "AccountingStorageType=accounting_storage/none", "MpiDefault=none",
            "SelectType=select/cons_tres", "SelectTypeParameters=CR_CPU", "SlurmdParameters=config_overrides",
            "SchedulerParameters=sched_interval=1,sched_min_interval=0,batch_sched_delay=0",
            "ReturnToService=2", "KillWait=30", "MinJobAge=300", "InactiveLimit=0", "JobRequeue=1",
            "SlurmctldTimeout=300", "SlurmdTimeout=300", "PluginDir=/usr/lib/x86_64-linux-gnu/slurm-wlm",
            *(
                f"NodeName={node} NodeHostname=localhost NodeAddr=127.0.0.1 Port={port} CPUs={self._cpus} "
                "RealMemory=4000 State=UNKNOWN"
                for node, port in zip(self.nodes, node_ports, strict=True)
            ),
            f"PartitionName=main Nodes={','.join(self.nodes)} Default=YES MaxTime=INFINITE State=UP OverSubscribe=NO",
        ]  # fmt: skip
        plugins = Path("/usr/lib").glob("*/slurm-wlm")
        found = next(plugins, None)
        lines = [f"PluginDir={found}" if line.startswith("PluginDir=") else line for line in lines]
        self.config.write_text("\n".join(line for line in lines if line != "PluginDir=None") + "\n")

    def _start(self, *command: str) -> subprocess.Popen[bytes]:
        with (self.folder / "daemons.log").open("ab") as log:
            return subprocess.Popen(
                command,
                env=self.environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd=self.folder,
            )

    def start(self) -> None:
        """Start controller and nodes, and return when jobs can run."""
        until = time.monotonic() + patience.seconds(60)
        while not self._try_to_start(until):
            assert "Address already in use" in self.words() and time.monotonic() < until, self.words()
            self.stop()

    def _try_to_start(self, until: float) -> bool:
        """Start all; return whether jobs can run, or False as soon as a daemon has ended instead."""
        self._configure()
        self.start_controller()
        self.daemons = [self._start("slurmd", "-D", "-N", node) for node in self.nodes]
        while self.ask("sinfo", "-h", "-o", "%t").split() != ["idle"]:
            if any(each.poll() is not None for each in (self.controller, *self.daemons) if each is not None):
                return False
            assert time.monotonic() < until, self.words()
            time.sleep(0.2)
        return True

    def start_controller(self) -> None:
        """Start the controller; nodes and jobs need not have noticed that it was away."""
        self.controller = self._start("slurmctld", "-D")

    def stop_controller(self) -> None:
        """End the controller; jobs go on."""
        if self.controller is not None:
            self.controller.terminate()
            self.controller.wait()
            self.controller = None

    def ask(self, *command: str) -> str:
        """Return what one of Slurm's commands prints; empty when it fails."""
        done = subprocess.run(command, env=self.environment, capture_output=True, text=True)
        return done.stdout.strip() if done.returncode == 0 else ""

    def words(self) -> str:
        """What the daemons have said, for a test that fails."""
        logs = [*self.folder.glob("*.log")]
        return "\n".join(f"{each.name}:\n{each.read_text(errors='replace')[-4000:]}" for each in logs)

    def cancel_all(self) -> None:
        """End all jobs, and return when they have ended."""
        if self.controller is not None:
            self.ask("scancel", "--signal=KILL", "--full", "--user", getpass.getuser())
            self.ask("scancel", "--user", getpass.getuser())
            until = time.monotonic() + patience.seconds(60)
            while self.ask("squeue", "-h") and time.monotonic() < until:
                time.sleep(0.1)

    def stop(self) -> None:
        """End all jobs, then the daemons."""
        self.cancel_all()
        for daemon in self.daemons:
            daemon.terminate()
        for daemon in self.daemons:
            with suppress(subprocess.TimeoutExpired):
                daemon.wait(patience.seconds(20))
            daemon.kill()
            daemon.wait()
        self.daemons = []
        self.stop_controller()


@contextmanager
def slurm_cluster(folder: Path, nodes: int = 1, cpus: int = 4) -> Iterator[SlurmCluster]:
    """Give a cluster for the length of the block."""
    require_slurm()
    made = SlurmCluster(folder, nodes, cpus)
    try:
        made.start()
        yield made
    finally:
        made.stop()
