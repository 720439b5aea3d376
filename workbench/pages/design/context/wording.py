"""Wording of the Design page: the lines of the cards, the figures, the command. No Qt."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from math import prod
from typing import TYPE_CHECKING

from engine.formatting.phrases import capital, small
from engine.spec.command_line import run_command
from engine.spec.data import is_generated
from engine.spec.describe import FieldMeta, value_at
from engine.spec.probes import Probes
from engine.spec.stage_starts import stage_name, start_text
from engine.spec.stages.summary import SummaryFacts
from engine.spec.sweep import Variant, has_variants
from engine.spec.wording import suggest_sweep_value
from workbench.engine_texts import describe_fields, format_value
from workbench.language import current, tr, tr_engine, tr_n
from workbench.look import formats
from workbench.pages.design.draft.draft import Draft

if TYPE_CHECKING:
    from engine.analysis.curves.rates import FreezingTimetable
    from engine.model.encoders import EncoderInfo
    from workbench.pages.design.context.draft_context import DraftContext, MachineInfo


def stage_title(draft: Draft, index: int) -> str:
    """``2 Fine-tuning``."""
    return tr_engine(stage_name(draft.specs, index))


def encoder_lines(draft: Draft, info: EncoderInfo | None, problem: str) -> list[str]:
    """Return the lines of the encoder's card."""
    encoder = draft.table.get("encoder", {})
    source = str(encoder.get("source", ""))
    name = (
        source
        if "/" not in source and os.sep not in source
        else source.rstrip("/\\").replace("\\", "/").split("/")[-1]
    )
    first = tr("{name}, untrained", name=name) if encoder.get("weights") == "random" else name
    if problem:
        return [first, shorten_message(problem)]
    if info is None:
        return [first]
    size = tr("{parameters} M parameters", parameters=formats.short(info.parameters / 1000000.0))
    return [
        first,
        tr(
            "{layers} layers {times} {hidden}, {positions} tokens",
            layers=info.layers,
            times=formats.TIMES,
            hidden=info.hidden,
            positions=info.positions,
        ),
        size,
    ]


def shorten_message(sentence: str) -> str:
    """Return a message for one line: without brackets and remedies, with a capital letter."""
    gist = re.sub(r"\s*\([^()]*\)", "", sentence).split(". ")[0].rstrip(".")
    return f"{gist[:1].upper()}{gist[1:]}."


def stage_lines(draft: Draft, index: int, knowledge: DraftContext) -> list[str]:
    """Return up to three lines for the card of any stage: data, duration, sweep."""
    stage, data = draft.specs[index], knowledge.stage(index)
    positions = knowledge.encoder.positions if knowledge.encoder is not None else 0
    facts = SummaryFacts(knowledge.names, positions, data.specials, data.training_count)
    lines = [tr_engine(line) for line in stage.summary(facts)]
    last = []
    if stage.start:
        last.append(tr("from {name}", name=tr_engine(small(start_text(draft.specs, index, stage.start)))))
    if protection := stage.mitigation_names():
        last.append(tr("protected by {protection}", protection=", ".join(map(tr_engine, protection))))
    if sweep := describe_sweep(draft, f"stages.{index}."):
        last.append(tr("sweep: {sweep}", sweep=sweep))
    return [*lines[:2], capital("; ".join(last))] if last else lines


def probes_lines(draft: Draft, knowledge: DraftContext) -> list[str]:
    """Return the lines of the probes' card: the measures, their text, their frequency."""
    probes = draft.table.get("probes", {})
    most_used = set(Probes.essential) - {"on"}
    switches = [meta for meta in describe_fields(Probes) if meta.kind == "bool" and meta.name in most_used]
    on = [meta.label for meta in switches if probes.get(meta.name)]
    abilities = len(probes.get("known", []))
    if not probes.get("on") or not (on or abilities):
        return [tr("Nothing is measured")]
    measures = [small(label) for label in on] if len(on) <= 3 else []
    if len(on) > 3:
        measures = [
            tr("all measures")
            if len(on) == len(switches)
            else tr("{count} of {total} measures", count=len(on), total=len(switches))
        ]
    if abilities:
        measures.append(tr_n("{n} ability", "{n} abilities", abilities))
    text = str(probes.get("text", ""))
    name = tr_engine(SummaryFacts(knowledge.names).data_title(text)) if text else tr("general English")
    often = tr("{times} a stage", times=formats.times_in_words(probes["points"]))
    if probes["budget"] < 100:
        often = tr_n(
            "At most {n} point, start and end always",
            "At most {n} points, start and end always",
            probes["points"],
        )
    passages = tr("{texts} passages, {name}", texts=probes["texts"], name=name)
    return [capital(", ".join(measures)), passages, often]


def describe_sweep(draft: Draft, prefix: str = "") -> str:
    """Return ``2 learning rates × 3 seeds``, or "" without a sweep below ``prefix``."""
    parts = []
    for path, values in draft.axes.items():
        any_stage = path == "seed" or has_variants(values)
        if path.startswith(prefix) or (any_stage and prefix == f"stages.{len(draft.stages) - 1}."):
            label = (_meta_of(draft, path) or _UnnamedField(path)).label
            values_text = _plural_label(label, len(values))
            parts.append(tr("{n} {values}", n=len(values), values=values_text))
    return f" {formats.TIMES} ".join(parts)


class _UnnamedField:
    def __init__(self, path: str) -> None:
        self.label = tr_engine(path.split(".")[-1].replace("_", " ").capitalize())


def _plural_label(label: str, number: int) -> str:
    word = small(label)
    if current() != "en" or number == 1 or not word[-1:].isascii() or word.endswith("s"):
        return word
    return f"{word[:-1]}ies" if word.endswith("y") else f"{word}s"


def _meta_of(draft: Draft, path: str) -> FieldMeta | None:
    return next((meta for where, meta in draft.leaves() if where == path), None)


def describe_combination(draft: Draft, values: Mapping[str, object]) -> str:
    """Return what distinguishes one run of a sweep: ``learning rate 2e-5, decay ξ 0.95``."""
    parts = []
    for path, value in values.items():
        meta = _meta_of(draft, path)
        named = tr_engine(value.name) if isinstance(value, Variant) else f"{path} {value}"
        parts.append(f"{small(meta.label)} {_small_value(meta, value)}" if meta else named)
    return ", ".join(parts)


def _small_value(meta: FieldMeta, value: object) -> str:
    text = format_value(meta, value)
    return small(text) if meta.kind == "choice" else text


def describe_recipe(draft: Draft) -> str:
    """Return the text next to the name: ``From recipe Quickstart, 4 changes``."""
    count = len(draft.changes())
    if not draft.title:
        return ""
    if not count:
        return tr("Recipe, unchanged") if draft.recipe else tr("{title}, unchanged", title=draft.title)
    began = (
        tr("From recipe {title}", title=tr_engine(draft.title))
        if draft.recipe
        else tr("From {title}", title=draft.title)
    )
    return tr_n("{text}, {n} change", "{text}, {n} changes", count, text=began)


def run_button_text(draft: Draft) -> str:
    """Return the label of the Run button."""
    return (
        tr("Run", "button: start it")
        if draft.runs == 1
        else tr("Run {count} runs", count=formats.count(draft.runs))
    )


def count_of_runs(draft: Draft, reused: int = 0) -> str:
    """Return the number of runs: "3 × 4 = 12" for several axes, "12, 9 stages reused" if some stages are shared."""
    axes = [len(values) for values in draft.axes.values() if len(values) > 1]
    count = formats.count(draft.runs)
    if len(axes) > 1 and prod(axes) == draft.runs:
        count = f"{f' {formats.TIMES} '.join(map(formats.count, axes))} = {count}"
    if not reused:
        return count
    return tr_n("{count}, {n:,} stage reused", "{count}, {n:,} stages reused", reused, count=count)


def compute_lines(draft: Draft, machine: MachineInfo) -> list[str]:
    """Return the lines of the computer's card."""
    compute = draft.table.get("compute", {})
    device, precision = str(compute.get("device", "auto")), str(compute.get("precision", "auto"))
    first = machine.describe() if device == "auto" else device
    titles = {
        "fp32": tr("{device}, 32-bit", device=first),
        "bf16": tr("{device}, bfloat16", device=first),
    }
    lines = [titles.get(precision, first)]
    parts = int(compute.get("micro_batches", 1) or 1)
    if parts > 1:
        lines.append(tr("Batches in {count} parts", count=parts))
    count = machine.parallel_runs(device)
    lines.append(tr("1 run at a time") if count < 2 else tr("{count} runs at a time", count=count))
    sources = [
        draft.table.get("encoder", {}).get("source", ""),
        *(source.source for stage in draft.specs for source in stage.sources().values()),
    ]
    if not any(str(source).startswith("hub:") for source in sources):
        lines.append(tr("Nothing leaves this computer"))
    return lines[:3]


def guide_texts(
    draft: Draft, knowledge: DraftContext, seconds: float | None, can_train: bool
) -> tuple[str, str, str]:
    """Return (description of the example, duration, suggested second value) for the first-run guide.

    ``can_train``: whether this computer can train; otherwise the duration stays unknown.
    """
    stage = draft.specs[0]
    source = next((each.source for each in stage.sources().values()), "")
    count = knowledge.stage(0).text_count
    title = small(knowledge.names.get(source, source))
    if is_generated(source):
        title = tr("generated {title}", title=title)
    lead = tr(
        "This example needs no network: {data} and a small BERT are bundled with Palimpsest.",
        data=tr("{count} {title}", count=formats.count(count), title=title) if count else title,
    )
    meta = next((m for path, m in draft.leaves() if path == "stages.0.learning_rate"), None)
    offer = suggest_sweep_value(meta, stage.learning_rate) if meta is not None else None
    if seconds is not None:
        duration = tr("about {duration}", duration=formats.duration(seconds))
        takes = tr("Training takes {duration}.", duration=duration)
    elif can_train:  # as long as the sentence that replaces it, so that nothing below moves
        takes = tr("The time is being estimated.")
    else:
        takes = tr("Training needs PyTorch, which is not installed here.")
    return lead, takes, f"{formats.plain(offer)}" if offer is not None else ""


def phases_in_words(table: FreezingTimetable, steps_known: bool) -> list[str]:
    """Return the phases of a freezing timetable: ``Updates 1 to 282: head, at 10 times the rate``.

    In percent of the stage if the updates are unknown.
    """
    phases = []
    for number, phase in enumerate(table.phases):
        last = table.end(number)
        if steps_known:
            first = formats.count(phase.start + 1)
            where = tr("Updates {first} to {last}", first=first, last=formats.count(last))
        else:
            start, end = (100 * update / table.total for update in (phase.start, last))
            where = tr("{start:.0f} to {last:.0f} % of the stage", start=start, last=end)
        text = f"{where}: {small(tr_engine(phase.title))}"
        if phase.rate_factor != 1:
            factor = formats.short(phase.rate_factor)
            text = tr("{phase}, at {factor} times the rate", phase=text, factor=factor)
        phases.append(text)
    return phases


def command_line(draft: Draft) -> str:
    """Return the command line that runs the draft: its recipe and its changes.

    Raises ValueError with a sentence if the draft has other stages than its recipe, or no recipe: it then needs a
    file.
    """
    if not draft.recipe:
        raise ValueError(tr("This draft did not begin with a recipe; save it as TOML and run that file."))
    changes = draft.changes()
    if draft.reshaped:
        raise ValueError(tr("The stages are not the recipe's; save the draft as TOML and run that file."))
    if any(has_variants(values) for values in draft.axes.values() if values not in draft.base_axes.values()):
        raise ValueError(tr("The sweep is not the recipe's; save the draft as TOML and run that file."))
    settings: dict[str, object] = {}
    if draft.table.get("name") != draft.base.get("name"):
        settings["name"] = draft.table["name"]
    settings |= {
        path: draft.axes[path] if path in draft.axes else value_at(draft.table, path) for path in changes
    }
    return run_command(draft.recipe, settings)
