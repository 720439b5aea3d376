"""``palimpsest places serve``: what a machine answers to another Palimpsest over the two ends of a pipe, such as SSH's.

The first line is a greeting, ``palimpsest-place`` and a JSON object; whatever a login shell has printed before it is
skipped. Then each question is a line of JSON, ``{"ask": "changes", ...}``, followed by as many bytes as its ``bytes``
says, and so is each answer. An answer with ``error`` and ``remedy`` says why nothing was done. The process ends with
its input; runs and the queue of the machine go on in processes of their own.

It opens no port and asks for no password: who may start it may log in there anyway.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import sqlite3
import time
from collections.abc import Callable
from importlib.metadata import version as installed_version
from pathlib import Path
from typing import BinaryIO

from engine import launch, paths, private_files
from engine.capsule.writing import write_capsule
from engine.errors import UserError, file_error
from engine.json_types import JsonObject
from engine.launch.processes import host_name
from engine.places.base import Cursor
from engine.places.changes import ChangeLog
from engine.places.frames import FrameReader
from engine.places.messages import Message
from engine.places.receiving import (
    ReceivedOrder,
    bytes_here,
    clean_received,
    find_received_run,
    receive_part,
    receive_run,
    received_folder,
)
from engine.store import Store, runs, schema

GREETING = b"palimpsest-place "
PROTOCOL = 1
MOST_LINE = 64 << 20
PART_BYTES = 512 << 10
"""Bytes of a file in one question or answer: at 1 MB/s half a second, between which curves go on."""
_POLL_SECONDS = 0.2
_MOST_WAIT = 5.0
_RUNNER_SECONDS = 5.0
"""How long a new queue runner is given to take the lease before another one is started."""


def greeting() -> JsonObject:
    """Return what this machine says of itself."""
    private_files.make_folder(paths.home())
    return {
        "protocol": PROTOCOL, "program": installed_version("palimpsest"), "schema_version": len(schema.MIGRATIONS),
        "host": host_name(), "devices": list(launch.local_devices()),
        "disk_free": shutil.disk_usage(paths.home()).free, "notes": [],
    }  # fmt: skip


def serve(store: Store, source: BinaryIO, target: BinaryIO) -> None:
    """Greet, then answer questions until the input ends."""
    target.write(GREETING + json.dumps(greeting()).encode() + b"\n")
    target.flush()
    server = _Server(store)
    while line := _read_line(source):
        try:
            question = Message.parse(line)
            answer, payload = server.answer(question, source.read(question.number("bytes")))
        except UserError as error:
            answer, payload = {"error": error.message, "place": error.place, "remedy": error.remedy}, b""
        except OSError as error:
            found = file_error(error, store.path)
            answer, payload = {"error": found.message, "place": found.place, "remedy": found.remedy}, b""
        except sqlite3.Error as error:
            answer, payload = {"error": f"the store there cannot be used ({error})."}, b""
        except (ValueError, KeyError, TypeError) as error:
            answer, payload = {"error": f"the question cannot be understood ({error!r})."}, b""
        target.write(json.dumps(answer | {"bytes": len(payload)}).encode() + b"\n" + payload)
        target.flush()


def _read_line(source: BinaryIO) -> bytes:
    """Return the next line; nothing at the end of the input, or where there is none to be read."""
    try:
        return source.readline(MOST_LINE)
    except OSError:
        return b""


class _Server:
    """Answers the questions of one connection."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.logs: dict[int, tuple[ChangeLog, FrameReader]] = {}
        self.runner_started = float("-inf")
        self.answers: dict[str, Callable[[Message, bytes], tuple[JsonObject, bytes]]] = {
            "have": self._have, "put": self._put, "order": self._order, "find": self._find, "stop": self._stop,
            "resume": self._resume, "changes": self._changes, "pack": self._pack, "get": self._get,
            "clean": self._clean, "doctor": self._doctor,
        }  # fmt: skip

    def answer(self, question: Message, data: bytes) -> tuple[JsonObject, bytes]:
        """Return the answer to a question, and the bytes that follow it."""
        return self.answers[question.text("ask")](question, data)

    def _have(self, question: Message, _data: bytes) -> tuple[JsonObject, bytes]:
        return {
            "have": bytes_here(question.texts("files")),
            "disk_free": shutil.disk_usage(paths.home()).free,
        }, b""

    def _put(self, question: Message, data: bytes) -> tuple[JsonObject, bytes]:
        return {
            "have": receive_part(
                question.text("sha256"), question.number("at"), data, question.number("total")
            )
        }, b""

    def _order(self, question: Message, _data: bytes) -> tuple[JsonObject, bytes]:
        folders = {
            folder: {below: str(sha256) for below, sha256 in Message({"files": files}).table("files").items()}
            for folder, files in question.table("folders").items()
        }
        order = ReceivedOrder(
            question.text("token"), question.table("spec"), question.text("resources"), folders
        )
        number = receive_run(self.store, order)
        self._care_for_queue()
        return {"run": number}, b""

    def _find(self, question: Message, _data: bytes) -> tuple[JsonObject, bytes]:
        return {"run": find_received_run(self.store, question.text("token"))}, b""

    def _stop(self, question: Message, _data: bytes) -> tuple[JsonObject, bytes]:
        launch.request_stop(self.store, question.number("run"))
        return {}, b""

    def _resume(self, question: Message, _data: bytes) -> tuple[JsonObject, bytes]:
        number = question.number("run")
        launch.reconcile_runs(self.store)
        if runs.get_run(self.store, number).resumable:
            launch.resume_run(self.store, number)
        self._care_for_queue()
        return {}, b""

    def _changes(self, question: Message, _data: bytes) -> tuple[JsonObject, bytes]:
        since: dict[int, Cursor] = {}
        for remote, each in question.table("since").items():
            stream, last = Message({"cursor": each}).items("cursor")
            since[int(remote)] = Cursor(str(stream), int(str(last)))
        until = time.monotonic() + min(question.seconds("wait"), _MOST_WAIT)
        gone = [number for number in since if not self._is_here(number)]
        while True:
            self._care_for_queue()
            launch.reconcile_runs(self.store)
            found = {}
            for number, cursor in since.items():
                if number not in gone:
                    if number not in self.logs:
                        log = ChangeLog(self.store, number)
                        self.logs[number] = log, FrameReader(log.file)
                    log, reader = self.logs[number]
                    log.update()
                    if lines := reader.read_since(cursor):
                        found[number] = lines
            if found or gone or time.monotonic() >= until:
                payload = b"".join(line for lines in found.values() for line in lines)
                counts = {str(number): len(lines) for number, lines in found.items()}
                return {"counts": counts, "gone": gone}, payload
            self._wait_for_change(until)

    def _is_here(self, number: int) -> bool:
        return self.store.execute("SELECT 1 FROM runs WHERE id = ?", (number,)).fetchone() is not None

    def _wait_for_change(self, until: float) -> None:
        version = self.store.data_version
        while time.monotonic() < until and self.store.data_version == version:
            time.sleep(_POLL_SECONDS)

    def _care_for_queue(self) -> None:
        """Start queue runners where runs wait and nobody runs them; each ends by itself when nothing is left."""
        if time.monotonic() - self.runner_started < _RUNNER_SECONDS:
            return
        if runs.count_active_runs(self.store)[1] and not launch.has_runner(self.store):
            self.runner_started = time.monotonic()
            launch.start_detached_runners(self.store.path, launch.local_devices())

    def _pack(self, question: Message, _data: bytes) -> tuple[JsonObject, bytes]:
        number, models = question.number("run"), question.flag("models")
        file = _packed_file(number, models)
        private_files.make_folder(file.parent)
        if not file.is_file():
            write_capsule(self.store, [number], file, with_models=models, overwrite=True)
        with file.open("rb") as stream:
            digest = hashlib.file_digest(stream, "sha256").hexdigest()
        return {"total": file.stat().st_size, "sha256": digest}, b""

    def _get(self, question: Message, _data: bytes) -> tuple[JsonObject, bytes]:
        with _packed_file(question.number("run"), question.flag("models")).open("rb") as stream:
            stream.seek(question.number("at"))
            return {}, stream.read(PART_BYTES)

    def _clean(self, _question: Message, _data: bytes) -> tuple[JsonObject, bytes]:
        return {"freed": clean_received(self.store)}, b""

    def _doctor(self, _question: Message, _data: bytes) -> tuple[JsonObject, bytes]:
        from engine.doctor import examine_machine  # torch and Qt

        found = [each for each in examine_machine() if each.name != "Display"]
        return {"findings": [[each.name, each.ok, each.value, each.remedy] for each in found]}, b""


def _packed_file(number: int, models: bool) -> Path:
    return received_folder() / "fetch" / f"{number}{'-models' if models else ''}.capsule"
