"""Print lines, tables, JSON, CSV and progress, and format runs for output."""

from __future__ import annotations

import functools
import json
import re
import sys
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING

from engine.analysis.tables import Parts, PlainTable, TableDocument, fit_table
from engine.errors import printable
from engine.formatting.phrases import small
from engine.json_types import JsonObject
from engine.metrics.base import is_default_metric
from engine.metrics.keys import describe_key
from engine.spec.checks.findings import too_few_test_texts
from engine.store.test_looks import is_last_test_split, is_test_split

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress, TaskID

    from engine.analysis.task_results import TaskResult
    from engine.progress import ReportProgress
    from engine.store import Store
    from engine.store.rows import RunRow
    from engine.store.test_looks import TestLooks

PIPE_WIDTH = 200
_FIGURE = re.compile(r"[<+\-−]? ?\.?\d.*|–|")
"""Right-aligned cell: a number with any suffix, or a dash."""


@functools.cache
def _console(name: str) -> Console:
    """Return the console of an output. rich is slow to import, and only tables and bars need it."""
    from rich.console import Console, ConsoleOptions, RenderableType
    from rich.segment import Segment

    class PlainConsole(Console):
        """Console that escapes control characters in texts, so only its own codes control the terminal."""

        def render(
            self, renderable: RenderableType, options: ConsoleOptions | None = None
        ) -> Iterable[Segment]:
            for segment in super().render(renderable, options):
                text = segment.text
                yield segment if segment.control else Segment(printable(text, limit=len(text)), segment.style)

        def on_broken_pipe(self) -> None:
            """End the command like rich, and reset the console for later commands of this process."""
            _console.cache_clear()
            super().on_broken_pipe()

    stream = sys.stderr if name == "err" else sys.stdout
    # A pipe has no width, and a table folded to 80 columns would be useless there.
    width = None if stream.isatty() else PIPE_WIDTH
    return PlainConsole(stderr=name == "err", highlight=False, width=width)


def _escape(text: str) -> str:
    """Return ``text`` for literal output with rich, with control characters escaped."""
    from rich.markup import escape

    return escape(printable(text, limit=len(text)))


def write(text: str) -> None:
    """Print ``text`` unchanged."""
    sys.stdout.write(text)


def say(*lines: str) -> None:
    """Print lines with control characters escaped."""
    write("".join(map(_plain_line, lines)))


def note(*lines: str) -> None:
    """Print lines on the error output with control characters escaped."""
    sys.stderr.write("".join(map(_plain_line, lines)))


def _plain_line(text: str) -> str:
    return "".join(f"{printable(line, limit=len(line))}\n" for line in text.split("\n"))


def print_parts(parts: Iterable[str | PlainTable]) -> None:
    """Print lines and tables in order."""
    for part in parts:
        if isinstance(part, str):
            say(part)
            continue
        for table in fit_table(part, _console("out").width) if part.can_transpose else [part]:
            _print_table(table)


def _print_table(table: PlainTable) -> None:
    from rich.table import Table

    layout = Table(box=None, header_style="bold", pad_edge=False)
    rows = [["–" if cell is None else str(cell) for cell in row] for row in table.rows]
    numeric = table.numeric or [all(map(_FIGURE.fullmatch, column)) for column in zip(*rows, strict=True)]
    for heading, is_numeric in zip(table.headings, numeric or [False] * len(table.headings), strict=True):
        layout.add_column(_escape(heading), justify="right" if is_numeric else "left", overflow="fold")
    for row in rows:
        layout.add_row(*map(_escape, row))
    _console("out").print(layout)


def print_json(value: object) -> None:
    """Print the result of a command with ``--json``."""
    write(json.dumps(value, ensure_ascii=False, indent=1) + "\n")


def write_csv(table: TableDocument, keep_formulas: bool) -> None:
    """Print a table as CSV, and a note about changed cells on the error output."""
    text = table.text("csv", keep_formulas=keep_formulas)
    write(text)
    if text != table.text("csv", keep_formulas=True):
        note(
            "Cells that begin like a formula got an apostrophe, so that no spreadsheet computes them. "
            "--keep-formulas leaves them alone."
        )


def report_progress(message: str, done: int, total: int) -> None:
    """Print progress as lines on the error output, for the parent process."""
    note(f"{message}, {done:,} of {total:,}" if total else message)
    sys.stderr.flush()


@contextmanager
def counted_progress(every: float = 10.0) -> Iterator[ReportProgress]:
    """Yield a progress callback: a bar on a terminal after one second, else one line per ``every`` seconds."""
    latest = start = time.monotonic()
    with ExitStack() as stack:
        update: ReportProgress | None = None

        def say(message: str, done: int, total: int) -> None:
            nonlocal latest, update
            now = time.monotonic()
            if not sys.stderr.isatty():
                if now - latest >= every:
                    report_progress(message, done, total)
                    latest = now
            elif now - start > 1:
                update = update or _counting_bar(stack)
                update(message, done, total)

        yield say


def _counting_bar(stack: ExitStack) -> ReportProgress:
    """Show a bar until ``stack`` closes, and return its progress callback."""
    bar = stack.enter_context(_make_bar())
    task = bar.add_task("", total=None, facts="")

    def show(message: str, done: int, total: int) -> None:
        facts = f"{done:,} of {total:,}" if total else ""
        bar.update(task, description=message, completed=done, total=total or None, facts=facts)

    return show


def shorten(text: str, limit: int) -> str:
    """Return a text on one line, cut to ``limit`` characters."""
    line = " ".join(text.split())
    return line if len(line) <= limit else f"{line[:limit]}…"


def count_texts(number: int) -> str:
    """Return ``1 text``, ``2,500 texts``."""
    return f"{number:,} {'text' if number == 1 else 'texts'}"


def test_notes(split: str, number: int, looks: Sequence[str]) -> list[str]:
    """Return notes on a test split: too few texts (``number``), and the number of evaluations on them.

    ``looks`` are ``evidence.looks_notes`` of the run's test texts in the last stage. There are no notes on other
    splits.
    """
    few = too_few_test_texts(number) if is_test_split(split) else ""
    return [*filter(None, [few]), *(looks if is_last_test_split(split) else ())]


def format_duration(seconds: float | None) -> str:
    """Return seconds as h:mm:ss or m:ss, empty if unknown."""
    if seconds is None:
        return ""
    total = round(seconds)
    hours, rest = divmod(total, 3600)
    return f"{hours}:{rest // 60:02d}:{rest % 60:02d}" if hours else f"{rest // 60}:{rest % 60:02d}"


def format_value(value: float | None, metric: str = "error") -> str:
    """Return a value with the name of ``metric``, unless it is the default metric; a dash for None."""
    if value is None:
        return "–"
    description = describe_key(f"test/{metric}")
    name = "" if is_default_metric(metric) else f" {description.short}"
    return f"{value:.{description.digits}f}{name}"


def _silent_since(row: RunRow) -> float | None:
    if row.status != "running":
        return None
    from engine.launch.status import silent_since  # imported here, since most lists have no running run

    return silent_since(row)


def status_text(row: RunRow) -> str:
    """Return the status with phase or reason as one phrase."""
    words = row.status.replace("_", " ")
    if (since := _silent_since(row)) is not None:
        return (
            f"not answering for {format_duration(abs(time.time() - since))}, last: {row.phase or 'starting'}"
        )
    if row.place and row.active:
        words = f"{words} at {row.place}"
        if row.place_trouble:
            return f"{words}: {row.place_trouble}"
    if row.phase and (row.status == "running" or (row.place and row.active)):
        return f"{words}: {row.phase}"
    return f"{words}: {row.reason}" if row.reason else words


def runs_table(
    rows: Iterable[RunRow],
    extra: Sequence[str] = (),
    values: Mapping[int, Mapping[str, float | str | None]] | None = None,
    looks: Mapping[int, TestLooks] | None = None,
) -> PlainTable:
    """Return the table of ``palimpsest runs``, with ``extra`` columns from ``values`` by run and name.

    Args:
        looks: by run, the number of runs evaluated on its test texts (``evidence.looks_by_run``). None: no column.
    """
    looks_title = ["Looks"] if looks is not None else []
    heads = ["Id", "Run", "Status", *_result_heads(row.metric for row in rows), *looks_title, "Time", *extra]
    lines = []
    for row in rows:
        run_values = (values or {}).get(row.id, {})
        run_looks = looks.get(row.id) if looks and row.final_test is not None else None
        lines.append(
            [
                row.id, row.name, status_text(row), format_value(row.validation_best, row.metric),
                format_count(row.validation_best_step), format_value(row.validation_last, row.metric),
                format_value(row.final_test, row.metric),
                *([] if looks is None else [format_count(None if run_looks is None else run_looks.experiments)]),
                format_duration(row.active_seconds), *(_plain_value(run_values.get(name)) for name in extra),
            ]
        )  # fmt: skip
    return PlainTable(heads, lines, [head not in ("Run", "Status") for head in heads])


def runs_parts(
    store: Store,
    rows: Sequence[RunRow],
    extra: Sequence[str] = (),
    values: Mapping[int, Mapping[str, float | str | None]] | None = None,
) -> Parts:
    """Return the table of ``palimpsest runs``. With test values, add the number of runs on the same test texts.

    ``extra`` and ``values`` as in ``runs_table``.
    """
    from engine.analysis.evidence import looks_by_run

    has_tests = any(row.final_test is not None for row in rows)
    looks = looks_by_run(store, rows) if has_tests else {}
    table = runs_table(rows, extra, values, looks if has_tests else None)
    max_strategies = max((run_looks.strategies for run_looks in looks.values()), default=0)
    if not max_strategies:
        return [table]
    message = "Looks: how many runs have been tested on the same test texts."
    if max_strategies > 1:
        message += f" The best of {max_strategies:,} strategies, if chosen by its test result, looks better than it is."
    return [table, message]


def format_count(value: int | None) -> str:
    """Return a count as ``1,200``, a dash for None."""
    return "–" if value is None else f"{value:,}"


def _plain_value(value: float | str | None) -> str | None:
    return value if value is None or isinstance(value, str) else f"{value:.4g}"


def results_table(results: Iterable[TaskResult]) -> PlainTable:
    """Return the table of results by stage and task: the main metric, then further metrics."""
    rows = list(results)
    names = list(dict.fromkeys(name for row in rows for name in row.more))
    further = [describe_key(f"test/{name}") for name in names]
    heads = [f"{each.title}, {each.unit}" if each.unit else each.title for each in further]
    headings = ["Stage", "Task", *_result_heads(row.metric for row in rows), *heads]
    lines = [
        [
            row.stage, row.task or "mean of its tasks", format_value(row.validation_best, row.metric),
            "" if row.validation_best_step is None else f"{row.validation_best_step:,}",
            format_value(row.validation_last, row.metric), format_value(row.test, row.metric),
            *(
                f"{row.more[name]:.{description.digits}f}" if name in row.more else ""
                for name, description in zip(names, further, strict=True)
            ),
        ]
        for row in rows
    ]  # fmt: skip
    return PlainTable(headings, lines)


def _result_heads(metrics: Iterable[str]) -> list[str]:
    """Return the headings of validation and test values, with the metric's name if all have the default metric."""
    keys = {metric: describe_key(f"test/{metric}") for metric in metrics}
    key = next(iter(keys.values())) if len(keys) == 1 and is_default_metric(*keys) else None
    name = f" {small(key.short)}, %" if key is not None else ""
    return [f"Best valid.{name}", "at step", f"Last{', %' if name else ''}", f"Test{name}"]


_OWN_KEYS = (
    "step steps seed encoder data precision identity device place place_trouble created started finished active_seconds"
).split()


def run_json(
    row: RunRow, summary: dict[str, object] | None = None, looks: TestLooks | None = None
) -> JsonObject:
    """Return one run as the stable JSON of the command line: times in seconds, errors in percent.

    ``looks``: the numbers of runs and strategies evaluated on its test texts, if it has a test value.
    """
    record = {name: getattr(row, name) for name in ("id", "name", "status", "phase", "reason")}
    record |= {"not_answering": _silent_since(row) is not None}
    record |= {name: getattr(row, name) for name in _OWN_KEYS}
    record |= {
        "group": row.group_name,
        "sweep": row.sweep_id,
        "folder": str(row.folder),
        "summary": {
            "metric": row.metric,
            f"validation_{row.metric}": {
                "best": row.validation_best,
                "best_step": row.validation_best_step,
                "last": row.validation_last,
            },
            f"test_{row.metric}_at_best_validation": row.test,
            "validation_loss_best": row.validation_loss_best,
            "test_loss": row.test_loss,
            "heldout_loss": {"best": row.heldout_best, "last": row.heldout_last},
        },
    }
    if looks:
        record["test_looks"] = {"experiments": looks.experiments, "strategies": looks.strategies}
    return record | (summary or {})


def _make_bar() -> Progress:
    from rich.progress import BarColumn, Progress, TextColumn

    return Progress(
        TextColumn("{task.description}"),
        BarColumn(bar_width=32),
        TextColumn("{task.percentage:>3.0f} %"),
        TextColumn("{task.fields[facts]}"),
        console=_console("err"),
        transient=False,
        refresh_per_second=2,  # as often as a run writes; each refresh costs milliseconds
    )


class RunProgressBar:
    """Progress bar for a sequence of runs. Without a terminal it prints an occasional line instead."""

    def __init__(self, quiet: bool = False) -> None:
        self.quiet = quiet
        self.bar = _make_bar() if not quiet and _console("err").is_terminal else None
        self.task: TaskID | None = None
        self.last_line, self.last_printed = "", 0.0

    def __enter__(self) -> RunProgressBar:
        if self.bar is not None:
            self.bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self.bar is not None:
            self.bar.stop()

    def begin_run(self, row: RunRow) -> None:
        """Start the bar of a run."""
        self.last_line, self.last_printed = "", 0.0
        if self.bar is not None:
            self.task = self.bar.add_task(_escape(row.name), total=1.0, facts="")
        elif not self.quiet:
            _console("err").print(f"Run {row.id}, {_escape(row.name)}")

    def show_run(self, row: RunRow, values: dict[str, float]) -> None:
        """Update the bar to the state of the run."""
        facts = [_escape(row.phase)] if row.phase else []
        if row.steps:
            facts.append(f"step {row.step:,} of {row.steps:,}")
        description = describe_key(validation := f"validation/{row.metric}")
        for key, label, template in [
            ("train/loss", "loss", "{:.3f}"),
            ("heldout/loss", "held-out loss", "{:.3f}"),
            (validation, small(description.title), f"{{:.{description.digits}f}} {description.unit}"),
            ("speed/texts_per_second", "", "{:,.0f} texts/s"),
        ]:
            if key in values:
                facts.append(f"{label} {template.format(values[key])}".strip())
        if row.eta_seconds is not None and row.status == "running":
            facts.append(f"{format_duration(row.eta_seconds)} left")
        line = ", ".join(facts)
        if self.bar is not None:
            self._update(completed=row.progress or 0.0, facts=line)
        elif not self.quiet and line != self.last_line and time.monotonic() - self.last_printed > 10:
            _console("err").print(f"  {line}")
            self.last_line, self.last_printed = line, time.monotonic()

    def end_run(self, row: RunRow) -> None:
        """Complete the bar of the run."""
        if self.bar is not None:
            progress = 1.0 if row.status == "finished" else row.progress or 0.0
            self._update(completed=progress, facts=_escape(status_text(row)))
        elif not self.quiet:
            _console("err").print(f"  {_escape(status_text(row))}")

    def _update(self, completed: float, facts: str) -> None:
        if self.bar is not None and self.task is not None:
            self.bar.update(self.task, completed=completed, facts=facts)
