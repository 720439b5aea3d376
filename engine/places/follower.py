"""The follower: the one process that talks to the places of a store's runs. It carries out requests and takes changes.

A lock next to the store ensures that there is one for a store at a time. It has a thread for each place. A lost
connection is opened again after 1, 2, 4... seconds, at most half a minute. Meanwhile the rows of its runs give the
reason. It keeps nothing that is not in the store, so it may be killed at any moment. The next window or command starts
it again, and it continues from there.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from engine.errors import UserError
from engine.places.settings import find_place
from engine.store import Store, placed_runs

if TYPE_CHECKING:
    from engine.places.channel import ChannelLink

_POLL_SECONDS = 0.2

_log = logging.getLogger(__name__)


def follow_places(store_path: Path, should_stop: Callable[[], bool]) -> bool:
    """Follow the runs at all places until there is nothing to follow, or ``should_stop``.

    Return False where another process already does.
    """
    from filelock import FileLock, Timeout

    lock = FileLock(store_path.with_name(f".{store_path.stem}-places.lock"))
    while True:
        try:
            lock.acquire(blocking=False)
        except Timeout:
            return False
        except OSError as error:
            _log.warning("Followed without a lock, which %s does not have: %s", store_path.parent, error)
        try:
            _follow(store_path, should_stop)
        finally:
            lock.release()
        # Whoever has added a run just before the lock was given back has found it taken, and relies on us.
        with Store(store_path) as store:
            if should_stop() or not placed_runs.list_open_runs(store):
                return True


def _follow(store_path: Path, should_stop: Callable[[], bool]) -> None:
    ending = threading.Event()
    threads: dict[str, threading.Thread] = {}
    try:
        with Store(store_path) as store:
            while not should_stop():
                names = {each.place for each in placed_runs.list_open_runs(store)}
                threads = {name: thread for name, thread in threads.items() if thread.is_alive()}
                if not names and not threads:
                    return
                starting = {name: _begin_connecting(name) for name in names - threads.keys()}
                for name, connect in starting.items():
                    threads[name] = _start_following(store_path, name, ending.is_set, connect)
                time.sleep(_POLL_SECONDS)
    finally:
        ending.set()
        for thread in threads.values():
            thread.join()


def _begin_connecting(place: str) -> Callable[[], ChannelLink] | None:
    """Begin to connect to a place, and return the function that completes it.

    None after a failure, which the next attempt reports.
    """
    try:
        return find_place(place).begin_connecting()
    except UserError:
        return None


def _start_following(
    store_path: Path, place: str, should_stop: Callable[[], bool], connect: Callable[[], ChannelLink] | None
) -> threading.Thread:
    """Start the thread that follows the runs of a place."""
    # Here: its imports take as long as the other side, which has been started, takes to answer.
    from engine.places.place_follower import PlaceFollower

    follower = PlaceFollower(store_path, place, should_stop, connect)
    thread = threading.Thread(target=follower.run, name=f"place-{place}", daemon=True)
    thread.start()
    return thread
