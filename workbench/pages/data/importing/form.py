"""The form of the import sheet: its fields, what it shows of a file, and where complaints stand."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPalette, QResizeEvent
from PySide6.QtWidgets import QFileDialog, QScrollArea, QVBoxLayout, QWidget

from engine.spec.data import DataSource
from workbench.engine_texts import data_files, sentence_text
from workbench.language import tr, tr_engine
from workbench.look import theme
from workbench.pages.data.catalogue.wording import capitalize_sentence
from workbench.pages.data.importing.columns import ColumnList
from workbench.pages.data.importing.format import FormatForm, wide
from workbench.pages.data.importing.label_chips import LabelChips
from workbench.pages.data.importing.preview import ImportPreview, column_title
from workbench.pages.data.importing.target import TargetForm
from workbench.widgets import (
    Button,
    ComboBox,
    FieldRow,
    FormFoot,
    IconButton,
    Label,
    NumberField,
    PageHead,
    SegmentedControl,
    Splitter,
    TextField,
)
from workbench.widgets.arrange import arrange_rows
from workbench.widgets.base import Themed

if TYPE_CHECKING:
    from engine.data.inspection.preview import Preview, PreviewProblem

_EDITED = (
    "source",
    "validation",
    "test",
    "format",
    "text",
    "label",
    "target",
    "pair",
    "join",
    "validation_share",
)
BESIDE = 640
"""Px at 100 % from which the preview has room beside the fields."""
JOINS = [
    (tr("a space"), " "),
    (tr("a full stop"), ". "),
    (tr("a comma"), ", "),
    (tr("a line break"), "\n"),
    (tr("nothing"), ""),
]


class ImportForm(Themed, QWidget):
    """Fields at the left, what they make of the file at the right. Fills and reads its fields; asks nobody.

    ``split_chosen`` when the user has browsed for a validation or test file.
    """

    split_chosen = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.preview: Preview | None = None
        self._others: dict[str, Any] = {}  # Any: values of fields of DataSource, which checks them
        self.head = PageHead(tr("Import a data set"))
        self.cancel = Button(tr("Cancel"), head=True, shortcut="Esc", tip=tr("Leave without adding"))
        self.add = Button(tr("Add to catalogue"), "primary", head=True, shortcut="Ctrl+Return")
        self.place = TextField("", tr("A path, or hub:NAME"), tr("File, folder or hub id"))
        self.file, self.folder = Button(tr("File…")), Button(tr("Folder…"))
        self.paste = Button(
            tr("Paste"), tip=tr("Rows of a spreadsheet, or lines of a file, from the clipboard")
        )
        self.name = TextField("", name=tr("Name in the catalogue"))
        self.reading = FormatForm()
        self.columns = ColumnList()
        self.label = wide(ComboBox([], tr("Label column")))
        self.label_chips = LabelChips()
        self.target = TargetForm()
        self.both = SegmentedControl(
            [("join", tr("Joined")), ("pair", tr("As a pair"))], tr("Several text columns")
        )
        self.join = ComboBox(JOINS, tr("What stands between joined columns"))
        self.validation = TextField("", tr("A share of train"), tr("Validation file"))
        self.share = NumberField(10, 1, 50, name=tr("Validation share in percent"), width=48)
        self.test = TextField("", tr("Beside the file, or held out"), tr("Test file"))
        self.first = ImportPreview()
        self._make_rows()
        self._lay_out_rows()
        self._lay_out_sides()
        self.apply_theme()

    def _make_rows(self) -> None:
        """Put a caption and words of help beside each field."""
        self.head.add_action(self.cancel)
        self.head.add_action(self.add)
        self.place_row = FieldRow(
            tr("Data set"), self.place, help=tr("Where the texts are; nothing is copied.")
        )
        self.browse_row = FieldRow("", self.file, self.folder, self.paste)
        self.name_row = FieldRow(tr("Name"), self.name, help=tr("How the catalogue lists it."))
        self.columns_row = FieldRow(
            tr("Text"), self.columns, help=tr("Checked columns are read, in their order.")
        )
        self.label_row = FieldRow(tr("Label"), self.label, help=tr("The column that holds the label."))
        self.chips_row = FieldRow("", self.label_chips)
        self.both_row = FieldRow(
            tr("Several texts"), self.both, help=tr("How two or more text columns are read.")
        )
        self.join_row = FieldRow(
            tr("Joined with"), self.join, help=tr("What stands between the texts of joined columns.")
        )
        self.validation_row = FieldRow(
            tr("Validation file"), self.validation, self._chooser(self.validation),
            help=tr("Empty: what the data set has, or a share of the training rows."),
        )  # fmt: skip
        self.share_row = FieldRow(
            tr("Validation"), self.share, help=tr("Held out of the training rows when no file is given.")
        )
        self.share_word = self.share_row.add_text(tr("% of train, stratified"))
        self.test_row = FieldRow(
            tr("Test file"), self.test, self._chooser(self.test), help=tr("Used once, at the end of a run.")
        )

    def _lay_out_rows(self) -> None:
        """Put the rows under each other, in groups."""
        self._fields = form = QWidget()
        form.setBackgroundRole(QPalette.ColorRole.Base)
        form.setAutoFillBackground(True)
        self._form = QVBoxLayout(form)
        self._form.setSpacing(0)
        groups: list[tuple[str, list[QWidget]]] = [
            ("", [self.place_row, self.browse_row, self.name_row]),
            (tr("How it is read"), [self.reading]),
            (
                tr("Columns"),
                [self.columns_row, self.both_row, self.join_row, self.label_row, self.chips_row, self.target],
            ),
            (tr("Splits"), [self.share_row, self.validation_row, self.test_row]),
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

    def _lay_out_sides(self) -> None:
        """Put the rows at the left, with what is said of them beneath, and what they make of the file at the right."""
        self.form_area = QScrollArea()
        self.form_area.setWidget(self._fields)
        self.form_area.setWidgetResizable(True)
        self.form_area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.foot = FormFoot()
        self.foot.follow(self._rows)
        self.foot.row_wanted.connect(self._show_row)
        for row in self._rows():
            row.message.changed.connect(self.foot.refresh)
            row.help_wanted.connect(partial(self.foot.show_row, row))
        left = QWidget()
        arrange_rows((self.form_area, 1), self.foot, on=left)
        self.splitter = Splitter(name="import")
        self.splitter.addWidget(left)
        self.splitter.addWidget(self.first)
        self.splitter.setStretchFactor(1, 1)
        arrange_rows(self.head, (self.splitter, 1), on=self)

    def _rows(self) -> list[FieldRow]:
        """Return the rows of which something may be said, from the top."""
        return [
            self.place_row,
            self.name_row,
            self.reading.row,
            self.columns_row,
            self.both_row,
            self.label_row,
            self.target.row,
            self.share_row,
            self.validation_row,
            self.test_row,
        ]

    def _show_row(self, row: FieldRow) -> None:
        self.form_area.ensureWidgetVisible(row)
        row.focus_first()

    def _chooser(self, field: TextField) -> IconButton:
        button = IconButton("folder", tr("Choose the {what}", what=field.accessibleName().lower()))

        def choose() -> None:
            start = field.text() or self.place.text() or str(Path.home())
            path = QFileDialog.getOpenFileName(self, button.accessibleName(), start, data_files())[0]
            if path:
                field.setText(path)
                self.split_chosen.emit()

        button.clicked.connect(choose)
        return button

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Put the preview under the fields where both have no room beside each other: large text on a small screen."""
        s = theme.sizes()
        beside = self.width() >= s.px(BESIDE)
        self.splitter.setOrientation(Qt.Orientation.Horizontal if beside else Qt.Orientation.Vertical)
        self.splitter.setStretchFactor(0, 0 if beside else 1)
        if not self.splitter.by_hand:
            fields, total = (s.px(420), self.width()) if beside else (3 * self.height() // 5, self.height())
            self.splitter.setSizes([fields, max(1, total - fields)])

    def apply_theme(self) -> None:
        s = theme.sizes()
        self._form.setContentsMargins(s.s16, s.s12, s.s16, s.s16)
        self.form_area.setMinimumWidth(min(s.px(420), 500))
        self._fit()
        for title in self._titles:
            title.setFixedHeight(s.px(32))
            title.setAlignment(Qt.AlignmentFlag.AlignBottom)
            title.setContentsMargins(0, 0, 0, s.s4)

    def clear(self, title: str, action: str) -> None:
        """Show an empty form: ``title`` in its head, ``action`` on its filled button."""
        self.preview, self._others = None, {}
        self.head.title.setText(title)
        self.head.set_note("")
        self.add.set_text(action)
        for field in (self.place, self.name, self.validation, self.test):
            field.clear()
        self.join.set_choices(JOINS)
        self.join.set_current(" ")
        self.share.set_value(10)
        self.both.set_current("join")
        self.columns.set_columns([], [], -1)
        self.label.set_choices([])
        self.target.begin()
        self.clear_preview()

    def clear_preview(self) -> None:
        """Nothing is known of a file."""
        self.preview = None
        self.reading.begin()
        self.clear_messages()
        self.first.show_empty()
        self._show_rows()

    def fill(self, name: str, source: DataSource) -> None:
        """Show the data set ``name`` as it was declared."""
        self._others = {key: getattr(source, key) for key in source.model_fields_set - set(_EDITED)}
        self.name.setText(name)
        self.place.setText(source.source)
        self.reading.begin(source.format)
        self.target.begin(source.target)
        self.both.set_current("pair" if source.pair else "join")
        if not self.join.set_current(source.join):
            self.join.addItem(f"“{source.join}”", source.join)
            self.join.set_current(source.join)
        self.validation.setText(source.validation)
        self.test.setText(source.test)
        self.share.set_value(round(100 * source.validation_share, 2))

    def show_preview(self, preview: Preview) -> None:
        """Show what was found: columns, first rows, classes, and what is wrong at its field."""
        self.preview = preview
        self.head.set_note("")
        self.reading.set_detected(preview.format, preview.found)
        columns = [(column_title(preview, column.name), column.example) for column in preview.columns]
        self.label.set_choices([(name, index) for index, (name, _) in enumerate(columns)])
        if not self.label.set_current(preview.label if preview.label >= 0 else None):
            self.label.setCurrentIndex(-1)
        self.columns.set_columns(columns, preview.text, preview.label)
        found = [(index, columns[index][0], classes) for index, classes in preview.candidates]
        self.label_chips.set_candidates(found, preview.label)
        self._show_rows()
        self.first.show_classes(preview)
        self.show_mapping()
        self._show_notes(preview)
        form, problem = preview.label_form, preview.problem
        if form is not None and problem is not None:
            # What is in the way of reading them as classes is none of reading them as what they look like.
            self.target.row.set_message(
                "error", f"{_sentence_at(problem)} {tr_engine(form.message)}.", tr("Read them so")
            )
        elif form is not None:
            self.target.row.set_message("info", f"{tr_engine(form.message)}.", tr("Read them so"))
        elif problem is not None:
            self._show_problem(problem)

    def chosen_names(self) -> tuple[list[str], str]:
        """Return the names of the text columns and of the label column ("" for none)."""
        names = [column.name for column in self.preview.columns] if self.preview is not None else []
        label = self.chosen_label()
        return [names[index] for index in self.columns.text()], names[label] if label >= 0 else ""

    def choose_columns(self, text: Sequence[str], label: str) -> bool:
        """Choose the columns of these names, if the file has all of them; return whether it has."""
        preview = self.preview
        names = [column.name for column in preview.columns] if preview is not None and preview.named else []
        if preview is None or not {*text, label} <= {*names, ""}:
            return False
        place = names.index(label) if label else -1
        self.label.set_current(place if label else None)
        columns = [(column_title(preview, column.name), column.example) for column in preview.columns]
        self.columns.set_columns(columns, [names.index(name) for name in text], place)
        return True

    def show_reading(self) -> None:
        """The file is being read: say so where its rows will stand, unless there are some of before."""
        if self.preview is None:
            self.first.show_reading(Path(self.place.text().strip()).name)

    def show_mapping(self) -> None:
        """Show what the columns chosen now make of the first rows."""
        if self.preview is None:
            return
        text, label = self.columns.text(), self.chosen_label()
        self.both_row.setVisible(len(text) > 1)
        joined = not self.pair() or len(text) > 2
        self.join_row.setVisible(joined and len(text) > 1)
        labels = self.target.own_columns([column.name for column in self.preview.columns]) or (
            [label] if label >= 0 else []
        )
        self.first.show_raw(self.preview, text, labels)
        self.first.show_mapped(self.preview, text, labels, self.pair(), str(self.join.currentData()))

    def pair(self) -> bool:
        """Return whether the last text column is read as a second segment."""
        return self.both.current() == "pair" and len(self.columns.text()) > 1

    def chosen_label(self) -> int:
        """Return the label column, 0-based; -1 for none."""
        data = self.label.currentData()
        return int(data) if data is not None else -1

    def source(self, own_text: bool, own_label: bool) -> DataSource | None:
        """Return the data set as the form says; None while it cannot be one.

        Args:
            own_text, own_label: whether these columns are the user's choice; else they are left to detection.
        """
        names = [column.name for column in self.preview.columns] if self.preview is not None else []
        share = self.share.value()
        label = -1 if self.target.has_own_columns() else self.chosen_label()
        try:
            return DataSource(
                **self._others,
                source=self.place.text().strip(),
                validation=self.validation.text().strip(),
                test=self.test.text().strip(),
                format=self.reading.reader(),
                text=[names[index] for index in self.columns.text()] if own_text else [],
                label=names[label] if own_label and label >= 0 else "",
                target=self.target.target(),
                pair=self.pair(),
                join=str(self.join.currentData()),
                validation_share=round((share if share is not None else 10) / 100, 4),
            )
        except ValidationError:
            return None

    def _show_rows(self) -> None:
        """Only fields that mean something for what was found."""
        preview = self.preview
        is_read, has_columns = (
            preview is not None and bool(preview.format),
            preview is not None and bool(preview.columns),
        )
        for row in (self.columns_row, self.label_row, self.target):
            row.setVisible(has_columns)
        self.chips_row.setVisible(has_columns and bool(self.label_chips.chips))
        several = has_columns and len(self.columns.text()) > 1
        self.both_row.setVisible(several)
        self.join_row.setVisible(several and (not self.pair() or len(self.columns.text()) > 2))
        self.reading.setVisible(is_read)
        self.share_row.setVisible(has_columns)
        self.validation_row.setVisible(has_columns)
        self.test_row.setVisible(has_columns)
        for title, shown in zip(self._titles, (is_read, has_columns, has_columns), strict=True):
            title.setVisible(shown)
        self.validation.setPlaceholderText(self._placeholder("validation", tr("A share of train")))
        self.test.setPlaceholderText(self._placeholder("test", tr("Held out of train")))
        self.share.setEnabled(self._held_out("validation"))
        self.share_word.setText(
            tr("% of train, stratified") if self.target.has_classes() else tr("% of train", "after a number")
        )

    def _held_out(self, split: str) -> bool:
        """Return whether a split is drawn from the training part, as far as is known."""
        return self.preview is None or self.preview.drawn.get(split, "train") == "train"

    def _placeholder(self, split: str, held_out: str) -> str:
        """Return where a split comes from when no file is named for it."""
        if self.preview is None or self._held_out(split):
            return held_out
        file = self.preview.files.get(split)
        return Path(file).name if file else tr("As the data set has it")

    def clear_messages(self) -> None:
        """No complaints."""
        for row in (
            self.place_row,
            self.reading.row,
            self.columns_row,
            self.label_row,
            self.target.row,
            self.test_row,
        ):
            row.clear_message()

    def _show_notes(self, preview: Preview) -> None:
        """Show notes on the splits at the test file, the rest at the format."""
        self.clear_messages()
        of_reading = [note for note in preview.notes if note not in preview.split_notes]
        for row, notes in ((self.test_row, preview.split_notes), (self.reading.row, of_reading)):
            if notes:
                row.set_message("info", " ".join(map(sentence_text, notes)))

    def _show_problem(self, problem: PreviewProblem) -> None:
        """Show the problem at the field where it can be corrected."""
        if problem.place in (self.place.text().strip(), "data"):
            sentence = capitalize_sentence(sentence_text(problem.message))
        else:
            sentence = _sentence_at(problem)
        row = {"files": self.place_row, "reading": self.reading.row, "columns": self.columns_row}.get(
            problem.at, self.label_row
        )
        if problem.about == "label":
            row = self.label_row
        if problem.about == "incomplete":
            row.set_message("error", sentence, tr("Leave such rows out"))
        else:
            row.set_message("error", f"{sentence} {sentence_text(problem.remedy)}".strip())


def _sentence_at(problem: PreviewProblem) -> str:
    """Return what is wrong with its place: ``reviews.csv, row 18: the row has no label.``"""
    return sentence_text(f"{_short(problem.place)}: {problem.message}")


def _short(place: str) -> str:
    """Return a place without the folders before the file: ``reviews.csv, row 18``."""
    return place.replace("\\", "/").rsplit("/", 1)[-1]
