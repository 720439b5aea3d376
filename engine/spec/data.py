"""Which texts and labels a stage learns from."""

from __future__ import annotations

from typing import Any, ClassVar

from pydantic import model_validator

from engine.spec.base import Choice, Model, field


class Reader(Choice):
    """A file format. The options live in ``engine.data.readers``, one class each."""

    noun: ClassVar[str] = "format"


def _auto() -> Reader:
    return Reader.choose("auto")


class DataSource(Model):
    """A labelled data set: where it is, how it is read, which columns mean what, how it is split."""

    essential: ClassVar[tuple[str, ...]] = ("source",)
    source: str = field(
        label="Data set",
        help="A bundled sample (samples:reviews), a set of the catalogue (catalogue:NAME), a file or folder, or a hub "
        "id (hub:imdb).",
        min_length=1,
        suggest="data sets",
    )
    validation: str = field(
        "",
        label="Validation file",
        help="A file of its own for validation; empty: a share of the training split.",
        advanced=True,
    )
    test: str = field("", label="Test file", help="A file of its own for the final test.", advanced=True)
    format: Reader = field(
        _auto,
        label="Format",
        help="How the files are read; automatic detection says what it found.",
        advanced=True,
    )
    text: list[str] = field(
        [],
        label="Text columns",
        help="Names or 1-based numbers of the columns that hold the text; empty: detected.",
        advanced=True,
    )
    label: str = field(
        "",
        label="Label column",
        help="Name or 1-based number of the label column; empty: detected.",
        advanced=True,
    )
    pair: bool = field(
        False,
        label="Two segments",
        help="Encode exactly two text columns as a pair of segments instead of joining them.",
        source="Sun et al. 2019, code (ag_sep, yahoo)",
        advanced=True,
    )
    join: str = field(" ", label="Join with", help="What stands between joined text columns.", advanced=True)
    validation_share: float = field(
        0.1,
        label="Validation",
        unit="of train",
        help="Share of the training split held out for validation, stratified by label.",
        ge=0.01,
        le=0.5,
    )
    split_seed: int = field(
        13,
        label="Split seed",
        help="Seed of the validation split and of subsets; the same for all seeds of a run.",
        ge=0,
        advanced=True,
    )
    train_rows: int = field(
        0,
        label="Training rows",
        unit="rows",
        help="Use a stratified random subset of this size; 0: all.",
        ge=0,
        advanced=True,
    )
    test_rows: int = field(
        0,
        label="Test rows",
        unit="rows",
        help="Use a stratified random subset of this size; 0: all.",
        ge=0,
        advanced=True,
    )

    @model_validator(mode="before")
    @classmethod
    def _from_name(cls, value: Any) -> Any:
        return {"source": value} if isinstance(value, str) else value

    @model_validator(mode="after")
    def _pair_has_two(self) -> DataSource:
        if self.pair and self.text and len(self.text) != 2:
            raise ValueError(f"two segments need exactly two text columns, {len(self.text)} given")
        return self
