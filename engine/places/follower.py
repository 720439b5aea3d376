"""The follower: the one process that talks to the places of a store's runs. It carries out requests and takes changes.

A lock next to the store ensures that there is one for a store at a time. It has a thread for each place. It keeps
nothing that is not in the store, so it may be killed at any moment. The next window or command starts it again, and it
continues from there.

One question at a time carries all requests for the runs of a place and returns their changes. The next one follows
after some seconds, or as soon as there is another request or a transfer of files has ended. A place that cannot be
reached is asked again after 1, 2, 4... seconds, at most half a minute. Meanwhile the rows of the runs give the reason.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

from engine import paths
from engine.errors import UserError, file_error
from engine.places.base import Order, PlaceUnreachableError
from engine.places.changes import log_bytes, merge_run, unpacked, write_log_part
from engine.places.link import LONG_SECONDS, Link
from engine.places.messages import OwnedRun, PlaceAnswer, PlaceMemory
from engine.places.orders import order_of_run
from engine.places.settings import find_place
from engine.store import Store, placed_runs, runs
from engine.store.database import StoreUnavailableError
from engine.store.placed_runs import PlacedRun

_SECONDS, _MOST_SECONDS, _QUIET_SHARE = 5.0, 30.0, 12.0
"""Seconds between two questions: some while anything changes, more when nothing has, that long through this."""
_LONGEST_PAUSE = 30.0
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
                for name in names - threads.keys():
                    follower = PlaceFollower(store_path, name, ending.is_set)
                    threads[name] = threading.Thread(target=follower.run, name=f"place-{name}", daemon=True)
                    threads[name].start()
                time.sleep(_POLL_SECONDS)
    finally:
        ending.set()
        for thread in threads.values():
            thread.join()


class PlaceFollower:
    """The work for the runs of one place, in one thread.

    Args:
        store_path: the store's file.
        place: the name of the place.
        should_stop: called several times a second.
    """

    def __init__(self, store_path: Path, place: str, should_stop: Callable[[], bool]) -> None:
        self.store_path, self.place, self.should_stop = store_path, place, should_stop
        self._refused: set[int] = set()
        self._orders: dict[int, Order] = {}
        self._memory = PlaceMemory()
        self._last_news = time.monotonic()
        self._sending: Future[None] | None = None
        self._first: dict[str, int] = {}
        self._fetching: tuple[PlacedRun, Future[None]] | None = None

    def run(self) -> None:
        """Ask the place, again and again, until nothing is expected of it."""
        pause = 1.0
        while not self.should_stop():
            try:
                with Store(self.store_path) as store:
                    if not self._open(store):
                        return
                    try:
                        with ThreadPoolExecutor(2) as pool, find_place(self.place).connect() as link:
                            self._pool, self._sending, self._fetching = pool, None, None
                            while (waiting := self._open(store)) and not self.should_stop():
                                self._exchange(store, link, waiting)
                                pause = 1.0
                                self._rest(store, waiting)
                            return
                    except StoreUnavailableError:
                        raise
                    except UserError as error:
                        placed_runs.record_answer(store, self.place, trouble=str(error))
            except StoreUnavailableError as error:
                _log.warning("The place %s waits: %s", self.place, error)
            self._wait(pause)
            pause = min(2 * pause, _LONGEST_PAUSE)

    def _open(self, store: Store) -> list[PlacedRun]:
        open_runs = placed_runs.list_open_runs(store, self.place)
        return [each for each in open_runs if each.requested or each.run_id not in self._refused]

    def _rest(self, store: Store, waiting: Sequence[PlacedRun]) -> None:
        """Return when the place is to be asked again."""
        quiet = time.monotonic() - self._last_news
        requests = {(each.run_id, each.requested) for each in waiting}

        def is_over() -> bool:
            moving = (self._sending, self._fetching and self._fetching[1])
            has_ended = any(each is not None and each.done() for each in moving)
            return has_ended or {(each.run_id, each.requested) for each in self._open(store)} != requests

        self._wait(min(_MOST_SECONDS, max(_SECONDS, quiet / _QUIET_SHARE)), is_over)

    def _wait(self, seconds: float, is_over: Callable[[], bool] = lambda: False) -> None:
        until = time.monotonic() + seconds
        while time.monotonic() < until and not self.should_stop() and not is_over():
            time.sleep(_POLL_SECONDS)

    # -- one question

    def _exchange(self, store: Store, link: Link, waiting: Sequence[PlacedRun]) -> None:
        """Send all requests, take over all changes, and let files move."""
        self._refused -= {each.run_id for each in waiting if each.requested}  # somebody wants it to go on
        is_sent = self._sending is not None and self._sending.done()
        orders = {each: order for each in waiting if (order := self._order_of(store, each)) is not None}
        there = [each for each in waiting if each.remote]
        answer = link.ask(
            "exchange",
            LONG_SECONDS,
            orders=tuple(each.record for each in orders.values()),
            stop=tuple(each.token for each in waiting if each.requested == "stop"),
            resume={each.token: each.requested == "anew" for each in there if each.requested in ("resume", "anew")},
            owned={
                each.token: OwnedRun(remote=each.remote, stamp=each.stamp, log=log_bytes(store, each.run_id))
                for each in there
            },
            memory=self._memory,
        )  # fmt: skip
        self._memory = answer.memory
        placed_runs.record_answer(store, self.place)
        for each in waiting:
            self._take_reply(store, link, each, answer)
        self._take_news(store, there, answer)
        if is_sent:
            self._finish_sending(store, orders, answer)
        self._send_files(store, link, orders, answer)
        self._fetch_files(store, link, waiting)
        if answer.changed or self._sending or self._fetching or any(each.requested for each in waiting):
            self._last_news = time.monotonic()

    def _order_of(self, store: Store, placed: PlacedRun) -> Order | None:
        """Return the order of a run that is to be sent. One that cannot be read is refused."""
        if placed.requested != "send":
            self._orders.pop(placed.run_id, None)
        elif placed.run_id not in self._orders:
            self._say(store, placed, f"Hashing files for {self.place}")
            try:
                self._orders[placed.run_id] = order_of_run(store, placed.run_id, placed.token)
            except StoreUnavailableError:
                raise
            except UserError as error:
                self._refuse(store, placed, error)
        return self._orders.get(placed.run_id)

    def _take_reply(self, store: Store, link: Link, placed: PlacedRun, answer: PlaceAnswer) -> None:
        """Record what has become of the request for a run."""
        if (refusal := answer.refused.get(placed.token)) is not None:
            self._refuse(store, placed, link.error_of(refusal))
            return
        with store.transaction():
            if remote := answer.accepted.get(placed.token):
                if placed.requested == "send":
                    self._say(store, placed, f"Waiting at {self.place}")
                placed_runs.set_remote(store, placed.run_id, remote)
            elif placed.requested == "stop" and runs.get_run(store, placed.run_id).active:
                self._end(store, placed, "stopped", f"Stopped before it was sent to {self.place}.")
            if placed.token in answer.done:
                placed_runs.request_action(store, placed.run_id, "", only=(placed.requested,))

    def _take_news(self, store: Store, there: Sequence[PlacedRun], answer: PlaceAnswer) -> None:
        """Take over what has changed of the runs that the place has."""
        with ExitStack() as stack:
            file: Path | UserError | None = None
            for each in there:
                try:
                    # The log first: killed in between, a follower would find the run finished and not ask again.
                    if (log := answer.logs.get(each.token)) is not None:
                        write_log_part(store, each.run_id, *log)
                    if (changed := answer.changed.get(each.token)) is not None:
                        file = file or _unpacked(stack, answer.rows)
                        if isinstance(file, UserError):
                            raise file
                        merge_run(store, each.run_id, file, *changed, known=each.stamp)
                except StoreUnavailableError:
                    raise
                except UserError as error:
                    self._refuse(store, each, error)
                    self._refused.add(each.run_id)
                self._take_words(store, each, answer)

    def _take_words(self, store: Store, placed: PlacedRun, answer: PlaceAnswer) -> None:
        """Record what the place reports of a run that cannot report itself: how it ended, or what it waits for."""
        if (end := answer.ends.get(placed.token)) is not None:
            with store.transaction():
                if runs.get_run(store, placed.run_id).active:
                    self._end(store, placed, end.status, end.reason)
                placed_runs.request_action(store, placed.run_id, "")
            self._refused.add(placed.run_id)
        elif words := answer.waits.get(placed.token):
            row = runs.get_run(store, placed.run_id)
            if row.status == "queued" and row.phase != words:
                self._say(store, placed, words)

    def _refuse(self, store: Store, placed: PlacedRun, error: UserError) -> None:
        """Record what the place, or this computer, refuses for a run. The other runs continue."""
        self._orders.pop(placed.run_id, None)
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

    # -- files

    def _finish_sending(self, store: Store, orders: dict[PlacedRun, Order], answer: PlaceAnswer) -> None:
        """Refuse the runs whose files could not be sent, or have changed meanwhile."""
        assert self._sending is not None
        error, self._sending = _failure(self._sending), None
        lost = {*self._first}
        if error is None:  # a part that was there and was damaged is sent once more
            lost = {sha256 for sha256, first in self._first.items() if not first}
            error = UserError("a file changed while being sent.", place=self.place, remedy="Try again.")
        for placed, order in list(orders.items()):
            if lost & order.files.keys() & answer.missing.keys():
                self._refuse(store, placed, error)
                del orders[placed]

    def _send_files(
        self, store: Store, link: Link, orders: dict[PlacedRun, Order], answer: PlaceAnswer
    ) -> None:
        """Send what is missing there, and say how far that is."""
        missing: dict[str, Path] = {}
        for placed, order in orders.items():
            lacking = {sha256: path for sha256, path in order.files.items() if sha256 in answer.missing}
            if lacking and placed.token not in answer.refused:
                missing |= lacking
                rest = sum(order.record.sizes[sha256] - answer.missing[sha256] for sha256 in lacking)
                self._say(store, placed, f"Sending files to {self.place}", order.bytes - rest, order.bytes)
        if self._sending is not None and not missing:  # nobody wants them any longer
            link.end_transfers()
            self._sending = None
        elif missing and self._sending is None:
            self._first = {sha256: answer.missing[sha256] for sha256 in missing}
            self._sending = self._pool.submit(link.send, missing, answer.folder)

    def _fetch_files(self, store: Store, link: Link, waiting: Sequence[PlacedRun]) -> None:
        """Fetch what a run has left, or say how far that is, or record that it is here."""
        placed = next((each for each in waiting if self._has_results(store, each)), None)
        if self._fetching is None and placed is not None:
            folder = runs.get_run(store, placed.run_id).folder
            task = self._pool.submit(link.fetch, placed.token, placed.requested == "models", folder)
            self._fetching = placed, task
        if self._fetching is None:
            return
        placed, task = self._fetching
        models = placed.requested == "models"
        if not task.done():
            what = "its model" if models else "its results"
            self._say(store, placed, f"Fetching {what} from {self.place}", *link.arrived)
            return
        self._fetching = None
        if (error := _failure(task)) is not None:
            self._refuse(store, placed, error)
            return
        with store.transaction():
            self._say(store, placed, "")
            placed_runs.set_results(store, placed.run_id, 2 if models else 1)
            placed_runs.request_action(store, placed.run_id, "", only=("models",))
            if models:
                runs.add_message(store, placed.run_id, f"Its models were fetched from {self.place}.")

    def _has_results(self, store: Store, placed: PlacedRun) -> bool:
        """Return whether files of a run are to be fetched."""
        is_finished = runs.get_run(store, placed.run_id).status == "finished"
        return placed.requested == "models" or (is_finished and not placed.results and not placed.requested)


def _unpacked(stack: ExitStack, rows: bytes) -> Path | UserError:
    try:
        return stack.enter_context(unpacked(rows))
    except UserError as error:
        return error


def _failure(task: Future[None]) -> UserError | None:
    """Return why files could not be moved, None where they were. Raises PlaceUnreachableError."""
    try:
        task.result()
    except PlaceUnreachableError:
        raise
    except UserError as error:
        return error
    except OSError as error:
        return file_error(error, paths.home())
    return None
