"""The folded part of an import: format, kind of labels and splits."""

from __future__ import annotations

from typing import ClassVar

from engine.spec.base import SpecModel, field
from engine.spec.data import DataSource, FileFormat
from engine.spec.describe import FieldMeta, SpecTable, defaults
from engine.spec.targets import ClassTarget, Target
from workbench.engine_texts import data_files, describe_fields
from workbench.forms.suggestions import Suggestion, SuggestionSource
from workbench.language import tr

READING, LABELS, SPLITS = tr("File format"), tr("Kind of labels"), tr("Splits")
AUTO = "auto"
ENCODINGS = (
    AUTO, "utf-8", "utf-16", "cp1252", "latin-1", "gb18030", "big5", "shift_jis", "euc-kr", "cp1251", "koi8-r",
)  # fmt: skip


class ImportOptions(SpecModel):
    """The folded fields of a data set during its import, under the names in the set."""

    sections: ClassVar[tuple[str, ...]] = (READING, LABELS, SPLITS)
    format: FileFormat = field(
        lambda: FileFormat.choose(AUTO),
        label=tr("Format"),
        help=tr("How the files are read."),
        section=READING,
    )
    target: Target = field(
        lambda: ClassTarget(), label=tr("Labels are"), help=tr("Content of the label column."), section=LABELS
    )
    validation_share: float = field(
        0.1,
        label=tr("Validation"),
        unit=tr("of train"),
        help=tr("Held out of the training rows when no file is given."),
        ge=0.0,
        le=0.5,
        section=SPLITS,
    )
    validation: str = field(
        "",
        label=tr("Validation file"),
        help=tr("Empty: what the data set has, or a share of the training rows."),
        zero=tr("a share of train"),
        suggest="data_files",
        section=SPLITS,
    )
    test: str = field(
        "",
        label=tr("Test file"),
        help=tr("Used once, at the end of a run."),
        zero=tr("next to the file, or held out"),
        suggest="data_files",
        section=SPLITS,
    )
    split_column: str = field(
        "",
        label=tr("Split column"),
        help=tr(
            "The column that assigns rows to training, validation and test; none: rows are drawn at random."
        ),
        zero=tr("detected"),
        section=SPLITS,
    )


def option_sources() -> dict[str, SuggestionSource]:
    """Return the suggestions for the fields of the options."""
    encodings = [Suggestion(name, tr("Automatic") if name == AUTO else name.upper()) for name in ENCODINGS]
    return {
        "encodings": SuggestionSource(lambda: encodings),
        "data_files": SuggestionSource(lambda: [], tr("Choose a file…"), filters=data_files()),
    }


def begin_options(source: DataSource | None = None) -> SpecTable:
    """Return the table of the options of ``source``, by default of a new data set."""
    table = defaults(ImportOptions)
    if source is not None:
        table |= {name: source.model_dump(mode="json")[name] for name in ImportOptions.model_fields}
    return table


def detected_words(kind: str, detected: dict[str, object]) -> dict[str, str]:
    """Return the detected value of each automatic option of a format, as text, by path."""
    options = FileFormat.known_options().get(kind)
    metas = {meta.name: meta for meta in describe_fields(options)} if options is not None else {}
    return {
        f"format.{name}": _word(metas[name], value)
        for name, value in detected.items()
        if name in metas and metas[name].default == AUTO
    }


def _word(meta: FieldMeta, value: object) -> str:
    names = (["yes", "on"] if value else ["no", "off"]) if isinstance(value, bool) else [str(value)]
    return next((meta.choices[name].lower() for name in names if name in meta.choices), names[0])
