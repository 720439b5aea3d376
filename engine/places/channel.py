"""A connection to ``palimpsest places serve`` over the pipes of a command: its requests and answers."""

from __future__ import annotations

import hashlib
import json
import os
import queue
import subprocess
import threading
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, replace
from importlib.metadata import version as installed_version
from pathlib import Path
from typing import IO

from engine import private_files
from engine.errors import UserError, printable
from engine.json_types import JsonObject
from engine.places.base import Order, PlaceEnd, PlaceReport, PlaceUnreachableError, TransferPlan
from engine.places.changes import Changes, Known
from engine.places.messages import GREETING, MOST_LINE, PART_BYTES, PROTOCOL, BadMessageError, Message
from engine.store import schema

_MOST_NOISE = 200
"""Lines that a login shell may print before the greeting."""
_MOST_WORDS = 24
"""Lines of the error output that are kept: ssh's warning of a changed host key, which has some 14, in whole."""
_END_SECONDS = 5.0
_LONG_SECONDS = 900.0
"""How long an answer may take that packs a model, or lays out gigabytes on a disk without links."""


class Channel:
    """Questions to one process and its answers, in order. It belongs to one thread.

    Args:
        process: the answering process, with pipes. Its error output explains failures.
        name: the name that errors show.
        patience: seconds after which a silent process counts as gone: the limit of a request, not of a file.
    """

    def __init__(self, process: subprocess.Popen[bytes], name: str, patience: float = 60.0) -> None:
        self.name, self.patience, self._process = name, patience, process
        self._words: deque[str] = deque(maxlen=_MOST_WORDS)
        assert self._process.stdin and self._process.stdout and self._process.stderr
        self._input: IO[bytes] = self._process.stdin
        self._parts: queue.Queue[tuple[bytes, bytes] | None] = queue.Queue()
        self._threads = [
            threading.Thread(target=_read_words, args=(self._process.stderr, self._words), daemon=True),
            threading.Thread(target=_read_answers, args=(self._process.stdout, self._parts), daemon=True),
        ]
        for thread in self._threads:
            thread.start()
        try:
            self.greeting = self._greeting()
        except BaseException:
            self.close()
            raise

    def ask(self, question: JsonObject, data: bytes = b"", patience: float = 0.0) -> tuple[Message, bytes]:
        """Return the answer to a request, and the bytes that came with it.

        Wait ``patience`` seconds, 0 for the default.

        Raises PlaceUnreachableError when the connection breaks, UserError for what the other side refuses.
        """
        try:
            self._input.write(json.dumps(question | {"bytes": len(data)}).encode() + b"\n" + data)
            self._input.flush()
        except (OSError, ValueError) as error:
            raise self._gone() from error
        line, payload = self._next(patience or self.patience)
        try:
            answer = Message.parse(line)
        except BadMessageError:
            raise self._gone() from None
        if "error" in answer:
            place = printable(answer.text("place"), 300)
            kind = PlaceUnreachableError if answer.flag("passes") else UserError
            raise kind(
                printable(answer.text("error"), 600),
                place=f"{self.name}: {place}" if place else self.name,
                remedy=printable(answer.text("remedy"), 600),
            )
        return answer, payload

    def close(self) -> None:
        """End the process by closing its input. Kill it if that takes too long."""
        with suppress(OSError, ValueError):
            self._input.close()
        try:
            self._process.wait(_END_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        for thread in self._threads:
            thread.join(_END_SECONDS)
        for stream in (self._process.stdout, self._process.stderr):
            if stream is not None:
                stream.close()

    def _greeting(self) -> Message:
        line, _ = self._next(self.patience)
        try:
            return Message.parse(line)
        except BadMessageError:
            raise self._gone() from None

    def _next(self, patience: float) -> tuple[bytes, bytes]:
        try:
            part = self._parts.get(timeout=patience)
        except queue.Empty:
            self._process.kill()
            raise PlaceUnreachableError(
                f"has not answered for {patience:.0f} seconds.", place=self.name, remedy="It is tried again."
            ) from None
        if part is None:
            raise self._gone()
        return part

    def _gone(self) -> UserError:
        """Return the error for a process that has ended: its last line, with the explanation if that is known."""
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(_END_SECONDS)
        self._threads[0].join(_END_SECONDS)
        code = self._process.poll()
        return explain_end(self.name, code, [*self._words])


_LASTING = (
    # Of a changed key ssh says the next one too, which must not be answered by accepting it.
    (
        "REMOTE HOST IDENTIFICATION HAS CHANGED",
        "Find out why. Then remove the old key with ssh-keygen -R HOST.",
    ),
    ("Host key verification failed", "If that is the right machine, accept its key once: ssh HOST"),
    (
        "Permission denied",
        "Let ssh in without a password: a key in the agent (ssh-add), or ssh-copy-id HOST.",
    ),
    ("Could not resolve hostname", "Check the name, or the alias in ~/.ssh/config."),
    ("Bad configuration option", "Fix the configuration of ssh."),
)
"""Words of ssh that waiting will not change, and what to do."""


def explain_end(name: str, code: int | None, words: Sequence[str]) -> UserError:
    """Return the error for a connection that has ended with ``code``, after these words on its error output."""
    words_of_ssh = " / ".join(printable(each.strip(), 300) for each in words if each.strip())
    for pattern, remedy in _LASTING:
        if pattern in words_of_ssh:
            return UserError(f"ssh reports: {words_of_ssh}.", place=name, remedy=remedy)
    if code == 127 or "command not found" in words_of_ssh:
        return UserError(
            f"there is no palimpsest there ({words_of_ssh or 'command not found'}).",
            place=name,
            remedy="Install it there, or name it in full: palimpsest places add ... --command /path/to/palimpsest",
        )
    if code == 2 and ("No such command" in words_of_ssh or "Usage:" in words_of_ssh):
        return UserError(
            "the Palimpsest there is older and has no places.", place=name, remedy="Update it there."
        )
    if code not in (255, 0, None) and words_of_ssh:
        return UserError(f"the Palimpsest there has ended with {code}: {words_of_ssh}.", place=name)
    return PlaceUnreachableError(
        f"cannot be reached ({words_of_ssh or 'the connection was cut'}).",
        place=name,
        remedy="Check that it is on and connected. Runs there retry by themselves.",
    )


def _read_words(stream: IO[bytes], words: deque[str]) -> None:
    with suppress(OSError, ValueError):
        for line in iter(lambda: stream.readline(2000), b""):
            words.append(line.decode("utf-8", "replace"))


def _read_answers(stream: IO[bytes], parts: queue.Queue[tuple[bytes, bytes] | None]) -> None:
    try:
        for _ in range(_MOST_NOISE):
            line = stream.readline(MOST_LINE)
            if not line or line.startswith(GREETING):
                break
        if line.startswith(GREETING) and line.endswith(b"\n"):
            parts.put((line[len(GREETING) :], b""))
            while line := stream.readline(MOST_LINE):
                count = Message.parse(line).number("bytes") if line.endswith(b"\n") else -1
                payload = stream.read(count) if count >= 0 else b""
                if len(payload) != count:
                    break  # torn in the middle
                parts.put((line, payload))
    except (OSError, ValueError, AttributeError, TypeError):
        pass
    finally:
        parts.put(None)


class ChannelLink:
    """An open connection to a place: what ``engine.places.serving`` answers.

    Every method raises PlaceUnreachableError when the place cannot be reached now, and UserError when it refuses. So
    does creating the link when the other side has another version, whose rows could not be read.
    """

    def __init__(self, channel: Channel) -> None:
        self.channel = channel
        self._ends: dict[str, PlaceEnd] = {}
        self._waits: dict[str, str] = {}
        try:
            self._report = place_report(channel.name, channel.greeting)
        except UserError:
            channel.close()
            raise

    def report(self) -> PlaceReport:
        """Return what the place has."""
        return self._report

    def examine(self) -> PlaceReport:
        """Return what the place has, with the findings of ``palimpsest doctor``."""
        findings = self.channel.ask({"ask": "doctor"}, patience=_LONG_SECONDS)[0].items("findings")
        notes, partitions = [], []
        for each in findings:
            name, ok, value, remedy = Message({"finding": each}).items("finding")
            notes.append(printable(f"{name}: {value}{'' if ok else f'. {remedy}'}", 400))
            if name == PARTITION:
                partitions.append(partition_name(printable(str(value), 100)))
        return replace(self._report, notes=tuple(notes), partitions=tuple(dict.fromkeys(partitions)))

    def plan(self, orders: Sequence[Order]) -> TransferPlan:
        """Return what ``submit`` would copy and request: every file once, without those that are there already."""
        hashes = {sha256: path for order in orders for path, sha256 in order.hashes.items()}
        answer, _ = self.channel.ask({"ask": "have", "files": [*hashes]})
        have = answer.numbers("have")
        missing = {
            path: path.stat().st_size - have[sha256] for sha256, path in hashes.items() if have[sha256] >= 0
        }
        size, free = sum(missing.values()), answer.number("disk_free")
        report = self._report
        sentences = [
            f"{len(orders)} {'run' if len(orders) == 1 else 'runs'} on {report.host}, {' or '.join(report.devices)}.",
            f"{len(missing):,} of {len(hashes):,} files are copied, {size / 1e6:,.1f} MB. The rest is there."
            if hashes
            else "Nothing is copied: everything it reads comes with every installation.",
            f"{free / 1e9:,.1f} GB are free there.",
            *(printable(each, 300) for each in self.channel.ask({"ask": "plan"})[0].texts("said")),
            *dict.fromkeys(sentence for order in orders for sentence in order.elsewhere),
        ]
        if size > free:
            raise UserError(
                f"{size / 1e6:,.0f} MB are to be copied, and {free / 1e6:,.0f} MB are free there.",
                place=self.channel.name,
                remedy="Free some space there (palimpsest places clean NAME).",
            )
        return TransferPlan(tuple(sentences), size)

    def submit(self, order: Order) -> Iterator[tuple[int, int]]:
        """Send what is missing there, part by part, then the order. Yield the bytes sent and their total.

        Nothing is accepted before the last step. After it ``remote_of`` finds the run.
        """
        hashes = {sha256: path for path, sha256 in order.hashes.items()}
        answer, _ = self.channel.ask({"ask": "have", "files": [*hashes]})
        have, total = answer.numbers("have"), sum(path.stat().st_size for path in hashes.values())
        sent = sum(path.stat().st_size for sha256, path in hashes.items() if have[sha256] < 0)
        for sha256, path in hashes.items():
            at = have[sha256]
            if at < 0:
                continue
            size, first = path.stat().st_size, at
            with path.open("rb") as stream:
                while at >= 0:
                    stream.seek(at)
                    data = stream.read(PART_BYTES)
                    question: JsonObject = {"ask": "put", "sha256": sha256, "at": at, "total": size}
                    at = self.channel.ask(question, data)[0].number("have")
                    if at == 0 and first > 0:
                        first = 0  # the half that was there was damaged: all of it is sent, once
                    elif at >= size or at == 0:
                        raise UserError(
                            "a file has changed while it was sent.", place=str(path), remedy="Try again."
                        )
                    yield sent + (size if at < 0 else at), total
            sent += size
        folders = {
            str(folder): {below: order.hashes[path] for below, path in files.items()}
            for folder, files in order.folders.items()
        }
        self.channel.ask(
            {
                "ask": "order", "token": order.token, "spec": order.spec, "resources": order.resources,
                "folders": folders,
            },
            patience=_LONG_SECONDS,
        )  # fmt: skip

    def remote_of(self, token: str) -> str:
        """Return the place's number of the run that it has accepted under ``token``, or "" for none."""
        answer, _ = self.channel.ask({"ask": "find", "token": token})
        return printable(answer.text("run"), 64)

    def cancel(self, remote: str) -> None:
        """Request that a run stops, with a checkpoint. A waiting one leaves the queue."""
        self.channel.ask({"ask": "stop", "run": remote})

    def resume(self, remote: str, anew: bool = False) -> None:
        """Put an ended run back into the queue there, ``anew``: to begin from the beginning in spite of checkpoints.

        Nothing is done where it is active or finished.
        """
        self.channel.ask({"ask": "resume", "run": remote, "anew": anew})

    def changes(self, since: Mapping[str, Known], wait: float) -> Changes:
        """Return the changes of runs, by their numbers at the place. Wait up to ``wait`` seconds for the first change.

        ``since``: what is here already.
        """
        request = {remote: asdict(owned) for remote, owned in since.items()}
        question: JsonObject = {"ask": "changes", "since": request, "wait": wait}
        answer, payload = self.channel.ask(question, patience=_LONG_SECONDS)
        end = answer.number("rows")
        received = Changes(payload[:end], answer.numbers("numbers"))
        for remote, value in answer.table("logs").items():
            match value:
                case [int(at), int(count)] if count >= 0:
                    received.logs[remote] = at, payload[end : end + count]
                    end += count
                case _:
                    raise BadMessageError("a part of a log is none")
        self._ends = {remote: _end_of(value) for remote, value in answer.table("ends").items()}
        self._waits = {remote: printable(str(words), 160) for remote, words in answer.table("waits").items()}
        return received

    def end(self, remote: str) -> PlaceEnd | None:
        """Return how a run has ended that cannot report it itself, as of the last ``changes``."""
        return self._ends.get(remote)

    def waits_for(self, remote: str) -> str:
        """Return what a queued run is waiting for, as of the last ``changes``."""
        return self._waits.get(remote, "")

    def fetch(self, remote: str, models: bool, folder: Path) -> Iterator[tuple[int, int]]:
        """Bring the files that a run has left, ``models``: its weights too, as a capsule, and check every one of them.

        They are put into its folder here. Yields the bytes here and in all. An interrupted transfer is continued.
        """
        packed, _ = self.channel.ask({"ask": "pack", "run": remote, "models": models}, patience=_LONG_SECONDS)
        total, part = packed.number("total"), folder / "fetch.part"
        private_files.make_folder(folder, below=folder.parent)
        private_files.make_file(part)
        with part.open("rb+") as stream:
            have = min(stream.seek(0, os.SEEK_END), total)
            while have < total:
                _, data = self.channel.ask({"ask": "get", "run": remote, "models": models, "at": have})
                if not data:
                    break
                stream.seek(have)
                stream.write(data)
                have += len(data)
                yield have, total
            stream.truncate(have)
            stream.seek(0)
            digest = hashlib.file_digest(stream, "sha256").hexdigest()
        try:
            if digest != packed.text("sha256"):
                raise PlaceUnreachableError(
                    "the fetched file is damaged, or has changed since.",
                    place=self.channel.name,
                    remedy="It is fetched again.",
                )
            from engine.capsule.opening import fetch_run_files

            fetch_run_files(part, folder)
        finally:
            part.unlink(missing_ok=True)

    def clean(self) -> int:
        """Remove copied files that no active run needs, and return the bytes freed."""
        return self.channel.ask({"ask": "clean"})[0].number("freed")

    def close(self) -> None:
        """Close the connection. Runs continue."""
        self.channel.close()


def _end_of(value: object) -> PlaceEnd:
    match value:
        case ["stopped", str(reason)]:
            return PlaceEnd("stopped", printable(reason, 600))
        case [_, str(reason)]:
            return PlaceEnd("interrupted", printable(reason, 600))
    raise BadMessageError("an end is none")


PARTITION = "Partition"
"""Title of a cluster's finding on one of its partitions, whose name begins it."""


def partition_name(finding: str) -> str:
    """Return the name that a finding on a partition begins with, without the star of the default one.

    >>> partition_name("gpu* (up): 2 x 8 CPUs, 64000 MB, at most 1-00:00:00")
    'gpu'
    """
    return finding.partition(" (")[0].rstrip("*")


def place_report(name: str, greeting: Message) -> PlaceReport:
    """Return a greeting as a report. Raises UserError when the versions on both sides differ."""
    here = installed_version("palimpsest")
    there = printable(greeting.text("program"), 40)
    same = (greeting.number("protocol"), greeting.text("program"), greeting.number("schema_version"))
    if same != (PROTOCOL, here, len(schema.MIGRATIONS)):
        raise UserError(
            f"has Palimpsest {there} (store version {greeting.number('schema_version')}), and this is {here} "
            f"(store version {len(schema.MIGRATIONS)}).",
            place=name,
            remedy="Install the same version on both sides.",
        )
    return PlaceReport(
        there,
        len(schema.MIGRATIONS),
        printable(greeting.text("host"), 100),
        tuple(printable(each, 60) for each in greeting.texts("devices")),
        greeting.number("disk_free"),
        tuple(printable(each, 300) for each in greeting.texts("notes")),
    )
