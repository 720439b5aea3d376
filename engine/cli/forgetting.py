"""``palimpsest forgetting``, ``drift`` and ``layers``: what runs have forgotten, and how encoders differ."""

from __future__ import annotations

import math
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from engine.analysis.tables import Parts, PlainTable
from engine.cli import output
from engine.cli.answer import Answer, RunArgument, StageOption, TaskOption
from engine.cli.data import resolve_source
from engine.errors import UserError
from engine.installation import load_window_part
from engine.json_types import JsonObject
from engine.store import runs as run_rows
from engine.store.database import Store

if TYPE_CHECKING:
    import numpy as np

    from engine.analysis.report import build as reports
    from engine.probes.encoder_comparison import EncoderComparison


def forgetting(
    run: list[str], store: Path, as_json: bool, html: Path | None = None, pdf: Path | None = None
) -> Answer:
    """Report what runs have forgotten: general text, abilities, earlier tasks, layers, training texts.

    Runs that differ only in their seeds are one strategy: means with standard deviation or 95 % interval.

    Args:
        run: Runs, by id or name; 'last' is the newest; a sweep's name means all its runs.
        html: Write the whole report, with pictures, as one HTML file.
        pdf: The same on A4 pages.
    """
    from engine.analysis.report import build as reports
    from engine.analysis.run_groups import resolve_run_arguments

    files = [file for file in (html, pdf) if file is not None]
    for file in files:
        if not file.parent.is_dir():
            raise UserError("there is no such folder.", place=str(file.parent), remedy="Make it first.")
    with Store(store) as database:
        numbers = resolve_run_arguments(database, run)
        if html is not None:
            from engine.analysis.report.html import render_html

            try:
                html.write_text(render_html(database, numbers), encoding="utf-8")
            except OSError as error:
                raise UserError(f"the report cannot be written ({error}).", place=str(html)) from None
        if pdf is not None:
            load_window_part("pdf")(database, numbers, pdf)
        if as_json:
            return Answer(reports.report_json(database, numbers) | {"files": [str(file) for file in files]})
        if files:
            return Answer(None, [f"Report: {file}" for file in files])
        report = reports.build_report(database, numbers, figures=False)
    # Beside tables that go to a file, the words go to the reader.
    return Answer(None, _report_parts(report), [f"{d.name}: {d.meaning}" for d in report.definitions])


def _report_parts(report: reports.ForgettingReport) -> Parts:
    parts: Parts = [report.title, *(f"- {text}" for text in report.findings), *report.evidence]
    for section in report.sections:
        for number, table in enumerate(section.tables):
            title = ": ".join(part for part in ("" if number else section.title, table.title) if part)
            parts += ["", title] if title else [""]
            numeric = [index >= table.text_columns for index in range(len(table.headers))]
            parts.append(PlainTable(table.headers, table.rows, numeric))
            if table.note:
                parts.append(table.note)
    return parts


ENCODER_HELP = "a folder, a hub id, a bundled name, or what a run has left (run:12/stage-1)."


def drift(
    before: Annotated[str, typer.Argument(help=f"The encoder as it was: {ENCODER_HELP}")],
    after: Annotated[str, typer.Argument(help=f"What was trained from it: {ENCODER_HELP}")],
    store: Path,
    text: Annotated[str, typer.Option(metavar="FILE")] = "",
    known: Annotated[list[str] | None, typer.Option(metavar="DATASET")] = None,
    texts: Annotated[int, typer.Option(min=10)] = 300,
    passages: Annotated[int, typer.Option(min=4)] = 64,
    length: Annotated[int, typer.Option(min=8)] = 64,
    retention: Annotated[bool, typer.Option("--retention/--no-retention")] = True,
    device: str = "auto",
) -> Answer:
    """Compare two encoders layer by layer: weights, outputs, attention, language, abilities.

    Args:
        text: General text, a passage on each line: a file, a folder or a data set; default: bundled
            English.
        known: Also measure this task with linear probes. Repeatable.
        texts: Training texts of a linear probe, and the most that test it.
        passages: Passages of the general text.
        length: Longest passage in tokens, special ones included.
        retention: Also measure how well both predict masked words.
        device: auto, cpu, cuda, cuda:1, mps.
    """
    from engine.compute.device import choose_device
    from engine.probes.encoder_comparison import compare_encoders
    from engine.spec.experiment import Compute, Encoder, parse_record
    from engine.spec.probes import ProbingTask
    from engine.store.data_names import resolve_text
    from engine.store.model_paths import resolve_encoder_source

    sources = [resolve_encoder_source(store, name) for name in (before, after)]
    encoders = [parse_record(Encoder, {"source": source}, place="encoder") for source in sources]
    compute = parse_record(Compute, {"device": device}, place="--device")
    pair = compare_encoders(
        encoders[0],
        encoders[1],
        resolve_text(store, text),
        count=passages,
        length=length,
        known=[ProbingTask(data=resolve_source(name, None, store), texts=texts) for name in known or []],
        retention=retention,
        device=choose_device(compute, precision="fp32").torch,
        report=output.report_progress,
    )
    info = pair.info
    parts: Parts = [
        f"{pair.before} → {pair.after}",
        f"{info.model_type}, {info.layers} layers × {info.hidden}, {info.heads} heads; {pair.passages} passages of "
        f"{pair.text}, {pair.words:,} words\n",
        _layers(pair),
        "",
        *_summary(pair),
        *(f"Note: {note}" for note in pair.notes),
    ]
    return Answer(pair_record(pair), parts)


def pair_record(pair: EncoderComparison) -> JsonObject:
    """Return ``pair`` as JSON values; values that could not be measured are null."""
    import numpy as np

    def plain(value: np.ndarray | float) -> object:
        if isinstance(value, np.ndarray):
            return [plain(item) for item in value]
        return float(value) if np.isfinite(value) else None

    record: JsonObject = {"before": pair.before, "after": pair.after, "encoder": asdict(pair.info)}
    record |= {"text": pair.text, "passages": pair.passages, "words": pair.words}
    for name in ("values_before", "values", "maps_before", "maps"):
        record[name] = {key: plain(value) for key, value in getattr(pair, name).items()}
    return record | {"notes": list(pair.notes)}


def _layers(pair: EncoderComparison) -> PlainTable:
    tasks = [key.removeprefix("knowledge/") for key in pair.maps_before]
    heads = ["Heads, bits"] if "attention/heads" in pair.maps else []
    titles = ["Layer", "Drift", "Cosine", "Attention", "Feed-fwd", "Norms", "Biases", "CKA", "Procrustes"]
    maps, layers = pair.maps, pair.info.layers
    rows = []
    for depth in range(layers + 2):
        name = "embeddings" if depth == 0 else "pooler" if depth > layers else str(depth)
        cells = [name, _number(maps["drift/layers"][depth], 4), _number(maps["drift/cosine"][depth], 5)]
        cells += [_number(value, 4) for value in maps["drift/kinds"][depth]]
        if depth <= layers:
            cells += [_number(maps[f"similarity/{measure}"][depth], 4) for measure in ("cka", "procrustes")]
            if heads:
                cells.append("" if depth == 0 else _number(maps["attention/heads"][depth - 1].mean(), 4))
            for task in tasks:
                then, now = (values[f"knowledge/{task}"][depth] for values in (pair.maps_before, maps))
                cells.append(f"{then:.1f} → {now:.1f}")
        rows.append(cells + [""] * (len(titles) + len(heads) + len(tasks) - len(cells)))
    return PlainTable([*titles, *heads, *(f"{task}, %" for task in tasks)], rows)


def _summary(pair: EncoderComparison) -> list[str]:
    """Describe the whole encoder in sentences."""
    then, now = pair.values_before, pair.values
    lines = [
        f"Weights: drift {_number(now['drift/all'], 4)}. Layers: CKA {now['similarity/cka']:.4f} on average."
    ]
    if "attention/change" in now:
        lines.append(f"Attention: {now['attention/change']:.4f} bits on average.")
    if "retention/loss" in now:
        factor = math.exp(now["retention/loss"] - then["retention/loss"])
        lines.append(
            f"Language: {then['retention/loss']:.3f} → {now['retention/loss']:.3f} nats per hidden word "
            f"(perplexity × {factor:.2f}), {then['retention/accuracy']:.1f} → {now['retention/accuracy']:.1f} % "
            f"right."
        )
    return lines


def _number(value: float, digits: int) -> str:
    return "–" if math.isnan(value) else f"{value:.{digits}f}"


def layers(
    run: RunArgument,
    data: Annotated[str, typer.Option()],
    store: Path,
    texts: Annotated[int, typer.Option(min=10)] = 300,
    task: TaskOption = "",
    stage: StageOption = 0,
) -> Answer:
    """Measure what a linear probe can read from each layer of a run's encoder, before and after training.

    A linear classifier learns a task on each layer's frozen outputs; its validation error says how readable the task
    is there. Layer 0 is the embedding output.

    Args:
        data: The task to read: a data set, such as samples:reviews.
        texts: Training texts of the probe, and the most that test it.
    """
    from engine.lab.laboratory import Laboratory

    with Store(store) as database:
        number = run_rows.find_run(database, run).id
    profile = Laboratory(store).profile(data, number, task, stage, texts)
    rows = [
        [str(layer), f"{before:.2f}", f"{after:.2f}", f"{after - before:+.2f}"]
        for layer, (before, after) in enumerate(zip(profile["before"], profile["after"], strict=True))
    ]
    parts: Parts = [
        f"{profile['name']}: error of a linear probe that learnt from {profile['learnt']:,} texts, "
        f"on {profile['tested']:,} others",
        PlainTable(["Layer", "Before, %", "After, %", "Difference"], rows),
    ]
    return Answer({"run": number, "data": data} | profile, parts)
