"""Runs as processes: starting, following, stopping and resuming them, and a queue that runs one per device.

Nothing here imports torch; the training process itself is ``engine.launch.child``.
"""

from engine.launch.at_places import request_at_place, start_follower
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
    "request_at_place",
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
