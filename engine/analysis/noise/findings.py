"""What the health check of a data set finds, as decisions to leave texts out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from engine.analysis.noise.decisions import TextDecision
from engine.analysis.noise.triage import text_key
from engine.data.dataset import SPLIT_NAMES, Dataset
from engine.data.inspection.survey import (
    TextSurvey,
    find_conflicts,
    find_duplicates,
    find_shared,
    survey_split,
)
from engine.errors import UserError
from engine.progress import ReportProgress, ignore_progress

EXCLUDED_KINDS = ("conflicts", "shared", "duplicates")
"""Findings whose texts can be left out."""
_LEARNT = ("train", "validation")
_MEASURED = {"train": ("validation", "test"), "validation": ("test",)}
"""By split, those whose texts it must not hold."""


def exclude_findings(
    data: Dataset, findings: Sequence[str], report: ReportProgress = ignore_progress
) -> list[TextDecision]:
    """Return a decision to leave out each text that one of ``findings`` is about, in the order of the data.

    A finding is ``duplicates``, ``conflicts`` (equal texts with several labels) or ``shared`` (texts in two splits),
    alone or with a split: ``duplicates:train``. Alone it is about training and validation texts; a test split, by which
    results are measured, changes only where it is named. Of duplicates the first in each split stays; equal texts with
    several labels are conflicts, and no duplicates. Shared texts
    leave the split that is learnt from: training where validation or test has them, validation where test has them.
    Texts are equal that differ in case and blanks only.

    Example: of ``a b a`` in training and ``b c`` in test, ``duplicates`` leaves out the second ``a``, and ``shared``
    the ``b`` of training.

    Raises UserError for an unknown finding, and where labels are no classes.
    """
    if not data.classes or data.source.target.kind not in ("class", "rank"):
        raise UserError("texts here have no single class, which versions need.", place=data.source.source)
    wanted = [_parse(each) for each in findings]
    surveys = {name: survey_split(data.splits[name], report) for name in SPLIT_NAMES}
    found: dict[str, set[int]] = {name: set() for name in SPLIT_NAMES}
    for kind, splits in wanted:
        for split in splits:
            found[split].update(_places(data, surveys, kind, split).tolist())
    return [_exclude(data, name, place) for name in SPLIT_NAMES for place in sorted(found[name])]


def _parse(finding: str) -> tuple[str, tuple[str, ...]]:
    """Return kind and splits of ``duplicates:train``."""
    kind, _, split = finding.strip().partition(":")
    if kind not in EXCLUDED_KINDS or split not in ("", *SPLIT_NAMES):
        raise UserError(
            f"'{finding}' is not a finding whose texts can be left out.",
            place="--exclude",
            remedy=f"Use {', '.join(EXCLUDED_KINDS)}, with a split if you like: duplicates:train.",
        )
    if kind == "shared" and split == "test":
        split = ""  # the finding is named by the split that stays
    return kind, (split,) if split else _LEARNT


def _places(data: Dataset, surveys: dict[str, TextSurvey], kind: str, split: str) -> np.ndarray:
    hashes = {name: survey.text_hashes for name, survey in surveys.items()}
    if kind == "duplicates":  # which of two labels is right is no matter of which came first
        again = find_duplicates(hashes[split])
        disputed = hashes[split][_places(data, surveys, "conflicts", split)]
        return again[~np.isin(hashes[split][again], disputed)]
    if kind == "shared":
        return _joined(find_shared(hashes[split], hashes[other]) for other in _MEASURED.get(split, ()))
    starts = dict(zip(hashes, np.cumsum([0, *(len(each) for each in hashes.values())]), strict=False))
    labels = np.concatenate([data.splits[name].labels for name in hashes])
    places = find_conflicts(np.concatenate(list(hashes.values())), labels) - starts[split]
    return places[(places >= 0) & (places < len(hashes[split]))]


def _joined(parts: Iterable[np.ndarray]) -> np.ndarray:
    found = list(parts)
    return np.concatenate(found) if found else np.zeros(0, np.int64)


def _exclude(data: Dataset, name: str, place: int) -> TextDecision:
    split = data.splits[name]
    text = split.texts[place]
    if split.second_texts is not None:
        text = f"{text}\t{split.second_texts[place]}"
    label = data.classes[split.labels[place]]
    return TextDecision(name, int(split.rows[place]), text_key(text, label), "exclude")
