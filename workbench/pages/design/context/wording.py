"""What the Design page says in words: the lines of the cards, the figures, the command. No Qt."""

from __future__ import annotations

import json
import os
import re
import shlex
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from engine.spec.describe import FieldMeta, describe_fields, label_of
from engine.spec.probes import Probes
from engine.spec.stages import (
    ClassifierHead,
    Finetune,
    FurtherPretrain,
    LinearHead,
    Multitask,
    Stage,
    TaskSampling,
)
from engine.spec.stages.base import MITIGATION_SECTION
from engine.spec.sweep import Variant, has_variants
from engine.spec.tables import as_option, value_at
from engine.spec.truncation import Truncation
from engine.spec.wording import active_label, format_value, is_optional, suggest_sweep_value
from workbench.look import formats
from workbench.pages.design.draft.draft import Draft
from workbench.pages.design.draft.stages import data_sets, is_kind, stage_name, start_words

if TYPE_CHECKING:
    from engine.model.encoders import EncoderInfo
    from workbench.pages.design.context.draft_context import DraftContext, MachineInfo


def plural(number: float, one: str, many: str = "") -> str:
    """``1 epoch``, ``2 epochs``, ``0.5 epochs``."""
    words = formats.plain(number) if number < 1000 else formats.count(number)
    return f"{words} {one if number == 1 else many or one + 's'}"


def stage_title(draft: Draft, index: int) -> str:
    """``2 Fine-tuning``."""
    return stage_name(draft.stages, index)


def encoder_lines(draft: Draft, info: EncoderInfo | None, problem: str) -> list[str]:
    """The lines of the encoder's card."""
    encoder = draft.table.get("encoder", {})
    source = str(encoder.get("source", ""))
    name = (
        source
        if "/" not in source and os.sep not in source
        else source.rstrip("/\\").replace("\\", "/").split("/")[-1]
    )
    first = f"{name}, untrained" if encoder.get("weights") == "random" else name
    if problem:
        return [first, shorten_message(problem)]
    if info is None:
        return [first]
    size = f"{formats.short(info.parameters / 1e6)} M parameters"
    return [first, f"{info.layers} layers {formats.TIMES} {info.hidden}, {info.positions} tokens", size]


def shorten_message(sentence: str) -> str:
    """The gist of a message, for where there is one line: without brackets and remedies, beginning with a
    capital."""
    gist = re.sub(r"\s*\([^()]*\)", "", sentence).split(". ")[0].rstrip(".")
    return f"{gist[:1].upper()}{gist[1:]}."


def stage_lines(draft: Draft, index: int, knowledge: DraftContext) -> list[str]:
    """Up to three lines for a stage's card, whatever its kind: where it learns, how long, what of it is
    swept."""
    stage = draft.stages[index]
    if is_kind(stage, Finetune):
        made = _finetune_lines(stage, index, knowledge)
    elif is_kind(stage, Multitask):
        made = _multitask_lines(stage, index, knowledge)
    elif is_kind(stage, FurtherPretrain):
        made = _pretrain_lines(stage, knowledge)
    else:
        made = _plain_lines(stage)
    last = []
    if stage.get("start"):
        last.append(f"from {_small(start_words(draft.stages, index, str(stage['start'])))}")
    if protection := mitigation_names(stage):
        last.append(f"protected by {', '.join(protection)}")
    if sweep := describe_sweep(draft, f"stages.{index}."):
        last.append(f"sweep: {sweep}")
    return [*made[:2], _capital("; ".join(last))] if last else made


def mitigation_names(stage: Mapping[str, Any]) -> list[str]:
    """What a stage does against forgetting, by name: ``L2-SP``, ``replay``."""
    option = Stage.known_options().get(str(stage.get("kind")))
    metas = [meta for meta in describe_fields(option) if meta.section == MITIGATION_SECTION] if option else []
    return [words for m in metas if is_optional(m) and (words := active_label(m, stage.get(m.name)))]


def probes_lines(draft: Draft, knowledge: DraftContext) -> list[str]:
    """The lines of the probes' card: what is measured, on which text, how often."""
    asked = draft.table.get("probes", {})
    most_used = set(Probes.essential) - {"on"}
    switches = [meta for meta in describe_fields(Probes) if meta.kind == "bool" and meta.name in most_used]
    on = [meta.label for meta in switches if asked.get(meta.name)]
    abilities = len(asked.get("known", []))
    if not asked.get("on") or not (on or abilities):
        return ["Nothing is measured"]
    words = [_small(label) for label in on] if len(on) <= 3 else []
    if len(on) > 3:
        words = ["all measures" if len(on) == len(switches) else f"{len(on)} of {len(switches)} measures"]
    if abilities:
        words.append(plural(abilities, "ability", "abilities"))
    text = str(asked.get("text", ""))
    name = data_name(text, knowledge) if text else "general English"
    often = f"{asked['points']} times a stage"
    if asked["budget"] < 100:
        often = f"{plural(asked['points'], 'point')}, ≤ {formats.plain(asked['budget'])} % of time"
    return [_capital(", ".join(words)), f"{asked['texts']} passages, {name}", often]


def data_name(source: str, knowledge: DraftContext) -> str:
    """A data set's title where it has one, else the end of its path or id."""
    last = source.replace(os.sep, "/").rstrip("/").split("/")[-1]
    return knowledge.names.get(source, last) or "No data set yet"


def _finetune_lines(stage: Mapping[str, Any], index: int, knowledge: DraftContext) -> list[str]:
    facts = knowledge.stage(index).facts
    texts = (
        f", {formats.count(facts.train + facts.validation + facts.test)} texts" if facts is not None else ""
    )
    name = data_name(str(stage["data"].get("source", "")), knowledge)
    return [f"{name}{texts}", _how_long(stage, knowledge), _what_of(stage, index, knowledge)]


def _multitask_lines(stage: Mapping[str, Any], index: int, knowledge: DraftContext) -> list[str]:
    names = [task.get("name") or data_name(task["data"]["source"], knowledge) for task in stage["tasks"]]
    tasks = f"{plural(len(names), 'task')}: {', '.join(names)}" if names else "No task yet"
    sampling = next(
        (
            label_of(option)
            for kind, option in TaskSampling.known_options().items()
            if kind == stage["sampling"]["kind"]
        ),
        "",
    )
    return [tasks, _how_long(stage, knowledge), f"{sampling}, {_features_words(stage)}"]


def _how_long(stage: Mapping[str, Any], knowledge: DraftContext) -> str:
    length = stage["max_length"] or (knowledge.encoder.positions if knowledge.encoder is not None else 0)
    batch = (
        f"{stage['batch_size']} {formats.TIMES} {length}" if length else f"batches of {stage['batch_size']}"
    )
    return f"{plural(stage['epochs'], 'epoch')}, {batch}, rate {formats.plain(stage['learning_rate'])}"


def _what_of(stage: Mapping[str, Any], index: int, knowledge: DraftContext) -> str:
    length = stage["max_length"] or (knowledge.encoder.positions if knowledge.encoder is not None else 0)
    keep = _keep_words(stage["truncation"], int(length) - knowledge.stage(index).specials)
    return f"{keep}, {_features_words(stage)}"


def _features_words(stage: Mapping[str, Any]) -> str:
    layers = str(stage["features"]["layers"])
    features = "pooler" if layers == "pooler" else f"{layers} layer{'s' if layers not in ('last',) else ''}"
    head = ClassifierHead.known_options().get(str(stage["features"].get("head", {}).get("kind", "")))
    return features if head in (None, LinearHead) else f"{features}, {_small_name(label_of(head))}"


def _small_name(text: str) -> str:
    """A title without its bracket, small unless it is a name (BiLSTM)."""
    words = text.partition(" (")[0]
    return words if words[1:2].isupper() or words[2:3].isupper() else _small(words)


def _keep_words(truncation: Any, room: int) -> str:
    """``Head + tail 128 + 382``, ``Head``."""
    try:
        option = Truncation.choose(truncation)
        head = min(room, option.head_tokens(room)) if room > 0 else 0
    except (ValueError, AssertionError):
        return str(as_option(truncation).get("kind", ""))
    if 0 < head < room:
        return f"Head + tail {head} + {room - head}"
    return label_of(type(option))


def _pretrain_lines(stage: Mapping[str, Any], knowledge: DraftContext) -> list[str]:
    sets = [data_name(data["source"], knowledge) for data in stage["data"]]
    files = [str(path).replace("\\", "/").rstrip("/").split("/")[-1] for path in stage["corpus"]]
    if len(sets) + len(files) > 2:
        what = " and ".join(
            plural(len(part), one) for part, one in ((sets, "data set"), (files, "text file")) if part
        )
    else:
        what = " and ".join([*sets, *files]) or "No text yet"
    nsp = stage["objective"].get("kind") == "mlm_nsp"
    words = "whole words" if stage.get("whole_words") else "masked words"
    length = f" {formats.TIMES} {stage['max_length']}" if stage["max_length"] else ""
    splits = ", test texts too" if stage["splits"] == "all" and sets else ""
    return [
        f"{what}{splits}",
        f"{formats.count(stage['steps'])} updates, {stage['batch_size']}{length}, "
        f"rate {formats.plain(stage['learning_rate'])}",
        f"{_capital(words)}{' and next sentence' if nsp else ''}",
    ]


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _plain_lines(stage: Mapping[str, Any]) -> list[str]:
    option = Stage.known_options().get(str(stage.get("kind")))
    metas = (
        [m for m in describe_fields(option) if m.name in option.essential and m.is_scalar] if option else []
    )
    return [f"{meta.label} {format_value(meta, stage.get(meta.name))}" for meta in metas][:3]


def _small(text: str) -> str:
    return text[:1].lower() + text[1:]


def describe_sweep(draft: Draft, prefix: str = "") -> str:
    """``2 learning rates × 3 seeds``; empty without a sweep below ``prefix``."""
    parts = []
    for path, values in draft.axes.items():
        whole = path == "seed" or has_variants(values)
        if path.startswith(prefix) or (whole and prefix == f"stages.{len(draft.stages) - 1}."):
            label = (_meta_of(draft, path) or _UnnamedField(path)).label
            parts.append(f"{len(values)} {_plural_label(label, len(values))}")
    return f" {formats.TIMES} ".join(parts)


class _UnnamedField:
    def __init__(self, path: str) -> None:
        self.label = path.split(".")[-1].replace("_", " ")


def _plural_label(label: str, number: int) -> str:
    small = _small(label)
    if number == 1 or not small[-1:].isascii() or small.endswith("s"):
        return small
    return f"{small[:-1]}ies" if small.endswith("y") else f"{small}s"


def _meta_of(draft: Draft, path: str) -> FieldMeta | None:
    return next((meta for where, meta in draft.leaves() if where == path), None)


def describe_combination(draft: Draft, values: Mapping[str, Any]) -> str:
    """What tells one run of a sweep apart: ``learning rate 2e-5, decay ξ 0.95``."""
    parts = []
    for path, value in values.items():
        meta = _meta_of(draft, path)
        named = value.name if isinstance(value, Variant) else f"{path} {value}"
        parts.append(f"{_small(meta.label)} {_small_value(meta, value)}" if meta else named)
    return ", ".join(parts)


def _small_value(meta: FieldMeta, value: Any) -> str:
    words = format_value(meta, value)
    return _small(words) if meta.kind == "choice" else words


def describe_recipe(draft: Draft) -> str:
    """What stands beside the name: ``From recipe Quickstart, 4 changes``."""
    many = len(draft.changes())
    if not draft.title:
        return ""
    if not many:
        return f"{'Recipe' if draft.recipe else 'File'}, unchanged"
    began = f"From recipe {draft.title}" if draft.recipe else f"From {draft.title}"
    return f"{began}, {plural(many, 'change')}"


def run_button_text(draft: Draft) -> str:
    """What the filled button says."""
    return "Run" if draft.runs == 1 else f"Run {formats.count(draft.runs)} runs"


def compute_lines(draft: Draft, machine: MachineInfo) -> list[str]:
    """The lines of the computer's card."""
    compute = draft.table.get("compute", {})
    device, precision = str(compute.get("device", "auto")), str(compute.get("precision", "auto"))
    first = machine.describe() if device == "auto" else device
    words = {"fp32": ", 32-bit", "bf16": ", bfloat16"}.get(precision, "")
    lines = [f"{first}{words}"]
    parts = int(compute.get("micro_batches", 1) or 1)
    if parts > 1:
        lines.append(f"Batches in {parts} parts")
    many = machine.parallel_runs(device)
    lines.append("1 run at a time" if many < 2 else f"{many} runs at a time")
    sources = [
        draft.table.get("encoder", {}).get("source", ""),
        *(data.get("source", "") for stage in draft.stages for _, data in data_sets(stage)),
    ]
    if not any(str(source).startswith("hub:") for source in sources):
        lines.append("Nothing leaves this computer")
    return lines[:3]


def guide_texts(draft: Draft, knowledge: DraftContext, seconds: float | None) -> tuple[str, str, str]:
    """(what the example is, how long it takes, the second value on offer) for the guide of a first start."""
    stage = draft.stages[0]
    source = next((str(data.get("source", "")) for _, data in data_sets(stage)), "")
    facts = knowledge.stage(0).facts
    texts = f"{formats.count(facts.train + facts.validation + facts.test)} " if facts is not None else ""
    title = knowledge.names.get(source, source)
    lead = (
        f"Everything this example needs came with Palimpsest: {texts}{_small(title)} and a small BERT. "
        "It works without a network."
    )
    meta = next((m for path, m in draft.leaves() if path == "stages.0.learning_rate"), None)
    offer = suggest_sweep_value(meta, stage.get("learning_rate")) if meta is not None else None
    duration = f"about {formats.duration(seconds)}" if seconds is not None else ""
    return lead, duration, f"{formats.plain(offer)}" if offer is not None else ""


def command_line(draft: Draft, quote: Callable[[str], str] | None = None) -> str:
    """The command line that runs the draft: its recipe and what was changed.

    Raises ValueError with a sentence when it has other stages than its recipe, or none: then it needs a file.
    """
    if not draft.recipe:
        raise ValueError("This draft did not begin with a recipe; save it as TOML and run that file.")
    changes = draft.changes()
    if draft.reshaped:
        raise ValueError("The stages are not the recipe's; save the draft as TOML and run that file.")
    if any(has_variants(values) for values in draft.axes.values() if values not in draft.base_axes.values()):
        raise ValueError("The sweep is not the recipe's; save the draft as TOML and run that file.")
    quote = quote or shlex.quote
    words = ["palimpsest", "run", draft.recipe]
    if draft.table.get("name") != draft.base.get("name"):
        words += ["--set", quote(f"name={to_inline_toml(draft.table['name'])}")]
    for path in changes:
        given = draft.axes[path] if path in draft.axes else value_at(draft.table, path)
        words += ["--set", quote(f"{path}={to_inline_toml(given)}")]
    return " ".join(words)


def to_inline_toml(value: Any) -> str:
    """A plain value as TOML writes it on one line."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return f"{value:.1f}"
    if isinstance(value, int | float):
        return formats.plain(value)
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} = {to_inline_toml(item)}" for key, item in value.items()) + "}"
    if isinstance(value, Sequence) and not isinstance(value, str):
        return f"[{', '.join(to_inline_toml(item) for item in value)}]"
    return json.dumps(str(value), ensure_ascii=False)
