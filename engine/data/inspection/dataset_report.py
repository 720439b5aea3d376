"""``inspect_dataset``: the report on a data set, made once and kept.

What was kept is told without loading what reads data sets.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.data.inspection import kept_reports
from engine.data.inspection.kept_reports import ReportRequest
from engine.data.inspection.report import DatasetReport
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
    """Return the report on ``source``, which is read once; the report is kept in the cache with what it is on.

    Raises UserError when it cannot be read.

    Args:
        source: the data set.
        tokenizer: lengths in tokens and the truncated share are given where there is one.
        max_length: tokens with special tokens, for the truncated share.
        truncation: the truncation for the same share.
        preview: rows shown, spread over the training split.
        sentences: count sentences in a sample (spaCy's rules, in a process of their own).
        report: progress callback.
    """
    request = ReportRequest(source, tokenizer, max_length, truncation or HeadTruncation(), preview, sentences)
    known = kept_reports.read_report(request)
    if known is None:
        from engine.data.inspection.examination import (
            examine_dataset,  # reads with pyarrow, counts with NumPy
        )

        known = examine_dataset(request, report)
        kept_reports.write_report(request, known)
    return known
