"""How a file is read: the format and its own options, what was detected shown beside "Automatic"."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QSizePolicy, QWidget

from engine.spec.data import FileFormat
from engine.spec.describe import FieldMeta
from workbench.engine_texts import describe_fields, label_of
from workbench.language import tr
from workbench.widgets import CheckBox, ComboBox, FieldRow, NumberField, TextField
from workbench.widgets.arrange import arrange_rows

AUTO = "auto"
ENCODINGS = (
    "utf-8",
    "utf-16",
    "cp1252",
    "latin-1",
    "gb18030",
    "big5",
    "shift_jis",
    "euc-kr",
    "cp1251",
    "koi8-r",
)


class FormatForm(QWidget):
    """Rows for the format and for each option of it; ``changed(name)`` when the user changes one ("": the format).

    The rows come from the formats' own declarations, so a new format needs nothing here. While the format is
    automatic, the options are those of the format that was found; changing one settles the format.
    """

    changed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._kind = AUTO
        self._detected = ""
        self._detected_options: dict[str, object] = {}
        self._values: dict[str, object] = {}
        self._rows: list[FieldRow] = []
        self._boxes: dict[str, QWidget] = {}
        self.format = wide(ComboBox([], tr("Format")))
        self.row = FieldRow(tr("Format"), self.format, help=tr("How the files are read."))
        self._column = arrange_rows(self.row, on=self)
        self.format.activated.connect(self._format_chosen)
        self._rebuild()

    def begin(self, reader: FileFormat | None = None) -> None:
        """Start with ``reader``, by default the automatic one, nothing detected yet."""
        plain: dict[str, object] = (
            {"kind": AUTO}
            if reader is None
            else reader.model_dump(exclude_defaults=True) | {"kind": reader.kind}
        )
        self._kind = str(plain.pop("kind"))
        self._values, self._detected_options, self._detected = plain, {}, ""
        self._rebuild()

    def reader(self) -> FileFormat:
        """Return the format as chosen."""
        if self._kind == AUTO and not self._values:
            return FileFormat.choose(AUTO)
        kind = self._detected if self._kind == AUTO and self._detected else self._kind
        known = FileFormat.known_options()[kind].model_fields
        return FileFormat.choose({"kind": kind, **{k: v for k, v in self._values.items() if k in known}})

    def set_detected(self, kind: str, options: dict[str, object]) -> None:
        """Set the detected format of the files: shown beside "Automatic"."""
        if (kind, options) != (self._detected, self._detected_options):
            rebuild = kind != self._detected
            self._detected, self._detected_options = kind, dict(options)
            if rebuild:
                self._rebuild()
            else:
                self._relabel()

    def set_option(self, name: str, value: object) -> None:
        """Set an option, as a remedy does."""
        self._option_changed(name, value)
        self._rebuild()

    def _option_class(self) -> type[FileFormat]:
        known = FileFormat.known_options()
        return known.get(self._detected if self._kind == AUTO and self._detected else self._kind, known[AUTO])

    def _format_chosen(self) -> None:
        self._kind = str(self.format.currentData())
        self._values = {}
        self._rebuild()
        self.changed.emit("")

    def _rebuild(self) -> None:
        for row in self._rows:
            self._column.removeWidget(row)
            row.hide()
            row.deleteLater()
        self._rows, self._boxes = [], {}
        metas = sorted(describe_fields(self._option_class()), key=lambda meta: meta.advanced)
        for meta in metas if self._kind != AUTO or self._detected else ():
            box = self._control(meta)
            row = FieldRow(meta.label, box, help=meta.help)
            self._boxes[meta.name] = box
            self._rows.append(row)
            self._column.addWidget(row)
        self._relabel()

    def _control(self, meta: FieldMeta) -> QWidget:
        value = self._values.get(meta.name, meta.default)
        if meta.kind == "literal" or meta.name == "encoding":
            choices = list(meta.choices.items()) if meta.kind == "literal" else _encodings(value)
            combo = wide(ComboBox([(label, data) for data, label in choices], meta.label))
            combo.set_current(value)
            combo.activated.connect(lambda _i, c=combo, n=meta.name: self._option_changed(n, c.currentData()))
            return combo
        if meta.kind == "bool":
            check = CheckBox("")
            check.setChecked(bool(value))
            check.clicked.connect(lambda on, n=meta.name: self._option_changed(n, on))
            return check
        if meta.is_number:
            shown = value if isinstance(value, int | float) else None
            number = NumberField(shown, meta.minimum, meta.maximum, meta.kind == "int", name=meta.label)
            number.value_changed.connect(lambda v, n=meta.name: self._option_changed(n, v))
            return number
        text = TextField(str(value or ""), name=meta.label)
        text.editingFinished.connect(lambda t=text, n=meta.name: self._option_changed(n, t.text().strip()))
        return text

    def _option_changed(self, name: str, value: object) -> None:
        meta = next((m for m in describe_fields(self._option_class()) if m.name == name), None)
        if meta is None or self._values.get(name, meta.default) == value:
            return
        if value == meta.default:
            self._values.pop(name, None)
        else:
            self._values[name] = value
        self.changed.emit(name)

    def _relabel(self) -> None:
        """Show what was detected, in words, behind each "Automatic"."""
        known = FileFormat.known_options()
        names = [(label_of(option), kind) for kind, option in known.items() if kind != AUTO]
        first = tr("Automatic")
        if self._kind == AUTO and self._detected in known:
            first = tr("Automatic: {label_of}", label_of=label_of(known[self._detected]))
        self.format.set_choices([(first, AUTO), *names])
        self.format.set_current(self._kind)
        for meta in describe_fields(self._option_class()):
            box = self._boxes.get(meta.name)
            if isinstance(box, ComboBox):
                index = box.findData(AUTO)
                if index >= 0:
                    detected = self._detected_label(meta)
                    box.setItemText(
                        index, tr("Automatic: {label_of}", label_of=detected) if detected else tr("Automatic")
                    )
                    box.update()

    def _detected_label(self, meta: FieldMeta) -> str:
        if meta.name not in self._detected_options or meta.name in self._values:
            return ""
        value = self._detected_options[meta.name]
        names = [str(value)]
        if isinstance(value, bool):
            names = ["yes", "on"] if value else ["no", "off"]
        for word in names:
            if word in meta.choices:
                return meta.choices[word].lower()
        return names[0].upper() if meta.name == "encoding" else names[0]


def wide(box: ComboBox) -> ComboBox:
    """Return ``box`` as wide as its row."""
    box.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
    return box


def _encodings(value: object) -> list[tuple[str, str]]:
    names = [AUTO, *ENCODINGS]
    if value not in names:
        names.append(str(value))
    return [(name, tr("Automatic") if name == AUTO else name.upper()) for name in names]
