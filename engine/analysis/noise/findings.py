"""Findings of the health check of a data set, as decisions to leave texts out."""

from __future__ import annotations

from collections.abc import Sequence

from engine.analysis.noise.decisions import TextDecision
from engine.analysis.noise.triage import text_key
from engine.data.dataset import SPLIT_NAMES, Dataset
from engine.data.inspection.survey import EXCLUDED_KINDS, LEARNT, find_excludable, survey_split
from engine.errors import UserError
from engine.progress import ReportProgress, ignore_progress


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
        raise UserError("these texts have no single class, which versions require.", place=data.source.source)
    selections = [_parse(finding) for finding in findings]
    hashes = {name: survey_split(data.splits[name], report).text_hashes for name in SPLIT_NAMES}
    labels = {name: data.splits[name].labels for name in SPLIT_NAMES}
    positions: dict[str, set[int]] = {name: set() for name in SPLIT_NAMES}
    for kind, splits in selections:
        for split in splits:
            positions[split].update(find_excludable(kind, split, hashes, labels).tolist())
    return [_exclude(data, name, position) for name in SPLIT_NAMES for position in sorted(positions[name])]


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
    return kind, (split,) if split else LEARNT


def _exclude(data: Dataset, name: str, place: int) -> TextDecision:
    split = data.splits[name]
    key = text_key(split.whole_text(place), data.classes[split.labels[place]])
    return TextDecision(name, int(split.rows[place]), key, "exclude")
