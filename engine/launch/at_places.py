"""Runs that another place computes: wishes are written into the store, and a process of its own carries them out."""

from __future__ import annotations

import subprocess
from pathlib import Path

from engine import child_processes
from engine.launch import processes
from engine.store import Store
from engine.store.placed_runs import Wish, set_wish


def request_at_place(store: Store, run_id: int, wish: Wish) -> None:
    """Record what is to be done with a placed run next, and start the follower, should none be at work."""
    set_wish(store, run_id, wish)
    start_follower(store.path)


def start_follower(store_path: Path) -> None:
    """Start the process that talks to the places of a store's runs; it ends at once where there is one, or nothing to
    do.
    """
    process = subprocess.Popen(
        child_processes.module_command("engine.places", "--store", str(store_path)),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        **child_processes.detached_options(),  # type: ignore[call-overload]
    )
    processes.disown(process)
