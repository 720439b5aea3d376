"""Health check of a data set before training."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Sequence
from typing import Literal

import numpy as np

from engine.data.character_encodings import GUESSED
from engine.data.cleaning import suggest_cleaning
from engine.data.dataset import Dataset
from engine.data.inspection.proposal import form_of_labels
from engine.data.inspection.report import DataFinding
from engine.data.inspection.survey import TextSurvey, find_disputed, find_duplicates, find_shared
from engine.formatting.numbers import listed
from engine.formatting.phrases import Phrase, capital, phrase

_RARE = 10
_SHOWN = 50
_WORDS = {
    "html": phrase("HTML mark-up"),
    "escapes": phrase('literal escapes (\\n, \\")'),
    "entities": phrase("character entities (&lt;, #39;)"),
    "encoding": phrase("traces of a wrong encoding"),
}
_CLEANED = ("html", "escapes", "entities")


def check_health(dataset: Dataset, surveys: dict[str, TextSurvey]) -> list[DataFinding]:
    """Return all findings: warnings, then remarks, then passed checks."""
    conflicts, disputed = _conflicts(dataset, surveys)
    findings = [*conflicts, *_overlaps(surveys), *_duplicates(surveys, disputed)]
    findings += [*_classes(dataset), *_label_forms(dataset), *_label_sets(dataset)]
    findings += [*_numbers(dataset), *_oddities(dataset, surveys)]
    return sort_findings(findings)


def sort_findings(findings: Sequence[DataFinding]) -> list[DataFinding]:
    """Return findings with warnings first and passed checks last."""
    rank = {"warning": 0, "info": 1, "good": 2}
    return sorted(findings, key=lambda finding: rank[finding.level])


def _finding(
    level: Literal["warning", "info"], kind: str, message: str, split: str, indices: np.ndarray
) -> DataFinding:
    first = tuple(indices[:_SHOWN].tolist())
    return DataFinding(
        level=level, kind=kind, message=message, split=split, count=len(indices), indices=first
    )


def _overlaps(surveys: dict[str, TextSurvey]) -> list[DataFinding]:
    findings = []
    for name, other in (("test", "train"), ("validation", "train"), ("test", "validation")):
        shared = find_shared(surveys[name].text_hashes, surveys[other].text_hashes)
        if len(shared):
            is_single = len(shared) == 1
            message = phrase(
                "{n} {split} text is also in {other}" if is_single else "{n} {split} texts are also in {other}",
                n=f"{len(shared):,}", split=name, other=other,
            )  # fmt: skip
            findings.append(_finding("warning", "shared", message, name, shared))
    return findings or [DataFinding(level="good", kind="shared", message=phrase("No text is in two splits"))]


def _duplicates(surveys: dict[str, TextSurvey], disputed: np.ndarray) -> list[DataFinding]:
    """Return findings on repeated texts. Texts with hashes in ``disputed`` are conflicts and do not count."""
    findings = []
    for name, each in surveys.items():
        repeated = find_duplicates(each.text_hashes)
        repeated = repeated[~np.isin(each.text_hashes[repeated], disputed)]
        if len(repeated):
            is_single = len(repeated) == 1
            message = phrase(
                "{n} duplicate text in {split}" if is_single else "{n} duplicate texts in {split}",
                n=f"{len(repeated):,}", split=name,
            )  # fmt: skip
            findings.append(_finding("warning", "duplicates", message, name, repeated))
    return findings or [DataFinding(level="good", kind="duplicates", message=phrase("No duplicate texts"))]


def _conflicts(dataset: Dataset, surveys: dict[str, TextSurvey]) -> tuple[list[DataFinding], np.ndarray]:
    """Return the finding on equal texts with different labels, and the hashes of these texts."""
    if not dataset.classes:
        return [], np.zeros(0, np.uint64)
    labels = {name: split.labels for name, split in dataset.splits.items()}
    positions, disputed = find_disputed({name: each.text_hashes for name, each in surveys.items()}, labels)
    multi_label = labels["train"].ndim == 2
    if not len(disputed):
        good = phrase("No text has other labels in another row" if multi_label else "No text with two labels")
        return [DataFinding(level="good", kind="conflicts", message=good)], disputed
    findings = [
        _finding("warning", "conflicts", _conflict(len(disputed), len(rows), name, multi_label), name, rows)
        for name, rows in positions.items()
        if len(rows)
    ]
    return findings, disputed


def _conflict(texts: int, rows: int, split: str, multi_label: bool) -> Phrase:
    """Return the message on texts with different labels. ``multi_label``: a row may have several labels."""
    values = {"n": f"{texts:,}", "rows": f"{rows:,}", "split": split}
    if multi_label:
        return phrase(
            "{n} text has other labels in another row ({rows} of its rows in {split})"
            if texts == 1
            else "{n} texts have other labels in other rows ({rows} of their rows in {split})",
            **values,
        )
    return phrase(
        "{n} text has two labels ({rows} of its rows in {split})"
        if texts == 1
        else "{n} texts have two labels ({rows} of their rows in {split})",
        **values,
    )


def _classes(dataset: Dataset) -> list[DataFinding]:
    if not dataset.classes:
        return []
    train = dataset.splits["train"]
    target, class_count = dataset.source.target, len(dataset.classes)
    counts = target.count_texts(train.labels, class_count)
    rare = np.flatnonzero(counts < _RARE)
    findings = []
    if len(rare):
        names = listed([f"{dataset.classes[i]} ({counts[i]})" for i in rare], 5)
        message = phrase("Fewer than {least} training texts: {classes}", least=_RARE, classes=names)
        findings.append(
            DataFinding(level="warning", kind="rare", message=message, split="train", count=len(rare))
        )
    spellings = Counter(map(_visible, dataset.classes))
    if lookalikes := [name for name in dataset.classes if spellings[_visible(name)] > 1]:
        message = phrase("Classes that look alike: {classes}", classes=listed(lookalikes, 6))
        findings.append(DataFinding(level="warning", kind="capitals", message=message, count=len(lookalikes)))
    for name in ("validation", "test"):
        labels = dataset.splits[name].labels
        missing = np.flatnonzero(target.count_texts(labels, class_count) == 0).tolist()
        if missing and len(labels):
            names = listed([dataset.classes[i] for i in missing], 5)
            message = phrase("Classes without a {split} text: {classes}", split=name, classes=names)
            findings.append(
                DataFinding(level="warning", kind="missing", message=message, split=name, count=len(missing))
            )
    return findings


def _visible(name: str) -> str:
    """Return a name in lower case, without invisible characters, with normalised accents and blanks."""
    words = unicodedata.normalize("NFKC", name).casefold().split()
    return "".join(filter(str.isprintable, " ".join(words)))


def _label_forms(dataset: Dataset) -> list[DataFinding]:
    """Return findings on class names that look like something other than classes."""
    form = form_of_labels(dataset.source, dataset.classes)
    if form is None:
        return []
    setting = f"target = {{ {form.setting} }}"
    message = phrase("{seen} ({setting}, in the window: Labels are)", seen=form.message, setting=setting)
    return [DataFinding(level="info", kind="label_form", message=message, split="train")]


def _label_sets(dataset: Dataset) -> list[DataFinding]:
    """Return the finding on the number of labels per text, for multi-label data."""
    train = dataset.splits["train"]
    if train.labels.ndim == 1 or dataset.source.target.main_classes(train.labels) is not None:
        return []
    counts = (train.labels > 0).sum(axis=1)
    unlabelled = int((counts == 0).sum())
    mean, most = f"{counts.mean():.2f}", int(counts.max())
    message = phrase("{mean} labels for a training text on average, {most} at most", mean=mean, most=most)
    if unlabelled:
        message = phrase(
            "{mean} labels for a training text on average, {most} at most; {bare} of {all} have none",
            mean=mean, most=most, bare=f"{unlabelled:,}", all=f"{len(counts):,}",
        )  # fmt: skip
    return [_finding("info", "label_sets", message, "train", np.flatnonzero(counts == 0))]


def _numbers(dataset: Dataset) -> list[DataFinding]:
    """Return the finding on the range of numeric labels."""
    if dataset.source.target.has_classes:
        return []
    labels = dataset.splits["train"].labels
    message = phrase(
        "Labels of training texts are numbers from {least} to {most}, {mean} on average",
        least=f"{labels.min():.4g}",
        most=f"{labels.max():.4g}",
        mean=f"{labels.mean():.4g}",
    )
    return [DataFinding(level="info", kind="numbers", message=message, split="train")]


def _oddities(dataset: Dataset, surveys: dict[str, TextSurvey]) -> list[DataFinding]:
    findings = []
    fix = suggest_cleaning(_odd_texts(dataset, surveys)).model_dump(mode="json")
    for kind, words in _WORDS.items():
        count = sum(len(each.oddities[kind]) for each in surveys.values())
        if not count:
            continue
        first_split = next(name for name, each in surveys.items() if len(each.oddities[kind]))
        message = phrase(
            "{what} in {n} text" if count == 1 else "{what} in {n} texts", what=capital(words), n=f"{count:,}"
        )
        level: Literal["warning", "info"] = "warning" if kind == "encoding" else "info"
        finding = _finding(level, kind, message, first_split, surveys[first_split].oddities[kind])
        update = {"count": count, "fix": fix if kind in _CLEANED else None}
        findings.append(finding.model_copy(update=update))
    for note in dataset.notes:
        if GUESSED in note:
            findings.append(DataFinding(level="warning", kind="encoding", message=note))
    if not any(finding.kind == "encoding" for finding in findings):
        findings.append(
            DataFinding(level="good", kind="encoding", message=phrase("No traces of a wrong encoding"))
        )
    return findings


def _odd_texts(dataset: Dataset, surveys: dict[str, TextSurvey]) -> list[str]:
    """Return a sample of the training texts that cleaning would change."""
    odd = surveys["train"].oddities
    indices = np.unique(np.concatenate([odd[kind][:_SHOWN] for kind in _CLEANED]))
    return [dataset.splits["train"].texts[int(index)] for index in indices]
