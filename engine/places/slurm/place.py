"""A Slurm cluster: each run is one job, and a sweep is a job array.

The cluster's side, ``palimpsest places answer``, runs on this computer if it belongs to the cluster, else on the login
node over SSH. It submits with sbatch and queries squeue. Jobs write the progress of their run into the run's folder, on
a disk that all machines of the cluster share.
"""

from __future__ import annotations

import shlex
from typing import ClassVar, Literal

from pydantic import field_validator

from engine.places.link import Link, SshAccess
from engine.places.place import Place
from engine.spec.base import field


class SlurmPlace(Place):
    """A cluster with Slurm: this computer, where jobs can be submitted from it, or a login node over SSH."""

    title: ClassVar[str] = "Slurm cluster"
    kind: Literal["slurm"] = "slurm"
    host: str = field("", "Login node", zero="this computer submits", role="where")
    """A name, user@name or alias for ssh. Empty: this computer itself submits jobs."""
    partition: str = field(
        "", label="Partition", help="Empty: the cluster's default. Test lists the available ones.", role="where",
        zero="the cluster's default", suggest="partitions",
    )  # fmt: skip
    gpus: str = field("", "GPUs", zero="none", role="where")
    """A number, or type and number (a100:2). Empty: none."""
    cpus: int = field(0, "CPUs", role="where", ge=0, zero="default")
    """For each run."""
    memory: str = field(
        "", label="Memory", help="For example 16G. Empty: the cluster's default.", role="where",
        zero="the cluster's default",
    )  # fmt: skip
    time: str = field("", "Time limit", zero="the partition's", role="where")
    """In the format of sbatch: 04:00:00, 2-12; empty: the partition's limit. A longer run continues in
    another job with the same limit."""
    account: str = field("", "Account", role="where", zero="your default")
    """The account that is charged. Empty: your default."""
    qos: str = field("", "QOS", role="where", zero="your default")
    """Quality of service. Empty: your default."""
    at_once: int = field(0, "At once", role="where", ge=0, zero="no limit")
    """Jobs of a sweep that may run at the same time."""
    home: str = field("", "Home there", zero="its own choice", role="where")
    """PALIMPSEST_HOME there: a folder on a disk that login node and compute nodes share. Empty: its own
    choice."""
    setup: str = field("", "Set-up", zero="none", role="where")
    """Shell commands before the run, such as: module load cuda; export HF_HUB_OFFLINE=1."""
    sbatch: str = field("", "More options", role="where", advanced=True, zero="none")
    """Further options of sbatch."""
    warning: int = field(120, "Warning", unit="s", role="where", ge=10, le=36000, advanced=True)
    """Time before the limit at which a run saves a checkpoint and ends."""
    requeue: bool = field(True, "Automatic requeue", role="where", advanced=True)
    """Slurm queues a job again after its time limit, preemption or the loss of a node."""
    poll: int = field(10, "Polling interval", unit="s", role="where", ge=1, le=600, advanced=True)
    """Seconds between two queries to Slurm. The measures of a run do not wait for them."""
    port: int = field(
        0, label="Port", help="Port of the login node's SSH server.", role="where", ge=0, le=65535,
        zero="ssh's own choice", advanced=True,
    )  # fmt: skip
    command: str = field("palimpsest", "Command", role="where", advanced=True)
    """Command that starts Palimpsest on the login node; a full path if it is not on the PATH of a login."""
    config: str = field("", "ssh configuration", role="where", advanced=True, zero="~/.ssh/config")
    """A file to use instead of ~/.ssh/config."""

    @field_validator("*", mode="after")
    @classmethod
    def _plain(cls, value: object) -> object:
        if isinstance(value, str):
            if any(not each.isprintable() for each in value.replace("\n", "")):
                raise ValueError("holds a control character")
            return value.strip()
        return value

    @field_validator("host", "partition", "gpus", "memory", "time", "account", "qos", "command")
    @classmethod
    def _no_option(cls, value: str) -> str:
        if value.startswith("-"):
            raise ValueError("begins with a hyphen")
        return value

    @field_validator("sbatch")
    @classmethod
    def _words(cls, value: str) -> str:
        try:
            shlex.split(value)
        except ValueError as error:
            raise ValueError(f"is not a command line ({error})") from None
        return value

    @property
    def address(self) -> str:
        """The login node and the partition."""
        where = f"Slurm of {self.host}" if self.host else "Slurm of this computer"
        return f"{where}, {self.partition}" if self.partition else where

    def job_options(self) -> list[str]:
        """Return the sbatch options for a job."""
        options = {
            "partition": self.partition, "account": self.account, "qos": self.qos, "time": self.time,
            "mem": self.memory, "cpus-per-task": str(self.cpus or ""),
            "gres": f"gpu:{self.gpus}" if self.gpus else "",
        }  # fmt: skip
        return [
            *(f"--{name}={value}" for name, value in options.items() if value),
            f"--signal=B:USR1@{self.warning}",
            "--requeue" if self.requeue else "--no-requeue",
            *shlex.split(self.sbatch),
        ]

    def describe_request(self) -> str:
        """Return a description of what a job requests."""
        parts = [
            f"partition {self.partition}" if self.partition else "the default partition",
            f"{self.gpus} GPU{'' if self.gpus == '1' else 's'}" if self.gpus else "no GPU",
            *([f"{self.cpus} CPUs"] if self.cpus else []),
            *([f"{self.memory} of memory"] if self.memory else []),
            f"time limit {self.time}" if self.time else "the partition's time limit",
            *([f"account {self.account}"] if self.account else []),
            *([f"QOS {self.qos}"] if self.qos else []),
        ]
        return ", ".join(parts)

    def connect(self) -> Link:
        """Return the connection to the cluster's side, here or on the login node."""
        access = SshAccess(self.host, self.port, self.config, self.command) if self.host else None
        request = self.model_dump(
            mode="json", exclude_defaults=True, exclude={"host", "port", "command", "config", "home"}
        )
        return Link(self.host or "Slurm", self.home, access, request)
