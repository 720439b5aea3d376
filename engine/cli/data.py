"""``palimpsest data``: look at a data set before anything is trained on it, register one, and the paper's own."""

from __future__ import annotations

import os
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from engine.analysis.tables import Parts, PlainTable
from engine.cli import output
from engine.cli.answer import Answer, DownloadOption, EncoderOption, SetOption, SourceArgument, group
from engine.errors import UserError
from engine.json_types import JsonObject
from engine.spec.experiment import PROPOSED_ENCODER

if TYPE_CHECKING:
    from engine.data.inspection.preview import Preview
    from engine.data.inspection.report import DatasetReport
    from engine.data.paper.sets import PaperSet
    from engine.progress import ReportProgress
    from engine.spec.data import DataSource
    from engine.store.datasets import DatasetRow


def inspect(
    source: SourceArgument,
    store: Path,
    set_: SetOption = None,
    encoder: EncoderOption = PROPOSED_ENCODER,
    max_length: int = 0,
    truncation: str = "head",
    sentences: Annotated[bool, typer.Option("--sentences/--no-sentences")] = True,
    download: DownloadOption = True,
) -> Answer:
    """Report how a data set is read: format, columns, classes, lengths, share of truncated texts, problems.

    Args:
        max_length: Tokens per text; 0: as many as the encoder reads.
        truncation: head, tail, head_tail, head_tail_share or hierarchical.
        sentences: Count sentences in a sample.
    """
    allow_download(download)
    from engine.data.source_files import locate_source
    from engine.spec.command_line import parse_source
    from engine.store.data_names import resolve_source as resolved

    requested = parse_source(source, set_ or [])
    if not requested.is_named:
        locate_source(requested)  # report a wrong path before importing the libraries for reading
    reasons: tuple[str, ...] = ()
    if not requested.source.startswith("samples:"):  # bundled sets need no guesses, and cached ones no reader
        from engine.data.inspection.proposal import propose_reading

        proposal = propose_reading(requested)
        requested, reasons = proposal.source, proposal.reasons
    data = resolved(store, requested)
    from engine.data.dataset_artefacts import has_cached_splits

    with output.counted_progress(every=0) as progress:
        if not has_cached_splits(data):
            from engine.data.dataset import load_dataset

            load_dataset(data, report=progress)  # report errors before reading anything else
        report = _examine(data, encoder, max_length, truncation, sentences, progress)
    report = report.model_copy(update={"notes": [*reasons, *report.notes]})
    return Answer(report.model_dump(mode="json"), _report_parts(report))


def tokens(
    source: SourceArgument,
    store: Path,
    set_: SetOption = None,
    encoder: EncoderOption = PROPOSED_ENCODER,
    download: DownloadOption = True,
) -> Answer:
    """Tokenise a data set for an encoder, into the cache, and report the lengths of its texts."""
    import numpy as np

    allow_download(download)
    from engine.data.token_counts import load_token_lengths
    from engine.model.tokenizer.token_counting import count_tokens
    from engine.spec.experiment import Encoder, parse_record

    settings = parse_record(Encoder, {"source": encoder}, place="--encoder")
    counts = count_tokens(resolve_source(source, set_, store), settings, report=output.report_progress)
    parts: Parts = []
    for name, keys in counts.keys.items():
        lengths = load_token_lengths(keys)
        cut_percent = 100 * (lengths > counts.room).mean()
        parts.append(
            f"{name}: {len(lengths):,} texts, median {np.median(lengths):,.0f} tokens, longest {lengths.max():,}; "
            f"{cut_percent:.1f} % are longer than the {counts.room:,} that {counts.encoder} reads"
        )
    if counts.gaps:
        parts.append(f"! {counts.gaps}")
    return Answer(counts.model_dump(mode="json"), parts)


def preview(source: SourceArgument, store: Path, set_: SetOption = None, *, as_json: bool) -> Answer:
    """Show the columns and first rows of a file, the use of each column, and what prevents reading it."""
    import pyarrow as pa

    from engine.data.inspection.preview import preview_source
    from engine.spec.command_line import parse_source
    from engine.store import data_names

    pa.set_memory_pool(pa.system_memory_pool())  # 20 MB less than Arrow's own pool, and a preview is short
    resolve = partial(data_names.resolve_source, store)
    head = preview_source(parse_source(source, set_ or []), resolve=resolve, report=output.report_progress)
    parts: Parts = [_preview_table(head), *head.lines, *head.notes]
    if head.problem is not None and not as_json:
        output.print_parts(parts)
        raise UserError(head.problem.message, place=head.problem.place, remedy=head.problem.remedy)
    return Answer(head.to_json(), parts)


def _examine(
    source: DataSource,
    encoder: str,
    max_length: int,
    truncation: str,
    sentences: bool,
    report: ReportProgress,
) -> DatasetReport:
    """Return the report on a data set, with lengths in tokens if an encoder is given."""
    from engine.data.inspection.dataset_report import inspect_dataset as examine
    from engine.spec.truncation import Truncation

    tokenizer, length = None, max_length or 512
    if encoder:
        from engine.model.encoders import describe_encoder, resolve_max_length
        from engine.model.tokenizer.tokenizer_core import load_counting_tokenizer
        from engine.spec.experiment import Encoder, parse_record

        settings = parse_record(Encoder, {"source": encoder}, place="--encoder")
        length = resolve_max_length(describe_encoder(settings), max_length)
        tokenizer = load_counting_tokenizer(settings)
    try:
        policy = Truncation.choose(truncation)
    except ValueError as error:
        raise UserError(str(error), place="--truncation") from None
    return examine(source, tokenizer, length, policy, sentences=sentences, report=report)


def allow_download(download: bool) -> None:
    """Allow or forbid downloads. Hugging Face's libraries read the setting at their first import."""
    if not download:
        os.environ["HF_HUB_OFFLINE"] = os.environ["HF_DATASETS_OFFLINE"] = "1"


def resolve_source(source: str, settings: list[str] | None, store: Path) -> DataSource:
    """Return the data set given by an argument and ``--set`` options. Raises UserError if it does not exist."""
    from engine.spec.command_line import parse_source
    from engine.store.data_names import resolve_source as resolved

    return resolved(store, parse_source(source, settings or []))


def _report_parts(report: DatasetReport) -> Parts:
    hidden = ("columns", "text", "cleaning", "roles", "class names")  # a note says which names are used
    facts = ", ".join(
        f"{key} {_yes_or_no(value)}" for key, value in report.found.items() if key not in hidden
    )
    parts: Parts = [f"{report.source}: {facts}"]
    roles = report.found.get("roles")
    if isinstance(roles, dict) and len(roles) > 2:
        used_columns = (
            f"{name} ({role['role']})"
            for name, role in roles.items()
            if isinstance(role, dict) and role["role"] != "other"
        )
        parts.append(f"Columns: {', '.join(used_columns)}; {len(roles)} in all.")
    columns = report.found.get("text")
    text = ", ".join(map(str, columns if isinstance(columns, list) else []))
    parts.append(f"Text: {text}. Fingerprint {report.fingerprint}")
    rows = [[c, *(f"{split.classes[c]:,}" for split in report.splits.values())] for c in report.classes]
    rows.append(["all", *(f"{split.rows:,}" for split in report.splits.values())])
    parts.append(PlainTable(["Class", *report.splits], rows))
    for name, split in report.splits.items():
        size, unit = (split.words, "words") if split.tokens is None else (split.tokens, "tokens")
        line = f"{name}: median {size.median:,.0f} {unit}, mean {size.mean:,.0f}, longest {size.longest:,}"
        if split.cut is not None:
            cut = split.cut
            line += f"; {cut.texts_percent:.1f} % of texts are cut at {cut.max_length} ({cut.truncation})"
        if split.unknown is not None:
            line += f"; {split.unknown.unknown_percent:.2f} % of tokens are unknown"
            if split.unknown.parts:
                line += f", {split.unknown.parts_percent:.2f} % are bytes of characters that have no token"
        parts.append(line)
    marks = {"warning": "!", "info": "i", "good": " "}
    for each in report.health:
        fix = f" (--set data.cleaning.kind={each.fix['kind']} cleans them)" if each.fix else ""
        parts.append(f"{marks[each.level]} {each.message}{fix}")
    return [*parts, *report.notes]


def _yes_or_no(value: object) -> object:
    return ("yes" if value else "no") if isinstance(value, bool) else value


def _preview_table(head: Preview) -> PlainTable:
    """Return the first rows, with the use of columns (text, label) in the headings."""
    headings = []
    for index, column in enumerate(head.columns):
        use = "label" if index == head.label else "text" if index in head.text else ""
        headings.append(f"{column.name} ({use})" if use else column.name)
    return PlainTable(headings, [[output.shorten(cell, 60) for cell in row] for row in head.rows[:10]])


def paper(store: Path) -> Answer:
    """List the paper's eight data sets with its figures and the copy in use here."""
    from engine.data.paper.sets import paper_sets

    copies = _paper_copies(store)
    sets = [(item, _copy_record(item, copies.get(name))) for name, item in paper_sets().items()]
    rows = [
        [
            item.name,
            item.domain,
            str(len(item.classes)),
            f"{item.rows['train']:,}",
            f"{item.rows['test']:,}",
            f"{item.average:,}",
            copy["place"] or "none: register your own",
        ]
        for item, copy in sets
    ]
    table = PlainTable(["Name", "Type", "Classes", "Train", "Test", "Average", "Copy"], rows)
    message = "Average: word pieces of BERT, as the paper gives it. Sizes are the paper's."
    return Answer([_set_record(item, copy) for item, copy in sets], [table, message])


def register(
    name: str, store: Path, folder: Annotated[Path | None, typer.Argument()] = None, hub: bool = False
) -> Answer:
    """Register your own copy of one of the paper's data sets, and compare it with the paper.

    Args:
        name: imdb, yelp_p, yelp_f, trec, yahoo, ag_news, dbpedia, sogou.
        folder: The unpacked folder of your own copy.
        hub: Use the hub's copy again instead of your own.
    """
    from engine.data.paper.copies import examine_copy
    from engine.data.paper.sets import find_paper_set
    from engine.store import Store
    from engine.store.datasets import add_dataset, remove_paper_copy

    paper_set = find_paper_set(name)
    if (folder is None) == (not hub):
        raise UserError("needs a folder, or --hub.", place=f"data register {paper_set.name}")
    if folder is None:
        if paper_set.hub is None:
            raise UserError(
                "there is no copy of it on the hub.", place=paper_set.source_name, remedy="Give a folder."
            )
        with Store(store) as database:
            remove_paper_copy(database, paper_set.name)
        record: JsonObject = {"name": paper_set.name, "source": paper_set.hub.model_dump(mode="json")}
        return Answer(record, [f"{paper_set.source_name} is {paper_set.hub.source} again."])
    copy = examine_copy(paper_set.name, folder, output.report_progress)
    source = copy.source.model_dump(mode="json")
    with Store(store) as database:
        add_dataset(database, paper_set.source_name, source, copy.fingerprint)
    record = vars(copy) | {"source": source, "differences": [d.message for d in copy.differences]}
    rows = ", ".join(f"{count:,} {part}" for part, count in copy.rows.items())
    parts: Parts = [f"{paper_set.source_name} is {copy.source.source} now: {copy.layout}, {rows}."]
    parts += [f"! {d.message}" for d in copy.differences] or ["Classes and sizes are the paper's."]
    return Answer(record, [*parts, *copy.notes])


app = group(
    "Inspect data sets.",
    inspect=inspect, tokens=tokens, preview=preview, paper=paper, register=register,
)  # fmt: skip


def _paper_copies(store: Path) -> dict[str, DatasetRow]:
    from engine.store import Store
    from engine.store.datasets import list_paper_copies

    if not store.is_file():
        return {}
    with Store(store, read_only=True) as database:
        return list_paper_copies(database)


def _copy_record(paper_set: PaperSet, copy: DatasetRow | None) -> dict[str, str]:
    """Return the kind (local, hub or none) and the location of the copy of the set in use."""
    place = str(copy.source.get("source", "")) if copy else paper_set.hub.source if paper_set.hub else ""
    return {"kind": "none" if not place else "hub" if place.startswith("hub:") else "local", "place": place}


def _set_record(paper_set: PaperSet, copy: dict[str, str]) -> JsonObject:
    fields = "title domain language rows average maximum exceeding licence citation home note".split()
    return {
        "name": paper_set.name,
        "place": paper_set.source_name,
        **{name: getattr(paper_set, name) for name in fields},
        "classes": list(paper_set.classes),
        "meanings": list(paper_set.meanings),
        "hub": paper_set.hub.source if paper_set.hub else None,
        "layouts": list(dict.fromkeys(layout.title for layout in paper_set.layouts)),
        "copy": copy,
    }
