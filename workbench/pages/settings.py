"""The settings page."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import ClassVar, Literal

from PySide6.QtCore import QLocale, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QScrollArea, QWidget

from engine import paths
from engine.cache import capacity
from engine.metrics.base import display_metric
from engine.spec.base import SpecModel, field
from engine.spec.checks.findings import SpecFinding
from engine.spec.describe import defaults
from workbench import language
from workbench.backend.preferences import LEAST_TEXT, MOST_SLOTS, MOST_TEXT
from workbench.backend.session import Session
from workbench.forms.form import ModelForm
from workbench.forms.layout import FormPart
from workbench.forms.suggestions import Suggestion, SuggestionSource
from workbench.language import tr, tr_n
from workbench.look import formats
from workbench.pages import page_attributes
from workbench.pages.base import Page
from workbench.pages.place_tools import PlaceTools
from workbench.pages.store_tools import StoreTools
from workbench.widgets import (
    Button,
    ElidedLabel,
    FieldRow,
    FoldSection,
    FormFoot,
    Label,
    NumberField,
    PageHead,
    Panel,
)
from workbench.widgets.arrange import arrange_columns, arrange_rows

PROCESSOR = "cpu"
FOLDERS = (tr("Runs"), tr("Cache"), tr("Hub downloads"))
"""Names of the folders that can be opened."""


@dataclass(frozen=True)
class MachineFacts:
    """Sentences and folders for the page.

    ``login``: whether runs can read what only members of the hub may. ``folders``: the existing ones, by their names
    in :data:`FOLDERS`.
    """

    login: str
    folders: Mapping[str, Path]


def describe_devices(devices: tuple[str, ...], cores: int) -> str:
    """Return the devices of this machine as text.

    >>> describe_devices(("cpu",), 2), describe_devices(("cuda:0", "cuda:1"), 16)
    ('CPU, 2 cores', '2 GPUs (cuda:0, cuda:1), 16 cores')
    """
    gpus = [device for device in devices if device != PROCESSOR]
    if not devices:
        return tr("Not known yet")
    if not gpus:
        return tr_n("CPU, {n} core", "CPU, {n} cores", cores)
    return tr(
        "{gpus} ({names}), {cores}",
        gpus=tr_n("{n} GPU", "{n} GPUs", len(gpus)),
        names=", ".join(gpus),
        cores=tr_n("{n} core", "{n} cores", cores),
    )


def read_machine_facts(store: Path) -> MachineFacts:
    """Read folders and login. For a thread: the hub's library takes a moment to import."""
    places = (store.parent / f"{store.stem}-runs", paths.cache_folder(), hub_folder())
    there = {name: place for name, place in zip(FOLDERS, places, strict=True) if place.is_dir()}
    return MachineFacts(_describe_login(), there)


def hub_folder() -> Path:
    """Return the download folder of the hub's library, following its documentation."""
    home = os.environ.get("HF_HOME") or Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache") / "huggingface"
    return Path(os.environ.get("HF_HUB_CACHE") or Path(home) / "hub").expanduser()


def _describe_login() -> str:
    try:
        from huggingface_hub import constants, get_token
    except ImportError:
        return tr("Unknown: the hub's library is part of the extra “engine”")
    login = tr("Logged in") if get_token() else tr("Not logged in (public data and encoders only)")
    return tr("{login}; offline (HF_HUB_OFFLINE)", login=login) if constants.HF_HUB_OFFLINE else login


APPEARANCE, CURVES, QUEUE = tr("Appearance"), tr("Curves"), tr("Queue")
NEXT_START = tr("Takes effect when the window is opened again.")


class WindowSettings(SpecModel):
    """Settings of the window, not of an experiment. Each is a preference of the same name."""

    sections: ClassVar[tuple[str, ...]] = (APPEARANCE, CURVES, QUEUE)
    essential: ClassVar[tuple[str, ...]] = ("language", "smoothing", "slots")
    language: str = field(
        language.SYSTEM,
        label=tr("Language", "of the window"),
        help=tr("Takes effect when the window is opened again. The command line stays in English"),
        section=APPEARANCE,
        suggest="languages",
    )
    theme: Literal["system", "light", "dark"] = field(
        "system",
        label=tr("Colours"),
        help=tr("Light, dark, or the system's choice"),
        choices={"system": tr("Follow system"), "light": tr("Light"), "dark": tr("Dark")},
        section=APPEARANCE,
    )
    high_contrast: bool = field(
        False,
        label=tr("Stronger contrast"),
        help=tr("Text with a contrast of at least 7 to 1, lines of at least 3 to 1"),
        section=APPEARANCE,
    )
    text_size: float = field(
        1.0,
        label=tr("Text size"),
        unit=tr("of normal"),
        help=tr("Size of all text; takes effect when the window is opened again"),
        ge=LEAST_TEXT,
        le=MOST_TEXT,
        section=APPEARANCE,
    )
    results: Literal["error", "accuracy"] = field(
        "error",
        label=tr("Results"),
        help=tr("In tables, plots, verdicts and reports; takes effect when the window is opened again"),
        choices={"error": tr("Error, %"), "accuracy": tr("Accuracy, %")},
        section=APPEARANCE,
    )
    smoothing: float = field(
        0.9,
        label=tr("Smoothing"),
        help=tr("Smoothing of new loss curves; 0: none"),
        ge=0.0,
        le=0.99,
        section=CURVES,
    )
    slots: int = field(
        1,
        label=tr("Runs at once"),
        unit=tr("on each device"),
        help=tr(
            "Number of queued runs that share a device. With small encoders, two to four use a large GPU "
            "better; on a CPU they share the cores"
        ),
        ge=1,
        le=MOST_SLOTS,
        section=QUEUE,
    )
    threads: int = field(
        0,
        label=tr("Threads"),
        unit=tr("at most, for each run"),
        zero=tr("all"),
        help=tr(
            "CPU threads that a queued run may take; empty: all. A design's own number (Compute, CPU "
            "threads) takes precedence"
        ),
        ge=0,
        le=4096,
        section=QUEUE,
    )
    notify: bool = field(
        True,
        label=tr("Notify"),
        help=tr(
            "A desktop notification when a run or a sweep has ended and another window is in front. Without "
            "a system tray, the window's entry in the task bar is highlighted"
        ),
        section=QUEUE,
    )


def _cache_size() -> tuple[int, float]:
    """Return the bytes in the cache, and its limit in GB, 0 for none."""
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
    """The settings of the window, then this computer, compute targets and the store."""

    name, title, icon, shortcut, at_end = page_attributes("settings")

    def __init__(self, session: Session | None = None, parent: QWidget | None = None) -> None:
        super().__init__(session, parent)
        names = {"": tr("Follow system")} | language.LANGUAGES
        languages = [Suggestion(key or language.SYSTEM, name) for key, name in names.items()]
        self.form = ModelForm(
            [FormPart(WindowSettings, names=tuple(WindowSettings.model_fields))],
            {"languages": SuggestionSource(lambda: languages, only=True)},
        )
        self.form.set_table(defaults(WindowSettings))
        self.form.build()
        self.form.value_changed.connect(self._changed)
        self.foot = FormFoot()
        self.foot.follow(self.form.rows)
        self.form.messages_changed.connect(self.foot.refresh)
        self.form.row_help_requested.connect(self.foot.show_row)
        self.store_tools = StoreTools(self.session)
        self.place_tools = PlaceTools(self.session)
        self._make_computer_controls()
        self._panel = Panel("surface")
        self._panel.setFixedWidth(720)
        arrange_rows(self.form, *self._sections(), ..., on=self._panel, margins=(8, 12, 16, 12))
        middle, scroll = Panel("surface"), QScrollArea()
        scroll.setAccessibleName(tr("Settings"))
        arrange_columns(self._panel, ..., on=middle)
        scroll.setWidget(middle)
        scroll.setWidgetResizable(True)
        arrange_rows(PageHead(self.title), (scroll, 1), self.foot, on=self)

    def _make_computer_controls(self) -> None:
        self.devices = ElidedLabel("", "body")
        self.login = ElidedLabel("", "body")
        self._folders: dict[str, Path] = {}
        self.folders = {name: Button(name, icon="folder", tip=tr("Not created yet")) for name in FOLDERS}
        for name, button in self.folders.items():
            button.setEnabled(False)
            button.clicked.connect(partial(self._open_place, name))
        self.store = ElidedLabel(str(self._store_path()), "body")
        self.folder = Button(tr("Open folder"), icon="folder")
        self.folder.clicked.connect(lambda: _open_folder(self._store_path().parent))
        self._cache_gigabytes: float | None = None
        self.cache = Label("", "body")
        self.clear_cache = Button(tr("Clear"), icon="trash")
        self.clear_cache.clicked.connect(self._clear_cache)
        self.cache_limit = NumberField(
            None, 0, 100_000, name=tr("Largest size of the cache in GB; 0: no limit")
        )
        # Not while typing: on the way to 20 the value is 2, which would delete wanted files.
        self.cache_limit.editingFinished.connect(self._limit_cache)

    def _sections(self) -> list[FoldSection]:
        """Return the folds below the form, which are not preferences."""
        devices = tr("Devices that train runs. On a CPU a run uses all cores unless its design sets a number")
        hub = tr("Whether private models and data sets can be loaded. Log in with: hf auth login")
        machines = tr(
            "Machines with Palimpsest that you log in to with ssh, and Slurm clusters. Design offers them "
            "as compute targets; curves and results arrive while a run trains, and no password is stored"
        )
        store = tr("Set PALIMPSEST_HOME to move it and the other folders.")
        care = tr("palimpsest store check, backup and repair; copies and damaged stores stay in its folder")
        cache = tr(
            "Texts, tokens and results of layers that runs share. All of it can be recomputed; files in use "
            "by a run stay"
        )
        limit = tr("The least recently used files are removed first; 0: no limit")
        folder_help = tr("Opens the folder of runs, of the cache or of downloads")
        gigabytes = Label("GB", "caption", "text2")
        sections = {
            tr("This computer"): [
                FieldRow(tr("Devices"), self.devices, help=devices),
                FieldRow(tr("Folders"), *self.folders.values(), help=folder_help),
                FieldRow(tr("Hub"), self.login, help=hub),
            ],
            tr("Places"): [FieldRow(tr("Machines"), self.place_tools, help=machines)],
            tr("Store"): [
                FieldRow(tr("Runs are kept in"), self.store, self.folder),
                FieldRow("", Label(store, "caption", "text3")),
                FieldRow(tr("Maintenance"), self.store_tools, help=care),
            ],
            tr("Cache"): [
                FieldRow(tr("In use"), self.cache, self.clear_cache, help=cache),
                FieldRow(tr("At most"), self.cache_limit, gigabytes, help=limit),
            ],
        }
        folds = []
        for title, rows in sections.items():
            fold = FoldSection(title)
            for row in rows:
                fold.body.addWidget(row)
            folds.append(fold)
        return folds

    def _store_path(self) -> Path:
        return Path(getattr(self.session, "store_path", None) or paths.default_store())

    def on_shown(self) -> None:
        self.form.set_table({name: self.preferences.get(name) for name in WindowSettings.model_fields})
        self._show_notes()
        self.store.set_text(str(self._store_path()))
        self._do_cache(_cache_size)
        self._read_computer()
        self.place_tools.refresh()

    def receive(self, payload: object) -> None:
        """Scroll to the language if requested."""
        if payload == "language":
            self.form.focus_field("language")

    def _changed(self, name: str, value: object) -> None:
        self.preferences.put(name, value)
        self._show_notes()

    def _show_notes(self) -> None:
        """Show what the next start of the window changes in language, text size and results."""
        notes = {}
        if language.find(self.preferences.get("language")) != language.current():
            notes["language"] = SpecFinding(NEXT_START, blocks=False)
        if self.preferences.get("results") != display_metric("error"):
            notes["results"] = SpecFinding(NEXT_START, blocks=False)
        size = self.preferences.get("text_size")
        now = QLocale.c().toDouble(os.environ.get("QT_SCALE_FACTOR", ""))[0] or 1  # as Qt reads it
        needs, screen = self.window().minimumSizeHint() * size, self.screen().size() * now
        if size > now and needs.boundedTo(screen) != needs:
            needed = f"{needs.width()} {formats.TIMES} {needs.height()}"
            text = tr("The window then needs {size} px, more than this screen has.", size=needed)
            notes["text_size"] = SpecFinding(text, blocks=False)
        elif size != now:
            notes["text_size"] = SpecFinding(NEXT_START, blocks=False)
        self.form.set_problems(notes)

    # -- this computer and the cache -----------------------------------------------------------------------

    def _read_computer(self) -> None:
        """Show the devices, and read the rest in a thread."""
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

    def _show_computer(self, facts: MachineFacts) -> None:
        self.login.set_text(facts.login)
        self._folders = dict(facts.folders)
        for name, button in self.folders.items():
            button.setEnabled(name in self._folders)
            button.setToolTip(str(self._folders.get(name, tr("Not created yet"))))

    def _open_place(self, name: str) -> None:
        _open_folder(self._folders[name])

    def _do_cache(self, work: Callable[..., tuple[int, float]], *values: float) -> None:
        """Count, clear or limit the cache. In a thread, because it may contain thousands of files."""
        if self.session is not None:
            self.session.tasks.run(
                work, *values, then=self._show_cache, failed=self.cache.setText, owner=self, slot="cache"
            )

    def _show_cache(self, cache_size: tuple[int, float]) -> None:
        used, self._cache_gigabytes = cache_size
        self.cache.setText(formats.size(used))
        self.cache_limit.set_value(self._cache_gigabytes)
        self.cache_limit.setEnabled(not capacity.is_limit_fixed())
        self.clear_cache.setEnabled(used > 0)

    def _clear_cache(self) -> None:
        self.clear_cache.setEnabled(False)
        self.cache.setText(tr("Clearing"))
        self._do_cache(_clear_cache)

    def _limit_cache(self) -> None:
        gigabytes = self.cache_limit.value()
        if gigabytes is not None and gigabytes != self._cache_gigabytes:
            self._do_cache(_limit_cache, gigabytes)


def _open_folder(folder: Path) -> None:
    QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder)))
