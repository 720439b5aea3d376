"""Automatic detection of the format."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import ClassVar, Literal

from engine.data.readers.base import (
    FormatReader,
    TextReader,
    encoding_field,
    foreign_kind,
    is_binary,
    read_lines,
    table_field,
)
from engine.errors import UserError

_TAG = re.compile(r"O|[BIELSU]-\S+")
"""Pattern of a word tag: beginning of, inside or outside a name."""
_SHARED_OPTIONS = ("encoding", "header", "delimiter", "quoting")


class AutoReader(FormatReader):
    """Detected from the file's name and content; the result is shown."""

    title: ClassVar[str] = "Automatic"
    kind: Literal["auto"] = "auto"
    encoding: str = encoding_field(later=True)
    header: Literal["auto", "yes", "no"] = table_field("header", later=True)
    delimiter: Literal["auto", "comma", "tab", "semicolon", "pipe"] = table_field("delimiter", later=True)
    quoting: Literal["auto", "on", "off"] = table_field("quoting", later=True)

    def detect(self, path: Path, kinds: Collection[str] = ()) -> FormatReader:
        """Return the reader of the first format that recognises ``path``, with these options.

        Only formats in ``kinds`` are tried, if any. Raises UserError when none recognises it, and for an option that
        the format does not have.
        """
        if (reader := self.find(path, kinds)) is not None:
            return reader
        raise _unknown_format(path, ", ".join(sorted(option.title for option in self._formats(kinds))))

    def find(self, path: Path, kinds: Collection[str] = (), *, certain: bool = False) -> FormatReader | None:
        """Return the result of ``detect``, or None if no format recognises the file. ``certain``: use the first one."""
        is_text = path.is_file() and not is_binary(path)
        options = {name: value for name in _SHARED_OPTIONS if (value := getattr(self, name)) != "auto"}
        for option in self._formats(kinds):
            valid = {name: value for name, value in options.items() if name in option.model_fields}
            candidate = option(kind=option.model_fields["kind"].default, incomplete=self.incomplete, **valid)
            is_possible = is_text or not isinstance(candidate, TextReader)
            if certain or (is_possible and candidate.recognises(path)):
                if unsupported := sorted(options.keys() - valid.keys()):
                    raise UserError(
                        f"the file is read as {option.title}, which has no {unsupported[0]}.",
                        place=str(path),
                        remedy=f"Leave {unsupported[0]} out (data.format.{unsupported[0]}), or name another format.",
                    )
                return candidate
        return None

    @staticmethod
    def _formats(kinds: Collection[str]) -> list[type[FormatReader]]:
        options = [
            each
            for kind, each in FormatReader.known_options().items()
            if issubclass(each, FormatReader) and each is not AutoReader and (not kinds or kind in kinds)
        ]
        return sorted(options, key=lambda each: each.precedence)


def _unknown_format(path: Path, kinds: str) -> UserError:
    """Return the error for a file that no format recognises, with its kind if known, and the supported formats."""
    if path.is_dir():
        tables = sorted(each.name for each in path.iterdir() if each.suffix.lower() in _TABLES)
        return UserError(
            "the layout of the folder is not known.",
            place=str(path),
            remedy=f"Name one of its files: {', '.join(tables[:5])}. Or write all rows, with their labels, to one."
            if tables
            else "A folder needs a sub-folder of text files for each class (.txt), or files called train and test.",
        )
    if kind := foreign_kind(path):
        return UserError(
            f"the format of the file is not supported: it begins like {kind}.",
            place=str(path),
            remedy="Save its rows as CSV or XLSX, or unpack it, and choose that file.",
        )
    if not is_binary(path) and tags_words(read_lines(path)):
        return UserError(TAGGED_WORDS, place=str(path), remedy=TAGGED_REMEDY)
    return UserError(
        f"the format of the file is not known ({kinds}).",
        place=str(path),
        remedy="Name the format (--set data.format.kind=csv), or check that each row has a text and a label.",
    )


_TABLES = (".csv", ".tsv", ".json", ".jsonl", ".parquet", ".xlsx", ".txt")
TAGGED_WORDS = "one word a line, each with a tag: token classification, not texts."
TAGGED_REMEDY = "Palimpsest classifies whole texts: each row needs a text and one label for all of it."


def tags_words(lines: Sequence[str]) -> bool:
    """Return whether lines are words with tags (CoNLL, BIO): ``London B-LOC``."""
    fields = [line.split() for line in lines if not line.startswith(("-DOCSTART-", "#"))]
    tagged = [each for each in fields if 2 <= len(each) <= 12 and _TAG.fullmatch(each[-1])]
    return len(fields) > 4 and len(tagged) > 0.9 * len(fields) and are_tags({each[-1] for each in tagged})


def are_tags(labels: Collection[str]) -> bool:
    """Return whether labels are several word tags (BIO) other than only O."""
    return len(labels) > 1 and all(map(_TAG.fullmatch, labels)) and any(label != "O" for label in labels)
