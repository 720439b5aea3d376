"""Sentences of the Data page on how a set was read."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from engine.spec.data import DataSource, FileFormat
from workbench.engine_texts import label_of, label_text
from workbench.language import tr

if TYPE_CHECKING:
    from engine.store.database import Store

_BEGINNING_ROWS = 5
_BEGINNING_CHARACTERS = 120


def split_origins(store: Store, fingerprint: str) -> dict[str, str]:
    """Of which part of the source each split is made. For the reader thread."""
    from engine.data.inspection.browse import open_cached

    return dict(open_cached(fingerprint).source_parts)


def describe_reading(
    source: DataSource, detected: dict[str, object], fingerprint: str, parts: dict[str, str]
) -> str:
    """``CSV / TSV, UTF-8, comma. Text = title + text, label = topic. Validation: 10 % of train...``"""
    kind = str(detected.get("format", ""))
    option = FileFormat.known_options().get(kind)
    format_parts = [label_of(option) if option is not None else kind]
    if detected.get("encoding"):
        format_parts.append(str(detected["encoding"]).upper())
    if detected.get("delimiter"):
        format_parts.append(label_text(str(detected["delimiter"])))
    if "header" in detected and not detected["header"]:
        format_parts.append(tr("no header"))
    sentences = [", ".join(part for part in format_parts if part)]
    columns = detected.get("text")
    if kind == "folders":
        sentences.append(tr("Text = file, label = folder name"))
    elif isinstance(columns, list | tuple) and columns:
        names = [_column(name, detected) for name in columns]
        text = " + ".join(names)
        if source.pair:
            text = tr("{first} and {second} as a pair", first=" + ".join(names[:-1]), second=names[-1])
        sentences.append(
            tr(
                "Text = {text}, label = {column}",
                text=text,
                column=_column(detected.get("label", ""), detected),
            )
        )
    if parts.get("validation") == "train":
        share = f"{100 * source.validation_share:g}"
        sentences.append(
            tr("Validation: {share} % of train, stratified", share=share)
            if source.target.has_classes
            else tr("Validation: {share} % of train", share=share)
        )
    if parts.get("test") == "train":
        sentences.append(tr("Test: held out of train"))
    grouped = " ".join(fingerprint[i : i + 4] for i in range(0, min(12, len(fingerprint)), 4))
    return ". ".join([*sentences, tr("Fingerprint {grouped}", grouped=grouped)]) + "."


def describe_beginning(answer: bytes) -> str:
    """Return the first texts of a data set that is still being read, from what ``palimpsest data preview`` answered."""
    from engine.data.inspection.preview import Preview

    preview = Preview.from_json(json.loads(answer))
    lines = []
    for row in preview.rows[:_BEGINNING_ROWS]:
        text = " ".join(" ".join(row[index] for index in preview.text if index < len(row)).split())
        shown = text if len(text) <= _BEGINNING_CHARACTERS else f"{text[:_BEGINNING_CHARACTERS]}…"
        lines.append(f"{row[preview.label]}: {shown}" if 0 <= preview.label < len(row) else shown)
    return "\n".join([tr("It begins:"), *lines]) if lines else ""


def capitalize_sentence(sentence: str) -> str:
    """Return a message of the engine, which may go on after a place and a colon, as a sentence of its own."""
    return sentence[:1].upper() + sentence[1:]


def _column(name: object, detected: dict[str, object]) -> str:
    text = str(name)
    return tr("column {text}", text=text) if text.isdecimal() and not detected.get("header", True) else text
