"""Reports on data sets, kept in the cache under the fingerprint of what they describe: a second look reads nothing."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import ValidationError

from engine import paths
from engine.cache import artefacts, usage
from engine.cache.manifest import has_manifest
from engine.data.dataset_artefacts import find_artefacts, was_read
from engine.data.inspection.report import DatasetReport
from engine.spec.data import DataSource
from engine.spec.truncation import Truncation

if TYPE_CHECKING:
    from engine.data.special_tokens import FastTokenizer


@dataclass(frozen=True)
class ReportRequest:
    """What a report is on; the fields are those of ``inspect_dataset``."""

    source: DataSource
    tokenizer: FastTokenizer | None
    max_length: int
    truncation: Truncation
    preview: int
    sentences: bool


def read_report(request: ReportRequest) -> DatasetReport | None:
    """Return the report that was kept; None where there is none, or the texts or tokens it is on are gone.

    Raises UserError when the files of the data set are not there.
    """
    if not was_read(request.source):
        return None
    file = _file(request)
    usage.mark_used(file)
    try:
        report = DatasetReport.model_validate(artefacts.read_note(file))
    except ValidationError:  # none, or a damaged one
        return None
    tokens = [split.tokens_key for split in report.splits.values() if split.tokens_key]
    folders = [paths.cache_folder() / "tokens" / key for key in tokens]
    for folder in folders:
        usage.mark_used(folder)
    return report if all(map(has_manifest, folders)) else None


def write_report(request: ReportRequest, report: DatasetReport) -> None:
    """Keep ``report``; a disk that is full is no error."""
    artefacts.write_note(_file(request), report.model_dump(mode="json"))


def _file(request: ReportRequest) -> Path:
    found = find_artefacts(request.source)
    core: list[str] = []
    if request.tokenizer is not None:
        from engine.data.special_tokens import core_fingerprint, tokenizer_core

        core = [str(request.tokenizer.name_or_path), core_fingerprint(tokenizer_core(request.tokenizer))]
    key = artefacts.key(
        "report",
        found.fingerprint,
        found.located.notes,
        request.source.source,
        core,
        request.max_length if core else 0,
        request.truncation.model_dump(mode="json") if core else {},
        request.preview,
        request.sentences,
        _code(),
    )
    return paths.cache_folder() / "reports" / f"{key}.json"


def _code() -> str:
    """Return a hash of the modules that make reports: another version of them may say something else."""
    here = Path(__file__).parent
    modules = [*sorted(here.glob("*.py")), here.parent / "paper" / "table1.py", here.parent / "cleaning.py"]
    return artefacts.hash_files(modules, here.parent)
