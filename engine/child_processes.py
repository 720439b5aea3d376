"""Start the engine's own modules as processes."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping


def module_command(module: str, *arguments: str) -> list[str]:
    """Return the command that runs one of the engine's modules in its own process."""
    if getattr(sys, "frozen", False):
        # A program frozen into one executable has no "-m". Its entry point passes these arguments to
        # ``dispatch_frozen_module``.
        return [sys.executable, "--engine-module", module, *arguments]
    # Without -P the current folder comes first, and a user's "random.py" would hide Python's.
    return [sys.executable, "-P", "-m", module, *arguments]


def dispatch_frozen_module(arguments: list[str]) -> None:
    """Run the module requested by ``module_command`` in a frozen program, and exit. Return if none is requested."""
    if getattr(sys, "frozen", False):
        import multiprocessing

        multiprocessing.freeze_support()  # ranks of a run on several devices are started this way
    if (
        len(arguments) >= 2
        and arguments[0] == "--engine-module"
        and arguments[1].partition(".")[0] == "engine"
    ):
        import runpy

        sys.argv = arguments[1:]
        runpy.run_module(arguments[1], run_name="__main__", alter_sys=True)
        sys.exit(0)


def start_detached(
    module: str, *arguments: str, environment: Mapping[str, str] | None = None
) -> subprocess.Popen[bytes]:
    """Start one of the engine's modules as a process that outlives this one, without output.

    ``environment``: the environment of the process, by default that of this one. Raises OSError.
    """
    return subprocess.Popen(
        module_command(module, *arguments),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=environment,
        **detached_options(),  # type: ignore[call-overload]
    )


def detached_options() -> dict[str, object]:
    """Return arguments of ``Popen`` for a process that outlives this one and ignores its terminal's Ctrl+C."""
    if sys.platform == "win32":
        return {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP | subprocess.CREATE_NO_WINDOW}
    return {"start_new_session": True}
