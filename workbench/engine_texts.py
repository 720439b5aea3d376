"""Texts of the engine about its fields, options and measures, in the language of the window.

The functions have the names of the engine's own functions; pages and forms import them from here. The texts are in the
catalogues under the context ``engine``. Units are not translated, because code compares them; :func:`unit_text`
returns the unit to display.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from engine.formatting.phrases import Phrase, capital, phrase, small
from engine.formatting.sentences import read_phase, read_sentences
from engine.metrics import keys
from engine.metrics.base import Metric, display_metric
from engine.spec import describe, wording
from engine.spec.base import Choice, SpecModel
from engine.spec.data import FileFormat
from engine.spec.describe import FieldMeta
from workbench.language import current, join_sentences, tr, tr_engine

GENERATED_NOTE = tr("Demonstration texts: such figures show how the program works.")
"""The note next to figures and counts of generated texts, where there is room for one sentence."""
RESULT_HEADS = (
    {
        "best": tr("Best validation error, %"),
        "last": tr("Last validation error, %"),
        "test": tr("Test error, %"),
    }
    if display_metric("error") == "error"
    else {
        "best": tr("Best validation accuracy, %"),
        "last": tr("Last validation accuracy, %"),
        "test": tr("Test accuracy, %"),
    }
)
"""Heads of result columns in the metric shown for classes."""
_COUNTED = re.compile(r"(.+), ([\d,]+) of ([\d,]+)")

if TYPE_CHECKING:
    from engine.analysis.verdicts.verdict import MetricDifference
    from engine.data.inspection.report import DataFinding


@lru_cache(maxsize=256)
def describe_fields(cls: type[SpecModel]) -> tuple[FieldMeta, ...]:
    """Return the fields of ``cls`` as a form shows them (:func:`engine.spec.describe.describe_fields`)."""
    return tuple(translate_field(meta) for meta in describe.describe_fields(cls))


def data_files() -> str:
    """Return the filter of file dialogs for data: the files of each format, then all files."""
    suffixes = (
        suffix for each in FileFormat.known_options().values() for suffix in getattr(each, "suffixes", ())
    )
    patterns = " ".join(f"*{suffix}" for suffix in dict.fromkeys(suffixes))
    return tr("Data ({patterns});;All files (*)", patterns=patterns)


def translate_field(meta: FieldMeta) -> FieldMeta:
    """Return the field with its label, help, choices and the word for zero in the window's language."""
    if current() == "en":
        return meta
    return replace(
        meta,
        label=tr_engine(meta.label),
        translated_help=tr_engine(meta.help),
        zero=tr_engine(meta.zero),
        choices={value: tr_engine(words) for value, words in meta.choices.items()},
    )


def unit_text(meta: FieldMeta) -> str:
    """Return the unit shown next to a field. Shares are shown in percent."""
    return f"% {tr_engine(meta.unit)}" if meta.is_share else tr_engine(meta.unit)


def format_value(meta: FieldMeta, value: object) -> str:
    """Return a value as the form writes it (:func:`engine.spec.wording.format_value`)."""
    return tr_engine(wording.format_value(meta, value))


def display_range(meta: FieldMeta) -> str:
    """Return a field's limits in words (:func:`engine.spec.wording.display_range`)."""
    return tr_engine(wording.display_range(meta))


def section_state(meta: FieldMeta, value: object) -> str:
    """Return the state of a folded section (:func:`engine.spec.wording.section_state`)."""
    return tr_engine(wording.section_state(meta, value))


def active_label(meta: FieldMeta, value: object) -> str:
    """Return the label of an optional field while it is on (:func:`engine.spec.wording.active_label`)."""
    return tr_engine(wording.active_label(meta, value))


def tooltip(meta: FieldMeta) -> str:
    """Return a field's help, range and source (:func:`engine.spec.wording.tooltip`)."""
    return "\n".join(map(tr_engine, wording.tooltip_lines(meta)))


def option_tooltip(meta: FieldMeta, kind: str) -> str:
    """Return the help of one option of a family (:func:`engine.spec.wording.option_tooltip`)."""
    return tr_engine(wording.option_tooltip(meta, kind))


def singular_label(meta: FieldMeta) -> str:
    """Return the label of one record of a list (:func:`engine.spec.wording.singular_label`)."""
    return tr_engine(wording.singular_label(meta))


def label_of(option: type[Choice]) -> str:
    """Return the title of an option (:func:`engine.spec.describe.label_of`)."""
    return tr_engine(describe.label_of(option))


def help_of(option: type[SpecModel]) -> str:
    """Return the help text of an option (:func:`engine.spec.describe.help_of`)."""
    return tr_engine(describe.help_of(option))


def label_text(label: str) -> str:
    """Return the label of a field from a program's answer, which starts with a small letter: "learning rate"."""
    translated, with_capital = tr_engine(label), capital(label)
    if translated == label and (other := tr_engine(with_capital)) != with_capital:
        return small(other)
    return translated


def data_titles(names: str) -> str:
    """Return the titles of a run's data sets (:func:`engine.data.catalogue.data_titles`)."""
    from engine.data import catalogue

    return tr_engine(catalogue.data_titles(names))


def task_title(name: str) -> str:
    """Return the name of a run's task, or the title of the bundled data set of that name."""
    from engine.data.catalogue import data_title

    title = data_title(f"samples:{name}")
    return tr_engine(title) if isinstance(title, Phrase) else name


def describe_key(key: str, loss_unit: str = "") -> keys.KeyDescription:
    """Return the description of a key of the store (:func:`engine.metrics.keys.describe_key`)."""
    words = keys.describe_key(key, loss_unit) if loss_unit else keys.describe_key(key)
    return replace(
        words, title=tr_engine(words.title), short=tr_engine(words.short), unit=tr_engine(words.unit)
    )


def quantity_title(name: str) -> str:
    """Return the heading for the values of a setting or measure (:func:`engine.store.run_filters.quantity_title`)."""
    from engine.store import run_filters

    return tr_engine(run_filters.quantity_title(name))


def finding_text(finding: DataFinding) -> str:
    """Return the message of a finding on a data set. It comes from JSON, so each value may be a text of the engine."""
    if not finding.template:
        return sentence_text(finding.message)
    values = {name: phrase(value) for name, value in finding.values.items()}
    return tr_engine(phrase(finding.template, **values) if values else phrase(finding.template))


def phase_text(text: str) -> str:
    """Return the stored progress message of a run or process, translated."""
    return tr_engine(read_phase(text))


def sentence_text(text: str) -> str:
    """Return a printed or stored message of the engine, translated sentence by sentence."""
    if current() == "en":
        return text
    if isinstance(text, Phrase):
        return tr_engine(text)
    return join_sentences(map(_sentence, read_sentences(text)), stops=False)


def _sentence(sentence: str) -> str:
    if not isinstance(sentence, Phrase):
        return tr_engine(sentence)
    values = {name: _value(value) for name, value in sentence.values.items()}
    return tr_engine(phrase(sentence.template, **values))


def _value(value: object) -> object:
    """Return a value of a sentence: a translated text, a sentence without its full stop, or the value unchanged."""
    if not isinstance(value, Phrase):
        return value
    if value == value.template:
        return label_text(value)
    text = _sentence(value)
    return text if value.endswith(".") else text.rstrip(".。")


def progress_text(line: str) -> str:
    """Return a progress line printed by a process, translated: "Reading reviews.csv, 3 of 10"."""
    if match := _COUNTED.fullmatch(line):
        return tr("{phase}, {done} of {total}", phase=phase_text(match[1]), done=match[2], total=match[3])
    return phase_text(line)


def layer_title(name: str) -> str:
    """Return the name of a part of the model: "Layer 3", "Head"."""
    word, _, number = name.partition(" ")
    return tr("Layer {layer}", layer=number) if word == "Layer" and number.isdecimal() else tr_engine(name)


def metric_title(metric: Metric) -> str:
    """Return a metric's title with a capital letter, followed by its unit: "Macro F1, %"."""
    title = tr_engine(metric.title)
    capital = f"{title[:1].upper()}{title[1:]}"
    return f"{capital}, {tr_engine(metric.unit)}" if metric.unit else capital


def margin_text(difference: MetricDifference) -> str:
    """Return the equivalence margin of a comparison with its unit, as ``MetricDifference.margin_words`` in English."""
    unit = difference.metric.difference_unit
    return f"{difference.margin:g} {tr_engine(unit)}" if unit else difference.margin_words
