"""Findings of checks, and the facts about encoder and data that checks need."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Protocol

from engine.formatting.phrases import phrase

LEAST_TEST_TEXTS = 50
"""Minimum size of a test split for conclusions. Below it the normal approximation does not hold (simulated)."""


def too_few_test_texts(texts: int) -> str:
    """Return the message on a test split that is too small for conclusions. Empty for a sufficient or an empty one."""
    if not 0 < texts < LEAST_TEST_TEXTS:
        return ""
    return phrase(
        "The test split has {n} text: too few for a conclusion (at least {least} are needed)."
        if texts == 1
        else "The test split has {n} texts: too few for a conclusion (at least {least} are needed).",
        n=texts,
        least=LEAST_TEST_TEXTS,
    )


@dataclass(frozen=True)
class SpecFinding:
    """Finding on a field.

    A finding that ``blocks`` has to be corrected before a run. Others are warnings. ``fix`` is a field and the value
    that implements ``remedy``, if a single value does.
    """

    message: str
    blocks: bool = True
    remedy: str = ""
    fix: tuple[str, object] | None = None

    def with_prefix(self, prefix: str) -> SpecFinding:
        """Return the finding with ``prefix`` (``stages.0``) before the path in its fix."""
        return self if self.fix is None else replace(self, fix=(f"{prefix}.{self.fix[0]}", self.fix[1]))

    def __str__(self) -> str:
        return f"{self.message} {self.remedy}" if self.remedy else self.message


PlacedFinding = tuple[str, SpecFinding]
"""Dotted field and its finding."""
PlacedFindings = Iterator[PlacedFinding]


def fault(path: str, message: str, remedy: str = "", fix: tuple[str, object] | None = None) -> PlacedFinding:
    """Return a finding that blocks a run, at the dotted field ``path``."""
    return path, SpecFinding(message, remedy=remedy, fix=fix)


def warning(
    path: str, message: str, remedy: str = "", fix: tuple[str, object] | None = None
) -> PlacedFinding:
    """Return a finding that does not block, at the dotted field ``path``."""
    return path, SpecFinding(message, blocks=False, remedy=remedy, fix=fix)


class EncoderFacts(Protocol):
    """Facts about an encoder for checks, implemented by ``engine.model.encoders.EncoderInfo``."""

    @property
    def name(self) -> str: ...
    @property
    def layers(self) -> int: ...
    @property
    def positions(self) -> int: ...
    @property
    def parameters(self) -> int: ...
    @property
    def next_sentence(self) -> bool: ...
    @property
    def masks(self) -> bool: ...
    def special_count(self, pair: bool) -> int:
        """Return the number of special tokens of a text or of a pair: 2 and 3 for BERT."""
        ...


@dataclass(frozen=True)
class DataFacts:
    """Facts about a data set as declared, counted in texts.

    ``train`` and ``validation`` are the sizes after the validation share and subsets are drawn. ``classes`` has the
    size of each class in the training split. ``shared`` counts test texts that are also in the training split, and
    ``conflicting`` equal texts with different labels. ``target`` is the kind of its labels (``engine.spec.targets``),
    empty if unknown.
    """

    train: int
    validation: int
    test: int
    classes: Mapping[str, int]
    shared: int = 0
    conflicting: int = 0
    target: str = ""
