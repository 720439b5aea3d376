"""Local copies of the paper's data sets: recognition by layout, reading, and comparison with the paper."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from engine import paths
from engine.data.dataset import Dataset, load_dataset
from engine.data.inspection.browse import open_cached
from engine.data.paper.sets import CopyLayout, PaperSet, find_paper_set
from engine.data.readers.base import read_start
from engine.data.readers.delimited import read_first_records
from engine.errors import UserError
from engine.progress import ReportProgress
from engine.spec.data import DataSource


@dataclass(frozen=True)
class CopyDifference:
    """Difference between a copy and the paper's data set."""

    kind: Literal["classes", "train", "test", "copy"]
    message: str


@dataclass(frozen=True)
class PaperCopy:
    """A recognised local copy."""

    name: str
    source: DataSource
    layout: str
    rows: dict[str, int]
    classes: tuple[str, ...]
    fingerprint: str
    differences: tuple[CopyDifference, ...]
    notes: tuple[str, ...] = ()


def recognise_copy(name: str, folder: Path) -> tuple[DataSource, CopyLayout]:
    """Return the data source and the layout of the copy of data set ``name`` in ``folder`` or a subfolder.

    Raises UserError when no folder has a layout of that data set.
    """
    paper, folder = find_paper_set(name), paths.user_path(folder)
    if folder.is_file():
        folder = folder.parent
    if not folder.is_dir():
        raise UserError("there is no such folder.", place=str(folder), remedy="Check the path.")
    for each in (folder, *sorted(p for p in folder.iterdir() if p.is_dir() and not p.name.startswith("."))):
        for layout in paper.layouts:
            if _fits(layout, each):
                source = each / layout.train if layout.train else each
                return DataSource.model_validate(
                    {**paper.use, **layout.options, "source": str(source.absolute())}
                ), layout
    titles = "; ".join(dict.fromkeys(layout.title for layout in paper.layouts))
    raise UserError(
        f"this is not a copy of {paper.title}.",
        place=str(folder),
        remedy=f"Choose the unpacked folder ({titles}), or import the files as a data set of your own.",
    )


def examine_copy(name: str, folder: Path, report: ReportProgress | None = None) -> PaperCopy:
    """Recognise and read a local copy, and compare it with the paper's data set.

    A subset is allowed and reported. Raises UserError when the copy cannot be read, or has other classes than the
    paper's data set (unless the layout is another selection).
    """
    paper = find_paper_set(name)
    source, layout = recognise_copy(name, folder)
    dataset = load_dataset(source, report=report)
    if not layout.other and not _has_only_classes(paper, dataset.classes):
        raise UserError(
            f"its classes are {', '.join(dataset.classes[:6])}{', ...' if len(dataset.classes) > 6 else ''}, "
            f"those of {paper.title} are {', '.join(paper.classes[:6])}{', ...' if len(paper.classes) > 6 else ''}.",
            place=str(folder),
            remedy="Choose the folder of that set.",
        )
    rows = count_part_rows(dataset)
    diffs = compare_with_paper(paper, rows, dataset.classes)
    if layout.other:
        message = f"{layout.title}: not the paper's selection of texts, so errors cannot be compared with the paper's."
        diffs = (CopyDifference("copy", message), *diffs)
    classes, key = dataset.classes, dataset.fingerprint
    return PaperCopy(paper.name, source, layout.title, rows, classes, key, diffs, dataset.notes)


def count_part_rows(dataset: Dataset) -> dict[str, int]:
    """Return the sizes of the parts "train" and "test", before texts were held out of train."""
    parts = open_cached(dataset.fingerprint).source_parts
    rows = {"train": 0, "test": 0}
    for name, split in dataset.splits.items():
        part = parts.get(name, name)
        rows["test" if part == "test" else "train"] += len(split)
    return rows


def compare_with_paper(
    paper: PaperSet, rows: dict[str, int], classes: Sequence[str]
) -> tuple[CopyDifference, ...]:
    """Return the differences between a copy with these rows and classes and the paper's data set."""
    diffs = []
    if not _has_only_classes(paper, classes):
        diffs.append(CopyDifference("classes", f"classes are {', '.join(classes)}; the paper has other ones"))
    elif len(classes) != len(paper.classes):
        keys = {_key(name) for name in classes}
        missing = [name for name in paper.classes if _key(name) not in keys]
        diffs.append(
            CopyDifference(
                "classes",
                f"{len(classes)} of {len(paper.classes)} classes; without {', '.join(missing)}",
            )
        )
    for split in ("train", "test"):
        count, expected = rows.get(split, 0), paper.rows[split]
        noun = "training texts" if split == "train" else "test texts"
        if count < expected:
            subset = "no" if not count else f"{count:,} of {expected:,}"
            message = f"no {noun}: some are held out of train" if not count else f"a subset: {subset} {noun}"
            diffs.append(CopyDifference(split, message))
        elif count > expected:
            diffs.append(CopyDifference(split, f"{count:,} {noun}, the paper has {expected:,}"))
    return tuple(diffs)


def _has_only_classes(paper: PaperSet, classes: Sequence[str]) -> bool:
    """Return whether all ``classes`` are classes of the paper's data set. Some may be missing."""
    return {_key(name) for name in classes} <= {_key(name) for name in paper.classes}


def _key(name: str) -> str:
    """Return a normalised name, equal for ``Society & Culture`` and ``society_culture``, ``2 star`` and ``2 stars``."""
    words = re.findall(r"[^\W_]+", name.casefold())
    return "".join(word.removesuffix("s") for word in words if word != "and")


def _fits(layout: CopyLayout, folder: Path) -> bool:
    """Return whether ``folder`` has the layout."""
    if not all(next(folder.glob(pattern), None) for pattern in layout.finds):
        return False
    return not layout.columns or _width(folder / layout.train) == layout.columns


def _width(file: Path) -> int:
    """Return the number of fields in the first record of a comma-separated file, 0 without records."""
    records = read_first_records(read_start(file), ",") if file.is_file() else []
    return len(records[0]) if records else 0
