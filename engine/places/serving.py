"""``palimpsest places serve``: answers another Palimpsest over the two ends of a pipe, such as SSH's.

The first line is a greeting, ``palimpsest-place`` and a JSON object. Anything that a login shell has printed before it
is skipped. Then each request is a line of JSON, ``{"ask": "changes", ...}``, followed by as many bytes as its ``bytes``
field states, and so is each answer. An answer with ``error`` and ``remedy`` explains why nothing was done. The process
ends with its input. Runs and the queue of the machine continue in processes of their own.

It opens no port and needs no password: a user who may start it may log in there anyway.
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
from typing import TYPE_CHECKING, BinaryIO

from engine import paths, private_files
from engine.errors import UserError, file_error
from engine.json_types import JsonObject
from engine.launch.processes import host_name
from engine.places.base import PlaceUnreachableError
from engine.places.changes import ChangesFile, Known, new_log_part
from engine.places.messages import GREETING, MOST_LINE, PART_BYTES, PROTOCOL, BadMessageError, Message
from engine.places.receiving import ReceivedOrder, bytes_here, clean_received, receive_part, received_folder
from engine.store import schema

if TYPE_CHECKING:
    from engine.places.queue_host import QueueHost
    from engine.places.slurm.host import SlurmHost

_MOST_WAIT = 5.0


def greeting(host: QueueHost | SlurmHost) -> JsonObject:
    """Return the machine's greeting."""
    private_files.make_folder(paths.home())
    return {
        "protocol": PROTOCOL, "program": installed_version("palimpsest"), "schema_version": len(schema.MIGRATIONS),
        "host": host_name(), "devices": list(host.devices),
        "disk_free": shutil.disk_usage(paths.home()).free, "notes": [],
    }  # fmt: skip


def serve(host: QueueHost | SlurmHost, source: BinaryIO, target: BinaryIO) -> None:
    """Greet, then answer questions until the input ends."""
    target.write(GREETING + json.dumps(greeting(host)).encode() + b"\n")
    target.flush()
    server = _Server(host)
    while line := _read_line(source):
        try:
            question = Message.parse(line)
            answer, payload = server.answer(question, source.read(question.number("bytes")))
        except UserError as error:
            passes = isinstance(error, PlaceUnreachableError)
            answer = {
                "error": error.message, "place": error.place, "remedy": error.remedy, "passes": passes
            }  # fmt: skip
            payload = b""
        except OSError as error:
            refusal = file_error(error, paths.home())
            answer, payload = (
                {"error": refusal.message, "place": refusal.place, "remedy": refusal.remedy},
                b"",
            )
        except sqlite3.Error as error:
            answer, payload = {"error": f"the store there cannot be used ({error})."}, b""
        except (ValueError, KeyError, TypeError) as error:
            answer, payload = {"error": f"the question cannot be understood ({error!r})."}, b""
        target.write(json.dumps(answer | {"bytes": len(payload)}).encode() + b"\n" + payload)
        target.flush()


def _read_line(source: BinaryIO) -> bytes:
    """Return the next line. Empty at the end of the input, or where it cannot be read."""
    try:
        return source.readline(MOST_LINE)
    except OSError:
        return b""


class _Server:
    """Answers the questions of one connection."""

    def __init__(self, host: QueueHost | SlurmHost) -> None:
        self.host = host
        self.answers: dict[str, Callable[[Message, bytes], tuple[JsonObject, bytes]]] = {
            "have": self._have, "put": self._put, "order": self._order, "find": self._find, "stop": self._stop,
            "resume": self._resume, "changes": self._changes, "pack": self._pack, "get": self._get,
            "clean": self._clean, "doctor": self._doctor, "plan": self._plan,
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

    def _plan(self, _question: Message, _data: bytes) -> tuple[JsonObject, bytes]:
        return {"said": self.host.describe_request()}, b""

    def _order(self, question: Message, _data: bytes) -> tuple[JsonObject, bytes]:
        folders = {
            folder: {below: str(sha256) for below, sha256 in Message({"files": files}).table("files").items()}
            for folder, files in question.table("folders").items()
        }
        order = ReceivedOrder(
            question.text("token"), question.table("spec"), question.text("resources"), folders
        )
        return {"run": self.host.accept(order)}, b""

    def _find(self, question: Message, _data: bytes) -> tuple[JsonObject, bytes]:
        return {"run": self.host.find(question.text("token"))}, b""

    def _stop(self, question: Message, _data: bytes) -> tuple[JsonObject, bytes]:
        self.host.stop(question.text("run"))
        return {}, b""

    def _resume(self, question: Message, _data: bytes) -> tuple[JsonObject, bytes]:
        self.host.resume(question.text("run"), question.flag("anew"))
        return {}, b""

    def _changes(self, question: Message, _data: bytes) -> tuple[JsonObject, bytes]:
        since = {remote: Known.parse(each) for remote, each in question.table("since").items()}
        until = time.monotonic() + min(question.seconds("wait"), _MOST_WAIT)
        while True:
            self.host.attend(list(since))
            ends: dict[str, object] = {}
            numbers, logs = dict[str, int](), dict[str, tuple[int, bytes]]()
            with ChangesFile() as changes:
                for remote, owned in since.items():
                    # Asked first: what it has written until then is read afterwards, and told before its end.
                    end = self.host.end(remote)
                    if (news := self.host.news(remote)) is not None:
                        numbers[remote] = changes.add(*news, owned)
                    if (log := new_log_part(self.host.folder(remote), owned.log))[1]:
                        logs[remote] = log
                    if end is not None and remote not in numbers and remote not in logs:
                        ends[remote] = [end.status, end.reason]
                if numbers or logs or ends or time.monotonic() >= until:
                    rows = changes.packed()
                    waits = {remote: words for remote in since if (words := self.host.waits_for(remote))}
                    parts = {remote: [at, len(part)] for remote, (at, part) in logs.items()}
                    answer: JsonObject = {
                        "rows": len(rows), "numbers": numbers, "logs": parts, "ends": ends, "waits": waits
                    }  # fmt: skip
                    return answer, rows + b"".join(part for _, part in logs.values())
            self.host.wait_for_change(until)

    def _pack(self, question: Message, _data: bytes) -> tuple[JsonObject, bytes]:
        file = _packed_file(question)
        private_files.make_folder(file.parent)
        if not file.is_file():
            self.host.pack(question.text("run"), question.flag("models"), file)
        with file.open("rb") as stream:
            digest = hashlib.file_digest(stream, "sha256").hexdigest()
        return {"total": file.stat().st_size, "sha256": digest}, b""

    def _get(self, question: Message, _data: bytes) -> tuple[JsonObject, bytes]:
        with _packed_file(question).open("rb") as stream:
            stream.seek(question.number("at"))
            return {}, stream.read(PART_BYTES)

    def _clean(self, _question: Message, _data: bytes) -> tuple[JsonObject, bytes]:
        return {"freed": clean_received(self.host.inputs_in_use())}, b""

    def _doctor(self, _question: Message, _data: bytes) -> tuple[JsonObject, bytes]:
        from engine.doctor import examine_machine  # torch and Qt

        parts = [each for each in examine_machine() if each.name != "Display"]
        return {
            "findings": [
                *([each.name, each.ok, each.value, each.remedy] for each in parts),
                *(list(each) for each in self.host.findings()),
            ]
        }, b""


def _packed_file(question: Message) -> Path:
    run = question.text("run")
    if not run.isalnum():
        raise BadMessageError("run is no name of a run")
    return received_folder() / "fetch" / f"{run}{'-models' if question.flag('models') else ''}.capsule"
