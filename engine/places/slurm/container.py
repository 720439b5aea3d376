"""A job whose program runs in a container, whose image has none of Slurm's commands.

Variables that the job needs are passed into the container by name, because not every container inherits them. The
script of the job (``around_job``) stays outside: it forwards Slurm's signals, and calls srun and scontrol for the job.
The job writes commands into a named pipe in the run's folder (``Outside``). srun starts each process of a run on
several nodes in a container of its own.
"""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

_HANDED_IN = (
    "PALIMPSEST_HOME", "CUDA_VISIBLE_DEVICES", "GLOO_SOCKET_IFNAME", "HF_HUB_OFFLINE", "MASTER_ADDR",
    "NCCL_SOCKET_IFNAME", "SLURMD_NODENAME", "SLURM_ARRAY_JOB_ID",
    "SLURM_ARRAY_TASK_ID", "SLURM_CPUS_ON_NODE", "SLURM_CPUS_PER_TASK", "SLURM_JOB_ID", "SLURM_JOB_NUM_NODES",
    "SLURM_LAUNCH_NODE_IPADDR", "SLURM_LOCALID", "SLURM_NTASKS", "SLURM_NTASKS_PER_NODE", "SLURM_PROCID",
)  # fmt: skip
"""The variables that a job and its processes read: of Slurm, of the script, and of the place's set-up."""
_PIPE, _ANSWER = "asked", "answered"


def shell_command(container: str, module: str, arguments: str, fixed: Mapping[str, str] | None = None) -> str:
    """Return the words of a shell that run one of the engine's modules in the container.

    ``arguments`` are the module's, quoted for a shell. ``fixed``: further variables.

    >>> shell_command("box run i.sif", "engine.places.slurm.job", "--name n", {"A": "b c"}).rpartition("}")[2]
    " 'A=b c' python3 -P -m engine.places.slurm.job --name n"
    """
    inherited = [f'${{{name}+"{name}=${name}"}}' for name in _HANDED_IN]
    fixed_variables = [shlex.quote(f"{name}={value}") for name, value in (fixed or {}).items()]
    words = [
        shlex.join(shlex.split(container)),
        "env",
        *inherited,
        *fixed_variables,
        "python3 -P -m",
        module,
        arguments,
    ]
    return " ".join(words)


def around_job(command: str, folder: str) -> list[str]:
    """Return the lines of a script that run a job's ``command`` in the container. ``folder`` is the run's folder.

    Both are quoted for a shell.
    """
    return [
        f"pipe={folder}/{_PIPE} answer={folder}/{_ANSWER}",
        'rm -f "$pipe" && mkfifo -m 600 "$pipe" && exec 3<>"$pipe" || exit 1',
        f"{command} 3>&- &",
        "job=$!",
        # One command after the other; what Slurm sends to all processes must not end this before they have answered.
        "(",
        "  trap : TERM USR1",
        "  while IFS= read -r -d '' asked <&3; do",
        '    bash -c "$asked" 3>&-',
        '    echo $? >"$answer.part" && mv "$answer.part" "$answer"',
        "  done",
        ") &",
        "asking=$!",
        'disown "$asking"',  # that it is killed in the end is no news
        "trap 'kill -USR1 $job' USR1",
        "trap 'kill -TERM $job' TERM",
        'wait "$job"',
        "code=$?",
        'while kill -0 "$job" 2>/dev/null; do',  # a signal has ended the waiting
        '  wait "$job"',
        "  code=$?",
        "done",
        'kill -KILL "$asking"',
        "exit $code",
    ]


class Outside:
    """The shell around the job's container, which runs one command at a time.

    Args:
        container: the command that is put before the program.
        folder: of the run.
    """

    def __init__(self, container: str, folder: Path) -> None:
        self.container = container
        self._pipe, self._answer = folder / _PIPE, folder / _ANSWER

    def start(self, command: str) -> Callable[[], int | None]:
        """Run a command in the shell. Return a function for its exit code, None while it runs. Raises OSError."""
        self._answer.unlink(missing_ok=True)
        pipe = os.open(self._pipe, os.O_WRONLY | os.O_NONBLOCK)  # an error where no shell is there to read it
        with os.fdopen(pipe, "wb") as stream:
            os.set_blocking(pipe, True)
            stream.write(command.encode() + b"\0")
        return self._exit_code

    def start_tasks(
        self, srun: Sequence[str], module: str, arguments: str, fixed: Mapping[str, str]
    ) -> Callable[[], int | None]:
        """Let srun start processes, each in a container of its own, like ``start``."""
        # The variables of a process are known to the shell that srun starts for it.
        task = f"exec {shell_command(self.container, module, arguments, fixed)}"
        return self.start(f"exec {shlex.join([*srun, 'bash', '-c', task])}")

    def _exit_code(self) -> int | None:
        with suppress(OSError, ValueError):
            return int(self._answer.read_text(encoding="utf-8"))
        return None
