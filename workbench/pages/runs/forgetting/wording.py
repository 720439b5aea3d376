"""The wording of measures of forgetting: titles of plots, and their worse direction. No Qt."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from engine.metrics.base import known_metrics
from workbench.language import tr, tr_engine
from workbench.look import formats
from workbench.look.names import distinct_parts

if TYPE_CHECKING:
    from engine.analysis.forgetting.forgetting_verdict import StrategyForgetting
    from engine.analysis.forgetting.measured import PassageInterval
    from engine.analysis.verdicts.statistics import Spread
    from engine.analysis.verdicts.verdict import MetricDifference

Text = Callable[[float], str]


@dataclass(frozen=True)
class PlotWording:
    """One quantity that a plot can show.

    Attributes:
        key: the measure, or the name of a family of measures (``knowledge``, ``earlier``).
        words: its label in the choice.
        title, caption: of the plot. The caption has unit and reading aid.
        text: formats a value, None for the default format.
        empty: how to obtain values.
    """

    key: str
    words: str
    title: str
    caption: str
    text: Text | None = None
    empty: str = ""


_percent = partial(formats.fixed, digits=1)
RATIO, LOSS, ACCURACY = "ratio", "retention/loss", "retention/accuracy"
_LANGUAGE = tr("Language is measured while a run trains if Probes, Language is on.")
LANGUAGE = (
    PlotWording(
        RATIO,
        tr("× before"),
        tr("Language forgotten"),
        tr("Higher = more forgetting. Perplexity on general text, × before"),
        formats.times,
        _LANGUAGE,
    ),
    PlotWording(
        LOSS,
        tr("Loss"),
        tr("Language forgotten"),
        tr("Higher = more forgetting. Nats per hidden word of general text"),
        partial(formats.fixed, digits=3),
        _LANGUAGE,
    ),
    PlotWording(
        ACCURACY,
        tr("Words right"),
        tr("Language retained"),
        tr("Lower = more forgetting. % of hidden words of general text"),
        _percent,
        _LANGUAGE,
    ),
)
"""Quantities of the first plot."""

KNOWLEDGE, EARLIER = "knowledge", "earlier"
ABILITIES = (
    PlotWording(
        KNOWLEDGE,
        tr("Abilities"),
        tr("Knowledge retained"),
        tr("Lower = more forgetting. % right by linear probe"),
        _percent,
        tr("Name abilities in Design, Probes, to measure how well a linear probe finds them."),
    ),
    PlotWording(
        EARLIER,
        tr("Earlier tasks"),
        tr("Earlier tasks"),
        tr("Lower = more forgetting. % right in validation, with their own heads"),
        _percent,
        tr("Appears with two or more stages: earlier tasks are tested again during later ones."),
    ),
    PlotWording(
        "examples/forgotten",
        tr("Examples forgotten"),
        tr("Examples forgotten"),
        tr("Higher = more forgetting. % of training texts, right once and wrong later"),
        _percent,
        tr("Counted at each evaluation if Probes, Examples is on."),
    ),
    PlotWording(
        "drift/all", tr("Drift"), tr("Drift"), tr("Higher = more drift. Relative distance of all weights")
    ),
    PlotWording(
        "similarity/cka",
        tr("Representation"),
        tr("Representation"),
        tr("Lower = more change. Mean CKA with the pre-trained layers"),
        partial(formats.fixed, digits=3),
    ),
    PlotWording(
        "attention/change",
        tr("Attention"),
        tr("Attention"),
        tr("Higher = more change. Mean Jensen–Shannon divergence, bits"),
        partial(formats.fixed, digits=3),
    ),
    PlotWording(
        "probes/share",
        tr("Cost of measuring"),
        tr("Cost of measuring"),
        tr("% of the run's time"),
        partial(formats.fixed, digits=2),
    ),
)
"""Quantities of the built-in probes in the second plot."""
BUILTIN_PROBES = (
    "retention",
    "earlier",
    "forward",
    "knowledge",
    "drift",
    "similarity",
    "attention",
    "examples",
    "probes",
)
"""Prefixes of the keys of the built-in probes."""


def abilities(keys: Iterable[str]) -> tuple[PlotWording, ...]:
    """Return the quantities of the second plot in ``keys``: ``ABILITIES``, and measures of plug-in probes."""
    others = sorted(key for key in keys if key.partition("/")[0] not in BUILTIN_PROBES)
    words = {key: key.replace("/", " ").replace("_", " ").capitalize() for key in others}
    return (
        *ABILITIES,
        *(PlotWording(key, words[key], words[key], tr("as its probe measures it")) for key in others),
    )


def measures_by_choice(keys: Iterable[str]) -> dict[str, list[tuple[str, str]]]:
    """Return, for each choice of the second plot with measures, (name, measure), with an empty name for a single
    one.
    """
    there = sorted(keys)
    choices: dict[str, list[tuple[str, str]]] = {}
    for key in there:
        parts = key.split("/")
        if len(parts) == 3 and _is_result(parts, set(there)):
            choices.setdefault(parts[0], []).append((parts[1], key))
        elif parts[0] not in BUILTIN_PROBES or key in {shown.key for shown in ABILITIES}:
            choices[key] = [("", key)]
    return {choice: _name_tasks(measures) for choice, measures in choices.items()}


def _name_tasks(measures: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """Name an earlier task (``1:questions``) by its data, and by its stage if two tasks have the same."""
    parts = [
        task.partition(":") if task.partition(":")[0].isdigit() else ("", "", task) for task, _ in measures
    ]
    names = [name.replace(":", " ", 1) for _, _, name in parts]
    return [
        (
            tr("{task}, stage {stage}", task=name, stage=stage) if stage and names.count(name) > 1 else name,
            key,
        )
        for name, (stage, _, _), (_, key) in zip(names, parts, measures, strict=True)
    ]


def _is_result(parts: Sequence[str], there: Collection[str]) -> bool:
    """Return whether a key is an ability's error or an earlier task's main metric, not its loss or test.

    A task has its main metric and its loss, or only the loss if that is its main metric.
    """
    family, task, name = parts
    if family == KNOWLEDGE:
        return name == "error"
    mine = [key.rpartition("/")[2] for key in there if key.startswith(f"{EARLIER}/{task}/")]
    others = [each for each in mine if each != "loss" and not each.startswith("test_")]
    return family == EARLIER and name == (others[0] if others else "loss")


def earlier_caption(keys: Iterable[str]) -> str:
    """Return the caption of the earlier tasks' plot, which shows scores of the metrics of ``keys``."""
    metrics = {key.rpartition("/")[2] for key in keys}
    metric = known_metrics().get(metrics.pop()) if len(metrics) == 1 else None
    if metric is None or metric.counts_errors:
        return next(each.caption for each in ABILITIES if each.key == EARLIER)
    what = ", ".join(tr_engine(part) for part in (metric.score_title, metric.unit) if part)
    return tr("Lower = more forgetting. Validation: {text}, with their own heads", text=what)


# -- intervals ---------------------------------------------------------------------------------------------


def factor_words(factor: Spread, over: PassageInterval | None) -> str:
    """Return the factor of perplexity: ``× 4.18, 3.57 to 4.90 over 64 passages, 3.97 to 4.40 over 2 seeds``."""
    parts = [formats.times(factor.mean)]
    if over is not None:
        parts.append(_interval((over.low, over.high), 2, tr("over {n:,} passages", n=over.passages)))
    return ", ".join([*parts, _over_seeds(factor, 2)])


def forgetting_words(forgetting: Spread, judged: MetricDifference | None, count: int) -> str:
    """Return F: ``F 11.3 points, 8.1 to 14.5 over seeds and 300 test texts, 9.0 to 13.6 over 3 seeds``."""
    parts = [tr("F {points} points", points=formats.fixed(forgetting.mean, 1))]
    if judged is not None and judged.bounds is not None:
        one = judged.sample.scope == "weights"
        texts = tr("over {n:,} test texts", n=count)
        what = texts if one else tr("over seeds and {n:,} test texts", n=count)
        parts.append(_interval(judged.bounds, 1, what))
    return ", ".join([*parts, _over_seeds(forgetting, 1)])


def _interval(bounds: tuple[float, float], digits: int, over: str) -> str:
    low, high = (formats.fixed(end, digits) for end in bounds)
    return tr("{low} to {high} {scope}", low=low, high=high, scope=over)


def _over_seeds(value: Spread, digits: int) -> str:
    """Return the interval over seeds, or why there is none."""
    low, high = value.bounds(interval=True)
    if value.n == 1:
        return tr("one seed")
    if low is None or high is None:
        return tr("{n} seeds that do not differ", n=value.n)
    return _interval((low, high), digits, tr("over {n} seeds", n=value.n))


def intervals_line(strategies: Sequence[StrategyForgetting]) -> tuple[str, str]:
    """Return the 95 % intervals of the strategies' factors in one line, and in lines with their meaning."""
    phrases = {s.name: factor_words(s.factor, s.over_passages) for s in strategies if s.factor is not None}
    return _line(phrases, ABOUT_INTERVALS)


def forgetting_line(strategies: Sequence[StrategyForgetting]) -> tuple[str, str]:
    """Return the same for F."""
    phrases = {
        s.name: forgetting_words(s.forgetting, s.difference, s.texts)
        for s in strategies
        if s.forgetting is not None
    }
    return _line(phrases, ABOUT_FORGETTING)


def _line(phrases: Mapping[str, str], about: str) -> tuple[str, str]:
    """Return the phrases of the strategies in one line, and in lines with their meaning."""
    if not phrases:
        return "", ""
    lines = "\n".join([*(f"{name}: {text}" for name, text in phrases.items()), about])
    short = distinct_parts(list(phrases)) if len(phrases) > 1 else [""]
    texts = [f"{name} {text}".strip() for name, text in zip(short, phrases.values(), strict=True)]
    return tr("Selected checkpoint, 95 % intervals: {text}", text="; ".join(texts)), lines


ABOUT_INTERVALS = tr(
    "Over seeds: the uncertainty between runs. Over passages: the uncertainty from the choice of general "
    "text, for these weights."
)
ABOUT_FORGETTING = tr(
    "F: points of test accuracy that earlier tasks have lost since their best. Its interval covers other "
    "runs or, over seeds and texts, other test texts of these tasks too."
)


# -- maps --------------------------------------------------------------------------------------------------

KINDS = (tr("Attention"), tr("Feed-forward"), tr("Norms"), tr("Biases"))


@dataclass(frozen=True)
class MapWording(PlotWording):
    """One quantity of the map.

    Attributes:
        rows: kind of its rows: ``depths`` (embeddings, layers, pooler), ``outputs`` (without pooler), ``layers``.
        columns: the meaning of columns at one step: ``kinds``, ``heads``, ``outputs``. "": the map is over steps.
        falls_from: the value that means "unchanged", from which the colours fall. None: they rise from 0.
        percent_right: whether it is an error, shown as accuracy in percent.
        mean: whether the columns are averaged to show the rows over steps.
    """

    rows: str = "depths"
    columns: str = ""
    falls_from: float | None = None
    percent_right: bool = False
    mean: bool = False


HEADS_MEAN = "attention/layers"
MAPS = (
    MapWording(
        "drift/layers", tr("Drift"), tr("Drift from the pre-trained weights"), tr("relative distance")
    ),
    MapWording(
        "drift/cosine",
        tr("Cosine"),
        tr("Cosine with the pre-trained weights"),
        tr("dark = changed direction"),
        falls_from=1.0,
    ),
    MapWording(
        "drift/kinds",
        tr("Drift by kind"),
        tr("Drift by kind of weights"),
        tr("relative distance"),
        columns="kinds",
    ),
    MapWording(
        "similarity/cka",
        "CKA",
        tr("Similarity to the pre-trained layers"),
        tr("linear CKA, dark = changed more"),
        rows="outputs",
        falls_from=1.0,
    ),
    MapWording(
        "similarity/procrustes",
        tr("Procrustes"),
        tr("Distance after the best rotation"),
        tr("dark = changed more"),
        rows="outputs",
    ),
    MapWording(
        "similarity/matrix",
        tr("CKA matrix"),
        tr("CKA, before and now"),
        tr("rows: pre-trained, columns: then; dark = similar"),
        rows="outputs",
        columns="outputs",
    ),
    MapWording(
        HEADS_MEAN,
        tr("Attention"),
        tr("Change of attention"),
        tr("mean over heads, bits"),
        rows="layers",
        mean=True,
    ),
    MapWording(
        "attention/heads",
        tr("Attention heads"),
        tr("Change of each head"),
        tr("bits"),
        rows="layers",
        columns="heads",
    ),
)
"""Quantities of the map, besides the abilities and the reset layers."""
RESET_WORDING = PlotWording(
    "retention/reset",
    tr("Layers put back"),
    tr("Top layers put back"),
    tr("Lower = their change caused the forgetting. Perplexity × before"),
    formats.times,
    tr("Measured at the selected checkpoint of a stage."),
)
SOURCES = {HEADS_MEAN: "attention/heads"}
"""Maps that are derived from another."""


def maps(keys: Iterable[str], resets: bool) -> list[PlotWording]:
    """Return the choices among the measured maps. ``resets``: layers were reset."""
    there = set(keys)
    available: list[PlotWording] = [each for each in MAPS if SOURCES.get(each.key, each.key) in there]
    for key in sorted(there):
        if key.startswith("knowledge/"):
            name = key.removeprefix("knowledge/")
            available.append(
                MapWording(
                    key,
                    tr("Knowledge: {name}", name=name),
                    tr("Knowledge of {name}", name=name),
                    tr("% right by layer, dark = fewer right"),
                    _percent,
                    rows="outputs",
                    falls_from=100.0,
                    percent_right=True,
                )
            )
    return [*available, RESET_WORDING] if resets else available


def row_names(kind: str, count: int) -> tuple[str, ...]:
    """Return names of the ``count`` rows of a map, from the bottom."""
    if kind == "layers":
        return tuple(tr("Layer {layer}", layer=i) for i in range(1, count + 1))
    names = [tr("Embeddings"), *(tr("Layer {layer}", layer=i) for i in range(1, count))]
    if kind == "depths" and count > 1:
        names[-1] = tr("Pooler")
    return tuple(names)


def column_names(kind: str, count: int) -> tuple[str, ...]:
    """Return names of the ``count`` columns of a map at one step."""
    if kind == "kinds":
        return KINDS[:count]
    if kind == "heads":
        return tuple(tr("Head {head}", head=i) for i in range(1, count + 1))
    return tuple("Emb." if i == 0 else str(i) for i in range(count))
