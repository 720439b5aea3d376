"""The settings page."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QScrollArea, QVBoxLayout, QWidget

from engine import paths
from workbench.backend.preferences import MOST_SLOTS
from workbench.look import formats, theme
from workbench.pages.base import Page
from workbench.widgets import (
    Button,
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

if TYPE_CHECKING:
    from workbench.backend.session import Session

MODES = (("system", "As the system"), ("light", "Light"), ("dark", "Dark"))


class SettingsPage(Page):
    """The few things that belong to the window and not to an experiment. Everything takes effect at once."""

    name, title, icon, shortcut, at_end = "settings", "Settings", "settings", "Ctrl+,", True

    def __init__(self, session: Session | None = None, parent: QWidget | None = None) -> None:
        super().__init__(session, parent)
        self.mode = SegmentedControl(MODES, "Colours")
        self.mode.chosen.connect(lambda key: self.preferences.put("theme", key))
        self.text_size = Slider("Text size", 100, 300, 240)
        self.text_size.setSingleStep(5)
        self.text_size.setPageStep(25)
        self.text_size_label = Label("", "caption", "text2")
        # While it is dragged only the number moves: re-laying out the window under the mouse would move the
        # handle.
        self.text_size.valueChanged.connect(self._size_moved)
        self.text_size.sliderReleased.connect(self._size_chosen)
        self.smoothing = Slider("Smoothing of new loss curves", 0, 99, 240)
        self.smoothing_text = Label("", "caption", "text2")
        self.smoothing.valueChanged.connect(self._smoothing_moved)
        self.slots = NumberField(1, 1, MOST_SLOTS, integer=True, name="Runs at once on each device")
        self.slots.value_changed.connect(lambda value: self.preferences.put("slots", int(value)))
        self.store = ElidedLabel(str(self._store_path()), "body")
        self.folder = Button("Open folder", icon="folder")
        self.folder.clicked.connect(self._open_folder)
        self._lay_out()

    def _store_path(self) -> Path:
        return Path(getattr(self.session, "store_path", None) or paths.default_store())

    def _lay_out(self) -> None:
        panel = Panel("surface")
        form = QVBoxLayout(panel)
        form.setContentsMargins(8, 12, 16, 12)
        form.setSpacing(0)
        looks = FoldSection("Appearance")
        looks.body.addWidget(
            FieldRow("Colours", self.mode, help="Light or dark; the system may change it by the hour")
        )
        looks.body.addWidget(
            FieldRow(
                "Text size", self.text_size, self.text_size_label, help="All of the window scales with it"
            )
        )
        curves = FoldSection("Curves")
        curves.body.addWidget(
            FieldRow(
                "Smoothing",
                self.smoothing,
                self.smoothing_text,
                help="Weight of the running mean that the Runs page starts with; 0 shows what was measured",
            )
        )
        queue = FoldSection("Queue")
        queue.body.addWidget(
            FieldRow(
                "Runs at once",
                self.slots,
                Label("on each device", "caption", "text2"),
                help="Queued runs that share a device. Small encoders leave most of a large GPU idle: two to four at "
                "once finish sooner together. On a CPU the runs divide the cores among them",
            )
        )
        store = FoldSection("Store")
        store.body.addWidget(FieldRow("Runs are kept in", self.store, self.folder))
        note = Label(
            "One SQLite file; the environment variable PALIMPSEST_HOME moves it and everything beside it.",
            "caption",
            "text3",
            wrap=True,
        )
        store.body.addWidget(FieldRow("", note))
        for section in (looks, curves, queue, store):
            form.addWidget(section)
        form.addStretch(1)
        middle = QWidget()
        self._panel = panel
        arrange_columns(panel, ..., on=middle)
        scroll = QScrollArea()
        scroll.setWidget(middle)
        scroll.setWidgetResizable(True)
        arrange_rows(PageHead(self.title), (scroll, 1), on=self)
        self.apply_theme()

    def apply_theme(self) -> None:
        self._panel.setFixedWidth(theme.sizes().px(720))

    def on_shown(self) -> None:
        self.mode.set_current(self.preferences.get("theme"))
        self._show(self.text_size, round(100 * theme.sizes().scale), self.text_size_label, " %")
        self._show(self.smoothing, round(100 * self.preferences.get("smoothing")), self.smoothing_text)
        self.slots.set_value(self.preferences.get("slots"))
        self.store.set_text(str(self._store_path()))

    def _show(self, slider: Slider, value: int, label: Label, unit: str = "") -> None:
        slider.blockSignals(True)
        slider.setValue(value)
        slider.blockSignals(False)
        label.setText(f"{value}{unit}" if unit else formats.fixed(value / 100))

    def _size_moved(self, value: int) -> None:
        self.text_size_label.setText(f"{value} %")
        if not self.text_size.isSliderDown():
            self._size_chosen()

    def _size_chosen(self) -> None:
        self.preferences.put("text_size", self.text_size.value() / 100)

    def _smoothing_moved(self, value: int) -> None:
        self.smoothing_text.setText(formats.fixed(value / 100))
        self.preferences.put("smoothing", value / 100)

    def _open_folder(self) -> None:
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._store_path().parent)))
