"""The connection to a place: OpenSSH's ``ssh`` for messages, its ``sftp`` for files.

Each message is a separate command, ``palimpsest places answer``. If OpenSSH can share one connection among them (not on
Windows), it does so while the link is open. A place on this computer is called without ssh, and its files are copied.
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
"""Maximum time for an answer that packs a model, or lays out gigabytes on a disk without links."""
_SECONDS = 60.0
_END_SECONDS = 5.0
_TRANSFER_SECONDS = 7 * 86400.0
_BLOCK, _MAX_BLOCKS = 1 << 20, 512
"""Size of one read of an answer in bytes, and the maximum number of reads."""
_MAX_ERROR_LINES = 24
"""Number of kept lines of error output: enough for ssh's warning of a changed host key with its 14 lines."""
_OPTIONS = ("BatchMode=yes", "ConnectTimeout=15", "ServerAliveInterval=5", "ServerAliveCountMax=3")
PARTITION = "Partition"
"""Title of a cluster's finding on one of its partitions. The finding begins with the partition's name."""


@dataclass(frozen=True, slots=True)
class SshAccess:
    """SSH access to a machine: the host as ssh accepts it, port, configuration, and the command of Palimpsest."""

    host: str
    port: int
    config: str
    command: str

    def ssh(self, folder: str, remote_command: str) -> list[str]:
        """Return the ssh command for a shell command. ``folder``: the folder of a shared connection, or ""."""
        return ["ssh", "-T", *self._options(folder), "--", self.host, remote_command]

    def sftp(self, folder: str) -> list[str]:
        """Return the sftp command that reads its commands from standard input."""
        user, at, host = self.host.removeprefix("ssh://").rpartition("@")
        if host.count(":") > 1 and not host.startswith("["):
            host = f"[{host}]"  # otherwise sftp would split an IPv6 address into host and path
        uri = "sftp://" if self.host.startswith("ssh://") else ""
        return ["sftp", "-q", "-b", "-", *self._options(folder), "--", f"{uri}{user}{at}{host}"]

    def shares_connections(self) -> bool:
        """Return whether the user's own configuration already shares connections."""
        command = ["ssh", "-G", *self._options(""), "--", self.host]
        with suppress(OSError, subprocess.TimeoutExpired):
            result = subprocess.run(
                command, capture_output=True, stdin=subprocess.DEVNULL, timeout=_END_SECONDS
            )
            return b"\ncontrolpath " in result.stdout
        return False

    def _options(self, folder: str) -> list[str]:
        options = [*_OPTIONS, *([f"Port={self.port}"] if self.port else [])]
        options += ["ControlMaster=auto", f"ControlPath={folder}/s", "ControlPersist=60"] if folder else []
        return [argument for each in options for argument in ("-o", each)] + (
            ["-F", self.config] if self.config else []
        )


class Link:
    """The connection to a place, a context manager.

    Every message raises PlaceUnreachableError if the place cannot be reached now, and UserError if it refuses or has
    another version.

    Args:
        name: the name of the place in errors.
        home: PALIMPSEST_HOME there, or "".
        access: the SSH access. None for this computer.
        slurm: what Slurm jobs request. None if the machine computes itself.
    """

    def __init__(
        self, name: str, home: str, access: SshAccess | None, slurm: JsonObject | None = None
    ) -> None:
        self.name, self._home, self._access, self._slurm = name, home, access, slurm
        self._socket_folder = ""
        self._transfers: set[subprocess.Popen[bytes]] = set()
        self._incoming: tuple[Path, int] | None = None

    def __enter__(self) -> Link:
        if self._access is not None and os.name == "posix" and not self._access.shares_connections():
            # Paths of sockets must be short.
            self._socket_folder = tempfile.mkdtemp(prefix="palimpsest-", dir="/tmp")
        return self

    def __exit__(self, *_: object) -> None:
        """End transfers of files, which continue later, and close the shared connection. Runs continue."""
        self.end_transfers()
        if self._socket_folder:
            shutil.rmtree(self._socket_folder, ignore_errors=True)

    # -- questions

    def ask(self, kind: QuestionKind, seconds: float = _SECONDS, **fields: Any) -> PlaceAnswer:
        """Return the answer to a request of that kind with these fields (``PlaceQuestion``)."""
        versions = Versions.own()
        question = PlaceQuestion(**dict(versions), ask=kind, slurm=self._slurm, **fields)
        code, output, error_lines = self._call(self._command(), question.model_dump_json().encode(), seconds)
        lines = (each for each in output.splitlines() if each.startswith(PREFIX))
        if (line := next(lines, b"").removeprefix(PREFIX)) == b"":
            if code is not None:
                raise explain_end(self.name, code, error_lines)
            raise PlaceUnreachableError(
                f"has not answered for {seconds:.0f} seconds.", place=self.name, remedy="It is tried again."
            )
        try:
            remote = Versions.model_validate_json(line)
            if remote != versions:
                raise UserError(
                    f"has Palimpsest {remote.program} (store version {remote.schema_version}), and this is "
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
        """Return the report of the place."""
        return self._report(self.ask("greet"))

    def examine(self) -> PlaceReport:
        """Return the report of the place, with the findings of ``palimpsest doctor``."""
        answer = self.ask("examine", LONG_SECONDS)
        notes = [
            f"{name}: {value}{'' if ok else f'. {remedy}'}" for name, ok, value, remedy in answer.findings
        ]
        names = [partition_name(value) for name, _, value, _ in answer.findings if name == PARTITION]
        update = {"notes": tuple(notes), "partitions": tuple(dict.fromkeys(names))}
        return self._report(answer).model_copy(update=update)

    def plan(self, orders: Sequence[Order]) -> TransferPlan:
        """Return what sending runs would copy and request. Files that are there already are not counted."""
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
        """Delete copied files that no active run needs, and return the freed bytes."""
        return self.ask("clean", LONG_SECONDS).freed

    def _report(self, answer: PlaceAnswer) -> PlaceReport:
        if answer.report is None:
            raise explain_end(self.name, None, [])
        return answer.report

    def _command(self) -> list[str]:
        if self._access is not None:
            home = f"PALIMPSEST_HOME={shlex.quote(self._home)} " if self._home else ""
            return self._access.ssh(self._socket_folder, f"{home}{self._access.command} places answer")
        command = child_processes.module_command("engine", "places", "answer")
        return ["env", f"PALIMPSEST_HOME={self._home}", *command] if self._home else command

    # -- files

    def send(self, files: Mapping[str, Path], folder: str) -> None:
        """Append files to the parts in the place's ``folder``, which are named after their hashes."""
        with tempfile.TemporaryDirectory(prefix="palimpsest-sending-") as staging:
            for sha256, path in files.items():
                # Under a safe name, because sftp interprets quotes, patterns and line breaks.
                target = Path(staging, sha256) if self._access is not None else Path(folder, f"{sha256}.part")
                try:
                    os.symlink(path.absolute(), target)
                except OSError:  # it exists, or this system restricts links
                    shutil.copyfile(path, target)
            self._move([f"reput {sha256} {sha256}.part" for sha256 in files], folder, Path(staging))

    def fetch(self, token: str, models: bool, folder: Path) -> None:
        """Fetch the files of a run into its folder here, with ``models`` including its weights.

        They come as a capsule, and each file is verified. An interrupted transfer is continued.
        """
        from engine.capsule.opening import fetch_run_files

        packed = self.ask("pack", LONG_SECONDS, token=token, models=models)
        part = folder / "fetch.part"
        private_files.make_folder(folder, root=folder.parent)
        private_files.make_file(part)
        if part.stat().st_size > packed.total:
            part.write_bytes(b"")
        self._incoming = part, packed.total
        source, _, name = packed.file.rpartition("/")
        if part.stat().st_size < packed.total:
            if self._access is None:
                shutil.copyfile(packed.file, part)
            self._move([f"reget {_quote(name)} {part.name}"], source, folder)
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
    def fetch_progress(self) -> tuple[int, int]:
        """Bytes of the current fetch that have arrived, and their total."""
        part, total = self._incoming or (None, 0)
        return (part.stat().st_size if part is not None and part.is_file() else 0), total

    def end_transfers(self) -> None:
        """End transfers of files. Received parts stay."""
        for each in list(self._transfers):
            each.kill()

    def _move(self, lines: Sequence[str], folder: str, local_folder: Path) -> None:
        """Transfer files by sftp between a remote folder and one here, unless the place is this computer.

        Raises PlaceUnreachableError if the connection breaks, UserError for errors of sftp.
        """
        if self._access is None:
            return
        commands = "\n".join([f"cd {_quote(folder)}", *lines, ""]).encode()
        command = self._access.sftp(self._socket_folder)
        code, _, error_lines = self._call(command, commands, _TRANSFER_SECONDS, local_folder)
        if code is None or code < 0 or code == 255:
            raise explain_end(self.name, 255, error_lines)
        if code:
            text, is_sent = " / ".join(error_lines), lines[0].startswith("reput")
            remedy = "Free some space there. Nothing is lost." if is_sent else "Try again."
            raise UserError(f"sftp reports: {text}.", place=self.name, remedy=remedy)

    def _call(
        self, command: Sequence[str], stdin_data: bytes, seconds: float, local_folder: Path | None = None
    ) -> tuple[int | None, bytes, list[str]]:
        """Run a command in a folder here. Return its exit code, its output and the last lines of its error output.

        The code is None if it took longer than ``seconds``.
        """
        with tempfile.TemporaryFile() as stdin, tempfile.TemporaryFile() as stderr:
            stdin.write(stdin_data)
            stdin.seek(0)
            try:
                process = subprocess.Popen(
                    command, stdin=stdin, stdout=subprocess.PIPE, stderr=stderr, cwd=local_folder,
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
            if local_folder is not None:
                self._transfers.add(process)
            try:
                with process:
                    blocks = iter(lambda: process.stdout.read(_BLOCK), b"")
                    output = b"".join(islice(blocks, _MAX_BLOCKS))
            finally:
                is_late = timer.finished.is_set()
                timer.cancel()
                process.kill()
                self._transfers.discard(process)
            stderr.seek(0)
            lines = stderr.read(1 << 20).decode("utf-8", "replace").splitlines()[-_MAX_ERROR_LINES:]
            error_lines = [printable(each.strip(), 300) for each in lines if each.strip()]
            return None if is_late else process.returncode, output, error_lines


def partition_name(finding: str) -> str:
    """Return the name of the partition at the start of a finding, without the star of the default partition.

    >>> partition_name("gpu* (up): 2 x 8 CPUs, 64000 MB, at most 1-00:00:00")
    'gpu'
    """
    return finding.partition(" (")[0].rstrip("*")


def _quote(text: str) -> str:
    """Return a name quoted for sftp."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


_PERMANENT_ERRORS = (
    # For a changed key ssh prints the next message too, but the key must not be accepted then.
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
"""Messages of ssh and sftp for permanent errors, with remedies."""


def explain_end(name: str, code: int | None, error_lines: Sequence[str]) -> UserError:
    """Return the error for a command that has ended with ``code`` and these lines of error output."""
    message = " / ".join(printable(each, 300) for each in error_lines)
    for pattern, remedy in _PERMANENT_ERRORS:
        if pattern in message:
            return UserError(f"ssh reports: {message}.", place=name, remedy=remedy)
    if code == 127 or "command not found" in message:
        return UserError(
            f"there is no palimpsest there ({message or 'command not found'}).",
            place=name,
            remedy="Install it there, or name it in full: palimpsest places add ... --command /path/to/palimpsest",
        )
    if code == 2 and ("No such command" in message or "Usage:" in message):
        return UserError(
            "the Palimpsest there is older and has no places.", place=name, remedy="Update it there."
        )
    if code not in (255, 0, None) and message:
        return UserError(f"the Palimpsest there has ended with {code}: {message}.", place=name)
    return PlaceUnreachableError(
        f"cannot be reached ({message or 'the connection was cut'}).",
        place=name,
        remedy="Check that it is on and connected. Runs there retry by themselves.",
    )
