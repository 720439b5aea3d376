"""``palimpsest noise``: texts whose labels are doubtful, and versions of a data set without them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from engine.analysis.tables import Parts, PlainTable
from engine.cli import output
from engine.cli.answer import Answer, OverwriteOption, SetOption, SourceArgument
from engine.cli.data import resolve_source
from engine.errors import UserError
from engine.store.database import Store

if TYPE_CHECKING:
    from engine.analysis.noise.triage import NoiseReport
    from engine.spec.data import DataSource

_MAX_LETTERS = 120


def noise(
    source: SourceArgument,
    store: Path,
    set_: SetOption = None,
    test: bool = False,
    folds: Annotated[int, typer.Option(min=2, max=50)] = 5,
    most: Annotated[int, typer.Option(min=0)] = 500,
    out: Path | None = None,
    prefill: bool = False,
    overwrite: OverwriteOption = False,
    apply: Path | None = None,
    exclude: list[str] | None = None,
    name: str = "",
) -> Answer:
    """List texts with probable label errors, conflicts or duplicates in one queue; apply decisions to a new version.

    Args:
        test: Examine labels of the test split too.
        folds: Folds of the linear model that judges the labels.
        most: Number of texts listed; 0: all.
        out: A new decisions file with the queue: .tsv or .jsonl.
        prefill: With --out: fill in the suggested decisions.
        apply: A file of decisions: write a new version of the data set with them applied.
        exclude: Write a new version without the texts of a finding: duplicates, conflicts, shared; in training
            and validation, or in one split (duplicates:train).
        name: With --apply or --exclude: the name of the version in the catalogue; default: NAME@2.
    """
    data = resolve_source(source, set_, store)
    if apply is not None or exclude:
        if out is not None or prefill or (apply is not None and exclude):
            raise UserError(
                "makes a version and cannot also write a queue.",
                place="--apply" if apply is not None else "--exclude",
                remedy="Leave the others out.",
            )
        return _make_version(data, apply, exclude or [], name, store)
    if name:
        raise UserError("names the version that --apply or --exclude makes.", place="--name")
    from engine.analysis.noise.decisions import require_decisions_file, write_decisions
    from engine.analysis.noise.triage import triage

    if out is not None:
        require_decisions_file(out, overwrite=overwrite)
    with output.counted_progress() as report:
        noise_report = triage(data, test=test, folds=folds, report=report)
    queue = noise_report.queue[: most or None]
    if out is not None:
        write_decisions(out, queue, prefill=prefill)
    record = {
        "data": source,
        "fingerprint": noise_report.data.fingerprint,
        "classes": list(noise_report.data.classes),
        "texts": sum(len(split) for split in noise_report.data.splits.values()),
        "noise_percent": noise_report.noise,
        "judged_by": noise_report.judged_by,
        "found": len(noise_report.queue),
        "counts": dict(noise_report.counts),
        "queue": [finding.as_json() for finding in queue],
        "notes": list(noise_report.notes),
    }
    return Answer(record, _queue_parts(noise_report, len(queue), out, test))


def _queue_parts(report: NoiseReport, count: int, out: Path | None, test: bool) -> Parts:
    from engine.analysis.noise.triage import KINDS

    total = sum(len(split) for split in report.data.splits.values())
    findings = report.queue[: min(count, 20)]
    rows = [
        [
            f"{finding.score:.2f}",
            output.shorten(finding.text, _MAX_LETTERS),
            finding.label,
            finding.suggested or "–",
            f"{finding.split}, row {finding.row}",
            "; ".join(reason.sentence for reason in finding.reasons),
        ]
        for finding in findings
    ]
    parts: Parts = [
        f"{len(report.queue):,} of {total:,} texts are in the queue; {report.noise or 0:.1f} % of the labels looked at "
        f"are estimated to be wrong. Judged by {report.judged_by}.",
        *(f"  {kind_count:,}: {KINDS[kind]}" for kind, kind_count in report.counts.items()),
        PlainTable(("Score", "Text", "Label", "Suggested", "Where", "Why"), rows),
    ]
    if len(report.queue) > len(findings):
        parts.append(f"The first {len(findings)}; --out writes the queue with a column for decisions.")
    if out is not None:
        parts.append(f"{out}: {count:,} texts. Fill in 'decision', then give it to --apply.")
    return [*parts, *report.notes, *([] if test else ["--test doubts them too."])]


def _make_version(
    source: DataSource, file: Path | None, findings: list[str], name: str, store: Path
) -> Answer:
    """Write a version with the decisions of ``file`` applied, or without the texts of ``findings``."""
    from engine.analysis.noise.decisions import exclude_findings, read_decisions
    from engine.analysis.noise.triage import without_subsets
    from engine.analysis.noise.versions import apply_decisions
    from engine.data.dataset import load_dataset

    with Store(store) as database, output.counted_progress() as report:
        data = load_dataset(without_subsets(source), report=report)
        if file is not None:
            decisions = read_decisions(file, data.classes)
            if not any(decision.action != "keep" for decision in decisions):
                raise UserError(
                    "no decision changes the data set.",
                    place=str(file),
                    remedy="Write exclude or relabel into the column 'decision'.",
                )
        else:
            decisions = exclude_findings(data, findings, report)
            if not decisions:
                raise UserError(
                    f"there are no texts to leave out ({', '.join(findings)}).", place=source.source
                )
        version = apply_decisions(database, source, decisions, name, report)
    message = version.to_sentence()
    parts = [
        f"{message}; {source.source} is as it was.",
        f"Train on it with: palimpsest run ... --set data.source=catalogue:{version.name}",
    ]
    return Answer(version.as_json() | {"said": message}, parts)
