"""The form of the import sheet: three questions at the left, a preview of the model's view of the file at the right."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from engine.spec.checks.findings import SpecFinding
from engine.spec.data import DataSource, FileFormat
from engine.spec.targets import Target
from workbench.engine_texts import label_of, sentence_text
from workbench.forms.form import ModelForm
from workbench.forms.layout import FormPart
from workbench.language import tr, tr_engine, tr_n
from workbench.look import formats
from workbench.pages.data.catalogue.entries import capitalize_sentence
from workbench.pages.data.importing.options import (
    AUTO,
    READING,
    SPLITS,
    ImportOptions,
    begin_options,
    detected_words,
    option_sources,
)
from workbench.pages.data.importing.preview import ImportPreview, column_title
from workbench.pages.data.importing.questions import (
    CleanUp,
    ColumnChips,
    OfferedColumn,
    Question,
    repeats_text,
)
from workbench.widgets import (
    BarRows,
    Button,
    ComboBox,
    ElidedLabel,
    FieldRow,
    FoldSection,
    FormFoot,
    Label,
    LabelledBar,
    PageHead,
    Panel,
    SegmentedControl,
    Splitter,
    TextField,
)
from workbench.widgets.arrange import arrange_rows, scrolling
from workbench.widgets.forms import MessageRow

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from engine.data.inspection.preview import Preview, PreviewProblem

INCOMPLETE = "incomplete"
_FORM_KEYS = ("source", "text", "label", "pair", "join", *ImportOptions.model_fields)
_SKEWED = 10
"""Ratio of the most frequent to the rarest class from which the imbalance is mentioned."""
_MOST_BARS = 8
JOINS = [
    (tr("a space"), " "),
    (tr("a full stop"), ". "),
    (tr("a comma"), ", "),
    (tr("a line break"), "\n"),
    (tr("nothing"), ""),
]


class ImportForm(Panel):
    """Fill and read the fields. Has no session."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("surface", parent=parent)
        self.preview: Preview | None = None
        self.text: list[int] = []
        """The text columns in use, in their order."""
        self.label = -1
        """The label column. -1: none."""
        self._other_fields: dict[str, Any] = {}  # Any: values of fields of DataSource, which validates them
        self._format_is_own = False
        self.head = PageHead(tr("Import a data set"))
        self.cancel = Button(tr("Cancel"), head=True, shortcut="Esc", tip=tr("Close without adding"))
        self.add = Button(tr("Only add"), head=True, tip=tr("Add to the catalogue, without a design"))
        self.design = Button(tr("Design a model"), "primary", head=True, shortcut="Ctrl+Return")
        for button in (self.cancel, self.add, self.design):
            self.head.add_action(button)
        self.source_field = TextField("", tr("A path, or hub:NAME"), tr("File, folder or hub id"))
        self.file, self.folder = Button(tr("File…")), Button(tr("Folder…"))
        self.paste = Button(
            tr("Paste"), tip=tr("Rows of a spreadsheet, or lines of a file, from the clipboard")
        )
        self.name = TextField("", name=tr("Name in the catalogue"))
        self.source_row = FieldRow(
            tr("Data set"), self.source_field, help=tr("Where the texts are; nothing is copied.")
        )
        self.browse_row = FieldRow("", self.file, self.folder, self.paste)
        self.name_row = FieldRow(tr("Name"), self.name, help=tr("The data set's name in the catalogue."))
        self.options = ModelForm(
            [FormPart(ImportOptions, names=tuple(ImportOptions.model_fields))], option_sources()
        )
        self.options.value_changed.connect(self._option_changed)
        self.pane = ImportPreview()
        self._make_questions()
        self._lay_out()

    def _make_questions(self) -> None:
        self.text_chips = ColumnChips(tr("Text"))
        self.mode = SegmentedControl(
            [("join", tr("Joined")), ("pair", tr("As a pair"))], tr("Several text columns")
        )
        self.join = ComboBox(JOINS, tr("Separator of joined columns"))
        self.mode_row = FieldRow(
            tr("Several texts"), self.mode, self.join, help=tr("How two or more text columns are read.")
        )
        self.text_question = Question(
            1, tr("Which column is the text?"), tr("Click several to join them, or to compare a pair."),
            self.text_chips, self.mode_row,
        )  # fmt: skip
        self.label_chips = ColumnChips(tr("Label"))
        self.bars = BarRows(tr("Classes"))
        self.classes_caption = ElidedLabel("", "caption", "text2")
        self.label_question = Question(
            2, tr("Which column is the label?"), tr("The column with the labels to learn."),
            self.label_chips, self.bars, self.classes_caption,
        )  # fmt: skip
        self.clean_up = CleanUp()
        self.clean_up.show_requested.connect(self._show_repeats)
        self.clean_question = Question(
            3, tr("Which rows are left out?"),
            tr("A version without these rows is made; the file itself stays unchanged."),
            self.clean_up,
        )  # fmt: skip
        self._questions = (self.text_question, self.label_question, self.clean_question)

    def _lay_out(self) -> None:
        """Arrange the questions with their notes at the left, and the preview at the right."""
        fields, left = Panel("surface"), Panel("surface")
        place = arrange_rows(self.source_row, self.browse_row, self.name_row, margins=(8, 12, 16, 12))
        self.notes = Label("", "caption", "text2", wrap=True)
        self.remarks = FoldSection(tr("Remarks"), open=False)
        self.remarks.body.addWidget(self.notes)
        folds = arrange_rows(self.options, self.remarks, margins=(0, 0, 16, 0))
        arrange_rows(place, *self._questions, folds, ..., on=fields)
        self.form_area = scrolling(fields, sideways=True)
        self.form_area.setMinimumWidth(420)
        self.foot = FormFoot()
        self.foot.follow(self._rows)
        self.foot.row_requested.connect(self._show_row)
        for row in (self.source_row, self.name_row, *self._questions):
            row.message.changed.connect(self.foot.refresh)
        self.options.messages_changed.connect(self.foot.refresh)
        for row in (self.source_row, self.name_row):
            row.help_requested.connect(partial(self.foot.show_row, row))
        for question in self._questions:
            question.mark.clicked.connect(partial(self.foot.show_row, question))
        arrange_rows((self.form_area, 1), self.foot, on=left)
        self.splitter = Splitter(name="import")
        self.splitter.add_parts((left, 3), (self.pane, 2))
        self.splitter.setSizes([600, 400])
        arrange_rows(self.head, (self.splitter, 1), on=self)

    def _rows(self) -> list[MessageRow]:
        """Return the rows that may have a message, from the top."""
        return [self.source_row, self.name_row, *self._questions, *self.options.rows()]

    def _show_row(self, row: FieldRow | Question) -> None:
        self.form_area.ensureWidgetVisible(row)
        row.focus_first()

    def clear(self, title: str, action: str = "") -> None:
        """Show an empty form with ``title`` in its head. With an ``action`` only that is offered, not a design."""
        self._other_fields = {}
        self.head.title.setText(title)
        self.design.set_text(action or tr("Design a model"))
        self.add.setVisible(not action)
        for field in (self.source_field, self.name):
            field.clear()
        self.join.set_choices(JOINS)
        self.join.set_current(" ")
        self.mode.set_current("join")
        self.begin_file()
        self.clear_preview()

    def begin_file(self) -> None:
        """Forget the options and decisions of the previous file."""
        self._format_is_own = False
        self.options.set_table(begin_options())
        self.clean_up.begin()

    def clear_preview(self) -> None:
        """Show that no file is known."""
        self.preview, self.text, self.label = None, [], -1
        self.head.set_note("")
        self.clear_messages()
        self.pane.show_empty()
        self._show_parts()

    def fill(self, name: str, source: DataSource) -> None:
        """Show the data set ``name`` as declared."""
        self._other_fields = {key: getattr(source, key) for key in source.model_fields_set - set(_FORM_KEYS)}
        self.name.setText(name)
        self.source_field.setText(source.source)
        self._format_is_own = source.format != FileFormat.choose(AUTO)
        self.options.set_table(begin_options(source))
        self.mode.set_current("pair" if source.pair else "join")
        if not self.join.set_current(source.join):
            self.join.addItem(f"“{source.join}”", source.join)
            self.join.set_current(source.join)

    # -- showing -------------------------------------------------------------------------------------------

    def show_reading(self) -> None:
        """Show that the file is being read, unless rows are already shown."""
        self.head.set_note(tr("Reading…"))
        if self.preview is None:
            self.pane.show_reading(Path(self.source_field.text().strip()).name)

    def show_preview(self, preview: Preview) -> None:
        """Show columns, first rows, classes, and each problem at its field."""
        self.preview, self.text, self.label = preview, list(preview.text), preview.label
        if not self._format_is_own and preview.format:
            self._show_format(preview.format)
        self._show_parts()
        self.show_mapping()
        self._show_classes(preview)
        self._show_clean_up(preview)
        self._show_problems(preview)
        self._show_detected(preview)

    def _show_format(self, kind: str) -> None:
        """Show the options of the detected format with their default values."""
        shown = {"kind": kind} | {
            name: field.get_default(call_default_factory=True)
            for name, field in FileFormat.known_options()[kind].model_fields.items()
            if name != "kind"
        }
        if self.options.table()["format"] != shown:
            self.options.set_table(self.options.table() | {"format": shown})

    def _show_parts(self) -> None:
        """Show only the parts that apply to the file."""
        preview = self.preview
        has_columns = preview is not None and bool(preview.columns)
        self.text_question.setVisible(has_columns)
        self.label_question.setVisible(has_columns)
        self.clean_question.setVisible(False)
        self.options.setVisible(preview is not None and bool(preview.format))
        self.remarks.hide()
        self.design.setEnabled(False)

    def show_mapping(self) -> None:
        """Show the columns in use, and the resulting first rows."""
        preview = self.preview
        if preview is None:
            return
        several, pair = len(self.text) > 1, self.pair()
        self.mode_row.setVisible(several)
        self.join.setVisible(not pair or len(self.text) > 2)
        own = self._own_label_columns()
        labels = own or ([self.label] if self.label >= 0 else [])
        columns = [
            OfferedColumn(
                index, column_title(preview, column.name),
                tr("{n:,} characters", n=round(column.mean_length)), column.example,
            )
            for index, column in enumerate(preview.columns)
            if index not in labels
        ]  # fmt: skip
        columns.sort(
            key=lambda each: (each.index not in preview.text, -preview.columns[each.index].mean_length)
        )
        self.text_chips.show_columns(columns, self.text)
        classes = {index: count for index, count in preview.candidates}
        if self.label >= 0 and preview.classes:
            classes[self.label] = len(preview.classes)
        offered = [
            OfferedColumn(
                index, column_title(preview, column.name),
                tr("{n:,} classes", n=classes[index])
                if index in classes
                else tr("{n:,} values", n=column.distinct),
                column.example,
            )
            for index, column in enumerate(preview.columns)
        ]  # fmt: skip
        offered.sort(key=lambda each: (each.index not in classes, preview.columns[each.index].distinct))
        self.label_chips.show_columns(offered, own or [self.label])
        self.pane.show_preview(preview, self.text, labels, pair, str(self.join.currentData()))

    def _show_classes(self, preview: Preview) -> None:
        """Show the rows of each class over all splits, with a note on imbalance. Numbers have no classes."""
        totals = [sum(each) for each in zip(*preview.counts.values(), strict=True)]
        rows = sum(preview.sizes.values())
        shown = list(zip(preview.classes, totals, strict=True))
        shown.sort(key=lambda each: -each[1])
        self.bars.set_rows(
            [
                LabelledBar(n, t, formats.count(t), f"{formats.percent(t / max(1, rows))} %")
                for n, t in shown[:_MOST_BARS]
            ]
        )
        words = []
        if len(shown) > _MOST_BARS:
            words.append(tr("The first {count} of {total}.", count=_MOST_BARS, total=len(shown)))
        is_skewed = len(totals) > 1 and max(totals) >= _SKEWED * max(1, min(totals))
        if is_skewed:
            times = round(max(totals) / max(1, min(totals)))
            words.append(tr("The most frequent class has {n:,} times the texts of the rarest.", n=times))
        self.classes_caption.set_text(" ".join(words))
        self.classes_caption.setVisible(bool(words))
        self.classes_caption.set_color("warning" if is_skewed else "text2")

    def _show_clean_up(self, preview: Preview) -> None:
        """Offer to omit incomplete rows, then contradicting and repeated ones."""
        skips = self._format_option(INCOMPLETE) == "skip"
        kinds = []
        if preview.incomplete or not skips:
            countable = preview.incomplete or (
                preview.problem is not None and preview.problem.about == INCOMPLETE
            )
            rows = tr_n(
                "{n:,} row without text or label", "{n:,} rows without text or label", preview.incomplete
            )
            what = rows if preview.incomplete else tr("Rows without text or label")
            kinds += [(INCOMPLETE, what, tr("leave out"), False)] if countable else []
        if self.add.isVisibleTo(self):  # versions of an edited set are made on the page
            kinds += [(each.kind, *repeats_text(each.kind, each.count), True) for each in preview.repeats]
        self.clean_up.show_kinds(kinds, () if skips else (INCOMPLETE,))
        self.clean_question.setVisible(bool(kinds))

    def _show_repeats(self, kind: str) -> None:
        repeats = (
            next((each for each in self.preview.repeats if each.kind == kind), None) if self.preview else None
        )
        if repeats is not None:
            self.pane.show_repeats(repeats, repeats_text(kind, repeats.count)[0])

    def _show_detected(self, preview: Preview) -> None:
        """Show the detected format and splits in the head and at the folds."""
        words = detected_words(preview.format, preview.found)
        self.options.set_automatic(words)
        options = FileFormat.known_options().get(preview.format)
        rows = sum(preview.sizes.values())
        parts = [tr("{n:,} rows", n=rows)] if rows else []
        parts += [tr("{n} columns", n=len(preview.columns))] if preview.columns else []
        kind = [label_of(options)] if options is not None else []
        parts += kind
        parts += [str(preview.found["encoding"])] if preview.found.get("encoding") else []
        self.head.set_note(" · ".join(parts))
        notes = list(map(sentence_text, preview.notes))
        self.notes.setText("\n".join(notes))
        self.remarks.set_state(notes[0] if notes else "")
        self.remarks.setVisible(bool(notes))
        states = {READING: ", ".join([*kind, *words.values()])}
        if preview.sizes:
            sizes = (f"{tr_engine(name)} {formats.count(size)}" for name, size in preview.sizes.items())
            states[SPLITS] = " · ".join(sizes)
        self.options.set_states(states)
        from engine.data.character_encodings import GUESSED

        if any(GUESSED in note for note in preview.notes):
            self._open_reading()

    def _show_problems(self, preview: Preview) -> None:
        """Show each problem at the field that corrects it, and the detected kind of labels."""
        self.clear_messages()
        form, problem = preview.label_form, preview.problem
        if form is not None:
            # A problem with reading labels as classes need not be a problem with reading them as their detected kind.
            place = f"{_sentence_at(problem)} " if problem is not None else ""
            level = "error" if problem is not None else "info"
            self.label_question.message.show_message(
                level, f"{place}{tr_engine(form.message)}.", tr("Read them this way")
            )
        elif problem is not None:
            self._show_problem(problem)

    def _show_problem(self, problem: PreviewProblem) -> None:
        if problem.place in (self.source_field.text().strip(), "data"):
            sentence = capitalize_sentence(sentence_text(problem.message))
        else:
            sentence = _sentence_at(problem)
        whole = f"{sentence} {sentence_text(problem.remedy)}".strip()
        if problem.about == INCOMPLETE:
            self.clean_question.message.show_message("error", sentence, tr("Leave these rows out"))
        elif problem.at == "reading":
            self.options.set_problems({"format": SpecFinding(whole)})
            self._open_reading()
        elif problem.at == "files":
            self.source_row.set_message("error", whole)
        else:
            at_text = problem.at == "columns" and problem.about != "label"
            (self.text_question if at_text else self.label_question).message.show_message("error", whole)

    def _open_reading(self) -> None:
        """Unfold the reading options, which are doubtful or invalid."""
        self.options.fold(READING).set_open(True)
        self.options.build()

    def clear_messages(self) -> None:
        """Clear all messages except that of the name."""
        for row in (self.source_row, *self._questions):
            row.message.clear()
        self.options.set_problems({})

    # -- reading the fields --------------------------------------------------------------------------------

    def pair(self) -> bool:
        """Return whether the last text column is read as a second segment."""
        return self.mode.current() == "pair" and len(self.text) > 1

    def set_target(self, target: Target) -> None:
        """Set the kind of labels, for a remedy."""
        self.options.set_table(self.options.table() | {"target": target.model_dump(mode="json")})

    def leave_incomplete_out(self, on: bool) -> None:
        """Choose whether rows without text or label are omitted, or files with such rows refused."""
        self._format_is_own = True
        table = self.options.table()
        self.options.set_table(table | {"format": table["format"] | {INCOMPLETE: "skip" if on else "refuse"}})

    def chosen_names(self) -> tuple[list[str], str]:
        """Return the names of the text columns and of the label column ("" for none)."""
        names = [column.name for column in self.preview.columns] if self.preview is not None else []
        return [names[index] for index in self.text], names[self.label] if self.label >= 0 else ""

    def choose_columns(self, text: Sequence[str], label: str) -> bool:
        """Choose the columns of these names if the file has all of them. Return whether it has."""
        preview = self.preview
        names = [column.name for column in preview.columns] if preview is not None and preview.named else []
        if preview is None or not {*text, label} <= {*names, ""}:
            return False
        self.text = [names.index(name) for name in text]
        self.label = names.index(label) if label else -1
        return True

    def source(self, own_text: bool, own_label: bool) -> DataSource | None:
        """Return the data set described by the form, or None while it is incomplete.

        Args:
            own_text, own_label: whether the user chose these columns. Otherwise they are detected.
        """
        text, label = self.chosen_names()
        values: dict[str, object] = self._other_fields | self.options.table()
        if not self._format_is_own:
            values["format"] = {"kind": AUTO}
        values |= {
            "source": self.source_field.text().strip(),
            "text": text if own_text else [],
            "label": label if own_label and not self._own_label_columns() else "",
            "pair": self.pair(),
            "join": str(self.join.currentData()),
        }
        try:
            return None if self.options.typed_problems() else DataSource.model_validate(values)
        except ValidationError:
            return None

    def _own_label_columns(self) -> list[int]:
        """Return the label columns named by the kind of labels, which replace the label column."""
        names = [column.name for column in self.preview.columns] if self.preview is not None else []
        try:
            columns = Target.choose(self.options.table()["target"]).label_columns()
        except ValidationError:
            return []
        return [names.index(name) for name in columns if name in names]

    def _format_option(self, name: str) -> object:
        return self.options.table()["format"].get(name, "skip")

    def _option_changed(self, path: str, value: object) -> None:
        if path == "format" and isinstance(value, dict):
            self._format_is_own = value.get("kind") != AUTO
        elif path.startswith("format."):
            self._format_is_own = True


def _sentence_at(problem: PreviewProblem) -> str:
    """Return a problem with its location: ``reviews.csv, row 18: the row has no label.``"""
    short = problem.place.replace("\\", "/").rsplit("/", 1)[-1]
    return sentence_text(f"{short}: {problem.message}")
