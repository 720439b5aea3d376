"""Slurm's commands that are used here: sbatch, squeue, scontrol, scancel, sinfo, sacctmgr.

A job's state is read from squeue, which also lists jobs for some minutes after their end. The accounting (sacct) is not
used, because many clusters have none and it is delayed.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.errors import UserError, printable
from engine.places.base import PlaceUnreachableError

_SECONDS = 60.0
"""Maximum time for one command."""
_TRANSIENT_ERRORS = (
    "unable to contact", "timed out", "connection refused", "try again", "temporarily", "zero bytes", "communication",
    "maxsubmit", "slurm backup controller in standby", "socket error",
)  # fmt: skip
"""Parts of Slurm's messages for transient errors."""
OVER = frozenset(
    "BOOT_FAIL CANCELLED COMPLETED DEADLINE FAILED NODE_FAIL OUT_OF_MEMORY PREEMPTED TIMEOUT".split()
)
"""States of jobs that will not run again by themselves. Jobs in any other state may."""


class SlurmUnavailableError(PlaceUnreachableError):
    """Error when Slurm cannot be reached now. It may pass."""

    def __init__(self, message: str) -> None:
        super().__init__(f"Slurm does not answer: {message}.", place="Slurm", remedy="It is tried again.")


@dataclass(frozen=True, slots=True)
class JobState:
    """A job as squeue lists it.

    Attributes:
        job: its number, ``4711`` or ``4711_3``.
        name: its name.
        state: its full state, such as PENDING.
        reason: why it waits.
    """

    job: str
    name: str
    state: str
    reason: str

    @property
    def is_over(self) -> bool:
        """Whether it will not run again by itself."""
        return self.state in OVER


def require_slurm() -> None:
    """Raise UserError if jobs cannot be submitted from this machine."""
    if shutil.which("sbatch") is None or shutil.which("squeue") is None:
        raise UserError(
            "there is no Slurm here: sbatch or squeue is not on the PATH.",
            place="Slurm",
            remedy="Name a login node of the cluster: palimpsest places add NAME slurm host=LOGIN-NODE",
        )


def version() -> str:
    """Return the version, such as ``Slurm 22.05.8``."""
    return "Slurm " + _run("sinfo", "--version").removeprefix("slurm").strip().removeprefix("-wlm").strip()


def submit(script: Path, options: Sequence[str]) -> str:
    """Submit a job script and return the job's number.

    Raises SlurmUnavailableError if it may be submitted later (or was, without an answer), UserError if Slurm refuses
    it.
    """
    output = _run("sbatch", "--parsable", *options, str(script))
    return output.split(";")[0].strip()


def forecast_start(script: Path, options: Sequence[str]) -> str:
    """Return Slurm's forecast for a job without submitting it. Raises like ``submit``."""
    output = _run("sbatch", "--test-only", *options, str(script), errors=True)
    return output.removeprefix("sbatch: ").strip()


def list_jobs() -> list[JobState]:
    """Return this user's jobs, including ended ones that Slurm still lists. Raises SlurmUnavailableError."""
    try:
        output = _run(
            "squeue", "--noheader", "--array", f"--user={os.getuid()}", "--states=all", "--format=%i|%j|%T|%r"
        )
    except SlurmUnavailableError:
        raise
    except UserError as error:
        raise SlurmUnavailableError(error.message) from None
    jobs = []
    for line in output.splitlines():
        parts = line.strip().split("|", 3)
        if len(parts) == 4:
            jobs.append(JobState(*parts))
    return jobs


def cancel(job: str) -> None:
    """Cancel a pending job."""
    _run("scancel", "--state=PENDING", job)


def signal_job(job: str, name: str) -> None:
    """Send a signal to the batch script of a running job."""
    _run("scancel", f"--signal={name}", "--batch", job)


def requeue(job: str) -> None:
    """Requeue a running job, which ends it. Raises UserError if that is not allowed."""
    _run("scontrol", "requeue", job)


def max_array_size() -> int:
    """Return the maximum size of a job array."""
    for line in _run("scontrol", "show", "config").splitlines():
        name, _, value = line.partition("=")
        if name.strip() == "MaxArraySize" and value.strip().isdigit():
            return max(1, int(value) - 1)
    return 1000


def partitions() -> list[str]:
    """Return descriptions of the partitions. A star marks the default one."""
    lines = []
    for line in _run("sinfo", "--noheader", "--format=%P|%a|%l|%D|%c|%m|%G").splitlines():
        name, state, limit, nodes, cpus, memory, gres = [*line.strip().split("|"), *[""] * 7][:7]
        devices = "" if gres in ("", "(null)") else f", {gres}"
        lines.append(f"{name} ({state}): {nodes} x {cpus} CPUs, {memory} MB{devices}, at most {limit}")
    return lines


def accounts() -> list[str]:
    """Return the user's accounts with their QOS. Empty if the cluster has no accounts."""
    try:
        output = _run(
            "sacctmgr", "--noheader", "--parsable2", "show", "associations", f"user={_user()}",
            "format=account,partition,qos",
        )  # fmt: skip
    except UserError:
        return []
    lines = []
    for line in output.splitlines():
        account, partition, qos = [*line.strip().split("|"), "", "", ""][:3]
        lines.append(f"{account}{f' in {partition}' if partition else ''}{f' with QOS {qos}' if qos else ''}")
    return lines


def _user() -> str:
    import getpass

    return getpass.getuser()


def _environment() -> dict[str, str]:
    """Return the environment without the variables of a surrounding job."""
    allowed = ("SLURM_CONF", "SLURM_TIME_FORMAT")
    return {
        name: value for name, value in os.environ.items() if name in allowed or not name.startswith("SLURM_")
    }


def _run(*command: str, errors: bool = False) -> str:
    """Return the output of a command, with ``errors`` preceded by its error output."""
    try:
        process = subprocess.run(
            command, env=_environment(), stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace",
            timeout=_SECONDS,
        )  # fmt: skip
    except FileNotFoundError:
        raise UserError(
            f"there is no {command[0]} here.", place="Slurm", remedy="Run the command on a login node."
        ) from None
    except subprocess.TimeoutExpired:
        raise SlurmUnavailableError(f"{command[0]} does not answer") from None
    except OSError as error:
        raise SlurmUnavailableError(f"{command[0]}: {error.strerror}") from error
    if process.returncode:
        text = " ".join(printable(line.strip(), 300) for line in process.stderr.splitlines() if line.strip())
        text = (
            text.replace(f"{command[0]}: error: ", "").strip()
            or f"{command[0]} ended with {process.returncode}"
        )
        if any(phrase in text.lower() for phrase in _TRANSIENT_ERRORS):
            raise SlurmUnavailableError(text)
        raise UserError(f"Slurm wrote: {text}.", place=command[0], remedy="See palimpsest places test NAME.")
    return process.stderr + process.stdout if errors else process.stdout
