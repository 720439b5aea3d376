"""Work of the follower (``engine.places.follower``) for the runs of one place, in a thread of its own.

A lost connection is opened again after 1, 2, 4... seconds, at most half a minute. Meanwhile the rows of the runs give
the reason.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

from engine.errors import UserError
from engine.places.base import PlaceUnreachableError
from engine.places.changes import Changes, known_of, merge_run, unpacked, write_log_part
from engine.places.channel import ChannelLink
from engine.places.orders import order_of_run
from engine.places.settings import find_place
from engine.store import Store, placed_runs, runs
from engine.store.database import StoreUnavailableError
from engine.store.placed_runs import PlacedRun

WAIT_SECONDS = 1.0
"""How long a place waits for changes, which is about how long a request waits to be carried out."""
_LONGEST_PAUSE = 30.0
_REST, _LONGEST_REST = 4.0, 4.0
"""How many times as long as it takes up changes the follower rests then, and seconds at most."""
_POLL_SECONDS = 0.2
_SAY_SECONDS = 0.5

_log = logging.getLogger(__name__)


class PlaceFollower:
    """The work for the runs of one place, in one thread.

    Args:
        store_path: the store's file.
        place: the name of the place.
        should_stop: called several times a second.
        connect: completes the connection that was begun for it. None: it connects by itself.
    """

    def __init__(
        self,
        store_path: Path,
        place: str,
        should_stop: Callable[[], bool],
        connect: Callable[[], ChannelLink] | None,
    ) -> None:
        self.store_path, self.place, self.should_stop = store_path, place, should_stop
        self._begun = connect
        self._refused: set[int] = set()

    def run(self) -> None:
        """Connect, follow, and connect again, until nothing is expected of the place."""
        pause = 1.0
        while not self.should_stop():
            try:
                with Store(self.store_path) as store:
                    if not self._open(store):
                        return
                    answered = self._connect_and_follow(store)
                    if answered is None:
                        return
                    pause = 1.0 if answered else min(2 * pause, _LONGEST_PAUSE)
            except StoreUnavailableError as error:
                _log.warning("The place %s waits: %s", self.place, error)
            self._pause(pause)

    def _open(self, store: Store) -> list[PlacedRun]:
        open_runs = placed_runs.list_open_runs(store, self.place)
        return [each for each in open_runs if each.wanted or each.run_id not in self._refused]

    def _connect_and_follow(self, store: Store) -> bool | None:
        """Return None when all is done, else whether the place had answered before the connection broke."""
        link: ChannelLink | None = None
        try:
            finish, self._begun = self._begun, None
            link = finish() if finish is not None else find_place(self.place).connect()
            placed_runs.note_answer(store, self.place)
            while not self.should_stop():
                if not (waiting := self._open(store)):
                    return None
                for each in waiting:
                    self._fulfil(store, link, each)
                busy = self._take_changes(store, link, WAIT_SECONDS)
                self._pause(min(_LONGEST_REST, _REST * busy))
            return None
        except StoreUnavailableError:
            raise
        except UserError as error:
            placed_runs.note_answer(store, self.place, trouble=str(error))
            return link is not None
        finally:
            if link is not None:
                link.close()

    def _pause(self, seconds: float) -> None:
        until = time.monotonic() + seconds
        while time.monotonic() < until and not self.should_stop():
            time.sleep(_POLL_SECONDS)

    # -- requests

    def _fulfil(self, store: Store, link: ChannelLink, placed: PlacedRun) -> None:
        if placed.wanted:
            self._refused.discard(placed.run_id)  # somebody wants it to go on
        try:
            if placed.wanted == "send":
                self._send(store, link, placed)
            elif placed.wanted == "stop":
                self._stop(store, link, placed)
            elif placed.wanted in ("resume", "anew"):
                link.resume(placed.remote, placed.wanted == "anew")
                placed_runs.request_action(store, placed.run_id, "", only=(placed.wanted,))
            elif placed.wanted == "models" or (
                runs.get_run(store, placed.run_id).status == "finished" and not placed.results
            ):
                self._fetch(store, link, placed)
        except (PlaceUnreachableError, StoreUnavailableError):
            raise
        except UserError as error:
            self._refuse(store, placed, error)

    def _send(self, store: Store, link: ChannelLink, placed: PlacedRun) -> None:
        remote = placed.remote or link.remote_of(placed.token)
        if not remote:
            self._say(store, placed, f"Hashing files for {self.place}")
            order = order_of_run(store, placed.run_id, placed.token)
            for sent, total in self._interleave(store, link, link.submit(order)):
                if self.should_stop() or self._requested_action(store, placed) != "send":
                    return
                self._say(store, placed, f"Sending files to {self.place}", sent, total)
            remote = link.remote_of(placed.token)
        with store.transaction():
            self._say(store, placed, f"Waiting at {self.place}")
            placed_runs.set_remote(store, placed.run_id, remote)

    def _stop(self, store: Store, link: ChannelLink, placed: PlacedRun) -> None:
        remote = placed.remote or link.remote_of(placed.token)
        with store.transaction():
            if remote:
                placed_runs.set_remote(store, placed.run_id, remote)
            elif runs.get_run(store, placed.run_id).active:
                self._end(store, placed, "stopped", f"Stopped before it was sent to {self.place}.")
        if remote:
            link.cancel(remote)
        placed_runs.request_action(store, placed.run_id, "", only=("stop",))

    def _fetch(self, store: Store, link: ChannelLink, placed: PlacedRun) -> None:
        models = placed.wanted == "models"
        folder = runs.get_run(store, placed.run_id).folder
        what = "its model" if models else "its results"
        for have, total in self._interleave(store, link, link.fetch(placed.remote, models, folder)):
            if self.should_stop():
                return
            self._say(store, placed, f"Fetching {what} from {self.place}", have, total)
        with store.transaction():
            self._say(store, placed, "")
            placed_runs.set_results(store, placed.run_id, 2 if models else 1)
            placed_runs.request_action(store, placed.run_id, "", only=("models",))
            if models:
                runs.add_message(store, placed.run_id, f"Its models were fetched from {self.place}.")

    def _interleave(
        self, store: Store, link: ChannelLink, steps: Iterator[tuple[int, int]]
    ) -> Iterator[tuple[int, int]]:
        """Yield some of the steps of a transfer, between which the other runs' changes are taken over."""
        last = time.monotonic()
        for step in steps:
            if time.monotonic() - last >= _SAY_SECONDS:
                self._take_changes(store, link, 0.0)
                yield step
                last = time.monotonic()

    def _requested_action(self, store: Store, placed: PlacedRun) -> str:
        current = placed_runs.find_placed_run(store, placed.run_id)
        return "" if current is None else current.wanted

    def _refuse(self, store: Store, placed: PlacedRun, error: UserError) -> None:
        """Record what the place, or this computer, refuses for a run. The other runs continue."""
        with store.transaction():
            if runs.get_run(store, placed.run_id).active:
                self._end(store, placed, "failed", f"At {self.place}: {error}")
            else:
                runs.add_message(store, placed.run_id, f"At {self.place}: {error}")
                placed_runs.set_results(store, placed.run_id, 1)
            placed_runs.request_action(store, placed.run_id, "")

    def _end(self, store: Store, placed: PlacedRun, status: str, reason: str) -> None:
        runs.set_run_columns(
            store, [placed.run_id], status=status, reason=reason, phase="", phase_done=0, phase_total=0,
            eta_seconds=None, finished=time.time(),
        )  # fmt: skip

    def _say(self, store: Store, placed: PlacedRun, phase: str, done: int = 0, total: int = 0) -> None:
        runs.set_run_columns(store, [placed.run_id], phase=phase, phase_done=done, phase_total=total)

    # -- changes

    def _take_changes(self, store: Store, link: ChannelLink, wait: float) -> float:
        """Take over what has changed of all runs that the place has, waiting for the first change.

        Return the seconds that it took once it was here.
        """
        open_runs = [each for each in self._open(store) if each.remote]
        if not open_runs:
            return 0.0
        owned = {each.remote: known_of(store, each.run_id) for each in open_runs}
        news = link.changes(owned, wait)
        arrived = time.monotonic()
        placed_runs.note_answer(store, self.place)
        with ExitStack() as stack:
            file: Path | UserError | None = None
            for each in open_runs:
                try:
                    # The log first: killed in between, a follower would find the run finished and not ask again.
                    if (log := news.logs.get(each.remote)) is not None:
                        write_log_part(store, each.run_id, *log)
                    if (number := news.numbers.get(each.remote)) is not None:
                        file = file or _unpacked(stack, news)
                        if isinstance(file, UserError):
                            raise file
                        merge_run(store, each.run_id, file, number, owned[each.remote])
                except StoreUnavailableError:
                    raise
                except UserError as error:
                    self._refuse(store, each, error)
                    self._refused.add(each.run_id)
                self._take_words(store, link, each)
        return time.monotonic() - arrived if news.numbers else 0.0

    def _take_words(self, store: Store, link: ChannelLink, placed: PlacedRun) -> None:
        """Record what the place reports of a run that cannot report itself: how it ended, or what it waits for."""
        if (end := link.end(placed.remote)) is not None:
            with store.transaction():
                if runs.get_run(store, placed.run_id).active:
                    self._end(store, placed, end.status, end.reason)
                placed_runs.request_action(store, placed.run_id, "")
            self._refused.add(placed.run_id)
        elif words := link.waits_for(placed.remote):
            row = runs.get_run(store, placed.run_id)
            if row.status == "queued" and row.phase != words:
                self._say(store, placed, words)


def _unpacked(stack: ExitStack, changes: Changes) -> Path | UserError:
    try:
        return stack.enter_context(unpacked(changes))
    except UserError as error:
        return error
