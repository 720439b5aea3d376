"""Runs on other compute targets: requests are written into the store, and a separate process carries them out."""

from __future__ import annotations

from pathlib import Path

from engine import child_processes
from engine.launch import processes
from engine.store import Store
from engine.store.placed_runs import PlaceAction, request_action


def request_remote_action(store: Store, run_id: int, action: PlaceAction) -> None:
    """Record the next action for a placed run, and start the follower if none is running."""
    request_action(store, run_id, action)
    start_follower(store.path)


def start_follower(store_path: Path) -> None:
    """Start the process that talks to the places of a store's runs. It ends at once if it is not needed."""
    processes.disown(child_processes.start_detached("engine", "places", "follow", "--store", str(store_path)))
