"""Formats with one record per line: fastText, label and text, and TREC questions."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Literal

from engine.data.readers.auto import tags_words
from engine.data.readers.base import LineReader, has_fasttext_labels, read_lines
from engine.spec.base import field
from engine.spec.data import DataSource

if TYPE_CHECKING:
    from engine.data.records import Records


SEPARATOR = "|"
"""Separator of several fastText labels in the label column."""
_MARKED = re.compile(r"\s*__label__([^\s,]*)\s*(?:,\s*)?")
"""A fastText label, and the blank, tab or comma after it."""
_PREFIX = re.compile(r"\s*(?:\[([^\[\]]{1,40})\]|([^\W\d_][^:;,.!?\[\]\t]{0,39}):(?=\s))\s*(.*)")
_MOST_LABELS = 200
_LEAST_LINES = 8
_COMPLETE = 0.9
"""Minimum share of lines with label and text."""
_REMEDY = "Write each line as a label, a space and the text, or choose another format."


class LabelledLinesReader(LineReader):
    """A label, a blank and a text on each line; several labels where each begins with __label__."""

    title: ClassVar[str] = "Label and text in lines"
    kind: Literal["labelled_lines"] = "labelled_lines"
    precedence: ClassVar[int] = 95
    suffixes: ClassVar[tuple[str, ...]] = (".txt",)

    def recognises(self, path: Path) -> bool:
        """Return whether lines begin with few distinct words, each of them frequent and not like a sentence.

        Lines of prose begin with more words, and with capitals. Files with labels such as ``Sports`` require that the
        format is declared.
        """
        lines = read_lines(path)
        if has_fasttext_labels(lines) or begin_with_labels(lines, split_prefixed):
            return True
        return (
            begin_with_labels(lines, split_plain)
            and not any(_begins_sentence(own[0]) for own, text in map(split_plain, lines) if own and text)
            and not tags_words(lines)
        )

    def read(self, path: Path, source: DataSource) -> Records:
        lines, most = read_lines(path), 0
        split = split_prefixed if begin_with_labels(lines, split_prefixed) else split_plain
        split = split_marked if has_fasttext_labels(lines) else split

        def cells(line: str) -> tuple[str, str]:
            nonlocal most
            labels, text = split(line)
            if "" in labels:
                raise ValueError("has a label without a name")
            most = max(most, len(labels))
            return SEPARATOR.join(labels), text

        records = self.read_records(path, ["label", "text"], cells, _REMEDY)
        target = {"kind": "labels", "delimiter": SEPARATOR} if most > 1 else {}
        return replace(records, text_columns=(1,), label_column=0, target=target)


def begin_with_labels(lines: Sequence[str], split: Callable[[str], tuple[tuple[str, ...], str]]) -> bool:
    """Return whether ``split`` gives most lines a text and one of a few labels, each of them frequent."""
    counts = Counter(own[0] for own, text in map(split, lines) if own and text)
    return (
        counts.total() >= max(_LEAST_LINES, _COMPLETE * len(lines))
        and 2 <= len(counts) <= min(_MOST_LABELS, len(lines) // 4)
        and min(counts.values()) >= 2
    )


def _begins_sentence(word: str) -> bool:
    return word[:1].isupper() and (not word.isupper() or word in ("A", "I"))


def split_marked(line: str) -> tuple[tuple[str, ...], str]:
    """Return the labels of a fastText line, possibly none or several, and its text.

    >>> split_marked("__label__a, __label__b some words"), split_marked("no label")
    ((('a', 'b'), 'some words'), ((), 'no label'))
    """
    rest = line.strip("\ufeff \t\r\n")
    labels = []
    while match := _MARKED.match(rest):
        labels.append(match[1])
        rest = rest[match.end() :]
    return tuple(labels), rest


def split_plain(line: str) -> tuple[tuple[str, ...], str]:
    """Return the first word of a line as its label, and its text. A line that begins with a blank has no label.

    >>> split_plain("spam Win a prize"), split_plain(" Win a prize")
    ((('spam',), 'Win a prize'), ((), 'Win a prize'))
    """
    whole = line.strip("\ufeff\r\n")
    if whole[:1].isspace():
        return (), whole.strip()
    label, *text = whole.split(None, 1)
    return (label,), text[0].strip() if text else ""


def split_prefixed(line: str) -> tuple[tuple[str, ...], str]:
    """Return the label before a colon or in brackets at the start of a line, if there is one, and the text.

    >>> split_prefixed("Billing: it came twice"), split_prefixed("[Late] Where is it?")
    ((('Billing',), 'it came twice'), (('Late',), 'Where is it?'))
    """
    match = _PREFIX.fullmatch(line.strip("\ufeff\r\n"))
    return ((match[1] or match[2]).strip(),) if match else (), match[3] if match else line.strip()


_LINE = re.compile(r"([A-Z]+):([A-Za-z]+)[ \t]*((?<=[ \t]).*)?")


class TrecReader(LineReader):
    """Questions with a coarse and a fine label."""

    title: ClassVar[str] = "TREC questions"
    kind: Literal["trec"] = "trec"
    precedence: ClassVar[int] = 30
    suffixes: ClassVar[tuple[str, ...]] = (".label",)
    labels: Literal["coarse", "fine"] = field(
        "coarse", "Labels", choices={"coarse": "Coarse (6)", "fine": "Fine (50)"}
    )
    """6 kinds of answer, or 50 finer ones."""

    def recognises(self, path: Path) -> bool:
        lines = read_lines(path)
        return sum(1 for line in lines if _LINE.fullmatch(line)) > 0.9 * len(lines)

    def read(self, path: Path, source: DataSource) -> Records:
        records = self.read_records(
            path, ["coarse", "fine", "question"], _split, "Fix the row, or choose another format."
        )
        return replace(
            records,
            text_columns=(2,),
            label_column=0 if self.labels == "coarse" else 1,
            detection={**records.detection, "labels": self.labels},
        )


def _split(line: str) -> tuple[str, str, str]:
    """Return the labels and the question of a line. Labels are empty if it begins with a blank."""
    line = line.rstrip("\r\n")
    if match := _LINE.fullmatch(line):
        return match[1], f"{match[1]}:{match[2]}", (match[3] or "").strip()
    if not line[0].isspace():
        raise ValueError("is not of the form COARSE:fine question")
    return "", "", line.strip()
