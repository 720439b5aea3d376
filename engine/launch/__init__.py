"""Runs as processes: starting, following, stopping and resuming them, and a queue that runs one per device.

Nothing here imports torch; the training process itself is ``engine.launch.child``.
"""

from engine.launch.devices import local_devices
from engine.launch.foreground import Snapshot, follow, run_foreground
from engine.launch.processes import launch
from engine.launch.queue import enqueue, hand_over, run_queue
from engine.launch.status import Actual, actual_status, exit_code, reconcile
from engine.launch.stopping import request_stop, resume, stop

__all__ = [
    "Actual",
    "Snapshot",
    "actual_status",
    "enqueue",
    "exit_code",
    "follow",
    "hand_over",
    "launch",
    "local_devices",
    "reconcile",
    "request_stop",
    "resume",
    "run_foreground",
    "run_queue",
    "stop",
]
