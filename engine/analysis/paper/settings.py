"""Settings that a recipe's runs take from the paper or share: sentences for the head of a filled table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from engine.formatting.phrases import phrase, small
from engine.spec.data import DataSource
from engine.spec.describe import FieldMeta, walk_fields
from engine.spec.experiment import Experiment
from engine.spec.presets.published import (
    CODE,
    OURS,
    TEXT,
    departures,
    origin_beside_presets,
    published_values,
)
from engine.spec.stages import Stage
from engine.spec.sweep import Plan, has_variants
from engine.spec.tables import kind_of
from engine.spec.wording import format_value

Place = tuple[str, str]
"""A cell of a table: its row and its column."""

_WHOSE = {
    (CODE,): "the paper's code",
    (TEXT,): "the paper's text",
    (CODE, TEXT): "the paper's text and code",
}
_NO_SETTING = {"data", "tasks", "name", "seed", "start", "evaluate_every"}
"""Fields of data (shown by a table's rows and columns), seeds, and times of evaluation, which are no settings."""


def describe_settings(placed: Sequence[tuple[Place, Experiment]], plan: Plan) -> tuple[str, ...]:
    """Return the source of a table's settings, departures from it, and limits of the spread, in sentences.

    Args:
        placed: each experiment of the table with its place.
        plan: what they were expanded from. What its axes set throughout is what the table asks about.
    """
    experiments = [experiment for _, experiment in placed]
    notes = _describe_corpus(experiments), _describe_sharing(experiments)
    return (*_describe_presets(placed, plan), *filter(None, notes))


@dataclass(frozen=True)
class _Setting:
    """A setting that is not the preset's: the kind and title of its stage, and the setting in words."""

    kind: str
    title: str
    words: str


def _describe_presets(placed: Sequence[tuple[Place, Experiment]], plan: Plan) -> Iterator[str]:
    """Yield the source of the stages' settings with common departures, then departures of single places."""
    presets = {stage.preset for _, experiment in placed for stage in experiment.stages}
    owner = _WHOSE.get(tuple(sorted(presets - {""})))
    if owner is None:
        return
    fields = asked_fields(plan)
    places_of: dict[str, set[Place]] = {}
    places_by_setting: dict[_Setting, set[Place]] = {}
    for place, experiment in placed:
        for stage in experiment.stages:
            if stage.preset:
                kind = kind_of(type(stage))
                places_of.setdefault(kind, set()).add(place)
                for setting in _own_settings(stage, fields.get(kind, set())):
                    places_by_setting.setdefault(setting, set()).add(place)
    order = list(dict.fromkeys(place for place, _ in placed))
    kinds = [kind_of(type(stage)) for stage in plan.experiment.stages]
    by_places: dict[str, list[_Setting]] = {}
    for setting in sorted(places_by_setting, key=lambda setting: kinds.index(setting.kind)):
        names = _name_places(places_by_setting[setting], places_of[setting.kind], order)
        by_places.setdefault(names, []).append(setting)
    has_kinds = len(places_of) > 1
    common = by_places.pop("", [])
    yield (
        phrase(
            "Settings of {whose}, except for: {fields}.",
            whose=phrase(owner),
            fields=_list_settings(common, has_kinds),
        )
        if common
        else phrase("Settings of {whose}.", whose=phrase(owner))
    )
    for names, settings in by_places.items():
        yield phrase(
            "Other settings in {places}: {fields}.", places=names, fields=_list_settings(settings, has_kinds)
        )
    if "" in presets:
        yield phrase("Some stages name no preset.")


def asked_fields(plan: Plan) -> Mapping[str, set[str]]:
    """Return the varied fields of a plan: by kind of stage the fields that an axis sets in all its alternatives.

    A field that only some alternatives of an axis set is not varied. Alternatives that leave a stage out do not affect
    its fields.

    Example: an axis over what is kept of long texts sets ``truncation`` in each alternative, and ``features.layers`` in
    those that read a text in fractions. Only the first is varied.
    """
    fields: dict[str, set[str]] = {}
    for key, values in plan.axes.items():
        paths = {key}
        if has_variants(values):
            paths = {
                path
                for path in {path for value in values for path in value.set}
                if all(path in value.set or _stage_number(path) in value.without for value in values)
            }
        for path in paths:
            if number := _stage_number(path):
                kind = kind_of(type(plan.experiment.stages[number - 1]))
                fields.setdefault(kind, set()).add(path.split(".", 2)[2])
    return fields


def _stage_number(path: str) -> int:
    """Return the number, from 1, of the stage that a whole dotted path leads into, 0 where it leads into none."""
    first, _, rest = path.partition(".")
    return int(rest.partition(".")[0]) + 1 if first == "stages" else 0


def _own_settings(stage: Stage, fields: set[str]) -> Iterator[_Setting]:
    """Yield settings of a stage that differ from its preset, or from the paper where no preset sets them."""
    table, kind = stage.model_dump(mode="json"), kind_of(type(stage))
    metas = {meta.path: meta for meta in walk_fields(type(stage)) if not meta.family}
    changed = [(d.path, d.value, d.origin) for d in departures(table)]
    added = [
        (path, value, OURS)
        for path, meta in metas.items()
        if _is_setting(meta) and path not in published_values(kind)
        for value in _values_at(table, path)
        if value != meta.default and origin_beside_presets(kind, path, value) == OURS
    ]
    for path, value, origin in (*changed, *added):
        if path not in fields and not any(field.startswith(f"{path}.") for field in fields):
            words = f"{small(metas[path].label)} {_value_words(metas[path], value)} ({origin})"
            yield _Setting(kind, small(stage.title), words)


def _is_setting(meta: FieldMeta) -> bool:
    """Return whether a field, of a stage or of its tasks, is by itself a setting of the training."""
    path = meta.path.removeprefix("tasks.N.")
    is_other = path.partition(".")[0] in _NO_SETTING or ".N." in path
    return meta.role == "what" and meta.kind != "model" and not is_other


def _values_at(table: object, path: str) -> list[object]:
    """Return the values of a plain table at a dotted path; at ``tasks.N.truncation`` one of each task."""
    first, _, rest = path.partition(".")
    if isinstance(table, Mapping):
        items = [table[first]]
    else:
        items = table if first == "N" and isinstance(table, list) else []
    return [value for item in items for value in (_values_at(item, rest) if rest else [item])]


def _value_words(meta: FieldMeta, value: object) -> str:
    """Return a value as the form writes it. A list of data sets by their number."""
    if isinstance(value, list) and meta.model is DataSource:
        return f"{len(value)} data sets"
    text = format_value(meta, value)
    return small(text) if meta.kind == "literal" else text


def _list_settings(settings: Sequence[_Setting], several: bool) -> str:
    """Return settings behind each other. ``several``: with their stage, for the runs have stages of several kinds."""
    by_stage: dict[str, list[str]] = {}
    for setting in settings:
        by_stage.setdefault(setting.title if several else "", []).append(setting.words)
    return "; ".join(
        f"in {title} {', '.join(words)}" if title else ", ".join(words) for title, words in by_stage.items()
    )


def _name_places(places: set[Place], among: set[Place], order: Sequence[Place]) -> str:
    """Return ``places`` as rows, columns or cells of a table, empty where they are all of ``among``.

    ``order`` has the places in the order of the table. Of more than half of the rows the missing ones are named.

    Example: of two rows A and B and two columns, {(B, 1), (B, 2)} is ``B``, and {(B, 1)} is ``B, 1``.
    """
    if places == among:
        return ""
    for side in (0, 1):
        names = {place[side] for place in places}
        if places == {place for place in among if place[side] in names}:
            all_names = list(dict.fromkeys(place[side] for place in order if place in among))
            rest = [name for name in all_names if name not in names]
            if len(rest) < len(names) - 1:
                return f"all but {'; '.join(rest)}"
            return "; ".join(name for name in all_names if name in names)
    return "; ".join(", ".join(place) for place in order if place in places)


def _describe_corpus(experiments: Sequence[Experiment]) -> str:
    """Return which documents of its corpus a further pre-training is not trained on, empty where there is none."""
    if not any(stage.corpus_identity() is not None for each in experiments for stage in each.stages):
        return ""
    from engine.data.pretraining.corpus import HELD_OUT_EVERY  # tokenizers: not while the window opens

    return phrase(
        "Further pre-training leaves out one document in {n}, on which its loss is measured, and repeated documents; "
        "the paper trains on all.",
        n=HELD_OUT_EVERY,
    )


def _describe_sharing(experiments: Sequence[Experiment]) -> str:
    """Return a note where runs of different seeds share an earlier stage: the spread is not of the whole method."""
    shared = {
        (stage.title.lower(), stage.seed)
        for experiment in experiments
        for stage in experiment.stages[:-1]
        if stage.seed is not None
    }
    several = len({experiment.seed for experiment in experiments}) > 1
    if not shared or not several:
        return ""
    text = ", ".join(f"{title} with seed {seed}" for title, seed in sorted(shared))
    return (
        f"Runs of different seeds share earlier stages ({text}): their interval is that of the last stage alone, and "
        "says nothing of another pre-training."
    )
