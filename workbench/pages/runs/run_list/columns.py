"""The columns of the Runs page's table. The store sorts: a click on a head requests the rows in another order."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent

from engine.launch.status import silent_since
from engine.metrics.base import display_metric, is_default_metric
from engine.store.runs import STAR
from workbench.engine_texts import RESULT_HEADS, data_titles, describe_key, phase_text, sentence_text
from workbench.language import short_date, tr, tr_engine
from workbench.look import formats, theme
from workbench.pages.runs.run_list.drawn_runs import DrawnRuns
from workbench.pages.runs.run_list.query import RunTableRow
from workbench.tables import Status, StatusDelegate, Swatch, SwatchDelegate, TableColumn, TableView
from workbench.widgets.actions import KeyHelp

if TYPE_CHECKING:
    from engine.store.rows import RunRow

ORDER = {
    "name": "name",
    "status": "status",
    "eta": "time_left",
    "best": "validation_best",
    "last": "validation_last",
    "test": "final_test",
    "forgot": "retention_rise",
    "data": "data",
    "started": "started",
    "duration": "active_seconds",
    "id": "id",
}
"""Column key -> the store's order of the displayed values."""
AT_FIRST_HIDDEN = ("last", "duration", "id")
"""Columns that are hidden by default."""


def columns(
    swatch: SwatchDelegate, status: StatusDelegate, drawn: DrawnRuns
) -> list[TableColumn[RunTableRow]]:
    """Return the columns, in order. The first shows whether a run is among those ``drawn``. None sorts by itself."""
    table_columns = [*_identity_columns(swatch, status, drawn), *_result_columns(), *_course_columns()]
    return [replace(column, sortable=False) for column in table_columns]


def _identity_columns(
    swatch: SwatchDelegate, status: StatusDelegate, drawn: DrawnRuns
) -> list[TableColumn[RunTableRow]]:
    """Return the columns of a run's identity and status."""
    return [
        TableColumn(
            "swatch",
            "",
            44,
            value=partial(_swatch, drawn=drawn),
            delegate=swatch,
            tip=partial(_swatch_tip, drawn=drawn),
            head_tip=tr("Drawn in the plots: click or press Space to keep a run drawn, or to hide it"),
        ),
        TableColumn(
            "name",
            tr("Run"),
            320,
            most=520,
            edit=lambda r: r.run.name if r.run is not None else None,
            level=lambda r: r.level,
            fold=lambda r: r.open,
            bold=lambda r: r.run is None and r.level == 0,
            note=_name_note,
            keep=lambda r: r.distinct_end,
        ),
        # The status takes the extra width: reasons are sentences, and names have a fixed width.
        TableColumn(
            "status",
            tr("Status"),
            264,
            stretch=True,
            value=_status,
            delegate=status,
            text=str,
            tip=_status_tip,
        ),
        TableColumn("eta", tr("Time left"), 88, "right", value=_eta, text=formats.duration),
    ]


def _result_columns() -> list[TableColumn[RunTableRow]]:
    """Return the columns of results and forgetting."""
    return [
        TableColumn(
            "best",
            RESULT_HEADS["best"],
            max(180, theme.text_width(RESULT_HEADS["best"], "caption") + 24),
            "right",
            value=_best,
            text=formats.fixed,
            note=_best_step,
            head_tip=tr("Best validation result, and the update at which it was measured"),
        ),
        TableColumn(
            "last",
            RESULT_HEADS["last"],
            max(180, theme.text_width(RESULT_HEADS["last"], "caption") + 24),
            "right",
            value=lambda r: r.run and r.run.validation_last,
            text=formats.fixed,
        ),
        TableColumn(
            "test",
            RESULT_HEADS["test"],
            max(116, theme.text_width(RESULT_HEADS["test"], "caption") + 24),
            "right",
            value=lambda r: r.run and r.run.final_test,
            text=formats.fixed,
            tip=lambda r: tr_engine(r.looks),
            head_tip=tr("Test result of the checkpoint that validation chose; measured once, at the end"),
        ),
        TableColumn(
            "forgot",
            tr("Forgot"),
            72,
            "right",
            value=lambda r: r.run.forgot if r.run else r.forgot,
            text=formats.times,
            head_tip=tr(
                "Perplexity on general text after training, × before; over 1 = forgot. Groups: mean of their runs"
            ),
        ),
    ]


def _course_columns() -> list[TableColumn[RunTableRow]]:
    """Return the columns of data, start and duration."""
    return [
        TableColumn("data", tr("Data"), 140, value=_data, text=data_titles, tip=_data),
        TableColumn("started", tr("Started"), 124, value=_started, text=format_moment),
        TableColumn(
            "duration",
            tr("Duration"),
            80,
            "right",
            value=lambda r: r.run.active_seconds or None if r.run else None,
            text=formats.clock,
            head_tip=tr("Training time, without pauses"),
        ),
        TableColumn(
            "id",
            "No.",
            56,
            "right",
            value=lambda r: r.run.id if r.run else None,
            head_tip=tr("The run's number, as the command line takes it"),
        ),
    ]


def result_titles(lines: Iterable[RunTableRow]) -> dict[str, str]:
    """Return the heads of the results by column, without "%" if a run has another metric than the error."""
    metrics = {
        line.run.metric for line in lines if line.run is not None and line.run.validation_best is not None
    }
    if metrics <= {display_metric("error")}:
        return RESULT_HEADS
    return {"best": tr("Best validation"), "last": tr("Last validation"), "test": tr("Test")}


def _name_note(line: RunTableRow) -> str:
    if line.run is None:
        return ""
    return " ".join(["★"] * (STAR in line.run.tags) + [tr("archived")] * line.run.archived)


def _data(line: RunTableRow) -> str:
    return line.run.data if line.run else line.data


def _swatch(line: RunTableRow, drawn: DrawnRuns) -> Swatch:
    if line.run is None:
        return Swatch(0, drawn.has_all(line.members), group=True)
    return Swatch(line.run.style, drawn.has_all([line.run.id]), drawn.is_temporary(line.run.id))


def _swatch_tip(line: RunTableRow, drawn: DrawnRuns) -> str:
    if line.run is None:
        return tr("Click or press Space to draw or hide all runs of the group") if line.members else ""
    if drawn.is_temporary(line.run.id):
        return tr("Drawn while it is selected. Click or press Space to keep it drawn")
    return (
        tr("Drawn. Click or press Space to hide it")
        if drawn.has_all([line.run.id])
        else tr("Not drawn. Click or press Space to draw it")
    )


def _eta(line: RunTableRow) -> float | None:
    if line.run is None:
        return line.eta
    return line.run.eta_seconds if line.run.status == "running" else None


def _best(line: RunTableRow) -> float | None:
    return line.run.validation_best if line.run else line.best


def _best_step(line: RunTableRow) -> str:
    step = line.run.validation_best_step if line.run else None
    metric = line.run.metric if line.run else line.metric
    named = not is_default_metric(metric) and _best(line) is not None
    name = tr_engine(describe_key(f"test/{metric}").short) if named else ""
    return ", ".join(
        part for part in (name, tr("at {step:,}", step=step) if step is not None else "") if part
    )


def _started(line: RunTableRow) -> float | None:
    return line.run.started if line.run else line.started


def _status(line: RunTableRow) -> Status:
    if line.run is None:
        count = len(line.members)
        if line.share is None:
            done = tr("{count} ended", count=count)
            if line.finished:
                done = tr("{finished} finished", finished=line.finished)
            if 0 < line.finished < count:
                done = tr("{finished} finished of {count}", finished=line.finished, count=count)
            return Status("finished" if line.finished == count else "stopped", done)
        return Status(
            "running", tr("{done} of {count} finished", done=line.finished, count=count), line.share
        )
    return run_status(line.run, line.queue_place)


def _status_tip(line: RunTableRow) -> str:
    """Return the whole reason, for which the cell has no space."""
    status = _status(line)
    parts = [str(status)]
    if line.run is not None and line.run.reason and sentence_text(line.run.reason) not in status.text:
        parts.append(sentence_text(line.run.reason))
    if line.run is not None and line.run.active and line.run.place_trouble:
        parts += [
            line.run.place_trouble,
            tr("Palimpsest keeps trying; nothing is lost in the meantime."),
        ]
    if line.run is not None and silent_since(line.run) is not None:
        parts.append(tr("The process is running but writes nothing; it may be suspended."))
        parts.append(tr("Wait for it, or stop it and resume: the run continues from its last checkpoint."))
    return "\n".join(parts)


def run_status(run: RunRow, queue_place: int = 0) -> Status:
    """Return the status of a run as text, with a remedy if there is one, and its position in the queue from 1."""
    remedy = tr("Resume") if run.resumable else ""
    if (since := silent_since(run)) is not None:
        return Status("warning", tr("Not answering since {time}", time=format_moment(since)))
    if run.place and run.active and run.place_trouble:
        return Status("warning", tr("No response from {place}", place=run.place))
    if run.place and run.status == "queued":
        return Status("queued", phase_text(run.phase) or tr("Queued at {place}", place=run.place))
    if run.status == "running":
        phase = phase_text(run.phase)
        text = f"{run.place}: {phase or tr('starting')}" if run.place else phase or tr("Starting")
        if run.phase_total:
            text = tr(
                "{phase}, {done:,} of {total:,}", phase=text, done=run.phase_done, total=run.phase_total
            )
        return Status("running", text, run.progress or 0.0)
    if run.status == "queued":
        text = tr("Queued, number {place}", place=queue_place)
        if queue_place < 2:
            text = tr("Queued, next") if queue_place else tr("Queued")
        return Status("queued", tr("{status}, to continue", status=text) if run.resume else text)
    if run.status == "finished":
        return Status("finished", tr("Finished, {time}", time=formats.clock(run.active_seconds)))
    if run.status == "stopped":
        return Status("stopped", _with_step(tr("Stopped"), run), remedy=remedy)
    if run.status == "interrupted":
        return Status("interrupted", _with_step(tr("Interrupted"), run), remedy=remedy)
    if run.status == "out_of_memory":
        return Status("memory", _with_step(tr("Out of memory"), run), remedy=remedy)
    return Status(
        "failed",
        tr("Failed: {reason}", reason=sentence_text(run.reason)) if run.reason else tr("Failed"),
        remedy=remedy,
    )


def _with_step(text: str, run: RunRow) -> str:
    """Return how a run ended, and at which update: "Stopped at 120 of 3,000"."""
    return (
        tr("{status} at {step:,} of {steps:,}", status=text, step=run.step, steps=run.steps)
        if run.steps
        else text
    )


def format_moment(seconds: float) -> str:
    """Return a moment in a readable form: "today 14:12", "yesterday 09:05", "3 Nov 14:12"."""
    then, now = time.localtime(seconds), time.localtime()
    clock = time.strftime("%H:%M", then)
    if then[:3] == now[:3]:
        return tr("today {time}", time=clock)
    if then[:3] == time.localtime(time.time() - 86400)[:3]:
        return tr("yesterday {time}", time=clock)
    return f"{short_date(then)} {clock}"


class RunTableView(TableView[RunTableRow]):
    """A table of runs whose rows are drawn by Space, from any column.

    ``drawing_toggled(ids)``: Space was pressed with these runs selected, including those of selected groups.
    """

    drawing_toggled = Signal(list)
    KEY_HELP: ClassVar[KeyHelp] = (
        *TableView.KEY_HELP,
        ("Space", tr("In the table of runs: keep the selected runs drawn, or hide them")),
    )

    def selected_runs(self) -> list[int]:
        """Return the selected runs from top to bottom, including those of selected groups."""
        run_ids: list[int] = []
        for line in self.selected_rows():
            run_ids += [line.run.id] if line.run is not None else list(line.members)
        return list(dict.fromkeys(run_ids))

    def current_run(self) -> int | None:
        """Return the run of the current row, or None for a group or without a current row."""
        index = self.currentIndex()
        line = self._rows.row(index.row()) if index.isValid() else None
        return line.run.id if line is not None and line.run is not None else None

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Space and not event.modifiers() and (ids := self.selected_runs()):
            self.drawing_toggled.emit(ids)
            return
        super().keyPressEvent(event)
