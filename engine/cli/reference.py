"""What there is to run, and to run it on: ``palimpsest recipes``, ``new``, ``doctor``, ``problem-report``..."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from engine.cli import output
from engine.cli.options import (
    CatalogueStoreOption,
    JsonOption,
    SetOption,
    SizeOption,
    StoreOption,
    store_path,
)
from engine.cli.output import escape
from engine.errors import UserError, printable
from engine.spec.describe import walk_fields
from engine.spec.experiment import Experiment
from engine.spec.recipes import list_own_recipes, list_recipes, load_plan, own_recipes_folder
from engine.spec.toml import dumps

if TYPE_CHECKING:
    from engine.analysis.starting_point import StartingPoint


def recipes(as_json: JsonOption = False) -> None:
    """List the recipes that come with Palimpsest and your own, with their sizes and numbers of runs."""
    kept, problems = list_own_recipes()
    found = [*list_recipes(), *kept]
    for problem in problems:
        output.err.print(escape(problem), soft_wrap=True)
    if as_json:
        output.print_json(
            [
                {"name": r.name, "title": r.title, "description": r.description, "runs": r.plan.run_count,
                 "sizes": {size: plan.run_count for size, plan in r.plans.items()},
                 "effect": None if r.effect is None else {"shown": r.effect.shown, "sentence": r.effect.sentence},
                 "own": r.own}
                for r in found
            ]
        )  # fmt: skip
        return
    output.out.print(output.recipes_table(found))
    output.out.print("A size is chosen with --size; the numbers are runs.")
    output.out.print(escape(f"Your own are the TOML files in {own_recipes_folder()}."), soft_wrap=True)


def new(
    recipe: Annotated[str, typer.Argument(help="A recipe, or a TOML file; left out with --data.")] = "",
    size: SizeOption = "",
    data: Annotated[
        str, typer.Option("--data", help="Your own data: a file, a folder, catalogue:NAME or hub:ID.")
    ] = "",
    set_: SetOption = None,
    encoder: Annotated[
        str, typer.Option(help="With --data: the encoder to train; default: palimpsest-tiny.")
    ] = "",
    store: CatalogueStoreOption = None,
    as_json: JsonOption = False,
) -> None:
    """Print a design as a TOML file with every field explained: palimpsest new quickstart > mine.toml.

    With --data it is a design for your own data: all of it, with length, epochs, batch and metric by what it is like.
    """
    if not data:
        if not recipe:
            raise UserError(
                "name a recipe, or your own data with --data.",
                remedy="List the recipes with: palimpsest recipes",
            )
        if set_ or encoder:
            raise UserError(
                "--set and --encoder say how to read and train the data of --data.",
                remedy="Change a recipe in its file, or run it with: palimpsest run RECIPE --set KEY=VALUE",
            )
        plan = load_plan(recipe, size)
        if as_json:
            output.print_json({"experiment": plan.experiment.model_dump(mode="json"), "reasons": []})
        else:
            sys.stdout.write(dumps(plan))
        return
    if recipe or size:
        raise UserError("give a recipe or --data, not both.", place="--data")
    found = _design_for(data, set_, encoder or "palimpsest-tiny", store)
    if as_json:
        output.print_json(found.as_json())
    else:
        reasons = [line for reason in found.reasons for line in reason.lines()]
        sys.stdout.write(dumps(found.experiment, preface=["Why it is as it is:", *reasons]))


def _design_for(data: str, settings: list[str] | None, encoder: str, store: Path | None) -> StartingPoint:
    """Return a design for the user's own data. Raises UserError when they cannot be read, or the encoder."""
    from engine.analysis.starting_point import propose_experiment
    from engine.data.inspection.browse import open_cached
    from engine.data.inspection.dataset_report import inspect_dataset
    from engine.data.inspection.proposal import propose_reading
    from engine.model.encoders import describe_encoder, recommended_pooling
    from engine.model.tokenizer.tokenizer_core import load_counting_tokenizer
    from engine.spec.command_line import parse_source
    from engine.spec.experiment import Encoder, parse_record
    from engine.store.data_names import resolve_source

    proposal = propose_reading(parse_source(data, settings or []))
    declared = proposal.source
    chosen = parse_record(Encoder, {"source": encoder}, place="--encoder")
    info = describe_encoder(chosen)
    resolved = resolve_source(store_path(store), declared)
    # A catalogue's set has its own share: the design says it rather than the default that would stand there.
    declared = declared.model_copy(update={"validation_share": resolved.effective.validation_share})
    report = inspect_dataset(
        resolved,
        load_counting_tokenizer(chosen),
        info.positions,
        preview=0,
        sentences=False,
        report=output.report_progress,
    )
    report = report.model_copy(update={"notes": [*proposal.reasons, *report.notes]})
    parts = open_cached(report.fingerprint).source_parts
    drawn = parts["validation"] == "train" and bool(declared.validation_share)
    return propose_experiment(
        declared, report, encoder, info, pooling=recommended_pooling(chosen), drawn=drawn
    )


def fields(
    prefix: Annotated[str, typer.Argument(help="Only keys that contain this.")] = "",
    as_json: JsonOption = False,
) -> None:
    """List every key of --set and of the TOML file: meaning, range, default, source."""
    from engine.spec.stages import Stage

    metas = [m for m in walk_fields(Experiment) if m.path != "stages"]
    for kind, stage in Stage.known_options().items():
        metas += list(walk_fields(stage, f"stages.N[{kind}]."))
    wanted = re.sub(r"(?<=\.)\d+(?=\.|$)", "N", prefix)  # stages.0.data is written stages.N[finetune].data
    metas = [
        m
        for m in metas
        if wanted in re.sub(r"\[\w+\]", "", m.path)
        or prefix in m.path
        or prefix == m.option
        or prefix.casefold() in m.label.casefold()
    ] or [m for m in metas if prefix.casefold() in f"{m.label}\n{m.help}".casefold()]
    if not metas:
        raise UserError(
            f"no field's key, title or help contains '{printable(prefix, 60)}'.",
            remedy="List all: palimpsest fields",
        )
    if as_json:
        output.print_json(
            [
                {"key": m.path, "option": m.option, "label": m.label, "help": m.help, "unit": m.unit,
                 "default": m.default, "range": m.range_text(), "source": m.source, "published": m.published,
                 "kinds": list(m.options() or m.choices)}
                for m in metas
            ]
        )  # fmt: skip
        return
    for m in metas:
        of = f"  (kind {m.option})" if m.option else ""
        output.out.print(f"{escape(m.path)}{of}", style="bold")
        kinds = f" Kinds: {', '.join(m.options())}." if m.kind == "choice" else ""
        kinds = f" One of: {', '.join(filter(None, m.choices))}." if m.choices else kinds
        limits = f" Range: {m.range_text()}." if m.range_text() else ""
        output.out.print(
            f"    {escape(m.label)}. {escape(m.help)}{limits}{kinds} Default: {escape(repr(m.default))}."
        )
        if m.published:
            output.out.print(f"    {escape(m.published)}")


def presets(as_json: JsonOption = False) -> None:
    """List the settings that the paper publishes for each kind of stage: its text, its code, and their differences."""
    from engine.spec.describe import label_of
    from engine.spec.presets.published import CODE, PRESETS, TEXT, format_published, published_values
    from engine.spec.stages import Stage

    known = {kind: published_values(kind) for kind in Stage.known_options()}
    known = {kind: values for kind, values in known.items() if values}
    if as_json:
        output.print_json(
            [
                {"kind": kind, "field": path, CODE: each.value(CODE), TEXT: each.value(TEXT),
                 "origin": {name: each.origin(each.value(name)) for name in (CODE, TEXT)},
                 "differ": each.disputed, "section": each.section, "note": each.note}
                for kind, values in known.items() for path, each in values.items()
            ]
        )  # fmt: skip
        return
    output.out.print(
        'Chosen with preset = "NAME" in a stage, --set preset=NAME, or As published on the Design page:'
    )
    for name, words in PRESETS.items():
        if name:
            output.out.print(
                f"    {name}: {words.lower()}, and where that is silent as the other source has it"
            )
    for kind, values in known.items():
        output.out.print(f"\n{escape(label_of(Stage.known_options()[kind]))} (kind {kind})", style="bold")
        for path, each in values.items():
            said = f"{path}: {format_published(each.value(CODE))} [{each.origin(each.value(CODE))}]"
            if each.disputed:
                said += f"; {TEXT}: {format_published(each.value(TEXT))}"
            output.out.print(f"  {escape(said)}")
            if each.note:
                output.out.print(f"      {escape(each.note)}")


def schema() -> None:
    """Print the JSON schema of an experiment."""
    output.print_json(Experiment.model_json_schema())


def doctor(as_json: JsonOption = False) -> None:
    """Report what this machine has, what is missing, and what to do about it."""
    from engine.doctor import examine_machine

    findings = examine_machine()
    if as_json:
        output.print_json(
            [{"name": f.name, "ok": f.ok, "found": f.value, "remedy": f.remedy} for f in findings]
        )
    else:
        for finding in findings:
            mark = "ok     " if finding.ok else "missing"
            output.out.print(f"{mark}  {finding.name}: {escape(finding.value)}")
            if finding.remedy:
                output.out.print(f"         → {escape(finding.remedy)}")
    if not all(finding.ok for finding in findings if finding.required):
        raise typer.Exit(1)


def problem_report(
    store: StoreOption = None,
    as_json: JsonOption = False,
) -> None:
    """Print what helps to find a problem: versions, this machine, states of runs, places of faults.

    No texts, names or secrets are in it; read it before you hand it on.
    """
    from engine.problem_report import write_problem_report

    text = write_problem_report(store_path(store))
    if as_json:
        output.print_json({"text": text})
    else:
        print(text, end="")
