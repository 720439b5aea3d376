"""Reference commands: ``palimpsest recipes``, ``new``, ``fields``, ``presets``, ``schema``, ``doctor``..."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from engine.analysis.tables import Parts, PlainTable
from engine.cli import output
from engine.cli.answer import Answer, SetOption, SizeOption
from engine.errors import UserError, printable
from engine.spec.describe import FieldMeta, walk_fields
from engine.spec.experiment import PROPOSED_ENCODER, Experiment
from engine.spec.recipes import SIZES, list_recipes, list_user_recipes, load_plan, user_recipes_folder
from engine.spec.toml import dumps

if TYPE_CHECKING:
    from engine.analysis.starting_point import StartingPoint


def recipes() -> Answer:
    """List the recipes that come with Palimpsest and your own, with their sizes and numbers of runs."""
    own_recipes, problems = list_user_recipes()
    output.note(*problems)
    rows, record = [], []
    for each in (*list_recipes(), *own_recipes):
        sizes = {size: plan.run_count for size, plan in each.plans.items()}
        effect = (
            None if each.effect is None else {"shown": each.effect.shown, "sentence": each.effect.sentence}
        )
        info = {"name": each.name, "title": each.title, "description": each.description}
        record.append(info | {"runs": each.plan.run_count, "sizes": sizes, "effect": effect, "own": each.own})
        title = each.plans["paper"].experiment.notes if "paper" in each.plans else each.description
        counts = [str(sizes.get(size, "")) for size in SIZES]
        rows.append([each.name, title, "" if sizes else str(each.plan.run_count), *counts])
    parts: Parts = [
        PlainTable(["Recipe", "What it is", "Runs", *SIZES.values()], rows),
        "A size is chosen with --size; the numbers are runs.",
        f"Your own are the TOML files in {user_recipes_folder()}.",
    ]
    return Answer(record, parts)


def new(
    store: Path,
    as_json: bool,
    recipe: Annotated[str, typer.Argument()] = "",
    size: SizeOption = "",
    data: str = "",
    set_: SetOption = None,
    encoder: str = "",
) -> Answer | None:
    """Print a design as a TOML file with every field explained: palimpsest new quickstart > mine.toml.

    With --data the design fits your own data: length, epochs, batch size and metric depend on the texts and labels.

    Args:
        recipe: A recipe or a TOML file; omit it with --data.
        data: Your own data: a file, a folder, catalogue:NAME or hub:ID.
        encoder: With --data: the encoder to train; default: palimpsest-small; palimpsest-tiny is faster.
    """
    if not data:
        if not recipe:
            raise UserError(
                "name a recipe, or your own data with --data.",
                remedy="List the recipes with: palimpsest recipes",
            )
        if set_ or encoder:
            raise UserError(
                "--set and --encoder have an effect only with --data.",
                remedy="Change a recipe in its file, or run it with: palimpsest run RECIPE --set KEY=VALUE",
            )
        plan = load_plan(recipe, size)
        if as_json:
            return Answer({"experiment": plan.experiment.model_dump(mode="json"), "reasons": []})
        output.write(dumps(plan))
        return None
    if recipe or size:
        raise UserError("give a recipe or --data, not both.", place="--data")
    design = _design_for(data, set_, encoder or PROPOSED_ENCODER, store)
    if as_json:
        return Answer(design.as_json())
    reasons = [line for reason in design.reasons for line in reason.lines()]
    output.write(dumps(design.experiment, preface=["Reasons for this design:", *reasons]))
    return None


def _design_for(data: str, settings: list[str] | None, encoder: str, store: Path) -> StartingPoint:
    """Return a design for the user's own data. Raises UserError if data or encoder cannot be read."""
    from engine.analysis.starting_point import propose_experiment
    from engine.data.inspection.browse import open_cached
    from engine.data.inspection.dataset_report import inspect_dataset
    from engine.data.inspection.proposal import propose_reading
    from engine.model.encoders import describe_encoder, recommended_pooling
    from engine.model.tokenizer.tokenizer_core import load_counting_tokenizer
    from engine.spec.checks.cross_field import check_experiment, require_runnable
    from engine.spec.checks.reasons import Reason
    from engine.spec.command_line import parse_source
    from engine.spec.experiment import Encoder, parse_record
    from engine.store.data_names import resolve_source

    proposal = propose_reading(parse_source(data, settings or []))
    source = proposal.source
    encoder_settings = parse_record(Encoder, {"source": encoder}, place="--encoder")
    info = describe_encoder(encoder_settings)
    resolved = resolve_source(store, source)
    # A data set of the catalogue has its own validation share, which replaces the default in the design.
    source = source.model_copy(update={"validation_share": resolved.effective.validation_share})
    report = inspect_dataset(
        resolved,
        load_counting_tokenizer(encoder_settings),
        info.positions,
        preview=0,
        sentences=False,
        report=output.report_progress,
    )
    report = report.model_copy(update={"notes": [*proposal.reasons, *report.notes]})
    parts = open_cached(report.fingerprint).source_parts
    is_drawn = parts["validation"] == "train" and bool(source.validation_share)
    pooling = recommended_pooling(encoder_settings)
    design = propose_experiment(source, report, encoder, info, pooling=pooling, is_split_off=is_drawn)
    checked = (design.experiment, info, {0: report.facts()})
    require_runnable(*checked)
    warnings = (Reason(code="warning", message=str(found)) for found in check_experiment(*checked).values())
    return replace(design, reasons=(*design.reasons, *warnings))


def fields(prefix: Annotated[str, typer.Argument()] = "") -> Answer:
    """List every key of --set and of the TOML file: meaning, range, default, source.

    Args:
        prefix: Only keys that contain this.
    """
    from engine.spec.stages import Stage

    metas = [m for m in walk_fields(Experiment) if m.path != "stages"]
    for kind, stage in Stage.known_options().items():
        metas += list(walk_fields(stage, f"stages.N[{kind}]."))
    pattern = re.sub(r"(?<=\.)\d+(?=\.|$)", "N", prefix)  # stages.0.data is written stages.N[finetune].data
    metas = [
        m
        for m in metas
        if pattern in re.sub(r"\[\w+\]", "", m.path)
        or prefix in m.path
        or prefix == m.option
        or prefix.casefold() in m.label.casefold()
    ] or [m for m in metas if prefix.casefold() in f"{m.label}\n{m.help}".casefold()]
    if not metas:
        raise UserError(
            f"no field's key, title or help contains '{printable(prefix, 60)}'.",
            remedy="List all: palimpsest fields",
        )
    record = [
        {"key": m.path, "option": m.option, "label": m.label, "help": m.help, "unit": m.unit,
         "default": m.default, "range": m.range_text(), "source": m.source, "published": m.published,
         "kinds": list(m.options() or m.choices)}
        for m in metas
    ]  # fmt: skip
    return Answer(record, [line for m in metas for line in _field_lines(m)])


def _field_lines(m: FieldMeta) -> list[str]:
    option = f"  (kind {m.option})" if m.option else ""
    kinds = f" Kinds: {', '.join(m.options())}." if m.kind == "choice" else ""
    kinds = f" One of: {', '.join(filter(None, m.choices))}." if m.choices else kinds
    limits = f" Range: {m.range_text()}." if m.range_text() else ""
    description = f"    {m.label}. {m.help}{limits}{kinds} Default: {m.default!r}."
    return [f"{m.path}{option}", description, *([f"    {m.published}"] if m.published else [])]


def presets() -> Answer:
    """List the paper's published settings for each kind of stage: text, code and differences."""
    from engine.spec.describe import label_of
    from engine.spec.presets.published import CODE, PRESETS, TEXT, format_published, published_values
    from engine.spec.stages import Stage

    published = {kind: published_values(kind) for kind in Stage.known_options()}
    published = {kind: values for kind, values in published.items() if values}
    record = [
        {"kind": kind, "field": path, CODE: setting.value(CODE), TEXT: setting.value(TEXT),
         "origin": {name: setting.origin(setting.value(name)) for name in (CODE, TEXT)},
         "differ": setting.disputed, "section": setting.section, "note": setting.note}
        for kind, values in published.items() for path, setting in values.items()
    ]  # fmt: skip
    parts = ['Chosen with preset = "NAME" in a stage, --set preset=NAME, or As published on the Design page:']
    for name, words in PRESETS.items():
        if name:
            parts.append(f"    {name}: {words.lower()}, and where that is silent as the other source has it")
    for kind, values in published.items():
        parts.append(f"\n{label_of(Stage.known_options()[kind])} (kind {kind})")
        for path, setting in values.items():
            line = f"{path}: {format_published(setting.value(CODE))} [{setting.origin(setting.value(CODE))}]"
            if setting.disputed:
                line += f"; {TEXT}: {format_published(setting.value(TEXT))}"
            parts += [f"  {line}", *([f"      {setting.note}"] if setting.note else [])]
    return Answer(record, parts)


def schema() -> None:
    """Print the JSON schema of an experiment."""
    output.print_json(Experiment.model_json_schema())


def doctor() -> Answer:
    """Report what this machine has, what is missing, and what to do about it."""
    from engine.doctor import examine_machine

    findings = examine_machine()
    record = [{"name": f.name, "ok": f.ok, "found": f.value, "remedy": f.remedy} for f in findings]
    parts = []
    for finding in findings:
        parts.append(f"{'ok     ' if finding.ok else 'missing'}  {finding.name}: {finding.value}")
        if finding.remedy:
            parts.append(f"         → {finding.remedy}")
    return Answer(record, parts, code=0 if all(check.ok for check in findings if check.required) else 1)


def problem_report(store: Path) -> Answer:
    """Print a bug report: versions, this machine, states of runs, code locations of faults.

    It contains no texts, names or secrets. Read it before you send it.
    """
    from engine.problem_report import write_problem_report

    text = write_problem_report(store)
    return Answer({"text": text}, [text.removesuffix("\n")])
