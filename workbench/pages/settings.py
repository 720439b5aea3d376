"""The settings page."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QScrollArea, QVBoxLayout, QWidget

from engine import paths
from engine.cache import capacity
from workbench import language
from workbench.backend.preferences import MOST_SLOTS
from workbench.backend.session import Session
from workbench.language import tr
from workbench.look import formats, theme
from workbench.pages import listed
from workbench.pages.base import Page
from workbench.pages.machine_facts import FOLDERS, MachineFacts, describe_devices, read_machine_facts
from workbench.pages.place_tools import PlaceTools
from workbench.pages.store_tools import StoreTools
from workbench.widgets import (
    Button,
    CheckBox,
    ComboBox,
    ElidedLabel,
    FieldRow,
    FoldSection,
    Label,
    NumberField,
    PageHead,
    Panel,
    SegmentedControl,
    Slider,
)
from workbench.widgets.arrange import arrange_columns, arrange_rows

MODES = (("system", tr("Follow system")), ("light", tr("Light")), ("dark", tr("Dark")))


def _cache_size() -> tuple[int, float]:
    """Return the bytes in the cache, and its limit in GB; 0 is none."""
    limit = capacity.size_limit()
    return sum(each.bytes for each in capacity.cache_usage()), limit / 1e9 if limit < float("inf") else 0.0


def _clear_cache() -> tuple[int, float]:
    capacity.clear()
    return _cache_size()


def _limit_cache(gigabytes: float) -> tuple[int, float]:
    capacity.set_size_limit(gigabytes)
    capacity.make_room()
    return _cache_size()


class SettingsPage(Page):
    """The few things that belong to the window and not to an experiment. All but the language takes effect at once."""

    name, title, icon, shortcut, at_end = listed("settings")

    def __init__(self, session: Session | None = None, parent: QWidget | None = None) -> None:
        super().__init__(session, parent)
        self._make_appearance_controls()
        self._make_queue_controls()
        self._make_computer_controls()
        self._panel = Panel("surface")
        form = QVBoxLayout(self._panel)
        form.setContentsMargins(8, 12, 16, 12)
        form.setSpacing(0)
        for title, rows in self._groups():
            section = FoldSection(title)
            for row in rows():
                section.body.addWidget(row)
            form.addWidget(section)
        form.addStretch(1)
        self._lay_out()

    def _make_appearance_controls(self) -> None:
        self.mode = SegmentedControl(MODES, tr("Colours"))
        self.mode.chosen.connect(lambda key: self.preferences.put("theme", key))
        self.language = ComboBox(
            [
                (tr("Follow system"), language.SYSTEM),
                *((name, key) for key, name in language.LANGUAGES.items()),
            ],
            tr("Language", "of the window"),
            width=160,
        )
        self.language.activated.connect(self._language_chosen)
        self.language_note = Label("", "caption", "text2")
        self.text_size = Slider(tr("Text size"), 100, 300, 240)
        self.text_size.setSingleStep(5)
        self.text_size.setPageStep(25)
        self.text_size_label = Label("", "caption", "text2")
        # While it is dragged only the number moves: re-laying out the window under the mouse would move the
        # handle.
        self.text_size.valueChanged.connect(self._size_moved)
        self.text_size.sliderReleased.connect(self._size_chosen)
        self.smoothing = Slider(tr("Smoothing of new loss curves"), 0, 99, 240)
        self.smoothing_text = Label("", "caption", "text2")
        self.smoothing.valueChanged.connect(self._smoothing_moved)
        self.shortcuts = Button(tr("Change on Help"))
        self.shortcuts.clicked.connect(lambda: self.navigate.emit("help", None))
        self.contrast = CheckBox(tr("Stronger text and lines"))
        self.contrast.toggled.connect(lambda on: self.preferences.put("high_contrast", on))

    def _make_queue_controls(self) -> None:
        self.slots = NumberField(1, 1, MOST_SLOTS, integer=True, name=tr("Runs at once on each device"))
        self.slots.value_changed.connect(lambda value: self.preferences.put("slots", int(value)))
        self.threads = NumberField(
            None, 1, 4096, integer=True, name=tr("CPU threads of a run at most; empty: all")
        )
        self.threads.setPlaceholderText(tr("all"))
        self.threads.editingFinished.connect(self._threads_chosen)
        self.notify = CheckBox(tr("When a run or a sweep has ended and another window is in front"))
        self.notify.toggled.connect(lambda on: self.preferences.put("notify", on))

    def _make_computer_controls(self) -> None:
        self.devices = ElidedLabel("", "body")
        self.login = ElidedLabel("", "body")
        self._places: dict[str, Path] = {}
        self.folders = {name: Button(name, icon="folder", tip=tr("Not there yet")) for name in FOLDERS}
        for name, button in self.folders.items():
            button.setEnabled(False)
            button.clicked.connect(partial(self._open_place, name))
        self.store = ElidedLabel(str(self._store_path()), "body")
        self.store_tools = StoreTools(self.session)
        self.place_tools = PlaceTools(self.session)
        self.folder = Button(tr("Open folder"), icon="folder")
        self.folder.clicked.connect(self._open_folder)
        self._cache_gigabytes: float | None = None
        self.cache = Label("", "body")
        self.clear_cache = Button(tr("Clear"), icon="trash")
        self.clear_cache.clicked.connect(self._clear_cache)
        self.cache_limit = NumberField(
            None, 0, 100_000, name=tr("Largest size of the cache in GB; 0: no limit")
        )
        # Not while it is typed: on the way to 20 stands a 2, which would remove what is to stay.
        self.cache_limit.editingFinished.connect(self._limit_cache)

    def _groups(self) -> Iterable[tuple[str, Callable[[], list[FieldRow]]]]:
        """Return the title of each section, and what makes its rows."""
        return (
            (tr("Appearance"), self._appearance_rows),
            (tr("Curves"), self._curve_rows),
            (tr("Queue"), self._queue_rows),
            (tr("This computer"), self._computer_rows),
            (tr("Places"), self._place_rows),
            (tr("Store"), self._store_rows),
            (tr("Cache"), self._cache_rows),
        )

    def _store_path(self) -> Path:
        return Path(getattr(self.session, "store_path", None) or paths.default_store())

    def _lay_out(self) -> None:
        middle = QWidget()
        arrange_columns(self._panel, ..., on=middle)
        scroll = QScrollArea()
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # what lies in it has the focus
        scroll.setWidget(middle)
        scroll.setWidgetResizable(True)
        arrange_rows(PageHead(self.title), (scroll, 1), on=self)
        self.apply_theme()

    def _appearance_rows(self) -> list[FieldRow]:
        return [
            FieldRow(
                tr("Language", "of the window"),
                self.language,
                self.language_note,
                help=tr(
                    "Of the window; takes effect when it is opened again. The command line speaks English"
                ),
            ),
            FieldRow(tr("Colours"), self.mode, help=tr("Light, dark, or what the system says")),
            FieldRow(
                tr("Contrast"),
                self.contrast,
                help=tr("Text at 7 to 1 or more against its ground, lines at 3 to 1"),
            ),
            FieldRow(
                tr("Text size"),
                self.text_size,
                self.text_size_label,
                help=tr("The whole window scales with it"),
            ),
            FieldRow(
                tr("Keyboard shortcuts"),
                self.shortcuts,
                help=tr("All keys of the window; each can be changed on the Help page"),
            ),
        ]

    def _curve_rows(self) -> list[FieldRow]:
        return [
            FieldRow(
                tr("Smoothing"),
                self.smoothing,
                self.smoothing_text,
                help=tr("How strongly new loss curves are smoothed; 0: not at all"),
            )
        ]

    def _queue_rows(self) -> list[FieldRow]:
        return [
            FieldRow(
                tr("Runs at once"),
                self.slots,
                Label(tr("on each device"), "caption", "text2"),
                help=tr(
                    "Queued runs that share a device. Small encoders leave most of a large GPU idle: two to "
                    "four at once finish sooner together. On a CPU the runs divide the cores among them"
                ),
            ),
            FieldRow(
                tr("Threads"),
                self.threads,
                Label(tr("at most, for each run"), "caption", "text2"),
                help=tr(
                    "CPU threads that a queued run may take; the rest of the machine stays free. Empty: all. What a "
                    "design says itself (Compute, CPU threads) counts for more"
                ),
            ),
            FieldRow(
                tr("Notify"),
                self.notify,
                help=tr(
                    "A notice of the desktop. Where it has no tray for them, the window's entry in the task bar "
                    "asks for attention"
                ),
            ),
        ]

    def _computer_rows(self) -> list[FieldRow]:
        return [
            FieldRow(
                tr("Devices"),
                self.devices,
                help=tr(
                    "What runs compute on. On a processor a run takes all cores unless its design says how many"
                ),
            ),
            FieldRow(
                tr("Folders"),
                *self.folders.values(),
                help=tr("Opens the folder of runs, of the cache or of downloads"),
            ),
            FieldRow(
                tr("Hub"),
                self.login,
                help=tr("Whether private models and data sets can be loaded. Log in with: hf auth login"),
            ),
        ]

    def _place_rows(self) -> list[FieldRow]:
        return [
            FieldRow(
                tr("Machines"),
                self.place_tools,
                help=tr(
                    "Machines with Palimpsest that you log in to with ssh, and Slurm clusters. Design then asks where "
                    "a run computes; its curves and results come here while it trains. No password is kept"
                ),
            )
        ]

    def _store_rows(self) -> list[FieldRow]:
        note = Label(
            tr("Set PALIMPSEST_HOME to keep it, and all that lies beside it, elsewhere."), "caption", "text3"
        )
        tools = FieldRow(
            tr("Maintenance"),
            self.store_tools,
            help=tr(
                "What palimpsest store check, backup and repair do; copies, and a damaged store, stay beside it"
            ),
        )
        return [FieldRow(tr("Runs are kept in"), self.store, self.folder), FieldRow("", note), tools]

    def _cache_rows(self) -> list[FieldRow]:
        return [
            FieldRow(
                tr("In use"),
                self.cache,
                self.clear_cache,
                help=tr(
                    "Texts, tokens and results of layers that runs share. All of it can be made again; what a running "
                    "run uses stays"
                ),
            ),
            FieldRow(
                tr("At most"),
                self.cache_limit,
                Label("GB", "caption", "text2"),
                help=tr("What was used least recently goes first; 0 is no limit"),
            ),
        ]

    def apply_theme(self) -> None:
        self._panel.setFixedWidth(theme.sizes().px(720))

    def on_shown(self) -> None:
        self.mode.set_current(self.preferences.get("theme"))
        self.language.set_current(self.preferences.get("language"))
        self._show(self.text_size, round(100 * theme.sizes().scale), self.text_size_label, " %")
        self._show(self.smoothing, round(100 * self.preferences.get("smoothing")), self.smoothing_text)
        self.slots.set_value(self.preferences.get("slots"))
        self.threads.set_value(self.preferences.get("threads") or None)
        self.contrast.setChecked(self.preferences.get("high_contrast"))
        self.notify.setChecked(self.preferences.get("notify"))
        self.store.set_text(str(self._store_path()))
        self._look_at_cache()
        self._look_at_computer()
        self.place_tools.look()

    def _look_at_computer(self) -> None:
        """Say what runs compute on, and ask for the rest in a thread."""
        if self.session is None:
            return
        self.devices.set_text(describe_devices(self.session.devices, os.cpu_count() or 1))
        self.session.tasks.run(
            read_machine_facts,
            self._store_path(),
            then=self._show_computer,
            failed=self.login.set_text,
            owner=self,
            slot="computer",
        )

    def _show_computer(self, found: MachineFacts) -> None:
        self.login.set_text(found.login)
        self._places = dict(found.folders)
        for name, button in self.folders.items():
            button.setEnabled(name in self._places)
            button.setToolTip(str(self._places.get(name, tr("Not there yet"))))

    def _open_place(self, name: str) -> None:
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._places[name])))

    def _look_at_cache(self) -> None:
        """Count what the cache holds; in a thread, for it may be thousands of files."""
        if self.session is not None:
            self.session.tasks.run(
                _cache_size, then=self._show_cache, failed=self._cache_failed, owner=self, slot="cache"
            )

    def _show_cache(self, found: tuple[int, float]) -> None:
        used, self._cache_gigabytes = found
        self.cache.setText(formats.size(used))
        self.cache_limit.set_value(self._cache_gigabytes)
        self.cache_limit.setEnabled(not capacity.is_limit_fixed())
        self.clear_cache.setEnabled(used > 0)

    def _clear_cache(self) -> None:
        self.clear_cache.setEnabled(False)
        self.cache.setText(tr("Clearing"))
        self.live_session.tasks.run(
            _clear_cache, then=self._show_cache, failed=self._cache_failed, owner=self, slot="cache"
        )

    def _limit_cache(self) -> None:
        gigabytes = self.cache_limit.value()
        if self.session is None or gigabytes is None or gigabytes == self._cache_gigabytes:
            return
        self.session.tasks.run(
            _limit_cache,
            gigabytes,
            then=self._show_cache,
            failed=self._cache_failed,
            owner=self,
            slot="cache",
        )

    def _cache_failed(self, problem: str) -> None:
        self.cache.setText(problem)

    def _show(self, slider: Slider, value: int, label: Label, unit: str = "") -> None:
        slider.blockSignals(True)
        slider.setValue(value)
        slider.blockSignals(False)
        label.setText(f"{value}{unit}" if unit else formats.fixed(value / 100))

    def _size_moved(self, value: int) -> None:
        self.text_size_label.setText(f"{value} %")
        if not self.text_size.isSliderDown():
            self._size_chosen()

    def receive(self, payload: object) -> None:
        """Go to the language where that was asked for."""
        if payload == "language":
            self.language.setFocus(Qt.FocusReason.OtherFocusReason)

    def _language_chosen(self) -> None:
        wanted = str(self.language.currentData())
        self.preferences.put("language", wanted)
        changes = language.find(wanted) != language.current()
        self.language_note.setText(tr("From the next start of the window on") if changes else "")

    def _size_chosen(self) -> None:
        self.preferences.put("text_size", self.text_size.value() / 100)

    def _smoothing_moved(self, value: int) -> None:
        self.smoothing_text.setText(formats.fixed(value / 100))
        self.preferences.put("smoothing", value / 100)

    def _threads_chosen(self) -> None:
        if not self.threads.text().strip():
            self.threads.set_value(None)
        if not self.threads.problem():
            self.preferences.put("threads", int(self.threads.value() or 0))

    def _open_folder(self) -> None:
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._store_path().parent)))
