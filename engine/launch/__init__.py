"""Runs as processes: start, follow, stop and resume them, and a queue that runs one per device.

Nothing here imports torch. The training process itself is ``engine.launch.child``. A function's module is imported when
the function is first used, because a command that only refuses a design needs none of them.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.launch.at_places import request_remote_action, start_follower
    from engine.launch.devices import local_devices
    from engine.launch.foreground import RunSnapshot, follow_run, run_foreground
    from engine.launch.queue import enqueue, has_runner, resolve_names, run_queue, start_detached_runners
    from engine.launch.starting import connect_fork_server, launch_run, prepare_start
    from engine.launch.status import (
        ActualStatus,
        actual_status,
        exit_code_of_status,
        reconcile_runs,
        silent_since,
    )
    from engine.launch.stopping import request_stop, resume_run, stop_run

__all__ = [
    "ActualStatus",
    "RunSnapshot",
    "actual_status",
    "connect_fork_server",
    "enqueue",
    "exit_code_of_status",
    "follow_run",
    "has_runner",
    "launch_run",
    "local_devices",
    "prepare_start",
    "reconcile_runs",
    "request_remote_action",
    "request_stop",
    "resolve_names",
    "resume_run",
    "run_foreground",
    "run_queue",
    "silent_since",
    "start_detached_runners",
    "start_follower",
    "stop_run",
]

_MODULES = {
    "at_places": ("request_remote_action", "start_follower"),
    "devices": ("local_devices",),
    "foreground": ("RunSnapshot", "follow_run", "run_foreground"),
    "queue": ("enqueue", "has_runner", "resolve_names", "run_queue", "start_detached_runners"),
    "starting": ("connect_fork_server", "launch_run", "prepare_start"),
    "status": ("ActualStatus", "actual_status", "exit_code_of_status", "reconcile_runs", "silent_since"),
    "stopping": ("request_stop", "resume_run", "stop_run"),
}
"""The modules of the names above."""


def __getattr__(name: str) -> object:
    """Import one of the names above, and cache it."""
    for module, names in _MODULES.items():
        if name in names:
            value = getattr(importlib.import_module(f"{__name__}.{module}"), name)
            globals()[name] = value
            return value
    raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
