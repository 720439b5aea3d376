"""Print JSON, progress, tables, and a progress bar for runs. Wording only, no decisions."""

from __future__ import annotations

import functools
import json
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Literal

from engine.errors import printable
from engine.json_types import JsonObject
from engine.metrics.base import counts_errors
from engine.metrics.keys import KeyDescription, describe_key
from engine.spec.checks.findings import too_few_test_texts
from engine.spec.recipes import SIZES, Recipe
from engine.store.test_looks import is_last_test_split, is_test_split

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress, TaskID
    from rich.table import Table

    from engine.analysis.paper.table import PaperTable
    from engine.analysis.task_results import TaskResult
    from engine.progress import ReportProgress
    from engine.store import Store
    from engine.store.rows import RunRow
    from engine.store.test_looks import TestLooks

PIPE_WIDTH = 200

if TYPE_CHECKING:
    out: Console
    err: Console


def __getattr__(name: str) -> Console:
    """Make ``out`` or ``err`` when something is printed to it: rich takes long to load, and JSON needs none."""
    if name not in ("out", "err"):
        raise AttributeError(name)
    return _console(name)


@functools.cache
def _console(name: str) -> Console:
    from rich.console import Console, ConsoleOptions, RenderableType
    from rich.segment import Segment

    class PlainConsole(Console):
        """Shows the control characters of texts, where it would send them: only its own marks control the terminal."""

        def render(
            self, renderable: RenderableType, options: ConsoleOptions | None = None
        ) -> Iterable[Segment]:
            for each in super().render(renderable, options):
                text = each.text
                yield each if each.control else Segment(printable(text, most=len(text)), each.style)

        def on_broken_pipe(self) -> None:
            """End the command as rich does; another one of this process prints by a console that still speaks."""
            _console.cache_clear()
            super().on_broken_pipe()

    stream = sys.stderr if name == "err" else sys.stdout
    # A pipe has no width of its own; a table that is folded to 80 columns there helps nobody.
    width = None if stream.isatty() else PIPE_WIDTH
    return PlainConsole(stderr=name == "err", highlight=False, width=width)


def escape(text: str) -> str:
    """Return ``text`` so that the consoles print it as it is: brackets included, control characters escaped."""
    from rich.markup import escape as escape_markup

    return escape_markup(printable(text, most=len(text)))


STATUS_WORDS = {
    "queued": "queued",
    "running": "running",
    "stopped": "stopped",
    "finished": "finished",
    "failed": "failed",
    "interrupted": "interrupted",
    "out_of_memory": "out of memory",
}


def write_line(text: str) -> None:
    """Print one plain line without loading rich, control characters escaped."""
    sys.stdout.write(f"{printable(text, most=len(text))}\n")


def print_json(value: object) -> None:
    """Print the result of a command with ``--json``."""
    sys.stdout.write(json.dumps(value, ensure_ascii=False, indent=1) + "\n")


def write_csv(make: Callable[..., str], keep_formulas: bool) -> None:
    """Print the CSV of ``make(keep_formulas=...)``, and on the error output what was done to its cells."""
    safe, plain = make(keep_formulas=False), make(keep_formulas=True)
    sys.stdout.write(plain if keep_formulas else safe)
    if safe != plain and not keep_formulas:
        _console("err").print(
            "Cells that begin like a formula got an apostrophe, so that no spreadsheet computes them. "
            "--keep-formulas leaves them alone."
        )


def report_progress(message: str, done: int, total: int) -> None:
    """Print progress as lines on the error output, which the parent process reads."""
    sys.stderr.write(f"{message}, {done:,} of {total:,}\n" if total else f"{message}\n")
    sys.stderr.flush()


@contextmanager
def counted_progress(every: float = 10.0) -> Iterator[ReportProgress]:
    """Give a progress callback: a bar on a terminal, once a second has passed; elsewhere a line ``every`` seconds."""
    last = begun = time.monotonic()
    with ExitStack() as shown:
        update: ReportProgress | None = None

        def say(message: str, done: int, total: int) -> None:
            nonlocal last, update
            now = time.monotonic()
            if not sys.stderr.isatty():
                if now - last >= every:
                    report_progress(message, done, total)
                    last = now
            elif now - begun > 1:
                update = update or _counting_bar(shown)
                update(message, done, total)

        yield say


def _counting_bar(shown: ExitStack) -> ReportProgress:
    """Show a bar until ``shown`` ends, and return what moves it."""
    bar = shown.enter_context(_make_bar())
    task = bar.add_task("", total=None, facts="")

    def show(message: str, done: int, total: int) -> None:
        facts = f"{done:,} of {total:,}" if total else ""
        bar.update(task, description=message, completed=done, total=total or None, facts=facts)

    return show


def plain_table(columns: Iterable[str] = (), justify: Literal["left", "right"] = "left") -> Table:
    """Return a table without lines, as all commands print them, its first ``columns`` added."""
    from rich.table import Table

    table = Table(box=None, header_style="bold", pad_edge=False)
    for name in columns:
        table.add_column(name, justify=justify)
    return table


def count_texts(number: int) -> str:
    """Return ``1 text``, ``2,500 texts``."""
    return f"{number:,} {'text' if number == 1 else 'texts'}"


def print_test_notes(split: str, number: int, looks: str) -> None:
    """Say of a test split that its ``number`` texts are too few to say anything, where they are, and of its looks.

    ``looks`` is ``odometer.looks_sentence`` of the run's test texts.
    """
    for sentence in test_notes(split, number, looks):
        _console("out").print(sentence, soft_wrap=True)


def test_notes(split: str, number: int, looks: str) -> list[str]:
    """Return what ``print_test_notes`` says; nothing of a split that is no test split.

    Of the test split of an earlier stage it is not said how often it has been looked at: ``looks`` is of the last.
    """
    few = too_few_test_texts(number) if is_test_split(split) else ""
    return [sentence for sentence in (few, looks if is_last_test_split(split) else "") if sentence]


def format_duration(seconds: float | None) -> str:
    """Return seconds as h:mm:ss or m:ss; empty when unknown."""
    if seconds is None:
        return ""
    whole = round(seconds)
    hours, rest = divmod(whole, 3600)
    return f"{hours}:{rest // 60:02d}:{rest % 60:02d}" if hours else f"{rest // 60}:{rest % 60:02d}"


def format_value(value: float | None, metric: str = "error") -> str:
    """Return a value of ``metric``, which is named unless it is the error; a dash when there is none."""
    if value is None:
        return "–"
    shown = describe_key(f"test/{metric}")
    name = "" if counts_errors(metric) else f" {shown.short}"
    return f"{value:.{shown.digits}f}{name}"


def _silent_since(row: RunRow) -> float | None:
    if row.status != "running":
        return None
    from engine.launch.status import silent_since  # here: most lists hold no running run

    return silent_since(row)


def status_text(row: RunRow) -> str:
    """Return status with phase or reason, as one phrase."""
    words = STATUS_WORDS[row.status]
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
    more: Sequence[str] = (),
    values: Mapping[int, Mapping[str, float | str | None]] | None = None,
    looks: Mapping[int, TestLooks] | None = None,
) -> Table:
    """Return the table of ``palimpsest runs``, with ``more`` columns of ``values`` by run and name.

    Args:
        looks: by run, how often its test texts have been looked at (``odometer.looks_by_run``); None: no column.
    """
    seen = [("Looks", "right")] if looks is not None else []
    table = plain_table()
    for name, justify in [
        ("Id", "right"), ("Run", "left"), ("Status", "left"), ("Best valid., %", "right"), ("at step", "right"),
        ("Last, %", "right"), ("Test, %", "right"), *seen, ("Time", "right"),
    ]:  # fmt: skip
        table.add_column(name, justify=justify, overflow="fold")  # type: ignore[arg-type]
    for name in more:
        table.add_column(escape(name), justify="right", overflow="fold")
    for row in rows:
        own = (values or {}).get(row.id, {})
        table.add_row(
            str(row.id),
            escape(row.name),
            escape(status_text(row)),
            format_value(row.validation_best, row.metric),
            "–" if row.validation_best_step is None else f"{row.validation_best_step:,}",
            format_value(row.validation_last, row.metric),
            format_value(row.final_test, row.metric),
            *([] if looks is None else [_looks_cell(row, looks)]),
            format_duration(row.active_seconds),
            *(_plain_value(own.get(name)) for name in more),
        )
    return table


def _looks_cell(row: RunRow, looks: Mapping[int, TestLooks]) -> str:
    """Return how many runs were tested on the same texts, next to a test value; a dash where that is not known."""
    found = looks.get(row.id) if row.final_test is not None else None
    return f"{found.experiments:,}" if found is not None else "–"


def print_runs(
    store: Store,
    rows: Sequence[RunRow],
    more: Sequence[str] = (),
    values: Mapping[int, Mapping[str, float | str | None]] | None = None,
) -> None:
    """Print the table of ``palimpsest runs``; where it has test values, also the looks at their texts.

    ``more`` and ``values`` as in ``runs_table``.
    """
    from engine.analysis.verdicts.odometer import looks_by_run

    tested = any(row.final_test is not None for row in rows)
    looks = looks_by_run(store, rows) if tested else {}
    _console("out").print(runs_table(rows, more, values, looks if tested else None))
    most = max((each.strategies for each in looks.values()), default=0)
    if most:
        said = "Looks: how many runs have been tested on the same test texts."
        if most > 1:
            said += (
                f" The best of {most:,} strategies, if chosen by its test result, looks better than it is."
            )
        _console("out").print(said, soft_wrap=True)


def _plain_value(value: float | str | None) -> str:
    return "–" if value is None else escape(value) if isinstance(value, str) else f"{value:.4g}"


def recipes_table(recipes: Iterable[Recipe]) -> Table:
    """Return the table of ``palimpsest recipes``: the description, and the number of runs in each size."""
    table = plain_table()
    table.add_column("Recipe")
    table.add_column("What it is", overflow="fold")
    for title in ("Runs", *SIZES.values()):
        table.add_column(title, justify="right")
    for each in recipes:
        sizes = [str(each.plans[size].run_count) if size in each.plans else "" for size in SIZES]
        whole = each.plans["paper"].experiment.notes if "paper" in each.plans else each.description
        table.add_row(
            escape(each.name), escape(whole), "" if each.plans else str(each.plan.run_count), *sizes
        )
    return table


def results_table(results: Iterable[TaskResult]) -> Table:
    """Return the results of each stage of a run in each task: its main metric, then the others that were measured."""
    found = list(results)
    others = list(dict.fromkeys(name for each in found for name in each.more))
    table = plain_table()
    for title in ("Stage", "Task"):
        table.add_column(title)
    further = [describe_key(f"test/{name}") for name in others]
    for title in ("Best valid., %", "at step", "Last, %", "Test, %", *(_heading(each) for each in further)):
        table.add_column(title, justify="right")
    for each in found:
        table.add_row(
            str(each.stage),
            escape(each.task or "mean of its tasks"),
            format_value(each.validation_best, each.metric),
            "" if each.validation_best_step is None else f"{each.validation_best_step:,}",
            format_value(each.validation_last, each.metric),
            format_value(each.test, each.metric),
            *(
                f"{each.more[name]:.{about.digits}f}" if name in each.more else ""
                for name, about in zip(others, further, strict=True)
            ),
        )
    return table


def _heading(about: KeyDescription) -> str:
    return escape(f"{about.title}, {about.unit}" if about.unit else about.title)


def paper_table(filled: PaperTable) -> Table:
    """Return the table of ``palimpsest paper``: in each cell ours, below it the paper's and the difference."""
    from engine.analysis.paper.formats import table_lines as paper_lines

    table = plain_table()
    table.add_column(escape(filled.published.row_head), overflow="fold")
    for column in filled.columns:
        table.add_column(escape(filled.label(column)), justify="right", overflow="fold")
    for label, cells in paper_lines(filled):
        table.add_row(escape(label), *(escape("\n".join(parts)) for parts in cells))
    return table


def run_json(
    row: RunRow, summary: dict[str, object] | None = None, looks: TestLooks | None = None
) -> JsonObject:
    """Return one run as the stable JSON of the command line: times in seconds, errors in percent.

    ``looks``: how often its test texts have been looked at, where it has a test value.
    """
    record = {
        "id": row.id,
        "name": row.name,
        "status": row.status,
        "phase": row.phase,
        "reason": row.reason,
        "not_answering": _silent_since(row) is not None,
        "step": row.step,
        "steps": row.steps,
        "seed": row.seed,
        "encoder": row.encoder,
        "data": row.data,
        "group": row.group_name,
        "sweep": row.sweep_id,
        "precision": row.precision,
        "identity": row.identity,
        "device": row.device,
        "place": row.place,
        "place_trouble": row.place_trouble,
        "created": row.created,
        "started": row.started,
        "finished": row.finished,
        "active_seconds": row.active_seconds,
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
    seen = {"test_looks": {"experiments": looks.experiments, "strategies": looks.strategies}} if looks else {}
    return record | seen | (summary or {})


def _value_format(metric: str) -> str:
    about = describe_key(f"validation/{metric}")
    return f"{{:.{about.digits}f}} {about.unit or about.short}"


def _make_bar() -> Progress:
    from rich.progress import BarColumn, Progress, TextColumn

    return Progress(
        TextColumn("{task.description}"),
        BarColumn(bar_width=32),
        TextColumn("{task.percentage:>3.0f} %"),
        TextColumn("{task.fields[facts]}"),
        console=_console("err"),
        transient=False,
        refresh_per_second=2,  # as often as a run writes; each time costs milliseconds, for hours
    )


class RunProgressBar:
    """One progress bar for a sequence of runs; silent where the output is no terminal, but for a line now and then."""

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
        """Begin a run."""
        self.last_line, self.last_printed = "", 0.0
        if self.bar is not None:
            self.task = self.bar.add_task(escape(row.name), total=1.0, facts="")
        elif not self.quiet:
            _console("err").print(f"Run {row.id}, {escape(row.name)}")

    def show_run(self, row: RunRow, values: dict[str, float]) -> None:
        """Show the present state of the run."""
        facts = [escape(row.phase)] if row.phase else []
        if row.steps:
            facts.append(f"step {row.step:,} of {row.steps:,}")
        for key, label, form in [
            ("train/loss", "loss", "{:.3f}"),
            ("heldout/loss", "held-out loss", "{:.3f}"),
            (f"validation/{row.metric}", "valid.", _value_format(row.metric)),
            ("speed/texts_per_second", "", "{:,.0f} texts/s"),
        ]:
            if key in values:
                facts.append(f"{label} {form.format(values[key])}".strip())
        if row.eta_seconds is not None and row.status == "running":
            facts.append(f"{format_duration(row.eta_seconds)} left")
        line = ", ".join(facts)
        if self.bar is not None:
            self._update(completed=row.progress or 0.0, facts=line)
        elif not self.quiet and line != self.last_line and time.monotonic() - self.last_printed > 10:
            _console("err").print(f"  {line}")
            self.last_line, self.last_printed = line, time.monotonic()

    def end_run(self, row: RunRow) -> None:
        """End the run."""
        if self.bar is not None:
            done = 1.0 if row.status == "finished" else row.progress or 0.0
            self._update(completed=done, facts=escape(status_text(row)))
        elif not self.quiet:
            _console("err").print(f"  {escape(status_text(row))}")

    def _update(self, completed: float, facts: str) -> None:
        if self.bar is not None and self.task is not None:
            self.bar.update(self.task, completed=completed, facts=facts)
