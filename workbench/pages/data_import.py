"""The import sheet: choose a file, see how it is read, say which columns mean what, add it to the catalogue."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError
from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QFileDialog, QScrollArea, QVBoxLayout, QWidget

from engine.spec.data import DataSource
from workbench import theme
from workbench.pages.data_columns import ColumnList
from workbench.pages.data_entries import free_name, settings
from workbench.pages.data_first_rows import FirstRows
from workbench.pages.data_format import FormatForm, wide
from workbench.pages.data_words import capital
from workbench.widgets import (
    Button,
    ComboBox,
    FieldRow,
    IconButton,
    Label,
    NumberField,
    PageHead,
    SegmentedControl,
    Splitter,
    TextField,
)
from workbench.widgets.base import follow_theme

if TYPE_CHECKING:
    from workbench.job import Job

FILES = "Data (*.csv *.tsv *.tab *.psv *.jsonl *.ndjson *.json *.parquet *.label *.txt);;All files (*)"
JOINS = [("a space", " "), ("a full stop", ". "), ("a comma", ", "), ("a line break", "\n"), ("nothing", "")]
_SPLIT_NAMES = {"train", "training", "dev", "data", "all", "dataset"}


class ImportSheet(QWidget):
    """A form at the left, what it makes of the file at the right; everything follows while one types.

    ``left`` when the user gives up; ``added(name, source)`` when the set is in the catalogue. What is wrong stands at
    the field where it is mended; the filled button is there when nothing is.
    """

    left = Signal()
    added = Signal(str, object)

    def __init__(self, session: Any, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._taken: list[str] = []
        self._preview: dict[str, Any] = {}
        self._job: Job | None = None
        self._own_text = self._own_label = self._named = self._replaces = False
        self.head = PageHead("Import a data set")
        self.cancel = Button("Cancel", head=True, shortcut="Esc", tip="Leave without adding")
        self.add = Button("Add to catalogue", "primary", head=True)
        self.place = TextField("", "A path, or hub:NAME", "File, folder or hub id")
        self.file, self.folder = Button("File…"), Button("Folder…")
        self.name = TextField("", name="Name in the catalogue")
        self.reading = FormatForm()
        self.columns = ColumnList()
        self.label = wide(ComboBox([], "Label column"))
        self.both = SegmentedControl([("join", "Joined"), ("pair", "As a pair")], "Several text columns")
        self.join = ComboBox(JOINS, "What stands between joined columns")
        self.validation = TextField("", "A share of train", "Validation file")
        self.share = NumberField(10, 1, 50, name="Validation share in percent", width=48)
        self.test = TextField("", "Beside the file, or held out", "Test file")
        self.first = FirstRows()
        self._lay_out()
        self._connect()
        follow_theme(self)

    def _lay_out(self) -> None:
        self.head.add_action(self.cancel)
        self.head.add_action(self.add)
        self.place_row = FieldRow("Data set", self.place, help="Where the texts are; nothing is copied.")
        self.browse_row = FieldRow("", self.file, self.folder)
        self.name_row = FieldRow("Name", self.name, help="How the catalogue lists it.")
        self.columns_row = FieldRow("Text", self.columns, help="Checked columns are read, in their order.")
        self.label_row = FieldRow("Label", self.label, help="The column that holds the class.")
        self.both_row = FieldRow("Several texts", self.both, help="How two or more text columns are read.")
        self.join_word = self.both_row.add_text("with")
        self.both_row.add_control(self.join)
        self.validation_row = FieldRow(
            "Validation file", self.validation, self._chooser(self.validation),
            help="Empty: what the data set has, or a share of the training rows.",
        )  # fmt: skip
        self.share_row = FieldRow("Validation", self.share, help="Held out of the training rows when no file is given.")
        self.share_row.add_text("% of train, stratified")
        self.test_row = FieldRow(
            "Test file", self.test, self._chooser(self.test), help="Used once, at the end of a run."
        )
        form = QWidget()
        form.setBackgroundRole(QPalette.ColorRole.Base)
        form.setAutoFillBackground(True)
        self._form = QVBoxLayout(form)
        self._form.setSpacing(0)
        groups: list[tuple[str, list[QWidget]]] = [
            ("", [self.place_row, self.browse_row, self.name_row]),
            ("How it is read", [self.reading]),
            ("Columns", [self.columns_row, self.both_row, self.label_row]),
            ("Splits", [self.share_row, self.validation_row, self.test_row]),
        ]
        self._titles: list[Label] = []
        for title, rows in groups:
            if title:
                label = Label(title, "caption_strong", "text2")
                self._titles.append(label)
                self._form.addWidget(label)
            for row in rows:
                self._form.addWidget(row)
        self._form.addStretch(1)
        self.form_area = QScrollArea()
        self.form_area.setWidget(form)
        self.form_area.setWidgetResizable(True)
        self.form_area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.form_area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.splitter = Splitter(Qt.Orientation.Horizontal)
        self.splitter.addWidget(self.form_area)
        self.splitter.addWidget(self.first)
        self.splitter.setStretchFactor(1, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.head)
        column.addWidget(self.splitter, 1)

    def _chooser(self, field: TextField) -> IconButton:
        button = IconButton("folder", f"Choose the {field.accessibleName().lower()}")

        def choose() -> None:
            start = field.text() or self.place.text() or str(Path.home())
            path = QFileDialog.getOpenFileName(self, button.accessibleName(), start, FILES)[0]
            if path:
                field.setText(path)
                self._later()

        button.clicked.connect(choose)
        return button

    def _connect(self) -> None:
        self._wait = QTimer(self)
        self._wait.setSingleShot(True)
        self._wait.setInterval(250)
        self._wait.timeout.connect(self._ask)
        self.cancel.clicked.connect(lambda: self.left.emit())
        self.add.clicked.connect(self._store)
        self.place.textEdited.connect(lambda _text: self._moved())
        self.file.clicked.connect(lambda: self._browse(folder=False))
        self.folder.clicked.connect(lambda: self._browse(folder=True))
        self.name.textEdited.connect(lambda _text: self._name_typed())
        self.reading.changed.connect(self._reading_changed)
        self.columns.changed.connect(self._columns_changed)
        self.label.activated.connect(lambda _index: self._label_chosen())
        self.both.chosen.connect(lambda _key: self._mapped())
        self.join.activated.connect(lambda _index: self._mapped())
        self.label_row.remedy.connect(lambda: self.reading.set_option("incomplete", "skip"))
        for field in (self.validation, self.test):
            field.textEdited.connect(lambda _text: self._later())
        self.share.value_changed.connect(lambda _value: self._later())

    def apply_theme(self) -> None:
        s = theme.sizes()
        self._form.setContentsMargins(s.s16, s.s12, s.s16, s.s16)
        self.form_area.setMinimumWidth(s.px(420))
        for title in self._titles:
            title.setFixedHeight(s.px(32))
            title.setAlignment(Qt.AlignmentFlag.AlignBottom)
            title.setContentsMargins(0, 0, 0, s.s4)

    # -- beginning and ending ------------------------------------------------------------------------------

    def begin(self, taken: Sequence[str], path: str = "") -> None:
        """An empty form, or one for ``path``; ``taken`` are the names there are."""
        self._taken = list(taken)
        self._clear("Import a data set", "Add to catalogue")
        if path:
            self._choose(path)
        self.place.setFocus(Qt.FocusReason.OtherFocusReason)

    def change(self, name: str, source: DataSource) -> None:
        """The form of a set that is in the catalogue already."""
        self._clear(f"Mapping of {name}", "Save the mapping")
        self._named = self._replaces = True
        self.name.setText(name)
        self.place.setText(source.source)
        self.reading.begin(source.format)
        self._own_text, self._own_label = bool(source.text), bool(source.label)
        self.both.set_current("pair" if source.pair else "join")
        if not self.join.set_current(source.join):
            self.join.addItem(f"“{source.join}”", source.join)
            self.join.set_current(source.join)
        self.validation.setText(source.validation)
        self.test.setText(source.test)
        self.share.set_value(round(100 * source.validation_share, 2))
        self._ask(source)
        self.columns.list.setFocus(Qt.FocusReason.OtherFocusReason)

    def stop(self) -> None:
        """The sheet is left: what was asked is not wanted any more."""
        self._wait.stop()
        if self._job is not None:
            self._job.cancel()

    def _clear(self, title: str, action: str) -> None:
        self._preview = {}
        self._own_text = self._own_label = self._named = self._replaces = False
        self.head.title.setText(title)
        self.head.set_note("")
        self.add.set_text(action)
        for field in (self.place, self.name, self.validation, self.test):
            field.clear()
        self.join.set_choices(JOINS)
        self.join.set_current(" ")
        self.share.set_value(10)
        self.both.set_current("join")
        self.reading.begin()
        self.columns.set_columns([], [], -1)
        self.label.set_choices([])
        self._clear_messages()
        self.first.show_empty()
        self._show_rows()
        self._allow(False, "Choose a file, a folder or a set of the hub first")

    # -- what the user does --------------------------------------------------------------------------------

    def _browse(self, folder: bool) -> None:
        start = self.place.text() or str(Path.home())
        if folder:
            path = QFileDialog.getExistingDirectory(self, "Choose a folder", start)
        else:
            path = QFileDialog.getOpenFileName(self, "Choose a file", start, FILES)[0]
        if path:
            self._choose(path)

    def _choose(self, path: str) -> None:
        self.place.setText(path)
        self._moved()

    def _moved(self) -> None:
        """Another place: all that was found or chosen belongs to the one before."""
        self.reading.begin()
        self._own_text = self._own_label = False
        if not self._named:
            self.name.setText(free_name(suggested(self.place.text()), self._taken))
            self._judge_name()
        if self.place.text().strip():
            self._later()
        else:
            self._wait.stop()
            self._preview = {}
            self._clear_messages()
            self.first.show_empty()
            self._show_rows()
            self._allow(False, "Choose a file, a folder or a set of the hub first")

    def _name_typed(self) -> None:
        self._named = True
        self._judge_name()
        self._finish()

    def _judge_name(self) -> None:
        taken = self.name.text().strip().casefold() in {name.casefold() for name in self._taken}
        if taken and not self._replaces:
            self.name_row.set_message("warning", "There is a set of that name; it would be replaced.")
        else:
            self.name_row.clear_message()

    def _reading_changed(self) -> None:
        # Other columns may come of it: what was chosen among the old ones has no meaning then.
        self._own_text = self._own_label = False
        self._later()

    def _columns_changed(self) -> None:
        self._own_text = True
        if self._chosen_label() >= 0:
            self._own_label = True
        self._mapped()

    def _label_chosen(self) -> None:
        self._own_label = True
        if self.columns.text():
            self._own_text = True
        self.columns.set_label(self._chosen_label())
        self._mapped()

    def _mapped(self) -> None:
        """The mapping changed: the texts follow at once, counts and complaints when they have been asked for."""
        self._show_mapping()
        self._later()

    def _later(self) -> None:
        self._allow(False, "The file is being read")
        self._wait.start()

    # -- what it makes -------------------------------------------------------------------------------------

    def source(self) -> DataSource | None:
        """The data set as the form says; None while it cannot be one."""
        names = [column["name"] for column in self._preview.get("columns", [])]
        text = [names[index] for index in self.columns.text()] if self._own_text else []
        label = self._chosen_label()
        share = self.share.value()
        try:
            return DataSource(
                source=self.place.text().strip(),
                validation=self.validation.text().strip(),
                test=self.test.text().strip(),
                format=self.reading.reader(),
                text=text,
                label=names[label] if self._own_label and label >= 0 else "",
                pair=self._pair(),
                join=str(self.join.currentData()),
                validation_share=round((share if share is not None else 10) / 100, 4),
            )
        except ValidationError:
            return None

    def _pair(self) -> bool:
        return self.both.current() == "pair" and len(self.columns.text()) == 2

    def _chosen_label(self) -> int:
        data = self.label.currentData()
        return int(data) if data is not None else -1

    def _ask(self, source: DataSource | None = None) -> None:
        self._wait.stop()
        source = source or self.source()
        if source is None or self._session is None:
            return
        self.head.set_note("Reading…")
        self._job = self._session.job(
            ["data", "preview", *settings(source)], then=self._previewed, owner=self, slot="preview",
            failed=self._failed, progress=lambda text: self.head.set_note(f"{text}…"),
        )  # fmt: skip

    def _failed(self, sentence: str) -> None:
        self.head.set_note("")
        self._clear_messages()
        self.place_row.set_message("error", capital(sentence))
        self._allow(False, sentence)

    def _previewed(self, found: dict[str, Any]) -> None:
        if self._wait.isActive():  # the form has moved on; its own answer is on the way
            return
        self._preview = found
        self.head.set_note("")
        self.reading.set_found(found["format"], found["found"])
        columns = [(_shown(found, column["name"]), column["example"]) for column in found["columns"]]
        self.label.set_choices([(name, index) for index, (name, _) in enumerate(columns)])
        if not self.label.set_current(found["label"] if found["label"] >= 0 else None):
            self.label.setCurrentIndex(-1)
        self.columns.set_columns(columns, found["text"], found["label"])
        self._show_rows()
        self.first.show_classes(found)
        self._show_mapping()
        self._show_problem(found["problem"])
        self._finish()

    def _show_mapping(self) -> None:
        if not self._preview:
            return
        text, label = self.columns.text(), self._chosen_label()
        self.both_row.setVisible(len(text) > 1)
        self.join.setVisible(not self._pair())
        self.join_word.setVisible(not self._pair())
        self.first.show_raw(self._preview, text, label)
        self.first.show_mapped(self._preview, text, label, self._pair(), str(self.join.currentData()))

    def _show_rows(self) -> None:
        """Only fields that mean something for what was found."""
        there = bool(self._preview.get("columns"))
        for row in (self.columns_row, self.label_row):
            row.setVisible(there)
        self.both_row.setVisible(there and len(self.columns.text()) > 1)
        self.reading.setVisible(bool(self._preview.get("format")))
        self.share_row.setVisible(there)
        self.validation_row.setVisible(there)
        self.test_row.setVisible(there)
        titles = [bool(self._preview.get("format")), there, there]
        for title, shown in zip(self._titles, titles, strict=True):
            title.setVisible(shown)
        drawn = self._preview.get("drawn", {})
        self.validation.setPlaceholderText(self._placeholder("validation", "A share of train"))
        self.test.setPlaceholderText(self._placeholder("test", "Held out of train"))
        self.share.setEnabled(drawn.get("validation", "train") == "train")

    def _placeholder(self, split: str, held_out: str) -> str:
        """Where a split comes from when no file is named for it."""
        if self._preview.get("drawn", {}).get(split, "train") == "train":
            return held_out
        file = self._preview["files"].get(split)
        return Path(file).name if file else "As the data set has it"

    def _clear_messages(self) -> None:
        for row in (self.place_row, self.reading.row, self.columns_row, self.label_row, self.test_row):
            row.clear_message()

    def _show_problem(self, problem: dict[str, str] | None) -> None:
        self._clear_messages()
        of_test = [note for note in self._preview["notes"] if "test split" in note]
        for row, notes in (
            (self.test_row, of_test),
            (self.reading.row, [note for note in self._preview["notes"] if note not in of_test]),
        ):
            if notes:
                row.set_message("info", " ".join(notes))
        if problem is None:
            return
        message, remedy, link = problem["message"], problem["remedy"], ""
        if problem["place"] in (self.place.text().strip(), "data"):
            sentence = capital(message)
        else:
            sentence = f"{_short(problem['place'])}: {message}"
        if "row has no " in message:
            remedy, link = "", "Leave such rows out"
        rows = {"files": self.place_row, "reading": self.reading.row, "columns": self.columns_row}
        row = rows.get(problem["at"], self.label_row)
        if row is self.columns_row and "label" in message:
            row = self.label_row
        row.set_message("error", f"{sentence} {remedy}".strip(), link)

    def _finish(self) -> None:
        """Whether the set can be added, and if not, why."""
        problem = self._preview.get("problem")
        if not self._preview:
            self._allow(False, "Choose a file, a folder or a set of the hub first")
        elif problem is not None:
            self._allow(False, f"{problem['place']}: {problem['message']}".removeprefix(": "))
        elif not self.name.text().strip():
            self._allow(False, "Give it a name")
        elif not self._wait.isActive():
            self._allow(True, "")

    def _allow(self, ready: bool, why: str) -> None:
        self.add.setEnabled(ready)
        self.add.set_tip(why)

    def _store(self) -> None:
        self._own_text = self._own_label = True  # what was seen is what is kept, even if detection changes one day
        source, name = self.source(), self.name.text().strip()
        if source is None or self._session is None:
            return
        from engine.store.catalogue import add_dataset

        place = Path(source.source).expanduser()
        if place.exists():
            source = source.model_copy(update={"source": str(place.absolute())})
        self._allow(False, "Being added")
        self._session.act(
            add_dataset, name, source.model_dump(mode="json"), then=lambda _row: self.added.emit(name, source),
            owner=self, failed=self._failed,
        )  # fmt: skip


def suggested(place: str) -> str:
    """A name for what is at ``place``: the file's; of a file called train, its folder's."""
    place = place.strip()
    if place.startswith("hub:"):
        return place.removeprefix("hub:").split("/")[-1]
    path = Path(place)
    if path.stem.casefold() in _SPLIT_NAMES and path.suffix and path.parent.name:
        return path.parent.name
    return path.name


def _shown(preview: dict[str, Any], name: str) -> str:
    return name if preview["named"] else f"Column {name}"


def _short(place: str) -> str:
    """A place without the folders before the file: ``reviews.csv, row 18``."""
    return place.replace("\\", "/").rsplit("/", 1)[-1]
