"""``inspect_dataset``: the report on a data set, cached under its fingerprint.

Returning a cached report does not import the readers of data sets.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import ValidationError

from engine import paths
from engine.cache import artefacts, usage
from engine.cache.manifest import has_manifest
from engine.data.dataset_artefacts import find_artefacts, has_cached_splits
from engine.data.inspection.report import DatasetReport, ReportRequest
from engine.progress import ReportProgress
from engine.spec.data import DataSource
from engine.spec.truncation import HeadTruncation, Truncation

if TYPE_CHECKING:
    from engine.data.special_tokens import FastTokenizer


def inspect_dataset(
    source: DataSource,
    tokenizer: FastTokenizer | None = None,
    max_length: int = 512,
    truncation: Truncation | None = None,
    *,
    preview: int = 10,
    sentences: bool = True,
    report: ReportProgress | None = None,
) -> DatasetReport:
    """Return the report on ``source``. Data set and report are cached.

    Raises UserError when it cannot be read.

    Args:
        source: the data set.
        tokenizer: tokenizer for lengths in tokens and the truncated share. None leaves them out.
        max_length: maximum length for the truncated share, special tokens included.
        truncation: truncation for the truncated share.
        preview: number of sample rows, spread over the training split.
        sentences: whether to count sentences in a sample (spaCy's rules, in a separate process).
        report: progress callback.
    """
    request = ReportRequest(source, tokenizer, max_length, truncation or HeadTruncation(), preview, sentences)
    result = _read(request)
    if result is None:
        from engine.data.inspection.examination import (
            examine_dataset,  # reads with pyarrow, counts with NumPy
        )

        result = examine_dataset(request, report)
        artefacts.write_note(_file(request), result.model_dump(mode="json"))  # a full disk is no error
    return result


def _read(request: ReportRequest) -> DatasetReport | None:
    """Return the cached report, or None if it, its texts or its tokens are no longer cached.

    Raises UserError when files of the data set are missing.
    """
    if not has_cached_splits(request.source):
        return None
    file = _file(request)
    usage.mark_used(file)
    try:
        report = DatasetReport.model_validate(artefacts.read_note(file))
    except ValidationError:  # missing or damaged
        return None
    tokens = [split.tokens_key for split in report.splits.values() if split.tokens_key]
    folders = [paths.cache_folder() / "tokens" / key for key in tokens]
    for folder in folders:
        usage.mark_used(folder)
    return report if all(map(has_manifest, folders)) else None


def _file(request: ReportRequest) -> Path:
    files = find_artefacts(request.source)
    core: list[str] = []
    if request.tokenizer is not None:
        from engine.data.special_tokens import core_fingerprint, tokenizer_core

        core = [str(request.tokenizer.name_or_path), core_fingerprint(tokenizer_core(request.tokenizer))]
    key = artefacts.key(
        "report",
        files.fingerprint,
        files.located.notes,
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
    """Return a hash of the modules that make reports, because another version may give another report."""
    here = Path(__file__).parent
    modules = [*sorted(here.glob("*.py")), here.parent / "cleaning.py"]
    return artefacts.hash_files(modules, here.parent)
