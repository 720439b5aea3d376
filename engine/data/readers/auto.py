"""The format that tries all others."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar, Literal

from engine.data.readers.base import FormatReader
from engine.errors import UserError


class AutoReader(FormatReader):
    """Detected from the file's name and content; what was found is shown."""

    title: ClassVar[str] = "Automatic"
    kind: Literal["auto"] = "auto"

    def detect(self, path: Path) -> FormatReader:
        """Return the first format that recognises ``path``, with this reader's options.

        Raises UserError when none does.
        """
        options = [
            each
            for each in FormatReader.known_options().values()
            if issubclass(each, FormatReader) and each is not AutoReader
        ]
        for option in sorted(options, key=lambda each: each.precedence):
            candidate = option(kind=option.model_fields["kind"].default, incomplete=self.incomplete)
            if candidate.recognises(path):
                return candidate
        kinds = ", ".join(sorted(option.title for option in options))
        what = (
            "the layout of the folder is not known"
            if path.is_dir()
            else "the format of the file is not known"
        )
        remedy = (
            "A folder needs a sub-folder of text files for each class, or files called train and test."
            if path.is_dir()
            else "Name the format, or check that each row has a text and a label."
        )
        raise UserError(f"{what} ({kinds}).", place=str(path), remedy=remedy)
