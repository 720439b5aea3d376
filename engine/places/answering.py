"""``palimpsest places answer``: answer one request of another Palimpsest.

The request is a JSON object on standard input, the answer a line of JSON on standard output
(``engine.places.messages``). An answer with an ``error`` explains why nothing was done. Runs and the queue of the
machine continue in their own processes, and files are transferred by sftp.

It opens no port and needs no password, because its caller has already logged in.
"""

from __future__ import annotations

import hashlib
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

from engine import paths, private_files
from engine.errors import UserError, file_error
from engine.launch.processes import host_name
from engine.places.base import PlaceUnreachableError
from engine.places.changes import copy_changes, pack, read_log_part
from engine.places.messages import PlaceAnswer, PlaceQuestion, PlaceReport, Refusal, Versions
from engine.places.queue_host import QueueHost
from engine.places.receiving import clean_received, missing_files, received_folder, require_room
from engine.places.slurm.host import SlurmHost
from engine.store import Store
from engine.store.transfer import memory_store

_Fields = dict[str, Any]
_Host = QueueHost | SlurmHost


def answer_question(data: bytes, store: Path) -> str:
    """Return the answer to a request as JSON. ``store``: the store of runs that this machine computes itself."""
    versions = Versions.own()
    try:
        if Versions.model_validate_json(data) != versions:
            return versions.model_dump_json()
        fields = _dispatch(PlaceQuestion.model_validate_json(data), store)
    except (UserError, OSError, sqlite3.Error, ValueError, KeyError, TypeError) as error:
        fields = {"error": _refusal_of(error)}
    return PlaceAnswer(**dict(versions), **fields).model_dump_json(exclude_defaults=True)


def _dispatch(question: PlaceQuestion, store: Path) -> _Fields:
    private_files.make_folder(paths.home())
    handler = _ANSWERS[question.ask]
    if question.slurm is not None:
        return handler(SlurmHost.of(question.slurm, question.memory), question)
    with Store(store) as database:
        return handler(QueueHost(database, question.memory), question)


def _refusal_of(error: Exception) -> Refusal:
    if isinstance(error, OSError):
        error = file_error(error, paths.home())
    if isinstance(error, UserError):
        passes = isinstance(error, PlaceUnreachableError)
        return Refusal(message=error.message, place=error.place, remedy=error.remedy, passes=passes)
    if isinstance(error, sqlite3.Error):
        return Refusal(message=f"the store there cannot be used ({error}).")
    return Refusal(message=f"the question cannot be understood ({error!r}).")


def _greet(host: _Host, question: PlaceQuestion) -> _Fields:
    report = PlaceReport(
        program=question.program, schema_version=question.schema_version, host=host_name(),
        devices=tuple(host.devices), disk_free=shutil.disk_usage(paths.home()).free,
    )  # fmt: skip
    return {"report": report}


def _examine(host: _Host, question: PlaceQuestion) -> _Fields:
    from engine.doctor import examine_machine  # torch and Qt

    parts = [each for each in examine_machine() if each.name != "Display"]
    findings = [(each.name, each.ok, each.value, each.remedy) for each in parts]
    return _greet(host, question) | {"findings": (*findings, *host.findings())}


def _plan(host: _Host, question: PlaceQuestion) -> _Fields:
    fields = {
        "missing": missing_files(question.sizes, prepare=False),
        "sentences": tuple(host.describe_request()),
    }
    return _greet(host, question) | fields


def _exchange(host: _Host, question: PlaceQuestion) -> _Fields:
    """Carry out the requests for runs, then return the changes of runs."""
    accepted: dict[str, str] = {}
    missing: dict[str, int] = {}
    refused: dict[str, Refusal] = {}
    done = []
    for order in question.orders:
        try:
            absent = {} if host.find(order.token) else missing_files(order.sizes)
            require_room(order.sizes, absent)
            missing |= absent
            if not absent:
                accepted[order.token] = host.accept(order)
        except (UserError, OSError) as error:
            refused[order.token] = _refusal_of(error)
    for token in (*question.stop, *question.resume):
        try:
            if token in question.resume:
                host.resume(token, question.resume[token])
            elif remote := host.find(token):
                accepted[token] = remote
                host.stop(token)
            done.append(token)
        except PlaceUnreachableError:
            pass  # the request will be repeated
        except (UserError, OSError) as error:
            refused[token] = _refusal_of(error)
    host.attend([*question.owned, *accepted])
    return _news(host, question) | {
        "accepted": accepted, "missing": missing, "refused": refused, "done": tuple(done), "memory": host.memory,
        "folder": str(received_folder().absolute() / "files"),
    }  # fmt: skip


def _news(host: _Host, question: PlaceQuestion) -> _Fields:
    changed, logs, ends, waits = dict[str, tuple[int, str]](), dict[str, tuple[int, bytes]](), {}, {}
    with closing(memory_store()) as rows:
        for token, owned in question.owned.items():
            # Read the end first, so that all rows written before it are sent before it.
            end = host.end(token, owned.remote)
            if (source := host.rows(token)) is not None:
                stamp = copy_changes(rows, len(changed) + 1, *source, owned.stamp)
                if stamp != owned.stamp:
                    changed[token] = len(changed) + 1, stamp
            if (log := read_log_part(host.folder(token), owned.log))[1]:
                logs[token] = log
            if end is not None and token not in changed and token not in logs:
                ends[token] = end
            if reason := host.waits_for(token):
                waits[token] = reason
        packed_rows = pack(rows) if changed else b""
    return {"rows": packed_rows, "changed": changed, "logs": logs, "ends": ends, "waits": waits}


def _pack(host: _Host, question: PlaceQuestion) -> _Fields:
    """Write the files of a run as a capsule, unless an interrupted transfer has done so already."""
    if not host.find(question.token):
        raise UserError(
            "its folder was deleted there.", place=question.token[:8], remedy="Start the design again."
        )
    file = (
        received_folder().absolute()
        / "fetch"
        / f"{question.token}{'-models' if question.models else ''}.capsule"
    )
    private_files.make_folder(file.parent)
    if not file.is_file():
        host.pack(question.token, question.models, file)
    with file.open("rb") as stream:
        digest = hashlib.file_digest(stream, "sha256").hexdigest()
    return {"file": str(file), "total": file.stat().st_size, "sha256": digest}


def _clean(host: _Host, question: PlaceQuestion) -> _Fields:
    return {"freed": clean_received(host.inputs_in_use())}


_ANSWERS: dict[str, Callable[[_Host, PlaceQuestion], _Fields]] = {
    "greet": _greet, "examine": _examine, "plan": _plan, "exchange": _exchange, "pack": _pack, "clean": _clean,
}  # fmt: skip
