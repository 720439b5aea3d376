"""Slurm's commands, as far as they are needed here: sbatch, squeue, scontrol, scancel, sinfo, sacctmgr.

A job's state is read from squeue, which also lists jobs for some minutes after their end. The accounting (sacct) is not
used, because many clusters have none and it lags behind.
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
"""How long one of the commands may take."""
_PASSING = (
    "unable to contact", "timed out", "connection refused", "try again", "temporarily", "zero bytes", "communication",
    "maxsubmit", "slurm backup controller in standby", "socket error",
)  # fmt: skip
"""Words of Slurm's errors that pass by themselves."""
OVER = frozenset(
    "BOOT_FAIL CANCELLED COMPLETED DEADLINE FAILED NODE_FAIL OUT_OF_MEMORY PREEMPTED TIMEOUT".split()
)
"""States of jobs that will not run again by themselves. All others, and unknown ones, may."""


class SlurmUnavailableError(PlaceUnreachableError):
    """Slurm cannot be reached now. That may pass."""

    def __init__(self, words: str) -> None:
        super().__init__(f"Slurm does not answer: {words}.", place="Slurm", remedy="It is tried again.")


@dataclass(frozen=True, slots=True)
class JobState:
    """A job as squeue lists it.

    Attributes:
        job: its number, ``4711`` or ``4711_3``.
        name: its name.
        state: its state in full, such as PENDING.
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
    """Raise UserError where jobs cannot be submitted from this machine."""
    if shutil.which("sbatch") is None or shutil.which("squeue") is None:
        raise UserError(
            "there is no Slurm here: sbatch or squeue is not on the PATH.",
            place="Slurm",
            remedy="Name a login node of the cluster: palimpsest places add NAME slurm host=LOGIN-NODE",
        )


def version() -> str:
    """Return the version, such as ``Slurm 22.05.8``."""
    return "Slurm " + _ask("sinfo", "--version").removeprefix("slurm").strip().removeprefix("-wlm").strip()


def submit(script: Path, options: Sequence[str]) -> str:
    """Submit a job script and return the job's number.

    Raises SlurmUnavailableError where it may be submitted later (or was, unheard), UserError where Slurm refuses it.
    """
    output = _ask("sbatch", "--parsable", *options, str(script))
    return output.split(";")[0].strip()


def when_it_would_start(script: Path, options: Sequence[str]) -> str:
    """Return Slurm's forecast for a job that is not submitted. Raises like ``submit``."""
    words = _ask("sbatch", "--test-only", *options, str(script), errors=True)
    return words.removeprefix("sbatch: ").strip()


def list_jobs() -> list[JobState]:
    """Return this user's jobs, ended ones too as long as Slurm lists them. Raises SlurmUnavailableError."""
    try:
        output = _ask(
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
    """Cancel a job that waits."""
    _ask("scancel", "--state=PENDING", job)


def signal_job(job: str, name: str) -> None:
    """Send a signal to the batch script of a job that runs."""
    _ask("scancel", f"--signal={name}", "--batch", job)


def requeue(job: str) -> None:
    """Put a running job back into the queue, which ends it. Raises UserError where that is not allowed."""
    _ask("scontrol", "requeue", job)


def most_in_an_array() -> int:
    """Return how many jobs an array may have."""
    for line in _ask("scontrol", "show", "config").splitlines():
        name, _, value = line.partition("=")
        if name.strip() == "MaxArraySize" and value.strip().isdigit():
            return max(1, int(value) - 1)
    return 1000


def partitions() -> list[str]:
    """Return the partitions in words, the default one marked by a star."""
    lines = []
    for line in _ask("sinfo", "--noheader", "--format=%P|%a|%l|%D|%c|%m|%G").splitlines():
        name, state, limit, nodes, cpus, memory, gres = [*line.strip().split("|"), *[""] * 7][:7]
        devices = "" if gres in ("", "(null)") else f", {gres}"
        lines.append(f"{name} ({state}): {nodes} x {cpus} CPUs, {memory} MB{devices}, at most {limit}")
    return lines


def accounts() -> list[str]:
    """Return the user's accounts with their QOS. Empty where the cluster keeps no accounts."""
    try:
        output = _ask(
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
    """Return the environment without that of a job that this process may be part of."""
    allowed = ("SLURM_CONF", "SLURM_TIME_FORMAT")
    return {
        name: value for name, value in os.environ.items() if name in allowed or not name.startswith("SLURM_")
    }


def _ask(*command: str, errors: bool = False) -> str:
    """Return the output of a command, with ``errors`` its error output too."""
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
        if any(words in text.lower() for words in _PASSING):
            raise SlurmUnavailableError(text)
        raise UserError(f"Slurm wrote: {text}.", place=command[0], remedy="See palimpsest places test NAME.")
    return process.stderr + process.stdout if errors else process.stdout
