"""Report of a problem, for the user to review and send. It contains no texts of data and no secrets."""

from __future__ import annotations

import importlib.metadata
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from engine import paths
from engine.doctor import examine_machine
from engine.errors import UserError
from engine.redaction import redact
from engine.store import Store, runs
from engine.store.rows import RunRow

MAX_RUNS, MAX_FAULTS = 20, 3
_FRAME = re.compile(r'^  File "(?P<file>.+)", line (?P<line>\d+), in (?P<function>.+)$')
_ERROR = re.compile(r"^(?P<kind>[A-Za-z_][\w.]*(?:Error|Exception|Warning|Interrupt|Exit))\b")


def write_problem_report(store: Path) -> str:
    """Return a report on this machine, the store with its last runs, and the last faults of the program.

    It omits names of runs, data sets and files, and messages of errors, because they quote texts and cells. Errors are
    given by their type, faults by their locations in the code. The home folder is written as ``~``.
    """
    sections = [
        ("Program", _program()),
        ("This machine", _machine()),
        ("Store", _store(store)),
        ("Last faults of the program", _faults()),
    ]
    lines = ["Problem report of Palimpsest"]
    for title, content in sections:
        lines += ["", title, "-" * len(title), *content]
    return _hide_home(redact("\n".join(lines) + "\n"))


def _program() -> Iterator[str]:
    try:
        yield f"palimpsest {importlib.metadata.version('palimpsest')}"
    except importlib.metadata.PackageNotFoundError:
        yield "palimpsest, a checkout that was never installed"


def _machine() -> Iterator[str]:
    for finding in examine_machine():
        yield f"{'ok' if finding.ok else 'missing'}: {finding.name}: {finding.value}"


def _store(path: Path) -> Iterator[str]:
    if not path.is_file():
        yield "There is no store yet."
        return
    yield f"{path.stat().st_size / 1e6:,.1f} MB"
    try:
        with Store(path, read_only=True) as store:
            rows = runs.list_runs(store, archived=None, order_by="id")
    except UserError as error:
        yield f"It cannot be read: {type(error).__name__}"
        return
    counts = Counter(run.status for run in rows)
    yield ", ".join(f"{count} {status}" for status, count in counts.most_common()) or "No runs"
    for run in rows[:MAX_RUNS]:
        yield _run(run)


def _run(run: RunRow) -> str:
    kind = _ERROR.match(run.reason or "")
    detail = f", {kind['kind']}" if kind else ", its reason left out" if run.reason else ""
    return f"run {run.id}: {run.status} at {run.step:,} of {run.steps:,}{detail}"


def _faults() -> Iterator[str]:
    folder = paths.home() / "faults"
    files = sorted(folder.glob("fault-*.txt"), reverse=True)[:MAX_FAULTS] if folder.is_dir() else []
    for file in files:
        yield f"{file.name}:"
        for line in file.read_text(encoding="utf-8", errors="replace").splitlines():
            if frame := _FRAME.match(line):
                yield f"  {_relative_path(frame['file'])}:{frame['line']} in {frame['function']}"
            elif error := _ERROR.match(line):
                yield f"  {error['kind']}"
    if not files:
        yield "None"


def _relative_path(file: str) -> str:
    """Return a path relative to the folder of the program or of the libraries."""
    path = Path(file)
    if path.is_relative_to(paths.RESOURCES.parent):
        return path.relative_to(paths.RESOURCES.parent).as_posix()
    _before, marker, relative = path.as_posix().rpartition("/site-packages/")
    return relative if marker else path.name


def _hide_home(text: str) -> str:
    home = str(Path.home())
    return text.replace(home, "~") if len(home) > 1 else text
