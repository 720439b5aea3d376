"""The Log and Settings tabs of the Runs page, and the hardware strip below."""

from __future__ import annotations

import time

from PySide6.QtGui import QFontDatabase, QTextCursor
from PySide6.QtWidgets import QPlainTextEdit, QSizePolicy, QWidget

from workbench.engine_texts import sentence_text
from workbench.language import tr, tr_engine
from workbench.look import formats, theme
from workbench.pages.runs.details.fields import RunFields
from workbench.pages.runs.run_list.query import RunDetails
from workbench.widgets import (
    CheckBox,
    ElidedLabel,
    HardwareGauge,
    Label,
    Panel,
    SearchField,
    Splitter,
    Toolbar,
    VLine,
)
from workbench.widgets.arrange import arrange_columns, arrange_rows


class TextPane(QPlainTextEdit):
    """Read-only plain text in the fixed-width font. Never interprets its content."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._text = ""
        self.setReadOnly(True)
        self.setAccessibleName(name)
        self.setFrameShape(QPlainTextEdit.Shape.NoFrame)
        self.setUndoRedoEnabled(False)
        font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        font.setPixelSize(theme.font("caption").pixelSize())
        self.setFont(font)
        self.document().setDocumentMargin(16)

    def set_text(self, text: str, follow: bool = False) -> None:
        """Show ``text``. The scroll position stays, or goes to the end with ``follow``."""
        bar, before = self.verticalScrollBar(), self._text
        if text != before:
            self._text, place = text, bar.value()
            if before and text.startswith(before):
                end = QTextCursor(self.document())  # not the user's cursor: a selection stays
                end.movePosition(QTextCursor.MoveOperation.End)
                end.insertText(text[len(before) :])
            else:
                self.setPlainText(text)
            bar.setValue(place)
        if follow:
            bar.setValue(bar.maximum())


class LogTab(QWidget):
    """Log of the run: its notes, then the end of its log file; all of it, or the lines that match the search."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        bar = Toolbar("surface", "b")
        self.caption = ElidedLabel("", "caption", "text2")
        bar.add(self.caption, 1)
        self.search = SearchField(tr("Find in the log"), width=220)
        self.search.search.connect(lambda _text: self.show_details(self._details))
        bar.add(self.search)
        self.only_warnings = CheckBox(tr("Notes and warnings only"))
        self.follow = CheckBox(tr("Follow the end"))
        self.follow.setChecked(True)
        for box in (self.only_warnings, self.follow):
            box.toggled.connect(lambda _on: self.show_details(self._details))
            bar.add(box)
        self.text = TextPane(tr("Log of the run"))
        arrange_rows(bar, (self.text, 1), on=self)
        self._details: RunDetails | None = None
        self.text.verticalScrollBar().actionTriggered.connect(lambda _action: self._scrolled())
        self.show_details(None)

    def _scrolled(self) -> None:
        """Stop following when the user scrolls back, and follow again at the end."""
        bar = self.text.verticalScrollBar()
        self.follow.setChecked(bar.sliderPosition() >= bar.maximum() - bar.singleStep())

    def show_details(self, details: RunDetails | None) -> None:
        """Show one run's log, or nothing."""
        self._details = details
        if details is None:
            self.caption.set_text(tr("Select a run to read its log"))
            self.text.set_text("")
            return
        self.caption.set_text(f"{details.row.name}   {details.row.folder / 'run.log'}")
        lines = [f"{_time(n.time)}  {n.level:<8} {sentence_text(n.text)}" for n in details.notes]
        if not self.only_warnings.isChecked() and details.log:
            lines += ["", *details.log.splitlines()] if lines else details.log.splitlines()
        search_text = self.search.text().strip().casefold()
        if search_text:
            matches = [line for line in lines if search_text in line.casefold()]
            self.caption.set_text(
                tr(
                    "{name}   {count:,} of {total:,} lines",
                    name=details.row.name,
                    count=len(matches),
                    total=len(lines),
                )
            )
            self.text.set_text("\n".join(matches) or tr("No matching lines."), self.follow.isChecked())
            return
        self.text.set_text("\n".join(lines) or tr("Nothing has been logged yet."), self.follow.isChecked())


class RunSettingsTab(QWidget):
    """The frozen specification, and the environment of the run."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.spec = TextPane(tr("Settings of the run, as TOML"))
        self.facts = TextPane(tr("Environment of the run"))
        self.fields = RunFields()
        split = Splitter(name="settings")
        for title, pane in (
            (tr("Settings, frozen when it was queued"), self.spec),
            (tr("Environment and data"), self.facts),
        ):
            panel = Panel("surface", "")
            head = Label(title, "strong")
            head.setContentsMargins(16, 8, 0, 4)
            arrange_rows(*([self.fields] if pane is self.facts else []), head, (pane, 1), on=panel)
            split.addWidget(panel)
        split.setSizes([500, 500])
        arrange_columns(split, on=self)

    def show_details(self, details: RunDetails | None) -> None:
        """Show one run, or nothing."""
        self.spec.set_text(details.toml if details else tr("Select a run to read its settings."))
        self.facts.set_text(_facts(details) if details else "")
        self.fields.show_run(details.row if details else None)


def _facts(details: RunDetails) -> str:
    row = details.row
    status = tr_engine(row.status)
    lines = [
        tr("run            {id}", id=row.id),
        tr(
            "status         {status}",
            status=f"{status}: {sentence_text(row.reason)}" if row.reason else status,
        ),
        tr("identity       {identity}", identity=row.identity),
        tr(
            "device         {device} on {host}",
            device=row.device or tr("automatic"),
            host=row.host or tr("this machine"),
        ),
        tr("started        {time}", time=_time(row.started)),
        tr("finished       {time}", time=_time(row.finished)),
        tr("trained for    {active_seconds}", active_seconds=formats.clock(row.active_seconds)),
        tr("folder         {folder}", folder=row.folder),
    ]
    for stage in details.stages:
        lines += [
            "",
            tr(
                "stage {position}: {title}, {steps:,} updates",
                position=stage.position + 1,
                title=tr_engine(stage.title),
                steps=stage.steps,
            ),
        ]
        lines += [f"  {key.replace('_', ' '):<22} {_value(value)}" for key, value in stage.info.items()]
    if details.fingerprints:
        lines += ["", tr("data")] + [f"  {name:<22} {value}" for name, value in details.fingerprints.items()]
    if details.versions:
        lines += ["", tr("versions")] + [f"  {name:<22} {value}" for name, value in details.versions.items()]
    return "\n".join(lines)


def _value(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{k} {_value(v)}" for k, v in value.items())
    if isinstance(value, list):
        return ", ".join(map(str, value))
    if isinstance(value, bool):
        return tr("yes") if value else tr("no")
    if isinstance(value, int):
        return f"{value:,}"
    return f"{value:.4g}" if isinstance(value, float) else str(value)


def _time(seconds: float | None) -> str:
    return "" if seconds is None else time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(seconds))


class HardwareStrip(Panel):
    """CPU, memory, GPU memory and speed of a running run, or the mean speed of an ended one; 40 px high."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("surface", "t", parent)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.cpu, self.memory = HardwareGauge("CPU"), HardwareGauge(tr("Memory"))
        self.gpu_memory = HardwareGauge(tr("GPU memory"))
        self.speed = HardwareGauge(tr("Speed"))
        row = arrange_columns(on=self, spacing=16, margins=(16, 0, 16, 0))
        self._lines = []
        for reading, key in (
            (self.gpu_memory, "system/gpu_memory_gb"),
            (self.cpu, "system/cpu"),
            (self.memory, "system/memory_gb"),
        ):
            row.addWidget(reading)
            line = VLine()
            line.setFixedHeight(24)
            row.addWidget(line)
            self._lines.append((reading, line, key))
        row.addStretch(1)
        row.addWidget(self.speed)
        self.setFixedHeight(40)
        self.show_values({})

    def show_values(self, latest: dict[str, float]) -> None:
        """Show the newest measures (``system/cpu``...), and hide the strip if there are none."""
        self.setVisible(bool(latest))
        for reading, line, key in self._lines:
            value = latest.get(key, 0)
            reading.set_reading(f"{value:.0f} %" if reading is self.cpu else f"{value:.1f} GB")
            reading.setVisible(key in latest)
            line.setVisible(key in latest and reading is not self.memory)
        texts, tokens = latest.get("speed/texts_per_second"), latest.get("speed/tokens_per_second")
        words = (
            tr("{texts:,.0f} texts/s, {tokens} tokens/s", texts=texts, tokens=formats.count(tokens or 0))
            if texts is not None
            else "–"
        )
        self.speed.set_reading(words)

    def show_ended(self, texts: float | None) -> None:
        """Show the mean speed of an ended run, in texts per second, None if unknown."""
        self.show_values({})
        self.setVisible(texts is not None)
        self.speed.set_reading(tr("{texts:,.0f} texts/s on average", texts=texts or 0))
