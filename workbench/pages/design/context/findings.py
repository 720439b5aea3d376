"""Findings on a draft, errors and warnings: from the validator, the encoder, the data and typed text. No Qt."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Protocol

from engine.analysis.stage_data import StageData
from engine.errors import UserError
from engine.spec.checks.cross_field import EncoderFacts, SpecFinding, check_experiment, check_test_sizes
from engine.spec.checks.unfit_choices import UnfitChoices, unfit_choices
from engine.spec.data import NOT_DOWNLOADED
from engine.spec.describe import SpecTable, value_at
from engine.spec.experiment import find_problems as find_spec_problems
from engine.spec.experiment import parse_experiment
from engine.spec.sweep import Variant, apply_values, has_variants
from engine.spec.wording import friendly_message
from workbench.engine_texts import format_value, sentence_text
from workbench.language import tr
from workbench.look import formats
from workbench.pages.design.context.wording import stage_title
from workbench.pages.design.draft.draft import Draft

MANY_RUNS = 200


class FindingsContext(Protocol):
    """Part of ``DraftContext`` on which findings depend."""

    encoder_problem: str

    @property
    def encoder(self) -> EncoderFacts | None: ...

    def stage(self, index: int) -> StageData: ...


def find_problems(draft: Draft, context: FindingsContext, typed: Mapping[str, str]) -> dict[str, SpecFinding]:
    """Return all findings on a draft, by dotted field.

    Args:
        typed: errors of invalid typed texts, by field.
    """
    findings = {path: SpecFinding(text) for path, text in typed.items()}
    for path, values in draft.axes.items():
        if not values:
            findings.setdefault(path, SpecFinding(tr("a sweep needs a value.")))
    wrong = find_spec_problems(draft.table) | _sweep_errors(draft)
    for path, message in wrong.items():
        findings.setdefault(path, SpecFinding(friendly_message(message)))
    if context.encoder_problem:
        findings.setdefault("encoder.source", SpecFinding(context.encoder_problem))
    data = {i: context.stage(i) for i in range(len(draft.stages))}
    for i, stage_data in data.items():
        for path, each in zip(draft.specs[i].sources(), stage_data.parts or (stage_data,), strict=False):
            if each.problem:
                findings.setdefault(f"stages.{i}.{path}.source", _reading(each.problem))
    for stage_data in data.values():
        for gaps in (each.gaps for each in stage_data.parts or (stage_data,)):
            if gaps:
                findings.setdefault("encoder.source", SpecFinding(f"{gaps}.", blocks=False))
    for i, stage_data in data.items():
        # Problems of a single task are among the findings on its data.
        if len(draft.specs[i].labelled_tasks()) == len(stage_data.parts) > 1:
            parts = zip(draft.specs[i].sources(), stage_data.parts, strict=False)
            sizes = {path: each.facts.test for path, each in parts if each.facts is not None}
            for path, finding in check_test_sizes(f"stages.{i}", draft.specs[i], sizes):
                findings.setdefault(path, finding)
    if not wrong:
        facts = {i: stage_data.facts for i, stage_data in data.items() if stage_data.facts is not None}
        for path, finding in check_experiment(parse_experiment(draft.table), context.encoder, facts).items():
            findings.setdefault(path, finding)
    for i, stage in enumerate(draft.specs):
        single = [part.single for part in data[i].parts if part.single is not None]
        for path, finding in stage.corpus_findings(single):
            findings.setdefault(f"stages.{i}.{path}", finding.with_prefix(f"stages.{i}"))
    if draft.runs > MANY_RUNS:
        findings.setdefault(
            "seed", SpecFinding(tr("this makes {runs:,} runs.", runs=draft.runs), blocks=False)
        )
    return {path: _translate(finding) for path, finding in findings.items()}


def _translate(finding: SpecFinding) -> SpecFinding:
    return replace(finding, message=sentence_text(finding.message), remedy=sentence_text(finding.remedy))


def find_unfit_choices(draft: Draft, context: FindingsContext) -> UnfitChoices:
    """Return the choices of fields that do not fit the design, with reasons; none for an invalid draft."""
    if find_spec_problems(draft.table):
        return {}
    facts = {i: data.facts for i in range(len(draft.stages)) if (data := context.stage(i)).facts is not None}
    unfit = unfit_choices(
        parse_experiment(draft.table), {i: each for i, each in facts.items() if each is not None}
    )
    return {
        path: {value: sentence_text(reason) for value, reason in reasons.items()}
        for path, reasons in unfit.items()
    }


def _sweep_errors(draft: Draft) -> dict[str, str]:
    """Return the invalid values of the sweep, each tested separately."""
    problems: dict[str, str] = {}
    own = find_spec_problems(draft.table) if draft.axes else {}
    for path, values in draft.axes.items():
        for value in values if has_variants(values) else values[1:]:
            try:
                wrong = find_spec_problems(apply_values(draft.table, {path: value}))
            except UserError as error:
                problems[path] = str(error)
                continue
            for where, message in wrong.items():
                if where.startswith(path):
                    problems[path] = message
                elif isinstance(value, Variant) and where not in own:
                    problems[path] = f"{value.name}: {message}"
    return problems


def _reading(problem: str) -> SpecFinding:
    """Return why a data set could not be read. A set not yet downloaded from the hub does not block a run."""
    if sentence_text(NOT_DOWNLOADED) in problem:
        return SpecFinding(
            tr("Not on this computer yet: the run or the Data page will download it."), blocks=False
        )
    return SpecFinding(_without_place(problem))


def _without_place(sentence: str) -> str:
    """Return the sentence without its leading file name, which the field above it shows."""
    head, colon, rest = sentence.partition(": ")
    return rest if colon and rest and " " not in head else sentence


def blocking_findings(findings: Mapping[str, SpecFinding]) -> dict[str, SpecFinding]:
    """Return the findings that must be resolved before a run."""
    return {path: finding for path, finding in findings.items() if finding.blocks}


def level_of(findings: Mapping[str, SpecFinding], key: str) -> str:
    """Return the worst level below ``key`` (``encoder``, ``stages.0``): ``error``, ``warning`` or ""."""
    below = [f for path, f in findings.items() if path == key or path.startswith(f"{key}.")]
    return "error" if any(f.blocks for f in below) else "warning" if below else ""


def describe_place(draft: Draft, path: str) -> str:
    """Return the card and field of ``path`` as text: ``2 Fine-tuning, Epochs``."""
    label = next((meta.label for leaf, meta in draft.leaves() if leaf == path), path.split(".")[-1])
    parts = path.split(".")
    if parts[0] == "stages" and len(parts) > 1 and int(parts[1]) < len(draft.stages):
        return (
            f"{stage_title(draft, int(parts[1]))}, {label.lower()}"
            if len(parts) > 2
            else stage_title(draft, int(parts[1]))
        )
    return label


def card_of(draft: Draft, path: str, current: str) -> str:
    """Return the key of the card whose form has the field at ``path``."""
    parts = path.split(".")
    if parts[0] in ("encoder", "probes", "compute"):
        return parts[0]
    if parts[0] == "stages" and len(parts) > 1:
        return f"stages.{parts[1]}"
    return current if current.startswith("stages.") else f"stages.{len(draft.stages) - 1}"


def finding_sentence(draft: Draft, path: str, finding: SpecFinding) -> str:
    """Return a finding with its location, for the tooltip of the button."""
    return f"{describe_place(draft, path)}: {finding}"


def automatic_values(draft: Draft, encoder: EncoderFacts | None, cores: int) -> dict[str, str]:
    """Return the resolved number of each automatic field of a draft, as text, by dotted field.

    Args:
        encoder: the encoder of the run. None: unknown, and lengths are unknown too.
        cores: number of cores of this computer, 0 if unknown.
    """
    numbers: dict[str, float] = {"compute.threads": cores}
    positions = encoder.positions if encoder is not None else 0
    for i, stage in enumerate(draft.stages):
        numbers[f"stages.{i}.max_length"] = positions
        numbers[f"stages.{i}.head_learning_rate"] = stage.get("learning_rate", 0)
        for j in range(len(stage.get("tasks", ()))):
            numbers[f"stages.{i}.tasks.{j}.max_length"] = stage.get("max_length", 0) or positions
    left = {path: number for path, number in numbers.items() if value_at(draft.table, path) == 0}
    return {path: formats.plain(number) for path, number in left.items() if number}


_NONE = object()


@dataclass(frozen=True)
class DraftChange:
    """A changed field with its card and both values: "1 Fine-tuning, epochs: 3 → 4"."""

    path: str
    sentence: str


def list_changes(draft: Draft) -> list[DraftChange]:
    """Return the differences from the draft's base, in the order of ``Draft.changes``."""
    base, base_axes = draft.aligned()
    metas = dict(draft.leaves())

    def words(path: str, table: SpecTable, axes: dict[str, list[object]]) -> str:
        meta, swept = metas.get(path), axes.get(path)
        if swept is not None and has_variants(swept):
            return ", ".join(str(getattr(value, "name", value)) for value in swept)
        value = value_at(table, path, _NONE)
        values = [value] if swept is None else swept
        return ", ".join(
            format_value(meta, each) for each in values if meta is not None and each is not _NONE
        )

    changes = []
    for path in dict.fromkeys(draft.changes()):
        if path == "stages":
            changes.append(DraftChange(path, tr("Stages added, removed or moved")))
            continue
        before, now = words(path, base, base_axes), words(path, draft.table, draft.axes)
        place = describe_place(draft, path)
        if before == now:  # a list of records is described by its number
            changes.append(DraftChange(path, place))
        else:
            changes.append(DraftChange(path, f"{place}: {before or tr('none')} → {now or tr('none')}"))
    return changes
