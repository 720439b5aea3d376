"""The way to a place: OpenSSH's ``ssh`` for a question and its answer, its ``sftp`` for files.

Each question is a command of its own, ``palimpsest places answer``. Where OpenSSH can share one connection among them
(not on Windows), it does for as long as the link is open. A place on this computer is asked without ssh, and its files
are copied.
"""

from __future__ import annotations

import hashlib
import os
import shlex
import shutil
import subprocess
import tempfile
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from engine import child_processes, private_files
from engine.errors import UserError, printable
from engine.json_types import JsonObject
from engine.places.base import Order, PlaceUnreachableError, TransferPlan
from engine.places.messages import (
    PREFIX,
    PlaceAnswer,
    PlaceQuestion,
    PlaceReport,
    QuestionKind,
    Refusal,
    Versions,
)

LONG_SECONDS = 900.0
"""How long an answer may take that packs a model, or lays out gigabytes on a disk without links."""
_SECONDS = 60.0
_END_SECONDS = 5.0
_MOVING_SECONDS = 7 * 86400.0
_BLOCK, _MOST_BLOCKS = 1 << 20, 512
"""Bytes that are read of an answer at a time, and how many times at most."""
_MOST_WORDS = 24
"""Lines of the error output that are kept: ssh's warning of a changed host key, which has some 14, in whole."""
_OPTIONS = ("BatchMode=yes", "ConnectTimeout=15", "ServerAliveInterval=5", "ServerAliveCountMax=3")
PARTITION = "Partition"
"""Title of a cluster's finding on one of its partitions, whose name begins it."""


@dataclass(frozen=True, slots=True)
class SshAccess:
    """How ssh reaches a machine: the host as ssh takes it, port and configuration, and the command of Palimpsest."""

    host: str
    port: int
    config: str
    command: str

    def ssh(self, shared: str, there: str) -> list[str]:
        """Return the command that runs a shell command there. ``shared``: the folder of a shared connection, or ""."""
        return ["ssh", "-T", *self._options(shared), "--", self.host, there]

    def sftp(self, shared: str) -> list[str]:
        """Return the command of sftp that takes its commands from the input."""
        user, at, host = self.host.removeprefix("ssh://").rpartition("@")
        if host.count(":") > 1 and not host.startswith("["):
            host = f"[{host}]"  # an address of IPv6 would be taken for a host and a path
        uri = "sftp://" if self.host.startswith("ssh://") else ""
        return ["sftp", "-q", "-b", "-", *self._options(shared), "--", f"{uri}{user}{at}{host}"]

    def shares_by_itself(self) -> bool:
        """Return whether the user's configuration shares connections, which then holds."""
        command = ["ssh", "-G", *self._options(""), "--", self.host]
        with suppress(OSError, subprocess.TimeoutExpired):
            found = subprocess.run(
                command, capture_output=True, stdin=subprocess.DEVNULL, timeout=_END_SECONDS
            )
            return b"\ncontrolpath " in found.stdout
        return False

    def _options(self, shared: str) -> list[str]:
        chosen = [*_OPTIONS, *([f"Port={self.port}"] if self.port else [])]
        chosen += ["ControlMaster=auto", f"ControlPath={shared}/s", "ControlPersist=60"] if shared else []
        return [word for each in chosen for word in ("-o", each)] + (
            ["-F", self.config] if self.config else []
        )


class Link:
    """The way to a place, a context manager.

    Every question raises PlaceUnreachableError when the place cannot be reached now, and UserError when it refuses, or
    has another version.

    Args:
        name: what errors call the other side.
        home: PALIMPSEST_HOME there, or "".
        access: how ssh reaches it. None for this computer.
        slurm: what Slurm's jobs request. None where the machine computes itself.
    """

    def __init__(
        self, name: str, home: str, access: SshAccess | None, slurm: JsonObject | None = None
    ) -> None:
        self.name, self._home, self._access, self._slurm = name, home, access, slurm
        self._shared = ""
        self._moving: set[subprocess.Popen[bytes]] = set()
        self._arriving: tuple[Path, int] | None = None

    def __enter__(self) -> Link:
        if self._access is not None and os.name == "posix" and not self._access.shares_by_itself():
            self._shared = tempfile.mkdtemp(prefix="palimpsest-", dir="/tmp")  # the path of a socket is short
        return self

    def __exit__(self, *_: object) -> None:
        """End transfers of files, which are gone on with later, and share no connection any longer. Runs continue."""
        self.end_transfers()
        if self._shared:
            shutil.rmtree(self._shared, ignore_errors=True)

    # -- questions

    def ask(self, kind: QuestionKind, seconds: float = _SECONDS, **fields: Any) -> PlaceAnswer:
        """Return the answer to a question of that kind with these fields (``PlaceQuestion``)."""
        versions = Versions.own()
        question = PlaceQuestion(**dict(versions), ask=kind, slurm=self._slurm, **fields)
        code, output, words = self._call(self._command(), question.model_dump_json().encode(), seconds)
        lines = (each for each in output.splitlines() if each.startswith(PREFIX))
        if (line := next(lines, b"").removeprefix(PREFIX)) == b"":
            if code is not None:
                raise explain_end(self.name, code, words)
            raise PlaceUnreachableError(
                f"has not answered for {seconds:.0f} seconds.", place=self.name, remedy="It is tried again."
            )
        try:
            there = Versions.model_validate_json(line)
            if there != versions:
                raise UserError(
                    f"has Palimpsest {there.program} (store version {there.schema_version}), and this is "
                    f"{versions.program} (store version {versions.schema_version}).",
                    place=self.name,
                    remedy="Install the same version on both sides.",
                )
            answer = PlaceAnswer.model_validate_json(line)
        except ValueError as error:
            raise explain_end(self.name, None, [str(error)]) from None
        if answer.error is not None:
            raise self.error_of(answer.error)
        return answer

    def error_of(self, refusal: Refusal) -> UserError:
        """Return a refusal as an error of this place."""
        kind = PlaceUnreachableError if refusal.passes else UserError
        place = f"{self.name}: {refusal.place}" if refusal.place else self.name
        return kind(refusal.message, place=place, remedy=refusal.remedy)

    def greet(self) -> PlaceReport:
        """Return what the place has."""
        return self._report(self.ask("greet"))

    def examine(self) -> PlaceReport:
        """Return what the place has, with the findings of ``palimpsest doctor``."""
        answer = self.ask("examine", LONG_SECONDS)
        notes = [
            f"{name}: {value}{'' if ok else f'. {remedy}'}" for name, ok, value, remedy in answer.findings
        ]
        names = [partition_name(value) for name, _, value, _ in answer.findings if name == PARTITION]
        found = {"notes": tuple(notes), "partitions": tuple(dict.fromkeys(names))}
        return self._report(answer).model_copy(update=found)

    def plan(self, orders: Sequence[Order]) -> TransferPlan:
        """Return what sending runs would copy and request: every file once, without those that are there already."""
        sizes = {sha256: size for order in orders for sha256, size in order.record.sizes.items()}
        answer = self.ask("plan", sizes=sizes)
        report, missing = self._report(answer), answer.missing
        size = sum(sizes[sha256] - missing[sha256] for sha256 in sizes.keys() & missing)
        sentences = [
            f"{len(orders)} {'run' if len(orders) == 1 else 'runs'} on {report.host}, {' or '.join(report.devices)}.",
            f"{len(missing):,} of {len(sizes):,} files are copied, {size / 1e6:,.1f} MB. The rest is there."
            if sizes
            else "Nothing is copied: everything it reads is part of every installation.",
            f"{report.disk_free / 1e9:,.1f} GB are free there.",
            *answer.sentences,
            *dict.fromkeys(sentence for order in orders for sentence in order.excluded),
        ]
        if size > report.disk_free:
            raise UserError(
                f"{size / 1e6:,.0f} MB are to be copied, and {report.disk_free / 1e6:,.0f} MB are free there.",
                place=self.name,
                remedy="Free some space there (palimpsest places clean NAME).",
            )
        return TransferPlan(tuple(sentences), size)

    def clean(self) -> int:
        """Remove copied files that no active run needs, and return the bytes freed."""
        return self.ask("clean", LONG_SECONDS).freed

    def _report(self, answer: PlaceAnswer) -> PlaceReport:
        if answer.report is None:
            raise explain_end(self.name, None, [])
        return answer.report

    def _command(self) -> list[str]:
        if self._access is not None:
            home = f"PALIMPSEST_HOME={shlex.quote(self._home)} " if self._home else ""
            return self._access.ssh(self._shared, f"{home}{self._access.command} places answer")
        here = child_processes.module_command("engine", "places", "answer")
        return ["env", f"PALIMPSEST_HOME={self._home}", *here] if self._home else here

    # -- files

    def send(self, files: Mapping[str, Path], folder: str) -> None:
        """Send files to the place's ``folder``, each under its hash, to the end of what is there of it."""
        with tempfile.TemporaryDirectory(prefix="palimpsest-sending-") as room:
            for sha256, path in files.items():
                # Under a name of ours: sftp reads quotes, patterns and line breaks in others.
                target = Path(room, sha256) if self._access is not None else Path(folder, f"{sha256}.part")
                try:
                    os.symlink(path.absolute(), target)
                except OSError:  # it is there, or only few may make links on this system
                    shutil.copyfile(path, target)
            self._move([f"reput {sha256} {sha256}.part" for sha256 in files], folder, Path(room))

    def fetch(self, token: str, models: bool, folder: Path) -> None:
        """Fetch the files that a run has left, ``models``: its weights too, and put them into its folder here.

        They come as a capsule, and every one of them is checked. An interrupted transfer is continued.
        """
        from engine.capsule.opening import fetch_run_files

        packed = self.ask("pack", LONG_SECONDS, token=token, models=models)
        part = folder / "fetch.part"
        private_files.make_folder(folder, root=folder.parent)
        private_files.make_file(part)
        if part.stat().st_size > packed.total:
            part.write_bytes(b"")
        self._arriving = part, packed.total
        source, _, name = packed.file.rpartition("/")
        if part.stat().st_size < packed.total:
            if self._access is None:
                shutil.copyfile(packed.file, part)
            self._move([f"reget {_quoted(name)} {part.name}"], source, folder)
        try:
            with part.open("rb") as stream:
                digest = hashlib.file_digest(stream, "sha256").hexdigest()
            if digest != packed.sha256:
                raise PlaceUnreachableError(
                    "the fetched file is damaged, or has changed since.",
                    place=self.name,
                    remedy="It is fetched again.",
                )
            fetch_run_files(part, folder)
        finally:
            part.unlink(missing_ok=True)

    @property
    def arrived(self) -> tuple[int, int]:
        """The bytes that are here of what is being fetched, and in all."""
        part, total = self._arriving or (None, 0)
        return (part.stat().st_size if part is not None and part.is_file() else 0), total

    def end_transfers(self) -> None:
        """End transfers of files. What has arrived stays."""
        for each in list(self._moving):
            each.kill()

    def _move(self, lines: Sequence[str], folder: str, here: Path) -> None:
        """Let sftp move files between the folder there and the one here, if the place is not this computer.

        Raises PlaceUnreachableError if the connection breaks, UserError for what sftp refuses.
        """
        if self._access is None:
            return
        source = "\n".join([f"cd {_quoted(folder)}", *lines, ""]).encode()
        command = self._access.sftp(self._shared)
        code, _, words = self._call(command, source, _MOVING_SECONDS, here)
        if code is None or code < 0 or code == 255:
            raise explain_end(self.name, 255, words)
        if code:
            text, is_sent = " / ".join(words), lines[0].startswith("reput")
            remedy = "Free some space there. Nothing is lost." if is_sent else "Try again."
            raise UserError(f"sftp reports: {text}.", place=self.name, remedy=remedy)

    def _call(
        self, command: Sequence[str], source: bytes, seconds: float, here: Path | None = None
    ) -> tuple[int | None, bytes, list[str]]:
        """Run a command in the folder ``here``. Return its exit code, its output and the end of its error output.

        The code is None where it has taken longer than ``seconds``.
        """
        with tempfile.TemporaryFile() as stdin, tempfile.TemporaryFile() as stderr:
            stdin.write(source)
            stdin.seek(0)
            try:
                process = subprocess.Popen(
                    command, stdin=stdin, stdout=subprocess.PIPE, stderr=stderr, cwd=here,
                    **child_processes.detached_options(),  # type: ignore[call-overload]
                )  # fmt: skip
            except OSError as error:
                raise UserError(
                    f"the command {command[0]} cannot be started ({error.strerror}).",
                    place=self.name,
                    remedy="Install the OpenSSH client.",
                ) from error
            timer = threading.Timer(seconds, process.kill)
            timer.start()
            if here is not None:
                self._moving.add(process)
            try:
                with process:
                    blocks = iter(lambda: process.stdout.read(_BLOCK), b"")
                    output = b"".join(islice(blocks, _MOST_BLOCKS))
            finally:
                is_late = timer.finished.is_set()
                timer.cancel()
                process.kill()
                self._moving.discard(process)
            stderr.seek(0)
            lines = stderr.read(1 << 20).decode("utf-8", "replace").splitlines()[-_MOST_WORDS:]
            words = [printable(each.strip(), 300) for each in lines if each.strip()]
            return None if is_late else process.returncode, output, words


def partition_name(finding: str) -> str:
    """Return the name that a finding on a partition begins with, without the star of the default one.

    >>> partition_name("gpu* (up): 2 x 8 CPUs, 64000 MB, at most 1-00:00:00")
    'gpu'
    """
    return finding.partition(" (")[0].rstrip("*")


def _quoted(text: str) -> str:
    """Return a name as sftp takes it."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


_LASTING = (
    # Of a changed key ssh says the next one too, which must not be answered by accepting it.
    (
        "REMOTE HOST IDENTIFICATION HAS CHANGED",
        "Find out why. Then remove the old key with: ssh-keygen -R HOST",
    ),
    ("Host key verification failed", "If that is the right machine, accept its key once: ssh HOST"),
    (
        "Permission denied",
        "Allow login without a password: use a key in the agent (ssh-add), or ssh-copy-id HOST.",
    ),
    ("Could not resolve hostname", "Check the name, or the alias in ~/.ssh/config."),
    ("Bad configuration option", "Fix the configuration of ssh."),
    ("subsystem request failed", "Enable the subsystem sftp of its SSH server."),
    ("Received message too long", "The login there must not print anything if there is no terminal."),
)
"""Words of ssh and sftp that waiting will not change, and what to do."""


def explain_end(name: str, code: int | None, words: Sequence[str]) -> UserError:
    """Return the error for a command that has ended with ``code``, after these words on its error output."""
    words_of_ssh = " / ".join(printable(each, 300) for each in words)
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
